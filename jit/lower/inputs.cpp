// The inputs of a plan: values of the form's frame, values of definitions, and the functions that these hold.
#include "jit/lower/boxed_functions.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/forms.hpp"
#include "jit/lower/function_values.hpp"
#include "jit/lower/regions.hpp"
#include "jit/values/flat_layout.hpp"

namespace nova::plan {

namespace {

Rep outer_function(Lowering& l, const Input& at);

} // namespace

void refuse_large(Lowering& l, TypeId t) {
  if (is_large(l.types, t)) refuse(l.b, NoPlan::LargeTuple);
}

/// Notes in the plan which of an input's variables are lengths of vectors.
static void note_lengths(Plan& plan, const Rep& value) {
  if (value.kind == Rep::Vector)
    plan.lengths.insert(plan.lengths.end(), value.dims.begin(), value.dims.end());
  for (const Rep& item : value.items) note_lengths(plan, item);
}

Rep input(Lowering& l, Input in) {
  Builder& b = l.b;
  std::vector<uint32_t> key{in.kind, in.index};
  key.insert(key.end(), in.path.begin(), in.path.end());
  if (auto made = l.inputs.made.find(key); made != l.inputs.made.end()) return made->second;
  if (l.inputs.in_function) refuse(b, NoPlan::ReadsInFunction);
  if (l.types.is(in.type, TypeKind::Fun) && !l.is_cell(in.type))
    return l.inputs.made[key] = outer_function(l, in);
  refuse_large(l, in.type);
  in.shape = l.shape_of(in.type);
  const bool open = in.shape.kind != ValueShape::Plain;
  in.functions = reaches_function(l.types, in.type);
  l.inputs.met_functions |= in.functions;
  const bool unknown =
      in.functions && (!l.inputs.known.shape_at || !l.inputs.known.shape_at(in, in.shape, l.boxes.wanted));
  if (unknown || (!open && !flat_types(l.types, in.type)))
    refuse(b, NoPlan::InputType, l.types.print(in.type, l.frontend.symbols));
  need_regions(l, in.type);
  l.inputs.list.push_back(in);
  Vars& params = b.plan.body.params;
  Rep made = fresh(l, in.shape, [&](VarType t) { return params.emplace_back(b.plan.make(t)); });
  note_lengths(b.plan, made);
  if (!open) look_at_value(l, in, made);
  return l.inputs.made[key] = std::move(made);
}

namespace {

/// Returns the function value that the input `at` now has. The plan is recorded as valid for this Lambda alone. The
/// values that the function holds become inputs of the plan where they are used. Refuses a function that is not
/// known.
Rep outer_function(Lowering& l, const Input& at) {
  l.inputs.met_functions = true;
  const std::optional<KnownFunction> known =
      l.inputs.known.function_at ? l.inputs.known.function_at(at) : std::nullopt;
  if (!known) refuse(l.b, NoPlan::UnknownFunction);
  l.inputs.functions.push_back(*known);
  auto item = [&](size_t k) {
    Input in = at;
    in.path.push_back(static_cast<uint32_t>(k));
    return Rep::free(std::move(in));
  };
  Rep f;
  f.kind = Rep::Function, f.lambda = known->lambda;
  for (size_t k = 0; k < known->lambda->frame.captures.size(); ++k)
    f.items.push_back(item(known->supplied + k));
  for (size_t k = 0; k < known->supplied; ++k) f.items.push_back(item(k));
  return f;
}

} // namespace

Rep lower_slot(Lowering& l, const Core& c, Frame& frame) {
  Builder& b = l.b;
  Input in{.kind = Input::Slot, .index = c.slot};
  if (c.slot < frame.slots.size() && frame.slots[c.slot]) {
    const Rep& r = *frame.slots[c.slot];
    if (r.kind != Rep::Free) return r;
    in = r.from;
  } else if (!frame.outer) {
    refuse(b, NoPlan::NoValue);
  }
  in.type = l.type(c);
  Rep r = input(l, std::move(in));
  set_name(b, r, std::string(l.frontend.symbols.text(l.frontend.program[c.var].name)));
  return r;
}

Rep lower_global(Lowering& l, const Core& c) {
  Builder& b = l.b;
  const MonoGlobal& g = l.mono[c.number];
  const Global& written = l.frontend.program[g.global];
  Frame none;
  if (g.value && g.value->kind == CoreKind::Lambda) return closure(l, *g.value, {}, none);
  const bool literal =
      g.value && g.value->kind == CoreKind::Const && l.types.is(g.value->type, TypeKind::Prim);
  if (literal && written.prelude) return lower_constant(l, *g.value);
  const bool lone = g.value && g.value->kind == CoreKind::Construct && g.value->items.empty();
  if (lone && written.prelude) return lower(l, *g.value, none);
  if (!g.value || !l.types.is(g.type, TypeKind::Fun)) {
    Rep r = input(l, {Input::Global, c.number, l.type(c), {}});
    set_name(b, r, g.name);
    return r;
  }
  // The definition's expression returns a function, and is lowered here again. An input of type unit makes sure that
  // the plan runs only after the definition has been evaluated.
  input(l, {Input::Global, c.number, l.types.prim(Element::Unit), {}});
  none.slots.resize(g.frame_size);
  return lower(l, *g.value, none);
}

} // namespace nova::plan
