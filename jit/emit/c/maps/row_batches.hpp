// Maps whose elements are reductions of short rows: 32 rows at a time.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"
#include <optional>

namespace nova::plan {

/// A map of reductions that suits: `apart` as in made_apart.
struct Batch {
  const Stm& reduce;
  Var base;
  bool apart;
};

/// Are a reduction's elements made apart from their lanes? In short rows machines' gathers cost more than
/// reading one after the other.
bool made_apart(const BodyPrinter& p, const Body& b);
/// Elements `first` .. `first` + `count` - 1 into e0, e1, ..: all are checked, then made eight at a time.
/// What is read here and there is loaded one by one into vectors, which is faster than machines' own gathers.
CFunction elements(BodyPrinter& p, const Body& b);
/// The reduction that an element of the map is, but for arithmetic around it; the one variable by which it
/// differs from row to row.
std::optional<Batch> batch_of(const BodyPrinter& p, const Body& row);
/// A reduction whose elements are joined already.
void print_joined(BodyPrinter& p, const Fold& f);
/// Rows `begin` .. `end` - 1; what is done `one_by_one` is a loop over those that do not suit.
void batches(BodyPrinter& p, const Stm& map, const Batch& batch, const std::string& begin,
             const std::string& end, const Loop& one_by_one);

} // namespace nova::plan
