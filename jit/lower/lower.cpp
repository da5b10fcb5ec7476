// Lowers a form, in rounds, each of which lowers the whole form. A round may find functions that have to be boxed
// (stored as cells) but are not yet, for example functions that are fields of cells. The next round then boxes them.
#include "jit/lower/forms.hpp"
#include "jit/lower/function_values.hpp"
#include "jit/lower/regions.hpp"
#include "jit/values/flat_layout.hpp"

namespace nova::plan {

namespace {

/// Lowers the form `c` once, boxes the functions in l.boxes.boxed, and returns its plan and inputs.
Lowered lower_once(Lowering& l, const Core& c) {
  Builder& b = l.b;
  b.at = c.span;
  refuse_large(l, l.type(c));
  const bool open = is_open(l.types, l.type(c));
  if (!open && !flat_types(l.types, l.type(c)))
    refuse(b, NoPlan::ResultType, l.types.print(c.type, l.frontend.symbols));
  for (const uint32_t index : l.inputs.known.computed) {
    const MonoGlobal& g = l.mono[index];
    Frame own;
    own.slots.resize(g.frame_size);
    l.inputs.made[{Input::Global, index}] = lower(l, *g.value, own);
  }
  Frame frame;
  frame.outer = true;
  const Rep value = lower(l, c, frame);
  const std::vector<ValueShape> shape = shapes_of(l, {l.type(c)}, {value});
  std::vector<TypeId> cells = give_regions(l, shape[0]);
  for (Var v : flatten_as(l, shape, {value})) b.plan.body.results.push_back(v);
  std::vector<uint32_t> lengths = drop_known_lengths(l);
  use_known_values(l);
  mark_calls(b.plan);
  return {.plan = std::move(b.plan),
          .inputs = std::move(l.inputs.list),
          .lengths = std::move(lengths),
          .type = l.type(c),
          .shape = shape[0],
          .functions = std::move(l.inputs.functions),
          .rows = std::move(l.inputs.rows),
          .dimensions = std::move(l.inputs.dimensions),
          .equal_dimensions = std::move(l.inputs.equal_dimensions),
          .regions = std::move(cells),
          .boxed = l.boxes.boxed};
}

} // namespace

/// Lowers the form again and again, until no further functions have to be boxed. After 64 rounds the form is refused.
std::optional<Lowered> lower(const Core& form, Monomorphiser& mono, Frontend& frontend, Refusal& why,
                             KnownValues known, LowerOptions options) {
  constexpr int most = 64;
  BoxedFunctions boxed;
  for (int round = 1;; ++round) {
    Lowering lowering(mono, frontend, known, boxed);
    lowering.b.tells = options.tells, lowering.b.texts = options.texts;
    lowering.calls_libraries = options.libraries;
    const auto goes_on = [&] { return lowering.boxes.wanted.of != boxed.of && round < most; };
    try {
      Lowered made = lower_once(lowering, form);
      if (lowering.boxes.wanted.of == boxed.of) return made;
      why = refusal(NoPlan::NestedFunctions, form.span);
    } catch (Refused& refused) {
      why = std::move(refused.why);
    }
    why.always = !lowering.inputs.met_functions, why.functions = lowering.inputs.functions;
    if (!goes_on()) return {};
    boxed = lowering.boxes.wanted;
  }
}

} // namespace nova::plan
