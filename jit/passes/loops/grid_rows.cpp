// In a GPU's plan, replaces a Rows by a Map over all elements if all rows have the same length. This is done even if
// other statements use the rows' offsets. The GPU then does not compute and sum up lengths, and kernels may use an
// element's row and column (the pass is called grids).
#include "jit/passes/loops/rows_to_map.hpp"
#include "jit/passes/pass_list.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Whether all rows have the same length, no element depends on another one, and the program has not chosen which
/// threads compute the rows.
bool is_grid(const RowsToMap& in, const Stm& rows) {
  const Body& row = rows.bodies[0];
  const Var length = row.results[0];
  return rows.outs.size() > 2 && rows.strategy == Strategy::BySize &&
         (in.definitions.constant(length) || in.definitions.outside_loop(length, row.params[0])) &&
         std::ranges::all_of(row.stms, [&](const Stm& s) {
           return s.op == Op::Shift || s.op == Op::Iota || is_small(s) ||
                  (are_elements(s, row) && s.strategy == Strategy::BySize);
         });
}

void drop_checks(Stm& s) {
  for (Body& inner : s.bodies) {
    std::erase_if(inner.stms, [](const Stm& t) { return t.op == Op::Check; });
    for (Stm& t : inner.stms) drop_checks(t);
  }
}

/// Emits a Map over the rows that runs the Checks of each row, and removes these Checks from the body of `rows`.
/// Elements then need not repeat them, and they also run for rows without elements.
void ask_rows(PlanBuilder& b, Stm& rows) {
  Body& row = rows.bodies[0];
  Body asked{{row.params[0]}, {}, {}};
  for (const Stm& s : row.stms)
    if (!are_elements(s, row)) asked.stms.push_back(s);
  if (!can_fail(asked)) return;
  Stm ask{.op = Op::Map, .args = {rows.args[0]}, .span = rows.span};
  ask.bodies.push_back(copy_body(b.plan, asked, {}));
  b.out->push_back(std::move(ask));
  std::erase_if(row.stms, [](const Stm& s) { return s.op == Op::Check; });
  for (Stm& s : row.stms)
    if (!are_elements(s, row)) drop_checks(s);
}

} // namespace

bool grid_rows(Plan& plan) {
  RowsToMap made(plan);
  for_each_host_body(made.b.plan, [&](Body& body) {
    made.choose(body, [&](const Stm& rows) { return is_grid(made, rows); });
  });
  if (made.none()) return false;
  for_each_host_body(made.b.plan,
                     [&](Body& body) { made.replace(body, [&](Stm& rows) { ask_rows(made.b, rows); }); });
  made.rename();
  return true;
}

} // namespace nova::plan
