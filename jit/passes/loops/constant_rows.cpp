// Evaluates short Rows and Filters of constants in loops while compiling. A comprehension over the places around a cell, such as
// `[.. | dr <- [-1 0 1], dc <- [-1 0 1], (or (~= dr 0) (~= dc 0))]`, is one: its places become constants, and `unroll` writes
// out the loop over them.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "jit/plan/eval.hpp"
#include <algorithm>
#include <unordered_set>

namespace nova::plan {
namespace {

using Vars = std::vector<Var>;

constexpr uint64_t longest = 64;        ///< iterations of a loop, elements of a result
constexpr uint64_t most_work = 1 << 14; ///< statements that run, those of inner loops as often as they run
constexpr size_t most_needed = 64;      ///< statements that a result is computed from

/// Collects the statements that a statement is computed from, if all of them are constant.
class Slice {
 public:
  explicit Slice(const Plan& plan) : definitions_(plan), constants_(constants_of(plan.body)) {}
  /// Returns the statements before `s` that it needs, in order; nothing if one of them is not constant, or `s` is not.
  std::optional<std::vector<Stm>> of(const Stm& s) {
    needed_.clear(), inner_.clear(), stms_.clear(), work_ = 0;
    if (!add_uses(s, 1)) return {};
    return stms_;
  }

 private:
  /// Returns how often the statement's bodies run at most; nothing if it may be too often.
  std::optional<uint64_t> rounds(const Stm& s) const {
    if (!is_loop(s.op) && s.op != Op::Iota) return 1;
    const auto n = constants_.find(s.args[0]);
    return n == constants_.end() || n->second > longest ? std::nullopt
                                                        : std::optional(std::max<uint64_t>(n->second, 1));
  }
  /// Whether the operation neither fails nor takes long, if its bodies do not.
  static bool is_simple(Op op) {
    constexpr Op simple[] = {Op::Constant, Op::Scalar, Op::Read, Op::If,
                             Op::Map,      Op::Iota,   Op::Rows, Op::Filter};
    return std::ranges::find(simple, op) != std::end(simple);
  }
  /// Adds what the statement, which runs `times` times, and its bodies use. Returns false if it is not constant, or all
  /// of them run too often.
  bool add_uses(const Stm& s, uint64_t times) {
    const auto n = is_simple(s.op) ? rounds(s) : std::nullopt;
    if (!n || (work_ += times) > most_work) return false;
    if (!std::ranges::all_of(s.args, [&](Var v) { return add(v); })) return false;
    return std::ranges::all_of(s.bodies, [&](const Body& b) { return add_uses(b, times * *n); });
  }
  bool add_uses(const Body& b, uint64_t times) {
    inner_.insert(b.params.begin(), b.params.end());
    for (const Stm& s : b.stms) {
      if (!add_uses(s, times)) return false;
      inner_.insert(s.outs.begin(), s.outs.end());
    }
    return std::ranges::all_of(b.results, [&](Var v) { return add(v); });
  }
  /// Adds the statement that binds v, after those that it needs.
  bool add(Var v) {
    if (inner_.contains(v) || needed_.contains(v)) return true;
    const Stm* s = definitions_[v];
    if (!s || stms_.size() >= most_needed || !add_uses(*s, 1)) return false;
    if (needed_.contains(v)) return true;
    needed_.insert(s->outs.begin(), s->outs.end());
    stms_.push_back(*s);
    return true;
  }

  const Definitions definitions_;
  const Constants constants_;
  std::unordered_set<Var> needed_, inner_; ///< what is bound by `stms_`, and in bodies of what was looked at
  std::vector<Stm> stms_;
  uint64_t work_ = 0; ///< how many statements run
};

/// Evaluates a statement that needs the statements `before` alone.
class Evaluation {
 public:
  Evaluation(Plan& plan, const Stm& s, std::vector<Stm> before)
      : plan_(plan), s_(s), stms_(std::move(before)) {
    stms_.push_back(s);
  }
  /// Returns the constant that binds the statement's out, a scalar; nothing if nothing is known.
  std::optional<Stm> scalar() {
    const auto bits = values(s_.outs);
    if (!bits) return {};
    Stm made = constant_stm(plan_, plan_[s_.outs[0]].element, bits->at(0), s_.span);
    made.outs = s_.outs;
    return made;
  }
  /// Returns the constants and Maps that bind the statement's outs; nothing if a result is too long, or nothing is known.
  std::optional<std::vector<Stm>> run() {
    const size_t number = s_.op == Op::Rows ? 1 : 0; // the out that is the number of elements
    const auto counts = values({s_.outs[number], s_.args[0]});
    if (!counts || counts->at(0) > longest) return {};
    std::vector<Stm> made{number_of(counts->at(0))};
    made[0].outs = {s_.outs[number]};
    for (size_t k = 0; k < s_.outs.size(); ++k) {
      const bool offsets = s_.op == Op::Rows && k == 0;
      if (k != number && !column(s_.outs[k], offsets ? counts->at(1) + 1 : counts->at(0), made)) return {};
    }
    return made;
  }

 private:
  Stm number_of(uint64_t n) { return constant_stm(plan_, Element::I64, n, s_.span); }
  /// Returns the bits of scalars.
  std::optional<std::vector<uint64_t>> values(Vars results) {
    Plan own;
    own.types = plan_.types, own.names.resize(plan_.types.size());
    own.body.stms = stms_, own.body.results = std::move(results);
    const Answer answer = eval_plan(own, {});
    return answer.failed || !answer.broken.empty() ? std::nullopt : std::optional(answer.scalars);
  }
  /// Adds a Map that binds a column of n elements, which are read and become constants.
  bool column(Var out, uint64_t n, std::vector<Stm>& made) {
    const size_t before = stms_.size();
    Vars elements;
    for (uint64_t k = 0; k < n; ++k) {
      stms_.push_back(number_of(k));
      elements.push_back(plan_.make({plan_[out].element, false}));
      stms_.push_back(
          {.op = Op::Read, .outs = {elements.back()}, .args = {out, stms_.back().outs[0]}, .span = s_.span});
    }
    const auto bits = values(elements);
    stms_.resize(before);
    if (!bits) return false;
    for (uint64_t k = 0; k < n; ++k) {
      made.push_back(constant_stm(plan_, plan_[out].element, bits->at(k), s_.span));
      made.back().outs = {elements[k]};
    }
    add_column(plan_, out, elements, made, s_.span);
    return true;
  }

  Plan& plan_;
  const Stm& s_;
  std::vector<Stm> stms_;
};

/// Replaces reads of constants, and then Rows and Filters of constants.
class Evaluator {
 public:
  explicit Evaluator(Plan& plan) : plan_(plan), slice_(plan) {}
  /// Replaces each read, in a loop, of an element of a constant column at a constant index. Returns whether there is one.
  bool replace_reads(Body& b, bool in_loop = false) {
    bool changed = false;
    for (Stm& s : b.stms) {
      for (Body& inner : s.bodies) changed |= replace_reads(inner, in_loop || is_loop(s.op));
      auto before = in_loop && s.op == Op::Read ? slice_.of(s) : std::nullopt;
      auto made = before ? Evaluation(plan_, s, std::move(*before)).scalar() : std::nullopt;
      if (made) s = std::move(*made), changed = true;
    }
    return changed;
  }
  /// Replaces the first Rows or Filter of constants in a loop. Returns whether there is one.
  bool replace_first(Body& b, bool in_loop = false) {
    for (size_t k = 0; k < b.stms.size(); ++k) {
      for (Body& inner : b.stms[k].bodies)
        if (replace_first(inner, in_loop || is_loop(b.stms[k].op))) return true;
      if (!in_loop || (b.stms[k].op != Op::Rows && b.stms[k].op != Op::Filter)) continue;
      auto before = slice_.of(b.stms[k]);
      auto made = before ? Evaluation(plan_, b.stms[k], std::move(*before)).run() : std::nullopt;
      if (!made) continue;
      const auto at = b.stms.erase(b.stms.begin() + static_cast<ptrdiff_t>(k));
      b.stms.insert(at, std::move_iterator(made->begin()), std::move_iterator(made->end()));
      return true;
    }
    return false;
  }

 private:
  Plan& plan_;
  Slice slice_;
};

} // namespace

bool evaluate_constant_rows(Plan& plan) {
  for (bool changed = false;; changed = true) {
    Evaluator evaluator(plan); // which knows the plan as it is
    if (!evaluator.replace_first(plan.body)) return evaluator.replace_reads(plan.body) || changed;
  }
}

} // namespace nova::plan
