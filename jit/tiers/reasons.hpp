// The reasons for decisions about forms, from the table reasons.def.
#pragma once
#include <cstdint>
#include <string>
#include <utility>

namespace nova::plan {

enum class Reason : uint8_t {
#define REASON(Name, text) Name,
#include "jit/tiers/reasons.def"
#undef REASON
};

/// A reason with its detail.
struct Why {
  Reason reason = Reason::None;
  std::string detail{};

  explicit operator bool() const { return reason != Reason::None; }
  /// Returns the reason's text from the table, with the detail in place of `{}`.
  std::string text() const;
};

} // namespace nova::plan
