// The reason why a type is expected, which an error message states besides the two types.
#pragma once
#include "frontend/core/types.hpp"
#include "frontend/source/source.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace nova {

struct Core;

struct Why {
  enum Kind : uint8_t {
    Argument,   ///< argument `number` of `name`
    Operand,    ///< as Argument, but of a built-in whose type has classes, such as `+`, which needs numbers
    Source,     ///< the vector that a comprehension's `<-` takes elements from
    Condition,  ///< the condition of `name`, which is if or while, or empty for a comprehension
    NoElse,     ///< the branch of an `if` without else (`name`: the macro that made it)
    Branch,     ///< the else branch, which must agree with the then branch (`other`)
    Then,       ///< the then branch, which must agree with an else branch that a macro made
    Arm,        ///< arm `number` of a match, which must agree with the first (`other`)
    Element,    ///< element `number` of a vector, which must agree with the first (`other`)
    Row,        ///< row `number` (from 0) of a literal whose type is a vector#n
    Annotation, ///< an expression, which must agree with the type written at `other`
    Parameter,  ///< a parameter's pattern
    Result,     ///< a function's body, which must agree with the written result type
    Definition, ///< a definition, which must agree with its uses in its own group
    Pattern,    ///< a pattern, which must agree with the matched value
    Assignment, ///< the new value in a set! of `name`
    Field,      ///< the value of the field `name` in a `with`
    SetVector,  ///< the variable v in (set! v!i e)
    NewElement, ///< the new element in a set! of an element of the vector at `other`
    Bound,      ///< the end or step of a `for`, which must agree with its start
    Index,      ///< the index of a vector
    Component   ///< an element of the built-in's argument
  } kind = Argument;
  uint32_t number = 0;
  std::string_view name{};
  Span other{};
  Span at{};                  ///< where a failure is reported, for deferred constraints
  std::string_view scheme{};  ///< Argument, Operand: the built-in's type as its row writes it
  const Core* mate = nullptr; ///< Operand: the other one of two operands
  bool mate_first = false;
  bool several = false;          ///< Operand: whether there are more than two operands
  Classes classes = 0;           ///< Operand: the classes of the variables in the row's type
  const Core* callee = nullptr;  ///< Argument: the callee
  bool rows = false;             ///< Argument: whether it is a function on the elements of a vector#n, n > 1
  std::vector<Span> arguments{}; ///< Argument, Operand: all arguments of the call, if they are known
  uint32_t swapped = 0;          ///< Argument: number of the argument that it seems to be swapped with, or 0
};

/// Returns in words which expression is meant: "argument 2 of `map`", "the condition of `if`" ...
std::string describe(const Why& why);

} // namespace nova
