// Comparisons that are proved from loop bounds and branches are true.
#include "jit/analysis/queries.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/passes.hpp"
#include "tests/unit/plan_help.hpp"
#include <random>

using namespace nova;
using namespace nova::plan;

namespace {

/// Random comparisons of index arithmetic. `i` is an index below `n`; `k` is any int.
class Conditions {
 public:
  explicit Conditions(uint32_t seed) : random_(seed) {}

  std::string condition(int depth) {
    const std::string a = term(1), b = pick(2) == 0 ? number() : term(1);
    switch (pick(depth > 0 ? 8 : 5)) {
    case 0: return "(= " + a + " " + b + ")";
    case 1:
    case 2: return "(< " + a + " " + b + ")";
    case 3: return "(<= " + a + " " + b + ")";
    case 4: return "(> " + a + " " + b + ")";
    case 5: return "(and " + condition(depth - 1) + " " + condition(depth - 1) + ")";
    case 6: return "(or " + condition(depth - 1) + " " + condition(depth - 1) + ")";
    default: return "(not " + condition(depth - 1) + ")";
    }
  }
  uint32_t pick(uint32_t n) { return std::uniform_int_distribution<uint32_t>(0, n - 1)(random_); }

 private:
  std::string number() { return std::to_string(static_cast<int>(pick(7)) - 3); }
  std::string leaf() {
    static constexpr const char* leaves[] = {"i",       "i",       "n",       "k",       "k",
                                             "(- n 1)", "(+ i 1)", "(- i 1)", "(+ k 1)", "(- k 1)",
                                             "(* 2 k)", "(/ k 3)", "(% k n)"};
    const size_t which = pick(std::size(leaves) + 2);
    return which < std::size(leaves) ? leaves[which] : number();
  }
  std::string term(int depth) {
    if (depth == 0 || pick(2) == 0) return leaf();
    const std::string a = term(depth - 1), b = term(depth - 1), positive = std::to_string(1 + pick(4));
    switch (pick(7)) {
    case 0: return "(+ " + a + " " + b + ")";
    case 1: return "(- " + a + " " + b + ")";
    case 2: return "(* " + positive + " " + a + ")";
    case 3: return "(min " + a + " " + b + ")";
    case 4: return "(max " + a + " " + b + ")";
    case 5: return "(/ " + a + " " + positive + ")";
    default: return "(% " + a + " " + positive + ")";
    }
  }

  std::mt19937 random_;
};

size_t comparisons_in(const Plan& plan) {
  size_t n = 0;
  for_each_root(plan, [&](const Body& b) {
    for_each_stm(b, [&](const Stm& s) {
      n += s.op == Op::Scalar && s.element == Element::I64 && plan[s.outs[0]].element == Element::Bool;
    });
  });
  return n;
}

/// Removes the checks of the program's plan, which is to give the same answer. Returns how many comparisons that removes.
size_t comparisons_proved(PlanRun& run, const std::string& text) {
  CAPTURE(text);
  const Lowered l = run.lowered(text);
  Plan plan = l.plan;
  remove_checks_in_branches(plan);
  REQUIRE(check_plan(plan) == "");
  REQUIRE_MESSAGE(agree(run.answer(l, l.plan), run.answer(l, plan)), print_plan(plan));
  return comparisons_in(l.plan) - comparisons_in(plan);
}

} // namespace

TEST_CASE("what is proved from bounds and branches is true, also where ints wrap") {
  const char* const ints[] = {
      "0", "1", "-1", "5", "4611686018427387904", "9223372036854775807", "-9223372036854775808"};
  PlanRun run;
  Conditions random(1);
  size_t proved = 0;
  for (int round = 0; round < 30000; ++round) {
    const std::string text = "(define n " + std::to_string(random.pick(6)) + ") (define k " +
                             ints[random.pick(7)] + ") (map (lambda (i) (if " + random.condition(2) +
                             " (if " + random.condition(1) + " (if " + random.condition(1) +
                             " 1 2) 3) 4)) (iota n))";
    proved += comparisons_proved(run, text);
  }
  CHECK(proved > 3000);
}

TEST_CASE("what is proved of the rounds of loops is true, also where ints wrap") {
  const char* const steps[] = {"(+ i 1)", "(+ i 2)", "(- i 1)", "(if (< s 3) (+ i 1) (+ i 2))",
                               "(+ i k)", "i"};
  const char* const goes[] = {"(< i n)", "(<= i n)", "(> i n)", "(and (< i n) (< 0 i))", "(~= i n)"};
  const char* const kept[] = {"i", "s", "(if (< i k) i s)", "(+ s 1)", "(- s 1)", "n"};
  const char* const ints[] = {"0", "1", "-1", "4", "9223372036854775806", "-9223372036854775808"};
  PlanRun run;
  Conditions random(2);
  size_t proved = 0;
  for (int round = 0; round < 4000; ++round) {
    const auto one_of = [&](const auto& all) {
      return std::string(all[random.pick(static_cast<uint32_t>(std::size(all)))]);
    };
    // At most ten rounds. The sum tells in which rounds the conditions hold.
    const std::string text =
        "(define n " + one_of(ints) + ") (define k " + one_of(ints) + ") (let* ((i " + one_of(ints) +
        ") (s " + one_of(ints) + ") (rounds 0) (sum 0)) (begin (while (and (< rounds 10) " + one_of(goes) +
        ") (set! sum (+ (* 2 sum) (if " + random.condition(1) + " (if (and (<= 0 s) (< s n)) 3 1) 0)))" +
        " (set! s " + one_of(kept) + ") (set! i " + one_of(steps) +
        ") (set! rounds (+ rounds 1))) (+ sum (if (< s n) 1 0))))";
    proved += comparisons_proved(run, text);
  }
  CHECK(proved > 100);
}

TEST_CASE("rounds of loops prove the checks of their indices") {
  const char* const forms[] = {
      "(for (i 0 (length xs)) (set! s (+ s xs!i)))",
      "(for (i 0 (length xs)) (set! s (+ s (! xs (- (- (length xs) 1) i)))))",
      "(for (i 0 (length xs)) (when (> xs!i xs!at) (set! at i)))",
      "(for (i 1 (length xs)) (for (j 0 i) (set! s (+ s (* xs!i xs!j)))))",
  };
  PlanRun run;
  for (const char* form : forms) {
    CAPTURE(form);
    Plan plan = run.lowered("(define xs [3 1 4 1 5]) (let* ((s 0) (at 0)) (if (= 0 (length xs)) 0 (begin " +
                            std::string(form) + " (+ s at))))")
                    .plan;
    CHECK(optimise(plan, {}) == "");
    size_t checks = 0;
    for_each_stm(plan.body, [&](const Stm& s) {
      if (s.op == Op::Loop)
        for_each_stm(s.bodies[1], [&](const Stm& inner) { checks += inner.op == Op::Check; });
    });
    CHECK_MESSAGE(checks == 0, print_plan(plan));
  }
}

TEST_CASE("bounds that programs write prove their reads, on a GPU") {
  const char* const forms[] = {
      "(if (= i 0) 0 (! xs (- i 1)))",
      "(if (< i (- (length xs) 1)) (! xs (+ i 1)) 0)",
      "(if (and (>= i 1) (< i (- (length xs) 1))) (+ (! xs (- i 1)) (! xs (+ i 1))) 0)",
      "(if (or (< i 2) (>= i (- (length xs) 2))) 0 (+ (! xs (- i 2)) (! xs (+ i 2))))",
      "(! xs (max 0 (- i 1)))",
      "(! xs (min (- (length xs) 1) (+ i 1)))",
      "(! xs (% (+ i 1) (length xs)))",
      "(! xs (- (- (length xs) 1) i))",
      "(let (h (/ i 2)) in (+ (! xs h) (! xs (* 2 h))))",
      "(if (< i (- n 1)) (! xs (+ i 1)) (! xs (max 0 (- n 1))))",
  };
  PlanRun run;
  for (const char* form : forms) {
    CAPTURE(form);
    Plan plan = run.lowered("(define xs [3 1 4 1 5]) (define n (length xs)) (map (lambda (i) " +
                            std::string(form) + ") (iota (length xs)))")
                    .plan;
    CHECK(optimise(plan, {}) == "");
    plan = plan_for_gpu(std::move(plan));
    size_t checks = 0;
    for_each_stm(plan.body, [&](const Stm& s) {
      if (loop_index(s))
        for_each_stm(s.bodies[0], [&](const Stm& inner) { checks += inner.op == Op::Check; });
    });
    CHECK_MESSAGE(checks == 0, print_plan(plan));
  }
}
