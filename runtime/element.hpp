// Element types: the types whose values a column stores without pointers.
//
// The short names used across Nova, i64 i32 i16 i8 u64 u32 u16 u8 f32 f64, are the machine's number types: int int32
// int16 int8 uint64 uint32 uint16 uint8 float double in the language. A bool and a char take one byte each; unit takes
// no space. The narrow floating types, half and bfloat16, are stored as 16 bits and computed as float: no tier has
// arithmetic of them (frontend/monomorphise/narrow.cpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace nova {

enum class Element : uint8_t { I64, I32, I16, I8, U64, U32, U16, U8, F32, F64, Bool, Char, F16, BF16, Unit };
inline constexpr int element_count = 15;

/// Returns the bytes of one element in a column (0 for unit).
constexpr size_t element_size(Element e) {
  constexpr size_t sizes[element_count] = {8, 4, 2, 1, 8, 4, 2, 1, 4, 8, 1, 1, 2, 2, 0};
  return sizes[static_cast<int>(e)];
}

/// Returns the element type's name in the language: `int`, `float`, ...
constexpr std::string_view element_name(Element e) {
  constexpr std::string_view names[element_count] = {"int",    "int32",  "int16", "int8",     "uint64",
                                                     "uint32", "uint16", "uint8", "float",    "double",
                                                     "bool",   "char",   "half",  "bfloat16", "unit"};
  return names[static_cast<int>(e)];
}

/// Returns the letters behind a literal of the number type, as in `7u8`; "" for bool, char and unit.
constexpr std::string_view element_suffix(Element e) {
  constexpr std::string_view suffixes[element_count] = {"i64", "i32", "i16", "i8", "u64", "u32", "u16", "u8",
                                                        "f",   "L",   "",    "",   "h",   "bf",  ""};
  return suffixes[static_cast<int>(e)];
}

constexpr bool is_integer(Element e) { return e <= Element::U8; }
constexpr bool is_signed(Element e) { return e <= Element::I8; }
constexpr bool is_unsigned(Element e) { return is_integer(e) && !is_signed(e); }
/// Whether the tiers compute with the type: float and double.
constexpr bool is_floating(Element e) { return e == Element::F32 || e == Element::F64; }
/// Whether it is a floating type that is stored only: half and bfloat16.
constexpr bool is_narrow(Element e) { return e == Element::F16 || e == Element::BF16; }
constexpr bool is_real(Element e) { return is_floating(e) || is_narrow(e); }
constexpr bool is_number(Element e) { return e <= Element::F64 || is_narrow(e); }

/// Returns the least number of an integer type, and the greatest one. The greatest of uint64 needs the unsigned type.
constexpr int64_t least_integer(Element e) {
  return is_signed(e) ? INT64_MIN >> (64 - 8 * element_size(e)) : 0;
}
constexpr uint64_t greatest_integer(Element e) {
  return ~uint64_t{0} >> (64 - 8 * element_size(e) + (is_signed(e) ? 1 : 0));
}

} // namespace nova
