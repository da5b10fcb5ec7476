// Estimates of a run from lengths and numbers of the inputs.
#include "jit/tiers/cost_model.hpp"
#include <doctest/doctest.h>

using namespace nova;
using namespace nova::plan;

namespace {

/// The rest of a plan whose map v5 sums the first v7 numbers of xs_1 for each element, from v3 on.
const std::string rest_of_sums = R"(
        (let (v8 : int) (reduce lane v7 v3
          (body ((v9 : int)) (let (v10 : int) (read xs_1 v9)) (results v10))
          (body ((v11 : int) (v12 : int)) (let (v13 : int) (+ v11 v12)) (results v13))))
        (results v8))))
    (results v0 v5))";

/// The statements of a run of the plan for the input v0, and whether the estimate is exact.
std::pair<double, bool> work(const std::string& body, int64_t v0) {
  Plan plan;
  std::string error;
  REQUIRE_MESSAGE(read_plan("(plan (body ((v0 : int) (xs_1 : [int])) " + body + "))", plan, error), error);
  WorkFormula formula(plan, {NumberPlace{}, {}}, WorkFormula::Statements);
  const Value frame[] = {Value::of(v0)};
  return {formula.amount(frame), formula.is_exact()};
}

} // namespace

TEST_CASE("a histogram runs for each element, not for each place") {
  const auto [n, exact] = work(R"((let (v2 : int) (constant 4))
    (let (v3 : [int]) (map v2 (body ((v4 : int)) (results v4))))
    (let (v5 : [int]) (histogram v2 v0 v3
      (body ((v6 : int)) (let (v7 : int) (read xs_1 v6)) (results v7 v2))
      (body ((v8 : int) (v9 : int)) (let (v10 : int) (+ v8 v9)) (results v10))))
    (results v2 v5))",
                               1000000);
  CHECK(n > 2e6);
  CHECK(n < 4e6);
  CHECK(exact);
}

TEST_CASE("where a loop's index tells the length of another, the middle index stands for all") {
  const auto [n, exact] = work(R"((let (v2 : int) (constant 1)) (let (v3 : int) (constant 0))
    (let (v4 : [int]) (iota v0 v3 v2))
    (let (v5 : [int]) (map v0
      (body ((v6 : int))
        (let (v7 : int) (read v4 v6))
)" + rest_of_sums,
                               1000);
  CHECK(n > 1e6);
  CHECK(n < 2e6);
  CHECK_FALSE(exact);
}

TEST_CASE("nothing is assumed of constants in a loop's body") {
  const auto [n, exact] = work(R"((let (v3 : int) (constant 0))
    (let (v5 : [int]) (map v0
      (body ((v6 : int))
        (let (v7 : int) (constant 100))
)" + rest_of_sums,
                               1000);
  CHECK(n > 2e5);
  CHECK(n < 4e5);
  CHECK(exact);
}

TEST_CASE("a loop that counts an int runs as often as its numbers tell") {
  const std::string begin =
      "(let (v2 : int) (constant 0)) (let (v3 : int) (constant 1)) (let (v4 : int) (constant 500)) ";
  const std::string sums = R"((let (v12 : int) (reduce lane v11 v2
          (body ((v13 : int)) (let (v14 : int) (read xs_1 v13)) (results v14))
          (body ((v15 : int) (v16 : int)) (let (v17 : int) (+ v15 v16)) (results v17)))))";
  const auto [down, down_exact] = work(begin + R"((let (v5 : int) (v6 : int) (loop v4 v0
      (body ((v7 : int) (v8 : int)) (let (v9 : bool) (> v7 v2)) (results v9))
      (body ((v10 : int) (v11 : int)) )" + sums +
                                           R"(
        (let (v18 : int) (- v10 v3)) (results v18 v11))))
    (results v6 xs_1))",
                                       1000);
  CHECK(down > 1e6);
  CHECK(down < 3e6);
  CHECK(down_exact);
  const auto [up, up_exact] = work(begin + R"((let (v5 : int) (loop v2
      (body ((v7 : int)) (let (v9 : bool) (< v7 v0)) (results v9))
      (body ((v11 : int)) )" + sums + R"(
        (let (v18 : int) (+ v11 v3)) (results v18))))
    (results v5 xs_1))",
                                   1000);
  CHECK(up > 1e6); // the sums of the first 0, 1, 2 .. numbers
  CHECK(up < 3e6);
  CHECK_FALSE(up_exact);
}

TEST_CASE("a loop that goes on while its state tells so is taken to run 16 times") {
  const auto [n, exact] = work(R"((let (v2 : int) (constant 2))
    (let (v5 : int) (loop v0
      (body ((v7 : int)) (let (v9 : bool) (> v7 v2)) (results v9))
      (body ((v11 : int)) (let (v18 : int) (/ v11 v2)) (results v18))))
    (results v5 xs_1))",
                               1000);
  CHECK(n < 100);
  CHECK_FALSE(exact);
}
