// The types of built-ins, read from the text in their rows.
#pragma once
#include "frontend/infer/scheme.hpp"
#include <vector>

namespace nova {

/// Reads each row's type once, when it is first needed.
class Signatures {
 public:
  explicit Signatures(Types& types) : types_(types) {}
  const Signature& of(BuiltinId id);
  /// Returns how many rows were read so far.
  size_t count() const { return count_; }

 private:
  Types& types_;
  std::vector<Signature> signatures_; ///< indexed by BuiltinId; empty until needed
  std::vector<bool> read_;
  size_t count_ = 0;
};

} // namespace nova
