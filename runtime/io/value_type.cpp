#include "runtime/io/value_type.hpp"

namespace nova {

std::string optional_name(const ValueType& t) {
  const bool several = t.name.find(' ') != t.name.npos && !t.name.starts_with('(');
  return several ? "(Maybe (" + t.name + "))" : "(Maybe " + t.name + ")";
}

Value default_value(const ValueType& t) {
  std::vector<Value> parts;
  switch (t.kind) {
  case ValueType::Scalar: return Value::from_bits(static_cast<Tag>(t.layout->element), 0);
  case ValueType::Text: return Value::vector(Array(ColumnBuilder(t.layout->children[0]).finish()));
  case ValueType::Vector:
    return Value::vector(
        Array(ColumnBuilder(t.parts[0]->layout).finish(), 0, std::vector<int64_t>(t.rank, 0)));
  case ValueType::Optional: return Value::sum(1 - t.present);
  case ValueType::Date:
  case ValueType::Datetime:
  case ValueType::Duration: parts.push_back(Value::of(int64_t{0})); return Value::sum(0, parts);
  case ValueType::Tuple:
  case ValueType::Complex:
  case ValueType::Record:
    for (const ValueType* part : t.parts) parts.push_back(default_value(*part));
    return t.kind == ValueType::Tuple ? Value::tuple(parts) : Value::sum(0, parts);
  case ValueType::Sum: break;
  }
  // A sum: its first constructor, which no file's column has (arrow.hpp).
  if (t.parts[0]) parts.push_back(default_value(*t.parts[0]));
  return Value::sum(0, parts);
}

} // namespace nova
