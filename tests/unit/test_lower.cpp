#include "plan_help.hpp"
#include "plan_programs.hpp"

using namespace nova;
using namespace nova::plan;

TEST_CASE("a lowered expression gives the interpreter's bits, and fails where it does") {
  PlanRun run;
  for (const char* text : programs) {
    CAPTURE(text);
    const Lowered l = run.lowered(text);
    CHECK(agree(run.expected(), run.answer(l, l.plan)));
  }
}

TEST_CASE("what stays with the interpreter says why, and where") {
  struct {
    const char *text, *reason, *at;
  } const cases[] = {
      {"(println 3)", "it does IO by println", "(println 3)"},
      {"(show 3)", "it uses show", "(show 3)"},
      {"(letrec ((go (lambda (k : int) (f : int -> int) (if (= k 0) (f 1) (go (- k 1) (lambda (x : int) (f (f "
       "x)))))))) (go 3 neg))",
       "it chooses among too many functions", nullptr},
      {"(types (Chain : (+ (Link : (int, Chain)) (End : unit)))) (case (Link 1 (End)) (Link p p.0) (End u "
       "0))",
       "it uses the recursive type Chain", nullptr},
  };
  PlanRun run;
  for (const auto& c : cases) {
    CAPTURE(c.text);
    Refusal why;
    CHECK(!run.lower(run.form(c.text), why));
    CHECK(why.reason == c.reason);
    if (c.at) CHECK(run.frontend.sources.text(run.frontend.sources.user_span(why.span)) == c.at);
  }
}

TEST_CASE("inputs are the values that a form names, each once") {
  PlanRun run;
  const Lowered l = run.lowered("(define a [1 2 3]) (define b 10) (+ (+ (length a) b) (+ b (reduce + 0 a)))");
  REQUIRE(l.inputs.size() == 2);
  CHECK(l.plan.body.params.size() == 3); // a's length and column, b
}
