// Two forms of concrete core that are one form: a text that was typed again, a line that stands twice.
#pragma once
#include "frontend/core/core.hpp"
#include <unordered_map>

namespace nova::plan {

/// Do they read alike, at the same types, with the same slots and definitions? Where they stand and what
/// their variables are called does not matter.
bool same_form(const Types& types, const Core& a, const Core& b);

/// Hashes that forms share which are the same; each node's is worked out once.
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
