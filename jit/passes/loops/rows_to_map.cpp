#include "jit/passes/loops/rows_to_map.hpp"
#include <algorithm>

namespace nova::plan {

bool are_elements(const Stm& s, const Body& row) {
  return s.op == Op::Map && s.args[0] == row.results[0] &&
         std::ranges::none_of(row.stms, [&](const Stm& other) { return uses(other, s.outs); });
}

void RowsToMap::replace(Body& body, const std::function<void(Stm&)>& ask) {
  std::vector<Stm> before = std::exchange(body.stms, {});
  b.out = &body.stms;
  for (Stm& s : before)
    if (s.op == Op::Rows && lengths_.contains(s.outs[0]))
      put_map(s, ask);
    else
      body.stms.push_back(std::move(s));
}

void RowsToMap::rename() {
  for_each_root(b.plan, [&](Body& body) { renaming_.apply(body); });
}

void RowsToMap::put_map(Stm& rows, const std::function<void(Stm&)>& ask) {
  b.at = rows.span;
  const auto number = lengths_[rows.outs[0]];
  const Var n = rows.args[0],
            m = number ? b.integer(static_cast<int64_t>(*number)) : rows.bodies[0].results[0];
  const bool one = number == 1;
  ask(rows);
  const Var all = one ? n : b.length_product(n, m);
  renaming_.set(rows.outs[0], b.iota(b.add(n, b.integer(1)), b.integer(0), m));
  renaming_.set(rows.outs[1], all);
  Stm map{.op = Op::Map, .outs = {rows.outs.begin() + 2, rows.outs.end()}, .args = {all}, .span = rows.span};
  map.bodies.push_back(b.loop_body([&](Var k) {
    if (one) return element(rows.bodies[0], k, b.integer(0));
    return element(rows.bodies[0], b.calc(BuiltinId::Divide, k, m), b.calc(BuiltinId::Remainder, k, m));
  }));
  if (!map.outs.empty() || can_fail(map)) b.out->push_back(std::move(map));
}

/// Emits the statements that compute element j of row i, and returns the element's value in each column.
Vars RowsToMap::element(Body& row, Var i, Var j) {
  std::unordered_map<Var, Var> made;
  renaming_.set(row.params[0], i);
  for (Stm& s : row.stms) {
    if (!are_elements(s, row)) {
      b.out->push_back(std::move(s));
      continue;
    }
    renaming_.set(s.bodies[0].params[0], j);
    for (size_t k = 0; k < s.outs.size(); ++k) made[s.outs[k]] = s.bodies[0].results[k];
    for (Stm& inner : s.bodies[0].stms) b.out->push_back(std::move(inner));
  }
  Vars results;
  for (Var column : std::span(row.results).subspan(1))
    results.push_back(made.contains(column) ? made[column] : b.read(column, j));
  return results;
}

} // namespace nova::plan
