// Error reports for calls: arguments of the wrong type, too many arguments, operators written between their operands.
#pragma once
#include "frontend/infer/calls.hpp"

namespace nova {

/// Whether an expression is a built-in operator, such as + or `and`.
bool is_operator(const Expr& e);

/// An argument whose type does not unify with its parameter's type.
struct Misfit {
  uint32_t argument;
  TypeId expected;
  UnifyFailure failure;
};

/// Reports arguments of the wrong types. Two arguments that would each fit the other's parameter are reported as
/// swapped.
void report_misfits(Inference& in, std::span<const Argument> arguments, std::span<const Misfit> misfits,
                    Why why);
/// Reports a call with more than the `takes` arguments that the callee accepts. `type` is the type of the callee's
/// result after these arguments.
void report_too_many(Inference& in, Span callee, std::span<const Argument> arguments, const Why& why,
                     size_t takes, TypeId type);
/// Adds the help that an operator takes several operands only where it stands itself at the head of a call.
void help_with_several(Diagnostic& d, const BuiltinRow& row);
/// Reports a call such as `(reduce 0 + v)`, in which the function that belongs first is a later argument. Returns
/// whether it reported anything.
bool report_function_behind(Inference& in, std::span<Argument> arguments, std::span<const TypeId> parameters,
                            Why why);
/// Reports a call of `reshape` whose first argument is not a tuple of dimensions: `(reshape m 3 3)`,
/// `(reshape m (3, 3))` or `(reshape [3 3] m)`. Returns whether it reported anything.
bool report_dimensions(Inference& in, Call& c);
/// Records a call like (n = 0), in case n turns out not to be a function.
void note_infix(Inference& in, const Expr& call, TypeId callee);
/// Reports a call that `note_infix` recorded, such as (n = 0), if its callee's type is `expected`, `actual` or
/// one of the two types in `failure`. Returns false if there is no such call.
bool report_infix(Inference& in, const UnifyFailure& failure, TypeId expected, TypeId actual);

} // namespace nova
