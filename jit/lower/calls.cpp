// Functions: closures known while lowering, calls that put their bodies in place, tail calls that become
// loops.
#include "jit/lower/lowering.hpp"
#include <algorithm>

namespace nova::plan {

Rep Lowering::function(const Core& lambda, std::span<const uint32_t> captures, Frame& frame) {
  Rep f;
  f.kind = Rep::Function, f.lambda = &lambda;
  for (uint32_t slot : captures) {
    const bool bound = slot < frame.slots.size() && frame.slots[slot];
    if (!bound && !frame.outer) refuse("a variable has no value here");
    f.items.push_back(bound ? *frame.slots[slot] : Rep::free({.kind = Input::Slot, .index = slot}));
  }
  return f;
}

namespace {

/// The prelude's function of that name.
bool is_no_inline(const Core& c, Monomorphiser& mono, const Frontend& frontend) {
  if (c.kind != CoreKind::Global) return false;
  const Global& written = frontend.program[mono[c.number].global];
  return written.prelude && frontend.symbols.text(written.name) == "no-inline";
}

} // namespace

Rep Lowering::apply(const Core& c, Frame& frame) {
  Rep f = lower(*c.items[0], frame);
  Reps args;
  for (size_t k = 1; k < c.items.size(); ++k) args.push_back(lower(*c.items[k], frame));
  Rep r = call(std::move(f), std::move(args));
  if (r.kind == Rep::Function && is_no_inline(*c.items[0], mono_, frontend_)) {
    PlanFunction kept = plan_function(*r.lambda, true);
    plan_functions_[r.lambda] = std::move(kept);
  }
  return r;
}

Rep Lowering::call(Rep f, Reps args) {
  for (auto arg = args.begin(); arg != args.end(); ++arg) {
    if (f.kind == Rep::Choice) return call_choice(f, Reps(arg, args.end()));
    if (is_boxed(f)) return call_boxed(f, Reps(arg, args.end()));
    if (f.kind != Rep::Function) refuse("it calls a function that is not known here");
    f.items.push_back(std::move(*arg));
    if (f.items.size() == f.lambda->captures.size() + f.lambda->vars.size()) f = enter(f);
  }
  return f;
}

namespace {

/// How many values it holds, those that they hold counted; no more than need be to tell that they are more than `most`.
size_t weight(const Rep& r, size_t most) {
  size_t n = 1;
  for (const Rep& item : r.items)
    if (n <= most) n += weight(item, most - n);
  return n;
}

} // namespace

/// Functions that hold others, twice each at every call, (f (compose g g)), are soon more than there is memory for.
Rep Lowering::enter(const Rep& f) {
  constexpr size_t deepest = 200, heaviest = 20'000;
  const Core& lambda = *f.lambda;
  if (active_.size() > deepest || weight(f, heaviest) > heaviest) {
    box_circle();
    refuse("its functions call each other in a circle, or too deeply");
  }
  if (stays_function(f)) return call_function(f);
  const size_t captured = lambda.captures.size(), params = lambda.vars.size();
  Frame frame;
  frame.slots.resize(lambda.frame_size);
  for (size_t k = 0; k < params; ++k)
    bind(static_cast<uint32_t>(k), lambda.vars[k], f.items[captured + k], frame);
  for (size_t k = 0; k < captured; ++k) frame.slots[params + k] = f.items[k];
  active_.push_back(&lambda), ++entered_[&lambda];
  Rep result = calls_itself(lambda) ? tail_loop(lambda, std::move(frame)) : lower(*lambda.items[0], frame);
  active_.pop_back();
  return result;
}

// ---- calls of a function in its own body ----

bool Lowering::refers(const Core& c, const Core& lambda) const {
  if (c.kind == CoreKind::Global) return mono_[c.number].value == &lambda;
  return c.kind == CoreKind::Local && c.function == &lambda;
}

bool Lowering::mentions(const Core& c, const Core& lambda) const {
  auto in = [&](const Core* item) { return mentions(*item, lambda); };
  return refers(c, lambda) || std::ranges::any_of(c.items, in) ||
         std::ranges::any_of(c.arms, [&](const CoreArm& arm) { return mentions(*arm.body, lambda); });
}

bool Lowering::calls_itself(const Core& lambda) {
  if (lambda.name.empty()) return false; // nothing can refer to it
  auto [at, added] = recursive_.try_emplace(&lambda, false);
  if (added) at->second = mentions(*lambda.items[0], lambda);
  return at->second;
}

namespace {

/// The parameters' types.
std::vector<TypeId> parameter_types(const Types& types, const Core& lambda) {
  std::vector<TypeId> all;
  TypeId t = types.resolve(lambda.type);
  for (size_t k = 0; k < lambda.vars.size(); ++k, t = types.resolve(types.arg(t, 1)))
    all.push_back(types.resolve(types.arg(t, 0)));
  return all;
}

} // namespace

/// A loop that a function's tail calls of itself make.
struct Lowering::Tail {
  const Core& lambda;
  std::vector<uint32_t> changing{}; ///< the parameters that some call changes
  TypeIds types{};                  ///< of the state: theirs
  Reps state{};                     ///< in this round
  bool flagged = false;             ///< the state also holds whether the function has ended, and its result
};

/// Collects the calls; refuses those that are not in tail position, and uses as a value.
void Lowering::self_calls(const Core& c, const Core& lambda, std::vector<const Core*>& calls) const {
  const bool call = c.kind == CoreKind::Apply && refers(*c.items[0], lambda);
  const bool in_tail = call && c.tail && c.items.size() == lambda.vars.size() + 1;
  if (refers(c, lambda) || (call && !in_tail) || (c.kind == CoreKind::Lambda && mentions(c, lambda)))
    refuse("the function " + lambda.name + " calls itself before its end");
  if (call) calls.push_back(&c);
  for (size_t k = call; k < c.items.size(); ++k) self_calls(*c.items[k], lambda, calls);
  for (const CoreArm& arm : c.arms) self_calls(*arm.body, lambda, calls);
}

bool Lowering::always_continues(const Core& c, const Core& lambda) const {
  auto rest = [&](const Core& part) { return always_continues(part, lambda); };
  switch (c.kind) {
  case CoreKind::Apply: return refers(*c.items[0], lambda);
  case CoreKind::If: return rest(*c.items[1]) && rest(*c.items[2]);
  case CoreKind::Let:
  case CoreKind::LetRec:
  case CoreKind::Sequence: return rest(*c.items.back());
  case CoreKind::Match:
    return std::ranges::all_of(c.arms, [&](const CoreArm& arm) { return rest(*arm.body); });
  default: return false;
  }
}

Rep Lowering::tail_loop(const Core& lambda, Frame frame) {
  std::vector<const Core*> calls;
  self_calls(*lambda.items[0], lambda, calls);
  const std::vector<AssignedSlot> set = assigned(*lambda.items[0], frame);
  Tail t{lambda};
  const std::vector<TypeId> types = parameter_types(types_, lambda);
  for (uint32_t k = 0; k < types.size(); ++k) {
    const bool same = std::ranges::all_of(calls, [&](const Core* c) {
      const Core& arg = *c->items[k + 1];
      return arg.kind == CoreKind::Local && !arg.function && arg.slot == k;
    });
    if (same && std::ranges::find(set, k, &AssignedSlot::slot) == set.end()) continue;
    t.changing.push_back(k), t.types.push_back(types[k]);
  }
  const Core& body = *lambda.items[0];
  const bool choice = body.kind == CoreKind::If && assigned(*body.items[0], frame).empty();
  for (size_t goes_on : {1u, 2u})
    if (choice && always_continues(*body.items[goes_on], lambda) &&
        !mentions(*body.items[3 - goes_on], lambda))
      return while_loop(t, std::move(frame), goes_on);
  return flag_loop(t, std::move(frame));
}

Reps Lowering::first_state(const Tail& t, const Frame& frame) {
  Reps first;
  for (uint32_t k : t.changing) first.push_back(*frame.slots[k]);
  return first;
}

/// The frame in a round of the loop.
Frame Lowering::round(Tail& t, const Frame& frame, const Reps& state) {
  Frame own = frame;
  for (size_t k = 0; k < t.changing.size(); ++k)
    bind(t.changing[k], t.lambda.vars[t.changing[k]], state[k], own);
  t.state = state;
  return own;
}

/// (if c go-on end): a loop while c says so, and then the end.
Rep Lowering::while_loop(Tail& t, Frame frame, size_t goes_on) {
  const Core& body = *t.lambda.items[0];
  const Reps last = loop_over(
      t.types, first_state(t, frame),
      [&](const Reps& now) {
        Frame own = round(t, frame, now);
        const Var c = lower(*body.items[0], own).var;
        return goes_on == 1 ? c : b.negation(c);
      },
      [&](const Reps& now) {
        Frame own = round(t, frame, now);
        return tail(*body.items[goes_on], t, own);
      });
  Frame own = round(t, frame, last);
  return lower(*body.items[3 - goes_on], own);
}

/// The state also says whether the function has ended, and with what.
Rep Lowering::flag_loop(Tail& t, Frame frame) {
  const Core& body = *t.lambda.items[0];
  const size_t ended = t.types.size();
  Reps first = first_state(t, frame);
  first.push_back(Rep::scalar(b.boolean(false)));
  first.push_back(zero(body.type));
  t.types.push_back(types_.prim(Element::Bool)), t.types.push_back(type(body));
  t.flagged = true;
  const Reps last = loop_over(
      t.types, first, [&](const Reps& now) { return b.negation(now[ended].var); },
      [&](const Reps& now) {
        Frame own = round(t, frame, now);
        return tail(body, t, own);
      });
  return last.back();
}

/// The next state, by what stands in tail position.
Reps Lowering::tail(const Core& c, Tail& t, Frame& frame) {
  if (!mentions(c, t.lambda)) {
    Rep result = lower(c, frame);
    Reps next(t.state.begin(), t.state.end() - 2);
    next.push_back(Rep::scalar(b.boolean(true)));
    next.push_back(std::move(result));
    return next;
  }
  auto in_own_frame = [&](const Core& part) {
    return [&] {
      Frame own = frame;
      return tail(part, t, own);
    };
  };
  switch (c.kind) {
  case CoreKind::If: {
    const Var condition = lower(*c.items[0], frame).var;
    return choose(condition, t.types, in_own_frame(*c.items[1]), in_own_frame(*c.items[2]));
  }
  case CoreKind::Let:
    bind(c.slot, c.var, lower(*c.items[0], frame), frame);
    return tail(*c.items[1], t, frame);
  case CoreKind::LetRec: return tail(*c.items.back(), t, frame);
  case CoreKind::Sequence:
    for (size_t k = 0; k + 1 < c.items.size(); ++k) lower(*c.items[k], frame);
    return tail(*c.items.back(), t, frame);
  case CoreKind::Match:
    return arms(c, 0, lower(*c.items[0], frame), frame, t.types,
                [&](const Core& body, Frame& own) { return tail(body, t, own); });
  default: break;
  }
  // A call: what the other parameters are stays.
  Reps next;
  for (uint32_t k : t.changing) next.push_back(lower(*c.items[k + 1], frame));
  if (t.flagged) {
    next.push_back(Rep::scalar(b.boolean(false)));
    next.push_back(t.state.back());
  }
  return next;
}

} // namespace nova::plan
