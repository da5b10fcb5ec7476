// Loops in three parts. A body asks the same of its index in every round: is i - 1 at least 0, is i + k below
// n? Where the answers can be told by the index alone, the rounds in which all of them are yes run by
// themselves, with nothing left to ask (a stencil's inside, a read of neighbours, whole columns read side by
// side); the others run as they stand.
//
// Loops in rows. Where a body divides its index by a number (i / columns, i % columns), rounds are taken row
// by row: the quotient stays what it is, the remainder goes up by one, and what is read by them lies side by
// side.
//
// Loops in pieces. Where the index alone chooses between what is read (++), rounds before and behind the place where the
// choice changes are loops of their own.
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/emitter.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova::plan {
namespace {

/// i + `rest` or, without the index, `rest`: an expression in C over what is bound outside.
struct Affine {
  bool index = false;
  std::string rest;
};

/// Rounds row .. row + length - 1 of a loop, and which row it is: names in C.
struct IndexRows {
  std::string length, row, first;
};

class Conditions {
 public:
  using Answers = std::unordered_map<Var, bool>;
  Conditions(const Plan& plan, const Names& names, const Body& b, Var index, const Answers& answers)
      : plan_(plan), names_(names), index_(index), answers_(answers) {
    note_bound(b), note_checked(b);
    known_[index] = Affine{true, "0ll"};
  }

  /// What the index is divided by, where that is bound outside and none of the `small`.
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
  /// The comparison by which the index chooses between reads.
  std::optional<IndexCondition> cut(const Body& b) {
    visit(b);
    return cut_in(b);
  }
  /// Branches that a whole row takes alike: what is asked, each where those before are answered by no.
  std::vector<std::pair<Var, std::string>> branches;
  /// i + what is returned, in C, where v is that.
  std::optional<std::string> place(const Body& b, Var v) {
    visit(b);
    const auto a = affine(v);
    return a && a->index ? std::optional(a->rest) : std::nullopt;
  }
  std::unordered_map<Var, std::string> values; ///< quotients and remainders, in a row
  std::vector<std::string> before;             ///< what is computed once for a row

 private:
  bool divides_index(const Stm& s) const {
    return s.op == Op::Scalar && (s.builtin == BuiltinId::Divide || s.builtin == BuiltinId::Remainder) &&
           s.args[0] == index_;
  }

  /// The branch that an If is known to take.
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

  /// Truths that some Check asks for.
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
      if (s.op == Op::Check && !bound_.contains(s.args[0]))
        always(s.args[0], names_[static_cast<size_t>(s.args[0])]);
      for (const Body& inner : s.bodies)
        if (!taken(s) || taken(s) == &inner) visit(inner);
    }
  }

  /// `condition` is the same in every round: rounds in which it does not hold run as they stand.
  void always(Var v, const std::string& condition) {
    if (rows_) found_.push_back({v, true, "if (!" + condition + ") hi = lo;"});
  }

  /// A comparison that has the same answer throughout a row.
  void alike(const Stm& s, const std::string& truth) {
    if (checked_.contains(s.outs[0])) return always(s.outs[0], truth);
    if (rows_) truths_[s.outs[0]] = truth;
  }

  /// The index divided by the length of rows.
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
    case BuiltinId::Remainder: return divided(s, *a, *b);
    case BuiltinId::Less: return order(s, *a, *b, 0);
    case BuiltinId::LessEqual: return order(s, *a, *b, 1);
    case BuiltinId::Greater: return order(s, *b, *a, 0);
    case BuiltinId::GreaterEqual: return order(s, *b, *a, 1);
    case BuiltinId::Equal: return other(s, *a, *b, false);
    case BuiltinId::NotEqual: return other(s, *a, *b, true);
    default: return;
    }
  }

  /// low < high + orEqual
  void order(const Stm& s, const Affine& low, const Affine& high, int or_equal) {
    if (answers_.contains(s.outs[0])) return;
    if (!low.index && !high.index)
      return alike(s, (or_equal ? "nv_le_i64(" : "nv_lt_i64(") + low.rest + ", " + high.rest + ")");
    if (low.index == high.index) return;
    const std::string more = ", " + std::to_string(low.index ? or_equal : 1 - or_equal) + ");";
    found_.push_back({s.outs[0], true,
                      (low.index ? "nova_until(&lo, &hi, " + low.rest + ", " + high.rest
                                 : "nova_since(&lo, &hi, " + high.rest + ", " + low.rest) +
                          more,
                      low.index ? low.rest : high.rest, low.index});
  }

  void other(const Stm& s, const Affine& a, const Affine& b, bool answer) {
    if (!a.index && !b.index)
      return alike(s, (answer ? "nv_ne_i64(" : "nv_eq_i64(") + a.rest + ", " + b.rest + ")");
    if (a.index == b.index) return;
    const Affine &with = a.index ? a : b, &without = a.index ? b : a;
    found_.push_back({s.outs[0], answer, "nova_without(&lo, &hi, " + with.rest + ", " + without.rest + ");"});
  }

  const Plan& plan_;
  const Names& names_;
  Var index_;
  const Answers& answers_; ///< that are known already
  std::optional<IndexRows> rows_;
  std::vector<IndexCondition> found_;
  std::unordered_map<Var, Affine> known_;
  std::unordered_map<Var, bool> bound_;
  std::unordered_set<Var> checked_;
  std::unordered_map<Var, std::string> truths_;
  static constexpr size_t most_branches = 4;
};

} // namespace

/// Where a loop's body reads `at` places beyond its index: the address in C, for an `at` that is the index.
std::optional<std::string> Emitter::beside(const Body& b, const Stm& read, const std::string& at) const {
  const auto place = Conditions(plan_, names_, b, b.params.back(), known_).place(b, read.args[1]);
  if (!place) return {};
  return name(read.args[0]) + " + (" + at + ")" + (*place == "0ll" ? "" : " + " + *place);
}

std::vector<IndexCondition> Emitter::index_conditions(const Body& b, Var index) const {
  if (whole_ || !simd_) return {};
  return Conditions(plan_, names_, b, index, known_).conditions(b, {});
}

void Emitter::range_of(const std::vector<IndexCondition>& conditions, const std::string& begin,
                       const std::string& end) {
  line("nv_i64 lo = " + begin + ", hi = " + end + ";");
  for (const IndexCondition& c : conditions) line(c.narrow);
}

/// What the body asks is known while `print` runs.
void Emitter::knowing(const std::vector<IndexCondition>& conditions, const std::function<void()>& print) {
  const auto around = known_;
  const auto inside = inside_, asked = asked_;
  for (const IndexCondition& c : conditions) known_[c.out] = c.answer;
  print();
  known_ = around, inside_ = inside, asked_ = asked;
}

/// What a body divides its index by, in C: rounds run row by row, where nothing has to be divided.
std::optional<std::string> Emitter::row_length(const Body& b) const {
  if (whole_ || !simd_) return {};
  return Conditions(plan_, names_, b, b.params.back(), known_).divisor(b, small_);
}

/// Rounds `begin` .. `end` - 1 in their order, row by row and in three parts where that helps.
void Emitter::in_parts(const Body& b, const std::string& begin, const std::string& end, const Loop& loop) {
  if (whole_ || !simd_) return loop(begin, end);
  const Var index = b.params.back();
  if (const auto length = row_length(b)) return in_rows(b, begin, end, *length, loop);
  if (const auto cut = Conditions(plan_, names_, b, index, known_).cut(b); cut && pieces_ < 3)
    return in_pieces(b, *cut, begin, end, loop);
  const std::vector<IndexCondition> conditions = index_conditions(b, index);
  if (conditions.empty()) return loop(begin, end);
  open("");
  three_parts(conditions, begin, end, "", loop);
  close();
}

void Emitter::three_parts(const std::vector<IndexCondition>& conditions, const std::string& begin,
                          const std::string& end, const std::string& unless, const Loop& loop) {
  line("nv_i64 lo = " + begin + ", hi = " + end + ";");
  if (!unless.empty()) line("if (" + unless + ") hi = lo;");
  for (const IndexCondition& c : conditions) line(c.narrow);
  open("for (int part = 0; part < 3; ++part) if (part == 1)");
  knowing(conditions, [&] { loop("lo", "hi"); });
  otherwise();
  as_it_stands("(part ? hi : " + begin + ")", "(part ? " + end + " : lo)", loop);
  close();
}

/// A loop of which nothing is known.
void Emitter::as_it_stands(const std::string& begin, const std::string& end, const Loop& loop) {
  const bool around = std::exchange(whole_, true);
  const auto values = std::exchange(values_, {});
  const auto asked = asked_;
  loop(begin, end);
  whole_ = around, values_ = values, asked_ = asked;
}

/// The rounds in which `cut` holds and those in which it does not, first ones first; as they stand where the
/// index may wrap.
void Emitter::in_pieces(const Body& b, const IndexCondition& cut, const std::string& begin,
                        const std::string& end, const Loop& loop) {
  const std::string at = fresh("cut");
  open("");
  line("nv_i64 lo = " + begin + ", hi = " + end + ";");
  const bool wraps = cut.offset != "0ll";
  if (wraps) {
    open("if (nova_wraps(&lo, &hi, " + cut.offset + "))");
    as_it_stands(begin, end, loop);
    otherwise();
  }
  line(cut.narrow);
  line("const nv_i64 " + at + " = " + (cut.early ? "hi" : "lo") + ";");
  ++pieces_;
  knowing({{cut.out, cut.early, ""}}, [&] { in_parts(b, begin, at, loop); });
  knowing({{cut.out, !cut.early, ""}}, [&] { in_parts(b, at, end, loop); });
  --pieces_;
  if (wraps) close();
  close();
}

/// Rows that are shorter than a vector are not worth it: then all rounds run as they stand.
void Emitter::in_rows(const Body& b, const std::string& begin, const std::string& end,
                      const std::string& length, const Loop& loop) {
  const IndexRows rows{length, fresh("row"), fresh("first")};
  Conditions asked(plan_, names_, b, b.params.back(), known_);
  const auto conditions = asked.conditions(b, rows);
  open("for (nv_i64 from = " + begin + ", to; from < " + end + "; from = to)");
  line("const nv_i64 length = " + length + ", " + rows.row + " = length < 16 ? 0 : from / length, " +
       rows.first + " = length < 16 ? 0 : " + rows.row + " * length;");
  line("to = length < 16 || " + end + " - " + rows.first + " < length ? " + end + " : " + rows.first +
       " + length;");
  for (const std::string& once : asked.before) line(once);
  const auto around = values_;
  values_.insert(asked.values.begin(), asked.values.end());
  three_parts(conditions, "from", "to", "length < 16", [&](const std::string& lo, const std::string& hi) {
    whole_ ? loop(lo, hi) : unswitched(asked.branches, lo, hi, loop);
  });
  values_ = around;
  close();
}

/// What is printed where the question is known to be answered by yes, and where by no. truth: the question, in C.
void Emitter::by_answer(Var question, const std::string& truth, const std::function<void()>& yes,
                        const std::function<void()>& no) {
  open("if (" + truth + ")");
  knowing({{question, true, ""}}, yes);
  otherwise();
  knowing({{question, false, ""}}, no);
  close();
}

/// The loop once for each way through branches that all its rounds take alike.
void Emitter::unswitched(std::span<const std::pair<Var, std::string>> branches, const std::string& begin,
                         const std::string& end, const Loop& loop) {
  if (branches.empty()) return loop(begin, end);
  const auto& [condition, truth] = branches.front();
  by_answer(
      condition, truth, [&] { loop(begin, end); },
      [&] { unswitched(branches.subspan(1), begin, end, loop); });
}

/// The loop once for each answer to what all its rounds ask alike, at most twice.
void Emitter::by_answers(const Body& b, const std::string& begin, const std::string& end, const Loop& loop,
                         int most) {
  const Vars bound = bound_variables(b);
  const auto asks = [&](const Stm& s) {
    return s.op == Op::If && !known(s.args[0]) && std::ranges::find(bound, s.args[0]) == bound.end();
  };
  const auto found = std::ranges::find_if(b.stms, asks);
  if (whole_ || !simd_ || ends(b) || most == 0 || found == b.stms.end()) return loop(begin, end);
  const auto again = [&] { by_answers(b, begin, end, loop, most - 1); };
  by_answer(found->args[0], name(found->args[0]), again, again);
}

std::optional<bool> Emitter::known(Var v) const {
  const auto at = known_.find(v);
  return at == known_.end() ? std::nullopt : std::optional(at->second);
}

/// An `and` of what is known is known, and so on.
void Emitter::learn(const Stm& s) {
  if (known_.empty() || element(s.outs[0]) != Element::Bool || s.args.empty() ||
      plan_[s.args[0]].element != Element::Bool)
    return;
  const std::optional<bool> a = known(s.args[0]), b = s.args.size() > 1 ? known(s.args[1]) : std::nullopt;
  if (s.builtin == BuiltinId::Not && a) known_[s.outs[0]] = !*a;
  if (s.builtin == BuiltinId::And && a && b) known_[s.outs[0]] = *a && *b;
  if (s.builtin == BuiltinId::Or && a && b) known_[s.outs[0]] = *a || *b;
}

} // namespace nova::plan
