#include "repl/notebook/drawn_plots.hpp"
#include <algorithm>
#include <functional>

namespace nova::notebook {

namespace {

constexpr size_t most_known = 32;

} // namespace

void DrawnPlots::take(std::string_view svg, std::optional<std::string> description) {
  if (!description) return;
  const std::lock_guard lock(mutex_);
  known_.push_front({svg.size(), std::hash<std::string_view>()(svg), std::move(*description)});
  if (known_.size() > most_known) known_.pop_back();
}

std::string DrawnPlots::vega_lite(std::string_view svg) {
  const std::lock_guard lock(mutex_);
  const size_t hash = std::hash<std::string_view>()(svg);
  const auto at =
      std::ranges::find_if(known_, [&](const Known& k) { return k.length == svg.size() && k.hash == hash; });
  return at == known_.end() ? "" : at->vega_lite;
}

} // namespace nova::notebook
