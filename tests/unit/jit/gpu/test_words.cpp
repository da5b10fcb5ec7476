// What a helper says is data: whatever words and numbers come, a run ends in a value, a refusal or an answer that is told to be
// none, and the session goes on.
#include "jit/values/checked_answer.hpp"
#include "jit/values/marshal.hpp"
#include "tests/unit/gpu_help.hpp"

using namespace nova;
using namespace nova::plan;
using namespace nova::gpu_help;

namespace {

/// Scalars, lengths, rows, tags, cells, vectors in cells, functions.
constexpr const char* programs[] = {
    "(define wa (map to_float (iota 700))) (reduce + 0.0f (map (lambda (x) (* x x)) wa))",
    "(filter odd (iota 900))",
    "(map (lambda (n) (iota (% n 7))) (iota 40))",
    "(map (lambda (n) (reshape (2, (% n 3)) (iota (* 2 (% n 3))))) (iota 30))",
    "(map (lambda (n) (map (lambda (k) (iota k)) (iota (% n 4)))) (iota 20))",
    "(types (Shape : (+ (Round : double) (Flat : (int, int)) (None : unit)))) (map (lambda (k) (if (= 0 (% k "
    "3)) (Round 1.5) (if (= 1 (% k "
    "3)) (Flat (k, k)) (None)))) (iota 50))",
    "(types (Chain : (+ (End : unit) (Link : (int, Chain))))) (define (chain n) (if (<= n 0) (End) (Link (n, "
    "(chain (- n 1)))))) (map chain "
    "(map (lambda (k) (% k 9)) (iota 30)))",
    "(types (Tree : (+ (Leaf : (vector int)) (Fork : (Tree, Tree))))) (define (tree n) (if (<= n 1) (Leaf "
    "(iota n)) (Fork ((tree (- n 1)), "
    "(tree (- n 2)))))) (map tree (map (lambda (k) (% k 5)) (iota 12)))",
    "((sum (iota 300)), (length (filter odd (iota 99))), (scan + 0 (iota 60)))",
};

struct Ended {
  int values = 0, refused = 0, none = 0, faults = 0;
};

void run_once(PlanRun& run, MadeForm& m, const std::string& helper, Ended& ended) {
  Client c({helper});
  GpuForm form; // each client numbers it anew
  form.plan = m.form.plan;
  try {
    const Answer a = c.gpu.run(form, run.inputs(m.lowered), after(std::chrono::seconds(20), "E0604"));
    const std::optional<Value> v = run.value(m.lowered, a);
    if (v) print_value(*v, m.lowered.type, run.frontend.types, run.frontend.symbols); // what was away comes
    ++ended.values;
  } catch (const GpuRefusal&) {
    ++ended.refused;
  } catch (const BadAnswer&) {
    ++ended.none;
  } catch (const Fault& f) {
    CHECK(f.code == "E0601"); // a length that is a length, and large
    ++ended.faults;
  }
}

} // namespace

TEST_CASE("wild numbers and words from a helper end no session") {
  constexpr int seeds = 12;
  int unsound = 0;
  for (const char* text : programs) {
    PlanRun run;
    MadeForm m = make(run, text);
    for (const std::string kind : {"wild@", "mangle@"}) {
      INFO(text, " ", kind);
      Ended ended;
      for (int seed = 1; seed <= seeds; ++seed) run_once(run, m, kind + std::to_string(seed), ended);
      CHECK(ended.values + ended.refused + ended.none + ended.faults == seeds);
      unsound += seeds - ended.values;
    }
  }
  CHECK(unsound > 0);
}

TEST_CASE("a session whose helper gives wild numbers gives the interpreter's values") {
  Typed interp(Tier::Interp, {});
  for (int seed = 1; seed <= 6; ++seed) {
    Typed cuda(Tier::Cuda, {NOVA_FAKE_GPU, "wild@" + std::to_string(seed)});
    cuda.session.tiers().set_checking(Checking::All);
    for (const char* text : {programs[1], programs[2], programs[6], programs[7]})
      CHECK(cuda(text) == interp(text));
  }
}

TEST_CASE("lengths, places and tags that can't be are told, not followed") {
  PlanRun run;
  const auto tampered = [&](const std::string& text, const std::function<void(Answer&)>& tamper) {
    MadeForm m = make(run, text);
    Answer a = eval_plan(*m.form.plan, run.inputs(m.lowered).words);
    tamper(a);
    CHECK_THROWS_AS(run.value(m.lowered, a), BadAnswer);
  };
  for (const int64_t wild : {int64_t{-1}, INT64_MIN, INT64_MAX, int64_t{1} << 62}) {
    tampered(programs[1], [&](Answer& a) { a.scalars[0] = static_cast<uint64_t>(wild); });
    tampered(programs[2], [&](Answer& a) { a.columns[0].buffer->as<int64_t>()[3] = wild; });
  }
  for (const int32_t wild : {-1, 3, INT32_MAX, INT32_MIN})
    tampered(programs[5], [&](Answer& a) { a.columns[0].buffer->as<int32_t>()[7] = wild; });
}
