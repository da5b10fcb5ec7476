// Dates, datetimes and durations as text, by ISO 8601 and as the prelude's functions have it (prelude/dates.nv).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// Returns the days from 1970-01-01 to a date like 2026-11-28, of the years 1 to 9999; nothing if the text is none.
std::optional<int64_t> parse_date(std::string_view text);
/// Returns the microseconds from 1970-01-01T00:00:00Z to a moment: a date, or a date, T or a blank, a time, and a zone or
/// none, which is UTC.
std::optional<int64_t> parse_datetime(std::string_view text);
/// Returns the microseconds of a duration: by ISO 8601 as P1DT2H3M4.5S, in weeks, days, hours, minutes and seconds, or as a
/// clock has it, 26:03:04.5 and `1 days 02:03:04.5`, with a sign or none; nothing if the text is none, or an int is too small.
std::optional<int64_t> duration_of_text(std::string_view text);
/// Whether it is a duration by ISO 8601.
bool is_iso_duration(std::string_view text);
/// Appends a duration by ISO 8601.
void append_duration(std::string& out, int64_t micros);
/// Appends a date or a datetime. Returns false if it is not of the years 1 to 9999, which have four digits.
[[nodiscard]] bool append_date(std::string& out, int64_t days);
[[nodiscard]] bool append_datetime(std::string& out, int64_t micros);
/// Appends the form that makes a date, a datetime or a duration, as (date 2026 11 28). Dates and datetimes of other years
/// are (Date days) and (Datetime micros).
void append_date_form(std::string& out, int64_t days);
void append_datetime_form(std::string& out, int64_t micros);
void append_duration_form(std::string& out, int64_t micros);

} // namespace nova
