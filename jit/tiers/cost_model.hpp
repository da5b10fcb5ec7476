// Estimates a plan's run before it starts: about how many statements it executes, or how many bytes its columns take.
// The formula is built once for a form. It reads only lengths and integers of the inputs, so it costs little.
#pragma once
#include "interp/tiers.hpp"
#include "jit/lower/lower.hpp"

namespace nova::plan {

class WorkFormula {
 public:
  /// By parameter of the plan: where to read its value if it is an integer in an input; none for all other
  /// parameters.
  using Places = std::vector<std::optional<NumberPlace>>;
  enum Of : uint8_t { Statements, Bytes };
  WorkFormula(const Plan& plan, const Places& places, Of of);

  /// Returns the estimate for the inputs that `frame` now holds. A count that is not known before the run is replaced
  /// by the last known count in the same body. Without one it is taken as 16 inside of another statement's body, and
  /// as 1 at the top level. Columns of unknown length are left out.
  double amount(const Value* frame);
  /// Whether the formula leaves nothing out: it knows every count on which the amount depends.
  bool is_exact() const { return exact_; }
  /// Returns bounds on the inputs under which the amount is at most `limit`. The list is empty if the amount always
  /// is. Returns none if no bounds suffice.
  std::optional<std::vector<Tiers::Form::Small::Bound>> bounds(double limit) const;

 private:
  /// A scalar operation outside of loops. If `call` is null, it is a selection: args[0] ? args[1] : args[2].
  struct Step {
    BuiltinId builtin{};
    Element element{};
    uint64_t (*call)(const uint64_t*) = nullptr;
    uint32_t out = 0, args[3] = {}, count = 0;
  };
  /// A summand of the amount: `each` times the values of the variables in `counts`.
  struct Term {
    double each = 1;
    std::vector<uint32_t> counts{};
  };
  struct Range;
  void follow(const Plan& plan, const Body& b);
  void step(Step made, Var out, std::span<const Var> args);
  void choose(const Plan& plan, const Stm& s);
  void note_functions(const Plan& plan);
  void add_terms(const Plan& plan, const Body& b, const Term& around);
  void add_bodies(const Plan& plan, const Stm& s, const Term& inside);
  void add_branches(const Plan& plan, const Stm& s, const Term& around);
  double rounds(Var v) const;
  Term times(const Term& around, const Stm& s);
  void add_columns(const Plan& plan);
  void drop_unneeded();
  double most(const std::vector<Range>& inputs) const;
  static Range result(const Step& s, const std::vector<Range>& known);

  std::vector<std::pair<NumberPlace, uint32_t>> inputs_; ///< where each input is read, and its variable
  std::vector<Step> steps_;
  std::vector<Term> terms_;
  std::vector<uint64_t> values_; ///< the known scalars, by variable
  std::vector<bool> known_, constant_;
  std::vector<double> call_costs_; ///< statements of a call, by function
  std::optional<uint32_t> last_;   ///< the last known count of the body at hand
  double unknown_ = 1;             ///< replaces an unknown count if `last_` is none
  bool exact_ = true;
};

/// Returns, for each parameter of the plan, where its integer is read from the inputs; none for all other parameters.
/// `definition` returns a definition's value by its index.
WorkFormula::Places number_places(Types& types, std::span<const Input> inputs, const BoxedFunctions* boxed,
                                  const std::function<const Value*(uint32_t)>& definition);

} // namespace nova::plan
