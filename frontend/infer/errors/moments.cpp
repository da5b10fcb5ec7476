#include "frontend/infer/errors/moments.hpp"
#include "frontend/core/moments.hpp"
#include "frontend/infer/errors/help.hpp"
#include <cctype>
#include <fmt/format.h>

namespace nova {
namespace {

/// Returns the name of a type of dates or times in the prelude; "" for another type.
std::string_view moment_name(const Inference& in, TypeId t) {
  switch (moment_of(in.f.types, in.f.symbols, t)) {
  case MomentKind::None: break;
  case MomentKind::Date: return "Date";
  case MomentKind::Datetime: return "Datetime";
  case MomentKind::Duration: return "Duration";
  }
  return "";
}

/// Returns the call that makes the date of a literal such as "2024-03-01"; "" if the text is no such literal.
std::string date_of_literal(const std::string& text) {
  constexpr std::string_view form = "\"dddd-dd-dd\"";
  if (text.size() != form.size()) return "";
  for (size_t k = 0; k < form.size(); ++k)
    if (form[k] == 'd' ? !std::isdigit(static_cast<unsigned char>(text[k])) : text[k] != form[k]) return "";
  const auto number = [&](size_t from, size_t size) { return std::stoi(text.substr(from, size)); };
  return fmt::format("(date {} {} {})", number(1, 4), number(6, 2), number(9, 2));
}

} // namespace

std::string date_of_text(const std::string& text) {
  const std::string made = date_of_literal(text);
  if (!made.empty()) return "a date is written " + made;
  return "the date that a text tells is (parse-date " + (text[0] == '"' ? "text" : text) + "), a Maybe";
}

void help_with_moments(const Inference& in, Diagnostic& d, TypeId wanted, TypeId found, Span at) {
  const std::string_view want = moment_name(in, wanted), have = moment_name(in, found);
  const std::string text = operand_text(in, at, "x");
  if (want == "Date" && have == "Datetime")
    d.help(fmt::format("the day of a moment is (date-of {})", text));
  else if (want == "Duration" && have == "Datetime")
    d.help(fmt::format("the time of its day is (time-of-day {})", text));
  else if (want == "Datetime" && have == "Date")
    d.help(fmt::format("the moment at which a day begins is (at-time {} (duration 0 0 0 0.0))", text));
  if (want.empty() || want == "Duration" || !in.is(found, TypeKind::Vector) || !is_text(in, found)) return;
  if (want == "Date") return void(d.help(date_of_text(text)));
  d.help(fmt::format("the moment that a text tells is (parse-datetime {}), a Maybe",
                     text[0] == '"' ? "text" : text));
}

void help_with_arithmetic_of_moments(const Inference& in, Diagnostic& d, TypeId lacks, Classes classes) {
  const std::string_view name = moment_name(in, lacks);
  if (!(classes & (Num | Integral | Fractional))) return;
  if (name == "Date")
    d.help("days are added by (add-days 1 d); those between two dates are (days-between from to)");
  if (name == "Datetime")
    d.help("time is added by (later (duration 0 1 0 0.0) t); that between two moments is (duration-between "
           "from to)");
  if (name == "Duration") d.help("the seconds of a duration are the number (seconds-of t)");
}

} // namespace nova
