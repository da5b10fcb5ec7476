#include "jit/passes.hpp"
#include "plan_help.hpp"
#include "plan_programs.hpp"

using namespace nova;
using namespace nova::plan;

TEST_CASE("no pass changes an answer: after each one, and with each one off") {
  PlanRun run;
  for (const char* text : programs) {
    CAPTURE(text);
    const Lowered l = run.lowered(text);
    const std::optional<Value> expected = run.expected();
    PassOptions watched;
    watched.after_each = [&](const Pass& pass, const Plan& plan) {
      CAPTURE(pass.name);
      const std::string broken = check_plan(plan);
      REQUIRE_MESSAGE(broken == "", (broken + "\n" + print_plan(plan)));
      CHECK_MESSAGE(agree(expected, run.answer(l, plan)), print_plan(plan));
    };
    Plan whole = l.plan;
    CHECK(optimise(whole, watched) == "");
    for (const Pass& pass : all_passes()) {
      CAPTURE(pass.name);
      Plan plan = l.plan;
      CHECK(optimise(plan, {.off = {std::string(pass.name)}, .after_each = {}}) == "");
      CHECK_MESSAGE(agree(expected, run.answer(l, plan)), print_plan(plan));
    }
  }
}
