// The types of built-ins, parsed from the text in their rows (frontend/builtins/*.def).
#pragma once
#include "frontend/infer/scheme.hpp"
#include <vector>

namespace nova {

/// Parses the type in each built-in's row once, when it is first needed.
class Signatures {
 public:
  explicit Signatures(Types& types) : types_(types) {}
  const Signature& of(BuiltinId id);
  /// Returns how many rows' types were parsed so far.
  size_t count() const { return count_; }

 private:
  Types& types_;
  std::vector<Signature> signatures_; ///< indexed by BuiltinId; empty until needed
  std::vector<bool> read_;
  size_t count_ = 0;
};

} // namespace nova
