// The index of the first largest element (argmax) or smallest one (argmin), reduced in any order.
//
// Such a reduction keeps one of two pairs of a key and an index. In the ordered shape each element of a cell waits for the
// one before. Here keys of the same rank are told apart by their indices. Then the order of the elements does not matter,
// the result is the same, and the reduction takes the lane shape, whose lanes become SIMD.
#include "jit/analysis/index_polynomials.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "jit/plan/rewriter.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// What a reduction's operator chooses by: it takes the right one of two states if its `key` is larger (`compare` is
/// Greater) or smaller (Less), or if the key of the left one alone is NaN.
struct Choice {
  size_t key, index; ///< components of the state; the element's index is `index`
  BuiltinId compare;
};

/// Returns the component that is the element's own index; nothing if there is none.
std::optional<size_t> own_index(const Body& element) {
  const auto found = std::ranges::find(element.results, element.params[0]);
  return found == element.results.end() ? std::nullopt : std::optional(found - element.results.begin());
}

/// Whether the body only reads and calculates.
bool is_plain(const Body& b) {
  return std::ranges::all_of(
      b.stms, [](const Stm& s) { return s.op == Op::Read || s.op == Op::Scalar || s.op == Op::Constant; });
}

/// Recognises the operators of the prelude's argmin and argmax once they are inlined.
class Operator {
 public:
  Operator(const Body& join, const Constants& constants) : join_(join), constants_(constants) {}

  /// Returns the component that the operator compares, and how; nothing if it is another operator. Floating keys are asked
  /// for NaN too, in an If between the comparison and the choice.
  std::optional<std::pair<size_t, BuiltinId>> compared() const {
    if (join_.stms.size() < 2 || !chooses(join_.stms.back())) return {};
    const Stm& less = join_.stms[0];
    const auto found = comparison(less);
    if (!found) return {};
    const bool floating = is_floating(less.element);
    const bool fits = join_.stms.size() == (floating ? 3 : 2) && (!floating || asks_for_nan(found->first)) &&
                      join_.stms.back().args == join_.stms[floating ? 1 : 0].outs;
    return fits ? found : std::nullopt;
  }

 private:
  size_t width() const { return join_.params.size() / 2; }
  Var left(size_t component) const { return join_.params[component]; }
  Var right(size_t component) const { return join_.params[width() + component]; }
  /// Whether the statement is the choice of one of the two states as a whole.
  bool chooses(const Stm& s) const {
    if (s.op != Op::If || join_.results != s.outs) return false;
    const auto half = join_.params.begin() + static_cast<ptrdiff_t>(width());
    return s.bodies[0].stms.empty() && s.bodies[1].stms.empty() &&
           std::ranges::equal(s.bodies[0].results, std::span(half, join_.params.end())) &&
           std::ranges::equal(s.bodies[1].results, std::span(join_.params.begin(), half));
  }
  /// Whether the second statement is: true where the first one holds, else whether the left key alone is NaN.
  bool asks_for_nan(size_t key) const {
    const Stm& either = join_.stms[1];
    if (either.op != Op::If || either.args != join_.stms[0].outs || !is_constant(either.bodies[0], 1))
      return false;
    const Body& other = either.bodies[1];
    if (other.stms.size() != 2 || !is_number(other.stms[0], left(key))) return false;
    const Stm& inner = other.stms[1];
    if (inner.op != Op::If || inner.args != other.stms[0].outs || other.results != inner.outs) return false;
    const Body& last = inner.bodies[1];
    return is_constant(inner.bodies[0], 0) && last.stms.size() == 1 && is_number(last.stms[0], right(key)) &&
           last.results == last.stms[0].outs;
  }
  std::optional<std::pair<size_t, BuiltinId>> comparison(const Stm& s) const {
    const bool compares =
        s.op == Op::Scalar && (s.builtin == BuiltinId::Less || s.builtin == BuiltinId::Greater);
    for (size_t c = 0; compares && c < width(); ++c)
      if (s.args[0] == right(c) && s.args[1] == left(c)) return std::pair(c, s.builtin);
    return {};
  }
  static bool is_number(const Stm& s, Var v) {
    return s.op == Op::Scalar && s.builtin == BuiltinId::Equal && s.args[0] == v && s.args[1] == v;
  }
  bool is_constant(const Body& b, uint64_t bits) const {
    const auto found = b.results.size() == 1 ? constants_.find(b.results[0]) : constants_.end();
    return b.stms.empty() && found != constants_.end() && found->second == bits;
  }

  const Body& join_;
  const Constants& constants_;
};

std::optional<Choice> choice_of(const Stm& s, const Constants& constants) {
  if (s.op != Op::Reduce || s.shape != Shape::Ordered || s.start || sizes_of(s)) return {};
  const auto index = own_index(s.bodies[0]);
  if (!index || !is_plain(s.bodies[0])) return {};
  const auto compared = Operator(s.bodies[1], constants).compared();
  if (!compared || compared->first == *index) return {};
  return Choice{compared->first, *index, compared->second};
}

class ArgExtremes {
 public:
  explicit ArgExtremes(Plan& plan) : p_(plan) {}
  void run() {
    const std::vector<bool> on_host = functions_on_host(p_.plan);
    for (size_t k = 0; k < on_host.size(); ++k) run(p_.plan.functions[k].body, on_host[k]);
    run(p_.plan.body, true);
  }

 private:
  void run(Body& b, bool on_host) {
    constants_ = constants_of(b);
    walk(b, Sums(constants_, true), on_host);
  }
  /// Changes the reductions in the body that read at their own index: at the host's level all, in a loop those whose reads
  /// depend on the loop too, as on the rows of a matrix. The others may run for several elements of the loop together.
  void walk(Body& b, Sums sums, bool on_host) {
    const size_t before = bound_.size();
    if (!on_host) bound_.insert(bound_.end(), b.params.begin(), b.params.end());
    for (Stm& s : b.stms) {
      sums.learn(s);
      if (const auto choice = choice_of(s, constants_); choice && (on_host || reads_row(s.bodies[0], sums)))
        reduce_in_lanes(s, *choice);
      else
        for (Body& inner : s.bodies) walk(inner, sums, on_host && runs_on_host(s));
      if (!on_host) bound_.insert(bound_.end(), s.outs.begin(), s.outs.end());
    }
    bound_.resize(before);
  }
  bool reads_row(const Body& element, Sums sums) const {
    const std::vector<Var> own{element.params[0]};
    return std::ranges::any_of(element.stms, [&](const Stm& s) {
      sums.learn(s);
      if (s.op != Op::Read) return false;
      const Sum index = sums.of(s.args[1]);
      const auto along = index.terms.find(own);
      return (is_any(s.args[0], bound_) || index.has_any(bound_)) && along != index.terms.end() &&
             along->second == 1;
    });
  }
  void reduce_in_lanes(Stm& s, const Choice& choice) {
    const Body& join = s.bodies[1];
    const auto half = join.params.begin() + static_cast<ptrdiff_t>(s.outs.size());
    const Vars a(join.params.begin(), half), b(half, join.params.end());
    p_.at = s.span;
    s.bodies[1] = p_.body(join.params, [&] {
      const Var right = comes_first(choice, b, a), left = comes_first(choice, a, b);
      const Var earlier = p_.less(b[choice.index], a[choice.index]);
      return p_.choose(
          p_.either(right, p_.both(p_.negation(left), earlier)), p_.types_of(a), [&] { return b; },
          [&] { return a; });
    });
    s.shape = Shape::Lane;
  }
  /// Emits the question whether x is taken before y, whatever their indices are.
  Var comes_first(const Choice& choice, const Vars& x, const Vars& y) {
    const Var own = x[choice.key], other = y[choice.key];
    const Element e = p_.plan[own].element;
    const Var compared = p_.scalar(choice.compare, e, Element::Bool, {own, other});
    if (!is_floating(e)) return compared;
    const auto is_number = [&](Var v) { return p_.scalar(BuiltinId::Equal, e, Element::Bool, {v, v}); };
    return p_.either(compared, p_.both(p_.negation(is_number(other)), is_number(own)));
  }

  Constants constants_;
  PlanBuilder p_;
  Vars bound_; ///< the variables that are bound in the loops around
};

} // namespace

void reduce_extremes_in_lanes(Plan& plan) { ArgExtremes(plan).run(); }

} // namespace nova::plan
