// Why a type is expected somewhere: what a message says besides the two types.
#pragma once
#include "frontend/core/types.hpp"
#include "frontend/source/source.hpp"
#include <string>
#include <string_view>

namespace nova {

struct Core;

struct Why {
  enum Kind : uint8_t {
    Argument,   ///< argument `number` of `name`
    Operand,    ///< as Argument, of a built-in whose row asks for classes: `+` needs numbers
    Source,     ///< what a comprehension's `<-` draws from
    Condition,  ///< of `name` (if, while; none: a comprehension's)
    NoElse,     ///< an if's branch without else (`name`: the macro that made it)
    Branch,     ///< else branch against then branch (`other`)
    Then,       ///< then branch against an else branch that a macro made
    Arm,        ///< arm `number` against the first (`other`)
    Element,    ///< element `number` against the first (`other`)
    Row,        ///< row `number` (from 0) of a literal that is read as a vector#n
    Annotation, ///< an expression against the type written at `other`
    Parameter,  ///< a parameter's pattern
    Result,     ///< a body against the result type written
    Definition, ///< a definition against its uses in its own group
    Pattern,    ///< a pattern against what is matched
    Assignment, ///< set! of `name`
    Bound,      ///< for's end against its start
    Index,      ///< of a vector
    Component   ///< an element of the built-in's argument
  } kind = Argument;
  uint32_t number = 0;
  std::string_view name{};
  Span other{};
  Span at{};                  ///< where a failure is reported, for what waits
  std::string_view scheme{};  ///< Argument, Operand: the built-in's type as its row writes it
  const Core* mate = nullptr; ///< Operand: the other one of two
  bool mate_first = false;
  Classes classes = 0;          ///< Operand: what the row asks of its variables
  const Core* callee = nullptr; ///< Argument: what is called
  bool rows = false;            ///< Argument: it is for the elements of a vector#2, or more
  uint32_t swapped = 0;         ///< Argument: which other argument would fit here, and this one there
};

/// "argument 2 of `map`", "the condition of `if`" ...
std::string describe(const Why& why);

} // namespace nova
