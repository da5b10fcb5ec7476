// Special loops of map, reduce and scan for primitive columns, if the function argument is a scalar built-in: they
// call no function for each element. A function returns nothing if its loop does not apply; its caller then runs the
// general loop.
#pragma once
#include "interp/arrays/arrays.hpp"

namespace nova::arrays {

/// A function value that only calls a scalar built-in, such as (lambda (a b) (+ a b)). The function value may hold
/// the built-in's first argument already, as (+ 1) does.
struct Operator {
  BuiltinId id{};
  uint32_t arity = 0;           ///< number of arguments that are still missing
  const Value* first = nullptr; ///< the argument that the function value holds, or null
};
/// Returns the function value f as an Operator, or nothing if f does more than call a scalar built-in.
std::optional<Operator> operator_of(const Value& f);

/// Evaluates (map f x) or (map f x y). The vectors have the same dimensions; `result` is the layout of the result's
/// elements. If f gives a field of a record or an item of a tuple, the result is that column, without a copy.
std::optional<Value> map_operator(Machine& m, const Value& function, Args vectors, const Layout* result);

/// Reduces x, which is not empty, by f, without a start value: in the lane shape if `lane`, else in the ordered shape
/// (runtime/shape.hpp).
std::optional<Value> reduce_operator(Machine& m, const Value& f, const Array& x, bool lane);

/// Evaluates (scan f start x), or (exscan f start x) if `before`.
std::optional<Value> scan_operator(Machine& m, const Value& f, const Value& start, const Array& x,
                                   bool before);

} // namespace nova::arrays
