// Array built-ins whose function argument is a scalar built-in, on primitive columns: the same loops without a call
// for each element. Each function returns nothing if it does not apply; the caller then runs the general loop.
#pragma once
#include "interp/arrays/arrays.hpp"

namespace nova::arrays {

/// A function value that only calls a scalar built-in, as (lambda (a b) (+ a b)), or (+ 1), which holds the argument
/// `first`.
struct Operator {
  BuiltinId id{};
  uint32_t arity = 0;           ///< number of arguments that are still missing
  const Value* first = nullptr; ///< the argument that the function value holds, or null
};
/// Returns a function value as an Operator, or nothing if it is none.
std::optional<Operator> operator_of(const Value& f);

/// Evaluates (map f x) or (map f x y); the vectors have the same dimensions.
std::optional<Value> map_operator(Machine& m, const Value& function, Args vectors, const Layout* result);

/// Reduces x, which is not empty, by f: in the lane shape if `lane`, else in the ordered shape.
std::optional<Value> reduce_operator(Machine& m, const Value& f, const Array& x, bool lane);

/// Evaluates (scan f start x), or exscan if `before`.
std::optional<Value> scan_operator(Machine& m, const Value& f, const Value& start, const Array& x,
                                   bool before);

} // namespace nova::arrays
