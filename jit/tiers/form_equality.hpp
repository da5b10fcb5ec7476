// Equality of forms (expressions of concrete Core that are compiled as one unit). Equal forms share one plan, for
// example when the user enters a form again, or when a form occurs twice in a text.
#pragma once
#include "frontend/core/core.hpp"
#include <unordered_map>

namespace nova::plan {

/// Whether two forms are equal: same structure, types, slots and definitions. Source positions and variable names do
/// not matter.
bool same_form(const Types& types, const Core& a, const Core& b);

/// Hashes of forms: equal forms have equal hashes. The hash of each node is computed once and kept.
class FormHashes {
 public:
  explicit FormHashes(const Types& types) : types_(types) {}
  uint64_t of(const Core& c);
  void forget(const Core& c) { known_.erase(&c); }

 private:
  const Types& types_;
  std::unordered_map<const Core*, uint64_t> known_;
};

} // namespace nova::plan
