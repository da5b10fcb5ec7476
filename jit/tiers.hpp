// Tiers: which array expressions leave the interpreter, when, and whether the answers agree. The interpreter asks at each
// array expression, outermost first; no answer means that it goes on by itself.
#pragma once
#include "interp/machine.hpp"
#include <memory>

namespace nova {

enum class Tier : uint8_t { Auto, Interp, Cpu };
enum class Checking : uint8_t { First, All, Sample, Off };

struct TierOptions {
  Tier tier = Tier::Auto;
  Checking checking = Checking::First;
  uint32_t threads = 0;
  std::vector<std::string> passes_off;
  bool stats = false;
  std::function<void(std::string_view)> dump; ///< of --dump plan,fused,c; empty: none
  bool dump_plan = false, dump_fused = false, dump_c = false;
};

class TierManager : public Tiers {
public:
  TierManager(Machine& machine, TierOptions options);
  ~TierManager() override;
  std::optional<Value> try_run(const Core& form, std::span<const Value> frame) override;
  /// What happened so far, as `--stats` prints it: forms tried, compiled, run, refused and why, verdicts.
  std::string report() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace nova
