#include "frontend/source/stack_guard.hpp"
#include "jit/lower/lowering.hpp"
#include "runtime/lengths.hpp"
#include "runtime/watch.hpp"

namespace nova::plan {

// ---- inputs ----

void Lowering::refuse(std::string reason) const {
  throw Refused{{.reason = std::move(reason), .span = b.at}};
}

void Lowering::refuse_length(std::string reason) const {
  throw Refused{{.reason = std::move(reason), .span = b.at, .too_large = true}};
}

/// A pair of pairs of pairs is exponentially many values.
void Lowering::refuse_large(TypeId t) const {
  if (is_large(types_, t)) refuse("it has a tuple of more than 1000 values");
}

Rep Lowering::input(Input in) {
  std::vector<uint32_t> key{in.kind, in.index};
  key.insert(key.end(), in.path.begin(), in.path.end());
  if (auto made = made_inputs_.find(key); made != made_inputs_.end()) return made->second;
  if (in_function_) refuse("a function that calls itself reads what is not known before it runs");
  if (types_.is(in.type, TypeKind::Fun) && !is_cell(in.type)) return made_inputs_[key] = outer_function(in);
  refuse_large(in.type);
  in.shape = shape_of(in.type);
  const bool open = in.shape.kind != ValueShape::Plain;
  in.functions = reaches_function(types_, in.type);
  met_functions_ |= in.functions;
  const bool unknown = in.functions && (!known_.shape_at || !known_.shape_at(in, in.shape, to_box_));
  if (unknown || (!open && !flat_types(types_, in.type)))
    refuse("it takes a " + types_.print(in.type, frontend_.symbols) + " from outside");
  need_regions(in.type);
  inputs_.push_back(in);
  Vars& params = b.plan.body.params;
  return made_inputs_[key] = fresh(in.shape, [&](VarType t) { return params.emplace_back(b.plan.make(t)); });
}

/// A function from outside: the plan is for the Lambda that it is now. What it holds are inputs, where they
/// are used.
Rep Lowering::outer_function(const Input& at) {
  met_functions_ = true;
  const std::optional<KnownFunction> known = known_.function_at ? known_.function_at(at) : std::nullopt;
  if (!known) refuse("it calls a function that is not known here");
  functions_.push_back(*known);
  auto item = [&](size_t k) {
    Input in = at;
    in.path.push_back(static_cast<uint32_t>(k));
    return Rep::free(std::move(in));
  };
  Rep f;
  f.kind = Rep::Function, f.lambda = known->lambda;
  for (size_t k = 0; k < known->lambda->captures.size(); ++k) f.items.push_back(item(known->supplied + k));
  for (size_t k = 0; k < known->supplied; ++k) f.items.push_back(item(k));
  return f;
}

Rep Lowering::slot(const Core& c, Frame& frame) {
  Input in{.kind = Input::Slot, .index = c.slot};
  if (c.slot < frame.slots.size() && frame.slots[c.slot]) {
    const Rep& r = *frame.slots[c.slot];
    if (r.kind != Rep::Free) return r;
    in = r.from;
  } else if (!frame.outer) {
    refuse("a variable has no value here");
  }
  in.type = type(c);
  Rep r = input(std::move(in));
  name(r, std::string(frontend_.symbols.text(frontend_.program[c.var].name)));
  return r;
}

/// Functions are known; what needs no evaluation stands here itself; all others are inputs.
Rep Lowering::global(const Core& c) {
  const MonoGlobal& g = mono_[c.number];
  const Global& written = frontend_.program[g.global];
  if (written.kind == Global::Foreign) refuse("it calls the foreign function " + g.name);
  Frame none;
  if (g.value && g.value->kind == CoreKind::Lambda) return function(*g.value, {}, none);
  const bool literal =
      g.value && g.value->kind == CoreKind::Const && types_.is(g.value->type, TypeKind::Prim);
  if (literal && written.prelude) return constant(*g.value);
  if (!g.value || !types_.is(g.type, TypeKind::Fun)) {
    Rep r = input({Input::Global, c.number, type(c), {}});
    name(r, g.name);
    return r;
  }
  // A function that an expression gives. The definition has to have run, which the input makes sure of.
  input({Input::Global, c.number, types_.prim(Element::Unit), {}});
  none.slots.resize(g.frame_size);
  return lower(*g.value, none);
}

namespace {

/// The recursive types whose cells a value has, those that its functions hold among them.
void cells_of(const ValueShape& s, std::vector<TypeId>& all) {
  if (s.kind == ValueShape::Cell) all.push_back(s.type);
  for (const ValueShape& item : s.items) cells_of(item, all);
}

} // namespace

/// All regions are results before a value that has cells, which lie there.
std::vector<TypeId> Lowering::give_regions(const ValueShape& value) {
  std::vector<TypeId> cells;
  cells_of(value, cells);
  if (cells.empty()) return {};
  for (TypeId t : cells) need_regions(t);
  std::vector<TypeId> given;
  for (const auto& [type, region] : regions_) {
    given.push_back(static_cast<TypeId>(type));
    b.plan.body.results.push_back(region.count);
    for (Var v : region.columns) b.plan.body.results.push_back(v);
  }
  return given;
}

// ---- the form ----

Lowered Lowering::form(const Core& c) {
  b.at = c.span;
  refuse_large(type(c));
  const bool open = is_open(types_, type(c));
  if (!open && !flat_types(types_, type(c)))
    refuse("its value is a " + types_.print(c.type, frontend_.symbols));
  Frame frame;
  frame.outer = true;
  const Rep value = lower(c, frame);
  const std::vector<ValueShape> shape = shapes_of({type(c)}, {value});
  std::vector<TypeId> cells = give_regions(shape[0]);
  for (Var v : flatten_as(shape, {value})) b.plan.body.results.push_back(v);
  mark_calls(b.plan);
  return {std::move(b.plan),     std::move(inputs_), type(c), shape[0],
          std::move(functions_), std::move(cells),   boxed_};
}

/// Rounds: each boxes the functions that the one before has met.
std::optional<Lowered> lower(const Core& form, Monomorphiser& mono, Frontend& frontend, Refusal& why,
                             KnownValues known) {
  constexpr int most = 64;
  BoxedFunctions boxed;
  for (int round = 1;; ++round) {
    Lowering lowering(mono, frontend, known, boxed);
    const auto goes_on = [&] { return lowering.to_box().of != boxed.of && round < most; };
    try {
      Lowered made = lowering.form(form);
      if (lowering.to_box().of == boxed.of) return made;
      why = {.reason = "its functions hold too many others", .span = form.span};
    } catch (Refused& refused) {
      why = std::move(refused.why);
    }
    why.always = !lowering.met_functions(), why.functions = lowering.functions();
    if (!goes_on()) return {};
    boxed = lowering.to_box();
  }
}

} // namespace nova::plan
