// Makes function values from Lambdas, and replaces calls by the bodies of the functions called.
#include "jit/lower/calls.hpp"
#include "jit/lower/boxed_functions.hpp"
#include "jit/lower/foreign/foreign.hpp"
#include "jit/lower/forms.hpp"
#include "jit/lower/recursion.hpp"
#include "jit/lower/values.hpp"
#include <algorithm>
#include <utility>

namespace nova::plan {

namespace {

Rep enter(Lowering& l, const Rep& f);
Rep call_choice(Lowering& l, const Rep& f, const Reps& args);

} // namespace

Rep closure(Lowering& l, const Core& lambda, std::span<const uint32_t> captures, Frame& frame) {
  Rep f;
  f.kind = Rep::Function, f.lambda = &lambda;
  for (uint32_t slot : captures) {
    const bool bound = slot < frame.slots.size() && frame.slots[slot];
    if (!bound && !frame.outer) refuse(l.b, NoPlan::NoValue);
    f.items.push_back(bound ? *frame.slots[slot] : Rep::free({.kind = Input::Slot, .index = slot}));
  }
  return f;
}

namespace {

/// Whether the text at the span was written in the prelude, whose files are the first.
bool in_prelude(const Lowering& l, Span s) {
  return s.file != 0 && l.frontend.sources.user_span(s).file <= l.last_of_prelude;
}

/// While it lives, the call at l.own_at is noted: where the function is called, and by which name if the user calls a function
/// of the prelude.
class NotedCall {
 public:
  NotedCall(Lowering& l, const Core& lambda) : l_(l), before_(l.user_call), call_at_(l.call_at) {
    l.call_at = l.own_at;
    if (l.b.tells && in_prelude(l, lambda.span) && !in_prelude(l, l.call_at))
      l.user_call = {l.call_at, std::string(written_operation(lambda.name)), lambda.items[0]};
  }
  ~NotedCall() { l_.user_call = before_, l_.call_at = call_at_; }
  NotedCall(const NotedCall&) = delete;

 private:
  Lowering& l_;
  const UserCall before_;
  const Span call_at_;
};

} // namespace

Span told_at(const Lowering& l, Span own) {
  return !l.user_call.callee.empty() && in_prelude(l, own) ? l.user_call.at : own;
}

std::string told_callee(const Lowering& l, Span own) { return in_prelude(l, own) ? l.user_call.callee : ""; }

namespace {

/// Whether the form `c` is the name of the prelude's function no-inline.
bool is_no_inline(const Core& c, Monomorphiser& mono, const Frontend& frontend) {
  if (c.kind != CoreKind::Global) return false;
  const Global& written = frontend.program[mono[c.number].global];
  return written.prelude && frontend.symbols.text(written.name) == "no-inline";
}

} // namespace

Rep lower_apply(Lowering& l, const Core& c, Frame& frame) {
  Rep f = lower(l, *c.items[0], frame);
  Reps args;
  for (size_t k = 1; k < c.items.size(); ++k) args.push_back(lower(l, *c.items[k], frame));
  Rep r = call(l, std::move(f), std::move(args));
  if (r.kind == Rep::Function && is_no_inline(*c.items[0], l.mono, l.frontend)) {
    PlanFunction kept = plan_function(l, *r.lambda, true);
    l.functions.planned[r.lambda] = std::move(kept);
  }
  return r;
}

Rep call(Lowering& l, Rep f, Reps args) {
  for (auto arg = args.begin(); arg != args.end(); ++arg) {
    if (f.kind == Rep::Choice) return call_choice(l, f, Reps(arg, args.end()));
    if (is_boxed(l, f)) return call_boxed(l, f, Reps(arg, args.end()));
    if (f.kind != Rep::Function) refuse(l.b, NoPlan::UnknownFunction);
    f.items.push_back(std::move(*arg));
    if (f.items.size() == f.lambda->frame.captures.size() + f.lambda->vars.size()) f = enter(l, f);
  }
  return f;
}

namespace {

/// Returns how many Reps `r` consists of: itself, its items, their items, and so on. Counting stops above `most`.
size_t weight(const Rep& r, size_t most) {
  size_t n = 1;
  for (const Rep& item : r.items)
    if (n <= most) n += weight(item, most - n);
  return n;
}

/// Whether the call at l.call_at stands in the prelude, which says no-inline of the function.
bool is_kept_by_prelude(const Lowering& l, const Core& lambda) {
  const auto planned = l.functions.planned.find(&lambda);
  return planned != l.functions.planned.end() && planned->second.kept && in_prelude(l, l.call_at);
}

/// Lowers a call of the function `f`, which has all its arguments, and returns the result. Refuses function values
/// that hold too many values. (A function that calls itself with (compose g g) in place of its argument g doubles the
/// function value at each call, until memory runs out.)
Rep enter(Lowering& l, const Rep& f) {
  constexpr size_t deepest = 200, heaviest = 20'000;
  const Core& lambda = *f.lambda;
  if (l.functions.active.size() > deepest || weight(f, heaviest) > heaviest) {
    box_circle(l);
    refuse(l.b, NoPlan::DeepCalls);
  }
  const bool is_text = is_cuda_text(l, lambda);
  const NotedCall noted(l, lambda);
  const bool kept = is_kept_by_prelude(l, lambda);
  const bool told = l.b.tells && in_prelude(l, lambda.span) && !is_recursive(l, lambda) &&
                    !kept; // each call tells of itself
  if (!is_text && !told && stays_function(l, f)) {
    if (!kept) l.user_call = {}; // its body serves other calls, too
    return call_function(l, f);
  }
  const size_t captured = lambda.frame.captures.size(), params = lambda.vars.size();
  Frame frame;
  frame.slots.resize(lambda.frame.size);
  for (size_t k = 0; k < params; ++k)
    bind(l, static_cast<uint32_t>(k), lambda.vars[k], f.items[captured + k], frame);
  for (size_t k = 0; k < captured; ++k) frame.slots[params + k] = f.items[k];
  l.functions.active.push_back(&lambda), ++l.functions.entered[&lambda];
  Rep result = is_text                   ? lower_cuda_text(l, lambda, frame)
               : calls_itself(l, lambda) ? tail_loop(l, lambda, std::move(frame))
                                         : lower(l, *lambda.items[0], frame);
  l.functions.active.pop_back();
  return result;
}

Rep call_choice(Lowering& l, const Rep& f, const Reps& args) {
  Builder& b = l.b;
  TypeId result = l.types.resolve(f.type);
  for (size_t k = 0; k < args.size(); ++k) result = l.types.resolve(l.types.arg(result, 1));
  if (f.items.empty()) return zero(l, result);
  std::function<Rep(size_t)> from = [&](size_t k) {
    if (k + 1 == f.items.size()) return call(l, f.items[k], args);
    const Var is = b.scalar(BuiltinId::Equal, Element::I32, Element::Bool,
                            {f.items[0].var, b.constant(Element::I32, k - 1)});
    return choose(
        l, is, {result}, [&] { return Reps{call(l, f.items[k], args)}; },
        [&] { return Reps{from(k + 1)}; })[0];
  };
  return from(1);
}

} // namespace

} // namespace nova::plan
