// What a GPU's helper sends to its session: frames of a kind, a length in two bytes, and a body. The run ends
// in a value that can be printed, a refusal or a fault. The first byte says which program runs.
#define DOCTEST_CONFIG_IMPLEMENT
#include "frontend/source/big_stack.hpp"
#include "fuzz_frames.hpp"
#include "jit/gpu/helper/client.hpp"
#include "jit/gpu/helper/process.hpp"
#include "jit/passes/passes.hpp"
#include "runtime/fault.hpp"
#include "tests/unit/plan_help.hpp"

using namespace nova;
using namespace nova::plan;
using namespace nova::fuzzing;

namespace {

constexpr const char* programs[] = {
    "(define a (iota 20)) (map (lambda (x) (* 2 x)) a)",
    "(define b (map to_float (iota 30))) (reduce + 0.0f b)",
    "(define c (iota 40)) (filter odd c)",
    "(define d [3 0 2]) (map iota d)",
    "(define e [4 5 6]) (e, map (lambda (x) (= x 5)) e, drop 1 e)",
    "(define g [1 2 0]) (map (lambda (x) (/ 100 x)) g)",
    "(types (Chain : (+ (End : unit) (Link : (int, Chain))))) (define (chain n) (if (<= n 0) (End) (Link (n, "
    "(chain (- n 1)))))) "
    "(define h [3 0 4]) (map chain h)",
    "(define i [1 2 3]) (map (lambda (x) (if (odd x) (Some [x x]) None)) i)",
};

/// The plans' helpers assert as unit tests do; outside of one, an assertion that does not hold ends the
/// process.
void assert_outside_of_tests() {
  static doctest::Context context;
  context.setAsDefaultForAssertsOutOfTestCases();
  context.setAssertHandler([](const doctest::AssertData& a) { require(!a.m_failed, a.m_expr); });
}

/// A program's plan, with what it runs on.
struct Form {
  Lowered lowered;
  std::shared_ptr<const Plan> plan;
  Form(PlanRun& run, const char* text) : lowered(run.lowered(text)) {
    optimise(lowered.plan, {{}, {}, 20});
    plan = std::make_shared<const Plan>(lowered.plan);
  }
};

void run_once(PlanRun& run, const Form& form, const uint8_t* bytes, size_t size) {
  std::vector<int> open; // what the session sends goes there
  GpuClient::Options o;
  o.start = [&](std::string&) {
    const Frames frames(bytes, size);
    open.push_back(frames.to);
    return GpuProcess::at(frames.from);
  };
  o.rerun = [](const Plan& p, const FlatWords& in) { return eval_plan(p, in.words); };
  GpuClient client(std::move(o));
  GpuForm again;
  again.plan = form.plan;
  try {
    const std::optional<Value> v = run.value(form.lowered, client.run(again, run.inputs(form.lowered), {}));
    if (v) run.print(*v, form.lowered);
  } catch (const GpuRefusal&) {
  } catch (const Fault&) {
  }
  for (const int end : open) close(end);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  if (size < 1 || size > most_frames) return 0;
  run_on_big_stack([&] {
    [[maybe_unused]] static const bool once = (assert_outside_of_tests(), true);
    static PlanRun run;
    static std::map<size_t, Form> forms;
    Memory::set_limit(uint64_t{256} << 20);
    const size_t k = bytes[0] % std::size(programs);
    const auto form = forms.find(k);
    run_once(run, form != forms.end() ? form->second : forms.emplace(k, Form(run, programs[k])).first->second,
             bytes + 1, size - 1);
  });
  return 0;
}
