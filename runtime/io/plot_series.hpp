// What can be plotted: a vector of numbers, or of pairs of them; and several such in one picture.
#pragma once
#include "runtime/array.hpp"
#include <optional>
#include <string>
#include <vector>

namespace nova {

struct PlotSeries {
  std::string name{}; ///< empty: it has none
  std::vector<double> xs{}, ys{};
};

/// The numbers of an array of any rank, in their order; of very many (4,000,000) every n-th, which `every`
/// tells.
std::optional<std::vector<double>> numbers_of(const Array& a, int64_t* every = nullptr);

/// A vector of numbers is one series whose x are positions, one of pairs gives both; a vector of such vectors
/// is a series each, of pairs (name, such a vector) with its name. Nothing where it is none of these.
std::optional<std::vector<PlotSeries>> plot_series(const Array& a);

/// Points with a coordinate that is infinite or no number.
size_t unplottable(const std::vector<PlotSeries>& all);
std::string unplottable_note(size_t points);

} // namespace nova
