#include "frontend/read/atoms.hpp"
#include "frontend/read/literal.hpp"
#include "frontend/read/malformed.hpp"
#include "frontend/read/nesting.hpp"

namespace nova {
namespace {

Symbol symbol_of(ReadState& s, Token t, uint32_t from) {
  std::string_view text = s.text.substr(from, t.end - from);
  if (has_invisible(text)) s.errors.report("E0114", s.span(t), {inert(shorten(text))});
  return s.symbols.intern(text == "→" ? "->" : text == "←" ? "<-" : text); // the arrows of printed papers
}

/// Returns the datum of a numeral that is a part of a complex number, the token t. It is a Floating, so that -0 has its
/// sign, unless it is hexadecimal or binary or has the suffix of an integer.
Datum* part_numeral(ReadState& s, std::string_view spelling, Token t) {
  const bool decimal = spelling.find_first_not_of("+-.0123456789") == spelling.npos;
  const bool integer = numeral_kind(spelling) == TokenKind::Integer && !decimal;
  Datum* d = s.arena.make(integer ? DatumKind::Integer : DatumKind::Floating, s.span(t));
  d->text = spelling;
  integer ? decode_integer(*d, s.errors) : decode_floating(*d, s.errors);
  return d;
}

} // namespace

void take_symbol(ReadState& s, Token t) {
  if (s.spelling(t) == "`" && quotes_list(s, t.end)) return quoted_list(s, t);
  Datum* d = s.arena.make(DatumKind::Symbol, s.span(t));
  d->symbol = symbol_of(s, t, t.begin);
  add(s, d);
}

void take_type_variable(ReadState& s, Token t) {
  Datum* d = s.arena.make(DatumKind::TypeVariable, s.span(t));
  d->symbol = symbol_of(s, t, t.begin + 1);
  if (s.spelling(t).find("->") != std::string_view::npos || s.spelling(t).find("→") != std::string_view::npos)
    s.errors.report("E0120", s.span(t), {s.shown(t)}).help("an arrow stands alone: 'a -> 'b");
  add(s, d);
}

void take_integer(ReadState& s, Token t) {
  Datum* d = s.arena.make(DatumKind::Integer, s.span(t));
  d->text = s.spelling(t);
  decode_integer(*d, s.errors);
  add(s, d);
}

void take_floating(ReadState& s, Token t) {
  Datum* d = s.arena.make(DatumKind::Floating, s.span(t));
  d->text = s.spelling(t);
  decode_floating(*d, s.errors);
  add(s, d);
}

void take_complex(ReadState& s, Token t) {
  ComplexSpelling parts = *complex_parts(s.spelling(t));
  parts.imaginary.remove_prefix(parts.imaginary.starts_with('+'));
  const Datum* items[] = {part_numeral(s, parts.real.empty() ? "0" : parts.real, t),
                          part_numeral(s, parts.imaginary, t)};
  Datum* d = s.arena.make(DatumKind::Complex, s.span(t));
  d->text = s.spelling(t), d->items = s.arena.items(items);
  add(s, d);
}

void take_boolean(ReadState& s, Token t) {
  add_value(s, DatumKind::Boolean, t, s.spelling(t) == "#t" || s.spelling(t) == "true");
}

void take_character(ReadState& s, Token t) {
  add_value(s, DatumKind::Character, t, decode_character(s.spelling(t), s.span(t), s.errors));
}

void take_string(ReadState& s, Token t) {
  Datum* d = s.arena.make(DatumKind::String, s.span(t));
  std::string_view bytes = s.spelling(t).substr(1, t.end - t.begin - 2);
  bool plain = bytes.find('\\') == std::string_view::npos;
  d->text = plain ? bytes : s.arena.text(decode_string(s.spelling(t), s.span(t), s.errors));
  add(s, d);
}

} // namespace nova
