// Errors of calls: arguments that do not fit, too many of them, operators between their operands.
#pragma once
#include "frontend/infer/calls.hpp"

namespace nova {

/// An argument that does not fit.
struct Misfit {
  uint32_t argument;
  TypeId expected;
  UnifyFailure failure;
};

/// Reports arguments that do not fit; two that would fit each other's place are swapped.
void report_misfits(Inference& in, std::span<const Argument> arguments, std::span<const Misfit> misfits,
                    Why why);
/// Reports a call of something that takes no (more) arguments.
void report_too_many(Inference& in, Span callee, std::span<const Argument> arguments, const Why& why,
                     size_t takes, TypeId type);
/// `(reduce 0 + v)`: the function that belongs first stands further behind.
bool report_function_behind(Inference& in, std::span<Argument> arguments, std::span<const TypeId> parameters,
                            Why why);
/// `(reshape m 3 3)`, `(reshape m (3, 3))`, `(reshape [3 3] m)`: the dimensions are a tuple, and come first.
bool report_dimensions(Inference& in, Call& c);
/// Keeps a call like (n = 0) in mind, in case n turns out to be no function.
void note_infix(Inference& in, const Expr& call, TypeId callee);
/// A value that was taken for a function because an operator stands behind it, as in (n = 0).
bool report_infix(Inference& in, const UnifyFailure& failure, TypeId expected, TypeId actual);

} // namespace nova
