// The forms of Core, and the control flow that they become (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// A variable that a piece of code sets, and its type.
struct AssignedSlot {
  uint32_t slot;
  TypeId type;
};

/// Gives an arm's results, of the types asked for, from its body and the frame in which its variables are bound.
using Arm = std::function<Reps(const Core&, Frame&)>;
using MakeReps = std::function<Reps()>;

/// A form's value. Refuses what would make a plan too large.
Rep lower(Lowering& l, const Core& c, Frame& frame);
/// A number, a character, a bool or a string that is written out.
Rep lower_constant(Lowering& l, const Core& c);

/// What the source calls a value, where it has no name yet.
void set_name(Builder& b, const Rep& value, const std::string& name);
/// Binds a variable of the source, which also names the value.
void bind(Lowering& l, uint32_t slot, VarId var, Rep value, Frame& frame);
/// The variables of the surroundings that a piece of code sets.
std::vector<AssignedSlot> assigned(Lowering& l, const Core& c, const Frame& frame);

/// The arms from number k on, as nested Ifs whose branches give values of these types.
Reps arms(Lowering& l, const Core& c, size_t k, const Rep& v, Frame& frame, const TypeIds& types,
          const Arm& arm);
/// An If whose branches give values of these types.
Reps choose(Lowering& l, Var c, const TypeIds& types, const MakeReps& then, const MakeReps& otherwise);
/// A Loop on values of these types. It is made once more while a round brings functions that its state could not hold.
Reps loop_over(Lowering& l, const TypeIds& types, const Reps& first,
               const std::function<Var(const Reps&)>& go, const std::function<Reps(const Reps&)>& step);

} // namespace nova::plan
