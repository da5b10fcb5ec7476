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
      {"(types (Rose : (+ (Bud : unit) (Node : (int, vector Rose))))) (case (Node 1 [(Bud)]) (Node p p.0) (Bud "
       "u 0))",
       "it uses the recursive type Rose, which holds more than scalars", nullptr},
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

TEST_CASE("values of recursive types lie in a region, which is printed and read") {
  PlanRun run;
  const Lowered l =
      run.lowered("(types (Chain : (+ (Link : (int, Chain)) (End : unit)))) (define c (Link 1 (End)))"
                  "(map (lambda (n : int) (Link n c)) [1 2])");
  REQUIRE(l.plan.regions.size() == 1);
  CHECK(l.regions.size() == 1);
  CHECK(makes_cells(l.plan));
  const std::string text = print_plan(l.plan);
  Plan again;
  std::string error;
  REQUIRE(read_plan(text, again, error));
  CHECK(error == "");
  CHECK(print_plan(again) == text);
}

TEST_CASE("inputs are the values that a form names, each once") {
  PlanRun run;
  const Lowered l = run.lowered("(define a [1 2 3]) (define b 10) (+ (+ (length a) b) (+ b (reduce + 0 a)))");
  REQUIRE(l.inputs.size() == 2);
  CHECK(l.plan.body.params.size() == 3); // a's length and column, b
}
