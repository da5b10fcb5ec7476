// Help for type errors with dates, times and durations.
#pragma once
#include "frontend/infer/inference.hpp"

namespace nova {

/// Adds help where a date, a time or a duration is wanted and something else stands, or the other way round.
void help_with_moments(const Inference& in, Diagnostic& d, TypeId wanted, TypeId found, Span at);
/// Returns how the text that is written `text` is read as a date: the call of `date` for a literal such as "2024-03-01",
/// else that of `parse-date`.
std::string date_of_text(const std::string& text);
/// Adds help where a date, a time or a duration is taken for a number.
void help_with_arithmetic_of_moments(const Inference& in, Diagnostic& d, TypeId lacks, Classes classes);

} // namespace nova
