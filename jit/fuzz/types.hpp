// Types of random programs, and the datatypes that they use.
#pragma once
#include "runtime/element.hpp"
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nova::fuzz {

struct Constructor {
  std::string_view name, field; ///< the field's type, with type variables 'a and 'b; "" if there is no field
};

struct Datatype {
  std::string_view name;
  uint8_t parameters;
  std::string_view declaration; ///< the definition's text; "" if it is in the prelude
  Constructor constructors[3] = {};
  std::span<const Constructor> all() const {
    size_t count = 1;
    while (count < std::size(constructors) && !constructors[count].name.empty()) ++count;
    return {constructors, count};
  }
};
std::span<const Datatype> all_datatypes();
const Datatype* find_datatype(std::string_view name);

/// A type of the language. In a row (rows.hpp), a Letter is a type variable.
struct Type {
  enum Kind : uint8_t { Prim, Tuple, Vector, Function, Sum, Letter } kind = Prim;
  Element element = Element::I64;
  char letter = 0;
  uint8_t rank = 1;              ///< for a Vector: number of dimensions
  const Datatype* sum = nullptr; ///< for a Sum: its datatype; `items` are its type arguments
  std::vector<Type> items;
  bool operator==(const Type&) const = default;
};
Type vector_of(Type element, uint8_t rank = 1);
Type function_of(Type from, Type to);
/// Returns the text of a type in the language, with every function type and every datatype with arguments in
/// parentheses. read_type reads such a text.
std::string print_type(const Type& t);
Type read_type(std::string_view text);
/// Returns the type of a constructor's field in a sum; none if it has no field.
std::optional<Type> field_of(const Type& sum, const Constructor& c);
bool has_function(const Type& t);
/// Whether this is a type of complex numbers.
bool is_complex(const Type& t);

} // namespace nova::fuzz
