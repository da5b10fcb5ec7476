// Lowers the forms of Core, and the control flow that they become (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// A variable that a piece of code sets, and its type.
struct AssignedSlot {
  uint32_t slot;
  TypeId type;
};

/// Returns the results of an arm, of the types that `arms` requires, from its body and the frame in which its
/// variables are bound.
using Arm = std::function<Reps(const Core&, Frame&)>;
using MakeReps = std::function<Reps()>;

/// Lowers a form and returns its value. Refuses code that would make the plan too large.
Rep lower(Lowering& l, const Core& c, Frame& frame);
/// Lowers a literal: a number, a character, a bool or a string.
Rep lower_constant(Lowering& l, const Core& c);

/// Names the variables of a value as the source does, unless they have a name already.
void set_name(Builder& b, const Rep& value, const std::string& name);
/// Binds a variable of the source to a value, and names the value after it.
void bind(Lowering& l, uint32_t slot, VarId var, Rep value, Frame& frame);
/// Returns the variables of the surrounding frame that a piece of code sets.
std::vector<AssignedSlot> assigned(Lowering& l, const Core& c, const Frame& frame);

/// Lowers the arms of a match from number k on as nested Ifs whose branches return values of these types.
Reps arms(Lowering& l, const Core& c, size_t k, const Rep& v, Frame& frame, const TypeIds& types,
          const Arm& arm);
/// Emits an If whose branches return values of these types.
Reps choose(Lowering& l, Var c, const TypeIds& types, const MakeReps& then, const MakeReps& otherwise);
/// Emits a Loop whose state has these types. The Loop is lowered again as long as a step returns functions that its
/// state cannot hold.
Reps loop_over(Lowering& l, const TypeIds& types, const Reps& first,
               const std::function<Var(const Reps&)>& go, const std::function<Reps(const Reps&)>& step);

} // namespace nova::plan
