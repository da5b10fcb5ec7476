// Lowers functions that call themselves by tail calls: each becomes a Loop, and a tail call becomes its next
// iteration.
#include "jit/lower/calls.hpp"
#include "jit/lower/forms.hpp"
#include "jit/lower/recursion.hpp"
#include "jit/lower/values.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// The loop that a function becomes.
struct Tail {
  const Core& lambda;
  /// the slots of the parameters that the function's body or some tail call changes; the others are loop-invariant
  std::vector<uint32_t> changing{};
  /// the types of the state: those of the parameters `changing`, then, if `flagged`, those of two further values
  TypeIds types{};
  Reps state{}; ///< the state in the iteration that is being lowered
  /// whether the state has two further values: a bool that says whether the function has ended, and its result
  bool flagged = false;
};

Rep while_loop(Lowering& l, Tail& t, Frame frame, size_t goes_on);
Rep flag_loop(Lowering& l, Tail& t, Frame frame);
Reps tail(Lowering& l, const Core& c, Tail& t, Frame& frame);

/// Returns the types of a Lambda's parameters.
std::vector<TypeId> parameter_types(const Types& types, const Core& lambda) {
  std::vector<TypeId> all;
  TypeId t = types.resolve(lambda.type);
  for (size_t k = 0; k < lambda.vars.size(); ++k, t = types.resolve(types.arg(t, 1)))
    all.push_back(types.resolve(types.arg(t, 0)));
  return all;
}

/// Appends to `calls` all calls of `lambda` in the code `c`. Refuses calls that are not tail calls, and uses of
/// `lambda` as a value.
void self_calls(Lowering& l, const Core& c, const Core& lambda, std::vector<const Core*>& calls) {
  const bool call = c.kind == CoreKind::Apply && refers(l.mono, *c.items[0], lambda);
  const bool in_tail = call && c.tail && c.items.size() == lambda.vars.size() + 1;
  if (refers(l.mono, c, lambda) || (call && !in_tail) ||
      (c.kind == CoreKind::Lambda && mentions(l.mono, c, lambda)))
    refuse(l.b, NoPlan::NoTailCall, lambda.name);
  if (call) calls.push_back(&c);
  for (size_t k = call; k < c.items.size(); ++k) self_calls(l, *c.items[k], lambda, calls);
  for (const CoreArm& arm : c.arms) self_calls(l, *arm.body, lambda, calls);
}

} // namespace

Rep tail_loop(Lowering& l, const Core& lambda, Frame frame) {
  std::vector<const Core*> calls;
  self_calls(l, *lambda.items[0], lambda, calls);
  const std::vector<AssignedSlot> set = assigned(l, *lambda.items[0], frame);
  Tail t{lambda};
  const std::vector<TypeId> types = parameter_types(l.types, lambda);
  for (uint32_t k = 0; k < types.size(); ++k) {
    const bool same = std::ranges::all_of(calls, [&](const Core* c) {
      const Core& arg = *c->items[k + 1];
      return arg.kind == CoreKind::Local && !arg.function && arg.slot == k;
    });
    if (same && std::ranges::find(set, k, &AssignedSlot::slot) == set.end()) continue;
    t.changing.push_back(k), t.types.push_back(types[k]);
  }
  const Core& body = *lambda.items[0];
  const bool choice = body.kind == CoreKind::If && assigned(l, *body.items[0], frame).empty();
  for (size_t goes_on : {1u, 2u})
    if (choice && always_continues(l.mono, *body.items[goes_on], lambda) &&
        !mentions(l.mono, *body.items[3 - goes_on], lambda))
      return while_loop(l, t, std::move(frame), goes_on);
  return flag_loop(l, t, std::move(frame));
}

namespace {

Reps first_state(const Tail& t, const Frame& frame) {
  Reps first;
  for (uint32_t k : t.changing) first.push_back(*frame.slots[k]);
  return first;
}

/// Returns the frame for an iteration of the loop: `frame`, with the changing parameters bound to the values of
/// `state`.
Frame round(Lowering& l, Tail& t, const Frame& frame, const Reps& state) {
  Frame own = frame;
  for (size_t k = 0; k < t.changing.size(); ++k)
    bind(l, t.changing[k], t.lambda.vars[t.changing[k]], state[k], own);
  t.state = state;
  return own;
}

/// Lowers a function whose body is an If, of which one branch always ends in a tail call and the other never does. It
/// becomes a Loop for the first branch, and the other branch is lowered after the Loop. `goes_on` is the index of the
/// first branch among the If's items.
Rep while_loop(Lowering& l, Tail& t, Frame frame, size_t goes_on) {
  const Core& body = *t.lambda.items[0];
  const Reps last = loop_over(
      l, t.types, first_state(t, frame),
      [&](const Reps& now) {
        Frame own = round(l, t, frame, now);
        const Var c = lower(l, *body.items[0], own).var;
        return goes_on == 1 ? c : l.b.negation(c);
      },
      [&](const Reps& now) {
        Frame own = round(l, t, frame, now);
        return tail(l, *body.items[goes_on], t, own);
      });
  Frame own = round(l, t, frame, last);
  return lower(l, *body.items[3 - goes_on], own);
}

/// Lowers a function that `while_loop` cannot lower. It becomes a Loop whose state also has two further values: a
/// bool that says whether the function has ended, and the function's result.
Rep flag_loop(Lowering& l, Tail& t, Frame frame) {
  Builder& b = l.b;
  const Core& body = *t.lambda.items[0];
  const size_t ended = t.types.size();
  Reps first = first_state(t, frame);
  first.push_back(Rep::scalar(b.boolean(false)));
  first.push_back(zero(l, body.type));
  t.types.push_back(l.types.prim(Element::Bool)), t.types.push_back(l.type(body));
  t.flagged = true;
  const Reps last = loop_over(
      l, t.types, first, [&](const Reps& now) { return b.negation(now[ended].var); },
      [&](const Reps& now) {
        Frame own = round(l, t, frame, now);
        return tail(l, body, t, own);
      });
  return last.back();
}

/// Lowers the code `c`, which is in tail position, and returns the loop's next state.
Reps tail(Lowering& l, const Core& c, Tail& t, Frame& frame) {
  Builder& b = l.b;
  if (!mentions(l.mono, c, t.lambda)) {
    Rep result = lower(l, c, frame);
    Reps next(t.state.begin(), t.state.end() - 2);
    next.push_back(Rep::scalar(b.boolean(true)));
    next.push_back(std::move(result));
    return next;
  }
  auto in_own_frame = [&](const Core& part) {
    return [&] {
      Frame own = frame;
      return tail(l, part, t, own);
    };
  };
  switch (c.kind) {
  case CoreKind::If: {
    const Var condition = lower(l, *c.items[0], frame).var;
    return choose(l, condition, t.types, in_own_frame(*c.items[1]), in_own_frame(*c.items[2]));
  }
  case CoreKind::Let:
    bind(l, c.slot, c.var, lower(l, *c.items[0], frame), frame);
    return tail(l, *c.items[1], t, frame);
  case CoreKind::LetRec: return tail(l, *c.items.back(), t, frame);
  case CoreKind::Sequence:
    for (size_t k = 0; k + 1 < c.items.size(); ++k) lower(l, *c.items[k], frame);
    return tail(l, *c.items.back(), t, frame);
  case CoreKind::Match:
    return arms(l, c, 0, lower(l, *c.items[0], frame), frame, t.types,
                [&](const Core& body, Frame& own) { return tail(l, body, t, own); });
  default: break;
  }
  // The code is a tail call. Its arguments are the next values of the changing parameters; the others need none.
  Reps next;
  for (uint32_t k : t.changing) next.push_back(lower(l, *c.items[k + 1], frame));
  if (t.flagged) {
    next.push_back(Rep::scalar(b.boolean(false)));
    next.push_back(t.state.back());
  }
  return next;
}

} // namespace

} // namespace nova::plan
