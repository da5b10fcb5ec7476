// Runs a plan file, the text that `--dump plan` prints: plans, each followed by its runs, and declarations of types.
#pragma once
#include "jit/tiers/checks/plan_run.hpp"
#include "repl/session/session.hpp"

namespace nova {

class PlanFile {
 public:
  explicit PlanFile(Session& session) : session_(session) {}
  /// Checks each plan of the file and makes each run, in order, up to the first error. Prints the value of each. A tier above the interpreter
  /// repeats the run in a process of its own, since it does not check accesses. Returns the exit status.
  int run(FileId file);

 private:
  bool form(const Datum& d);
  bool plan(const Datum& d);
  bool declaration(const Datum& d);
  bool make_run(const Datum& d);
  std::optional<TypeId> result_type(const Datum& run);
  std::optional<Value> value_of(const Datum& run, TypeId type, std::vector<plan::Cell> inputs);
  bool repeat_in_tier(const Datum& run, plan::Bundle bundle);
  bool fail(Span at, std::string why);

  Session& session_;
  std::optional<plan::Plan> plan_;
};

} // namespace nova
