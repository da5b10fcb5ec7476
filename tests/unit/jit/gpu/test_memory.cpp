// A GPU without memory, at each place where a program asks for some: nothing stays behind on the device, and
// a session says in one line that the CPU did it.
#include "tests/fake_gpu.hpp"
#include "tests/unit/gpu_help.hpp"
#include <algorithm>
#include <unistd.h>

using namespace nova;
using namespace nova::plan;
using namespace nova::gpu_help;

namespace {

/// Of each kind one, as small as its kernels allow. The inputs are defined before, in the interpreter.
constexpr const char* definitions = "(define xs (range 0 300)) (define fs (map to_float xs)) (define ys [3 1 "
                                    "2 0 5 4 9 8]) (define rs (map iota ys))"
                                    "(define m (reshape (6, 4) (map to_float (iota 24)))) "
                                    "(define ps (zip (map to_float (iota 20)) (map to_float (iota 20))))"
                                    "(types (Chain : (+ (End : unit) (Link : (int, Chain)))))"
                                    "(define (chain n) (if (<= n 0) (End) (Link (n, (chain (- n 1))))))"
                                    "(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))";

constexpr const char* kinds[] = {
    "(map (lambda (x) (+ 1 (* x x))) xs)",
    "(reduce + 0.0f (map sqrt fs))",
    "(reduce (lambda (a b) (map + a b)) [0 1] (map (lambda (x) [x (* x x)]) xs))",
    "(scan + 0 xs)",
    "(scan (lambda ((a, b) (c, d)) ((* a c), (+ (* b c) d))) (1, 0) (zip ys ys))",
    "(filter odd xs)",
    "(let (v (filter odd xs)) in (map (lambda (x) (* x (length v))) v))",
    "(map (reduce + 0) rs)",
    "(map (map (+ 1)) rs)",
    "(map (scan + 0) rs)",
    "(map (lambda (x) (x, (filter odd (iota x)))) ys)",
    "(sort (map (lambda (x) (% (* x 7919) 1009)) xs))",
    "(sort-by (lambda (x) (sin (to_double x))) xs)",
    "(histogram 8 (map (lambda (x) (% x 8)) xs))",
    "(reduce-by-index [0.0f 1.0f 2.0f] (lambda (a b) (+ (* a 2.0f) b)) 0.0f (map (lambda (x) (% x 3)) xs) "
    "fs)",
    "(scatter (replicate 300 0) (reverse xs) xs)",
    "(scatter (replicate 40 0) (concat-map iota ys) (concat-map (lambda (n) (map (* n) (iota n))) ys))",
    "(matmul m (transpose m))",
    "(map (lambda (x, y) (sum (map (lambda (a, b) (sqrt (+ (* (- a x) (- a x)) (* (- b y) (- b y))))) ps))) "
    "ps)",
    "(stencil 3 (lambda (w) (reduce + 0.0f w)) fs)",
    "(map (lambda (n) (sum (sort (map (lambda (k) (% (* k n) 101)) (iota (* 100 n)))))) ys)", // arenas too
                                                                                              // small: begun
                                                                                              // anew
    "(map fib ys)",
    "(map chain ys)",
    "(let ((v xs) (n 0)) (while (< n 3) (set! v (map (* 2) v)) (set! n (+ n 1))) v)",
    "(foldl (lambda (acc x) (map (+ x) acc)) xs ys)",
};

/// Is all free again when what was let go has been told?
bool is_all_free(Client& c, const FakeMemory& memory) {
  const std::byte some[8] = {};
  c.gpu.time_to_send(some, sizeof some);
  const auto begin = Clock::now();
  while (memory.in_use > 0 && seconds_since(begin) < 1) usleep(100);
  return memory.in_use == 0;
}

/// On inputs that the helper does not have. False where the device had no memory.
bool runs(PlanRun& run, Client& c, const Lowered& l, GpuForm& form, const std::optional<Value>& want) {
  const FlatWords inputs = run.inputs(l);
  for (const BufferRef& b : inputs.buffers)
    if (b) b->bytes(), b->mirror_at(nullptr);
  bool has_run = true;
  try {
    const std::optional<Value> got = run.value(l, c.gpu.run(form, inputs, {}));
    CHECK(agree(want, got));
  } catch (const GpuRefusal& r) {
    CHECK(r.memory);
    CHECK(r.why.find("the GPU's memory is full") == 0);
    has_run = false;
  }
  for (const BufferRef& b : inputs.buffers)
    if (b) b->mirror_at(nullptr);
  return has_run;
}

} // namespace

TEST_CASE(
    "where the device has no memory left at any of a run's allocations, nothing of the run stays there") {
  PlanRun run;
  const std::string file = once_file();
  const auto memory = FakeMemory::open(file);
  for (const std::string kind : kinds) {
    INFO(kind);
    Client c({"full", file});
    MadeForm m = make(run, std::string(definitions) + kind);
    const std::optional<Value> want = run.answer(m.lowered, m.lowered.plan);
    REQUIRE(runs(run, c, m.lowered, m.form, want));
    CHECK(is_all_free(c, *memory));
    uint64_t places = 0;
    for (;; ++places) {
      const auto new_form = [&] { // in a first run more is asked, and begun anew
        GpuForm form = m.form;
        form.id = 0;
        REQUIRE(c.gpu.load(form, {}));
        return form;
      };
      GpuForm first = new_form(), second = new_form();
      const uint64_t refused = memory->refused;
      memory->fail_at(places, 0); // once: there is memory when what others need has left the device
      CHECK(runs(run, c, m.lowered, first, want));
      if (memory->refused == refused) break;
      memory->fail_at(places, UINT64_MAX);
      CHECK_FALSE(runs(run, c, m.lowered, second, want));
      memory->fail_no_more();
      CHECK(is_all_free(c, *memory));
    }
    CHECK(runs(run, c, m.lowered, m.form, want));
    memory->fail_no_more();
    CHECK(places > 2);
    CHECK(c.gpu.counts().deaths == 0);
    CHECK(c.said == "");
  }
}

TEST_CASE("a session whose GPU has no memory left gives the interpreter's value, and says so in one line") {
  const std::string file = once_file();
  const auto memory = FakeMemory::open(file);
  Typed interp(Tier::Interp, {});
  interp(definitions);
  size_t places = 0;
  for (const std::string kind : kinds) {
    INFO(kind);
    const std::string want = interp(kind);
    Typed cuda(Tier::Cuda, {NOVA_FAKE_GPU, "full", file});
    cuda(definitions);
    CHECK(cuda(kind) == want);
    CHECK(cuda.said == "");
    for (uint64_t k = 0;; ++k, ++places) {
      const uint64_t refused = memory->refused;
      memory->fail_at(k, UINT64_MAX);
      CHECK(cuda(kind) == want);
      memory->fail_no_more();
      if (memory->refused == refused) break;
      CHECK(cuda.said.find("the GPU's memory is full") != std::string::npos);
      CHECK(cuda.said.ends_with("it runs on the CPU\n"));
      CHECK(std::ranges::count(cuda.said, '\n') == 1);
    }
    CHECK(cuda(kind) == want); // and there again
    CHECK(cuda.said == "");
  }
  CHECK(places > 100);
}
