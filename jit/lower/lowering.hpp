// Lowering: the state while one form is lowered (private to jit/lower). The comment of each part names the file that
// maintains it. The functions that lower forms and values are free functions: forms.hpp, calls.hpp, values.hpp,
// cells.hpp and arrays/arrays.hpp declare them by topic.
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

/// The exception that ends lowering with a refusal. The function `lower` of lower.hpp catches it.
struct Refused {
  Refusal why;
};

/// The values of a function's local variables, by slot.
struct Frame {
  std::vector<std::optional<Rep>> slots; ///< the value of each variable that is bound so far
  /// whether it is the frame of the form itself; variables without a value here are then inputs of the plan
  bool outer = false;
};

/// The variable of the length of rows that all have one length, and the length that they have now.
struct Width {
  Var var{};
  int64_t length = 0;
  std::optional<size_t> fact{}; ///< index into PlanInputs::rows; none for the rows of a definition's value
};

/// The column of a definition's short vector, and its elements' bits.
struct ShortColumn {
  Var column{};
  uint32_t definition = 0;
  std::vector<uint64_t> elements{};
};

/// The plan's inputs, and the functions that they hold (inputs.cpp).
struct PlanInputs {
  KnownValues known;         ///< returns the functions that the inputs hold
  std::vector<Input> list{}; ///< the inputs, in the order of the plan's parameters
  std::map<std::vector<uint32_t>, Rep>
      made{};                             ///< values already made; the key is an input's kind, index and path
  std::vector<KnownFunction> functions{}; ///< functions in inputs; the plan is valid for these alone
  std::vector<KnownRows> rows{};          ///< what the plan takes for granted of rows
  std::vector<KnownDimension> dimensions{}; ///< what it takes for granted of lengths
  std::vector<EqualDimensions> equal_dimensions{};
  /// Statements that stand before all others of the plan: the offsets of rows of one length.
  std::vector<Stm> first{};
  std::vector<Width> widths{};
  std::vector<ShortColumn> short_columns{};
  bool met_functions = false; ///< whether a function value in an input was needed
  /// whether the body of a function of the plan is being lowered, which may use only its parameters
  bool in_function = false;
};

/// The plan variables of a region, which stores the cells of a recursive type, or the elements of vectors in cells.
struct RegionForm {
  /// room: the number of cells for which the region has memory; count: a column whose one element is the number of
  /// cells in the region
  Var room{}, count{};
  Vars columns;  ///< the columns of the cells' parts
  Elements form; ///< `columns` as elements: element i is cell i
};

/// Recursive types and their regions, by the number of the type (regions.cpp, cells.cpp).
struct Regions {
  std::map<uint32_t, RegionForm> made;            ///< the regions that exist in the plan or in its function
  std::unordered_map<uint32_t, bool> able;        ///< whether the type may have a region
  std::unordered_map<uint32_t, bool> ever_larger; ///< whether the type contains ever larger types of its kind
  /// index into Plan::functions: the function that compares two cells of the type
  std::map<uint32_t, uint32_t> equalities;
};

/// Boxed functions, which are stored in cells, and the apply functions that call them (boxed_functions.cpp).
struct Boxes {
  const BoxedFunctions boxed; ///< the functions that this round boxes
  /// the functions that have to be boxed; if `boxed` lacks some of them, another round follows
  BoxedFunctions wanted = boxed;
  std::deque<Core> written{}; ///< the Core nodes of the apply functions
  /// the apply functions, by the type of the boxed function and the number of arguments
  std::map<std::pair<uint32_t, size_t>, const Core*> appliers{};
};

/// Whether a Lambda becomes one of the plan's functions, and what its body then uses.
struct PlanFunction {
  /// able: whether the Lambda can become a function of the plan; kept: whether it must not be inlined, since the
  /// program says (no-inline f)
  bool able = true, kept = false;
  std::vector<const Core*> inputs{}; ///< the definitions that the Lambda and its callees read
  std::vector<TypeId> cells{};       ///< the recursive types whose regions they use
};

/// One of the plan's functions: a Lambda specialised for arguments of certain shapes.
struct MadeFunction {
  std::vector<ValueShape> given; ///< the shapes of the values that a Call passes
  uint32_t number;               ///< index into Plan::functions
  ValueShape result;             ///< the shape of the function's result
  Span told_at{};                ///< the user's call of the prelude that its errors are told of; none of most
};

/// Properties of functions and what was made from them, by Lambda (recursion.cpp, plan_functions.cpp).
struct Functions {
  std::unordered_map<const Core*, bool> recursive;       ///< whether its body refers to the function itself
  std::unordered_map<const Core*, bool> in_circles;      ///< whether it calls itself other than by tail calls
  std::unordered_map<const Core*, PlanFunction> planned; ///< the results of `plan_function`
  /// for each Lambda: the functions of the plan that were made from it
  std::unordered_map<const Core*, std::vector<MadeFunction>> made;
  std::unordered_map<const Core*, uint32_t> entered; ///< for each Lambda: how many calls its body replaced
  /// the Lambdas whose bodies are being lowered, outermost first
  std::vector<const Core*> active;
};

/// The user's call of a function of the prelude, whose body is being lowered. Errors in that body are told at the call, by the
/// function's name. Kept in plans that tell errors alone.
struct UserCall {
  Span at;
  std::string callee{};       ///< "" outside of the prelude
  const Core* body = nullptr; ///< the function's whole body
};

/// A function that each element of a map goes through before it is stored, and whether the map was lowered with it.
struct ElementFunction {
  std::optional<Rep> function{};
  bool applied = false;
};

/// Returns the last file of the prelude, whose files are the first.
inline FileId last_of_prelude(const Frontend& f) {
  FileId last{};
  for (const Global& g : f.program.globals)
    if (g.prelude) last = std::max(last, g.form.file);
  return last;
}

/// The state while a form is lowered once, which is called a round. If further functions have to be boxed, another
/// round with a new state lowers the form again.
struct Lowering {
  Lowering(Monomorphiser& all, Frontend& f, KnownValues known, const BoxedFunctions& boxed)
      : mono(all), frontend(f), types(f.types), inputs{.known = std::move(known)}, boxes{.boxed = boxed} {}

  TypeId type(const Core& c) const { return types.resolve(c.type); }
  TypeId element_type(TypeId vector) const { return types.element_of(vector); }
  bool has_function(TypeId t) const { return plan::has_function(types, t); }
  bool is_cell(TypeId t) const { return plan::is_cell(types, t, &boxes.boxed); }
  ValueShape shape_of(TypeId t) const { return plan::shape_of(types, t, &boxes.boxed); }
  /// Returns, for each constructor of the concrete type `sum`, the types of its fields.
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
  UserCall user_call;
  Span call_at; ///< the call that has the function whose body is being lowered
  Span own_at;  ///< the form that is being lowered; b.at is where its errors are told
  std::unordered_map<const Core*, ElementFunction> element_functions{}; ///< by the call of `map` (maps.cpp)
  uint32_t work = 0;                                                    ///< number of forms lowered so far
  bool calls_libraries = false; ///< whether the plan may call functions of libraries
  const FileId last_of_prelude = plan::last_of_prelude(frontend);
};

/// Returns the refusal with the text of a row of refusals.def, for the source span `at`. `detail` replaces the {} in
/// the text.
Refusal refusal(NoPlan row, Span at, std::string_view detail = {});
/// Throws Refused with the refusal that `refusal` returns, for the span of the subform that is being lowered.
[[noreturn]] void refuse(const Builder& b, NoPlan row, std::string_view detail = {});
/// Refuses tuple types with more than 1000 values, nested tuples included: pairs of pairs of pairs have exponentially
/// many.
void refuse_large(Lowering& l, TypeId t);

/// Returns the value of an input. If the plan has no such input yet, adds it to the plan's parameters.
Rep input(Lowering& l, Input in);
/// Looks at the value that the input has (known_values.cpp). Makes the offsets of rows of one length an Iota, in `r` and
/// in the statements that come first in the plan.
void look_at_value(Lowering& l, const Input& in, Rep& r);
/// Drops the inputs that are the lengths of other inputs, and returns the indices of their definitions. With one
/// variable for a length, passes can prove that an index below the one is valid in the other.
std::vector<uint32_t> drop_known_lengths(Lowering& l);
/// Uses what is known of the inputs' values, once the form is lowered: constants for short lengths in kernels, and tables.
void use_known_values(Lowering& l);
/// Returns the value of a local variable: the one in its frame, or, if the form's own frame has none, an input.
Rep lower_slot(Lowering& l, const Core& c, Frame& frame);
/// Returns the value of the definition that `c` names. Functions are lowered where they are called. A number that the
/// prelude defines becomes a constant of the plan. All other values are inputs.
Rep lower_global(Lowering& l, const Core& c);

} // namespace nova::plan
