// Intermediate languages that `--dump` prints.
#pragma once
#include "frontend/state/frontend.hpp"
#include "repl/session/own_names.hpp"
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nova {

class Machine;

/// In the pipeline's order.
enum class Phase : uint8_t { Datum, Expr, Types, Core, Plan, Fused, C, Cuda, Ptx, Counts, Run };

/// A phase by its name in `--dump`.
std::optional<Phase> phase_named(std::string_view name);

/// What `--dump` prints.
struct Dumps {
  std::vector<Phase> phases;
  std::vector<std::string>
      passes; ///< of the optimiser: the plan before and after each, where it changes something

  /// Adds what the name stands for; false where there is neither a phase nor a pass of that name.
  bool add(std::string_view name);
  bool has(Phase p) const;
  /// Does it need the tiers' plans?
  bool plans() const;
};
/// The names that `Dumps::add` knows, for messages.
std::string dump_names();
/// The phases alone.
std::string phase_names();

/// Prints what the phases above the tiers make, as far as `dumps` names it.
class PhasePrinter {
 public:
  PhasePrinter(Frontend& frontend, const OwnNames& names, const Dumps& dumps,
               const std::function<void(std::string_view)>& out)
      : frontend_(frontend), names_(names), dumps_(dumps), out_(out) {}

  void data(std::span<const Datum* const> data) const;
  void tops(std::span<const Top> tops) const;
  void core(std::span<const CoreTop> tops) const;
  /// How much the phases did, the prelude's part included: what a program's size is to decide.
  std::string counts(Machine& machine) const;

 private:
  void definition(GlobalId g) const;

  Frontend& frontend_;
  const OwnNames& names_;
  const Dumps& dumps_;
  const std::function<void(std::string_view)>& out_;
};

} // namespace nova
