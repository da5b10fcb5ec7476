// Rep and Elements: how lowering represents a value while it makes a plan (private to jit/lower).
//
// A Rep is an abstract value: it says which plan variables hold the parts of a value, or which function it is.
// Function values exist only as Reps: lowering replaces a call by the function's body (beta reduction), with a frame
// of Reps where the interpreter has a frame of Values. A value of a sum type is a tuple: its tag, if there are
// several constructors, then for each constructor a tuple of that constructor's fields. Fields of a constructor that
// did not make the value are zeros.
//
// A function value that may be one of several functions is a Choice: a number that says which one, and the captured
// values of each. A call of it branches on the number. To find the functions that a value may be, lowering joins
// their ValueShapes at the end of branches and in the state of loops (values/value_shape.hpp).
//
// Elements describe the elements of a vector by columns. The rows of a nested vector need not be contiguous: each row
// may have a start and an end of its own. So gather, filter and reverse of a nested vector copy only the starts and
// ends.
#pragma once
#include "jit/plan/builder.hpp"
#include "jit/values/inputs.hpp"
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace nova::plan {

struct Rep;

/// The elements of a vector. Comments on members begin with the kinds or roles that use them.
struct Elements {
  enum Kind : uint8_t { Unit, Column, Tuple, Rows, Same } kind = Unit;
  /// Tuple: whether each element is a tuple, a function (Closure), or one of several functions (Choice)
  enum Role : uint8_t { Items, Closure, Choice } role = Items;
  const Core* lambda = nullptr;    ///< Closure: the code of the function that all elements are
  TypeId type{};                   ///< Choice: the type of the functions
  std::shared_ptr<const Rep> same; ///< Same: the value that all elements have
  Var column{};                    ///< Column: the column of the elements, which are scalars
  /// Tuple: the elements of each item; Rows: one entry, the elements of all rows
  std::vector<Elements> items;
  /// Rows that need not be contiguous: columns of the indices in items[0] at which each row begins and ends
  Var starts{}, ends{};
  /// Rows that are contiguous: the column of their offsets (values/flat_layout.hpp)
  std::optional<Var> offsets;
  uint32_t rank = 1;          ///< Rows: the number of dimensions of each row; above 1, the rows are vector#n
  std::optional<Var> shape;   ///< Rows with rank > 1: one column with `rank` entries for each row, or none
  std::vector<Var> extents{}; ///< Rows with rank > 1, if there is no `shape`: a column for each dimension
};

/// What is known of a value. Comments on members begin with the kinds that use them.
struct Rep {
  enum Kind : uint8_t { Unit, Scalar, Tuple, Vector, Function, Choice, Free, Held } kind = Unit;
  Var var{}; ///< Scalar: the plan variable that holds it
  /// Free: where the value comes from; it is outside of the form, and becomes an input once its type is known
  Input from{};
  /// Tuple: its items. Function: its captured values, then the arguments that it has. Choice: the number that says
  /// which function it is, then the Functions that it may be (if there are none, it is never called). Held: one
  /// value, which is the same for all elements of the vector that is being made.
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

/// Returns the role of Elements each of which is a value of the same kind as `r`.
inline Elements::Role role_of(const Rep& r) {
  return r.kind == Rep::Function ? Elements::Closure
         : r.kind == Rep::Choice ? Elements::Choice
                                 : Elements::Items;
}

using Reps = std::vector<Rep>;
using TypeIds = std::vector<TypeId>;

/// A function that returns a variable of the given type. It is called once for each variable of a value, in the order
/// of the flat layout.
using MakeVar = std::function<Var(VarType)>;

} // namespace nova::plan
