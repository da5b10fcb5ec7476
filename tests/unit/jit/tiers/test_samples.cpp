// Checks on samples: for a long run, the interpreter and the kernel run on the first elements of the inputs, and both
// must see the same inputs. Here every run counts as long.
#include "jit/cpu/device.hpp"
#include "repl/session/session.hpp"
#include <doctest/doctest.h>
#include <filesystem>

using namespace nova;
namespace fs = std::filesystem;

namespace {

/// What a program printed, and what the session tells of its forms.
struct Told {
  std::string out, err, report;
};

Told told(const std::string& program) {
  std::string folder = (fs::temp_directory_path() / "nova-samples-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()));
  Told t;
  SessionOptions o;
  o.tiers.tier = Tier::Cpu, o.tiers.cache = folder, o.tiers.quick_check = std::chrono::microseconds(20);
  o.tiers.say = [&](std::string_view s) { t.err += s; };
  o.out = [&](std::string_view s) { t.out += s; };
  o.err = [&](std::string_view s) { t.err += s; };
  {
    Session session(o);
    session.run_program(session.add_text("test.nv", program));
    t.report = session.tiers().manager()->report();
  }
  fs::remove_all(folder);
  return t;
}

void agrees(const std::string& program, const std::string& out) {
  if (!plan::CpuDevice({1, "", "cc", "-O3"}).available()) return;
  const Told t = told(program);
  INFO(program, t.report);
  CHECK(t.out == out);
  CHECK(t.err == "");
  CHECK(t.report.find("checked on first elements") != std::string::npos);
  CHECK(t.report.find("quarantined") == std::string::npos);
}

} // namespace

TEST_CASE("samples: definitions that are lengths of inputs follow the inputs that are cut") {
  const std::string image = "(define image (map (lambda (y) (map (lambda (x) (% (+ (* y 31) (* x 17)) 64)) "
                            "(iota 400))) (iota 400)))\n"
                            "(define n (length image))\n";
  agrees(image + "(sum (map (lambda (y) (sum (map (lambda (x) (! (! image y) x)) (iota n)))) (iota n)))\n",
         "5040128\n");
  agrees(image + "(define (at y x) (if (and (>= y 0) (< y n)) (! (! image y) x) 0))\n"
                 "(sum (map (lambda (y) (sum (map (lambda (x) (- (at (+ y 1) x) (at (- y 1) x))) (iota n)))) "
                 "(iota n)))\n",
         "16\n");
}

TEST_CASE("samples: a length whose definition has not run is no length yet") {
  const std::string early = "(define xs (iota 5000))\n(define (f k) (if (< k -5) n k))\n";
  agrees(early + "(define ys (map f xs))\n(define n (length xs))\n(sum (map + ys (map (+ n) xs)))\n",
         "49995000\n");
  const Told t =
      told("(define xs (iota 5000))\n(define (f k) (+ n k))\n(sum (map f xs))\n(define n (length xs))\n");
  CHECK(t.err.find("E0423") != std::string::npos);
  CHECK(t.err.find("another value") == std::string::npos);
}

TEST_CASE("samples: functions that hold inputs or lengths follow them too") {
  agrees("(define xs (map (lambda (i) (% (* i 7919) 1000)) (iota 5000)))\n(define n (length xs))\n"
         "(define (before i) (! xs (- n (+ i 1))))\n(define f (lambda (i) (+ (before i) n)))\n"
         "(sum (map f (iota n)))\n",
         "27497500\n");
}

TEST_CASE(
    "samples: a nest of rows without inputs gets the least number that its kernel takes as an argument") {
  agrees("(define ms (map (lambda (k) (map (lambda (i) (map (lambda (j) (+ (% k 7) (* i j))) (range 4))) "
         "(range 4))) "
         "(range 50000)))\n(println* ms!49999!3!2)\n",
         "11\n");
}

TEST_CASE("samples: rows and numbers are cut together") {
  agrees("(define m (map (lambda (i) (iota 300)) (iota 600)))\n(define k 250)\n"
         "(sum (map (lambda (row) (sum (map (lambda (j) (! row j)) (iota k)))) m))\n",
         "18675000\n");
}

TEST_CASE("samples: the rounds of a loop that the optimiser drops count as the interpreter's work") {
  agrees("(define xs (map (lambda (k) (/ (to_double k) 7.0)) (iota 20000)))\n"
         "(define (step v) (map (lambda (x) (+ (* x 0.99) 0.01)) v))\n"
         "(length (iterate 2000 step xs))\n",
         "20000\n");
}
