// A kernel that is wrong: the first run's check sees it, the user gets the interpreter's value, and the
// bundle, read back, names the pass or the emitter. The wrong passes are planted here; the program has none.
#include "jit/tiers/checks/mismatch_bundle.hpp"
#include "repl/session/session.hpp"
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>

using namespace nova;
using namespace nova::plan;
namespace fs = std::filesystem;

namespace {

bool subtract_for_add(Plan& p) {
  bool changed = false;
  for_each_stm(p.body, [&](Stm& s) {
    if (s.op == Op::Scalar && s.builtin == BuiltinId::Add && s.element == Element::F64)
      s.builtin = BuiltinId::Subtract, changed = true;
  });
  return changed;
}
bool lose_last(Plan& p) {
  bool changed = false;
  for_each_stm(p.body, [&](Stm& s) {
    if (s.op == Op::Scan && !s.exclusive) s.exclusive = true, changed = true;
  });
  return changed;
}
constexpr Pass wrong_sum[] = {{"plant-subtract-for-add", "", subtract_for_add}};
constexpr Pass wrong_scan[] = {{"plant-lose-last", "", lose_last}};

std::string max_for_min(std::string text) {
  for (size_t at = 0; (at = text.find("nv_min_f64", at)) != text.npos;) text.replace(at, 10, "nv_max_f64");
  return text;
}

/// A session of the tier cpu with its own cache, which ran a program.
struct Planted {
  std::string folder = (fs::temp_directory_path() / "nova-bundle-XXXXXX").string(), out, err;
  std::unique_ptr<Session> session;

  Planted(const std::string& program, std::span<const Pass> passes,
          std::function<std::string(std::string)> tamper) {
    REQUIRE(mkdtemp(folder.data()));
    SessionOptions o;
    o.tiers.tier = Tier::Cpu, o.tiers.cache = folder, o.tiers.planted = passes,
    o.tiers.tamper = std::move(tamper);
    o.out = [this](std::string_view s) { out += s; };
    o.err = [this](std::string_view s) { err += s; };
    session = std::make_unique<Session>(o);
    session->run_program(session->add_text("test.nv", program));
  }
  ~Planted() { fs::remove_all(folder); }
  std::string bundle() const {
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().filename().string().starts_with("bundle-")) return entry.path();
    return "";
  }
};

bool has_compiler() { return CpuDevice({1, "", "cc", "-O3"}).available(); }

} // namespace

TEST_CASE("bundle: a planted wrong pass is caught by the first run and named by its bundle") {
  if (!has_compiler()) return;
  Planted run("(define (f (x : vector double)) (map (lambda (e) (+ e 0.5)) x))\n"
              "(define a (f [1.0 2.0 3.0]))\n(f a)\n",
              wrong_sum, {});
  CHECK(run.out == "[2.0 3.0 4.0]\n"); // the interpreter's
  CHECK(run.session->tiers().verdicts(100).find("a: interpreted, for a kernel gave another value") !=
        std::string::npos);
  CHECK(run.err.find("plant-subtract-for-add is wrong") != std::string::npos);
  CHECK(run.err.find("nova replay " + run.bundle()) != std::string::npos);
  std::string error;
  const auto bundle = read_bundle(run.bundle(), error);
  REQUIRE_MESSAGE(bundle, error);
  CpuDevice device({1, run.folder, "cc", "-O3"});
  PassOptions passes;
  passes.planted = wrong_sum;
  CHECK(replay(*bundle, &device, passes).stage == "plant-subtract-for-add");
  CHECK(replay(*bundle, &device, {}).stage == ""); // without it all is well
  CHECK(fs::exists(run.bundle() + "/kernel.c"));
  CHECK(fs::exists(run.bundle() + "/pass-01-plant-subtract-for-add"));
}

TEST_CASE("bundle: a form that was checked with smaller numbers is kept with those") {
  if (!has_compiler()) return;
  Planted run("(reduce max 0.0 (map (lambda (e) (+ (to_double e) 0.5)) (iota 4000000)))\n", wrong_sum, {});
  CHECK(run.out == "3999999.5\n"); // the interpreter's, of the form as it stands
  CHECK(run.err.find("plant-subtract-for-add is wrong") != std::string::npos);
  std::string error;
  const auto bundle = read_bundle(run.bundle(), error);
  REQUIRE_MESSAGE(bundle, error);
  PassOptions passes;
  passes.planted = wrong_sum;
  CpuDevice device({1, run.folder, "cc", "-O3"});
  CHECK(replay(*bundle, &device, passes).stage == "plant-subtract-for-add");
  CHECK(replay(*bundle, &device, {}).stage == "");
  std::string interpreted;
  std::getline(std::ifstream(run.bundle() + "/interpreted"), interpreted);
  CHECK(interpreted.find("2999.5") !=
        std::string::npos); // the last of 3,000: the reduction, or the map in it
}

#ifndef __SANITIZE_THREAD__ // the record's two seconds are too short for an instrumented program
TEST_CASE("bundle: a check that has little time records its mismatch all the same") {
  if (!has_compiler()) return;
  Planted run("(define m (map (lambda (y) (map (lambda (x) (to_double (+ x y))) (iota 600))) (iota 600)))\n"
              "(sum (map (lambda (r) (sum (map (lambda (e) (* (+ e 0.5) (+ e 1.5))) r))) m))\n",
              wrong_sum, {});
  const Planted right(
      "(define m (map (lambda (y) (map (lambda (x) (to_double (+ x y))) (iota 600))) (iota 600)))\n"
      "(sum (map (lambda (r) (sum (map (lambda (e) (* (+ e 0.5) (+ e 1.5))) r))) m))\n",
      {}, {});
  CHECK(run.out == right.out); // no time limit ends it
  CHECK(run.err.find("plant-subtract-for-add is wrong") != std::string::npos);
  CHECK(fs::exists(run.bundle() + "/kernel.c"));
}
#endif

TEST_CASE("bundle: the inputs are cut to what still differs") {
  if (!has_compiler()) return;
  Planted run("(define (f (x : vector int)) (scan + 0 x))\n(f (map (lambda (k) (% k 7)) (range 1 2000)))\n",
              wrong_scan, {});
  CHECK(run.err.find("plant-lose-last") != std::string::npos);
  std::string error;
  const auto bundle = read_bundle(run.bundle(), error);
  REQUIRE_MESSAGE(bundle, error);
  for (const Cell& c : bundle->inputs) CHECK(c.bits.size() <= 4);
}

TEST_CASE("bundle: a planted wrong rule of the emitter is caught, and no pass is blamed") {
  if (!has_compiler()) return;
  Planted run(
      "(define (f (x : vector double)) (map (lambda (e) (min e 2.0)) x))\n(define a (f [1.0 2.0 3.0]))\na\n",
      {}, max_for_min);
  CHECK(run.out == "[1.0 2.0 2.0]\n");
  CHECK(run.err.find("all plans agree, and the compiled one does not") != std::string::npos);
  std::string error;
  const auto bundle = read_bundle(run.bundle(), error);
  REQUIRE_MESSAGE(bundle, error);
  CpuDevice device({1, run.folder, "cc", "-O3"});
  CHECK(replay(*bundle, &device, {}, max_for_min).stage == "cpu");
  CHECK(replay(*bundle, &device, {}).stage == "");
}

TEST_CASE("bundle: what is no bundle is told") {
  if (!has_compiler()) return;
  std::string error;
  CHECK_FALSE(read_bundle("/nonexistent", error));
  CHECK(error.find("plan") != std::string::npos);
  Planted run("(define (f (x : vector double)) (map (lambda (e) (+ e 0.5)) x))\n(f [1.0])\n", wrong_sum, {});
  REQUIRE_FALSE(run.bundle().empty());
  for (const char* text :
       {"input", "input column", "input column double xyz", "result scalar", "nonsense 1 2"}) {
    std::ofstream(run.bundle() + "/values") << text << "\n";
    CHECK_FALSE(read_bundle(run.bundle(), error));
  }
}

TEST_CASE("verdicts: a value is known no better than what it is made of") {
  if (!has_compiler()) return;
  Planted run("(define a (map (lambda (e) (* e 2)) (range 10)))\n(define b (+ (sum a) 1))\n(define c 3)\n",
              {}, {});
  CHECK(run.session->tiers().verdicts() ==
        "test.nv:1:1: a: checked whole\ntest.nv:2:1: b: checked whole\ntest.nv:3:1: c: interpreted\n");
}

TEST_CASE("bundle: a plan from anybody touches nothing but its own columns") {
  const auto broken = [](const std::string& text, int64_t n) {
    Plan p;
    std::string error;
    REQUIRE_MESSAGE(read_plan(text, p, error), error);
    REQUIRE(check_plan(p) == "");
    const auto two = std::make_shared<Buffer>(2 * sizeof(int64_t), Buffer::Contents::Zeros);
    const Word words[] = {{.bits = static_cast<uint64_t>(n)}, {.column = two->bytes()}};
    const BufferRef buffers[] = {nullptr, two};
    return eval_plan(p, words, {}, buffers).broken;
  };
  const std::string head = "(plan (body ((v0 : int) (c_1 : [int])) ";
  const std::string read = head + "(let (v2 : int) (read c_1 v0)) (results v2)))";
  const std::string all = head + "(let (v2 : [int]) (map v0 (body ((v3 : int)) (let (v4 : int) (read c_1 "
                                 "v3)) (results v4)))) (results v0 v2)))";
  CHECK(broken(read, 1) == "");
  CHECK(broken(all, 2) == "");
  CHECK(broken(read, 2) == "element 2 of a column of 2 is read");
  CHECK(broken(all, 3) == "element 2 of a column of 2 is read");
  for (const int64_t n : {int64_t{-1}, INT64_MAX, INT64_MIN, INT64_MAX / 8, INT64_MIN / 8})
    CHECK(broken(read, n) != "");
}
