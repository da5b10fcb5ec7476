// Where a tier above the interpreter may give a form's value. Nodes that no tier wants keep their own rules,
// so that the question costs nothing where it is never asked.
#include "interp/eval.hpp"
#include "interp/race.hpp"
#include <algorithm>
#include <chrono>
#include <optional>

namespace nova::rules {
namespace {

using Then = Tiers::Then;

/// No tier is asked meanwhile.
struct Quiet {
  bool& quiet;
  explicit Quiet(bool& q, bool on = true) : quiet(q) { quiet = on; }
  ~Quiet() { quiet = false; }
};

/// What the interpreter makes of the form while a tier listens: a value or an error.
struct Heard {
  std::optional<Value> value;
  std::optional<RuntimeError> error;
  /// Memory, depth, time, an interruption: nothing that the form means.
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

/// Literals of the form stand for other numbers meanwhile: those outside of its lambdas, whose nodes are the form's own.
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
      Code& node = const_cast<Code&>(at); // the linker's nodes are its own
      before_.emplace_back(&node, std::exchange(node.constant, found->bits));
    } else if (at.core->kind != CoreKind::Lambda)
      for (uint32_t k = 0; k < at.count; ++k) replace(at.items[k], literals);
  }
  std::vector<std::pair<Code*, Word>> before_;
};

/// Runs the form here too; is the tier's value right? The form may fail on what the check put into the frame.
[[gnu::noinline]] bool confirmed(const Code& e, std::span<const Tiers::Literal> literals, Value* frame,
                                 Eval& m) {
  Tiers& tiers = *m.machine.options.tiers;
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

/// A tier found an error in the form: the interpreter's own outcome is the form's.
template <class R> [[gnu::noinline]] R watched(const Code& e, Value* frame, Eval& m) {
  Tiers& tiers = *m.machine.options.tiers;
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

using Clock = std::chrono::steady_clock;

/// The interpreter's time for a form, told when it ends. What is in the form asks as ever, and a recursion's
/// inner run may be the last to ask at this node.
class Timed {
 public:
  Timed(Tiers::Form& form, Tiers& tiers) : form_(form), tiers_(tiers), waited_(tiers.waited_ns()) {}
  ~Timed() {
    const double ns = std::chrono::duration<double, std::nano>(Clock::now() - begin_).count();
    tiers_.took(form_, ns - (tiers_.waited_ns() - waited_));
  }
  Timed(const Timed&) = delete;
  Clock::time_point begin() const { return begin_; }

 private:
  Tiers::Form& form_;
  Tiers& tiers_;
  Clock::time_point begin_ = Clock::now();
  double waited_;
};

template <class R> [[gnu::noinline]] R timed(const Code& e, Value* frame, Eval& m) {
  const Timed time(*e.form, *m.machine.options.tiers);
  return eval<R>(e.items[0], frame, m);
}

/// The form's value, or nothing where the tier's code overtook the interpreter.
template <class R>
[[gnu::noinline]] std::optional<R> raced(const Code& e, bool alone, Value* frame, Eval& m) {
  Tiers& tiers = *m.machine.options.tiers;
  const std::span<Value> slots(frame, m.top);
  const Timed time(*e.form, tiers);
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

/// A form that is small whatever its inputs are, and all in it.
template <class R> R small(const Code& e, Value* frame, Eval& m) {
  if (m.quiet) return eval<R>(e.items[0], frame, m);
  return quietly<R>(e, frame, m);
}

/// No tier is asked at this node any more. The linker's nodes are its own.
void ask_no_more(const Code& asked) {
  Code& e = const_cast<Code&>(asked);
  if (e.form->small.whole)
    set_rule(e, small<Word>, small<Value>);
  else
    e = Code(e.items[0]);
}

template <class R> [[gnu::noinline]] R asked(const Code& e, Value* frame, Eval& m) {
  Tiers::Answer a = located(e, m, [&] { return m.machine.options.tiers->try_run(*e.form, {frame, m.top}); });
  if (a.then == Then::Done) return as<R>(std::move(a.value));
  if (a.then == Then::Check && confirmed(e, a.literals, frame, m)) return as<R>(std::move(a.value));
  if (a.then == Then::Watch) return watched<R>(e, frame, m);
  if (a.then == Then::Time) return timed<R>(e, frame, m);
  if (a.then == Then::Race) {
    std::optional<R> value = raced<R>(e, a.alone, frame, m);
    return value ? std::move(*value) : eval<R>(e, frame, m);
  }
  a.value = Value(); // its memory is the interpreter's
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

/// No rule of the semantics: the value is the one that the node's own rule gives. Where the form is small,
/// the question costs no more than a look at some lengths, and what is in a small form asks nothing.
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
