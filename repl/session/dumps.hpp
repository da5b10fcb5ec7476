// The phases and passes that `--dump` prints, and the printing of the frontend's intermediate languages.
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

/// The phases of the pipeline whose results can be printed, in order.
enum class Phase : uint8_t { Datum, Expr, Types, Core, Plan, Fused, C, Cuda, Ptx, Counts, Run };

/// Returns the phase of this name in `--dump`; nothing if there is none.
std::optional<Phase> phase_named(std::string_view name);

/// The phases and passes that `--dump` prints.
struct Dumps {
  std::vector<Phase> phases;
  /// Names of optimiser passes. The plan is printed before and after each of them that changes it.
  std::vector<std::string> passes;

  /// Adds the phase or pass of this name. Returns false if there is neither.
  bool add(std::string_view name);
  bool has(Phase p) const;
  /// Whether some included phase or pass prints plans, or C, CUDA or PTX code of plans. Such dumps need a tier
  /// manager.
  bool plans() const;
};
/// Returns the names that `Dumps::add` accepts, for messages.
std::string dump_names();
/// Returns the names of the phases alone.
std::string phase_names();

/// Prints the results of the frontend's phases that `dumps` includes.
class PhasePrinter {
 public:
  PhasePrinter(Frontend& frontend, const OwnNames& names, const Dumps& dumps,
               const std::function<void(std::string_view)>& out)
      : frontend_(frontend), names_(names), dumps_(dumps), out_(out) {}

  void data(std::span<const Datum* const> data) const;
  void tops(std::span<const Top> tops) const;
  /// Prints the checked forms of a text, whose types are those from index `first_type` on.
  void core(std::span<const CoreTop> tops, size_t first_type) const;
  /// Returns text with counts of the work that each phase has done, including the work for the prelude. Tests check
  /// how these counts grow with a program's size.
  std::string counts(Machine& machine) const;

 private:
  bool is_first_of_form(GlobalId g) const;
  void definition(GlobalId g) const;
  void inputs() const;
  size_t declarations(size_t next, size_t end) const;
  size_t end_of_types_above(Span form, size_t next) const;

  Frontend& frontend_;
  const OwnNames& names_;
  const Dumps& dumps_;
  const std::function<void(std::string_view)>& out_;
};

} // namespace nova
