// The state of lowering one form (private to jit/lower). Each part stands with the file that keeps it; the functions that
// lower are free ones, by topic: forms.hpp, calls.hpp, values.hpp, cells.hpp, arrays/arrays.hpp.
#pragma once
#include "frontend/state/frontend.hpp"
#include "jit/lower/lower.hpp"
#include "jit/lower/rep.hpp"
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace nova::plan {

/// Ends lowering; caught in `lower`.
struct Refused {
  Refusal why;
};

/// The values of a function's variables, by slot.
struct Frame {
  std::vector<std::optional<Rep>> slots;
  bool outer = false; ///< of the form itself: what it does not bind is an input
};

/// What the plan takes from outside, and what is known of that (inputs.cpp).
struct PlanInputs {
  KnownValues known;
  std::vector<Input> list{};
  std::map<std::vector<uint32_t>, Rep> made{}; ///< by kind, index, path
  std::vector<KnownFunction> functions{};
  bool met_functions = false; ///< asked for a function value from outside
  bool in_function = false;   ///< a function of the plan is being lowered, which sees its parameters alone
};

/// Where the cells of a type lie: the variables of its region.
struct RegionForm {
  Var room{}, count{};
  Vars columns;
  Elements form; ///< what the columns are
};

/// What is found out about recursive types, each by its type (regions.cpp, cells.cpp).
struct Regions {
  std::map<uint32_t, RegionForm> made;
  std::unordered_map<uint32_t, bool> able; ///< may it have a region?
  std::unordered_map<uint32_t, bool> ever_larger;
  std::map<uint32_t, uint32_t> equalities; ///< the function of the plan that compares its cells
};

/// The functions that lie in cells, and what calls them (boxed_functions.cpp).
struct Boxes {
  const BoxedFunctions boxed;
  BoxedFunctions wanted = boxed; ///< more than `boxed`: another round is to box them
  std::deque<Core> written{};    ///< what appliers consist of
  std::map<std::pair<uint32_t, size_t>, const Core*> appliers{}; ///< by function type and number of arguments
};

/// What a function's body needs to become one of the plan's functions.
struct PlanFunction {
  bool able = true, kept = false;    ///< kept: its calls stay calls, (no-inline f)
  std::vector<const Core*> inputs{}; ///< the definitions that it and what it calls read
  std::vector<TypeId> cells{};       ///< the recursive types whose regions they use
};

/// One of the plan's functions: a Lambda as it is called with such values.
struct MadeFunction {
  std::vector<ValueShape> given;
  uint32_t number;
  ValueShape result;
};

/// What is known of Lambdas, each by its Lambda (recursion.cpp, plan_functions.cpp).
struct Functions {
  std::unordered_map<const Core*, bool> recursive;  ///< its body names it
  std::unordered_map<const Core*, bool> in_circles; ///< it calls itself, but not by tail calls alone
  std::unordered_map<const Core*, PlanFunction> planned;
  std::unordered_map<const Core*, std::vector<MadeFunction>> made;
  std::unordered_map<const Core*, uint32_t> entered; ///< how often its body was put in place
  std::vector<const Core*> active; ///< those whose bodies are being lowered, outermost first
};

/// One round of lowering a form.
struct Lowering {
  Lowering(Monomorphiser& all, Frontend& f, KnownValues known, const BoxedFunctions& boxed)
      : mono(all), frontend(f), types(f.types), inputs{.known = std::move(known)}, boxes{.boxed = boxed} {}

  TypeId type(const Core& c) const { return types.resolve(c.type); }
  TypeId element_type(TypeId vector) const { return types.element_of(vector); }
  bool has_function(TypeId t) const { return plan::has_function(types, t); }
  bool is_cell(TypeId t) const { return plan::is_cell(types, t, &boxes.boxed); }
  ValueShape shape_of(TypeId t) const { return plan::shape_of(types, t, &boxes.boxed); }
  /// The fields of each constructor at the sum's arguments.
  std::vector<TypeIds> constructor_fields(TypeId sum) const {
    return plan::constructor_fields(types, sum, &boxes.boxed);
  }

  Monomorphiser& mono;
  Frontend& frontend;
  Types& types;
  Builder b;
  PlanInputs inputs;
  Regions regions;
  Boxes boxes;
  Functions functions;
  uint32_t work = 0; ///< forms lowered so far
};

/// Ends lowering: the reason is said of the form that is being lowered.
[[noreturn]] void refuse(const Builder& b, std::string reason);
/// The same where other lengths or smaller functions might do.
[[noreturn]] void refuse_length(const Builder& b, std::string reason);
/// Refuses types with more than 1000 values: a pair of pairs of pairs has exponentially many.
void refuse_large(Lowering& l, TypeId t);

/// The value of an input, which the plan gets if it has none for it yet.
Rep input(Lowering& l, Input in);
/// The value of a variable: its frame's, or an input.
Rep lower_slot(Lowering& l, const Core& c, Frame& frame);
/// The value of a definition. Functions are known; what needs no evaluation stands here itself; all others are inputs.
Rep lower_global(Lowering& l, const Core& c);

} // namespace nova::plan
