// Takes samples of a form's inputs for checks of long runs: as many first elements as the interpreter has time for.
#pragma once
#include "jit/tiers/checks/shrunk_form.hpp"
#include "jit/tiers/form_inputs.hpp"
#include "jit/tiers/form_planner.hpp"

namespace nova::plan {

/// Replaces the values of a form's inputs. `put_back` restores the former values.
class SwappedInputs {
 public:
  void put(Machine& machine, const Lowered& form, std::span<Value> frame, const std::vector<Value>& others);
  void put_back(Machine& machine);

 private:
  std::vector<std::pair<Value*, Value>> slots_;
  std::vector<std::pair<uint32_t, Value>> globals_;
};

/// The inputs of a check.
struct Sample {
  std::vector<Value> inputs{};
  std::shared_ptr<ShorterForm> shorter{}; ///< the form with smaller literals that runs instead, or null
};

/// Takes a sample of the inputs of a form's run.
class Sampler {
 public:
  /// `slower`: the longest time that the interpreter may take, as a multiple of the estimate by the form's formula.
  /// `vague`: whether that formula leaves some work out. `most_ns`: how long the interpreter may take for a sample.
  Sampler(Machine& machine, FormPlanner& planner, TierForm& form, std::span<Value> frame,
          const std::vector<Value>& inputs, double slower, bool vague, double most_ns)
      : machine_(machine), planner_(planner), form_(form), frame_(frame), inputs_(inputs), slower_(slower),
        vague_(vague), most_ns_(most_ns) {}
  /// Puts a sample into the frame and returns the sample. Each call tries another kind of sample than the calls before.
  /// Returns none if no input can be cut in a kind that is left. Stores the former values in `swapped`, even if the
  /// function throws.
  std::optional<Sample> take(SwappedInputs& swapped);
  /// Notes that the interpreter may take `times` as long as estimated for the last sample, so that the next one is a shorter
  /// one of the same kind. Returns false if no estimate chose the last sample.
  bool expect_longer(double times);

 private:
  bool is_short(TierForm& f, const std::vector<Value>& inputs) const;
  std::optional<Sample> take_kind(SwappedInputs& swapped, int kind);
  std::optional<Sample> first_elements(SwappedInputs& swapped, Cuts cuts, int64_t least);
  std::optional<Sample> shortest(SwappedInputs& swapped, Cuts cuts, int64_t most);
  std::optional<Sample> smaller_numbers(SwappedInputs& swapped);
  std::optional<Sample> smallest_numbers(SwappedInputs& swapped);
  bool same_kernel(TierForm& other);
  std::shared_ptr<ShorterForm> shorter_form(int64_t most);

  Machine& machine_;
  FormPlanner& planner_;
  TierForm& form_;
  const std::span<Value> frame_;
  const std::vector<Value>& inputs_;
  double slower_;
  const bool vague_;
  const double most_ns_;
  static constexpr int kinds = 12;
  int kind_ = 0; ///< the kind of sample that is tried next
};

} // namespace nova::plan
