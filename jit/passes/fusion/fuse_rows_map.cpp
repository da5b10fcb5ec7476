// Moves a Map over the elements of all rows into the Rows statement that makes the rows: each row then maps its own
// elements. Each element of the Map must depend on the element with the same index alone.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Whether the map uses its index only to read the columns of the rows' elements, and reads these columns only at its
/// index.
bool looks_at_elements(const Stm& map, const Stm& rows) {
  const Var i = map.bodies[0].params[0];
  const std::span columns = std::span(rows.outs).subspan(2);
  bool reads = false, other = is_any(i, map.bodies[0].results);
  for_each_stm(map.bodies[0], [&](const Stm& s) {
    const bool element = s.op == Op::Read && is_any(s.args[0], columns);
    reads |= element;
    other |= element ? s.args[1] != i : is_any(i, s.args) || uses(s, columns);
    for (const Body& b : s.bodies) other |= is_any(i, b.results);
  });
  return reads && !other;
}

/// Whether the Map at index l of the body can move into the Rows at index k: it uses no results of the statements
/// between them, none of these can fail, and it depends on the rows' elements only as `looks_at_elements` says.
bool may_come_before(const Body& b, size_t k, size_t l) {
  for (size_t between = k + 1; between < l; ++between)
    if (can_fail(b.stms[between]) || uses(b.stms[l], b.stms[between].outs)) return false;
  const Stm& rows = b.stms[k];
  return !uses(b.stms[l].bodies[0], std::span(rows.outs).first(2)) && looks_at_elements(b.stms[l], rows);
}

/// Moves `map` into the body of `rows`, where it becomes a Map over the elements of a row.
void put_in(Plan& plan, Stm& rows, Stm map) {
  Body& row = rows.bodies[0];
  const Var j = plan.make({Element::I64, false});
  Stm inner{.op = Op::Map, .args = {row.results[0]}, .strategy = map.strategy, .span = map.span};
  Body made{{j}, {}, {}};
  std::vector<Var> elements;
  for (size_t c = 2; c < rows.outs.size(); ++c) {
    elements.push_back(plan.make({plan[rows.outs[c]].element, false}));
    made.stms.push_back(
        {.op = Op::Read, .outs = {elements.back()}, .args = {row.results[c - 1], j}, .span = map.span});
  }
  Renaming renaming(plan);
  replace_reads(map.bodies[0], std::span(rows.outs).subspan(2), elements, renaming);
  std::vector<Var> results = paste_body(plan, map.bodies[0], std::span(&j, 1), made.stms);
  made.results = results;
  for (size_t k = 0; k < map.outs.size(); ++k) {
    inner.outs.push_back(plan.make(plan[map.outs[k]]));
    row.results.push_back(inner.outs.back()), rows.outs.push_back(map.outs[k]);
  }
  inner.bodies.push_back(std::move(made));
  row.stms.push_back(std::move(inner));
}

bool fuse_with_map(Plan& plan, Body& b, size_t k) {
  for (size_t l = k + 1; l < b.stms.size(); ++l) {
    if (b.stms[l].op != Op::Map || b.stms[l].args[0] != b.stms[k].outs[1] || !may_come_before(b, k, l))
      continue;
    Stm map = std::move(b.stms[l]);
    b.stms.erase(b.stms.begin() + static_cast<ptrdiff_t>(l));
    put_in(plan, b.stms[k], std::move(map));
    return true;
  }
  return false;
}

} // namespace

bool fuse_rows_map(Plan& plan) {
  bool changed = false;
  for_each_body(plan, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size(); ++k)
      while (b.stms[k].op == Op::Rows && fuse_with_map(plan, b, k)) changed = true;
  });
  return changed;
}

} // namespace nova::plan
