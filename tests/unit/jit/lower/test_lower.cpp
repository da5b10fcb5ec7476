// Plans that forms are lowered to.
#include "tests/unit/plan_help.hpp"
#include "tests/unit/plan_programs.hpp"
#include <algorithm>

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
    NoPlan row;
    const char *text, *reason, *at;
  } const cases[] = {
      {NoPlan::DoesIO, "(println 3)", "it does IO by println", "(println 3)"},
      {NoPlan::InputType, "(define fs [(lambda (x) (+ x 1)) (lambda (x) (* x 2))]) ((! fs 0) 3)",
       "it takes a vector (int -> int) from outside", "fs"},
      {NoPlan::ForeignFunction, "(foreign (cosx : double -> double)) (map cosx [1.0])",
       "it calls the foreign function cosx", "cosx"},
      {NoPlan::CellsOfUnits,
       "(types (T : (+ (N : (vector unit, T)) (E : unit)))) (map (lambda (i) (N [nil] (E))) [1 2])",
       "it uses the recursive type T, which holds vectors of unit", "(E)"},
      {NoPlan::EverLargerType,
       "(define-datatype (nest 'a) (Flat 'a) (Deep (nest ('a, 'a)))) (map (lambda (i) (Flat i)) [1 2])",
       "the type (nest int) holds ever larger ones of itself", "(map (lambda (i) (Flat i)) [1 2])"},
      {NoPlan::ShowsCells,
       "(types (L : (+ (K : (int, L)) (O : unit)))) (map (lambda (i) (length (show (K i (O))))) [1 2])",
       "it shows values of a type that contains itself, which are copied at each level", "(show (K i (O)))"},
      {NoPlan::LargeTuple, "(define (d x) (x, x)) (d (d (d (d (d (d (d (d (d (d (d (d 1))))))))))))",
       "it has a tuple of more than 1000 values", "(d (d (d (d (d (d (d (d (d (d (d (d 1))))))))))))"},
      {NoPlan::DeepCalls,
       "(define (c f g x) (f (g x))) (define (t f) (c f f)) ((t (t (t (t (t (t (t (t (t (t (t (t (t (t "
       "(lambda (x) (+ x 1)))))))))))))))) 0)",
       "its functions call each other in a circle, or too deeply",
       "((t (t (t (t (t (t (t (t (t (t (t (t (t (t (lambda (x) (+ x 1)))))))))))))))) 0)"},
      {NoPlan::OrdersArrays, "(define m : vector#2 int [[1 2] [3 4]]) (< m m)", "it orders vector#n",
       "(< m m)"},
      {NoPlan::DeepVectors, "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
       "its vectors nest deeper than 32",
       "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"},
  };
  PlanRun run;
  for (const auto& c : cases) {
    CAPTURE(c.text);
    Refusal why;
    CHECK(!run.lower(run.form(c.text), why));
    CHECK(why.row == c.row);
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

TEST_CASE("vectors in cells lie in a region of their own; one that is too small is told") {
  PlanRun run;
  Lowered l = run.lowered("(types (Rose : (+ (Bud : unit) (Node : vector Rose)))) (define r (Node [(Bud)]))"
                          "(map (lambda (n : int) (Node [r r])) [1 2])");
  CHECK(l.plan.regions.size() == 2);
  Plan again;
  std::string error;
  REQUIRE(read_plan(print_plan(l.plan), again, error));
  CHECK(print_plan(again) == print_plan(l.plan));
  FlatWords flat = run.inputs(l);
  const auto in_use = [&](size_t k) {
    const Var count = l.plan.regions[k].count;
    const auto at = std::ranges::find(l.plan.body.params, count) - l.plan.body.params.begin();
    return static_cast<const int64_t*>(flat.words[static_cast<size_t>(at)].column)[0];
  };
  const auto room = [&](size_t k) -> uint64_t& {
    const Var v = l.plan.regions[k].room;
    const auto at = std::ranges::find(l.plan.body.params, v) - l.plan.body.params.begin();
    return flat.words[static_cast<size_t>(at)].bits;
  };
  for (size_t k : {0, 1}) {
    const uint64_t all = room(k);
    room(k) = static_cast<uint64_t>(in_use(k)) + 1; // two cells, and two times two elements are to come
    const Answer a = eval_plan(l.plan, flat.words);
    CHECK(a.failed);
    CHECK(l.plan.sites[a.site].code == out_of_room);
    room(k) = all;
  }
  CHECK(agree(run.expected(), run.answer(l, l.plan)));
}

TEST_CASE("inputs are the values that a form names, each once") {
  PlanRun run;
  const Lowered l = run.lowered("(define a [1 2 3]) (define b 10) (+ (+ (length a) b) (+ b (reduce + 0 a)))");
  REQUIRE(l.inputs.size() == 2);
  CHECK(l.plan.body.params.size() == 3); // a's length and column, b
}
