// Functions that stay functions of the plan: those that call themselves before their end, and large ones of
// scalars, which `inline` puts in place where that costs little.
#include "jit/lower/lowering.hpp"
#include "jit/plan/call_costs.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

template <class F> void for_each_part(const Core& c, F f) {
  for (const Core* item : c.items) f(*item);
  for (const CoreArm& arm : c.arms) f(*arm.body);
}

/// Counts the code's forms, at each call those of the function too that `callee` tells, until they are more
/// than `most`.
template <class F> size_t expanded_size(const Core& c, size_t most, const F& callee) {
  size_t n = 1;
  const auto add = [&](const Core& part) {
    if (n <= most) n += expanded_size(part, most - n, callee);
  };
  if (const Core* called = c.kind == CoreKind::Apply ? callee(c) : nullptr) add(*called->items[0]);
  for_each_part(c, add);
  return n;
}

} // namespace

/// The Lambda that a name stands for.
const Core* Lowering::known_function(const Core& c) const {
  const Core* lambda = c.kind == CoreKind::Local    ? c.function
                       : c.kind == CoreKind::Global ? mono_[c.number].value
                                                    : nullptr;
  return lambda && lambda->kind == CoreKind::Lambda ? lambda : nullptr;
}

/// The Lambda that a call names, with all its arguments; null for other calls.
const Core* Lowering::known_callee(const Core& call) const {
  const Core* lambda = known_function(*call.items[0]);
  return lambda && call.items.size() == lambda->vars.size() + 1 ? lambda : nullptr;
}

bool Lowering::is_scalar(TypeId t) {
  t = types_.resolve(t);
  if (is_large(types_, t)) return false;
  if (is_cell(t)) return has_region(t);
  const auto all = [this](const std::vector<TypeId>& items) {
    return std::ranges::all_of(items, [this](TypeId item) { return is_scalar(item); });
  };
  switch (types_[t].kind) {
  case TypeKind::Prim: return true;
  case TypeKind::Tuple: return all({types_.args(t).begin(), types_.args(t).end()});
  case TypeKind::Sum: return std::ranges::all_of(constructor_fields(t), all);
  default: return false;
  }
}

/// Does the code compute scalars alone, by functions that are known? Collects the definitions that it reads,
/// and the types of its cells.
void Lowering::examine(const Core& c, PlanFunction& f, std::unordered_set<const Core*>& seen) {
  note_cells(c, f.cells);
  const bool built_in = c.kind == CoreKind::Primitive;
  const bool stops = built_in && (c.builtin == BuiltinId::Assert || c.builtin == BuiltinId::CheckEqual);
  f.able = f.able && c.kind != CoreKind::Lambda && (is_scalar(c.type) || c.kind == CoreKind::LetRec) &&
           (!built_in || stops || builtin(c.builtin).kind == BuiltinKind::Scalar);
  if (!f.able || c.kind == CoreKind::LetRec) return void(f.able = false);
  if (c.kind == CoreKind::Global) f.inputs.push_back(&c);
  const Core* callee = c.kind == CoreKind::Apply ? known_callee(c) : nullptr;
  f.able = f.able && (c.kind != CoreKind::Apply || callee);
  if (callee && seen.insert(callee).second) examine(*callee->items[0], f, seen);
  for (size_t k = callee ? 1 : 0; k < c.items.size() && f.able; ++k) examine(*c.items[k], f, seen);
  for (const CoreArm& arm : c.arms)
    if (f.able) examine(*arm.body, f, seen);
}

/// The definitions that the code and all functions that it names may read, and the types of its cells.
void Lowering::note_inputs(const Core& c, PlanFunction& f, std::unordered_set<const Core*>& seen) {
  note_cells(c, f.cells);
  const Core* callee = known_function(c);
  if (callee && seen.insert(callee).second) note_inputs(*callee->items[0], f, seen);
  if (c.kind == CoreKind::Global && !callee) {
    const Core* value = mono_[c.number].value;
    if (value && types_.is(type(c), TypeKind::Fun) && seen.insert(value).second) note_inputs(*value, f, seen);
    const auto same = [&](const Core* in) { return in->number == c.number; };
    if (std::ranges::none_of(f.inputs, same)) f.inputs.push_back(&c);
  }
  for_each_part(c, [&](const Core& part) { note_inputs(part, f, seen); });
}

// ---- functions that call themselves ----

bool Lowering::reaches(const Core& c, const Core& lambda, std::unordered_set<const Core*>& seen) const {
  const Core* callee = known_function(c);
  if (callee == &lambda) return true;
  bool found = callee && seen.insert(callee).second && reaches(*callee->items[0], lambda, seen);
  for_each_part(c, [&](const Core& part) { found = found || reaches(part, lambda, seen); });
  return found;
}

/// Are all of its uses in its own body tail calls, so that it is a loop?
bool Lowering::only_tail_calls(const Core& c, const Core& lambda) const {
  if (c.kind == CoreKind::Lambda) return !mentions(c, lambda);
  const bool call = c.kind == CoreKind::Apply && refers(*c.items[0], lambda);
  if (call && (!c.tail || c.items.size() != lambda.vars.size() + 1)) return false;
  bool all = !refers(c, lambda);
  for (size_t k = call; k < c.items.size(); ++k) all = all && only_tail_calls(*c.items[k], lambda);
  for (const CoreArm& arm : c.arms) all = all && only_tail_calls(*arm.body, lambda);
  return all;
}

bool Lowering::is_recursive(const Core& lambda) {
  if (lambda.name.empty()) return false; // nothing can refer to it
  const auto [at, added] = in_circles_.try_emplace(&lambda, false);
  if (!added) return at->second;
  const Core& body = *lambda.items[0];
  std::unordered_set<const Core*> seen{&lambda};
  bool others = false;
  // A circle through other functions, or a call of itself that is no tail call.
  std::function<void(const Core&)> look = [&](const Core& c) {
    const Core* callee = known_function(c);
    if (callee && callee != &lambda && seen.insert(callee).second)
      others = others || reaches(*callee->items[0], lambda, seen);
    for_each_part(c, look);
  };
  look(body);
  return in_circles_[&lambda] = others || !only_tail_calls(body, lambda);
}

// ---- calls ----

/// Those that have to, those that the program keeps, and large ones of scalars.
Lowering::PlanFunction Lowering::plan_function(const Core& lambda, bool kept) {
  constexpr size_t large = 12;
  std::unordered_set<const Core*> seen{&lambda};
  PlanFunction made;
  TypeId t = types_.resolve(lambda.type);
  for (size_t k = 0; k < lambda.vars.size(); ++k, t = types_.resolve(types_.arg(t, 1)))
    made.able = made.able && is_scalar(types_.arg(t, 0));
  if (made.able) examine(*lambda.items[0], made, seen);
  const auto callee = [this](const Core& call) { return known_callee(call); };
  const bool stays = kept || is_recursive(lambda);
  made.able = made.able && (stays || expanded_size(*lambda.items[0], large, callee) >= large);
  if (!made.able && stays) {
    made = {}, seen = {&lambda};
    note_inputs(*lambda.items[0], made, seen);
  }
  note_boxed(made, seen);
  made.kept = kept;
  return made;
}

bool Lowering::stays_function(const Rep& f) {
  if (!plan_functions_.contains(f.lambda)) {
    PlanFunction made = plan_function(*f.lambda, false);
    plan_functions_[f.lambda] = std::move(made);
  }
  return plan_functions_[f.lambda].able;
}

namespace {

void note_closures(const ValueShape& s, std::vector<const Core*>& all) {
  if (s.kind == ValueShape::Closure) all.push_back(s.lambda);
  for (const ValueShape& item : s.items) note_closures(item, all);
}

} // namespace

/// What it captured, its arguments, and the definitions that it and the functions among these may read.
Lowering::Given Lowering::given(const Rep& f) {
  const TypeId unit = types_.prim(Element::Unit);
  Given g{.shapes = {}, .items = {}, .needs = plan_functions_[f.lambda]};
  std::unordered_set<const Core*> seen{f.lambda};
  const auto add = [&](TypeId t, const Rep& item) {
    std::vector<const Core*> closures;
    note_closures(g.shapes.emplace_back(shapes_of({t}, {item})[0]), closures);
    for (const Core* lambda : closures)
      if (seen.insert(lambda).second) note_inputs(*lambda->items[0], g.needs, seen);
    g.items.push_back(item);
  };
  for (size_t k = 0; k < f.items.size(); ++k)
    add(item_type(types_, *f.lambda, k).value_or(unit), item_of(f, k));
  note_boxed(g.needs, seen);
  for (size_t k = 0; k < g.needs.inputs.size(); ++k) {
    const Core& in = *g.needs.inputs[k];
    if (types_.is(type(in), TypeKind::Fun))
      add(unit, input({Input::Global, in.number, unit, {}}));
    else
      add(type(in), global(in));
    note_boxed(g.needs, seen);
  }
  return g;
}

Rep Lowering::call_function(const Rep& f) {
  const Core& lambda = *f.lambda;
  const Given g = given(f);
  const std::vector<MadeFunction>& all = made_functions_[&lambda];
  const auto known = std::ranges::find(all, g.shapes, &MadeFunction::given);
  const size_t k = known != all.end() ? static_cast<size_t>(known - all.begin()) : make_function(lambda, g);
  if (std::string& name = b.plan.functions[all[k].number].name; g.needs.kept && !is_kept(name))
    name.insert(0, kept_calls);
  Stm s{.op = Op::Call, .args = flatten_as(g.shapes, g.items), .function = all[k].number};
  for (TypeId t : g.needs.cells) flatten_region(t, s.args);
  b.plan.sites.push_back({"E0602", b.at});
  s.site = static_cast<uint32_t>(b.plan.sites.size() - 1);
  const std::vector<ValueShape> result{all[k].result};
  return from_flat(result, b.emit(std::move(s), flat_of(result[0])))[0];
}

/// Once more, while a round brings functions that its result could not hold. What hands itself functions that
/// hold ever more of their own kind, as continuations do, would be made for ever more of them.
size_t Lowering::make_function(const Core& lambda, const Given& g) {
  constexpr size_t most = 3;
  for (const ValueShape& s : g.shapes)
    if (const auto type = nested_functions(s, most)) lower_again(*type);
  std::vector<MadeFunction>& all = made_functions_[&lambda];
  const size_t k = all.size();
  const auto number = static_cast<uint32_t>(b.plan.functions.size());
  all.push_back({g.shapes, number, shape_of(lambda.items[0]->type)});
  while (!lower_function(lambda, g, k)) forget_functions(number);
  return k;
}

/// This one's body, and those that were made for it.
void Lowering::forget_functions(uint32_t number) {
  b.plan.functions.erase(b.plan.functions.begin() + number, b.plan.functions.end());
  for (auto& [lambda, made] : made_functions_)
    std::erase_if(made, [&](const MadeFunction& m) { return m.number > number; });
  std::erase_if(equalities_, [&](const auto& known) { return known.second > number; });
}

/// Its parameters: what is given, and the regions of its cells. False where its result could not hold what it
/// gives.
bool Lowering::lower_function(const Core& lambda, const Given& g, size_t k) {
  const auto number = b.plan.functions.size();
  b.plan.functions.push_back({.name = lambda.name, .body = {}});
  Vars params;
  Reps items;
  for (const ValueShape& s : g.shapes)
    items.push_back(fresh(s, [&](VarType t) { return params.emplace_back(b.parameter(t)); }));
  Frame frame;
  frame.slots.resize(lambda.frame_size);
  const size_t captures = lambda.captures.size(), arguments = lambda.vars.size();
  for (size_t c = 0; c < captures; ++c) frame.slots[arguments + c] = items[c];
  for (size_t a = 0; a < arguments; ++a)
    bind(static_cast<uint32_t>(a), lambda.vars[a], items[captures + a], frame);
  const auto around = std::exchange(made_inputs_, {}); // in the function the definitions are parameters
  for (size_t in = 0; in < g.needs.inputs.size(); ++in)
    made_inputs_[{Input::Global, g.needs.inputs[in]->number}] = items[captures + arguments + in];
  active_.push_back(&lambda);
  bool grown = false;
  Body body = function_body(params, g.needs.cells, [&] {
    if (is_applier(lambda)) frame.slots[0] = unboxed(*frame.slots[0]);
    const bool loops = calls_itself(lambda) && only_tail_calls(*lambda.items[0], lambda);
    const Rep value = loops ? tail_loop(lambda, std::move(frame)) : lower(*lambda.items[0], frame);
    ValueShape& result = made_functions_[&lambda][k].result;
    grown = join(result, value);
    return grown ? Vars() : flatten_as({result}, {value});
  });
  active_.pop_back();
  made_inputs_ = around;
  if (grown) return false;
  const ValueShape result = made_functions_[&lambda][k].result;
  b.plan.functions[number].body = std::move(body);
  if (auto lengths = sizes(fresh(result, [](VarType) { return Var{}; }), flat_of(result)))
    b.plan.functions[number].sizes = std::move(*lengths);
  return true;
}

/// Of a function of the plan, which sees its parameters alone: the last ones are the regions of these cells.
Body Lowering::function_body(Vars params, const std::vector<TypeId>& cells,
                             const std::function<Vars()>& results) {
  Vars flat;
  for (TypeId t : cells) flatten_region(t, flat);
  const size_t own = params.size();
  for (Var v : flat) params.push_back(b.parameter(b.plan[v]));
  const auto regions = std::exchange(regions_, {});
  std::span<const Var> rest = std::span(params).subspan(own);
  for (TypeId t : cells)
    regions_[static_cast<uint32_t>(t)] = make_region(t, [&](VarType) { return next_of(rest); });
  const bool inside = std::exchange(in_function_, true);
  Body body = b.body(params, results);
  in_function_ = inside, regions_ = regions;
  return body;
}

} // namespace nova::plan
