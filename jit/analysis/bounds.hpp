// Proves comparisons of ints at a place of a plan. The proofs use the bounds of loop indices, the conditions of the
// branches around the place, and the definitions of minima, maxima, remainders, quotients and kept indices (argmax).
#pragma once
#include "jit/analysis/queries.hpp"

namespace nova::plan {

/// A linear form: a sum of variables with factors, and a constant. Its value is that of the exact integers: it never
/// wraps.
struct Linear {
  std::vector<std::pair<Var, int64_t>> terms; ///< sorted by variable; no factor is 0
  int64_t constant = 0;

  int64_t factor(Var v) const;
};

/// The facts that hold at the current place of a walk through a plan. The walk enters and leaves bodies by `enter_loop`,
/// `enter_branch` and `leave`.
class Bounds {
 public:
  explicit Bounds(const Plan& plan);

  const Definitions& definitions() const { return definitions_; }

  /// A number of facts, to which `leave` returns.
  struct Mark {
    size_t facts, ranges;
  };
  Mark mark() const { return {facts_.size(), changed_ranges_.size()}; }
  /// Adds the fact that `index` is at least 0 and less than `length`. Such an index exists only if the loop has an
  /// iteration, so that the length is at least 1.
  void enter_loop(Var index, Var length);
  /// Adds what follows if the bool `condition` has the value `holds`.
  void enter_branch(Var condition, bool holds);
  /// A form that is at least 0 whenever a round of a loop ends, of one variable of the loop's state.
  struct Kept {
    Linear form;         ///< of `now`
    Var now, first, out; ///< the variable in a round, its first value, and its value after the loop
  };
  /// Adds what holds when a round of a Loop or Foldl begins: the condition of a Loop, and what each round keeps. An int that
  /// only grows, and does not wrap, is at least what it was at first. A comparison that `asked` names, or joins by `and`, is
  /// kept if it is true of the first state, where there is a round, and of the state that a round gives. Returns the forms
  /// that are kept.
  std::vector<Kept> enter_round(const Stm& loop, std::span<const Var> asked);
  /// After the loop: adds the facts that kept forms are at least 0 if they are so of the first state, since there may have
  /// been no round.
  void leave_rounds(std::span<const Kept> all);
  /// Removes the facts that were added since `mark`.
  void leave(Mark mark);

  /// Whether the comparison of two ints, a Scalar statement, surely gives true at this place.
  bool holds(const Stm& comparison);
  /// The argument that `choice`, a minimum or maximum of two ints, surely gives at this place.
  std::optional<Var> chosen(const Stm& choice);

  /// What a quotient or remainder of an int by a constant surely gives at this place: a variable or a number.
  struct Exact {
    std::optional<Var> var;
    int64_t number = 0;
  };
  std::optional<Exact> quotient_or_remainder(const Stm& s);

 private:
  /// An interval of ints, both ends included.
  struct Range {
    int64_t low = INT64_MIN, high = INT64_MAX;
  };

  Range range(Var v, int depth) const;
  Range range_of(const Stm& s, int depth) const;
  std::optional<Linear> linear(Var v, int depth) const;
  std::optional<Linear> linear_of(const Stm& s, int depth) const;
  std::optional<Linear> difference(Var a, Var b, int64_t less) const;
  std::optional<Linear> gap(const Stm& comparison, bool holds) const;

  bool is_otherwise(Var condition, bool holds);
  void enter_condition(Var condition, bool holds, int depth);
  void learn_comparison(const Stm& comparison, bool holds);
  void learn(const Linear& at_least_0);
  void narrow(Var v, Range to);
  void enter_condition_of(const Stm& loop);
  std::optional<Range> growth(Var v, Var before, int depth) const;
  void learn_growth(Var now, Var next, Var first);
  bool learn_kept(const Stm& loop, const Linear& form, size_t part);
  bool keeps(const Linear& form, Var now, Var next, int depth);
  std::vector<Linear> comparisons_in(std::span<const Var> conditions) const;
  __int128 least(const Linear& form) const;
  bool is_at_most(Var a, Var b);
  bool proved(const Linear& form, int depth);
  bool proved_by_facts(const Linear& form, int depth);
  bool proved_by_definition(const Linear& form, Var v, int64_t factor, const Stm& s, int depth);
  bool proved_by_choice(const Linear& form, Var v, int64_t factor, const Stm& s, int depth);
  bool is_kept(const Body& combine, Var v, size_t k) const;
  bool proved_by_kept_index(const Linear& form, Var v, int64_t factor, const Stm& s, int depth);
  bool proved_by_remainder(const Linear& form, Var v, int64_t factor, const Stm& s, int depth);
  bool proved_by_quotient(const Linear& form, Var v, int64_t factor, const Stm& s, int depth);

  Definitions definitions_;
  std::vector<Linear> facts_; ///< forms that are at least 0
  std::unordered_map<Var, Range> ranges_;
  std::vector<std::pair<Var, Range>> changed_ranges_; ///< the ranges before each change, for `leave`
  int steps_ = 0;                                     ///< steps that the current proof may still take
};

} // namespace nova::plan
