// Makes the state of certain reductions smaller. If the operator returns one of its two operands unchanged, for
// example the nearer of two hits, the result is one of the elements. The reduction then carries only the components
// that the operator compares, and the element's index. The other components are computed after the reduction, for
// that element alone.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

using Vars = std::vector<Var>;

bool is_plain(const Body& b, bool reads) {
  bool plain = true;
  for_each_stm(b, [&](const Stm& s) {
    plain &= s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::If ||
             (reads && (s.op == Op::Read || s.op == Op::Check));
  });
  return plain;
}

/// A condition, whose value may be known while the pass runs.
struct Truth {
  std::optional<bool> known; ///< its value, if that is known
  Var var{};                 ///< otherwise the variable that holds its value
};

/// Examines one reduction, and makes the statements that replace it.
class Choices {
 public:
  Choices(Plan& plan, const Stm& reduce) : plan_(plan), reduce_(reduce), n_(reduce.outs.size()) {}

  /// Whether the operator always returns one of its operands unchanged, and two or more components of the state are
  /// not read by the operator.
  bool suits() {
    if (reduce_.op != Op::Reduce || reduce_.shape != Shape::Ordered || sizes_of(reduce_)) return false;
    const Body& join = reduce_.bodies[1];
    if (!is_plain(reduce_.bodies[0], true) || !is_plain(join, false) || !keeps_one(join, join.results))
      return false;
    for (size_t k = 0; k < n_; ++k) (is_looked_at(k) ? looked_at_ : carried_).push_back(k);
    return carried_.size() > 1;
  }

  std::vector<Stm> replacement() {
    std::vector<Stm> made{constant_stm(plan_, Element::I64, static_cast<uint64_t>(-1), reduce_.span)};
    Stm less = reduce_;
    const Var number = plan_.make({Element::I64, false});
    less.outs = kept(reduce_.outs, number);
    less.args = kept(Vars(reduce_.args.begin() + 1, reduce_.args.end()), made[0].outs[0]);
    less.args.insert(less.args.begin(), reduce_.args[0]);
    less.bodies[0].results = kept(less.bodies[0].results, less.bodies[0].params[0]);
    less.bodies[1] = join();
    made.push_back(std::move(less));
    rest(number, made);
    return made;
  }

 private:
  bool is_left(const Vars& results) const {
    return std::ranges::equal(results, std::span(reduce_.bodies[1].params).first(n_));
  }
  bool is_right(const Vars& results) const {
    return std::ranges::equal(results, std::span(reduce_.bodies[1].params).subspan(n_));
  }

  /// Returns the If in the body whose outs are exactly `results`, in this order; null if there is none.
  static const Stm* choice_of(const Body& b, const Vars& results) {
    const auto at =
        std::ranges::find_if(b.stms, [&](const Stm& s) { return s.op == Op::If && s.outs == results; });
    return at == b.stms.end() ? nullptr : &*at;
  }

  /// Whether, on every path through the body, `results` are all components of the left operand, or all of the right
  /// one.
  bool keeps_one(const Body& b, const Vars& results) const {
    if (is_left(results) || is_right(results)) return true;
    const Stm* s = choice_of(b, results);
    return s &&
           std::ranges::all_of(s->bodies, [&](const Body& inner) { return keeps_one(inner, inner.results); });
  }

  /// Whether the operator computes with component k of one of its operands, or of an operand that an If has selected.
  bool is_looked_at(size_t k) const {
    const Body& join = reduce_.bodies[1];
    Vars same{join.params[k], join.params[n_ + k]};
    for_each_stm(join, [&](const Stm& s) {
      if (s.op == Op::If && s.outs.size() == n_) same.push_back(s.outs[k]);
    });
    bool found = false;
    for_each_stm(join, [&](const Stm& s) {
      found |= std::ranges::any_of(s.args, [&](Var v) { return is_any(v, same); });
    });
    return found;
  }

  /// Returns the state of the smaller reduction: the components of `all` that the operator reads, then the element's
  /// index `number`.
  Vars kept(const Vars& all, Var number) const {
    Vars some;
    for (size_t k : looked_at_) some.push_back(all[k]);
    some.push_back(number);
    return some;
  }

  Body join() {
    const Body& before = reduce_.bodies[1];
    Body made;
    const Truth left = keeps_left(before, before.results, made.stms);
    Vars sides[2];
    for (size_t side : {size_t{0}, size_t{1}}) {
      const auto from = before.params.begin() + static_cast<ptrdiff_t>(side * n_);
      sides[side] = kept(Vars(from, from + static_cast<ptrdiff_t>(n_)), plan_.make({Element::I64, false}));
      made.params.insert(made.params.end(), sides[side].begin(), sides[side].end());
    }
    if (left.known) return made.results = sides[*left.known ? 0 : 1], made;
    Stm choice{.op = Op::If,
               .args = {left.var},
               .bodies = {{{}, {}, sides[0]}, {{}, {}, sides[1]}},
               .span = reduce_.span};
    for (Var v : sides[0]) choice.outs.push_back(plan_.make(plan_[v]));
    made.results = choice.outs;
    made.stms.push_back(std::move(choice));
    return made;
  }

  /// Returns the condition under which the operator returns its left operand. Appends the statements that compute it
  /// to `out`.
  Truth keeps_left(const Body& b, const Vars& results, std::vector<Stm>& out) {
    if (is_left(results)) return {true};
    if (is_right(results)) return {false};
    const Stm& choice = *choice_of(b, results);
    for (const Stm& s : b.stms)
      if (&s != &choice) out.push_back(s);
    const Truth yes = keeps_left(choice.bodies[0], choice.bodies[0].results, out),
                no = keeps_left(choice.bodies[1], choice.bodies[1].results, out);
    const Truth c{{}, choice.args[0]};
    return either(both(c, yes, out), both(opposite(c, out), no, out), out);
  }

  Truth opposite(Truth a, std::vector<Stm>& out) {
    return a.known ? Truth{!*a.known} : Truth{{}, boolean(BuiltinId::Not, {a.var}, out)};
  }
  Truth both(Truth a, Truth b, std::vector<Stm>& out) {
    if (a.known) return *a.known ? b : a;
    if (b.known) return *b.known ? a : b;
    return {{}, boolean(BuiltinId::And, {a.var, b.var}, out)};
  }
  Truth either(Truth a, Truth b, std::vector<Stm>& out) {
    if (a.known) return *a.known ? a : b;
    if (b.known) return *b.known ? b : a;
    return {{}, boolean(BuiltinId::Or, {a.var, b.var}, out)};
  }
  Var boolean(BuiltinId id, Vars args, std::vector<Stm>& out) {
    return out
        .emplace_back(scalar_stm(plan_, id, Element::Bool, Element::Bool, std::move(args), reduce_.span))
        .outs[0];
  }

  /// Appends to `made` the statements that compute the components left out of the reduction: those of element
  /// `number`, or, if `number` is negative, those of the start value.
  void rest(Var number, std::vector<Stm>& made) {
    made.push_back(constant_stm(plan_, Element::I64, 0, reduce_.span));
    const Var zero = made.back().outs[0];
    made.push_back(scalar_stm(plan_, BuiltinId::GreaterEqual, Element::I64, Element::Bool, {number, zero},
                              reduce_.span));
    Stm choice{
        .op = Op::If, .args = {made.back().outs[0]}, .bodies = std::vector<Body>(2), .span = reduce_.span};
    const Vars all = paste_body(plan_, reduce_.bodies[0], std::span(&number, 1), choice.bodies[0].stms);
    for (size_t k : carried_) {
      choice.outs.push_back(reduce_.outs[k]);
      choice.bodies[0].results.push_back(all[k]);
      choice.bodies[1].results.push_back(reduce_.args[1 + k]);
    }
    made.push_back(std::move(choice));
  }

  Plan& plan_;
  const Stm& reduce_;
  size_t n_;
  std::vector<size_t> looked_at_, carried_;
};

} // namespace

bool carry_numbers(Plan& plan) {
  bool changed = false;
  for_each_body(plan, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size(); ++k) {
      Choices choices(plan, b.stms[k]);
      if (!choices.suits()) continue;
      std::vector<Stm> made = choices.replacement();
      b.stms.erase(b.stms.begin() + static_cast<ptrdiff_t>(k));
      b.stms.insert(b.stms.begin() + static_cast<ptrdiff_t>(k), made.begin(), made.end());
      k += made.size() - 1, changed = true;
    }
  });
  if (changed) remove_dead_code(plan);
  return changed;
}

} // namespace nova::plan
