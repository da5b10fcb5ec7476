// The types of a program as files need them (runtime/io/value_type.hpp).
#pragma once
#include "interp/arrays/arrays.hpp"
#include "runtime/io/value_type.hpp"
#include <deque>
#include <unordered_map>

namespace nova::arrays {

/// Makes what files need of types. A type that contains itself is made once.
class ValueTypes {
 public:
  explicit ValueTypes(Machine& m) : m_(m), types_(m.frontend.types) {}
  const ValueType& of(TypeId t);

 private:
  void fill(ValueType& v, TypeId t);
  bool is_plain_optional(TypeId t);
  void fill_sum(ValueType& v, TypeId t);
  void add_constructor(ValueType& v, TypeId t, uint32_t c);
  std::vector<const ValueType*> all_of(const std::vector<TypeId>& ts);
  Machine& m_;
  Types& types_;
  std::deque<ValueType> all_; // their addresses stay
  std::unordered_map<uint32_t, ValueType*> made_;
};

} // namespace nova::arrays
