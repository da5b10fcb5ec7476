// What a run of a plan takes, known before it: about how many statements it carries out (elements times what
// their bodies hold), or how many bytes its columns have. The formula is made once for a form; what it reads
// are lengths and numbers among the inputs, where they lie, so that asking costs next to nothing.
#pragma once
#include "interp/tiers.hpp"
#include "jit/lower/lower.hpp"

namespace nova::plan {

class WorkFormula {
 public:
  /// What is known of a plan's parameters: where a whole number lies; nothing of the others.
  using Places = std::vector<std::optional<NumberPlace>>;
  enum Of : uint8_t { Statements, Bytes };
  WorkFormula(const Plan& plan, const Places& places, Of of);

  /// With the inputs as they lie now. Where a number is not known before the run, of statements the last one
  /// that is known stands for it, and 16 inside of loops; columns of unknown length are left out.
  double amount(const Value* frame);
  /// Is all known that counts?
  bool is_exact() const { return exact_; }
  /// Bounds of the inputs under which the amount is at most `limit`: no bounds at all where it always is,
  /// nothing where none would do.
  std::optional<std::vector<Tiers::Form::Small::Bound>> bounds(double limit) const;

 private:
  /// A scalar operation at the plan's top level, or without `call` args[0] ? args[1] : args[2].
  struct Step {
    BuiltinId builtin{};
    Element element{};
    uint64_t (*call)(const uint64_t*) = nullptr;
    uint32_t out = 0, args[3] = {}, count = 0;
  };
  /// each * counts..
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

  std::vector<std::pair<NumberPlace, uint32_t>> inputs_; ///< and their variables
  std::vector<Step> steps_;
  std::vector<Term> terms_;
  std::vector<uint64_t> values_; ///< by variable
  std::vector<bool> known_, constant_;
  std::vector<double> call_costs_; ///< by function
  std::optional<uint32_t> last_;   ///< the last count that was known
  double unknown_ = 1;             ///< stands where there is none
  bool exact_ = true;
};

/// Where the whole numbers of inputs lie, by the plan's parameters.
WorkFormula::Places number_places(Types& types, std::span<const Input> inputs, const BoxedFunctions* boxed,
                                  const std::function<const Value*(uint32_t)>& definition);

} // namespace nova::plan
