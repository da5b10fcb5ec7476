// The rules of nodes at which the interpreter first asks the tiers for the value of a form. Nodes that no tier can
// run keep their own rules, and have no extra cost.
#include "interp/eval.hpp"
#include "interp/race.hpp"
#include <algorithm>
#include <chrono>
#include <optional>

namespace nova::rules {
namespace {

using Then = Tiers::Then;

/// If `on`, no tier is asked while this object lives.
struct Quiet {
  bool& quiet;
  explicit Quiet(bool& q, bool on = true) : quiet(q) { quiet = on; }
  ~Quiet() { quiet = false; }
};

/// The outcome of the interpreter's own evaluation of a form in a check or watch: the form's value or an error.
struct Heard {
  std::optional<Value> value;
  std::optional<RuntimeError> error;
  /// Whether the error is a limit of memory, depth or time, or an interruption: it says nothing about the form's
  /// value.
  bool is_limit() const { return error && error->diagnostic.code.starts_with("E06"); }
};

[[gnu::noinline]] Heard hear(const Code& e, Value* frame, Eval& m) {
  const Quiet quiet(m.quiet);
  try {
    return {boxed(e.items[0], frame, m), {}};
  } catch (RuntimeError& error) {
    return {{}, std::move(error)};
  } catch (...) {
    m.machine.options.tiers->abandon();
    throw;
  }
}

/// Replaces number literals of a form by other numbers while this object lives. Literals inside of lambdas keep their
/// values, since a lambda's body may also be run by other forms.
class Instead {
 public:
  Instead(const Code& form, std::span<const Tiers::Literal> literals) {
    if (!literals.empty()) replace(form, literals);
  }
  ~Instead() {
    for (const auto& [node, word] : before_) node->constant = word;
  }
  Instead(const Instead&) = delete;

 private:
  void replace(const Code& at, std::span<const Tiers::Literal> literals) {
    const auto found = std::ranges::find(literals, at.core, &Tiers::Literal::number);
    if (found != literals.end()) {
      Code& node = const_cast<Code&>(at); // nodes are not const objects
      before_.emplace_back(&node, std::exchange(node.constant, found->bits));
    } else if (at.core->kind != CoreKind::Lambda)
      for (uint32_t k = 0; k < at.count; ++k) replace(at.items[k], literals);
  }
  std::vector<std::pair<Code*, Word>> before_;
};

/// Checks a tier's value: evaluates the form in the interpreter too. Returns whether the tier's value is taken; if
/// not, the caller evaluates the form. For the check, the tier may have put a sample of the inputs into the frame;
/// the evaluation here may fail on it.
[[gnu::noinline]] bool confirmed(const Code& e, std::span<const Tiers::Literal> literals, Value* frame,
                                 Eval& m) {
  Tiers& tiers = *m.machine.options.tiers;
  const Uncounted checking(m.machine);
  const Instead instead(e.items[0], literals);
  const Checkpoint before(m.machine);
  Heard heard = hear(e, frame, m);
  if (heard.value) return tiers.judge(&*heard.value);
  using Limited = Tiers::Limited;
  const Limited then = heard.is_limit() ? tiers.limited(heard.error->diagnostic.code) : Limited::Alone;
  if (then == Limited::Fails) {
    tiers.abandon();
    throw std::move(*heard.error);
  }
  before.restore();
  return heard.is_limit() ? then == Limited::Stands : tiers.judge(nullptr);
}

/// Evaluates a form in which a tier found an error. Returns the interpreter's value, or throws its error.
template <class R> [[gnu::noinline]] R watched(const Code& e, Value* frame, Eval& m) {
  Tiers& tiers = *m.machine.options.tiers;
  const Uncounted checking(m.machine);
  Heard heard = hear(e, frame, m);
  if (heard.is_limit())
    tiers.abandon();
  else
    tiers.judge(heard.value ? &*heard.value : nullptr);
  if (heard.error) throw std::move(*heard.error);
  return as<R>(std::move(*heard.value));
}

template <class R> [[gnu::noinline]] R quietly(const Code& e, Value* frame, Eval& m) {
  const Quiet quiet(m.quiet);
  return eval<R>(e.items[0], frame, m);
}

/// Measures the interpreter's time for a form while this object lives, and reports it to the tiers at the end. Tiers
/// are still asked for forms inside of this one. The object refers to the form, not to its node, since a recursive
/// run may replace the node.
class Timed {
 public:
  Timed(Tiers::Form& form, Machine& machine)
      : form_(form), machine_(machine), begin_(machine.decision_ns()),
        waited_(machine.options.tiers->waited_ns()) {}
  ~Timed() {
    Tiers& tiers = *machine_.options.tiers;
    const double waited = machine_.options.ranks ? 0 : tiers.waited_ns() - waited_;
    tiers.took(form_, machine_.decision_ns() - begin_ - waited);
  }
  Timed(const Timed&) = delete;

 private:
  Tiers::Form& form_;
  Machine& machine_;
  double begin_, waited_;
};

template <class R> [[gnu::noinline]] R timed(const Code& e, Value* frame, Eval& m) {
  const Timed time(*e.form, m.machine);
  return eval<R>(e.items[0], frame, m);
}

/// Interprets a form in a race. Returns its value, or nothing if the tier's code is ready and has to run instead. If
/// `alone`, no tier is asked for forms inside of this one.
template <class R>
[[gnu::noinline]] std::optional<R> raced(const Code& e, bool alone, Value* frame, Eval& m) {
  Tiers& tiers = *m.machine.options.tiers;
  const std::span<Value> slots(frame, m.top);
  const Timed time(*e.form, m.machine);
  const Checkpoint before(m.machine);
  try {
    const Race race(m.machine, *e.form, slots);
    const Quiet quiet(m.quiet, alone);
    try {
      return eval<R>(e.items[0], frame, m);
    } catch (const Overtaken& by) {
      if (by.race != &race) throw;
    }
  } catch (const RuntimeError& error) {
    if (error.diagnostic.code != "E0601" || !tiers.waits(*e.form, slots)) throw;
  }
  before.restore();
  return {};
}

bool is_always_small(const Code& e) {
  const Tiers::Form::Small& s = e.form->small;
  return s.passed && s.bounds.empty() && s.functions.empty();
}

/// The rule of a form that is too small for any tier, whatever its inputs are. So are all forms inside of it, for
/// which no tier is asked either.
template <class R> R small(const Code& e, Value* frame, Eval& m) {
  if (m.quiet) return eval<R>(e.items[0], frame, m);
  return quietly<R>(e, frame, m);
}

/// Changes a node so that no tier is asked at it any more.
void ask_no_more(const Code& asked) {
  Code& e = const_cast<Code&>(asked);
  if (e.form->small.whole)
    set_rule(e, small<Word>, small<Value>);
  else
    e = Code(e.items[0]);
}

template <class R> [[gnu::noinline]] R asked(const Code& e, Value* frame, Eval& m) {
  Tiers::Answer a = located(e, m, [&] {
    const Uncounted deciding(m.machine);
    return m.machine.options.tiers->try_run(*e.form, {frame, m.top});
  });
  if (a.then == Then::Done) return as<R>(std::move(a.value));
  if (a.then == Then::Check && confirmed(e, a.literals, frame, m)) return as<R>(std::move(a.value));
  if (a.then == Then::Watch) return watched<R>(e, frame, m);
  if (a.then == Then::Time) return timed<R>(e, frame, m);
  if (a.then == Then::Race) {
    std::optional<R> value = raced<R>(e, a.alone, frame, m);
    return value ? std::move(*value) : eval<R>(e, frame, m);
  }
  a.value = Value(); // frees its memory for the interpreter
  const Code& inner = e.items[0];
  const bool never = a.then == Then::Never || is_always_small(e);
  const Quiet quiet(m.quiet, a.then == Then::Small);
  if (never) ask_no_more(e);
  return eval<R>(inner, frame, m);
}

template <class R> [[gnu::noinline]] R guarded(const Code& e, Value* frame, Eval& m) {
  const Tiers::Form::Small& small = e.form->small;
  if (!small.holds(frame)) return asked<R>(e, frame, m);
  ++*small.passed;
  return small.whole ? quietly<R>(e, frame, m) : eval<R>(e.items[0], frame, m);
}

/// The rule of a node at which tiers are asked for the value of a form. If no tier returns the value, the node is
/// evaluated by its original rule. This is no rule of the semantics, since the value is the same. For a form that is
/// too small for tiers, the only cost is to compare a few numbers with their bounds.
template <class R> R tiered(const Code& e, Value* frame, Eval& m) {
  if (m.quiet) return eval<R>(e.items[0], frame, m);
  return guarded<R>(e, frame, m);
}

} // namespace

void set_tiered(Code& c, Code* inner, Tiers::Form* form) {
  *inner = c;
  c = Code();
  c.core = inner->core, c.tag = inner->tag, c.items = inner, c.count = 1, c.form = form;
  set_rule(c, tiered<Word>, tiered<Value>);
}

} // namespace nova::rules
