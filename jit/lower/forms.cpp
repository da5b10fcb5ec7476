// Lowers the forms of Core, with one function for each kind of form.
#include "jit/lower/forms.hpp"
#include "frontend/infer/exhaustive.hpp"
#include "frontend/source/stack_guard.hpp"
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/boxed_functions.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/cells.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/foreign/foreign.hpp"
#include "jit/lower/function_values.hpp"
#include "jit/lower/scalars.hpp"
#include "jit/lower/values.hpp"
#include "runtime/watch.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

Rep lower_form(Lowering& l, const Core& c, Frame& frame);
Rep lower_local(Lowering& l, const Core& c, Frame& frame);
Rep lower_let(Lowering& l, const Core& c, Frame& frame);
Rep lower_assign(Lowering& l, const Core& c, Frame& frame);
Rep lower_sequence(Lowering& l, const Core& c, Frame& frame);
Rep lower_tuple(Lowering& l, const Core& c, Frame& frame);
Rep lower_project(Lowering& l, const Core& c, Frame& frame);
Rep lower_construct(Lowering& l, const Core& c, Frame& frame);
Rep lower_vector(Lowering& l, const Core& c, Frame& frame);
Rep lower_match(Lowering& l, const Core& c, Frame& frame);
Rep lower_primitive(Lowering& l, const Core& c, Frame& frame);
#define NOVA_NODE(Name, name, ...) Rep lower_##name(Lowering& l, const Core& c, Frame& frame);
#include "frontend/core/forms.def"
#undef NOVA_NODE

} // namespace

Rep lower(Lowering& l, const Core& c, Frame& frame) {
  Builder& b = l.b;
  // With more forms lowered, or more plan variables, the passes or the compilers would run for minutes.
  constexpr uint32_t most_work = 60'000, most_variables = 40'000;
  Watch::poll();
  if (++l.work > most_work || StackGuard::exhausted()) {
    box_circle(l);
    refuse(b, NoPlan::TooMuchCode);
  }
  if (b.plan.types.size() > most_variables)
    refuse(b, NoPlan::TooManyVariables, std::to_string(most_variables));
  // An error of a library's function is told at its call, as the interpreter does, and not at its declaration.
  const bool of_call = c.kind == CoreKind::Foreign && l.calls_libraries;
  const Span around = std::exchange(b.at, of_call ? b.at : told_at(l, c.span));
  const Span own = std::exchange(l.own_at, c.span);
  Rep r = lower_form(l, c, frame);
  if (r.kind == Rep::Scalar && !l.boxes.boxed.of.empty() && l.boxes.boxed.has(l.type(c))) r.type = l.type(c);
  b.at = around, l.own_at = own;
  return r;
}

namespace {

Rep lower_form(Lowering& l, const Core& c, Frame& frame) {
  switch (c.kind) {
  case CoreKind::Const: return lower_constant(l, c);
  case CoreKind::Local: return lower_local(l, c, frame);
  case CoreKind::Global: return lower_global(l, c);
  case CoreKind::Apply: return lower_apply(l, c, frame);
  case CoreKind::Primitive: return lower_primitive(l, c, frame);
  case CoreKind::Construct: return lower_construct(l, c, frame);
  case CoreKind::Tuple: return lower_tuple(l, c, frame);
  case CoreKind::Project: return lower_project(l, c, frame);
  case CoreKind::Vector: return lower_vector(l, c, frame);
  case CoreKind::Let: return lower_let(l, c, frame);
  case CoreKind::LetRec: return lower(l, *c.items.back(), frame);
  case CoreKind::Lambda: return closure(l, c, c.frame.captures, frame);
  case CoreKind::Match: return lower_match(l, c, frame);
  case CoreKind::Assign: return lower_assign(l, c, frame);
  case CoreKind::Sequence: return lower_sequence(l, c, frame);
  case CoreKind::Foreign: return lower_foreign(l, c, frame);
#define NOVA_NODE(Name, name, ...)                                                                           \
  case CoreKind::Name:                                                                                       \
    return lower_##name(l, c, frame);
#include "frontend/core/forms.def"
#undef NOVA_NODE
  case CoreKind::Builtin:
  case CoreKind::Constructor: break; // concrete Core, which monomorphise makes, has none of these
  }
  refuse(l.b, NoPlan::NotConcrete);
}

} // namespace

Rep lower_constant(Lowering& l, const Core& c) {
  Builder& b = l.b;
  if (c.literal && c.literal->is(DatumKind::String)) return text(l, c.literal->text);
  if (!l.types.is(c.type, TypeKind::Prim)) refuse(b, NoPlan::NoNumber);
  const Element e = l.types.element(l.type(c));
  return e == Element::Unit ? Rep() : Rep::scalar(b.constant(e, c.constant.bits()));
}

namespace {

Rep lower_local(Lowering& l, const Core& c, Frame& frame) {
  if (c.function) return closure(l, *c.function, c.frame.captures, frame);
  return lower_slot(l, c, frame);
}

// ---- binding ----

/// Gives the columns of `e` that have no name yet the name `name`.
void name_parts(Plan& plan, const Elements& e, const std::string& name) {
  auto set = [&](Var v) {
    std::string& now = plan.names[static_cast<uint32_t>(v)];
    if (now.empty()) now = name;
  };
  if (e.kind == Elements::Column) set(e.column);
  for (const Elements& item : e.items) name_parts(plan, item, name);
}

} // namespace

void set_name(Builder& b, const Rep& value, const std::string& name) {
  if (value.kind == Rep::Scalar && b.plan.names[static_cast<uint32_t>(value.var)].empty())
    b.plan.names[static_cast<uint32_t>(value.var)] = name;
  if (value.kind == Rep::Vector) name_parts(b.plan, value.elements, name);
}

void bind(Lowering& l, uint32_t slot, VarId var, Rep value, Frame& frame) {
  set_name(l.b, value, std::string(l.frontend.symbols.text(l.frontend.program[var].name)));
  if (frame.slots.size() <= slot) frame.slots.resize(slot + 1);
  frame.slots[slot] = std::move(value);
}

namespace {

Rep lower_let(Lowering& l, const Core& c, Frame& frame) {
  bind(l, c.slot, c.var, lower(l, *c.items[0], frame), frame);
  return lower(l, *c.items[1], frame);
}

Rep lower_assign(Lowering& l, const Core& c, Frame& frame) {
  if (c.slot >= frame.slots.size() || !frame.slots[c.slot]) refuse(l.b, NoPlan::SetsOuter);
  frame.slots[c.slot] = lower(l, *c.items[0], frame);
  return {};
}

Rep lower_sequence(Lowering& l, const Core& c, Frame& frame) {
  Rep last;
  for (const Core* item : c.items) last = lower(l, *item, frame);
  return last;
}

// ---- tuples and sums ----

Rep lower_tuple(Lowering& l, const Core& c, Frame& frame) {
  refuse_large(l, l.type(c));
  Reps items;
  for (const Core* item : c.items) items.push_back(lower(l, *item, frame));
  return Rep::tuple(std::move(items));
}

Rep lower_project(Lowering& l, const Core& c, Frame& frame) {
  return lower(l, *c.items[0], frame).items[c.number];
}

Rep lower_construct(Lowering& l, const Core& c, Frame& frame) {
  const auto fields = l.constructor_fields(l.type(c));
  Reps own, all;
  for (const Core* item : c.items) own.push_back(lower(l, *item, frame));
  if (l.is_cell(l.type(c))) return made_cell(l, l.type(c), c.number, own);
  if (fields.size() > 1) all.push_back(Rep::scalar(l.b.constant(Element::I32, c.number)));
  for (size_t k = 0; k < fields.size(); ++k) {
    Reps values = k == c.number ? own : Reps();
    for (TypeId f : fields[k])
      if (k != c.number) values.push_back(zero(l, f));
    all.push_back(Rep::tuple(std::move(values)));
  }
  return Rep::tuple(std::move(all));
}

/// Lowers a vector literal. Vectors that are nested more than 32 deep are refused: each level needs a column of its
/// own and makes the plan larger.
Rep lower_vector(Lowering& l, const Core& c, Frame& frame) {
  constexpr int most_levels = 32;
  int levels = 0;
  for (TypeId t = l.type(c); l.types.is(t, TypeKind::Vector) && levels <= most_levels; ++levels)
    t = l.element_type(t);
  if (levels > most_levels) refuse(l.b, NoPlan::DeepVectors, std::to_string(most_levels));
  Reps items;
  for (const Core* item : c.items) items.push_back(lower(l, *item, frame));
  return literal(l, items, l.element_type(l.type(c)));
}

// ---- choices ----

void collect_assigned(const Core& c, const Types& types, std::vector<AssignedSlot>& out) {
  if (c.kind == CoreKind::Lambda || !c.sets) return;
  if (c.kind == CoreKind::LetRec) return collect_assigned(*c.items.back(), types, out);
  if (c.kind == CoreKind::Assign && std::ranges::find(out, c.slot, &AssignedSlot::slot) == out.end())
    out.push_back({c.slot, types.resolve(c.items[0]->type)});
  for (const Core* item : c.items) collect_assigned(*item, types, out);
  for (const CoreArm& arm : c.arms) collect_assigned(*arm.body, types, out);
}

void collect_bound(const CorePattern& p, std::vector<uint32_t>& out) {
  if (p.kind == CorePattern::Variable) out.push_back(p.slot);
  for (const CorePattern& item : p.items) collect_bound(item, out);
}

void collect_bound(const Core& c, std::vector<uint32_t>& out) {
  if (c.kind == CoreKind::Lambda) return;
  if (binds_variable(c)) out.push_back(c.slot);
  for (const Core* item : c.items) collect_bound(*item, out);
  for (const CoreArm& arm : c.arms) collect_bound(arm.pattern, out), collect_bound(*arm.body, out);
}

} // namespace

std::vector<AssignedSlot> assigned(Lowering& l, const Core& c, const Frame& frame) {
  std::vector<AssignedSlot> all;
  collect_assigned(c, l.types, all);
  if (all.empty()) return all;
  std::vector<uint32_t> own;
  collect_bound(c, own);
  std::erase_if(all, [&](const AssignedSlot& a) { return std::ranges::find(own, a.slot) != own.end(); });
  for (const AssignedSlot& a : all)
    if (a.slot >= frame.slots.size() || !frame.slots[a.slot]) refuse(l.b, NoPlan::SetsOuter);
  return all;
}

namespace {

TypeIds joined_types(TypeId type, const std::vector<AssignedSlot>& set) {
  TypeIds types{type};
  for (const AssignedSlot& a : set) types.push_back(a.type);
  return types;
}

/// Lowers the code `c`, which assigns to the variables `set`. Returns the value of `c`, and after it the values that
/// these variables have once `c` has run.
Reps with_set(Lowering& l, const Core& c, const std::vector<AssignedSlot>& set, Frame& frame) {
  Reps values{lower(l, c, frame)};
  for (const AssignedSlot& a : set) values.push_back(*frame.slots[a.slot]);
  return values;
}

/// Stores the values of the assigned variables `set` in their slots of `frame`, and returns the value of the
/// branches. `values` are the results of branches that `with_set` has lowered: the value of the branches, and then
/// the values of the variables.
Rep restore(const std::vector<AssignedSlot>& set, Reps values, Frame& frame) {
  for (size_t k = 0; k < set.size(); ++k) frame.slots[set[k].slot] = std::move(values[k + 1]);
  return std::move(values[0]);
}

} // namespace

Reps choose(Lowering& l, Var c, const TypeIds& types, const MakeReps& then, const MakeReps& otherwise) {
  Builder& b = l.b;
  Stm s{.op = Op::If, .args = {c}};
  Reps got[2];
  std::vector<ValueShape> shapes = shapes_of(l, types, {});
  const bool open =
      std::ranges::any_of(shapes, [](const ValueShape& x) { return x.kind != ValueShape::Plain; });
  for (size_t k : {0, 1})
    s.bodies.push_back(b.body({}, [&] {
      got[k] = k == 0 ? then() : otherwise();
      return open ? Vars() : flatten_as(l, shapes, got[k]);
    }));
  for (size_t k = 0; open && k < 2; ++k) join(l, shapes, got[k]);
  for (size_t k = 0; open && k < 2; ++k) b.go_on(s.bodies[k], [&] { return flatten_as(l, shapes, got[k]); });
  std::vector<VarType> flat;
  for (const ValueShape& x : shapes)
    for (const VarType& t : flat_of(l, x)) flat.push_back(t);
  return from_flat(l, shapes, b.emit(std::move(s), flat));
}

namespace {

/// Lowers an If. If one branch is `error!`, no If is emitted, unless the error's text has to be made: the condition becomes a
/// check, and the other branch is lowered after it.
Rep lower_if(Lowering& l, const Core& c, Frame& frame) {
  Builder& b = l.b;
  const auto fails = [&](const Core& side) {
    return side.kind == CoreKind::Primitive && side.builtin == BuiltinId::Error && !needs_text(l, side);
  };
  const Var condition = lower(l, *c.items[0], frame).var;
  if (fails(*c.items[1]))
    return check_error(l, b.negation(condition), *c.items[1]), lower(l, *c.items[2], frame);
  if (fails(*c.items[2])) return check_error(l, condition, *c.items[2]), lower(l, *c.items[1], frame);
  const std::vector<AssignedSlot> set = assigned(l, c, frame);
  auto branch = [&](size_t k) {
    return [&, k] {
      Frame own = frame;
      return with_set(l, *c.items[k], set, own);
    };
  };
  return restore(set, choose(l, condition, joined_types(l.type(c), set), branch(1), branch(2)), frame);
}

/// Emits the test whether the value `v` matches the pattern, and returns its result, a bool. Returns nothing if every
/// value matches.
std::optional<Var> test(Lowering& l, const CorePattern& p, const Rep& v) {
  Builder& b = l.b;
  if (p.kind == CorePattern::Constructor && l.is_cell(p.type) && v.kind == Rep::Scalar)
    return test(l, p, opened(l, v, p.type));
  if (p.kind == CorePattern::Literal) {
    if (p.literal->is(DatumKind::String)) return equal(l, v, text(l, p.literal->text), p.type);
    if (v.kind == Rep::Unit) return {};
    const Element e = b.plan[v.var].element;
    return equal_scalars(b, v.var, b.constant(e, p.constant.bits()));
  }
  std::optional<Var> all;
  auto also = [&](std::optional<Var> one) { all = all && one ? b.both(*all, *one) : one ? one : all; };
  const Rep* fields = &v;
  if (p.kind == CorePattern::Constructor) {
    const bool tagged = l.constructor_fields(l.types.resolve(p.type)).size() > 1;
    if (tagged)
      also(b.scalar(BuiltinId::Equal, Element::I32, Element::Bool,
                    {v.items[0].var, b.constant(Element::I32, p.constructor)}));
    fields = &v.items[p.constructor + tagged];
  }
  for (size_t k = 0; k < p.items.size(); ++k) also(test(l, p.items[k], fields->items[k]));
  return all;
}

void bind_pattern(Lowering& l, const CorePattern& p, const Rep& v, Frame& frame) {
  if (p.kind == CorePattern::Variable) return bind(l, p.slot, p.var, v, frame);
  if (p.kind == CorePattern::Constructor && l.is_cell(p.type) && v.kind == Rep::Scalar)
    return bind_pattern(l, p, opened(l, v, p.type), frame);
  const Rep* fields = &v;
  if (p.kind == CorePattern::Constructor)
    fields = &v.items[p.constructor + (l.constructor_fields(l.types.resolve(p.type)).size() > 1)];
  for (size_t k = 0; k < p.items.size(); ++k) bind_pattern(l, p.items[k], fields->items[k], frame);
}

bool exhaustive(Lowering& l, const Core& c) {
  std::vector<const CorePattern*> patterns;
  for (const CoreArm& arm : c.arms) patterns.push_back(&arm.pattern);
  const MatchFacts facts = examine_match(patterns, l.types, l.frontend.symbols);
  return !facts.missing && !facts.too_large;
}

} // namespace

Reps arms(Lowering& l, const Core& c, size_t k, const Rep& v, Frame& frame, const TypeIds& types,
          const Arm& arm) {
  auto run = [&](size_t at) {
    Frame own = frame;
    bind_pattern(l, c.arms[at].pattern, v, own);
    return arm(*c.arms[at].body, own);
  };
  std::optional<Var> fits = test(l, c.arms[k].pattern, v);
  if (fits && k + 1 == c.arms.size()) {
    if (!exhaustive(l, c)) l.b.check(*fits, "E0425");
    fits.reset();
  }
  if (!fits) return run(k);
  return choose(
      l, *fits, types, [&] { return run(k); }, [&] { return arms(l, c, k + 1, v, frame, types, arm); });
}

namespace {

Rep lower_match(Lowering& l, const Core& c, Frame& frame) {
  const Rep v = lower(l, *c.items[0], frame);
  const std::vector<AssignedSlot> set = assigned(l, c, frame);
  if (c.arms.size() == 1 && !test(l, c.arms[0].pattern, v)) { // a pattern that always matches
    bind_pattern(l, c.arms[0].pattern, v, frame);
    return lower(l, *c.arms[0].body, frame);
  }
  Reps values = arms(l, c, 0, v, frame, joined_types(l.type(c), set),
                     [&](const Core& body, Frame& own) { return with_set(l, body, set, own); });
  return restore(set, std::move(values), frame);
}

} // namespace

// ---- loops ----

Reps loop_over(Lowering& l, const TypeIds& types, const Reps& first,
               const std::function<Var(const Reps&)>& go, const std::function<Reps(const Reps&)>& step) {
  Builder& b = l.b;
  for (std::vector<ValueShape> shapes = shapes_of(l, types, first);;) {
    Stm s{.op = Op::Loop, .args = flatten_as(l, shapes, first)};
    std::vector<VarType> flat = b.types_of(s.args);
    Vars seen, next;
    for (const VarType& t : flat) seen.push_back(b.parameter(t)), next.push_back(b.parameter(t));
    s.bodies.push_back(b.body(seen, [&] { return Vars{go(from_flat(l, shapes, seen))}; }));
    bool grown = false;
    s.bodies.push_back(b.body(next, [&] {
      const Reps results = step(from_flat(l, shapes, next));
      grown = join(l, shapes, results);
      return grown ? Vars() : flatten_as(l, shapes, results);
    }));
    if (grown) continue;
    if (std::optional<Body> made = sizes(b, Rep::tuple(from_flat(l, shapes, seen)), flat))
      s.bodies.push_back(std::move(*made));
    return from_flat(l, shapes, b.emit(std::move(s), flat));
  }
}

namespace {

/// Emits a Loop. Its state has two parts: the loop's own state, with the first values `first` and the types `types`,
/// and then the variables `set`, which the loop's code assigns to. After the loop, `frame` has the last values of
/// these variables.
void loop(Lowering& l, const std::vector<AssignedSlot>& set, Reps first, TypeIds types, Frame& frame,
          const std::function<Var(const Reps&, Frame&)>& go,
          const std::function<Reps(const Reps&, Frame&)>& step) {
  const size_t own = first.size();
  for (const AssignedSlot& a : set) first.push_back(*frame.slots[a.slot]), types.push_back(a.type);
  auto enter = [&](const Reps& now, Frame& inner) {
    for (size_t k = 0; k < set.size(); ++k) inner.slots[set[k].slot] = now[own + k];
  };
  const Reps last = loop_over(
      l, types, first,
      [&](const Reps& now) {
        Frame inner = frame;
        enter(now, inner);
        return go(now, inner);
      },
      [&](const Reps& now) {
        Frame inner = frame;
        enter(now, inner);
        Reps next = step(now, inner);
        for (const AssignedSlot& a : set) next.push_back(*inner.slots[a.slot]);
        return next;
      });
  enter(last, frame);
}

/// Lowers a while loop. If the condition assigns to variables, it is computed before the loop and at the end of each
/// iteration, and the condition's value becomes part of the state.
Rep lower_while(Lowering& l, const Core& c, Frame& frame) {
  std::vector<AssignedSlot> set = assigned(l, *c.items[0], frame);
  if (set.empty()) {
    auto go = [&](const Reps&, Frame& inner) { return lower(l, *c.items[0], inner).var; };
    auto step = [&](const Reps&, Frame& inner) { return lower(l, *c.items[1], inner), Reps(); };
    loop(l, assigned(l, *c.items[1], frame), {}, {}, frame, go, step);
    return {};
  }
  for (const AssignedSlot& a : assigned(l, *c.items[1], frame))
    if (std::ranges::find(set, a.slot, &AssignedSlot::slot) == set.end()) set.push_back(a);
  auto go = [&](const Reps& own, Frame&) { return own[0].var; };
  auto step = [&](const Reps&, Frame& inner) {
    lower(l, *c.items[1], inner);
    return Reps{lower(l, *c.items[0], inner)};
  };
  Reps first{lower(l, *c.items[0], frame)};
  loop(l, set, std::move(first), {l.types.prim(Element::Bool)}, frame, go, step);
  return {};
}

Rep lower_for(Lowering& l, const Core& c, Frame& frame) {
  Builder& b = l.b;
  const Var from = lower(l, *c.items[0], frame).var, to = lower(l, *c.items[1], frame).var;
  if (frame.slots.size() <= c.slot) frame.slots.resize(c.slot + 1);
  const Element e = b.plan[from].element;
  auto go = [&](const Reps& own, Frame&) {
    return b.scalar(BuiltinId::Less, e, Element::Bool, {own[0].var, to});
  };
  auto step = [&](const Reps& own, Frame& inner) {
    bind(l, c.slot, c.var, own[0], inner);
    lower(l, *c.items[2], inner);
    return Reps{Rep::scalar(b.scalar(BuiltinId::Add, e, e, {own[0].var, b.constant(e, 1)}))};
  };
  // The body may assign to the loop's own variable. That has no effect on the next iteration, which binds it anew.
  std::vector<AssignedSlot> set = assigned(l, *c.items[2], frame);
  std::erase_if(set, [&](const AssignedSlot& a) { return a.slot == c.slot; });
  loop(l, set, {Rep::scalar(from)}, {l.types.prim(e)}, frame, go, step);
  return {};
}

// ---- built-ins ----

Rep lower_primitive(Lowering& l, const Core& c, Frame& frame) {
  Builder& b = l.b;
  if (builtin(c.builtin).kind == BuiltinKind::Effect) refuse(b, NoPlan::DoesIO, builtin(c.builtin).spelling);
  Reps args;
  if (c.builtin == BuiltinId::Error && needs_text(l, c)) args.push_back(lower(l, *c.items[0], frame));
  if (c.builtin == BuiltinId::Error) return lower_error(l, c, args);
  if (maps_joined_rows(c)) return lower_joined_rows(l, c, frame);
  const Strategy around = b.strategy;
  if (const auto forced = strategy_of(c.builtin)) b.strategy = *forced;
  for (const Core* item : c.items) args.push_back(lower(l, *item, frame));
  b.strategy = around;
  const std::string spelling(builtin(c.builtin).spelling);
  const bool whole = &c == l.user_call.body && builtin(c.builtin).kind == BuiltinKind::Scalar;
  const std::string outer = std::exchange(b.word, whole ? l.user_call.callee : spelling);
  const std::string callee = std::exchange(b.callee, whole ? "" : told_callee(l, c.span));
  Rep made = builtin(c.builtin).kind == BuiltinKind::Scalar ? lower_scalar(l, c, std::move(args))
                                                            : lower_array(l, c, std::move(args));
  b.word = outer, b.callee = callee;
  return made;
}

} // namespace

} // namespace nova::plan
