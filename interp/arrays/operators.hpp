// Array built-ins whose function is a scalar built-in, on primitive columns: the same loops without a call
// per element. Each gives nothing where it does not apply, and the general loop runs.
#pragma once
#include "interp/arrays/arrays.hpp"

namespace nova::arrays {

/// A function value that is a scalar built-in: (lambda (a b) (+ a b)), or (+ 1), where `first` is given.
struct Operator {
  BuiltinId id{};
  uint32_t arity = 0;           ///< arguments still to come: 1 or 2
  const Value* first = nullptr; ///< owned by the function value
};
std::optional<Operator> operator_of(const Value& f);

/// (map f x) or (map f x y), all of one shape.
std::optional<Value> map_operator(Machine& m, const Value& function, Args vectors, const Layout* result);

/// The tree of f over x (which is not empty), in the lane shape or the ordered one.
std::optional<Value> reduce_operator(Machine& m, const Value& f, const Array& x, bool lane);

/// (scan f i x), or exscan where `before`.
std::optional<Value> scan_operator(Machine& m, const Value& f, const Value& start, const Array& x,
                                   bool before);

} // namespace nova::arrays
