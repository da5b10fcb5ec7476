// Functions that stay functions of the plan: those that call themselves before their end, and large ones of
// scalars, which `inline` puts in place where that costs little.
#include "jit/lowering.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

template <class F> void for_each_part(const Core& c, F f) {
  for (const Core* item : c.items) f(*item);
  for (const CoreArm& arm : c.arms) f(*arm.body);
}

size_t size_of(const Core& c) {
  size_t n = 1;
  for_each_part(c, [&](const Core& part) { n += size_of(part); });
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

bool Lowering::is_scalar(TypeId t) const {
  t = types_.resolve(t);
  const auto all = [this](const auto& items) {
    return std::ranges::all_of(items, [this](TypeId item) { return is_scalar(item); });
  };
  switch (types_[t].kind) {
  case TypeKind::Prim: return true;
  case TypeKind::Tuple: return all(types_.args(t));
  case TypeKind::Sum:
    return !types_.sum_type(SumId{types_[t].payload}).recursive &&
           std::ranges::all_of(plan::constructor_fields(types_, t), all);
  default: return false;
  }
}

/// Does the code compute scalars alone, by functions that are known? Collects the definitions that it reads.
void Lowering::examine(const Core& c, PlanFunction& f, std::unordered_set<const Core*>& seen) const {
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

/// The definitions that the code and all functions that it names may read.
void Lowering::note_inputs(const Core& c, PlanFunction& f, std::unordered_set<const Core*>& seen) const {
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

/// Do its result and parameters have flat forms, or are functions?
bool Lowering::has_plan_types(const Core& lambda) {
  TypeId t = types_.resolve(lambda.type);
  for (size_t k = 0; k < lambda.vars.size(); ++k, t = types_.resolve(types_.arg(t, 1)))
    if (const TypeId arg = types_.resolve(types_.arg(t, 0));
        !types_.is(arg, TypeKind::Fun) && !flat_types(types_, arg))
      return false;
  return flat_types(types_, types_.resolve(lambda.items[0]->type)).has_value();
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

/// Those that have to, and large ones of scalars.
bool Lowering::stays_function(const Rep& f) {
  constexpr size_t large = 12;
  const Core& lambda = *f.lambda;
  const auto [at, added] = plan_functions_.try_emplace(&lambda);
  if (added) {
    std::unordered_set<const Core*> seen{&lambda};
    PlanFunction made;
    TypeId t = types_.resolve(lambda.type);
    for (size_t k = 0; k < lambda.vars.size(); ++k, t = types_.resolve(types_.arg(t, 1)))
      made.able = made.able && is_scalar(types_.arg(t, 0));
    if (made.able) examine(*lambda.items[0], made, seen);
    made.able = made.able && (size_of(*lambda.items[0]) >= large || is_recursive(lambda));
    if (!made.able && is_recursive(lambda) && has_plan_types(lambda)) {
      made = {}, seen = {&lambda};
      note_inputs(*lambda.items[0], made, seen);
    }
    plan_functions_[&lambda] = std::move(made);
  }
  return plan_functions_[&lambda].able;
}

/// A function whose captured values have their types.
Rep Lowering::with_captured(const Rep& f) {
  Rep made = f;
  for (size_t k = 0; k < made.items.size(); ++k) {
    made.items[k] = item_of(f, k);
    if (made.items[k].kind == Rep::Function) made.items[k] = with_captured(made.items[k]);
  }
  return made;
}

namespace {

/// The functions that a value holds; null before those that it is one of.
void functions_of(const Rep& r, std::vector<const Core*>& all) {
  if (r.kind == Rep::Function || r.kind == Rep::Choice) all.push_back(r.lambda);
  for (const Rep& item : r.items) functions_of(item, all);
}

/// A value's variables; functions' are what they hold.
bool holds_functions(const Rep& r) {
  return r.kind == Rep::Function || r.kind == Rep::Choice || std::ranges::any_of(r.items, holds_functions);
}

bool of_functions(const Elements& e) {
  return e.role != Elements::Items || e.kind == Elements::Same || std::ranges::any_of(e.items, of_functions);
}

} // namespace

void Lowering::flatten_held(const Rep& r, Vars& flat) {
  if (r.kind == Rep::Vector && of_functions(r.elements))
    refuse("a function that calls itself is given a vector of functions");
  if (!holds_functions(r)) return flatten(r, flat);
  for (const Rep& item : r.items) flatten_held(item, flat);
}

Rep Lowering::call_function(const Rep& f) {
  const Core& lambda = *f.lambda;
  Reps items = with_captured(f).items;
  PlanFunction& made = plan_functions_[&lambda];
  for (const Core* in : made.inputs)
    items.push_back(types_.is(type(*in), TypeKind::Fun)
                        ? input({Input::Global, in->number, types_.prim(Element::Unit), {}})
                        : global(*in));
  std::vector<const Core*> given;
  for (const Rep& item : items) functions_of(item, given);
  const auto known = made.numbers.find(given);
  Stm s{.op = Op::Call};
  for (const Rep& item : items) flatten_held(item, s.args);
  s.function = known != made.numbers.end() ? known->second : make_function(lambda, made, items);
  b.plan.sites.push_back({"E0602", b.at});
  s.site = static_cast<uint32_t>(b.plan.sites.size() - 1);
  const TypeId result = types_.resolve(lambda.items[0]->type);
  return from_flat(result, b.emit(std::move(s), flat_of(result)));
}

/// Its parameters: what it captured, its arguments, the definitions that it reads.
uint32_t Lowering::make_function(const Core& lambda, PlanFunction& made, const Reps& items) {
  const auto number = static_cast<uint32_t>(b.plan.functions.size());
  std::vector<const Core*> given;
  for (const Rep& item : items) functions_of(item, given);
  made.numbers[given] = number;
  const std::vector<const Core*> reads = made.inputs;
  b.plan.functions.push_back({.name = lambda.name, .body = {}});
  Vars params;
  for (const Rep& item : items) {
    Vars flat;
    flatten_held(item, flat);
    for (Var v : flat) params.push_back(b.parameter(b.plan[v]));
  }
  std::span<const Var> rest(params);
  Frame frame;
  frame.slots.resize(lambda.frame_size);
  const size_t captures = lambda.captures.size(), arguments = lambda.vars.size();
  for (size_t k = 0; k < captures; ++k) frame.slots[arguments + k] = like(items[k], rest);
  for (size_t k = 0; k < arguments; ++k)
    bind(static_cast<uint32_t>(k), lambda.vars[k], like(items[captures + k], rest), frame);
  // In the function the definitions are parameters.
  const auto around = std::exchange(made_inputs_, {});
  for (size_t k = 0; k < reads.size(); ++k)
    made_inputs_[{Input::Global, reads[k]->number}] = like(items[captures + arguments + k], rest);
  active_.push_back(&lambda);
  const bool inside = std::exchange(in_function_, true);
  const TypeId result = types_.resolve(lambda.items[0]->type);
  Body body = b.body(params, [&] {
    const bool loops = calls_itself(lambda) && only_tail_calls(*lambda.items[0], lambda);
    return flatten(loops ? tail_loop(lambda, std::move(frame)) : lower(*lambda.items[0], frame));
  });
  std::optional<Body> lengths = sizes(fresh(result, [](VarType) { return Var{}; }), flat_of(result));
  in_function_ = inside;
  active_.pop_back();
  made_inputs_ = around;
  b.plan.functions[number].body = std::move(body);
  if (lengths) b.plan.functions[number].sizes = std::move(*lengths);
  return number;
}

} // namespace nova::plan
