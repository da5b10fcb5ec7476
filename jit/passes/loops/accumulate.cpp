// Turns recursive functions into loops with an accumulator. Such a function combines a value with the result of its
// last call of itself by an operation, as in (+ x (f ..)). If the operation is exact, x may be combined with the
// accumulator before the call, instead of with the result after it. A function whose last calls of itself are tail
// calls becomes a loop, too, if it makes cells or has no other calls of itself. (Lowering has turned most such
// functions into loops; inlining makes new ones.)
//
// An endless recursion fails when the stack is exhausted. So that the loop fails as well, it counts how often it
// combines values. It fails when the count is above the number of calls for which any stack has room.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

using Vars = std::vector<Var>;
constexpr uint64_t most_joins = uint64_t{1} << 22;
constexpr BuiltinId operations[] = {BuiltinId::Add,    BuiltinId::Multiply, BuiltinId::BitOr,
                                    BuiltinId::BitAnd, BuiltinId::BitXor,   BuiltinId::Min,
                                    BuiltinId::Max};

/// Returns the index of the statement of b.stms that binds v. If none does, returns the number of statements.
size_t binder(const Body& b, Var v) {
  return static_cast<size_t>(std::ranges::find_if(b.stms, [&](const Stm& s) { return is_any(v, s.outs); }) -
                             b.stms.begin());
}

Stm take(Body& b, size_t k) {
  Stm s = std::move(b.stms[k]);
  b.stms.erase(b.stms.begin() + static_cast<ptrdiff_t>(k));
  return s;
}

/// Turns one function of the plan into a loop. `by` is the operation that combines values with the results of calls.
/// If `by` is empty, the function's last calls of itself must be tail calls.
class Accumulation {
 public:
  Accumulation(Plan& plan, uint32_t function, std::optional<BuiltinId> by)
      : plan_(plan), function_(function), by_(by), uses_(count_uses(plan)) {}

  bool suits() {
    const Function& f = plan_.functions[function_];
    if (f.body.results.size() != 1 || plan_[f.body.results[0]].column) return false;
    element_ = plan_[f.body.results[0]].element;
    if (by_) return neutral(*by_, element_) && goes_on(f.body, f.body.results[0]) && joins_;
    // A function that makes no cells and also has other calls of itself stays: C compilers inline it into itself,
    // which is faster than a loop.
    return goes_on(f.body, f.body.results[0]) &&
           (makes_cells_in(f.body) || last_calls(f.body, f.body.results[0]) == calls(f.body));
  }

  /// Turns the function's body into a loop. The state is: whether the loop continues, the accumulator, the number of
  /// times that values were combined, and the function's parameters.
  void change() {
    Body& body = plan_.functions[function_].body;
    Body step = std::exchange(body, Body{body.params, {}, {}});
    span_ = step.stms.back().span;
    Stm loop{.op = Op::Loop, .bodies = std::vector<Body>(2), .span = span_};
    for (const auto& [e, bits] : {std::pair{Element::Bool, uint64_t{1}},
                                  {element_, by_ ? *neutral(*by_, element_) : 0},
                                  {Element::I64, uint64_t{0}}})
      loop.args.push_back(emit(body, constant_stm(plan_, e, bits, span_)));
    loop.args.insert(loop.args.end(), body.params.begin(), body.params.end());
    loop.outs = alike(loop.args), loop.bodies[0].params = alike(loop.args);
    loop.bodies[0].results = {loop.bodies[0].params[0]};
    loop.bodies[1] = round(std::move(step), loop.args);
    body.results = {loop.outs[1]};
    body.stms.push_back(std::move(loop));
  }

 private:
  Vars alike(const Vars& vars) {
    Vars made;
    for (Var v : vars) made.push_back(plan_.make(plan_[v], plan_.names[index_of(v)]));
    return made;
  }
  static Var emit(Body& b, Stm s) { return b.stms.emplace_back(std::move(s)).outs[0]; }
  Var number(Body& b, uint64_t n) { return emit(b, constant_stm(plan_, Element::I64, n, span_)); }
  Var boolean(Body& b, bool value) { return emit(b, constant_stm(plan_, Element::Bool, value, span_)); }
  Var joined(Body& b, Var sum, Var more) {
    return by_ ? emit(b, scalar_stm(plan_, *by_, element_, element_, {sum, more}, span_)) : more;
  }

  bool is_self(const Stm& s) const { return s.op == Op::Call && s.function == function_; }

  /// Whether, on some path through the body `b`, `result` comes from a call of the function itself: it is that call's
  /// result, or `by_` combines that call's result with other values. Sets `site_`, and sets `joins_` if values are
  /// combined.
  bool goes_on(const Body& b, Var result) {
    const size_t k = binder(b, result);
    if (k == b.stms.size() || uses_[index_of(result)] != 1) return false;
    const Stm& s = b.stms[k];
    if (is_self(s)) return site_ = s.site, true;
    if (s.op == Op::If && s.outs.size() == 1) {
      const bool then = goes_on(s.bodies[0], s.bodies[0].results[0]);
      return goes_on(s.bodies[1], s.bodies[1].results[0]) || then;
    }
    return s.op == Op::Scalar && s.builtin == by_ && s.element == element_ && last_operand(b, s) &&
           (joins_ = true);
  }

  size_t calls(const Body& b) const {
    size_t n = 0;
    for_each_stm(b, [&](const Stm& s) { n += is_self(s); });
    return n;
  }
  size_t last_calls(const Body& b, Var result) const {
    const size_t k = binder(b, result);
    if (k == b.stms.size()) return 0;
    const Stm& s = b.stms[k];
    size_t n = is_self(s);
    if (s.op == Op::If && s.outs.size() == 1)
      for (const Body& inner : s.bodies) n += last_calls(inner, inner.results[0]);
    return n;
  }

  /// Returns the operand of `s` for which `goes_on` is true. If it is true for both operands, returns the one that is
  /// computed later. If it is true for neither, returns nothing.
  std::optional<Var> last_operand(const Body& b, const Stm& s) {
    const bool turned = binder(b, s.args[0]) != b.stms.size() && binder(b, s.args[0]) > binder(b, s.args[1]);
    for (const Var v : {s.args[!turned], s.args[turned]})
      if (goes_on(b, v)) return v;
    return {};
  }

  /// Returns the body of one iteration: a check of the number of times that values were combined, and then `b`, the
  /// function's former body. `first` is the loop's first state.
  Body round(Body b, const Vars& first) {
    state_ = alike(first);
    Renaming renaming(plan_);
    for (size_t k = 0; k < b.params.size(); ++k) renaming.set(b.params[k], state_[3 + k]);
    renaming.apply(b);
    Body made{state_, {}, {}};
    if (by_) {
      const Var fits = emit(made, scalar_stm(plan_, BuiltinId::Less, Element::I64, Element::Bool,
                                             {state_[2], number(made, most_joins)}, span_));
      made.stms.push_back({.op = Op::Check, .args = {fits}, .site = site_, .span = span_});
    }
    std::ranges::move(b.stms, std::back_inserter(made.stms));
    made.results = next(made, b.results[0], state_[1], false);
    return made;
  }

  /// Returns the loop's next state, for a path on which the function returned `result`. `sum` is the accumulator, and
  /// `joins` says whether this path has combined a value with the accumulator.
  Vars next(Body& b, Var result, Var sum, bool joins) {
    const size_t k = binder(b, result);
    Vars then = state_;
    if (!goes_on(b, result)) return then[0] = boolean(b, false), then[1] = joined(b, sum, result), then;
    Stm s = take(b, k);
    if (s.op == Op::If) return choice(b, std::move(s), sum, joins);
    if (s.op == Op::Scalar) {
      const Var rest = *last_operand(b, s), other = s.args[s.args[0] == rest];
      return next(b, rest, joined(b, sum, other), true);
    }
    if (joins)
      then[2] = emit(
          b, scalar_stm(plan_, BuiltinId::Add, Element::I64, Element::I64, {state_[2], number(b, 1)}, span_));
    then[0] = boolean(b, true), then[1] = sum;
    std::ranges::copy(s.args, then.begin() + 3);
    return then;
  }

  Vars choice(Body& b, Stm s, Var sum, bool joins) {
    for (Body& inner : s.bodies) inner.results = next(inner, inner.results[0], sum, joins);
    s.outs = alike(state_);
    b.stms.push_back(std::move(s));
    return b.stms.back().outs;
  }

  Plan& plan_;
  uint32_t function_;
  std::optional<BuiltinId> by_;
  std::vector<uint32_t> uses_;
  Element element_{};
  Span span_{};
  uint32_t site_ = 0;  ///< the site of one of the calls of the function itself
  bool joins_ = false; ///< whether some result of a call of the function itself is combined with a value
  Vars state_;         ///< the parameters of an iteration's body, which hold the state
};

bool accumulate(Plan& plan, uint32_t function) {
  for (const BuiltinId by : operations)
    if (Accumulation made(plan, function, by); made.suits()) return made.change(), true;
  Accumulation last_calls(plan, function, {});
  return last_calls.suits() && (last_calls.change(), true);
}

} // namespace

bool accumulate_calls(Plan& plan) {
  // Functions that are called on the host stay recursive, since threads share their calls there.
  const std::vector<bool> on_host = functions_on_host(plan);
  bool changed = false;
  for (uint32_t k = 0; k < plan.functions.size(); ++k)
    if (plan.functions[k].recursive && !on_host[k]) changed |= accumulate(plan, k);
  return changed;
}

} // namespace nova::plan
