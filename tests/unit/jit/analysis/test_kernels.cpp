// Whether a target has a kernel of a plan.
#include "jit/analysis/kernels.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"
#include "jit/passes/passes.hpp"
#include "tests/unit/plan_help.hpp"
#include "tests/unit/plan_programs.hpp"

using namespace nova;
using namespace nova::plan;

TEST_CASE("a GPU has a kernel of a plan where the text of its kernels launches one") {
  PlanRun run;
  size_t launched = 0, not_launched = 0;
  for (const char* text : programs) {
    Plan plan = run.lowered(text).plan;
    REQUIRE(optimise(plan) == "");
    CAPTURE(text);
    CAPTURE(print_plan(plan));
    const bool launches = !emit_cuda(plan).launches.empty();
    CHECK(launches == !why_no_kernel(plan, Target::Gpu));
    ++(launches ? launched : not_launched);
  }
  CHECK(launched > 100);
}

TEST_CASE("why a target has no kernel") {
  PlanRun run;
  run.form("(define xs [1.0 2.0 3.0]) xs");
  const auto why = [&](const char* text, Target target) {
    Plan plan = run.lowered(text).plan;
    REQUIRE(optimise(plan) == "");
    return why_no_kernel(plan, target);
  };
  CHECK(why("(map exp xs)", Target::Cpu) == std::nullopt);
  CHECK(why("(map exp xs)", Target::Gpu) == std::nullopt);
  CHECK(why("(force xs)", Target::Cpu) == std::nullopt);
  CHECK(why("(force xs)", Target::Gpu) == NoKernel::NoLaunch); // the driver copies
  CHECK(why("(length xs)", Target::Cpu) == NoKernel::NothingOverElements);
  CHECK(why("(length xs)", Target::Gpu) == NoKernel::NothingOverElements);
}
