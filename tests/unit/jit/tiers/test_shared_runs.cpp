// Sessions that are ranks of a job: they share the loops of compiled forms, and have the bits of one session.
#include "repl/session/session.hpp"
#include "runtime/ranks/thread_job.hpp"
#include "tests/unit/test_folder.hpp"
#include <doctest/doctest.h>

using namespace nova;

namespace {

/// What a session says to the forms of a program.
std::string said_to(const std::string& program, Tier tier, Ranks* ranks) {
  std::string said;
  SessionOptions o;
  o.tiers.tier = tier, o.threads = 2, o.ranks = ranks, o.embedded = true;
  o.tiers.cache = folder();
  o.out = o.err = [&](std::string_view t) { said += t; };
  Session session(std::move(o));
  session.run_forms(session.type_text("program", program), [&](const Outcome& outcome) {
    if (outcome.value) said += session.print(outcome, false) + "\n";
  });
  session.reports().flush();
  return said;
}

/// Runs the program on so many ranks. All of them have to say what one session says. Returns how many columns of loops
/// they shared.
uint64_t check_on_ranks(const std::string& program, int size, Tier tier) {
  const std::string alone = said_to(program, tier, nullptr);
  std::atomic<uint64_t> shared = 0;
  const auto told = on_ranks(size, [&](Ranks& ranks, ThreadNetwork&) {
    CHECK(said_to(program, tier, &ranks) == alone);
    if (ranks.is_first()) shared = ranks.counts().columns;
    ranks.end("", false, {});
  });
  CHECK(told == all_well(size));
  return shared;
}

const std::string escape = R"(
(define (steps x y) (letrec ((go (lambda (a b k)
    (if (or (= k 100) (> (+ (* a a) (* b b)) 4.0)) k
      (go (+ x (- (* a a) (* b b))) (+ y (* 2.0 (* a b))) (+ k 1))))))
  (go 0.0 0.0 0))))";

} // namespace

TEST_CASE("ranks share maps, rows, reductions and products, with the same bits") {
  const std::string programs[] = {
      escape + R"((sum (map (lambda (i) (steps (* 1e-5 (to_double i)) 0.3)) (range 200000))))",
      escape + R"((define rows (map (lambda (r) (map (lambda (c)
          (steps (- (* 0.01 (to_double c)) 2.0) (* 0.01 (to_double r)))) (range 300))) (range 200)))
        (sum (map sum rows)) (! (! rows 199) 299))",
      escape + R"((define ragged (map (lambda (r) (map (lambda (c)
          (steps (* 0.01 (to_double c)) (* 0.01 (to_double r)))) (range (mod r 37)))) (range 3000)))
        (sum (map length ragged)) (sum (map sum ragged)) (! ragged 2999))",
      R"((define (n : int) 300)
        (define a (map (lambda (i) (map (lambda (j) (sin (to_double (+ (* i n) j)))) (range n))) (range n)))
        (define b (matmul a (transpose a)))
        (sum (map sum b)) (! (! b 299) 1))",
      R"((sum (map (lambda (i) (/ 1.0 (+ 1.0 (to_double i)))) (range 3000000))))",
      R"((iterate 30 (lambda (x) (map (lambda (i) (sin (+ (! x i) (! x (mod (+ i 1) 70000))))) (range 70000)))
          (map (lambda (i) (to_double i)) (range 70000))))",
  };
  uint64_t shared = 0;
  for (const std::string& program : programs)
    for (const Tier tier : {Tier::Auto, Tier::Cpu}) {
      INFO(program);
      shared += check_on_ranks(program, 3, tier);
    }
  CHECK(shared > 0);
}

TEST_CASE("an error in one rank's part is the interpreter's, on all ranks") {
  const std::string program =
      escape + R"((define ks (map (lambda (i) (steps (* 1e-5 (to_double i)) 0.3)) (range 100000)))
    (sum (map (lambda (i) (+ (steps 0.1 0.2) (! ks (if (= i 77777) 100000 i)))) (range 100000)))
    (+ 1 2))";
  check_on_ranks(program, 3, Tier::Auto);
  check_on_ranks(program, 2, Tier::Cpu);
}

TEST_CASE("ranks decide alike where only a run's time tells what it costs") {
  const std::string program = escape + R"(
    (define (count n) (letrec ((go (lambda (k sum) (if (= k n) sum (go (+ k 1) (+ sum (mod (* k k) 7))))))) (go 0 0)))
    (map count [10 1000 100000 3000000])
    (define (halves x) (if (< x 1.0) 0 (+ 1 (halves (* 0.5 x)))))
    (halves 1e300)
    (letrec ((until (lambda (x k) (if (or (= k 40) (< (! x 0) 1e-9)) (sum x)
        (until (map (lambda (v) (* 0.5 (sin v))) x) (+ k 1)))))) (until (map to_double (range 50000)) 0)))";
  check_on_ranks(program, 3, Tier::Auto);
}
