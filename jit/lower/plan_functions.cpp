// Makes functions of the plan: from functions that call themselves other than by tail calls, and from large ones that
// compute scalars. The pass `inline` later replaces calls of them by their bodies where that costs little.
#include "jit/lower/boxed_functions.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/foreign/foreign.hpp"
#include "jit/lower/forms.hpp"
#include "jit/lower/function_values.hpp"
#include "jit/lower/recursion.hpp"
#include "jit/lower/regions.hpp"
#include "jit/lower/values.hpp"
#include "jit/plan/call_costs.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// The arguments of a Call of a function of the plan.
struct Given {
  std::vector<ValueShape> shapes; ///< the shape of each of `items`
  /// the values that the callee captured, its arguments, and the values of the definitions that it reads
  Reps items;
  PlanFunction needs; ///< these definitions, and the regions that are passed after `items`
};

size_t make_function(Lowering& l, const Core& lambda, const Given& g);
void forget_functions(Lowering& l, uint32_t number);
bool lower_function(Lowering& l, const Core& lambda, const Given& g, size_t k);

/// Returns how many forms the code `c` would have after inlining: its own forms, and for each call also the forms in
/// the body of the called function, which `callee` returns. Counting stops above `most`.
template <class F> size_t expanded_size(const Core& c, size_t most, const F& callee) {
  size_t n = 1;
  const auto add = [&](const Core& part) {
    if (n <= most) n += expanded_size(part, most - n, callee);
  };
  if (const Core* called = c.kind == CoreKind::Apply ? callee(c) : nullptr) add(*called->items[0]);
  for_each_part(c, add);
  return n;
}

bool is_scalar(Lowering& l, TypeId t) {
  t = l.types.resolve(t);
  if (is_large(l.types, t)) return false;
  if (l.is_cell(t)) return has_region(l, t);
  const auto all = [&](const std::vector<TypeId>& items) {
    return std::ranges::all_of(items, [&](TypeId item) { return is_scalar(l, item); });
  };
  switch (l.types[t].kind) {
  case TypeKind::Prim: return true;
  case TypeKind::Tuple: return all({l.types.args(t).begin(), l.types.args(t).end()});
  case TypeKind::Sum: return std::ranges::all_of(l.constructor_fields(t), all);
  default: return false;
  }
}

/// Sets f.able to false unless the code `c` and all functions that it calls compute scalars or cells alone and call
/// only known functions. Adds the definitions that they read to f.inputs, and the types of their cells to f.cells.
void examine(Lowering& l, const Core& c, PlanFunction& f, std::unordered_set<const Core*>& seen) {
  note_cells(l, c, f.cells);
  const bool built_in = c.kind == CoreKind::Primitive;
  const bool stops = built_in && (c.builtin == BuiltinId::Assert || c.builtin == BuiltinId::CheckEqual);
  f.able = f.able && c.kind != CoreKind::Lambda && (is_scalar(l, c.type) || c.kind == CoreKind::LetRec) &&
           (!built_in || stops || builtin(c.builtin).kind == BuiltinKind::Scalar);
  if (!f.able || c.kind == CoreKind::LetRec) return void(f.able = false);
  if (c.kind == CoreKind::Global) f.inputs.push_back(&c);
  const Core* callee = c.kind == CoreKind::Apply ? known_callee(l.mono, c) : nullptr;
  f.able = f.able && (c.kind != CoreKind::Apply || callee);
  f.able = f.able && !(callee && is_cuda_text(l, *callee)); // a shared function has no text mode
  if (callee && f.able && seen.insert(callee).second) examine(l, *callee->items[0], f, seen);
  for (size_t k = callee ? 1 : 0; k < c.items.size() && f.able; ++k) examine(l, *c.items[k], f, seen);
  for (const CoreArm& arm : c.arms)
    if (f.able) examine(l, *arm.body, f, seen);
}

} // namespace

void note_inputs(Lowering& l, const Core& c, PlanFunction& f, std::unordered_set<const Core*>& seen) {
  note_cells(l, c, f.cells);
  const Core* callee = known_function(l.mono, c);
  if (callee && seen.insert(callee).second) note_inputs(l, *callee->items[0], f, seen);
  if (c.kind == CoreKind::Global && !callee) {
    const Core* value = l.mono[c.number].value;
    if (value && l.types.is(l.type(c), TypeKind::Fun) && seen.insert(value).second)
      note_inputs(l, *value, f, seen);
    const auto same = [&](const Core* in) { return in->number == c.number; };
    if (std::ranges::none_of(f.inputs, same)) f.inputs.push_back(&c);
  }
  for_each_part(c, [&](const Core& part) { note_inputs(l, part, f, seen); });
}

// ---- calls ----

PlanFunction plan_function(Lowering& l, const Core& lambda, bool kept) {
  constexpr size_t large = 12;
  std::unordered_set<const Core*> seen{&lambda};
  PlanFunction made;
  TypeId t = l.types.resolve(lambda.type);
  for (size_t k = 0; k < lambda.vars.size(); ++k, t = l.types.resolve(l.types.arg(t, 1)))
    made.able = made.able && is_scalar(l, l.types.arg(t, 0));
  if (made.able) examine(l, *lambda.items[0], made, seen);
  const auto callee = [&](const Core& call) { return known_callee(l.mono, call); };
  const bool stays = kept || is_recursive(l, lambda);
  made.able = made.able && (stays || expanded_size(*lambda.items[0], large, callee) >= large);
  if (!made.able && stays) {
    made = {}, seen = {&lambda};
    note_inputs(l, *lambda.items[0], made, seen);
  }
  note_boxed(l, made, seen);
  made.kept = kept;
  return made;
}

bool stays_function(Lowering& l, const Rep& f) {
  if (!l.functions.planned.contains(f.lambda)) {
    const bool shows =
        l.b.texts && f.lambda->span.file == 0 && f.lambda->name == "show"; // their texts are large
    PlanFunction made = plan_function(l, *f.lambda, shows);
    l.functions.planned[f.lambda] = std::move(made);
  }
  return l.functions.planned[f.lambda].able;
}

namespace {

void note_closures(const ValueShape& s, std::vector<const Core*>& all) {
  if (s.kind == ValueShape::Closure) all.push_back(s.lambda);
  for (const ValueShape& item : s.items) note_closures(item, all);
}

/// Returns the arguments of a Call of `f`: the values that `f` captured, its own arguments, and the values of
/// definitions. These are the definitions that `f` reads, and those that functions among the arguments read.
Given given(Lowering& l, const Rep& f) {
  const TypeId unit = l.types.prim(Element::Unit);
  Given g{.shapes = {}, .items = {}, .needs = l.functions.planned[f.lambda]};
  std::unordered_set<const Core*> seen{f.lambda};
  const auto add = [&](TypeId t, const Rep& item) {
    std::vector<const Core*> closures;
    note_closures(g.shapes.emplace_back(shapes_of(l, {t}, {item})[0]), closures);
    for (const Core* lambda : closures)
      if (seen.insert(lambda).second) note_inputs(l, *lambda->items[0], g.needs, seen);
    g.items.push_back(item);
  };
  for (size_t k = 0; k < f.items.size(); ++k)
    add(item_type(l.types, *f.lambda, k).value_or(unit), item_of(l, f, k));
  note_boxed(l, g.needs, seen);
  for (size_t k = 0; k < g.needs.inputs.size(); ++k) {
    const Core& in = *g.needs.inputs[k];
    if (l.types.is(l.type(in), TypeKind::Fun))
      add(unit, input(l, {Input::Global, in.number, unit, {}}));
    else
      add(l.type(in), lower_global(l, in));
    note_boxed(l, g.needs, seen);
  }
  return g;
}

} // namespace

Rep call_function(Lowering& l, const Rep& f) {
  Builder& b = l.b;
  const Core& lambda = *f.lambda;
  const Given g = given(l, f);
  const std::vector<MadeFunction>& all = l.functions.made[&lambda];
  const auto known = std::ranges::find_if(
      all, [&](const MadeFunction& m) { return m.given == g.shapes && m.told_at == l.user_call.at; });
  const size_t k =
      known != all.end() ? static_cast<size_t>(known - all.begin()) : make_function(l, lambda, g);
  if (std::string& name = b.plan.functions[all[k].number].name; g.needs.kept && !is_kept(name))
    name.insert(0, kept_calls);
  Stm s{.op = Op::Call, .args = flatten_as(l, g.shapes, g.items), .function = all[k].number};
  for (TypeId t : g.needs.cells) flatten_region(l, t, s.args);
  b.plan.sites.push_back({"E0602", b.at});
  s.site = static_cast<uint32_t>(b.plan.sites.size() - 1);
  const std::vector<ValueShape> result{all[k].result};
  return from_flat(l, result, b.emit(std::move(s), flat_of(l, result[0])))[0];
}

namespace {

/// Makes a function of the plan from `lambda`, for arguments of the shapes in `g`. Returns its index among the
/// functions made from this Lambda. If the body returns function values that the shape of the result does not
/// include, the shape is extended and the body is lowered again.
///
/// A function may pass itself ever larger function values, such as continuations that hold continuations. Each call
/// would then need a function for new shapes, without end. In that case the lowering ends, and the form is lowered
/// again with these function values boxed.
size_t make_function(Lowering& l, const Core& lambda, const Given& g) {
  constexpr size_t most = 3;
  for (const ValueShape& s : g.shapes)
    if (const auto type = nested_functions(s, most)) lower_again(l, *type);
  std::vector<MadeFunction>& all = l.functions.made[&lambda];
  const size_t k = all.size();
  const auto number = static_cast<uint32_t>(l.b.plan.functions.size());
  all.push_back({g.shapes, number, l.shape_of(lambda.items[0]->type), l.user_call.at});
  while (!lower_function(l, lambda, g, k)) forget_functions(l, number);
  return k;
}

/// Removes function `number` of the plan, and all later ones, which were made while its body was lowered.
void forget_functions(Lowering& l, uint32_t number) {
  Builder& b = l.b;
  b.plan.functions.erase(b.plan.functions.begin() + number, b.plan.functions.end());
  for (auto& [lambda, made] : l.functions.made)
    std::erase_if(made, [&](const MadeFunction& m) { return m.number > number; });
  std::erase_if(l.regions.equalities, [&](const auto& known) { return known.second > number; });
}

/// Lowers the body of function k of those made from `lambda`. Its parameters are the items of `g`, and then the
/// regions that it uses. Returns false if the body's value has functions that the shape of the result did not
/// include; the shape is then extended.
bool lower_function(Lowering& l, const Core& lambda, const Given& g, size_t k) {
  Builder& b = l.b;
  const auto number = b.plan.functions.size();
  b.plan.functions.push_back({.name = lambda.name, .body = {}});
  Vars params;
  Reps items;
  for (const ValueShape& s : g.shapes)
    items.push_back(fresh(l, s, [&](VarType t) { return params.emplace_back(b.parameter(t)); }));
  Frame frame;
  frame.slots.resize(lambda.frame.size);
  const size_t captures = lambda.frame.captures.size(), arguments = lambda.vars.size();
  for (size_t c = 0; c < captures; ++c) frame.slots[arguments + c] = items[c];
  for (size_t a = 0; a < arguments; ++a)
    bind(l, static_cast<uint32_t>(a), lambda.vars[a], items[captures + a], frame);
  // Inside of the function, the values of definitions are its parameters, not inputs of the plan.
  const auto around = std::exchange(l.inputs.made, {});
  for (size_t in = 0; in < g.needs.inputs.size(); ++in)
    l.inputs.made[{Input::Global, g.needs.inputs[in]->number}] = items[captures + arguments + in];
  l.functions.active.push_back(&lambda);
  bool grown = false;
  Body body = function_body(l, params, g.needs.cells, [&] {
    if (is_applier(l, lambda)) frame.slots[0] = unboxed(l, *frame.slots[0]);
    const bool loops = calls_itself(l, lambda) && only_tail_calls(l.mono, *lambda.items[0], lambda);
    const Rep value = loops ? tail_loop(l, lambda, std::move(frame)) : lower(l, *lambda.items[0], frame);
    ValueShape& result = l.functions.made[&lambda][k].result;
    grown = join(l, result, value);
    return grown ? Vars() : flatten_as(l, {result}, {value});
  });
  l.functions.active.pop_back();
  l.inputs.made = around;
  if (grown) return false;
  const ValueShape result = l.functions.made[&lambda][k].result;
  b.plan.functions[number].body = std::move(body);
  if (auto lengths = sizes(b, fresh(l, result, [](VarType) { return Var{}; }), flat_of(l, result)))
    b.plan.functions[number].sizes = std::move(*lengths);
  return true;
}

} // namespace

Body function_body(Lowering& l, Vars params, const std::vector<TypeId>& cells,
                   const std::function<Vars()>& results) {
  Builder& b = l.b;
  Vars flat;
  for (TypeId t : cells) flatten_region(l, t, flat);
  const size_t own = params.size();
  for (Var v : flat) params.push_back(b.parameter(b.plan[v]));
  const auto regions = std::exchange(l.regions.made, {});
  std::span<const Var> rest = std::span(params).subspan(own);
  for (TypeId t : cells)
    l.regions.made[static_cast<uint32_t>(t)] = make_region(l, t, [&](VarType) { return next_of(rest); });
  const bool inside = std::exchange(l.inputs.in_function, true);
  Body body = b.body(params, results);
  l.inputs.in_function = inside, l.regions.made = regions;
  return body;
}

} // namespace nova::plan
