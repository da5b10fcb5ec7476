// Simplifies statements: folds constants, applies algebraic rules to integers and booleans, replaces Ifs whose
// condition is known by a branch, and merges shifts of shifted columns. One algebraic rule is applied to floats, on
// quotients by powers of two, since x + 0.0 is not x for x = -0.0; operations on constant floats are folded by the scalar
// built-ins themselves.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "jit/plan/scalar_eval.hpp"
#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <functional>

namespace nova::plan {
namespace {

/// Returns 1 / x if that is exact: if x is a power of two, and neither is subnormal.
template <class T> std::optional<T> exact_reciprocal(T x) {
  int exponent = 0;
  const T r = 1 / x;
  if (!std::isnormal(x) || !std::isnormal(r) || std::abs(std::frexp(x, &exponent)) != T{0.5}) return {};
  return r;
}

/// Returns the same of the bits of a double or float.
std::optional<uint64_t> exact_reciprocal(Element e, uint64_t bits) {
  if (e == Element::F64)
    if (const auto r = exact_reciprocal(std::bit_cast<double>(bits))) return std::bit_cast<uint64_t>(*r);
  if (e == Element::F32)
    if (const auto r = exact_reciprocal(std::bit_cast<float>(static_cast<uint32_t>(bits))))
      return std::bit_cast<uint32_t>(*r);
  return {};
}

class Simplifier {
 public:
  explicit Simplifier(Plan& plan) : plan_(plan), renaming_(plan), known_(plan.types.size()) {}
  bool changed = false;

  void clean(Body& b) {
    std::vector<Stm> before = std::exchange(b.stms, {});
    const size_t equalities = equal_.size(), positives = positive_.size();
    for (Stm& s : before) statement(s, b.stms);
    renaming_.apply(b.results);
    // What a Check in this body has proved does not hold outside of this body.
    while (equal_.size() > equalities) renaming_.reset(equal_.back()), equal_.pop_back();
    positive_.resize(positives);
  }

 private:
  struct Known {
    Op op = Op::Count_;
    BuiltinId builtin{};
    Element element{};
    uint64_t bits = 0;
    std::vector<Var> args, outs;
  };

  void statement(Stm& s, std::vector<Stm>& out) {
    renaming_.apply(s.args);
    for (Body& b : s.bodies) clean(b);
    if (s.op == Op::Scalar && fold(s)) changed = true;
    if (s.op == Op::Scalar && s.builtin == BuiltinId::Divide) multiply(s, out);
    const bool done = gone(s, out);
    changed |= done;
    if (done) return;
    if (s.op == Op::Check) learn_equality(s), learn_positive(s);
    remember(s);
    out.push_back(std::move(s));
  }

  /// Simplifies the statement `s`. Returns whether it is to be removed, because other statements, appended to `out`,
  /// or existing variables replace it.
  bool gone(Stm& s, std::vector<Stm>& out) {
    switch (s.op) {
    case Op::Scalar: return algebra(s, out);
    case Op::Check: return constant(s.args[0]) == 1;
    case Op::If: return branch(s, out);
    case Op::Loop: drop_fixed_state(s); return false;
    case Op::Shift: return shift(s, out);
    case Op::Read: return read(s, out);
    default: return false;
    }
  }

  /// Makes a floating quotient by a power of two a product with its reciprocal: both round the same number.
  void multiply(Stm& s, std::vector<Stm>& out) {
    const std::optional<uint64_t> by = constant(s.args[1]);
    const std::optional<uint64_t> reciprocal = by ? exact_reciprocal(s.element, *by) : by;
    if (!reciprocal) return;
    s.builtin = BuiltinId::Multiply,
    s.args[1] = push(constant_stm(plan_, s.element, *reciprocal, s.span), out);
    changed = true;
  }

  // ---- what is known ----

  void remember(const Stm& s) {
    if (!s.bodies.empty() && s.op != Op::Rows) return;
    for (Var v : s.outs) at(v) = {s.op, s.builtin, s.element, s.bits, s.args, s.outs};
  }
  Known& at(Var v) {
    if (known_.size() <= index_of(v)) known_.resize(std::max(plan_.types.size(), index_of(v) + 1));
    return known_[index_of(v)];
  }
  std::optional<uint64_t> constant(Var v) {
    const Known& k = at(v);
    return k.op == Op::Constant ? std::optional(k.bits) : std::nullopt;
  }
  const Known* scalar(Var v, BuiltinId id) {
    const Known& k = at(v);
    return k.op == Op::Scalar && k.builtin == id ? &k : nullptr;
  }
  bool become(Var v, Var other) { return renaming_.set(v, other), true; }
  bool become(const Stm& s, Element e, uint64_t bits, std::vector<Stm>& out) {
    Stm c = constant_stm(plan_, e, bits, s.span);
    become(s.outs[0], c.outs[0]);
    return push(std::move(c), out), true;
  }
  Var push(Stm s, std::vector<Stm>& out) {
    const Var v = s.outs[0];
    remember(s);
    out.push_back(std::move(s));
    return v;
  }
  Var add(Var a, Var b, Span span, std::vector<Stm>& out) {
    return push(scalar_stm(plan_, BuiltinId::Add, Element::I64, Element::I64, {a, b}, span), out);
  }

  /// If `s` is a Check that two ints are equal, replaces one of the ints by the other in the statements after the
  /// Check: a variable by a constant, if one of them is constant.
  void learn_equality(const Stm& s) {
    const Known* e = scalar(s.args[0], BuiltinId::Equal);
    if (!e || e->element != Element::I64 || e->args[0] == e->args[1]) return;
    const bool first = constant(e->args[0]).has_value();
    const Var from = e->args[first], to = e->args[!first];
    if (constant(from)) return;
    renaming_.set(from, to);
    equal_.push_back(from);
  }

  /// If `s` is a Check that an int is greater than 0, that holds for the statements after the Check.
  void learn_positive(const Stm& s) {
    const Known* above = scalar(s.args[0], BuiltinId::Less);
    if (above && above->element == Element::I64 && constant(above->args[0]) == 0)
      positive_.push_back(above->args[1]);
  }
  bool is_positive(Var v) const { return is_any(v, positive_); }

  // ---- scalars ----

  bool fold(Stm& s) {
    uint64_t operands[3] = {};
    for (size_t k = 0; k < s.args.size(); ++k) {
      const std::optional<uint64_t> c = constant(s.args[k]);
      if (!c) return false;
      operands[k] = *c;
    }
    const Element result = plan_[s.outs[0]].element;
    const uint64_t bits = scalar_function(s.builtin, s.element, result).call(operands);
    s = {.op = Op::Constant, .outs = s.outs, .element = result, .bits = bits, .span = s.span};
    return true;
  }

  bool algebra(Stm& s, std::vector<Stm>& out) {
    if (is_floating(s.element)) return false;
    if (s.args.size() == 1) {
      const Known* const inner = s.builtin == BuiltinId::Not ? scalar(s.args[0], BuiltinId::Not) : nullptr;
      return inner && become(s.outs[0], inner->args[0]);
    }
    if (s.args.size() != 2) return false;
    const bool swaps = s.builtin == BuiltinId::Add || s.builtin == BuiltinId::Multiply ||
                       s.builtin == BuiltinId::And || s.builtin == BuiltinId::Or ||
                       s.builtin == BuiltinId::Equal || s.builtin == BuiltinId::Min ||
                       s.builtin == BuiltinId::Max;
    const bool constant_first = constant(s.args[0]).has_value();
    if (swaps && (constant_first || (s.args[1] < s.args[0] && !constant(s.args[1]))))
      std::swap(s.args[0], s.args[1]);
    if (s.args[0] == s.args[1]) return same_operands(s, out);
    if (s.element == Element::I64 && of_positive(s, out)) return true;
    if (const std::optional<uint64_t> c = constant(s.args[1])) return constant_operand(s, *c, out);
    return s.builtin == BuiltinId::Subtract ? difference(s) : s.builtin == BuiltinId::Add && sum(s);
  }

  /// Simplifies (max x 0) to x, and 0 < x to true, where x is greater than 0. Returns whether `s` is one of these.
  bool of_positive(const Stm& s, std::vector<Stm>& out) {
    if (s.builtin == BuiltinId::Max) return is_whole(s.args[0], s.args[1]) && become(s.outs[0], s.args[0]);
    if (s.builtin != BuiltinId::Less && s.builtin != BuiltinId::LessEqual) return false;
    if (constant(s.args[0]) == 0 && is_positive(s.args[1])) return become(s, Element::Bool, 1, out);
    return constant(s.args[1]) == 0 && is_positive(s.args[0]) && become(s, Element::Bool, 0, out);
  }
  /// Whether x is greater than 0 and `least`, a constant, is not greater than x.
  bool is_whole(Var x, Var least) {
    const std::optional<uint64_t> c = constant(least);
    return c && static_cast<int64_t>(*c) <= 1 && is_positive(x);
  }

  bool same_operands(const Stm& s, std::vector<Stm>& out) {
    switch (s.builtin) {
    case BuiltinId::Subtract:
    case BuiltinId::BitXor: return become(s, s.element, 0, out);
    case BuiltinId::Min:
    case BuiltinId::Max:
    case BuiltinId::And:
    case BuiltinId::Or:
    case BuiltinId::BitAnd:
    case BuiltinId::BitOr: return become(s.outs[0], s.args[0]);
    case BuiltinId::Equal:
    case BuiltinId::LessEqual:
    case BuiltinId::GreaterEqual: return become(s, Element::Bool, 1, out);
    case BuiltinId::NotEqual:
    case BuiltinId::Less:
    case BuiltinId::Greater: return become(s, Element::Bool, 0, out);
    default: return false;
    }
  }

  bool constant_operand(const Stm& s, uint64_t c, std::vector<Stm>& out) {
    switch (s.builtin) {
    case BuiltinId::Add:
    case BuiltinId::Subtract: return c == 0 && become(s.outs[0], s.args[0]);
    case BuiltinId::Multiply:
      return c == 0 ? become(s.outs[0], s.args[1]) : c == 1 && become(s.outs[0], s.args[0]);
    case BuiltinId::Divide: return c == 1 && become(s.outs[0], s.args[0]);
    case BuiltinId::Remainder: return c == 1 && become(s, s.element, 0, out);
    case BuiltinId::And: return become(s.outs[0], s.args[c == 0]);
    case BuiltinId::Or: return become(s.outs[0], s.args[c != 0]);
    case BuiltinId::Equal: return s.element == Element::Bool && c == 1 && become(s.outs[0], s.args[0]);
    default: return false;
    }
  }

  /// Simplifies (a + b) - b to a, (a + b) - a to b, and (i + 1) w - i w to w. Returns whether `s` is one of these.
  bool difference(const Stm& s) {
    if (const Known* a = scalar(s.args[0], BuiltinId::Add)) {
      if (a->args[0] == s.args[1]) return become(s.outs[0], a->args[1]);
      if (a->args[1] == s.args[1]) return become(s.outs[0], a->args[0]);
    }
    const Known *p = scalar(s.args[0], BuiltinId::Multiply), *q = scalar(s.args[1], BuiltinId::Multiply);
    if (!p || !q) return false;
    for (size_t k : {0, 1})
      for (size_t l : {0, 1}) {
        if (p->args[k] == q->args[l] && is_next(p->args[1 - k], q->args[1 - l]))
          return become(s.outs[0], p->args[k]);
      }
    return false;
  }

  /// Simplifies the sums (a - b) + b and (a / c) c + a % c, where c is a constant other than 0, to a. Returns whether `s` is
  /// such a sum.
  bool sum(const Stm& s) {
    for (size_t k : {0, 1}) {
      const Known *rest = scalar(s.args[k], BuiltinId::Remainder),
                  *whole = scalar(s.args[1 - k], BuiltinId::Multiply);
      if (!rest || !whole || !constant(rest->args[1]).value_or(0)) continue;
      for (size_t l : {0, 1})
        if (const Known* q = scalar(whole->args[l], BuiltinId::Divide);
            q && q->args == rest->args && whole->args[1 - l] == rest->args[1])
          return become(s.outs[0], rest->args[0]);
    }
    for (size_t k : {0, 1})
      if (const Known* d = scalar(s.args[k], BuiltinId::Subtract); d && d->args[1] == s.args[1 - k])
        return become(s.outs[0], d->args[0]);
    return false;
  }

  // ---- branches ----

  bool branch(Stm& s, std::vector<Stm>& out) {
    if (const Known* negated = scalar(s.args[0], BuiltinId::Not)) {
      s.args[0] = negated->args[0];
      std::swap(s.bodies[0], s.bodies[1]);
      changed = true;
    }
    if (const std::optional<uint64_t> c = constant(s.args[0])) return splice(s, s.bodies[*c ? 0 : 1], out);
    for (size_t k = 0; k < s.outs.size(); ++k)
      if (s.bodies[0].results[k] == s.bodies[1].results[k]) become(s.outs[k], s.bodies[0].results[k]);
    return s.outs.size() == 1 && plan_[s.outs[0]] == VarType{Element::Bool, false} && condition(s, out);
  }

  bool splice(const Stm& s, Body& taken, std::vector<Stm>& out) {
    for (Stm& inner : taken.stms) remember(inner), out.push_back(std::move(inner));
    for (size_t k = 0; k < s.outs.size(); ++k) become(s.outs[k], taken.results[k]);
    return true;
  }

  /// Rewrites (if c e false) as (and c e), and (if c true e) as (or c e), if e is so cheap that it may always be
  /// computed. Returns whether it did.
  bool condition(Stm& s, std::vector<Stm>& out) {
    const std::optional<uint64_t> then = constant(s.bodies[0].results[0]),
                                  otherwise = constant(s.bodies[1].results[0]);
    const bool both = otherwise == 0, either = then == 1;
    Body& rest = s.bodies[both ? 0 : 1];
    if ((!both && !either) || !costs_nothing(s.bodies[0]) || !costs_nothing(s.bodies[1])) return false;
    for (Stm& inner : rest.stms) remember(inner), out.push_back(std::move(inner));
    const BuiltinId id = both ? BuiltinId::And : BuiltinId::Or;
    const Var joined =
        push(scalar_stm(plan_, id, Element::Bool, Element::Bool, {s.args[0], rest.results[0]}, s.span), out);
    return become(s.outs[0], joined);
  }

  static bool costs_nothing(const Body& b) {
    auto cheap = [](const Stm& s) {
      return s.op == Op::Constant || (s.op == Op::Scalar && s.builtin != BuiltinId::Divide &&
                                      s.builtin != BuiltinId::Remainder && s.builtin < BuiltinId::Sqrt);
    };
    return b.stms.size() <= 6 && std::ranges::all_of(b.stms, cheap);
  }

  // ---- the state of loops ----

  /// Whether each iteration gives variable k of a loop's state the value that it had before, by induction.
  bool is_fixed(const Stm& loop, size_t k) {
    const Body& step = loop.bodies[1];
    const Var next = step.results[k], now = step.params[k], first = loop.args[k];
    if (next == now || next == first) return true;
    if (const std::optional<uint64_t> c = constant(first)) return value_if(next, now, *c) == c;
    if (at(next).op != Op::Rows) return false;
    const auto made =
        std::ranges::find_if(step.stms, [&](const Stm& s) { return !s.outs.empty() && s.outs[0] == next; });
    return made != step.stms.end() && repeats(*made, now, first);
  }

  /// The values that parts of a loop's state are assumed to have when an iteration begins: their first ones.
  using Assumed = std::unordered_map<Var, Var>;

  /// Returns the parts of a loop's state, all of them ints, that no iteration changes, by joint induction: each keeps
  /// its first value if all of them had theirs before. An iteration may compute a matrix of the same size anew.
  std::vector<size_t> fixed_together(const Stm& loop) {
    const Body& step = loop.bodies[1];
    std::vector<size_t> parts;
    for (size_t k = 0; k < loop.outs.size(); ++k)
      if (plan_[loop.outs[k]] == VarType{Element::I64, false}) parts.push_back(k);
    Assumed assumed;
    const auto changes = [&](size_t k) {
      const Var next = value_in(step, step.results[k], assumed);
      return next != loop.args[k] && !is_checked_equal(step, next, loop.args[k]);
    };
    do {
      assumed.clear();
      for (size_t k : parts) assumed[step.params[k]] = loop.args[k];
    } while (std::erase_if(parts, changes) > 0);
    return parts;
  }

  /// Whether each run of the body checks that the ints a and b are equal.
  bool is_checked_equal(const Body& body, Var a, Var b) {
    return std::ranges::any_of(body.stms, [&](const Stm& s) {
      const Known* e = s.op == Op::Check ? scalar(s.args[0], BuiltinId::Equal) : nullptr;
      return e && e->element == Element::I64 && is_any(a, e->args) && is_any(b, e->args);
    });
  }

  /// Returns a variable that has the value of v in the step of a loop, if some parts of the state have assumed values.
  Var value_in(const Body& step, Var v, const Assumed& assumed) {
    if (const auto first = assumed.find(v); first != assumed.end()) return first->second;
    if (const Known* most = scalar(v, BuiltinId::Max); most && most->element == Element::I64) {
      const Var x = value_in(step, most->args[0], assumed);
      return is_whole(x, most->args[1]) ? x : v;
    }
    const auto made = std::ranges::find_if(step.stms, [&](const Stm& s) { return is_any(v, s.outs); });
    if (made == step.stms.end() || made->op != Op::If) return v;
    const Known* above = scalar(made->args[0], BuiltinId::Less);
    const bool holds = above && above->element == Element::I64 && constant(above->args[0]) == 0 &&
                       is_positive(value_in(step, above->args[1], assumed));
    const auto k = static_cast<size_t>(std::ranges::find(made->outs, v) - made->outs.begin());
    return holds ? value_in(step, made->bodies[0].results[k], assumed) : v;
  }

  /// Returns the value of v if `assumed` is c; none if it is not known or takes long to find.
  std::optional<uint64_t> value_if(Var v, Var assumed, uint64_t c, int depth = 8) {
    if (v == assumed) return c;
    const Known& k = at(v);
    if (k.op == Op::Constant) return k.bits;
    if (k.op != Op::Scalar || depth == 0) return {};
    uint64_t operands[3] = {};
    for (size_t i = 0; i < k.args.size(); ++i) {
      const std::optional<uint64_t> value = value_if(k.args[i], assumed, c, depth - 1);
      if (!value) return {};
      operands[i] = *value;
    }
    return scalar_function(k.builtin, k.element, plan_[v].element).call(operands);
  }

  /// Whether the offsets of these rows are the column `offsets` if that equals `first`: `first` has the offsets of as many
  /// rows from 0 on, and row i is as long as there. If all rows of `first` have one length, any of them is as long.
  bool repeats(const Stm& rows, Var offsets, Var first) {
    const Var n = rows.args[0];
    const Known& f = at(first);
    const bool even = f.op == Op::Iota;
    if (!even && f.op != Op::Rows) return false;
    if (even ? constant(f.args[1]) != 0 || !is_next(f.args[0], n) : f.outs[0] != first || f.args[0] != n)
      return false;
    const Body& row = rows.bodies[0];
    return is_row_length(row, row.results[0], [&](Var v) {
      if (even && v == f.args[2]) return true;
      const std::optional<Var> place = row_of_length(v, offsets);
      return place && (even || *place == row.params[0]);
    });
  }

  /// Returns i if v is the length of row i, by the column `offsets`.
  std::optional<Var> row_of_length(Var v, Var offsets) {
    const Known* length = scalar(v, BuiltinId::Subtract);
    if (!length) return {};
    const Known &end = at(length->args[0]), &begin = at(length->args[1]);
    const bool both =
        end.op == Op::Read && begin.op == Op::Read && end.args[0] == offsets && begin.args[0] == offsets;
    return both && is_next(end.args[1], begin.args[1]) ? std::optional(begin.args[1]) : std::nullopt;
  }

  /// Whether `is_length` holds of v, or of what each branch of an If of the body gives it.
  bool is_row_length(const Body& body, Var v, const std::function<bool(Var)>& is_length) {
    if (is_length(v)) return true;
    const auto made = std::ranges::find_if(body.stms, [&](const Stm& s) { return is_any(v, s.outs); });
    if (made == body.stms.end() || made->op != Op::If) return false;
    const auto k = static_cast<size_t>(std::ranges::find(made->outs, v) - made->outs.begin());
    return std::ranges::all_of(made->bodies,
                               [&](const Body& b) { return is_row_length(b, b.results[k], is_length); });
  }

  /// Whether a is b + 1, by what checks have proved too: also x + (i + 1) where b is x + i.
  bool is_next(Var a, Var b, int depth = 4) {
    const Known *sum = scalar(a, BuiltinId::Add), *before = scalar(b, BuiltinId::Add);
    if (!sum) {
      const std::optional<uint64_t> more = constant(a), less = constant(b);
      return more && less && *more == *less + 1 && *more != uint64_t{1} << 63;
    }
    if (renaming_(sum->args[0]) == renaming_(b) && constant(sum->args[1]) == 1) return true;
    if (!before || depth == 0) return false;
    for (size_t k : {0, 1})
      for (size_t l : {0, 1})
        if (renaming_(sum->args[k]) == renaming_(before->args[l]) &&
            is_next(sum->args[1 - k], before->args[1 - l], depth - 1))
          return true;
    return false;
  }

  /// Removes from a loop's state the variables that no iteration changes, and replaces them by their first values.
  void drop_fixed_state(Stm& s) {
    Body &go = s.bodies[0], &step = s.bodies[1];
    bool dropped = false;
    const std::vector<size_t> together = fixed_together(s);
    for (size_t k = s.outs.size(); k-- > 0;) {
      if (!is_fixed(s, k) && std::ranges::find(together, k) == together.end()) continue;
      for (Var v : {go.params[k], step.params[k], s.outs[k]}) renaming_.set(v, s.args[k]);
      auto erase = [&](std::vector<Var>& vars) { vars.erase(vars.begin() + static_cast<ptrdiff_t>(k)); };
      if (sizes_of(s)) {
        Body& sizes = s.bodies.back();
        ptrdiff_t column = 0;
        for (size_t before = 0; before < k; ++before) column += plan_[sizes.params[before]].column;
        if (plan_[sizes.params[k]].column) sizes.results.erase(sizes.results.begin() + column);
        renaming_.set(sizes.params[k], s.args[k]), erase(sizes.params);
      }
      erase(s.args), erase(s.outs), erase(go.params), erase(step.params), erase(step.results);
      dropped = true;
    }
    if (!dropped) return;
    changed = true;
    for (Body& b : s.bodies) renaming_.apply(b);
  }

  // ---- shifts of columns ----

  bool shift(Stm& s, std::vector<Stm>& out) {
    if (constant(s.args[1]) == 0) return become(s.outs[0], s.args[0]);
    const Known inner = at(s.args[0]);
    if (inner.op != Op::Shift) return false;
    s.args = {inner.args[0], add(inner.args[1], s.args[1], s.span, out)};
    changed = true;
    return false;
  }

  bool read(Stm& s, std::vector<Stm>& out) {
    const Known from = at(s.args[0]);
    if (from.op == Op::Shift) {
      s.args = {from.args[0], add(from.args[1], s.args[1], s.span, out)};
      changed = true;
    }
    if (const auto table = plan_.tables.find(s.args[0]); table != plan_.tables.end())
      if (const auto i = constant(s.args[1]); i && *i < table->second.size())
        return become(s, plan_[s.outs[0]].element, table->second[*i], out);
    if (from.op != Op::Rows || s.args[0] != from.outs[0]) return false;
    if (constant(s.args[1]) == 0) return become(s, Element::I64, 0, out);
    return s.args[1] == from.args[0] && become(s.outs[0], from.outs[1]);
  }

  Plan& plan_;
  Renaming renaming_;
  /// by Var: the statement that binds it; a deque, since references to its elements stay valid while it grows
  std::deque<Known> known_;
  std::vector<Var> equal_,
      positive_; ///< variables that Checks have proved to be others, and to be greater than 0
};

} // namespace

bool simplify(Plan& plan) {
  Simplifier s(plan);
  for_each_root(plan, [&](Body& b) { s.clean(b); });
  return s.changed;
}

} // namespace nova::plan
