// The optimiser's passes keep values, and reach a fixpoint.
#include "jit/analysis/kernels.hpp"
#include "jit/analysis/uniqueness.hpp"
#include "jit/emit/c/emit_c.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/passes.hpp"
#include "tests/unit/plan_help.hpp"
#include "tests/unit/plan_programs.hpp"
#include <algorithm>

using namespace nova;
using namespace nova::plan;

namespace {

/// Returns how many literals the text of a plan takes.
size_t literals_in(const std::string& text) {
  size_t n = 0;
  for (size_t at = 0; (at = text.find("literals[", at)) != text.npos; at += 9)
    n = std::max<size_t>(n, std::stoul(text.substr(at + 9)) + 1);
  return n;
}

} // namespace

TEST_CASE("no pass changes an answer: after each one, and with each one off") {
  PlanRun run;
  for (const char* text : programs) {
    CAPTURE(text);
    const Lowered l = run.lowered(text);
    const std::optional<Value> expected = run.expected();
    PassOptions watched;
    watched.after_each = [&](const Pass& pass, const Plan& plan) {
      CAPTURE(pass.name);
      const std::string broken = check_plan(plan);
      REQUIRE_MESSAGE(broken == "", (broken + "\n" + print_plan(plan)));
      CHECK_MESSAGE(agree(expected, run.answer(l, plan)), print_plan(plan));
    };
    Plan whole = l.plan;
    CHECK(optimise(whole, watched) == "");
    const Plan for_cpu = plan_for_cpu(whole);
    CHECK(check_plan(for_cpu) == "");
    CHECK_MESSAGE(agree(expected, run.answer(l, for_cpu)), print_plan(for_cpu));
    CHECK(literals_in(emit_c(whole)) == literals(whole).size());
    for (const Pass& pass : all_passes()) {
      CAPTURE(pass.name);
      Plan plan = l.plan;
      CHECK(optimise(plan, {.off = {std::string(pass.name)}, .after_each = {}}) == "");
      CHECK_MESSAGE(agree(expected, run.answer(l, plan)), print_plan(plan));
    }
  }
}

TEST_CASE("maps overwrite a state that they read at their own index, but for one row and one column") {
  const struct {
    const char* text;
    size_t in_place;
  } cases[] = {
      {"(foldl (lambda (ys k) (map (lambda (y) (+ y 1.5)) ys)) xs is)", 1},
      {"(foldl (lambda ((as, bs) k) ((map + as bs), (map - as bs))) (xs, (reverse xs)) is)", 1},
      {"(foldl (lambda (ys k) (map (lambda (i) (+ ys!i ys!(max 0 (- i 1)))) (range n))) xs is)", 0},
      {"(foldl (lambda (ys k) (map (lambda (y) (sin y)) ys)) xs is)", 0},
      {"(foldl (lambda (ys k) (map (lambda (y) (if (> y 3.0) (- y 1.0) y)) ys)) xs is)", 1},
      {"(foldl (lambda (ys k) (map (lambda (i) (if (< i k) ys!i 0.5)) (range (+ k 1)))) (take 0 xs) is)", 0},
      {"(foldl (lambda ((ys, zs) k) ((map (lambda (y) (+ y 1.5)) ys), ys)) (xs, xs) is)", 1},
      {"(map (lambda (x) (sum (foldl (lambda (ys k) (map (+ x) ys)) xs is))) xs)", 0},
  };
  PlanRun run;
  run.form("(define xs (map to_double (iota 12))) (define is (iota 12)) (define n 4) 0");
  for (const auto& c : cases) {
    CAPTURE(c.text);
    Plan plan = run.lowered(c.text).plan;
    CHECK(optimise(plan) == "");
    plan = plan_for_cpu(std::move(plan));
    CAPTURE(print_plan(plan));
    CHECK(find_uniqueness(plan, {.maps = true}).in_place.size() == c.in_place);
  }
}

namespace {

/// Floyd and Warshall's algorithm for n rows of `width` elements.
constexpr const char* shortest_paths = R"((plan
  (body ((n_0 : int) (width_1 : int) (dist_2 : [double]))
    (let (v3 : int) (constant 0))
    (let (v4 : int) (constant 1))
    (let (v5 : int) (* n_0 width_1))
    (let (v6 : int) (v7 : [double])
      (loop v3 dist_2
        (body ((v8 : int) (v9 : [double]))
          (let (v10 : bool) (< v8 n_0))
          (results v10))
        (body ((v11 : int) (d_12 : [double]))
          (let (v13 : int) (+ v11 v4))
          (let (v14 : int) (* width_1 v11))
          (let (v15 : [double])
            (map v5
              (body ((v16 : int))
                (let (v17 : int) (% v16 width_1))
                (let (v18 : int) (/ v16 width_1))
                (let (v19 : int) (* width_1 v18))
                (let (v20 : int) (+ v11 v19))
                (let (v21 : int) (+ v19 v17))
                (let (v22 : int) (+ v14 v17))
                (let (ik_23 : double) (read d_12 v20))
                (let (old_24 : double) (read d_12 v21))
                (let (kj_25 : double) (read d_12 v22))
                (let (v26 : double) (+ ik_23 kj_25))
                (let (v27 : double) (min old_24 v26))
                (results v27))))
          (results v13 v15))
        (body ((v28 : int) (v29 : [double]))
          (results v5))))
    (results v5 v7)))
)";

} // namespace

TEST_CASE("a row and a column of a state are copied, so that a map overwrites the rest") {
  std::vector<double> dist = {0, 3, 9, 7, 3, 0, 2, 9, 9, 2, 0, 1, 7, 9, 1, 0};
  const auto answer = [&](const Plan& plan) {
    const std::vector<Word> in = {{4}, {4}, Word{.column = dist.data()}};
    const Answer made = eval_plan(plan, in);
    REQUIRE(made.columns.size() == 1);
    const ResultColumn& c = made.columns[0];
    const double* column = c.buffer ? c.buffer->as<double>() + c.begin : static_cast<const double*>(c.place);
    return std::vector<double>(column, column + 16);
  };
  std::string error;
  Plan plan;
  REQUIRE_MESSAGE(read_plan(shortest_paths, plan, error), error);
  const Plan own = plan_for_cpu(plan);
  CAPTURE(print_plan(own));
  CHECK(check_plan(own) == "");
  CHECK(find_uniqueness(own, {.maps = true}).in_place.size() == 1);
  CHECK(answer(plan) == std::vector<double>{0, 3, 5, 6, 3, 0, 2, 3, 5, 2, 0, 1, 6, 3, 1, 0});
  CHECK(answer(own) == answer(plan));
}

namespace {

struct Fusion {
  const char* text;
  uint32_t kernels;
};

uint32_t kernels_of(PlanRun& run, const char* text, std::vector<std::string> off = {}) {
  Plan plan = run.lowered(text).plan;
  CHECK(optimise(plan, {.off = std::move(off), .after_each = {}}) == "");
  const uint32_t n = count_kernels(plan);
  CAPTURE(print_plan(plan));
  return n;
}

} // namespace

TEST_CASE("fusion is a promise: so many kernels are left") {
  const Fusion cases[] = {
      {"(reduce + 0.0 (map (lambda (x) (* x x)) xs))", 1},
      {"(map exp (map sqrt (map log xs)))", 1},
      {"(scan + 0.0 (map exp xs))", 1},
      {"(filter (lambda (x) (> x 0.5)) (map exp xs))", 1},
      {"(map exp (filter (lambda (x) (> x 0.5)) xs))", 1},
      {"(filter (lambda (x) (< x 9.0)) (filter (lambda (x) (> x 0.5)) xs))", 1},
      {"(sum (filter odd (map (lambda (i) (* 3 i)) is)))", 1},
      {"(length (filter odd is))", 1},
      {"(count odd is)", 1},
      {"(minimum (filter odd is))", 1},
      {"((mean xs), (minimum xs), (maximum xs), (sum (map square xs)))", 1},
      {"((mean xs), (variance xs), (minimum xs), (maximum xs))", 2},
      {"(dot (map exp xs) (reverse xs))", 1},
      {"(sum (gather is xs))", 1},
      {"(sum (map * (slice 1 2 9 xs) (take 4 xs)))", 0}, // four elements are written out
      {"(sum (map * (slice n 2 200 xs) (take n xs)))", 1},
      {"(map + (drop 1 xs) (take (- (length xs) 1) xs))", 1},
      {"(sum (map to_double (iota 1000)))", 1},
      {"(sum (range 5 n))", 1},
      {"(map (lambda (x, y) (+ x y)) (zip (map exp xs) (map log xs)))", 1},
      {"(scatter xs is (map exp xs))", 1},
      {"(histogram 10 (map (lambda (i) (% i 10)) is))", 2},
      {"(reduce-by-index xs + 0.0 is (map exp xs))", 1},
      {"(map (lambda (r) (dot r xs)) (rows m))", 1},
      {"(map (reduce + 0.0) (map (map exp) (rows m)))", 1},
      {"(map (reduce + 0.0) (outer * xs xs))", 1},
      {"(map (lambda (r) (- (maximum r) (minimum r))) (map (map exp) (rows m)))", 1},
      {"(matmul m m)", 1},
      {"(let (y (map exp xs)) in ((sum y), (maximum y)))", 1},
      {"(sum (force (map exp xs)))", 2},
      {"(! (map exp xs) 3)", 0},
      {"(map (lambda (x) (/ x (sum xs))) xs)", 2},
      {"(linspace 0.0 1.0 n)", 1},
      {"(stencil 3 (lambda (w) (reduce + 0.0 w)) xs)", 1},
      {"(concat-map iota is)", 1},
      {"[(x, y) | x <- is, y <- is, (< x y)]", 1},
      {"(map (lambda (i) (/ 100 (+ i 1))) (map (lambda (i) (/ 1000 (+ i 1))) is))", 1},
  };
  PlanRun run;
  run.form("(define xs (map to_double (iota 10))) (define is (iota 10)) (define n 100)"
           "(define m (reshape (10, 10) (map to_double (iota 100)))) 0");
  for (const Fusion& c : cases) {
    CAPTURE(c.text);
    CHECK_MESSAGE(kernels_of(run, c.text) == c.kernels, std::string(c.text));
  }
}

TEST_CASE("a plan for a CPU stores no transposed matrix for reductions of its rows") {
  PlanRun run;
  run.form("(define m (kernel* ((i (iota 30)) (j (iota 20))) (to_double (+ i j)))) 0");
  const auto agrees = [&](const char* text, uint32_t before, uint32_t after) {
    Plan plan = run.lowered(text).plan;
    CHECK(optimise(plan) == "");
    INFO(text << "\n" << print_plan(plan_for_cpu(plan)));
    CHECK(count_kernels(plan) == before);
    CHECK(count_kernels(plan_for_cpu(plan)) == after);
  };
  agrees("(map sum (transpose m))", 3, 2);                     // one checks that the rows are even
  agrees("(let (t (transpose m)) in ((map sum t), t))", 4, 4); // it is a result
  agrees("(map sum m)", 1, 1);
}

TEST_CASE("a pass that is off leaves its kernel") {
  PlanRun run;
  run.form("(define xs (map to_double (iota 10))) 0");
  const char* text = "(reduce + 0.0 (map exp (map log xs)))";
  CHECK(kernels_of(run, text) == 1);
  CHECK(kernels_of(run, text, {"fuse-map-map"}) == 1); // both go into the reduction, one after the other
  CHECK(kernels_of(run, text, {"fuse-map-reduce"}) == 2);
  CHECK(kernels_of(run, text, {"fuse-map-reduce", "fuse-map-map"}) == 3);
  CHECK(kernels_of(run, "((sum xs), (maximum xs))", {"fuse-horizontal"}) == 2);
}

TEST_CASE("what fails is not lost by fusion: f fails at element 10, g at 3") {
  PlanRun run;
  const Lowered l = run.lowered(
      "(define is (iota 20)) (map (lambda (x) (/ 7 (- x 6))) (map (lambda (x) (/ 60 (- x 10))) is))");
  Plan plan = l.plan;
  CHECK(optimise(plan) == "");
  CHECK(count_kernels(plan) == 1);
  CHECK(!run.answer(l, plan));
  // Elements that the consumer does not look at are computed all the same.
  const Lowered first = run.lowered("(! (map (lambda (x) (/ 60 (- x 10))) is) 3)");
  plan = first.plan;
  CHECK(optimise(plan) == "");
  CHECK(!run.answer(first, plan));
}

namespace {

/// Checks that a program's plan gives the same after a pass for a GPU. Returns whether the pass changed it.
bool changes(PlanRun& run, const char* text, bool (*pass)(Plan&)) {
  CAPTURE(text);
  const Lowered l = run.lowered(text);
  const std::optional<Value> expected = run.expected();
  Plan plan = l.plan;
  CHECK(optimise(plan) == "");
  const bool changed = pass(plan);
  const std::string broken = check_plan(plan);
  REQUIRE_MESSAGE(broken == "", (broken + "\n" + print_plan(plan)));
  CHECK_MESSAGE(agree(expected, run.answer(l, plan)), print_plan(plan));
  return changed;
}
bool flattens(PlanRun& run, const char* text) { return changes(run, text, flatten_nests); }
bool distributes(PlanRun& run, const char* text) { return changes(run, text, distribute_rows); }
bool shares_rows(PlanRun& run, const char* text) { return changes(run, text, share_few_rows); }

} // namespace

TEST_CASE("flat nests give what the nests give, and fail where they do") {
  PlanRun run;
  for (const char* text : programs) flattens(run, text);
  run.form("(define xs [3 0 5 1]) (define none (take 0 (iota 1))) 0");
  const char* nests[] = {
      "(concat-map (lambda (x) (filter (lambda (y) (< x y)) xs)) xs)",
      "(map (lambda (x) (filter (lambda (y) (< x y)) xs)) xs)",
      "(map (lambda (x) (filter (lambda (y) (= 1 (% (+ x y) 2))) (iota x))) xs)",
      "(concat-map (lambda (x) (concat-map (lambda (y) (filter (lambda (z) (< z y)) (iota x))) (iota x))) "
      "xs)",
      "(map (lambda (x) (concat-map (lambda (y) (filter (lambda (z) (< z y)) (iota x))) xs)) xs)",
      "(map (lambda (x) (concat-map (lambda (y) (iota y)) (iota x))) xs)",
      "(map (lambda (x) (filter (lambda (y) (< x y)) none)) xs)",
      "(map (lambda (x) (filter (lambda (y) (< x y)) (iota x))) none)",
      "(concat-map (lambda (x) (let (d (/ 12 x)) in (filter (lambda (y) (< d y)) none))) xs)",
      "(concat-map (lambda (x) (let (d (/ 12 x)) in (filter (lambda (y) (< d y)) (iota x)))) xs)",
      "(concat-map (lambda (x) (filter (lambda (y) (< (/ 12 (- y 4)) x)) (iota x))) xs)",
      "(concat-map (lambda (x) (filter (lambda (y) (< y 2)) (iota (- x 1)))) xs)",
  };
  for (const char* text : nests) CHECK_MESSAGE(flattens(run, text), text);
  // What the rows need after the inner loop, or by a loop before it, is no nest.
  CHECK(!flattens(run, "(map (lambda (x) (let (ys (filter odd (iota x))) in (++ ys ys))) xs)"));
  CHECK(!flattens(run, "(map (lambda (x) (let (s (sum (iota x))) in (filter (lambda (y) (< y s)) xs))) xs)"));
}

TEST_CASE("the loops of rows, each for all rows, give what they give in one thread, and fail where they do") {
  PlanRun run;
  for (const char* text : programs) distributes(run, text);
  run.form("(define ks [3 0 5 1]) (define none (take 0 ks)) (define rows (map iota ks))"
           "(define even (map (lambda (k) (map (lambda (i) (% (* i k) 11)) (iota 9))) ks)) 0");
  const char* distributed[] = {
      "(map (lambda (r) (let (ys (scan + 0 r)) (t (sum ys)) in (map (lambda (y) (- y t)) (reverse ys)))) "
      "rows)",
      "(map (lambda (r) (let (ys (scan + 0 r)) (t (sum ys)) in (map (lambda (y) (- y t)) (reverse ys)))) "
      "even)",
      "(map (lambda (r) (let (ys (scan + 0 r)) (t (maximum ys)) in (+ t (sum (reverse (scan max 0 (map "
      "(* t) ys))))))) even)",
      "(map (lambda (r) (let (ys (scan + 0 r)) in (map (lambda (y) (- y ys!0)) ys))) even)",
      "(map (lambda (r) (let (ys (scan + 0 r)) in (map (lambda (y) (- y ys!0)) ys))) rows)",
      "(map (lambda (r) (let (ys (scan + 0 r)) in (map (lambda (y) (- y ys!1)) ys))) rows)", // fails
      "(map (lambda (r) (let (ys (scan + 0 r)) (t (sum ys)) in (map (lambda (y) (/ y t)) (scan + 0 "
      "ys)))) rows)", // fails
      "(map (lambda (k) (let (ys (scan + 0 (iota k))) (t (sum ys)) in (scan + t (map (+ t) ys)))) ks)",
      "(map (lambda (k) (let (ys (scan + 0 (iota (- k 1)))) (t (sum ys)) in (scan + t (map (+ t) ys)))) "
      "ks)", // fails
      "(map (lambda (k) (let (ys (scan + 0 (iota k))) (t (sum ys)) in (scan + t (map (+ t) ys)))) none)",
  };
  for (const char* text : distributed) CHECK_MESSAGE(distributes(run, text), std::string(text));
  // A row with another kind of loop, or with none but elements, stays as it is.
  CHECK(!distributes(run, "(map (lambda (r) (scan + 0 (sort r))) rows)"));
  CHECK(!distributes(run, "(map (map (* 2)) rows)"));
}

TEST_CASE(
    "few long rows, one after the other, give what they give by a thread each, and fail where they do") {
  PlanRun run;
  for (const char* text : programs) shares_rows(run, text);
  run.form("(define xs (map (lambda (i) (% (* i 7919) 1000)) (iota 600))) (define ks [3 5 600]) (define none "
           "(take 0 ks))"
           "(define rows (map (lambda (k) (map (lambda (i) (% (* i k) 11)) (iota 500))) ks)) 0");
  const char* shared[] = {
      "(map (lambda (k) (histogram 8 (map (lambda (x) (% (+ x k) 8)) xs))) ks)",
      "(map (lambda (k) (scan + 0 (sort (map (lambda (x) (% x k)) xs)))) ks)",
      "(map (lambda (k) (! (sort (map (lambda (x) (% x k)) xs)) 17)) ks)",
      "(map (lambda (k) (let (ys (scan + 0 (filter odd (take (* k 100) xs)))) in ((! ys k), (map (+ k) ys), "
      "(sum ys)))) [3 "
      "5])",
      "(map (lambda (row) (let (ys (scan + 0 row)) in (reverse (map (lambda (y) (- y ys!9)) ys)))) rows)",
      "(map (lambda (k) (let (ys (scan + 0 (take k xs))) in (map (lambda (y) (- y ys!1)) ys))) ks)",
      "(map (lambda (k) (let (ys (scan + 0 (take k xs))) in (map (lambda (y) (- y ys!4)) ys))) ks)", // fails
      "(map (lambda (k) (scan + 0 (sort (map (lambda (x) (/ x (- k 5))) xs)))) ks)",                 // fails
      "(map (lambda (k) (scan + 0 (sort (map (lambda (x) (% x k)) xs)))) none)",
      "(map (lambda (r) (map (lambda (k) (scan + 0 (sort (map (lambda (x) (% x k)) r)))) ks)) [xs xs])",
  };
  for (const char* text : shared) CHECK_MESSAGE(shares_rows(run, text), std::string(text));
  // Lengths that are known first, and calls of recursive functions, stay as they are.
  CHECK(!shares_rows(run, "(map (lambda (k) (map (lambda (x) (* x k)) xs)) ks)"));
}

TEST_CASE("passes have names and words of their own") {
  std::vector<std::string_view> names;
  for (const Pass& p : all_passes()) {
    CHECK(std::ranges::find(names, p.name) == names.end());
    CHECK(!p.what.empty());
    names.push_back(p.name);
  }
}
