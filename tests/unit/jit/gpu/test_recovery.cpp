// A GPU that breaks costs a second and not the session: each kind of end a hundred times, the same answer
// after it.
#include "tests/unit/gpu_help.hpp"
#include <algorithm>
#include <thread>
#include <unistd.h>

using namespace nova;
using namespace nova::plan;
using namespace nova::gpu_help;

namespace {

constexpr double bound = 3; ///< seconds from the end of a helper to the answer
constexpr const char* two_sums =
    "(define gx (map to_float (iota 700))) (reduce + 0.0f (map (lambda (x) (* x x)) gx))";

/// A form, what it gives, and its kernels in the cache.
struct Sums {
  PlanRun run;
  MadeForm m = make(run, two_sums);
  std::optional<Value> want = run.answer(m.lowered, m.lowered.plan);
  Sums() {
    Client c;
    REQUIRE(is_same(c));
  }
  /// Each client numbers the form anew.
  GpuForm form() const {
    GpuForm f;
    f.plan = m.form.plan;
    return f;
  }
  bool is_same(Client& c) {
    GpuForm f = form();
    return agree(want, run.value(m.lowered, c.gpu.run(f, run.inputs(m.lowered), {})));
  }
};

uint64_t occurrences(std::string_view text, std::string_view of) {
  uint64_t n = 0;
  for (size_t at = 0; (at = text.find(of, at)) != text.npos; at += of.size()) ++n;
  return n;
}

} // namespace

TEST_CASE("a hundred helpers that end in the middle of a run are replaced, and the answer is the same") {
  constexpr int times = 100;
  Sums s;
  for (const std::string fault : {"crash", "kill", "broken", "trap", "sticky", "garbage"}) {
    INFO(fault);
    double longest = 0;
    int good = 0;
    for (int k = 0; k < times; ++k) {
      Client c({fault, once_file()});
      GpuForm f = s.form();
      REQUIRE(c.gpu.load(f, {}));
      const auto begin = Clock::now();
      good += s.is_same(c) && c.gpu.counts().deaths == 1 &&
              occurrences(c.said, "another one takes its place") == 1;
      longest = std::max(longest, seconds_since(begin));
    }
    CHECK(good == times);
    CHECK(longest < bound);
  }
}

TEST_CASE("a compiler that does not end costs its form the GPU, and no other form") {
  constexpr auto patience = std::chrono::milliseconds(1000);
  Sums s;
  PlanRun run;
  MadeForm other = make(run, "(map (lambda (x) (* 3 x)) (iota 50))");
  for (const bool is_waited_for : {true, false}) {
    INFO(is_waited_for);
    Client c({"compiles", once_file()}, patience, patience);
    GpuForm f = s.form();
    REQUIRE(c.gpu.wait({}));
    const auto begin = Clock::now();
    if (is_waited_for)
      CHECK(!c.gpu.load(f, {}));
    else
      while (!c.gpu.request(f) && f.error.empty()) usleep(1000);
    CHECK(seconds_since(begin) < bound);
    CHECK(f.error == "NVRTC: its kernels were not compiled in 1 s");
    CHECK(c.gpu.counts().deaths == 1);
    CHECK(agree(run.answer(other.lowered, other.lowered.plan), value(run, c, other)));
    CHECK(c.gpu.counts().deaths == 1);
    other.form.id = 0; // each client numbers the form anew
  }
}

TEST_CASE("helpers that end while nothing runs are replaced at the next run") {
  constexpr int times = 20;
  Sums s;
  for (int k = 0; k < times; ++k) {
    Client c({"late", once_file()});
    CHECK(s.is_same(c));
    usleep(60'000);
    const auto begin = Clock::now();
    CHECK(s.is_same(c));
    CHECK(seconds_since(begin) < bound);
    CHECK(c.gpu.counts().deaths == 1);
  }
}

TEST_CASE(
    "endless kernels end with the run, by hearing of it or with their helper, and the next run is good") {
  constexpr int times = 20;
  Sums s;
  for (const std::string fault : {"hang", "deaf"})
    for (int k = 0; k < times; ++k) {
      INFO(fault);
      Client c({fault, once_file()}, std::chrono::milliseconds(100));
      GpuForm f = s.form();
      REQUIRE(c.gpu.load(f, {}));
      const FlatWords inputs = s.run.inputs(s.m.lowered);
      const auto begin = Clock::now();
      CHECK_THROWS_AS(c.gpu.run(f, inputs, after(std::chrono::milliseconds(20), "E0604")), Fault);
      CHECK(s.is_same(c));
      CHECK(seconds_since(begin) < bound);
      CHECK(c.gpu.counts().deaths == (fault == "deaf"));
    }
}

TEST_CASE("a missing driver is found out quickly, each time") {
  constexpr int times = 100;
  Sums s;
  for (int k = 0; k < times; ++k) {
    Client c({"none"});
    const auto begin = Clock::now();
    CHECK(refusal(c, s.run, s.m) == "the fake driver shows no GPU");
    CHECK(refusal(c, s.run, s.m) == "the fake driver shows no GPU");
    CHECK(seconds_since(begin) < bound);
    CHECK(c.gpu.counts().deaths == 0);
    CHECK(c.said == "");
  }
}

TEST_CASE("three helpers that end within a minute are the last, which a session says once") {
  constexpr int sessions = 5, forms = 8;
  Typed interp(Tier::Interp, {});
  for (int k = 0; k < sessions; ++k) {
    Typed cuda(Tier::Cuda, {NOVA_FAKE_GPU, k % 2 ? "kill@1" : "sticky@1"});
    std::string said;
    for (int form = 0; form < forms; ++form) {
      const std::string text = "(map (lambda (x) (+ x " + std::to_string(form) + ")) (iota 50))";
      CHECK(cuda(text) == interp(text));
      said += cuda.said;
    }
    CHECK(occurrences(said, "another one takes its place") == 2);
    CHECK(occurrences(said, "the GPU is off for this session") == 1);
  }
}

namespace {

/// Loops in kernels that end by the word alone that their helper sets.
constexpr const char* endless[] = {
    "(map (lambda (x) (let ((n x)) (while (> n -1) (set! n (% (+ n 1) 1000))) n)) xs)",
    "(reduce + 0 (map (lambda (x) (let ((n x)) (while (> n -1) (set! n (% (+ n 1) 1000))) n)) xs))",
    "(filter (lambda (x) (let ((n x)) (while (> n -1) (set! n (% (+ n 1) 1000))) (odd n))) xs)",
    "(map (lambda (x) (reduce + 0 (map (lambda (k) (% (* k k) (+ x 7))) (iota 90000000000000)))) xs)",
};

} // namespace

TEST_CASE("kernels that never end by themselves hear the word that tells them to stop; the session and its "
          "helper live on") {
  constexpr int times = 10;
  constexpr double soon = 2; // seconds
  Typed cuda(Tier::Cuda, {NOVA_FAKE_GPU});
  const std::string question = "(sum xs, (sum (map (* 2) xs)), length fs)";
  cuda("(define xs (map (lambda (x) (* 3 x)) (iota 6))) (define fs (scan + 0.0 (map to_double xs)))");
  const std::string before = cuda(question);
  REQUIRE(cuda.said == "");
  double longest = 0;
  for (const std::string form : endless) {
    INFO(form);
    for (int k = 0; k < times; ++k) {
      Clock::time_point told; // the first time its kernels are compiled before
      std::thread user([&] {
        const auto begin = Clock::now();
        while (cuda.session.tiers().activity().what != "a compiled form runs on the GPU" &&
               seconds_since(begin) < 30)
          usleep(1000);
        usleep(20'000 + 7000 * static_cast<useconds_t>(k));
        told = Clock::now(), cuda.session.interrupt();
      });
      cuda(form);
      user.join();
      longest = std::max(longest, seconds_since(told));
      CHECK(cuda.said.find("error[E0603]: the evaluation was interrupted") != std::string::npos);
      CHECK(cuda.said.find("helper") == std::string::npos); // which would have been killed
      CHECK(cuda(question) == before);
    }
  }
  CHECK(longest < soon);
}
