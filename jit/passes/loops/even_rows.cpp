// Replaces a Rows by a Map over all elements if all rows have the same length and nothing uses the rows' offsets.
// Comprehensions over vectors that do not depend on each other make such rows. Unlike a Rows, the Map can be fused
// with the loop that reads it.
#include "jit/passes/loops/rows_to_map.hpp"
#include "jit/passes/pass_list.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Whether no element of a row depends on another one, and the statements that all elements share are cheap, since
/// each element then repeats them. There may be Checks among these only if every row has elements (`has_elements`):
/// the Checks of a row without elements would not run.
bool by_elements(const Body& row, bool has_elements) {
  constexpr size_t little = 12;
  size_t shared = 0;
  for (const Stm& s : row.stms) {
    if (s.op == Op::Iota || s.op == Op::Shift || are_elements(s, row)) continue;
    const bool quick = s.op == Op::Scalar && s.builtin < BuiltinId::Sqrt;
    if (!quick && s.op != Op::Read && s.op != Op::Constant && !(s.op == Op::Check && has_elements))
      return false;
    ++shared;
  }
  return shared <= little;
}

bool is_even(const Definitions& definitions, const std::vector<uint32_t>& uses, const Stm& rows) {
  const Body& row = rows.bodies[0];
  const auto number = definitions.constant(row.results[0]);
  if (number == 1) return true;
  if (number == 0 || uses[index_of(rows.outs[0])] > 0 || rows.strategy != Strategy::BySize) return false;
  if (!number && !definitions.outside_loop(row.results[0], row.params[0])) return false;
  return by_elements(row, number.has_value());
}

} // namespace

bool even_rows(Plan& plan) {
  const std::vector<uint32_t> uses = count_uses(plan);
  RowsToMap made(plan);
  for_each_body(made.b.plan, [&](Body& body) {
    made.choose(body, [&](const Stm& rows) { return is_even(made.definitions, uses, rows); });
  });
  if (made.none()) return false;
  for_each_body(made.b.plan, [&](Body& body) { made.replace(body, [](Stm&) {}); });
  made.rename();
  return true;
}

} // namespace nova::plan
