// Compiled plans give the bits of the plan's interpreter, on any number of threads.
#include "jit/compile/host_compiler.hpp"
#include "jit/cpu/device.hpp"
#include "jit/emit/c/emit_c.hpp"
#include "jit/emit/prologue.hpp"
#include "jit/passes/passes.hpp"
#include "tests/unit/plan_help.hpp"
#include "tests/unit/plan_programs.hpp"
#include "tests/unit/test_folder.hpp"
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace nova;
using namespace nova::plan;

namespace {

CpuDevice& device(uint32_t threads) {
  static CpuDevice one({1, kept_folder(), "cc"}), three({3, kept_folder(), "cc"});
  return threads == 1 ? one : three;
}

std::string whole_text(const Plan& plan) {
  const std::string text = emit_c(plan);
  return text.empty() ? text : c_prologue(text) + text;
}

std::optional<Value> compiled(PlanRun& run, const Lowered& l, uint32_t threads) {
  const std::string text = whole_text(l.plan);
  REQUIRE_MESSAGE(!text.empty(), print_plan(l.plan));
  std::string error;
  const CpuKernelRef kernel = device(threads).compile(text, error);
  REQUIRE_MESSAGE(kernel, (error + "\n" + emit_c(l.plan) + print_plan(l.plan)));
  return run.value(l, device(threads).run(*kernel, l.plan, run.inputs(l).words, {}));
}

void agrees(PlanRun& run, const std::string& text) {
  Refusal why;
  const std::optional<Lowered> l = run.lower(run.form(text), why);
  if (!l) return;
  INFO(text);
  const std::optional<Value> want = run.answer(*l, l->plan);
  for (const uint32_t threads : {1u, 3u}) {
    INFO(threads);
    const std::optional<Value> got = compiled(run, *l, threads);
    INFO((want ? run.print(*want, *l) : "error")
         << " and compiled " << (got ? run.print(*got, *l) : "error"));
    CHECK(agree(want, got));
  }
}

} // namespace

TEST_CASE("emit: compiled programs give the plan's bits") {
  if (!device(1).available()) return;
  PlanRun run;
  for (const char* text : programs) agrees(run, text);
}

TEST_CASE("emit: the shapes of reductions and scans, at every kind of size") {
  if (!device(1).available()) return;
  PlanRun run;
  for (const int n : {0, 1, 5, 15, 16, 17, 40, 1023, 1024, 1025, 2050, 16384, 16385, 50001, 140000}) {
    const std::string xs = "(map (lambda (i) (/ 1.0f (to_float (+ i 1)))) (iota " + std::to_string(n) + "))";
    agrees(run, "(reduce + 0.5f " + xs + ")");
    agrees(run, "(reduce (lambda (a b) (+ (* a 0.5f) b)) 0.5f " + xs + ")");
    agrees(run, "(accumulate (lambda (s x) (fma x x s)) + 0.0f " + xs + ")");
    agrees(run, "((scan + 0.5f " + xs + "), (exscan (lambda (a b) (+ (* a 0.5f) b)) 0.5f " + xs + "))");
    agrees(run,
           "((scan min 3.0f " + xs + "), (filter (lambda (x) (< (sin (* x 1000.0f)) 0.25f)) " + xs + "))");
    agrees(run, "(map (lambda (k) (reduce + 0.0 (map to_double (iota (% k 70))))) (iota " +
                    std::to_string(n / 10) + "))");
    agrees(run, "(map (lambda (k) (scan + 0.5f (map to_float (iota (% k 1100))))) (iota " +
                    std::to_string(n / 100) + "))");
  }
}

TEST_CASE("emit: long steps in rows of several tiles") {
  if (!device(1).available()) return;
  PlanRun run;
  const std::string step = "(lambda ((s, t) x) (let (d (- x k)) (r (/ 1.0f (sqrt (fma d d 0.5f)))) (q (* r "
                           "(* r r))) in ((fma d q s), (max t (* q d)))))";
  for (const char* n : {"1000", "4095", "4096", "5000", "9000", "33000"})
    agrees(run, "(map (lambda (k) (accumulate " + step +
                    " (lambda ((a, b) (c, d)) ((+ a c), (max b d))) (0.25f, 0.0f) (map to_float (iota " + n +
                    ")))) [1.0f 7.5f 100.0f])");
}

TEST_CASE("emit: scans of integers in registers") {
  if (!device(1).available()) return;
  PlanRun run;
  for (const int n : {0, 1, 15, 16, 17, 1024, 1039, 50001}) {
    const std::string xs = "(map (lambda (i) (- (* i 7919) 70000)) (iota " + std::to_string(n) + "))";
    agrees(run, "(scan + 7 " + xs + ")");
    agrees(run, "(exscan + 7i32 (map to_int32 " + xs + "))");
    agrees(run, "(exscan ^ 3 " + xs + ")");
    agrees(run, "(scan * 3u8 (map to_uint8 " + xs + "))");
  }
}

TEST_CASE("emit: long bodies are cut into stages") {
  PlanRun run;
  Refusal why;
  const auto text = [&](const std::string& form) {
    const std::optional<Lowered> l = run.lower(run.form(form), why);
    REQUIRE(l);
    return emit_c(l->plan);
  };
  CHECK(text("(map (lambda (x) (exp (log (exp (log (exp x)))))) [1.0 2.0])").find("nova_kept_") !=
        std::string::npos);
  CHECK(text("(map (lambda (x) (exp (log x))) [1.0 2.0])").find("nova_kept_") == std::string::npos);
  // maths behind a loop is a stage; a loop behind maths is none
  const std::string rows = " [[1.0 2.0] [3.0] []])";
  CHECK(text("(map (lambda (r) (exp (sum r)))" + rows).find("nova_kept_") != std::string::npos);
  CHECK(text("(map (lambda (r) (+ 1.0 (sum r)))" + rows).find("nova_kept_") == std::string::npos);
  CHECK(text("(map (lambda (r) (sum (map (+ (exp r!0)) r)))" + rows).find("nova_kept_") == std::string::npos);
}

TEST_CASE("emit: loops in rows") {
  if (!device(1).available()) return;
  PlanRun run;
  const std::string x = "(map to_float (iota 3000))";
  for (const char* s : {"0", "1", "15", "16", "100", "999", "1000", "5000", "-3"}) {
    const std::string rows = "(lambda (j) (let (t (/ j s)) (k (% j s)) (a (! x (+ k (* s (/ t 2))))) in "
                             "(if (= (% t 3) 0) a (if (> (% t 2) 0) (* a (! x t)) (- a (to_float k))))))";
    for (const char* n : {"0", "7", "2500", "20000"})
      agrees(run, "(let (s " + std::string(s) + ") (x " + x + ") in (map " + rows + " (iota " + n + ")))");
    agrees(run, "(let (s " + std::string(s) + ") (x " + x + ") (z " + s +
                    ") in (filter (lambda (e) (> e 3.0f)) (map (lambda (j) (! x (+ (* 50 (% j z)) (/ j z)))) "
                    "(iota 2999))))");
  }
}

TEST_CASE("emit: loops of a map's elements advance together where they become SIMD") {
  PlanRun run;
  run.form("(define xs (map to_double (iota 100))) 0");
  const auto has = [&](const std::string& form, const char* word) {
    Plan plan = run.lowered(form).plan;
    CHECK(optimise(plan).empty());
    INFO(form);
    return emit_c(plan).find(word) != std::string::npos;
  };
  const auto window = [](const std::string& next) {
    return "(map (lambda (i) (foldl (lambda (w k) (++ (drop 1 w) [(^ w!0 " + next +
           ")])) [i 1 2 i] (iota 50))) (iota 100))";
  };
  const char* const divided = "(map (lambda (i) (iterate 9 (lambda (x) (/ 1000 (+ x i))) 1)) (iota 100))";
  CHECK(has("(map (lambda (x) (iterate 9 (lambda (y) (* 0.5 (+ x y))) x)) xs)", " lane_"));
  CHECK(has(window("(* k w!2)"), " lane_")); // the window is four scalars
  CHECK(!has(window("w!(& k 3)"), " lane_"));
  CHECK(!has(divided, " lane_"));
  CHECK(has("(map (lambda (x) (iterate 9 (lambda (y) (/ x (+ x y))) x)) xs)", " lane_"));
}

TEST_CASE("emit: permutations") {
  if (!device(1).available()) return;
  PlanRun run;
  for (const char* by : {"7919", "2", "0", "-1"})
    agrees(run, "(let (n 1001) (to (map (lambda (k) (% (* k " + std::string(by) +
                    ") n)) (iota n))) in "
                    "(permute to (zip (map to_float (iota n)) (map (lambda (k) (iota (% k 3))) (iota n)))))");
}

TEST_CASE("emit: literals are arguments") {
  PlanRun run;
  const Lowered a = run.lowered("(map (lambda (x) (* x 2.5)) [1.0 2.0])"),
                b = run.lowered("(map (lambda (x) (* x 3.5)) [1.0 2.0])");
  CHECK(emit_c(a.plan) == emit_c(b.plan));
  CHECK(literals(a.plan) != literals(b.plan));
}

TEST_CASE("emit: a text has the scalar functions that it needs, and no others") {
  PlanRun run;
  Refusal why;
  const auto text = [&](const char* form) {
    Plan plan = run.lower(run.form(form), why)->plan;
    CHECK(optimise(plan).empty());
    return whole_text(plan);
  };
  const std::string sines = text("(map sin [1.0 2.0])"), squares = text("(map (lambda (x) (* x x)) [1 2])");
  CHECK(sines.find(" nv_trig_far_f64(") != std::string::npos);
  CHECK(sines.find(" nv_two_over_pi[") != std::string::npos);
  CHECK(sines.find(" nv_exp_f64(") == std::string::npos);
  CHECK(squares.find(" nv_mul_i64(") != std::string::npos);
  CHECK(squares.find(" nv_mul_i32(") == std::string::npos);
  CHECK(squares.find(" nv_sin_f64(") == std::string::npos);
  // Only a kernel that runs once at most has no second version, without SIMD, for arguments far from 0.
  CHECK(sines.find(" nova_far_") != std::string::npos);
  CHECK(sines.find(scalar_text) == std::string::npos);
  CHECK(text("(scan + 0.0 (map sin [1.0 2.0]))").find(scalar_text) != std::string::npos);
  CHECK(squares.find(scalar_text) == std::string::npos);
}

TEST_CASE("emit: an endless kernel is stopped") {
  if (!device(1).available()) return;
  PlanRun run;
  const Lowered l =
      run.lowered("(map (lambda (x) (let ((n x)) (while (> n -1) (set! n (+ n 1))) n)) (iota 10))");
  std::string error;
  const CpuKernelRef kernel = device(3).compile(whole_text(l.plan), error);
  REQUIRE_MESSAGE(kernel, error);
  const auto start = std::chrono::steady_clock::now();
  CHECK_THROWS_AS(
      device(3).run(*kernel, l.plan, run.inputs(l).words, {nullptr, start + std::chrono::milliseconds(50)}),
      Fault);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::milliseconds(500));
  std::atomic<bool> interrupted{true};
  CHECK_THROWS_AS(device(3).run(*kernel, l.plan, run.inputs(l).words, {&interrupted, {}}), Fault);
}

TEST_CASE("emit: a damaged cache entry is not loaded") {
  TestFolder own;
  const std::string text = "int nova_run(void) { return 7; }\n";
  std::string error;
  Compiler::Origin origin{};
  Compiler first("cc", own.path);
  if (!first.available()) return;
  REQUIRE(first.load(text, error, origin));
  CHECK(origin == Compiler::Compiled);
  REQUIRE(Compiler("cc", own.path).load(text, error, origin));
  CHECK(origin == Compiler::FromCache);
}

TEST_CASE("emit: 500 flipped bits of a cache entry are all seen") {
  TestFolder own;
  const DiskCache cache(own.path, ".so");
  std::string bytes(7000, 'x'), key(3000, 'k');
  for (size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<char>(k * k >> 5);
  cache.store(bytes, key);
  REQUIRE(cache.find(key) == bytes);
  const std::string path = cache.path(key);
  const auto size = static_cast<int64_t>(std::filesystem::file_size(path));
  for (int64_t k = 0; k < 500; ++k) {
    const auto flip = [&] {
      std::fstream f(path, std::ios::in | std::ios::out | std::ios::binary);
      f.seekg(k * 7919 % size);
      const char c = static_cast<char>(f.get() ^ (1 << k % 8));
      f.seekp(k * 7919 % size), f.put(c);
    };
    flip();
    CHECK_FALSE(cache.find(key));
    flip();
  }
  CHECK(cache.find(key) == bytes);
}

TEST_CASE("emit: a folder that others can write is not used") {
  TestFolder own;
  std::filesystem::permissions(own.path, std::filesystem::perms::all);
  CHECK(cache_folder(own.path) == "");
}
