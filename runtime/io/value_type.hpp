// The types of a program's values, as formats need them that hold more than rectangular arrays: JSON and Arrow.
#pragma once
#include "runtime/array.hpp"
#include <string>
#include <vector>

namespace nova {

/// What the values of a type are to a file.
struct ValueType {
  enum Kind : uint8_t {
    Scalar,
    Text,
    Date,
    Datetime,
    Duration,
    Vector,
    Tuple,
    Complex,
    Record,
    Optional,
    Sum
  } kind = Scalar;
  const Layout* layout = nullptr; ///< of such values in a column
  std::string name{};             ///< the type in messages
  uint32_t rank = 1;              ///< Vector: how many arrays lie in each other
  uint32_t present = 0;           ///< Optional: the constructor that has the value
  /// Vector and Optional: the type of the element, or value. Tuple, Complex and Record: those of the fields. Sum: for each
  /// constructor null, the type of its only field, or that of a tuple of its fields.
  std::vector<const ValueType*> parts{};
  bool is_payload = false;           ///< Tuple: whether it is the several fields of a sum's constructor
  std::vector<std::string> names{};  ///< Record: of the members. Sum: of the constructors
  std::vector<std::string> fields{}; ///< Record: the members' names in the program; empty if they are these
};

/// Returns the type of a value that is there.
inline const ValueType& present_type(const ValueType& t) {
  return t.kind == ValueType::Optional ? *t.parts[0] : t;
}
/// Whether values of the type are floating-point numbers, of which a missing one is NaN.
inline bool has_nan(const ValueType& t) { return t.kind == ValueType::Scalar && is_real(t.layout->element); }

/// Returns the type in messages of values that may be missing.
std::string optional_name(const ValueType& t);

/// Returns a value of the type that stands where none is there: zeros, empty texts, values that are missing.
Value default_value(const ValueType& t);

} // namespace nova
