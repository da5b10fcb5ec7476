// Which types are the prelude's types of dates and times.
#pragma once
#include "frontend/core/types.hpp"

namespace nova {

enum class MomentKind : uint8_t { None, Date, Datetime, Duration };

/// Returns which of the prelude's types of dates and times t is.
inline MomentKind moment_of(const Types& types, const Symbols& symbols, TypeId t) {
  t = types.resolve(t);
  if (!types.is(t, TypeKind::Sum)) return MomentKind::None;
  const SumType& sum = types.sum_type(SumId{types[t].payload});
  if (!sum.prelude) return MomentKind::None;
  const std::string_view name = symbols.text(sum.name);
  return name == "Date"       ? MomentKind::Date
         : name == "Datetime" ? MomentKind::Datetime
         : name == "Duration" ? MomentKind::Duration
                              : MomentKind::None;
}

} // namespace nova
