// For a GPU, rows of one length become a map of all elements, even if they are read as rows. So their lengths need
// not be computed and summed, and the row and column of an element are known (grids).
#include "jit/passes/loops/rows_to_map.hpp"
#include "jit/passes/pass_list.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Whether the statement is arithmetic, a read, a check, or an If of these.
bool is_small(const Stm& s) {
  if (s.op == Op::If)
    return std::ranges::all_of(s.bodies,
                               [](const Body& in) { return std::ranges::all_of(in.stms, is_small); });
  return s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::Read || s.op == Op::Check;
}

/// Whether all rows have one length and their elements are made each by itself, and the program chooses no threads
/// for them.
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

/// Emits the checks that rows themselves make, before their elements, which then need not repeat them. A row without
/// elements must fail all the same.
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
