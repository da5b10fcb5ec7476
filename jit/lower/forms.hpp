// Lowers the forms of Core, and emits the Ifs and Loops that some forms become in a plan (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// A local variable that some code assigns to.
struct AssignedSlot {
  uint32_t slot; ///< the variable's index in its frame
  TypeId type;
};

/// A function that lowers one arm of a match. Its arguments are the arm's body, and a frame in which the pattern's
/// variables are bound. It returns values of the types that were passed to `arms`.
using Arm = std::function<Reps(const Core&, Frame&)>;
using MakeReps = std::function<Reps()>;

/// Lowers a form and returns its value. Throws Refused if the form cannot be lowered or the plan becomes too large.
Rep lower(Lowering& l, const Core& c, Frame& frame);
/// Lowers a literal: a number, a character, a bool or a string.
Rep lower_constant(Lowering& l, const Core& c);

/// Names the plan variable of a scalar, or the columns of a vector, after the source variable `name`. Plan variables
/// that have a name already keep it.
void set_name(Builder& b, const Rep& value, const std::string& name);
/// Binds the source variable `var`, in slot `slot` of the frame, to a value, and names the value's plan variables
/// after it.
void bind(Lowering& l, uint32_t slot, VarId var, Rep value, Frame& frame);
/// Returns the variables bound in `frame` that the code `c` assigns to.
std::vector<AssignedSlot> assigned(Lowering& l, const Core& c, const Frame& frame);

/// Lowers the arms of the match `c` on the value `v`, from arm number k on, as nested Ifs. `arm` lowers the body of
/// each arm. Returns the match's values, which have the types `types`.
Reps arms(Lowering& l, const Core& c, size_t k, const Rep& v, Frame& frame, const TypeIds& types,
          const Arm& arm);
/// Emits an If on the condition `c`. `then` and `otherwise` lower its branches and return values of these types.
/// Returns the If's values.
Reps choose(Lowering& l, Var c, const TypeIds& types, const MakeReps& then, const MakeReps& otherwise);
/// Emits a Loop whose state consists of values of these types, and returns the last state. `first` is the state
/// before the loop. `go` returns the condition of an iteration, and `step` the next state. If a step returns function
/// values that the state's shape does not include, the shape is extended and the Loop is lowered again.
Reps loop_over(Lowering& l, const TypeIds& types, const Reps& first,
               const std::function<Var(const Reps&)>& go, const std::function<Reps(const Reps&)>& step);

} // namespace nova::plan
