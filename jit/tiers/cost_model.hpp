// Estimates a plan's run before it starts: about how many statements it executes, or how many bytes its columns take.
// The formula is built once for a form. It reads only lengths and integers of the inputs, so it costs little.
#pragma once
#include "interp/tiers.hpp"
#include "jit/lower/lower.hpp"
#include <unordered_map>

namespace nova::plan {

class Definitions;

class WorkFormula {
 public:
  /// For each parameter of the plan, in order: the location of its value in the inputs, if the parameter is an
  /// integer of an input or a dimension of an input's vector. None for all other parameters.
  using Places = std::vector<std::optional<NumberPlace>>;
  enum Of : uint8_t { Statements, Bytes };
  WorkFormula(const Plan& plan, const Places& places, Of of);

  /// Returns the estimate for the inputs that `frame` now holds. If the number of iterations of a statement is not
  /// known before the run, the known number of the nearest earlier statement in the same body is used. If there is
  /// none, 16 is assumed inside of another statement's body, and 1 in the plan's own body. An estimate of bytes
  /// leaves out columns of unknown length.
  double amount(const Value* frame);
  /// Whether the amount depends only on numbers that are known before the run, so that nothing is assumed or left
  /// out.
  bool is_exact() const { return exact_; }
  /// Returns bounds on the inputs under which the amount is at most `limit`. The list is empty if the amount never
  /// exceeds `limit`. Returns none if no bounds are found.
  std::optional<std::vector<Tiers::Form::Small::Bound>> bounds(double limit) const;

 private:
  /// A scalar operation whose operands are known before the run. In a loop's body, the middle index stands for all
  /// indices. `out` is the variable of the result. The first `count` entries of `args` are the variables of the operands.
  /// If `call` is null, the operation is args[0] ? args[1] : args[2].
  struct Step {
    BuiltinId builtin{};
    Element element{};
    uint64_t (*call)(const uint64_t*) = nullptr;
    uint32_t out = 0, args[3] = {}, count = 0;
  };
  /// A summand of the amount: `each` times the product of the values of the variables in `counts`.
  struct Term {
    double each = 1;
    std::vector<uint32_t> counts{};
  };
  struct Range;
  void follow(const Plan& plan, const Definitions& made, const Body& b);
  void follow_loop(const Plan& plan, const Definitions& made, const Stm& s);
  Var add_number();
  void count_rounds(const Definitions& made, const Stm& s, const Stm& test);
  void step(Step made, Var out, std::span<const Var> args);
  void choose(const Plan& plan, const Definitions& made, const Stm& s);
  void note_functions(const Plan& plan);
  void add_terms(const Plan& plan, const Body& b, const Term& around);
  void add_bodies(const Plan& plan, const Stm& s, const Term& inside);
  void add_branches(const Plan& plan, const Stm& s, const Term& around);
  double rounds(Var v) const;
  Term times(const Term& around, const Stm& s);
  Term times_rounds(Term around, const Stm& s);
  void add_columns(const Plan& plan);
  void drop_unneeded();
  double most(const std::vector<Range>& inputs) const;
  static Range result(const Step& s, const std::vector<Range>& known);

  std::vector<std::pair<NumberPlace, uint32_t>>
      inputs_; ///< for each number that the formula reads: its location, and its index in `values_`
  std::vector<Step> steps_;
  std::vector<Term> terms_;
  std::vector<uint64_t> values_; ///< values of the known scalars, indexed by variable
  std::vector<bool> known_, constant_;
  std::vector<bool> typical_; ///< whether a variable's value is that of a loop's middle index, by variable
  std::vector<double> call_costs_; ///< statements that a call executes, indexed by function
  std::unordered_map<const Stm*, uint32_t>
      rounds_; ///< variables of the loops' numbers of iterations, while the formula is built
  std::optional<uint32_t> last_; ///< variable of the last known iteration count in the current body
  double unknown_ = 1;           ///< assumed number of iterations if it is unknown and `last_` is none
  bool exact_ = true;
};

/// Returns where the values of the plan's parameters are found in the inputs, as WorkFormula::Places describes.
/// `definition` returns the value of the definition with a given index.
WorkFormula::Places number_places(Types& types, std::span<const Input> inputs, const BoxedFunctions* boxed,
                                  const std::function<const Value*(uint32_t)>& definition);

} // namespace nova::plan
