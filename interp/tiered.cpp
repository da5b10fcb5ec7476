// Where a tier above the interpreter may give a form's value. Nodes that no tier wants keep their own rules,
// so that the question costs nothing where it is never asked.
#include "interp/eval.hpp"

namespace nova::rules {
namespace {

using Then = Tiers::Then;

/// Runs the form here too; is the tier's value right? The form may fail on what the check put into the frame.
[[gnu::noinline]] bool confirmed(const Code& e, Value* frame, Eval& m) {
  Tiers& tiers = *m.machine.options.tiers;
  const Checkpoint before(m.machine);
  try {
    const Value v = boxed(e.items[0], frame, m);
    return tiers.judge(&v);
  } catch (const RuntimeError& error) {
    if (error.diagnostic.code.starts_with("E06")) { // time, memory, depth
      tiers.abandon();
      throw;
    }
  } catch (...) {
    tiers.abandon();
    throw;
  }
  before.restore();
  return tiers.judge(nullptr);
}

struct Quiet {
  bool& quiet;
  explicit Quiet(bool& q) : quiet(q) { quiet = true; }
  ~Quiet() { quiet = false; }
};

template <class R> R quietly(const Code& e, Value* frame, Eval& m) {
  const Quiet quiet(m.quiet);
  return eval<R>(e.items[0], frame, m);
}

template <class R> [[gnu::noinline]] R asked(const Code& e, Value* frame, Eval& m) {
  Tiers::Answer a = located(e, m, [&] { return m.machine.options.tiers->try_run(*e.form, {frame, m.top}); });
  if (a.then == Then::Done) return as<R>(std::move(a.value));
  if (a.then == Then::Check && confirmed(e, frame, m)) return as<R>(std::move(a.value));
  const Code& inner = e.items[0];
  if (a.then == Then::Small) return quietly<R>(e, frame, m);
  if (a.then == Then::Never) const_cast<Code&>(e) = inner; // the linker's nodes are its own
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
  if (!m.quiet) return guarded<R>(e, frame, m);
  return eval<R>(e.items[0], frame, m);
}

} // namespace

void set_tiered(Code& c, Code* inner, Tiers::Form* form) {
  *inner = c;
  c = Code();
  c.core = inner->core, c.tag = inner->tag, c.items = inner, c.count = 1, c.form = form;
  set_rule(c, tiered<Word>, tiered<Value>);
}

} // namespace nova::rules
