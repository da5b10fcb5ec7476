// Derives rows from the table of built-ins, so that programs contain a new built-in without further work.
#include "frontend/core/builtin.hpp"
#include "jit/fuzz/rows.hpp"
#include <algorithm>

namespace nova::fuzz {
namespace {

/// Whether the built-in mostly fails on random arguments.
bool is_risky(BuiltinId id) {
  switch (id) {
  case BuiltinId::Divide:
  case BuiltinId::Remainder:
  case BuiltinId::Permute:
  case BuiltinId::Gather:
  case BuiltinId::Scatter:
  case BuiltinId::ReduceByIndex:
  case BuiltinId::Slice:
  case BuiltinId::Unflatten:
  case BuiltinId::Matrix:
  case BuiltinId::ParseInt:
  case BuiltinId::ParseDouble:
  case BuiltinId::RegexTable:
  case BuiltinId::Plot:
  case BuiltinId::Error: return true;
  default: return false;
  }
}

/// Whether the built-in has rows written by hand, because lengths among its arguments must be small enough for
/// memory, or because its type must be stated.
bool by_hand(BuiltinId id) {
  switch (id) {
  case BuiltinId::Iota:
  case BuiltinId::RangeTo:
  case BuiltinId::Tabulate:
  case BuiltinId::MakeArray:
  case BuiltinId::Put:
  case BuiltinId::Replicate:
  case BuiltinId::Expand:
  case BuiltinId::FromDouble:
  case BuiltinId::Error: return true;
  default: return false;
  }
}

uint32_t weight_of(BuiltinId id) {
  switch (id) {
  case BuiltinId::Add: return 6;
  case BuiltinId::Subtract: return 4;
  case BuiltinId::Multiply: return 5;
  case BuiltinId::Min:
  case BuiltinId::Max:
  case BuiltinId::Fma:
  case BuiltinId::Less:
  case BuiltinId::Equal: return 2;
  default: return is_risky(id) ? 0 : 1;
  }
}

/// Returns the letter that stands for the types of a type class in rows; 0 if there is none.
char letter_of(std::string_view constraint) {
  constexpr std::pair<std::string_view, char> letters[] = {
      {"Num", 'z'}, {"Integral", 'i'}, {"Fractional", 'w'}, {"Ord", 'o'},
      {"Eq", 'e'},  {"Bits", 't'},     {"Scalar", 's'}};
  for (const auto& [name, letter] : letters)
    if (constraint == name) return letter;
  return 0;
}

void rename(Type& t, char from, char to) {
  if (t.kind == Type::Letter && t.letter == from) t.letter = to;
  for (Type& item : t.items) rename(item, from, to);
}

/// Reads a type scheme. In "Ord 'k => ('a -> 'k) -> vector 'a -> vector 'a", 'k becomes the letter of the class Ord.
/// Returns none if letters cannot express the constraints.
std::optional<Type> read_scheme(std::string_view scheme) {
  const size_t arrow = scheme.find(" => ");
  if (arrow == scheme.npos) return read_type(scheme);
  const std::string_view classes = scheme.substr(0, arrow);
  char letter = letter_of(classes.substr(0, classes.find(' ')));
  if (const size_t comma = classes.find(',');
      comma != classes.npos) { // "Num 'a, Ord 'a": complex numbers have no order
    if (classes.substr(comma) != ", Ord 'a" || (letter != 'z' && letter != 'w')) return std::nullopt;
    letter = letter == 'z' ? 'n' : 'f';
  }
  if (!letter) return std::nullopt;
  Type t = read_type(scheme.substr(arrow + 4));
  rename(t, classes.back(), letter);
  return t;
}

Row call(const BuiltinRow& b, Type type) {
  Row row{{}, {{Part::Text, "(" + std::string(b.spelling), {}}}, weight_of(b.id)};
  for (uint8_t k = 0; k < b.arity; ++k) {
    row.parts.push_back({Part::Text, " ", {}});
    row.parts.push_back({Part::Hole, {}, type.items[0]});
    type = Type(type.items[1]);
  }
  row.parts.push_back({Part::Text, ")", {}});
  row.result = std::move(type);
  return row;
}

/// Returns a row for the built-in itself as a function value. The row's text states the type, since a definition
/// without it could get another type of the same type class.
Row as_value(const BuiltinRow& b, const Type& type) {
  const std::string name(b.spelling);
  return {
      type,
      {{Part::Text, "((lambda (q : ", {}}, {Part::Spelled, {}, type}, {Part::Text, ") q) " + name + ")", {}}},
      weight_of(b.id)};
}

} // namespace

std::vector<Row> builtin_rows() {
  std::vector<Row> rows;
  for (const BuiltinRow& b : all_builtins()) {
    if (b.kind != BuiltinKind::Scalar && b.kind != BuiltinKind::Array) continue;
    const std::optional<Type> type = by_hand(b.id) ? std::nullopt : read_scheme(b.scheme);
    if (!type || type->kind != Type::Function) continue;
    rows.push_back(call(b, *type));
    const bool splits = b.id == BuiltinId::BitOr; // inside of [], a `|` separates parts of a comprehension
    if (b.kind == BuiltinKind::Scalar && !splits) rows.push_back(as_value(b, *type));
  }
  return rows;
}

} // namespace nova::fuzz
