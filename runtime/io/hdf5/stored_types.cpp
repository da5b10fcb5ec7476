#include "runtime/io/hdf5/stored_types.hpp"
#include <algorithm>
#include <cctype>

namespace nova::hdf5 {

namespace {

/// Returns a type of floating-point numbers of 16 bits, which the library has no name for.
Id narrow_float(const Library& h, size_t exponent, size_t mantissa) {
  constexpr size_t bits = 16;
  const Id type = h.checked(h.H5Tcopy(h.type("H5T_NATIVE_FLOAT")));
  h.checked(h.H5Tset_fields(type, bits - 1, mantissa, exponent, 0, mantissa));
  h.checked(h.H5Tset_size(type, bits / 8));
  h.checked(h.H5Tset_ebias(type, (size_t{1} << (exponent - 1)) - 1));
  return type;
}

std::optional<Element> integer_of(const Library& h, Id type) {
  const bool is_unsigned = h.H5Tget_sign(type) == unsigned_sign;
  switch (h.H5Tget_size(type)) {
  case 1: return is_unsigned ? Element::U8 : Element::I8;
  case 2: return is_unsigned ? Element::U16 : Element::I16;
  case 4: return is_unsigned ? Element::U32 : Element::I32;
  case 8: return is_unsigned ? Element::U64 : Element::I64;
  default: return {};
  }
}

/// Returns the type of floating-point numbers that has the same values, in whatever order of bytes.
std::optional<Element> floating_of(const Library& h, Id type) {
  const Id in_order = h.checked(h.H5Tcopy(type));
  h.checked(h.H5Tset_order(in_order, h.H5Tget_order(h.type("H5T_NATIVE_FLOAT"))));
  for (const Element e : {Element::F16, Element::BF16, Element::F32, Element::F64})
    if (h.H5Tequal(in_order, memory_type(h, e)) > 0) return e;
  return {};
}

/// Whether an enumeration is that of bools: FALSE is 0, and TRUE is 1.
bool is_bool(const Library& h, Id type) {
  if (h.H5Tget_nmembers(type) != 2 || h.H5Tget_size(type) != 1) return false;
  for (const unsigned k : {0, 1}) {
    std::string name = member_name(h, type, k);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
    char value = 0;
    h.checked(h.H5Tget_member_value(type, k, &value));
    if (name != (value == 0 ? "FALSE" : value == 1 ? "TRUE" : "")) return false;
  }
  return true;
}

std::optional<Element> element_of(const Library& h, Id type) {
  switch (h.H5Tget_class(type)) {
  case Integer: return integer_of(h, type);
  case Float: return floating_of(h, type);
  case Enum: return is_bool(h, type) ? Element::Bool : integer_of(h, h.checked(h.H5Tget_super(type)));
  default: return {};
  }
}

/// Returns the name in messages of a type that is not read.
std::string words_for(const Library& h, Id type) {
  const std::string bytes = " of " + std::to_string(h.H5Tget_size(type)) + " bytes";
  switch (h.H5Tget_class(type)) {
  case Integer:
  case Enum: return "integers" + bytes;
  case Float: return "floating-point numbers" + bytes;
  case Time: return "times";
  case Bits: return "sets of bits";
  case Opaque: return "opaque bytes";
  case Compound: return "compounds within compounds";
  case Reference: return "references";
  case Rows: return "rows of several lengths";
  case ArrayType: return "arrays as elements";
  default: return "elements of a newer type of HDF5's";
  }
}

} // namespace

std::string member_name(const Library& h, Id type, unsigned k) {
  const char* const name = h.H5Tget_member_name(type, k);
  if (!name) h.fail();
  return name;
}

Id memory_type(const Library& h, Element e) {
  switch (e) {
  case Element::I8: return h.type("H5T_NATIVE_INT8");
  case Element::I16: return h.type("H5T_NATIVE_INT16");
  case Element::I32: return h.type("H5T_NATIVE_INT32");
  case Element::I64: return h.type("H5T_NATIVE_INT64");
  case Element::U16: return h.type("H5T_NATIVE_UINT16");
  case Element::U32: return h.type("H5T_NATIVE_UINT32");
  case Element::U64: return h.type("H5T_NATIVE_UINT64");
  case Element::F16: return narrow_float(h, 5, 10);
  case Element::BF16: return narrow_float(h, 8, 7);
  case Element::F32: return h.type("H5T_NATIVE_FLOAT");
  case Element::F64: return h.type("H5T_NATIVE_DOUBLE");
  default: return h.type("H5T_NATIVE_UINT8");
  }
}

H5Part part_of(const Library& h, Id type) {
  H5Part part;
  if (h.H5Tget_class(type) == String)
    part.text_size = h.checked(h.H5Tis_variable_str(type)) ? 0 : h.H5Tget_size(type);
  else if (part.element = element_of(h, type); !part.element)
    part.unread = words_for(h, type);
  return part;
}

} // namespace nova::hdf5
