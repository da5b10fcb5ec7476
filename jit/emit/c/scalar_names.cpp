// The spelling of types, scalar functions and numbers in the generated C.
#include "jit/emit/c/scalar_names.hpp"
#include "interp/scalar_table.hpp"
#include "jit/analysis/queries.hpp"
#include "runtime/word.hpp"
#include <cmath>
#include <cstdio>

namespace nova::plan {

namespace {

std::string letters(Element e) { return c_type(e).substr(3); }

bool is_conversion(BuiltinId id) { return id >= BuiltinId::ToInt && id <= BuiltinId::FromDouble; }

/// Returns the least or largest integer of a type, in C. For a floating type returns the rank of NaN, which is the
/// identity element of min and max.
std::string c_extreme(Element e, bool largest) {
  if (is_floating(e)) return largest ? "-1" : "0";
  if (!is_integer(e)) return "";
  const auto width = static_cast<unsigned>(element_size(e) * 8) - is_signed(e);
  const std::string most = "(nv_i64)(~0ull >> " + std::to_string(64 - width) + ")";
  return largest ? most : is_signed(e) ? "-" + most + " - 1" : "0";
}

} // namespace

std::string c_type(Element e) {
  constexpr const char* types[] = {"nv_i64", "nv_i32", "nv_i16", "nv_i8", "nv_u64", "nv_u32", "nv_u16",
                                   "nv_u8",  "nv_f32", "nv_f64", "nv_b8", "nv_c8",  "nv_f16", "nv_bf16"};
  return types[static_cast<int>(e)];
}

bool is_maths(BuiltinId id) { return builtin(id).cost.find(" to ") != std::string_view::npos; }

std::string c_function(BuiltinId id, Element operand, Element result) {
  id = same_operation(id, operand, result);
  if (is_conversion(id)) return "nv_to_" + letters(result) + "_" + letters(operand);
  // Bool and char have the representation of uint8. For operations without a function of their own they use uint8's.
  const bool byte = operand == Element::Bool || operand == Element::Char;
  const bool own = id == BuiltinId::Not || (builtin(id).scheme.starts_with("Eq") || result == Element::Bool);
  return "nv_" + std::string(builtin(id).function) + "_" + (byte && !own ? "u8" : letters(operand));
}

std::string c_neutral(BuiltinId id, Element e) {
  const bool whole = is_integer(e) || e == Element::Bool;
  switch (id) {
  case BuiltinId::Add: return is_floating(e) ? "-0.0f" : "0";
  case BuiltinId::Multiply: return "1";
  case BuiltinId::Min: return c_extreme(e, true);
  case BuiltinId::Max: return c_extreme(e, false);
  case BuiltinId::BitOr:
  case BuiltinId::BitXor:
  case BuiltinId::Or: return whole ? "0" : "";
  case BuiltinId::BitAnd: return whole ? "-1" : "";
  case BuiltinId::And: return "1";
  default: return "";
  }
}

std::string floating_literal(Element e, uint64_t bits) {
  const bool single = e == Element::F32;
  const double v = single ? static_cast<double>(from_word<float>(bits)) : from_word<double>(bits);
  const std::string suffix = single ? "f" : "";
  if (std::isnan(v)) return "__builtin_nan" + suffix + "(\"\")";
  if (std::isinf(v)) return (v < 0 ? "-__builtin_inf" : "__builtin_inf") + suffix + "()";
  char text[64];
  std::snprintf(text, sizeof text, "%a", v);
  return text + suffix;
}

std::string constant_text(const Stm& s) {
  if (is_floating(s.element)) return "(" + floating_literal(s.element, s.bits) + ")";
  const auto v = static_cast<int64_t>(s.bits);
  if (s.element == Element::U64) return std::to_string(s.bits) + "ull";
  // The smallest integer has no literal of its own in C.
  const std::string text = v == INT64_MIN ? "-9223372036854775807ll - 1" : std::to_string(v) + "ll";
  return s.element == Element::I64 ? v < 0 ? "(" + text + ")" : text
                                   : "((" + c_type(s.element) + ")" + text + ")";
}

} // namespace nova::plan
