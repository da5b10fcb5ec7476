// How lowering sees a value while it makes a plan (private to jit/lower).
//
// A Rep is what is known of a value: which plan variables hold its parts, or which function it is. Functions
// exist only here: a call puts the function's body in its place (beta reduction), with a frame of Reps as the
// interpreter has one of Values. A sum is a tuple of its tag (where there is more than one constructor) and a
// tuple of fields for each constructor, zeros but for its own.
//
// A function value that is one of several is a Choice: a number that says which, and what each of them holds, as a sum
// has its constructors' fields; a call of it chooses among the bodies. Which functions can be where is found while
// lowering: where branches meet, or a loop comes round, their functions' Shapes (values/flat_layout.hpp) are joined.
//
// Elements are a vector's columns. Rows need not lie one after the other: an element then has a start and an
// end, so that gather, filter or reverse of a nested vector moves no element.
#pragma once
#include "jit/plan/builder.hpp"
#include "jit/values/inputs.hpp"
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace nova::plan {

struct Rep;

struct Elements {
  enum Kind : uint8_t { Unit, Column, Tuple, Rows, Same } kind = Unit;
  enum Role : uint8_t { Items, Closure, Choice } role = Items; ///< Tuple: what the items are of
  const Core* lambda = nullptr;                                ///< Closure
  TypeId type{};                                               ///< Choice: of the functions
  std::shared_ptr<const Rep> same;                             ///< Same: what each element is
  Var column{};                                                ///< Column
  std::vector<Elements> items; ///< Tuple: its items'; Rows: what the places are in
  Var starts{}, ends{};        ///< Rows that lie anywhere
  std::optional<Var> offsets;  ///< Rows that lie one after the other: values/flat_layout.hpp's
  // Rows that are vector#n: their dimensions.
  uint32_t rank = 1;
  std::optional<Var> shape;   ///< `rank` for each element, side by side: values/flat_layout.hpp's
  std::vector<Var> extents{}; ///< otherwise a column for each dimension
};

struct Rep {
  enum Kind : uint8_t { Unit, Scalar, Tuple, Vector, Function, Choice, Free, Held } kind = Unit;
  Var var{};    ///< Scalar
  Input from{}; ///< Free: a value from outside the form; an input as soon as its type is known
  std::vector<Rep>
      items; ///< Tuple; Function: what it captured, then the arguments it has; Choice: the number of
             ///< the one it is, then the Functions it may be (none: it is never called); Held: the one
             ///< value that is the same for all elements that are being made
  std::vector<Var> dims;        ///< Vector
  Elements elements;            ///< Vector
  const Core* lambda = nullptr; ///< Function
  TypeId type{};                ///< Choice: of the functions; Scalar: of the boxed function whose place it is

  static Rep free(Input from) {
    Rep r;
    r.kind = Free, r.from = std::move(from);
    return r;
  }
  static Rep scalar(Var v) {
    Rep r;
    r.kind = Scalar, r.var = v;
    return r;
  }
  static Rep tuple(std::vector<Rep> items) {
    Rep r;
    r.kind = Tuple, r.items = std::move(items);
    return r;
  }
  static Rep function(const Core* lambda, std::vector<Rep> items) {
    Rep r;
    r.kind = Function, r.lambda = lambda, r.items = std::move(items);
    return r;
  }
  static Rep choice(TypeId type, std::vector<Rep> items) {
    Rep r;
    r.kind = Choice, r.type = type, r.items = std::move(items);
    return r;
  }
  static Rep vector(std::vector<Var> dims, Elements elements) {
    Rep r;
    r.kind = Vector, r.dims = std::move(dims), r.elements = std::move(elements);
    return r;
  }
};

/// What the items of such elements are.
inline Elements::Role role_of(const Rep& r) {
  return r.kind == Rep::Function ? Elements::Closure
         : r.kind == Rep::Choice ? Elements::Choice
                                 : Elements::Items;
}

using Reps = std::vector<Rep>;
using TypeIds = std::vector<TypeId>;

/// Makes the variables that a value consists of, one after the other in flat order.
using MakeVar = std::function<Var(VarType)>;

} // namespace nova::plan
