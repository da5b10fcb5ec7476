// Loop splitting, which prints a loop in one of three forms.
//
// Three parts: a body makes the same comparisons of its index in every iteration, such as i - 1 >= 0 and i + k < n.
// If the index alone decides them, the iterations in which all of them hold are a loop of their own, without
// comparisons. Examples are the inside of a stencil, a read of neighbours, and columns that are read together. The
// iterations before and behind these run in loops with the comparisons. Indices that are clamped (max 0 (i - 1)) or
// wrapped ((i + 1) % n) count as comparisons, which hold where clamping or wrapping changes nothing.
//
// Rows: if a body divides its index by a number (i / columns, i % columns), the loop runs row by row. Within a row
// the quotient is constant and the remainder grows by one, so that what is read at these indices is contiguous.
//
// Pieces: if the index alone decides which of two columns is read (as in ++), the iterations before and behind the
// change are loops of their own.
#include "jit/emit/c/maps/loop_splitting.hpp"
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

/// A row of a loop, as names in C: iterations first .. first + length - 1 are row number `row`.
struct IndexRows {
  std::string length, row, first;
};

void in_rows(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
             const std::string& length, const Loop& loop);

/// Analyses a loop's body: finds the comparisons that its index decides, and divisions of the index.
class Conditions {
 public:
  using Answers = std::unordered_map<Var, bool>;
  Conditions(const BodyPrinter& p, const Body& b, Var index)
      : plan_(p.plan()), names_(p.names()), constants_(p.texts()), index_(index), answers_(p.modes.known) {
    note_bound(b), note_checked(b);
    known_[index] = Affine{true, "0ll"};
    for_each_stm(b, [&](const Stm& s) { innermost_ &= s.op == Op::If || s.bodies.empty(); });
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

  std::vector<IndexCondition> conditions(const Body& b, const std::optional<IndexRows>& rows) {
    rows_ = rows;
    visit(b);
    if (rows) note_branches(b);
    return std::move(found_);
  }
  /// Returns the comparison by which the index selects one of two branches that both read columns; nothing if there
  /// is none.
  std::optional<IndexCondition> cut(const Body& b) {
    visit(b);
    return cut_in(b);
  }
  /// The conditions of Ifs whose answer is the same for a whole row, each with its C text. A condition is tested only
  /// if all conditions before it in the list are false.
  std::vector<std::pair<Var, std::string>> branches;
  /// Returns the `rest` for which v is i + rest, in C; nothing if v is not of that form.
  std::optional<std::string> place(const Body& b, Var v) {
    innermost_ = false; // its text may name no variable of a split loop
    visit(b);
    const auto a = affine(v);
    return a && a->index ? std::optional(a->rest) : std::nullopt;
  }
  std::unordered_map<Var, std::string> values; ///< quotients and remainders within a row, in C
  std::vector<std::string> before;             ///< C statements that are executed once for a row

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
      if (s.op != Op::If || taken(s)) continue;
      const auto at = std::find_if(found_.begin(), found_.end(), [&](const IndexCondition& c) {
        return c.out == s.args[0] && !c.offset.empty();
      });
      if (at != found_.end() && count_of(s.bodies[0], Op::Read) && count_of(s.bodies[1], Op::Read))
        return *at;
    }
    return {};
  }

  void constant(const Stm& s) {
    if (s.element == Element::I64)
      known_[s.outs[0]] = Affine{false, "(nv_i64)" + std::to_string(s.bits) + "ull"};
  }

  void note_branches(const Body& b) {
    for (const Stm& s : b.stms) {
      const auto truth = s.op == Op::If ? truths_.find(s.args[0]) : truths_.end();
      if (truth == truths_.end() || branches.size() == most_branches) continue;
      branches.push_back({s.args[0], truth->second});
      note_branches(s.bodies[1]);
    }
  }

  /// Collects the conditions that some Check requires. If it requires an And, that includes the And's operands.
  void note_checked(const Body& b) {
    for (size_t k = b.stms.size(); k-- > 0;) {
      const Stm& s = b.stms[k];
      for (const Body& inner : s.bodies) note_checked(inner);
      if (s.op == Op::Check) checked_.insert(s.args[0]);
      if (s.op == Op::Scalar && s.builtin == BuiltinId::And && checked_.contains(s.outs[0]))
        checked_.insert(s.args.begin(), s.args.end());
    }
  }

  void note_bound(const Body& b) {
    for (Var v : b.params) bound_[v] = true;
    for (const Stm& s : b.stms) {
      for (Var v : s.outs) bound_[v] = true;
      for (const Body& inner : s.bodies) note_bound(inner);
    }
  }

  std::optional<Affine> affine(Var v) const {
    if (const auto at = known_.find(v); at != known_.end()) return at->second;
    if (bound_.contains(v) || plan_[v] != VarType{Element::I64, false}) return {};
    return Affine{false, names_[static_cast<size_t>(v)]};
  }

  void visit(const Body& b) {
    for (const Stm& s : b.stms) {
      if (s.op == Op::Constant) constant(s);
      if (s.op == Op::Scalar && s.element == Element::I64 && s.args.size() == 2) scalar(s);
      if (s.op == Op::Scalar && s.builtin == BuiltinId::And) between(s), both(s);
      if (s.op == Op::Check && !bound_.contains(s.args[0]))
        always(s.args[0], names_[static_cast<size_t>(s.args[0])]);
      visit_bodies(s);
    }
  }

  /// Visits the bodies of a statement. Of an If that is decided in the loop's inner part, only the branch that is taken
  /// there counts: conditions in the other one would make the part shorter for nothing.
  void visit_bodies(const Stm& s) {
    const Body* only = taken(s);
    const auto answer = s.op == Op::If ? decided_.find(s.args[0]) : decided_.end();
    if (!only && answer != decided_.end()) only = &s.bodies[answer->second ? 0 : 1];
    for (const Body& inner : s.bodies)
      if (!only || only == &inner) visit(inner);
  }

  /// Notes that the And is true in the inner part if both of its operands are.
  void both(const Stm& s) {
    const auto holds = [&](Var v) { return decided_.contains(v) && decided_.at(v); };
    if (holds(s.args[0]) && holds(s.args[1])) decided_[s.outs[0]] = true;
  }

  void decide(IndexCondition c) {
    if (c.value.empty()) decided_[c.out] = c.answer;
    found_.push_back(std::move(c));
  }

  /// Adds a condition that is the same in all iterations. If it is false at run time, all iterations run in the
  /// unsplit loop.
  void always(Var v, const std::string& condition) {
    if (rows_) decide({v, true, "if (!" + condition + ") hi = lo;"});
  }

  /// Notes a comparison whose answer is the same in a whole row. `truth` is the comparison in C.
  void alike(const Stm& s, const std::string& truth) {
    if (checked_.contains(s.outs[0])) return always(s.outs[0], truth);
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
    values[s.outs[0]] = quotient ? rows_->row : names_[static_cast<size_t>(index_)] + " - " + rows_->first;
    return true;
  }

  void divided(const Stm& s, const Affine& a, const Affine& b) {
    if (in_rows(s, b) || a.index || b.index || !rows_) return;
    const char* f = s.builtin == BuiltinId::Divide ? "nv_div_i64(" : "nv_rem_i64(";
    const std::string name = "row_" + names_[static_cast<size_t>(s.outs[0])];
    before.push_back("const nv_i64 " + name + " = " + f + a.rest + ", " + b.rest + ");");
    known_[s.outs[0]] = Affine{false, name};
    values[s.outs[0]] = name;
  }

  void scalar(const Stm& s) {
    const auto a = affine(s.args[0]), b = affine(s.args[1]);
    if (!a || !b || a->rest.size() + b->rest.size() > 400) return;
    switch (s.builtin) {
    case BuiltinId::Add:
      if (!(a->index && b->index))
        known_[s.outs[0]] = Affine{a->index || b->index, "nv_add_i64(" + a->rest + ", " + b->rest + ")"};
      return;
    case BuiltinId::Subtract:
      if (!b->index) known_[s.outs[0]] = Affine{a->index, "nv_sub_i64(" + a->rest + ", " + b->rest + ")"};
      return;
    case BuiltinId::Multiply:
      if (!a->index && !b->index)
        known_[s.outs[0]] = Affine{false, "nv_mul_i64(" + a->rest + ", " + b->rest + ")"};
      return;
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

  /// Notes the comparison s, which is low < high, or low <= high if `or_equal` is 1.
  void order(const Stm& s, const Affine& low, const Affine& high, int or_equal) {
    if (answers_.contains(s.outs[0])) return;
    const bool swapped = s.builtin == BuiltinId::Greater || s.builtin == BuiltinId::GreaterEqual;
    if (!low.index && !high.index)
      return orders_[s.outs[0]] = {s.args[swapped], s.args[!swapped]},
             alike(s, (or_equal ? "nv_le_i64(" : "nv_lt_i64(") + low.rest + ", " + high.rest + ")");
    if (low.index == high.index) return;
    const std::string more = ", " + std::to_string(low.index ? or_equal : 1 - or_equal) + ");";
    decide({s.outs[0], true,
            (low.index ? "nova_until(&lo, &hi, " + low.rest + ", " + high.rest
                       : "nova_since(&lo, &hi, " + high.rest + ", " + low.rest) +
                more,
            low.index ? low.rest : high.rest, low.index});
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
    if ((a.index && b.index) || !innermost_ || constants_.contains(bound) == least) return;
    const Affine& moving = a.index ? a : b;
    decide({.out = s.outs[0],
            .answer = true,
            .narrow = (least ? "nova_until(&lo, &hi, " : "nova_since(&lo, &hi, ") + moving.rest + ", " +
                      (a.index ? b : a).rest + (least ? ", 1);" : ", 0);"),
            .value = names_[static_cast<size_t>(index)]});
    known_[s.outs[0]] = moving;
  }

  /// Handles the remainder of an index, i + rest, by `n`: the iterations that have the quotient of the middle one are
  /// a range.
  void wrapped(const Stm& s, const Affine& a, const Affine& n) {
    if (s.builtin != BuiltinId::Remainder || n.index || !innermost_) return;
    const std::string turn = "turn_" + names_[static_cast<size_t>(s.outs[0])];
    decide({.out = s.outs[0],
            .answer = true,
            .narrow = "const nv_i64 " + turn + " = nova_turn(&lo, &hi, " + a.rest + ", " + n.rest + ");",
            .value = "nv_sub_i64(" + names_[static_cast<size_t>(s.args[0])] + ", " + turn + ")"});
    known_[s.outs[0]] = Affine{true, "nv_sub_i64(" + a.rest + ", " + turn + ")"};
  }

  void other(const Stm& s, const Affine& a, const Affine& b, bool answer) {
    if (!a.index && !b.index)
      return alike(s, (answer ? "nv_ne_i64(" : "nv_eq_i64(") + a.rest + ", " + b.rest + ")");
    if (a.index == b.index) return;
    const Affine &with = a.index ? a : b, &without = a.index ? b : a;
    decide({s.outs[0], answer, "nova_without(&lo, &hi, " + with.rest + ", " + without.rest + ");"});
  }

  const Plan& plan_;
  const Names& names_;
  const std::unordered_map<Var, uint64_t>& constants_; ///< the constants that are no literals
  Var index_;
  const Answers& answers_; ///< the answers that are known already
  std::optional<IndexRows> rows_;
  std::vector<IndexCondition> found_;
  std::unordered_map<Var, bool> decided_; ///< the answers of conditions in the inner part
  std::unordered_map<Var, Affine> known_;
  std::unordered_map<Var, bool> bound_;
  std::unordered_set<Var> checked_;
  bool innermost_ = true;                       ///< whether the body has no loops
  std::unordered_map<Var, std::string> truths_; ///< comparisons that are the same in a whole row, in C
  std::unordered_map<Var, std::pair<Var, Var>>
      orders_; ///< of such comparisons: what is lower, what is higher
  static constexpr size_t most_branches = 4;
};

void as_it_stands(BodyPrinter& p, const std::string& begin, const std::string& end, const Loop& loop);

void three_parts(BodyPrinter& p, const std::vector<IndexCondition>& conditions, const std::string& begin,
                 const std::string& end, const std::string& unless, const Loop& loop) {
  p.line("nv_i64 lo = " + begin + ", hi = " + end + ";");
  if (!unless.empty()) p.line("if (" + unless + ") hi = lo;");
  for (const IndexCondition& c : conditions) p.line(c.narrow);
  p.open("for (int part = 0; part < 3; ++part) if (part == 1)");
  knowing(p, conditions, [&] { loop("lo", "hi"); });
  p.otherwise();
  as_it_stands(p, "(part ? hi : " + begin + ")", "(part ? " + end + " : lo)", loop);
  p.close();
}

/// Prints the loop unsplit, and without use of the values in Modes::values.
void as_it_stands(BodyPrinter& p, const std::string& begin, const std::string& end, const Loop& loop) {
  const Scoped whole(p.modes.whole, true);
  const Scoped values(p.modes.values, {});
  const Scoped asked(p.modes.asked);
  loop(begin, end);
}

/// Prints two loops: one over the iterations before the answer of `cut` changes, and one over the others. If a
/// calculation in the comparison may overflow at run time, the unsplit loop runs instead.
void in_pieces(BodyPrinter& p, const Body& b, const IndexCondition& cut, const std::string& begin,
               const std::string& end, const Loop& loop) {
  const std::string at = p.fresh("cut");
  p.open("");
  p.line("nv_i64 lo = " + begin + ", hi = " + end + ";");
  const bool wraps = cut.offset != "0ll";
  if (wraps) {
    p.open("if (nova_wraps(&lo, &hi, " + cut.offset + "))");
    as_it_stands(p, begin, end, loop);
    p.otherwise();
  }
  p.line(cut.narrow);
  p.line("const nv_i64 " + at + " = " + (cut.early ? "hi" : "lo") + ";");
  const Scoped pieces(p.modes.pieces, p.modes.pieces + 1);
  knowing(p, {{cut.out, cut.early, ""}}, [&] { in_parts(p, b, begin, at, loop); });
  knowing(p, {{cut.out, !cut.early, ""}}, [&] { in_parts(p, b, at, end, loop); });
  if (wraps) p.close();
  p.close();
}

void unswitched(BodyPrinter& p, std::span<const std::pair<Var, std::string>> branches,
                const std::string& begin, const std::string& end, const Loop& loop);

/// Prints the loop row by row. Rows that are shorter than a vector register do not pay: if `length` is below 16, all
/// iterations run in the unsplit loop.
void in_rows(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
             const std::string& length, const Loop& loop) {
  const IndexRows rows{length, p.fresh("row"), p.fresh("first")};
  Conditions asked(p, b, b.params.back());
  const auto conditions = asked.conditions(b, rows);
  p.open("for (nv_i64 from = " + begin + ", to; from < " + end + "; from = to)");
  p.line("const nv_i64 length = " + length + ", " + rows.row + " = length < 16 ? 0 : from / length, " +
         rows.first + " = length < 16 ? 0 : " + rows.row + " * length;");
  p.line("to = length < 16 || " + end + " - " + rows.first + " < length ? " + end + " : " + rows.first +
         " + length;");
  for (const std::string& once : asked.before) p.line(once);
  const Scoped values(p.modes.values);
  p.modes.values.insert(asked.values.begin(), asked.values.end());
  three_parts(p, conditions, "from", "to", "length < 16", [&](const std::string& lo, const std::string& hi) {
    p.modes.whole ? loop(lo, hi) : unswitched(p, asked.branches, lo, hi, loop);
  });
  p.close();
}

/// Prints an if on the condition `question`, which is `truth` in C. `yes` prints the branch for a condition that
/// holds, and `no` the other branch. In each branch the answer of the condition is known.
void by_answer(BodyPrinter& p, Var question, const std::string& truth, const std::function<void()>& yes,
               const std::function<void()>& no) {
  p.open("if (" + truth + ")");
  knowing(p, {{question, true, ""}}, yes);
  p.otherwise();
  knowing(p, {{question, false, ""}}, no);
  p.close();
}

/// Prints copies of the loop, of which the code runs one. The conditions `branches` are the same in all iterations.
/// For each condition there is a copy, which runs if this condition is the first that holds. The last copy runs if
/// none holds.
void unswitched(BodyPrinter& p, std::span<const std::pair<Var, std::string>> branches,
                const std::string& begin, const std::string& end, const Loop& loop) {
  if (branches.empty()) return loop(begin, end);
  const auto& [condition, truth] = branches.front();
  by_answer(
      p, condition, truth, [&] { loop(begin, end); },
      [&] { unswitched(p, branches.subspan(1), begin, end, loop); });
}

} // namespace

std::optional<std::string> address_beside(const BodyPrinter& p, const Body& b, const Stm& read,
                                          const std::string& at) {
  const auto place = Conditions(p, b, b.params.back()).place(b, read.args[1]);
  if (!place) return {};
  return p.name(read.args[0]) + " + (" + at + ")" + (*place == "0ll" ? "" : " + " + *place);
}

std::vector<IndexCondition> index_conditions(const BodyPrinter& p, const Body& b, Var index) {
  if (p.modes.whole || !p.simd()) return {};
  return Conditions(p, b, index).conditions(b, {});
}

void range_of(BodyPrinter& p, const std::vector<IndexCondition>& conditions, const std::string& begin,
              const std::string& end) {
  p.line("nv_i64 lo = " + begin + ", hi = " + end + ";");
  for (const IndexCondition& c : conditions) p.line(c.narrow);
}

void knowing(BodyPrinter& p, const std::vector<IndexCondition>& conditions,
             const std::function<void()>& print) {
  const Scoped known(p.modes.known);
  const Scoped inside(p.modes.inside), asked(p.modes.asked);
  const Scoped values(p.modes.values);
  for (const IndexCondition& c : conditions)
    if (c.value.empty())
      p.modes.known[c.out] = c.answer;
    else
      p.modes.values[c.out] = c.value;
  print();
}

std::optional<std::string> row_length(const BodyPrinter& p, const Body& b) {
  if (p.modes.whole || !p.simd()) return {};
  return Conditions(p, b, b.params.back()).divisor(b, p.small());
}

void in_parts(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
              const Loop& loop) {
  if (p.modes.whole || !p.simd()) return loop(begin, end);
  const Var index = b.params.back();
  if (const auto length = row_length(p, b)) return in_rows(p, b, begin, end, *length, loop);
  if (const auto cut = Conditions(p, b, index).cut(b); cut && p.modes.pieces < 3)
    return in_pieces(p, b, *cut, begin, end, loop);
  const std::vector<IndexCondition> conditions = index_conditions(p, b, index);
  if (conditions.empty()) return loop(begin, end);
  p.open("");
  three_parts(p, conditions, begin, end, "", loop);
  p.close();
}

void by_answers(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
                const Loop& loop, int most) {
  const Vars bound = bound_variables(b);
  const auto asks = [&](const Stm& s) {
    return s.op == Op::If && !p.known(s.args[0]) && std::ranges::find(bound, s.args[0]) == bound.end();
  };
  const auto found = std::ranges::find_if(b.stms, asks);
  if (p.modes.whole || !p.simd() || p.ends(b) || most == 0 || found == b.stms.end()) return loop(begin, end);
  const auto again = [&] { by_answers(p, b, begin, end, loop, most - 1); };
  by_answer(p, found->args[0], p.name(found->args[0]), again, again);
}

} // namespace nova::plan
