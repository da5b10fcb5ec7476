#include "jit/emit/c/maps/index_conditions.hpp"
#include "jit/analysis/queries.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova::plan {

namespace {

/// A value that is i + `rest` if `index` is set, where i is the loop's index, and `rest` otherwise.
struct Affine {
  bool index = false;
  std::string rest; ///< C over variables that are bound outside of the loop
};

/// A value that is factor * i + `rest`, where i is the loop's index. Both are C over variables that are bound outside of
/// the loop.
struct Strided {
  std::string factor, rest;
};

/// Facts on the variables of a loop's body.
class BodyFacts {
 public:
  /// `answers`: the conditions whose answer is known.
  BodyFacts(const Body& b, const std::unordered_map<Var, bool>& answers) {
    note_bound(b), note_checked(b), note_uses(b, answers);
    for_each_stm(b, [&](const Stm& s) { innermost &= s.op == Op::If || s.bodies.empty(); });
  }
  /// Whether the answer of the condition v makes a difference.
  bool matters(Var v) const {
    const auto all = uses_.find(v), useless = idle_.find(v);
    return all == uses_.end() || useless == idle_.end() || useless->second < all->second;
  }
  std::unordered_set<Var> bound;   ///< the variables that are bound in the body
  std::unordered_set<Var> checked; ///< the conditions that some Check requires
  bool innermost = true;           ///< whether the body has no loops

 private:
  /// Collects the conditions that some Check requires. If it requires an And, that includes the And's operands.
  void note_checked(const Body& b) {
    for (size_t k = b.stms.size(); k-- > 0;) {
      const Stm& s = b.stms[k];
      for (const Body& inner : s.bodies) note_checked(inner);
      if (s.op == Op::Check) checked.insert(s.args[0]);
      if (s.op == Op::Scalar && s.builtin == BuiltinId::And && checked.contains(s.outs[0]))
        checked.insert(s.args.begin(), s.args.end());
    }
  }

  /// Counts the uses of conditions: all, and those in an And or Or that the other operand decides already.
  void note_uses(const Body& b, const std::unordered_map<Var, bool>& answers) {
    for_each_stm(b, [&](const Stm& s) {
      for (const Var v : s.args) ++uses_[v];
      if (s.op != Op::Scalar || (s.builtin != BuiltinId::And && s.builtin != BuiltinId::Or)) return;
      for (const size_t k : {0u, 1u})
        if (const auto at = answers.find(s.args[k]);
            at != answers.end() && at->second == (s.builtin == BuiltinId::Or))
          ++idle_[s.args[1 - k]];
    });
  }

  void note_bound(const Body& b) {
    for (Var v : b.params) bound.insert(v);
    for (const Stm& s : b.stms) {
      for (Var v : s.outs) bound.insert(v);
      for (const Body& inner : s.bodies) note_bound(inner);
    }
  }
  std::unordered_map<Var, size_t> uses_, idle_; ///< how often a variable is an argument, and to no effect
};

/// Analyses a loop's body: finds the comparisons that its index decides, and divisions of the index.
class Conditions {
 public:
  using Answers = std::unordered_map<Var, bool>;
  Conditions(const BodyPrinter& p, const Body& b, Var index)
      : p_(p), index_(index), answers_(p.modes.known), facts_(b, answers_), innermost_(facts_.innermost) {
    known_[index] = Affine{true, "0ll"};
  }

  /// Returns the number by which the body divides its index, in C. Returns nothing if that number is bound inside of
  /// the loop, or is in `small`.
  std::optional<std::string> divisor(const Body& b, const std::unordered_set<Var>& small) {
    std::optional<std::string> found;
    for_each_stm(b, [&](const Stm& s) {
      if (s.op == Op::Constant) constant(s);
      if (!found && divides_index(s))
        if (const auto by = affine(s.args[1]); by && !by->index && !small.contains(s.args[1]))
          found = by->rest;
    });
    return found;
  }

  std::vector<IndexCondition> conditions(const Body& b) {
    visit(b);
    return std::move(found_);
  }
  RowConditions in_row(const Body& b, const IndexRows& rows) {
    rows_ = rows;
    visit(b), note_branches(b);
    row_.conditions = std::move(found_);
    return std::move(row_);
  }
  /// As `conditions`, with the values that are the same in all iterations of the inner part. Returns none if there are
  /// no comparisons.
  std::vector<IndexCondition> conditions_and_invariants(const Body& b) {
    certain_ = innermost_;
    visit(b);
    const bool splits = !std::ranges::all_of(found_, &IndexCondition::invariant);
    return splits ? std::move(found_) : std::vector<IndexCondition>();
  }
  /// Returns the comparison by which the index selects one of two branches that both read columns, or whose answer may
  /// change anywhere in a row; nothing if there is none.
  std::optional<IndexCondition> cut(const Body& b, const std::optional<IndexRows>& rows) {
    rows_ = rows;
    visit(b);
    return cut_in(b);
  }
  /// Returns the `rest` for which v is i + rest, in C; nothing if v is not of that form.
  std::optional<std::string> place(const Body& b, Var v) {
    innermost_ = false; // its text may name no variable of a split loop
    visit(b);
    const auto a = affine(v);
    return a && a->index ? std::optional(a->rest) : std::nullopt;
  }

 private:
  bool divides_index(const Stm& s) const {
    return s.op == Op::Scalar && (s.builtin == BuiltinId::Divide || s.builtin == BuiltinId::Remainder) &&
           s.args[0] == index_;
  }

  /// Returns the branch that an If is known to take; null if that is unknown or s is no If.
  const Body* taken(const Stm& s) const {
    const auto at = s.op == Op::If ? answers_.find(s.args[0]) : answers_.end();
    return at == answers_.end() ? nullptr : &s.bodies[at->second ? 0 : 1];
  }

  std::optional<IndexCondition> cut_in(const Body& b) const {
    for (const Stm& s : b.stms) {
      if (const Body* inner = taken(s))
        if (auto found = cut_in(*inner)) return found;
      if (s.op != Op::If || (!taken(s) && truths_.contains(s.args[0])))
        for (const Body& inner : s.bodies)
          if (auto found = cut_in(inner)) return found;
      if (s.op != Op::If || taken(s)) continue;
      const auto same = equal_.find(s.args[0]);
      const Var asked = same == equal_.end() ? s.args[0] : same->second;
      const auto at = std::find_if(found_.begin(), found_.end(), [&](const IndexCondition& c) {
        return c.out == asked && !c.offset.empty();
      });
      const auto reads = [](const Body& b) { return count_of(b, Op::Read) > 0; };
      if (at != found_.end() && (at->anywhere || std::ranges::all_of(s.bodies, reads))) return *at;
    }
    return {};
  }

  void constant(const Stm& s) {
    if (s.element == Element::I64)
      known_[s.outs[0]] = Affine{false, "(nv_i64)" + std::to_string(s.bits) + "ull"};
  }

  void note_branches(const Body& b) {
    for (const Stm& s : b.stms) {
      if (s.op == Op::If) note_operand(s.args[0]);
      const auto truth = s.op == Op::If ? truths_.find(s.args[0]) : truths_.end();
      if (truth == truths_.end() || row_.branches.size() == most_branches) continue;
      row_.branches.push_back({s.args[0], truth->second});
      note_branches(s.bodies[1]);
    }
  }

  void note_operand(Var condition) {
    const auto joined = joined_.find(condition);
    if (joined == joined_.end()) return;
    for (const Var v : joined->second->args)
      if (const auto truth = truths_.find(v);
          truth != truths_.end() && row_.operands.size() < most_operands &&
          std::ranges::find(row_.operands, v, &RowCondition::first) == row_.operands.end())
        row_.operands.push_back({v, truth->second});
  }

  std::optional<Affine> affine(Var v) const {
    if (const auto at = known_.find(v); at != known_.end()) return at->second;
    if (facts_.bound.contains(v) || p_.plan()[v] != VarType{Element::I64, false}) return {};
    return Affine{false, p_.names()[static_cast<size_t>(v)]};
  }

  void visit(const Body& b) {
    for (const Stm& s : b.stms) {
      if (s.op == Op::Constant) constant(s);
      if (s.op == Op::Scalar && s.element == Element::I64 && s.args.size() == 2) scalar(s);
      if (s.op == Op::Scalar && (s.builtin == BuiltinId::And || s.builtin == BuiltinId::Or)) either(s);
      if (s.op == Op::Scalar && s.builtin == BuiltinId::And) between(s);
      if (s.op == Op::Check && !decided_.contains(s.args[0]) && is_outside(s.args[0]))
        always(s.args[0], text(s.args[0]));
      if (certain_) hoist(s);
      visit_bodies(s);
    }
  }

  /// Whether v is the same in all iterations.
  bool is_outside(Var v) const {
    return !facts_.bound.contains(v) || p_.texts().contains(v) || p_.is_literal(v) ||
           invariant_.contains(v) || decided_.contains(v);
  }
  std::string text(Var v) const {
    if (const auto answer = decided_.find(v); answer != decided_.end()) return answer->second ? "1" : "0";
    const auto at = invariant_.find(v);
    return at == invariant_.end() ? p_.name(v) : at->second;
  }

  /// Handles a statement that every iteration of the inner part executes: computes its value before the loop if it is
  /// the same in all of them. A read is executed only if there are iterations left: it is in bounds if the checks
  /// before it hold, which the range narrowed so far says. Behind a check that may fail no value is computed early.
  void hoist(const Stm& s) {
    const bool outside = std::ranges::all_of(s.args, [&](Var v) { return is_outside(v); });
    if (s.op == Op::Check)
      return void(certain_ = decided_.contains(s.args[0]) || answers_.contains(s.args[0]));
    if (s.op == Op::If || s.op == Op::Constant) return;
    if (s.op != Op::Read && s.op != Op::Scalar) return void(certain_ = false);
    const Var out = s.outs[0];
    if (!outside || decided_.contains(out) || answers_.contains(out)) return;
    if (s.op == Op::Scalar && is_trigonometric(s.builtin)) return;
    const std::string name = "same_" + p_.names()[static_cast<size_t>(out)], type = c_type(p_.element(out));
    std::string value;
    for (Var v : s.args) value += (value.empty() ? "" : ", ") + text(v);
    if (s.op == Op::Scalar)
      value = c_function(s.builtin, s.element, p_.element(out)) + "(" + value + ")";
    else
      value = "lo < hi ? " + text(s.args[0]) + "[" + text(s.args[1]) + "] : 0";
    found_.push_back({.out = out,
                      .answer = true,
                      .narrow = "const " + type + " " + name + " = " + value + ";",
                      .value = name,
                      .invariant = true});
    invariant_[out] = name;
    if (p_.plan()[out] == VarType{Element::I64, false}) known_[out] = Affine{false, name};
  }

  /// Visits the bodies of a statement. Of an If that is decided in the loop's inner part, only the branch that is taken
  /// there counts: conditions in the other one would make the part shorter for nothing.
  void visit_bodies(const Stm& s) {
    const Body* only = taken(s);
    const auto answer = s.op == Op::If ? decided_.find(s.args[0]) : decided_.end();
    if (!only && answer != decided_.end()) only = &s.bodies[answer->second ? 0 : 1];
    const bool certain = certain_;
    if (!only) certain_ = false;
    for (const Body& inner : s.bodies)
      if (!only || only == &inner) visit(inner);
    if (!only)
      certain_ = certain &&
                 std::ranges::none_of(s.bodies, [](const Body& inner) { return count_of(inner, Op::Check); });
  }

  /// The answer of a condition in the inner part, if it is known.
  std::optional<bool> answer(Var v) const {
    if (const auto at = decided_.find(v); at != decided_.end()) return at->second;
    const auto at = answers_.find(v);
    return at == answers_.end() ? std::nullopt : std::optional(at->second);
  }

  /// Handles an And or Or: its answer is known if one operand decides it or both are known; it is that of an operand
  /// if the other one does not matter.
  void either(const Stm& s) {
    joined_[s.outs[0]] = &s;
    const bool decides = s.builtin == BuiltinId::Or;
    const std::optional<bool> a = answer(s.args[0]), b = answer(s.args[1]);
    if (a == decides || b == decides)
      decided_[s.outs[0]] = decides;
    else if (a && b)
      decided_[s.outs[0]] = !decides;
    for (const size_t k : {0u, 1u})
      if (answers_.contains(s.args[k]) && answers_.at(s.args[k]) != decides)
        equal_[s.outs[0]] = s.args[1 - k];
  }

  void decide(IndexCondition c) {
    if (c.value.empty()) decided_[c.out] = c.answer;
    found_.push_back(std::move(c));
  }

  /// Adds a condition that is the same in all iterations. If it is false at run time, all iterations run in the
  /// unsplit loop.
  void always(Var v, const std::string& condition) {
    if (rows_ || certain_) decide({v, true, "if (!" + condition + ") hi = lo;"});
  }

  /// Notes a comparison whose answer is the same in a whole row. `truth` is the comparison in C.
  void alike(const Stm& s, const std::string& truth) {
    if (facts_.checked.contains(s.outs[0])) return always(s.outs[0], truth);
    if (rows_) truths_[s.outs[0]] = truth;
  }

  /// Handles a test whether a number that is the same in a whole row lies between two bounds, as in a stencil. Most rows
  /// are inside.
  void between(const Stm& s) {
    const auto a = orders_.find(s.args[0]), b = orders_.find(s.args[1]);
    if (!truths_.contains(s.args[0]) || !truths_.contains(s.args[1])) return;
    if (a->second.second == b->second.first || a->second.first == b->second.second)
      always(s.outs[0], "(" + truths_[s.args[0]] + " & " + truths_[s.args[1]] + ")");
  }

  /// Handles a division of the index by the rows' length. Returns whether s is one.
  bool in_rows(const Stm& s, const Affine& by) {
    if (!rows_ || !divides_index(s) || by.rest != rows_->length) return false;
    const bool quotient = s.builtin == BuiltinId::Divide;
    known_[s.outs[0]] = quotient ? Affine{false, rows_->row} : Affine{true, "-" + rows_->first};
    row_.values[s.outs[0]] =
        quotient ? rows_->row : p_.names()[static_cast<size_t>(index_)] + " - " + rows_->first;
    return true;
  }

  void divided(const Stm& s, const Affine& a, const Affine& b) {
    if (in_rows(s, b) || a.index || b.index || !rows_) return;
    const char* f = s.builtin == BuiltinId::Divide ? "nv_div_i64(" : "nv_rem_i64(";
    const std::string name = "row_" + p_.names()[static_cast<size_t>(s.outs[0])];
    row_.before.push_back("const nv_i64 " + name + " = " + f + a.rest + ", " + b.rest + ");");
    known_[s.outs[0]] = Affine{false, name};
    row_.values[s.outs[0]] = name;
  }

  void scalar(const Stm& s) {
    const auto a = affine(s.args[0]), b = affine(s.args[1]);
    if (!a || !b) return strided(s, a, b);
    if (a->rest.size() + b->rest.size() > 400) return;
    switch (s.builtin) {
    case BuiltinId::Add:
      if (!(a->index && b->index))
        known_[s.outs[0]] = Affine{a->index || b->index, "nv_add_i64(" + a->rest + ", " + b->rest + ")"};
      return;
    case BuiltinId::Subtract:
      if (!b->index) known_[s.outs[0]] = Affine{a->index, "nv_sub_i64(" + a->rest + ", " + b->rest + ")"};
      return;
    case BuiltinId::Multiply: return times(s, *a, *b);
    case BuiltinId::Divide:
    case BuiltinId::Remainder: return a->index && !divides_index(s) ? wrapped(s, *a, *b) : divided(s, *a, *b);
    case BuiltinId::Min: return clamped(s, *a, *b, true);
    case BuiltinId::Max: return clamped(s, *a, *b, false);
    case BuiltinId::Less: return order(s, *a, *b, 0);
    case BuiltinId::LessEqual: return order(s, *a, *b, 1);
    case BuiltinId::Greater: return order(s, *b, *a, 0);
    case BuiltinId::GreaterEqual: return order(s, *b, *a, 1);
    case BuiltinId::Equal: return other(s, *a, *b, false);
    case BuiltinId::NotEqual: return other(s, *a, *b, true);
    default: return;
    }
  }

  /// Notes a product: by a value from outside of the loop, the index becomes strided.
  void times(const Stm& s, const Affine& a, const Affine& b) {
    const std::string rest = "nv_mul_i64(" + a.rest + ", " + b.rest + ")";
    if (!a.index && !b.index) known_[s.outs[0]] = Affine{false, rest};
    if (a.index != b.index) strided_[s.outs[0]] = {(a.index ? b : a).rest, rest};
  }

  /// Handles an operation of which one operand is strided and the other is a value from outside of the loop.
  void strided(const Stm& s, const std::optional<Affine>& a, const std::optional<Affine>& b) {
    const auto at = strided_.find(s.args[a ? 1 : 0]);
    const Affine* other = a ? &*a : b ? &*b : nullptr;
    if (at == strided_.end() || !other || other->index || at->second.rest.size() + other->rest.size() > 400)
      return;
    const Strided x = at->second;
    switch (s.builtin) {
    case BuiltinId::Add:
      strided_[s.outs[0]] = {x.factor, "nv_add_i64(" + x.rest + ", " + other->rest + ")"};
      return;
    case BuiltinId::Less: return strided_order(s, x, *other, b.has_value(), 0);
    case BuiltinId::LessEqual: return strided_order(s, x, *other, b.has_value(), 1);
    case BuiltinId::Greater: return strided_order(s, x, *other, a.has_value(), 0);
    case BuiltinId::GreaterEqual: return strided_order(s, x, *other, a.has_value(), 1);
    default: return;
    }
  }

  /// Notes the comparison of a strided value with a bound: x < bound if it is `low`, else bound < x; `or_equal` as in
  /// `order`.
  void strided_order(const Stm& s, const Strided& x, const Affine& bound, bool low, int or_equal) {
    if (answers_.contains(s.outs[0]) || !facts_.matters(s.outs[0])) return;
    const std::string more = ", " + std::to_string(low ? or_equal : 1 - or_equal) + ", " + x.factor + ");";
    decide({.out = s.outs[0],
            .answer = true,
            .narrow = (low ? "nova_until_by(&lo, &hi, " : "nova_since_by(&lo, &hi, ") + x.rest + ", " +
                      bound.rest + more});
  }

  /// Notes the comparison s, which is low < high, or low <= high if `or_equal` is 1.
  void order(const Stm& s, const Affine& low, const Affine& high, int or_equal) {
    if (answers_.contains(s.outs[0]) || !facts_.matters(s.outs[0])) return;
    const bool swapped = s.builtin == BuiltinId::Greater || s.builtin == BuiltinId::GreaterEqual;
    if (!low.index && !high.index)
      return orders_[s.outs[0]] = {s.args[swapped], s.args[!swapped]},
             alike(s, (or_equal ? "nv_le_i64(" : "nv_lt_i64(") + low.rest + ", " + high.rest + ")");
    if (low.index == high.index) return;
    const Var bound = s.args[low.index == swapped ? 0 : 1];
    const std::string more = ", " + std::to_string(low.index ? or_equal : 1 - or_equal) + ");";
    const std::string sides = low.index ? low.rest + ", " + high.rest : high.rest + ", " + low.rest;
    decide({.out = s.outs[0],
            .answer = true,
            .narrow = (low.index ? "nova_until(&lo, &hi, " : "nova_since(&lo, &hi, ") + sides + more,
            .offset = low.index ? low.rest : high.rest,
            .early = low.index,
            .anywhere = may_be_anywhere(bound),
            .slack = (low.index ? "nova_until_slack(lo, hi, " : "nova_since_slack(lo, hi, ") + sides +
                     more.substr(0, more.size() - 1)});
  }

  /// Whether v may be any index of a row: it is no constant, and not the row's length.
  bool may_be_anywhere(Var v) const {
    return rows_ && innermost_ && !facts_.bound.contains(v) && !p_.texts().contains(v) &&
           p_.name(v) != rows_->length;
  }

  /// Handles a minimum or maximum. If one operand is an index that is clamped, it is the result in most iterations.
  /// A minimum with a constant, or a maximum with another value, is no clamped index: there the constant or value may
  /// be the result in most iterations.
  void clamped(const Stm& s, const Affine& a, const Affine& b, bool least) {
    if (!a.index && !b.index) {
      known_[s.outs[0]] =
          Affine{false, (least ? "nv_min_i64(" : "nv_max_i64(") + a.rest + ", " + b.rest + ")"};
      return;
    }
    const Var bound = s.args[a.index ? 1 : 0], index = s.args[a.index ? 0 : 1];
    if ((a.index && b.index) || !innermost_ || p_.texts().contains(bound) == least) return;
    const Affine& moving = a.index ? a : b;
    decide({.out = s.outs[0],
            .answer = true,
            .narrow = (least ? "nova_until(&lo, &hi, " : "nova_since(&lo, &hi, ") + moving.rest + ", " +
                      (a.index ? b : a).rest + (least ? ", 1);" : ", 0);"),
            .value = p_.names()[static_cast<size_t>(index)]});
    known_[s.outs[0]] = moving;
  }

  /// Handles the remainder of an index, i + rest, by `n`: the iterations that have the quotient of the middle one are
  /// a range.
  void wrapped(const Stm& s, const Affine& a, const Affine& n) {
    if (s.builtin != BuiltinId::Remainder || n.index || !innermost_) return;
    const std::string turn = "turn_" + p_.names()[static_cast<size_t>(s.outs[0])];
    decide({.out = s.outs[0],
            .answer = true,
            .narrow = "const nv_i64 " + turn + " = nova_turn(&lo, &hi, " + a.rest + ", " + n.rest + ");",
            .value = "nv_sub_i64(" + p_.names()[static_cast<size_t>(s.args[0])] + ", " + turn + ")"});
    known_[s.outs[0]] = Affine{true, "nv_sub_i64(" + a.rest + ", " + turn + ")"};
  }

  void other(const Stm& s, const Affine& a, const Affine& b, bool answer) {
    if (!a.index && !b.index)
      return alike(s, (answer ? "nv_ne_i64(" : "nv_eq_i64(") + a.rest + ", " + b.rest + ")");
    if (a.index == b.index || !facts_.matters(s.outs[0])) return;
    const Affine &with = a.index ? a : b, &without = a.index ? b : a;
    decide({s.outs[0], answer, "nova_without(&lo, &hi, " + with.rest + ", " + without.rest + ");"});
  }

  const BodyPrinter& p_;
  Var index_;
  const Answers& answers_; ///< the answers that are known already
  BodyFacts facts_;
  bool innermost_; ///< whether texts may name variables of a split loop: the body has no loops
  std::optional<IndexRows> rows_;
  std::vector<IndexCondition> found_;
  RowConditions row_;
  std::unordered_map<Var, bool> decided_; ///< the answers of conditions in the inner part
  std::unordered_map<Var, Affine> known_;
  std::unordered_map<Var, Strided> strided_;
  bool certain_ = false; ///< whether the visited statement is executed in every iteration of the inner part
  std::unordered_map<Var, std::string> invariant_; ///< values computed before the loop, by their names in C
  std::unordered_map<Var, std::string> truths_;    ///< comparisons that are the same in a whole row, in C
  std::unordered_map<Var, std::pair<Var, Var>>
      orders_; ///< for each comparison whose operands do not depend on the index: the lower one, the higher one
  std::unordered_map<Var, const Stm*> joined_; ///< the Ands and Ors
  std::unordered_map<Var, Var> equal_;         ///< those of them with a known operand: the other operand
  static constexpr size_t most_branches = 4, most_operands = 2;
};

} // namespace

std::vector<IndexCondition> index_conditions(const BodyPrinter& p, const Body& b, Var index) {
  if (p.modes.whole || !p.simd()) return {};
  return Conditions(p, b, index).conditions(b);
}

std::vector<IndexCondition> conditions_and_invariants(const BodyPrinter& p, const Body& b) {
  return Conditions(p, b, b.params.back()).conditions_and_invariants(b);
}

RowConditions row_conditions(const BodyPrinter& p, const Body& b, const IndexRows& rows) {
  return Conditions(p, b, b.params.back()).in_row(b, rows);
}

std::optional<IndexCondition> cut_of(const BodyPrinter& p, const Body& b,
                                     const std::optional<IndexRows>& rows) {
  return Conditions(p, b, b.params.back()).cut(b, rows);
}

std::optional<std::string> divisor_of(const BodyPrinter& p, const Body& b) {
  return Conditions(p, b, b.params.back()).divisor(b, p.small());
}

std::optional<std::string> rest_of(const BodyPrinter& p, const Body& b, Var v) {
  return Conditions(p, b, b.params.back()).place(b, v);
}

} // namespace nova::plan
