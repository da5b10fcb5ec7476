// The state of lowering one form (private to jit/lower). Each part names the file that maintains it. The functions
// that lower are free functions, by topic: forms.hpp, calls.hpp, values.hpp, cells.hpp, arrays/arrays.hpp.
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

/// The exception that ends lowering; `lower` catches it.
struct Refused {
  Refusal why;
};

/// The values of a function's variables, by slot.
struct Frame {
  std::vector<std::optional<Rep>> slots;
  bool outer = false; ///< whether it is the form's own frame: what it does not bind is an input
};

/// The plan's inputs, and what is known of their values (inputs.cpp).
struct PlanInputs {
  KnownValues known;
  std::vector<Input> list{};
  std::map<std::vector<uint32_t>, Rep> made{}; ///< the inputs' values, by kind, index and path
  std::vector<KnownFunction> functions{};
  bool met_functions = false; ///< whether a function value from outside was needed
  /// whether a function of the plan is being lowered, which sees its parameters alone
  bool in_function = false;
};

/// The variables of a region, in which the cells of a type lie.
struct RegionForm {
  Var room{}, count{};
  Vars columns;
  Elements form; ///< the columns as the elements of the region
};

/// What is known of recursive types, by type (regions.cpp, cells.cpp).
struct Regions {
  std::map<uint32_t, RegionForm> made;
  std::unordered_map<uint32_t, bool> able; ///< whether the type may have a region
  std::unordered_map<uint32_t, bool> ever_larger;
  std::map<uint32_t, uint32_t> equalities; ///< the plan's function that compares two of its cells
};

/// The functions that lie in cells, and the functions that call them (boxed_functions.cpp).
struct Boxes {
  const BoxedFunctions boxed;
  /// functions to box; if they are more than `boxed`, another round follows
  BoxedFunctions wanted = boxed;
  std::deque<Core> written{}; ///< the Core that appliers consist of
  /// the functions that call boxed ones, by function type and number of arguments
  std::map<std::pair<uint32_t, size_t>, const Core*> appliers{};
};

/// What a Lambda needs to become one of the plan's functions.
struct PlanFunction {
  bool able = true, kept = false;    ///< kept: its calls are never inlined, (no-inline f)
  std::vector<const Core*> inputs{}; ///< the definitions that it and its callees read
  std::vector<TypeId> cells{};       ///< the recursive types whose regions it and its callees use
};

/// One of the plan's functions: a Lambda specialised for arguments of these shapes.
struct MadeFunction {
  std::vector<ValueShape> given;
  uint32_t number;
  ValueShape result;
};

/// What is known of functions, by Lambda (recursion.cpp, plan_functions.cpp).
struct Functions {
  std::unordered_map<const Core*, bool> recursive;  ///< whether its body names it
  std::unordered_map<const Core*, bool> in_circles; ///< whether it calls itself other than by tail calls
  std::unordered_map<const Core*, PlanFunction> planned;
  std::unordered_map<const Core*, std::vector<MadeFunction>> made;
  std::unordered_map<const Core*, uint32_t> entered; ///< how often its body was lowered in place of a call
  /// the Lambdas whose bodies are being lowered, outermost first
  std::vector<const Core*> active;
};

/// The state of one round. A round lowers the whole form; it is repeated if more functions have to be boxed.
struct Lowering {
  Lowering(Monomorphiser& all, Frontend& f, KnownValues known, const BoxedFunctions& boxed)
      : mono(all), frontend(f), types(f.types), inputs{.known = std::move(known)}, boxes{.boxed = boxed} {}

  TypeId type(const Core& c) const { return types.resolve(c.type); }
  TypeId element_type(TypeId vector) const { return types.element_of(vector); }
  bool has_function(TypeId t) const { return plan::has_function(types, t); }
  bool is_cell(TypeId t) const { return plan::is_cell(types, t, &boxes.boxed); }
  ValueShape shape_of(TypeId t) const { return plan::shape_of(types, t, &boxes.boxed); }
  /// Returns the types of each constructor's fields, for the type arguments of `sum`.
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

/// Returns the refusal of a row at a place.
Refusal refusal(NoPlan row, Span at, std::string_view detail = {});
/// Ends lowering with a reason, which is reported at the form that is being lowered. `detail` stands for the {} of the
/// row's text.
[[noreturn]] void refuse(const Builder& b, NoPlan row, std::string_view detail = {});
/// Refuses tuple types with more than 1000 values. A pair of pairs of pairs has exponentially many.
void refuse_large(Lowering& l, TypeId t);

/// Returns the value of an input, which is added to the plan if it is new.
Rep input(Lowering& l, Input in);
/// Returns the value of a local variable: the one in its frame, or else an input.
Rep lower_slot(Lowering& l, const Core& c, Frame& frame);
/// Returns the value of a definition. A function is known; a constant of the prelude becomes part of the plan; other
/// values are inputs.
Rep lower_global(Lowering& l, const Core& c);

} // namespace nova::plan
