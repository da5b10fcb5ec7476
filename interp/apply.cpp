// The rule APP: direct calls of known functions, calls of function values, and calls from array built-ins.
#include "interp/eval.hpp"

namespace nova {
namespace {

const Function& function_of(const Value& v) { return *static_cast<const Function*>(v.code()); }

/// Copies the arguments that the closure holds, and its captured values, to their slots of the frame.
void fill_closed(const Function& f, const Value& closure, Value* frame) {
  const std::span<const Value> held = closure.items();
  for (uint32_t k = 0; k < f.supplied; ++k) frame[k] = held[k];
  for (uint32_t k = 0; k < f.captures; ++k) frame[f.params + k] = held[f.supplied + k];
}

/// Returns a partial application that holds the closure's arguments and then `arguments`, together fewer than the
/// function needs. Moves from `arguments`.
Value partial(const Value& closure, std::span<Value> arguments) {
  const Function& f = function_of(closure);
  const std::span<const Value> held = closure.items();
  std::vector<Value> all(held.begin(), held.begin() + f.supplied);
  for (Value& v : arguments) all.push_back(std::move(v));
  all.insert(all.end(), held.begin() + f.supplied, held.end());
  const Function* g = &f;
  for (size_t k = 0; k < arguments.size(); ++k) g = g->one_more;
  return Value::function(g, all);
}

Value* open(const Function& f, const Code& at, Eval& m) { return m.push(f.frame_size, at); }

} // namespace

Closure closure_of(const Value& function) {
  const Function& f = function_of(function);
  return {f.lambda, f.supplied};
}

namespace rules {
namespace {

/// Calls f and returns its value. The frame `filled` has the arguments of f already. If e is a tail call, only
/// prepares the call, which `invoke` then runs; the returned value is not used.
template <class R> R call(const Function& f, Value* filled, const Code& e, Value* frame, Eval& m) {
  if (!e.core->tail) return invoke<R>(f, filled, e, m);
  m.replace(frame, filled, f);
  return R();
}

Value supply(const Code& e, const Value& closure, uint32_t first, Value* frame, Eval& m) {
  const uint32_t n = e.count - first;
  Value* arguments = m.push(n, e);
  for (uint32_t k = 0; k < n; ++k) store(e.items[first + k], frame, m, arguments[k]);
  Value v = located(e, m, [&] { return partial(closure, {arguments, n}); });
  m.pop(arguments);
  return v;
}

// (APP)  <e1, s> => lambda (x : t') : t (e)    <e2, s> => v2    <e, s[x -> v2]> => v
//        ----------------------------------------------------------------------------
//        <e1 e2, s> => v
//
// Functions are unary, so a call with several arguments is several applications of the rule. They are done in one
// step if the function is a nest of lambdas, each of which is the body of the one before.
template <class R> R app(const Code& e, Value* frame, Eval& m) {
  Value closure = e.items[0].value(e.items[0], frame, m);
  for (uint32_t i = 1;;) {
    const Function& f = function_of(closure);
    const uint32_t needed = f.params - f.supplied;
    if (e.count - i < needed) return as<R>(supply(e, closure, i, frame, m));
    Value* opened = open(f, e, m);
    fill_closed(f, closure, opened);
    for (uint32_t k = 0; k < needed; ++k) store(e.items[i++], frame, m, opened[f.supplied + k]);
    if (i == e.count) return call<R>(f, opened, e, frame, m);
    closure = invoke<Value>(f, opened, e, m);
  }
}

/// The rule APP for a direct call: e1 names a definition or a letrec's function, and all of its arguments are given.
template <class R> R known_app(const Code& e, Value* frame, Eval& m) {
  const Function& f = *e.function;
  Value* opened = open(f, e, m);
  for (uint32_t k = 0; k < f.params; ++k) store(e.items[k], frame, m, opened[k]);
  if (f.captures) {
    const uint32_t* captures = e.core->items[0]->frame.captures.data();
    for (uint32_t k = 0; k < f.captures; ++k) opened[f.params + k] = frame[captures[k]];
  }
  return invoke<R>(f, opened, e, m);
}

template <class R> R known_tail_app(const Code& e, Value* frame, Eval& m) {
  const Function& f = *e.function;
  Value* opened = open(f, e, m);
  for (uint32_t k = 0; k < f.params; ++k) store(e.items[k], frame, m, opened[k]);
  const uint32_t* captures = e.core->items[0]->frame.captures.data();
  for (uint32_t k = 0; k < f.captures; ++k) opened[f.params + k] = frame[captures[k]];
  m.replace(frame, opened, f);
  return R();
}

/// The rule APP for a call of a function that was compiled by itself (compile-now). The arguments are the frame of the
/// last item, a form that calls the function with them.
template <class R> R compiled_app(const Code& e, Value* frame, Eval& m) {
  const uint32_t n = e.count - 1;
  Value* arguments = m.push(n, e);
  for (uint32_t k = 0; k < n; ++k) store(e.items[k], frame, m, arguments[k]);
  R value = eval<R>(e.items[n], arguments, m);
  m.pop(arguments);
  return value;
}

} // namespace

void set_compiled_app(Code& c) { set_rule(c, compiled_app<Word>, compiled_app<Value>); }
void set_app(Code& c) { set_rule(c, app<Word>, app<Value>); }
void set_known_app(Code& c, bool tail) {
  if (tail)
    set_rule(c, known_tail_app<Word>, known_tail_app<Value>);
  else
    set_rule(c, known_app<Word>, known_app<Value>);
}

} // namespace rules

// ---- calls from outside the rules ----

void Eval::replace(Value* frame, Value* arguments, const Function& f) {
  next = &f;
  if (frame == pinned) return void(above = arguments);
  clean(frame, static_cast<size_t>(arguments - frame));
  const uint32_t n = f.params + f.captures;
  for (uint32_t k = 0; k < n; ++k) frame[k].swap(arguments[k]);
  top = frame + f.frame_size;
}

Value Eval::apply(const Value& function, std::span<Value> arguments) {
  Value closure = function;
  while (!arguments.empty()) {
    const Function& f = function_of(closure);
    const uint32_t needed = f.params - f.supplied;
    if (arguments.size() < needed) return partial(closure, arguments);
    Value* opened = open(f, *site, *this);
    fill_closed(f, closure, opened);
    for (uint32_t k = 0; k < needed; ++k) opened[f.supplied + k] = std::move(arguments[k]);
    closure = invoke_boxed(f, opened, *site, *this);
    arguments = arguments.subspan(needed);
  }
  return closure;
}

const void* Machine::code_of(const Core& lambda, uint32_t supplied) {
  return &eval_->linker.closure(lambda, supplied);
}

Value Machine::call(const Value& function, std::span<Value> arguments) {
  return eval_->apply(function, arguments);
}

Checkpoint::Checkpoint(Machine& machine)
    : eval_(*machine.eval_), top_(eval_.top), pinned_(eval_.pinned), depth_(eval_.depth), site_(eval_.site),
      caller_(eval_.caller) {}

void Checkpoint::restore() const {
  eval_.pop(top_);
  eval_.pinned = pinned_, eval_.depth = depth_, eval_.site = site_, eval_.next = nullptr;
  eval_.caller = caller_;
}

Caller::Caller(Machine& machine, const Value& function, uint32_t arguments)
    : eval_(*machine.eval_), function_(function), code_(function_of(function_)) {
  if (code_.params - code_.supplied != arguments) return;
  frame_ = open(code_, *eval_.site, eval_);
  after_ = eval_.top;
  fill_closed(code_, function_, frame_);
}

Caller::~Caller() {
  if (!frame_) return;
  Eval::clean(frame_, static_cast<size_t>(after_ - frame_));
  if (eval_.top == after_) eval_.top = frame_;
}

/// Calls the function, whose arguments are in `frame_`, and returns its value. The frame is kept for the next call
/// until the Caller is destroyed, so a tail call of the body gets a frame above it.
Value Caller::run() {
  Eval& m = eval_;
  const Code& site = *m.site;
  Value* const outer = std::exchange(m.pinned, frame_);
  outer_ = std::exchange(m.caller, this);
  m.enter(code_, site);
  depth_ = m.depth;
  Value result = boxed(*code_.body, frame_, m);
  --m.depth;
  if (m.next) [[unlikely]]
    result = invoke_boxed(*std::exchange(m.next, nullptr), m.above, site, m);
  m.pinned = outer, m.caller = outer_;
  return result;
}

/// Stores an argument in its slot. The value of the call before is freed at once, so that a `set!` of an element finds
/// its vector in no other place.
static void fill(Value& slot, Value& argument) {
  slot = std::move(argument); // which swaps them
  argument = Value();
}

Value Caller::operator()(Value a) {
  if (!frame_) return eval_.apply(function_, {&a, 1});
  fill(frame_[code_.supplied], a);
  return run();
}

Value Caller::operator()(Value a, Value b) {
  if (!frame_) {
    Value both[] = {std::move(a), std::move(b)};
    return eval_.apply(function_, both);
  }
  fill(frame_[code_.supplied], a);
  fill(frame_[code_.supplied + 1], b);
  return run();
}

Value Caller::operator()(std::span<Value> arguments) {
  if (!frame_) return eval_.apply(function_, arguments);
  for (size_t k = 0; k < arguments.size(); ++k) frame_[code_.supplied + k] = std::move(arguments[k]);
  return run();
}

} // namespace nova
