// What checks make of inputs that are too large for the interpreter.
#include "interp/machine.hpp"
#include "jit/tiers/form_inputs.hpp"
#include "tests/unit/plan_help.hpp"

using namespace nova;
using namespace nova::plan;

namespace {

/// The values of `texts` cut together, each as text; "-" if nothing is cut. The plan has a table of input `table`.
std::string cut(const std::vector<std::string>& texts, int64_t most, Cuts cuts, size_t table = 99) {
  PlanRun run;
  std::vector<Value> values;
  std::vector<TypeId> types;
  for (const std::string& text : texts) {
    types.push_back(run.form(text).value->type);
    values.push_back(run.expected().value());
  }
  std::vector<Input> plan_inputs(values.size());
  if (table < values.size()) plan_inputs[table].is_table = true;
  const auto made = cut_inputs(plan_inputs, values, most, cuts);
  if (!made) return "-";
  std::string all;
  for (size_t k = 0; k < made->size(); ++k)
    all += (k ? " " : "") + print_value((*made)[k], types[k], run.frontend.types, run.frontend.symbols);
  return all;
}

} // namespace

TEST_CASE("inputs are cut: first elements, numbers, rows") {
  const std::vector<std::string> three{"[1 2 3 4 5]", "[[10 20 30] [40] [50 60]]", "7"};
  CHECK(cut(three, 2, {}) == "[1 2] [[10 20 30] [40]] 7");
  CHECK(cut(three, 2, {.numbers = true}) == "[1 2] [[10 20 30] [40]] 2");
  CHECK(cut(three, 2, {.rows = true}) == "[1 2] [[10 20] [40]] 7");
  CHECK(cut({"(matrix [[1 2 3] [4 5 6] [7 8 9]])"}, 2, {}) == "-");
  CHECK(cut({"(matrix [[1 2 3] [4 5 6] [7 8 9]])"}, 2, {.rows = true}) == "[[1 2] [4 5]]");
  CHECK(cut({"[[[1 2 3]] [[4 5] [6 7 8] [9]]]"}, 2, {.rows = true}) == "[[[1 2]] [[4 5] [6 7]]]");
  CHECK(cut(three, 2, {.rows = true}, 0) == "[1 2 3 4 5] [[10 20] [40]] 7");
  CHECK(cut({"[1 2]", "2"}, 2, {.numbers = true, .rows = true}) == "-");
}

TEST_CASE("inputs are cut: indices stay inside, and offsets have one more") {
  const Cuts all{.numbers = true, .rows = true, .indices = true};
  CHECK(cut({"[0 2 5 6]", "[7 1 8 0 2 9]", "[1.5 2.5 3.5]"}, 2, all) == "[0 2 2] [1 1] [1.5 2.5]");
  CHECK(cut({"[[9 0 -4] [3 3 3]]", "(map to_int32 [5 1 6 9])", "[1 7]"}, 2, all) ==
        "[[1 0] [1 1]] [1 1] [1 1]");
}
