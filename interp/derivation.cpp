#include "interp/derivation.hpp"

namespace nova {
namespace {

/// The rule of a recording node: evaluates items[0], the original node, and records it as a step. For a direct call,
/// first evaluates items[1], the called function.
template <class R> R recorded(const Code& e, Value* frame, Eval& m) {
  Derivation& d = *m.machine.options.derivation;
  const Derivation::Opened opened = d.begin(*e.core, e.scope, frame);
  try {
    if (e.count == 2) drop(e.items[1], frame, m);
    R result = eval<R>(e.items[0], frame, m);
    if (m.next)
      d.wait(opened);
    else if constexpr (std::is_same_v<R, Word>)
      d.end(opened, Value::from_bits(e.tag, result));
    else
      d.end(opened, result);
    return result;
  } catch (const RuntimeError& error) {
    d.fail(opened, error.diagnostic.code);
    throw;
  } catch (...) {
    d.fail(opened, "");
    throw;
  }
}

std::string_view access_rule(const Core& form, const Types& types) {
  return types.is(form.items[1]->type, TypeKind::Tuple) ? "VECTORN-ACCESS" : "VECTOR1-ACCESS";
}

std::string_view primitive_rule(const Core& form, const Types& types) {
  if (form.builtin == BuiltinId::Index) return access_rule(form, types);
  return builtin(form.builtin).kind == BuiltinKind::Scalar ? "PRIMITIVE" : "ARRAY";
}

/// Whether two values are the same. Words are compared by their bits, objects by identity.
bool same(const Value& a, const Value& b) {
  return a.tag() == b.tag() && a.bits() == b.bits() && a.constructor() == b.constructor();
}

} // namespace

std::string_view rule_name(const Core& form, const Types& types) {
  switch (form.kind) {
  case CoreKind::Const: return "CONST";
  case CoreKind::Local: return "ID";
  case CoreKind::Apply: return form.items.size() == 1 ? "PARENTHESES" : "APP";
  case CoreKind::Tuple: return "TUPLE";
  case CoreKind::Project: return "TUPLE-ACCESS";
  case CoreKind::Primitive: return primitive_rule(form, types);
  case CoreKind::Match: return "CASE";
  case CoreKind::Let: return "LET";
  case CoreKind::Lambda: return "LAMBDA";
  case CoreKind::LetRec: return "MU";
  case CoreKind::Global: return "GLOBAL";
  case CoreKind::Construct: return "CONSTRUCT";
  case CoreKind::Vector: return "VECTOR";
  case CoreKind::Sequence: return form.items.size() == 1 ? "PARENTHESES" : "SEQUENCE";
  case CoreKind::Assign: return "ASSIGN";
  case CoreKind::Foreign: return "FOREIGN";
#define NOVA_NODE(Name, name, rule, ...)                                                                     \
  case CoreKind::Name:                                                                                       \
    return rule;
#include "frontend/core/forms.def"
#undef NOVA_NODE
  case CoreKind::Builtin:
  case CoreKind::Constructor: break;
  }
  return "LAMBDA";
}

void Derivation::start(const CoreTop& form) {
  current_ = tail_call_ = none;
  roots_.push_back({form, static_cast<uint32_t>(steps_.size())});
}

/// Returns the index in environments_ of the environment of a new step. Reuses the parent step's environment, or the
/// last one that was added, if its scope and values are the same; else adds a new one.
uint32_t Derivation::environment(uint32_t parent, const Scope* scope, const Value* frame) {
  std::vector<Value> values;
  size_t left = most_variables;
  for (const Scope* s = scope; s && left > 0; s = s->outer, --left)
    if (!s->function) values.push_back(frame[s->slot]);
  const auto is = [&](uint32_t known) {
    const Environment& e = environments_[known];
    return e.scope == scope &&
           std::equal(values.begin(), values.end(), e.values.begin(), e.values.end(), same);
  };
  if (parent != none && is(steps_[parent].environment)) return steps_[parent].environment;
  const auto last = static_cast<uint32_t>(environments_.size()) - 1;
  if (last != none && is(last)) return last;
  environments_.push_back({scope, std::move(values)});
  return static_cast<uint32_t>(environments_.size() - 1);
}

Derivation::Opened Derivation::begin(const Core& form, const Scope* scope, const Value* frame) {
  const uint32_t tail_call = std::exchange(tail_call_, none);
  const uint32_t parent = tail_call != none ? tail_call : current_;
  if (steps_.size() >= limit_ && parent != none) return ++not_kept_, lose(tail_call), Opened{none, current_};
  const uint32_t s = environment(parent, scope, frame);
  steps_.push_back({&form, parent, s});
  return {static_cast<uint32_t>(steps_.size() - 1),
          std::exchange(current_, static_cast<uint32_t>(steps_.size() - 1))};
}

void Derivation::lose(uint32_t tail_call) {
  if (tail_call == none) return;
  uint32_t around = tail_call;
  while (around != none && steps_[around].state == Step::Waits) around = steps_[around].parent;
  lost_.push_back({tail_call, around});
}

/// Sets the state and value of `step`, and of the chain of steps above it that wait for it: their tail calls end with
/// this step, so its value is also their value.
void Derivation::settle(uint32_t step, Step::State state, const Value& value) {
  do {
    steps_[step].state = state, steps_[step].value = value;
    step = steps_[step].parent;
  } while (step != none && steps_[step].state == Step::Waits);
}

void Derivation::end(Opened opened, Value value) {
  current_ = opened.around;
  if (opened.step == none) return;
  settle(opened.step, Step::Done, value);
  for (; !lost_.empty() && lost_.back().around == opened.step; lost_.pop_back())
    settle(lost_.back().step, Step::Done, value);
}

void Derivation::wait(Opened opened) {
  current_ = opened.around;
  if (opened.step == none) return;
  if (tail_call_ == none && steps_[opened.step].state == Step::Open) tail_call_ = opened.step;
  steps_[opened.step].state = Step::Waits;
}

void Derivation::fail(Opened opened, std::string_view code) {
  error_ = code;
  current_ = opened.around, tail_call_ = none;
  if (opened.step != none) settle(opened.step, Step::Failed, {});
}

void record_rule(Code& code, Code* inner, const Scope* scope, bool known_call) {
  inner[0] = code;
  code = Code();
  code.core = inner->core, code.tag = inner->tag, code.items = inner, code.count = known_call ? 2 : 1;
  set_rule(code, recorded<Word>, recorded<Value>);
  code.scope = scope;
}

} // namespace nova
