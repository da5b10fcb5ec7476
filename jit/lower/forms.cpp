// The forms of Core, one function each.
#include "frontend/infer/exhaustive.hpp"
#include "frontend/source/stack_guard.hpp"
#include "jit/lower/lowering.hpp"
#include "runtime/watch.hpp"
#include <algorithm>

namespace nova::plan {

Rep Lowering::lower(const Core& c, Frame& frame) {
  constexpr uint32_t most_work = 20'000, most_variables = 40'000; // no passes or compilers for minutes
  Watch::poll();
  if (++work_ > most_work || StackGuard::exhausted()) {
    box_circle();
    refuse_length("it is too large once its functions stand where they are called");
  }
  if (b.plan.types.size() > most_variables)
    refuse_length("its plan has more than " + std::to_string(most_variables) + " variables");
  const Span around = std::exchange(b.at, c.span);
  Rep r = form(c, frame);
  if (r.kind == Rep::Scalar && !boxed_.of.empty() && boxed_.has(type(c))) r.type = type(c);
  b.at = around;
  return r;
}

Rep Lowering::form(const Core& c, Frame& frame) {
  switch (c.kind) {
  case CoreKind::Const: return constant(c);
  case CoreKind::Local: return local(c, frame);
  case CoreKind::Global: return global(c);
  case CoreKind::Apply: return apply(c, frame);
  case CoreKind::Primitive: return primitive(c, frame);
  case CoreKind::Construct: return construct(c, frame);
  case CoreKind::Tuple: return tuple(c, frame);
  case CoreKind::Project: return project(c, frame);
  case CoreKind::If: return if_(c, frame);
  case CoreKind::Vector: return vector(c, frame);
  case CoreKind::Let: return let(c, frame);
  case CoreKind::LetRec: return lower(*c.items.back(), frame);
  case CoreKind::Lambda: return function(c, c.captures, frame);
  case CoreKind::Match: return match(c, frame);
  case CoreKind::Assign: return assign(c, frame);
  case CoreKind::While: return while_(c, frame);
  case CoreKind::For: return for_(c, frame);
  case CoreKind::Sequence: return sequence(c, frame);
  case CoreKind::Builtin:
  case CoreKind::Constructor: break; // monomorphise leaves none
  }
  refuse("it has a form that is not concrete");
}

Rep Lowering::constant(const Core& c) {
  if (c.literal && c.literal->is(DatumKind::String)) return text(c.literal->text);
  if (!types_.is(c.type, TypeKind::Prim)) refuse("it has a constant that is no number");
  const Element e = types_.element(type(c));
  return e == Element::Unit ? Rep() : Rep::scalar(b.constant(e, c.constant.bits()));
}

Rep Lowering::local(const Core& c, Frame& frame) {
  if (c.function) return function(*c.function, c.captures, frame);
  return slot(c, frame);
}

// ---- binding ----

namespace {

/// Gives what has no name yet the source's.
void name_parts(Plan& plan, const Elements& e, const std::string& name) {
  auto set = [&](Var v) {
    std::string& now = plan.names[static_cast<uint32_t>(v)];
    if (now.empty()) now = name;
  };
  if (e.kind == Elements::Column) set(e.column);
  for (const Elements& item : e.items) name_parts(plan, item, name);
}

} // namespace

void Lowering::name(const Rep& value, const std::string& name) {
  if (value.kind == Rep::Scalar && b.plan.names[static_cast<uint32_t>(value.var)].empty())
    b.plan.names[static_cast<uint32_t>(value.var)] = name;
  if (value.kind == Rep::Vector) name_parts(b.plan, value.elements, name);
}

void Lowering::bind(uint32_t slot, VarId var, Rep value, Frame& frame) {
  name(value, std::string(frontend_.symbols.text(frontend_.program[var].name)));
  if (frame.slots.size() <= slot) frame.slots.resize(slot + 1);
  frame.slots[slot] = std::move(value);
}

Rep Lowering::let(const Core& c, Frame& frame) {
  bind(c.slot, c.var, lower(*c.items[0], frame), frame);
  return lower(*c.items[1], frame);
}

Rep Lowering::assign(const Core& c, Frame& frame) {
  if (c.slot >= frame.slots.size() || !frame.slots[c.slot])
    refuse("it sets a variable that stands outside of it");
  frame.slots[c.slot] = lower(*c.items[0], frame);
  return {};
}

Rep Lowering::sequence(const Core& c, Frame& frame) {
  Rep last;
  for (const Core* item : c.items) last = lower(*item, frame);
  return last;
}

// ---- tuples and sums ----

Rep Lowering::tuple(const Core& c, Frame& frame) {
  refuse_large(type(c));
  Reps items;
  for (const Core* item : c.items) items.push_back(lower(*item, frame));
  return Rep::tuple(std::move(items));
}

Rep Lowering::project(const Core& c, Frame& frame) { return lower(*c.items[0], frame).items[c.number]; }

Rep Lowering::construct(const Core& c, Frame& frame) {
  const auto fields = constructor_fields(type(c));
  Reps own, all;
  for (const Core* item : c.items) own.push_back(lower(*item, frame));
  if (is_cell(type(c))) return made_cell(type(c), c.number, own);
  if (fields.size() > 1) all.push_back(Rep::scalar(b.constant(Element::I32, c.number)));
  for (size_t k = 0; k < fields.size(); ++k) {
    if (k == c.number) {
      all.push_back(Rep::tuple(std::move(own)));
      continue;
    }
    Reps zeros;
    for (TypeId f : fields[k]) zeros.push_back(zero(f));
    all.push_back(Rep::tuple(std::move(zeros)));
  }
  return Rep::tuple(std::move(all));
}

/// A vector of so many levels has as many columns, and each of its parts is told apart from the whole.
Rep Lowering::vector(const Core& c, Frame& frame) {
  constexpr int most_levels = 32;
  int levels = 0;
  for (TypeId t = type(c); types_.is(t, TypeKind::Vector) && levels <= most_levels; ++levels)
    t = element_type(t);
  if (levels > most_levels) refuse("its vectors nest deeper than " + std::to_string(most_levels));
  Reps items;
  for (const Core* item : c.items) items.push_back(lower(*item, frame));
  return literal(items, element_type(type(c)));
}

// ---- choices ----

namespace {

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
  if (c.kind == CoreKind::Let || c.kind == CoreKind::For) out.push_back(c.slot);
  for (const Core* item : c.items) collect_bound(*item, out);
  for (const CoreArm& arm : c.arms) collect_bound(arm.pattern, out), collect_bound(*arm.body, out);
}

} // namespace

/// The variables of the surroundings that a piece of code sets.
std::vector<AssignedSlot> Lowering::assigned(const Core& c, const Frame& frame) const {
  std::vector<AssignedSlot> all;
  collect_assigned(c, types_, all);
  if (all.empty()) return all;
  std::vector<uint32_t> own;
  collect_bound(c, own);
  std::erase_if(all, [&](const AssignedSlot& a) { return std::ranges::find(own, a.slot) != own.end(); });
  for (const AssignedSlot& a : all)
    if (a.slot >= frame.slots.size() || !frame.slots[a.slot])
      refuse("it sets a variable that stands outside of it");
  return all;
}

TypeIds Lowering::joined_types(TypeId type, const std::vector<AssignedSlot>& set) {
  TypeIds types{type};
  for (const AssignedSlot& a : set) types.push_back(a.type);
  return types;
}

Reps Lowering::with_set(const Core& c, const std::vector<AssignedSlot>& set, Frame& frame) {
  Reps values{lower(c, frame)};
  for (const AssignedSlot& a : set) values.push_back(*frame.slots[a.slot]);
  return values;
}

/// The first value of what branches gave; what they set goes to its slots.
Rep Lowering::restore(const std::vector<AssignedSlot>& set, Reps values, Frame& frame) {
  for (size_t k = 0; k < set.size(); ++k) frame.slots[set[k].slot] = std::move(values[k + 1]);
  return std::move(values[0]);
}

/// Where one side is `error!`, the choice is a check, and the other side is what follows: no branch is left.
Rep Lowering::if_(const Core& c, Frame& frame) {
  const auto fails = [](const Core& side) {
    return side.kind == CoreKind::Primitive && side.builtin == BuiltinId::Error;
  };
  const Var condition = lower(*c.items[0], frame).var;
  if (fails(*c.items[1])) return b.check(b.negation(condition), "E0414"), lower(*c.items[2], frame);
  if (fails(*c.items[2])) return b.check(condition, "E0414"), lower(*c.items[1], frame);
  const std::vector<AssignedSlot> set = assigned(c, frame);
  auto branch = [&](size_t k) {
    return [&, k] {
      Frame own = frame;
      return with_set(*c.items[k], set, own);
    };
  };
  return restore(set, choose(condition, joined_types(type(c), set), branch(1), branch(2)), frame);
}

/// Whether a value has the pattern's form; nothing where each has.
std::optional<Var> Lowering::test(const CorePattern& p, const Rep& v) {
  if (p.kind == CorePattern::Constructor && is_cell(p.type) && v.kind == Rep::Scalar)
    return test(p, opened(v, p.type));
  if (p.kind == CorePattern::Literal) {
    if (p.literal->is(DatumKind::String)) return equal(v, text(p.literal->text), p.type);
    if (v.kind == Rep::Unit) return {};
    const Element e = b.plan[v.var].element;
    return b.scalar(BuiltinId::Equal, e, Element::Bool, {v.var, b.constant(e, p.constant.bits())});
  }
  std::optional<Var> all;
  auto also = [&](std::optional<Var> one) { all = all && one ? b.both(*all, *one) : one ? one : all; };
  const Rep* fields = &v;
  if (p.kind == CorePattern::Constructor) {
    const bool tagged = constructor_fields(types_.resolve(p.type)).size() > 1;
    if (tagged)
      also(b.scalar(BuiltinId::Equal, Element::I32, Element::Bool,
                    {v.items[0].var, b.constant(Element::I32, p.constructor)}));
    fields = &v.items[p.constructor + tagged];
  }
  for (size_t k = 0; k < p.items.size(); ++k) also(test(p.items[k], fields->items[k]));
  return all;
}

void Lowering::bind_pattern(const CorePattern& p, const Rep& v, Frame& frame) {
  if (p.kind == CorePattern::Variable) return bind(p.slot, p.var, v, frame);
  if (p.kind == CorePattern::Constructor && is_cell(p.type) && v.kind == Rep::Scalar)
    return bind_pattern(p, opened(v, p.type), frame);
  const Rep* fields = &v;
  if (p.kind == CorePattern::Constructor)
    fields = &v.items[p.constructor + (constructor_fields(types_.resolve(p.type)).size() > 1)];
  for (size_t k = 0; k < p.items.size(); ++k) bind_pattern(p.items[k], fields->items[k], frame);
}

bool Lowering::exhaustive(const Core& c) const {
  std::vector<const CorePattern*> patterns;
  for (const CoreArm& arm : c.arms) patterns.push_back(&arm.pattern);
  const MatchFacts facts = examine_match(patterns, types_, frontend_.symbols);
  return !facts.missing && !facts.too_large;
}

Reps Lowering::arms(const Core& c, size_t k, const Rep& v, Frame& frame, const TypeIds& types,
                    const Arm& arm) {
  auto run = [&](size_t at) {
    Frame own = frame;
    bind_pattern(c.arms[at].pattern, v, own);
    return arm(*c.arms[at].body, own);
  };
  std::optional<Var> fits = test(c.arms[k].pattern, v);
  if (fits && k + 1 == c.arms.size()) {
    if (!exhaustive(c)) b.check(*fits, "E0425");
    fits.reset();
  }
  if (!fits) return run(k);
  return choose(
      *fits, types, [&] { return run(k); }, [&] { return arms(c, k + 1, v, frame, types, arm); });
}

Rep Lowering::match(const Core& c, Frame& frame) {
  const Rep v = lower(*c.items[0], frame);
  const std::vector<AssignedSlot> set = assigned(c, frame);
  if (c.arms.size() == 1 && !test(c.arms[0].pattern, v)) { // a pattern that takes apart
    bind_pattern(c.arms[0].pattern, v, frame);
    return lower(*c.arms[0].body, frame);
  }
  Reps values = arms(c, 0, v, frame, joined_types(type(c), set),
                     [&](const Core& body, Frame& own) { return with_set(body, set, own); });
  return restore(set, std::move(values), frame);
}

// ---- loops ----

void Lowering::loop(const std::vector<AssignedSlot>& set, Reps first, TypeIds types, Frame& frame,
                    const std::function<Var(const Reps&, Frame&)>& go,
                    const std::function<Reps(const Reps&, Frame&)>& step) {
  const size_t own = first.size();
  for (const AssignedSlot& a : set) first.push_back(*frame.slots[a.slot]), types.push_back(a.type);
  auto enter = [&](const Reps& now, Frame& inner) {
    for (size_t k = 0; k < set.size(); ++k) inner.slots[set[k].slot] = now[own + k];
  };
  const Reps last = loop_over(
      types, first,
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

/// A condition that sets variables is computed before the loop and at the end of each round: its answer is
/// part of the state.
Rep Lowering::while_(const Core& c, Frame& frame) {
  std::vector<AssignedSlot> set = assigned(*c.items[0], frame);
  if (set.empty()) {
    auto go = [&](const Reps&, Frame& inner) { return lower(*c.items[0], inner).var; };
    auto step = [&](const Reps&, Frame& inner) { return lower(*c.items[1], inner), Reps(); };
    loop(assigned(*c.items[1], frame), {}, {}, frame, go, step);
    return {};
  }
  for (const AssignedSlot& a : assigned(*c.items[1], frame))
    if (std::ranges::find(set, a.slot, &AssignedSlot::slot) == set.end()) set.push_back(a);
  auto go = [&](const Reps& own, Frame&) { return own[0].var; };
  auto step = [&](const Reps&, Frame& inner) {
    lower(*c.items[1], inner);
    return Reps{lower(*c.items[0], inner)};
  };
  Reps first{lower(*c.items[0], frame)};
  loop(set, std::move(first), {types_.prim(Element::Bool)}, frame, go, step);
  return {};
}

Rep Lowering::for_(const Core& c, Frame& frame) {
  const Var from = lower(*c.items[0], frame).var, to = lower(*c.items[1], frame).var;
  if (frame.slots.size() <= c.slot) frame.slots.resize(c.slot + 1);
  const Element e = b.plan[from].element;
  auto go = [&](const Reps& own, Frame&) {
    return b.scalar(BuiltinId::Less, e, Element::Bool, {own[0].var, to});
  };
  auto step = [&](const Reps& own, Frame& inner) {
    bind(c.slot, c.var, own[0], inner);
    lower(*c.items[2], inner);
    return Reps{Rep::scalar(b.scalar(BuiltinId::Add, e, e, {own[0].var, b.constant(e, 1)}))};
  };
  // The body may set its own variable, which the next round has afresh.
  std::vector<AssignedSlot> set = assigned(*c.items[2], frame);
  std::erase_if(set, [&](const AssignedSlot& a) { return a.slot == c.slot; });
  loop(set, {Rep::scalar(from)}, {types_.prim(e)}, frame, go, step);
  return {};
}

// ---- built-ins ----

Rep Lowering::primitive(const Core& c, Frame& frame) {
  if (builtin(c.builtin).kind == BuiltinKind::Effect)
    refuse("it does IO by " + std::string(builtin(c.builtin).spelling));
  // What failed is run again by the interpreter: it makes the text.
  if (c.builtin == BuiltinId::Error) return b.check(b.boolean(false), "E0414"), zero(c.type);
  const Strategy around = b.strategy;
  if (const auto forced = strategy_of(c.builtin)) b.strategy = *forced;
  Reps args;
  for (const Core* item : c.items) args.push_back(lower(*item, frame));
  b.strategy = around;
  return builtin(c.builtin).kind == BuiltinKind::Scalar ? scalar_primitive(c, std::move(args))
                                                        : array(c, std::move(args));
}

} // namespace nova::plan
