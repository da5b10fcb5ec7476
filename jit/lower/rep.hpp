// Rep and Elements: how lowering represents a value while it makes a plan (private to jit/lower).
//
// A Rep is what is known of a value: which plan variables hold its parts, or which function it is. Functions exist
// only here: a call is replaced by the function's body (beta reduction), with a frame of Reps as the interpreter has
// one of Values. A sum is a tuple: its tag, if there are several constructors, then a tuple of fields for each
// constructor. The fields of all constructors but its own are zeros.
//
// A function value that is one of several is a Choice: a number that says which, and the values that each of the
// functions holds. A call of it branches on the number. Lowering finds which functions a value may be: where branches
// join or a loop repeats, the ValueShapes of their functions are joined (values/value_shape.hpp).
//
// Elements are the columns of a vector. Rows need not lie one after the other: each row then has a start and an end,
// so that gather, filter or reverse of a nested vector moves no element.
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
  /// Tuple: whether it holds tuples, closures or choices
  enum Role : uint8_t { Items, Closure, Choice } role = Items;
  const Core* lambda = nullptr;    ///< Closure: its code
  TypeId type{};                   ///< Choice: the type of its functions
  std::shared_ptr<const Rep> same; ///< Same: the value of every element
  Var column{};                    ///< Column: its variable
  /// Tuple: the elements of each item; Rows: one entry, what the rows consist of
  std::vector<Elements> items;
  Var starts{}, ends{};       ///< Rows that lie anywhere: columns of where each begins and ends
  std::optional<Var> offsets; ///< Rows that lie one after the other: their offsets (values/flat_layout.hpp)
  // The dimensions of rows that are vector#n.
  uint32_t rank = 1;
  std::optional<Var> shape;   ///< one column with `rank` dimensions for each row (values/flat_layout.hpp)
  std::vector<Var> extents{}; ///< without `shape`: a column for each dimension
};

struct Rep {
  enum Kind : uint8_t { Unit, Scalar, Tuple, Vector, Function, Choice, Free, Held } kind = Unit;
  Var var{}; ///< Scalar: its variable
  /// Free: a value from outside the form, which becomes an input once its type is known
  Input from{};
  /// Tuple: its items. Function: what it captured, then the arguments that it has. Choice: the number that says which
  /// function it is, then the Functions that it may be (none: it is never called). Held: one value, the same for all
  /// elements that are being made.
  std::vector<Rep> items;
  std::vector<Var> dims;        ///< Vector: its dimensions, outermost first
  Elements elements;            ///< Vector: its elements
  const Core* lambda = nullptr; ///< Function: its code
  /// Choice: the type of its functions; Scalar: the type of the boxed function whose cell index it is
  TypeId type{};

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

/// Returns the role of elements whose values are of the kind of `r`.
inline Elements::Role role_of(const Rep& r) {
  return r.kind == Rep::Function ? Elements::Closure
         : r.kind == Rep::Choice ? Elements::Choice
                                 : Elements::Items;
}

using Reps = std::vector<Rep>;
using TypeIds = std::vector<TypeId>;

/// Returns a variable of a type. It is called for each variable of a value, in flat order.
using MakeVar = std::function<Var(VarType)>;

} // namespace nova::plan
