// Samples of a form's inputs for checks of long runs: as many elements as the interpreter has the time for.
#pragma once
#include "jit/tiers/checks/shrunk_form.hpp"
#include "jit/tiers/form_planner.hpp"

namespace nova::plan {

constexpr double quick_check_ns = 50e6; ///< a check so long is made on everything

/// Other values in the places of a form's inputs, until they are put back.
class SwappedInputs {
 public:
  void put(Machine& machine, const Lowered& form, std::span<Value> frame, const std::vector<Value>& others);
  void put_back(Machine& machine);

 private:
  std::vector<std::pair<Value*, Value>> slots_;
  std::vector<std::pair<uint32_t, Value>> globals_;
};

/// What a check runs on.
struct Sample {
  std::vector<Value> inputs{};
  std::shared_ptr<ShorterForm> shorter{}; ///< what runs instead of the form, if it does
};

/// The form's run of which a sample is wanted.
class Sampler {
 public:
  /// `slower`: than its formula the interpreter is taken for.
  Sampler(Machine& machine, FormPlanner& planner, TierForm& form, std::span<Value> frame,
          const std::vector<Value>& inputs, double slower)
      : machine_(machine), planner_(planner), form_(form), frame_(frame), inputs_(inputs), slower_(slower) {}
  /// Puts a sample into the frame; nothing where there is none to cut. Whatever happens, what was there before can be put
  /// back.
  std::optional<Sample> take(SwappedInputs& swapped);

 private:
  bool is_short(TierForm& f) const;
  std::optional<Sample> first_elements(SwappedInputs& swapped, bool numbers);
  std::optional<Sample> smaller_numbers(SwappedInputs& swapped);
  bool same_kernel(TierForm& other);
  std::shared_ptr<ShorterForm> shorter_form(int64_t most);

  Machine& machine_;
  FormPlanner& planner_;
  TierForm& form_;
  const std::span<Value> frame_;
  const std::vector<Value>& inputs_;
  const double slower_;
};

} // namespace nova::plan
