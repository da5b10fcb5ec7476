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
  std::string_view name, field; ///< the field's type over 'a, 'b; "" without one
};

struct Datatype {
  std::string_view name;
  uint8_t parameters;
  std::string_view declaration; ///< "" where the prelude has it
  Constructor constructors[3] = {};
  std::span<const Constructor> all() const {
    return {constructors, constructors[2].name.empty() ? size_t{2} : size_t{3}};
  }
};
std::span<const Datatype> all_datatypes();
const Datatype* find_datatype(std::string_view name);

/// A type of the language, or in a production a letter that stands for one.
struct Type {
  enum Kind : uint8_t { Prim, Tuple, Vector, Function, Sum, Letter } kind = Prim;
  Element element = Element::I64;
  char letter = 0;
  uint8_t rank = 1;              ///< Vector
  const Datatype* sum = nullptr; ///< Sum; items are its arguments
  std::vector<Type> items;
  bool operator==(const Type&) const = default;
};
Type vector_of(Type element, uint8_t rank = 1);
Type function_of(Type from, Type to);
/// As the language writes it, with every datatype and function in parentheses; and back.
std::string print_type(const Type& t);
Type read_type(std::string_view text);
/// The type of a constructor's field in a sum.
std::optional<Type> field_of(const Type& sum, const Constructor& c);
bool has_function(const Type& t);

} // namespace nova::fuzz
