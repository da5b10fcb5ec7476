// Rows whose elements are scattered, and looked at by nobody else, are never stored: each element goes to its
// place as it is made, row by row. What a row's elements have in common is made once.
#include "jit/pass_tools.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// The scatter that takes all elements of the rows; nothing where somebody else looks at them or at how many
/// there are.
std::optional<size_t> scatter_of(const Plan& plan, const Body& b, size_t k) {
  const Stm& rows = b.stms[k];
  const auto l = std::find_if(b.stms.begin() + static_cast<ptrdiff_t>(k) + 1, b.stms.end(),
                              [&](const Stm& s) { return uses(s, rows.outs); });
  if (l == b.stms.end() || l->op != Op::Scatter || l->args[1] != rows.outs[1] || l->args[0] == rows.outs[1])
    return {};
  const std::span columns = std::span(rows.outs).subspan(2);
  if (columns.empty() || uses(l->bodies[0], std::span(rows.outs).first(2)) ||
      !reads_own_only(l->bodies[0], columns, l->bodies[0].params[0]))
    return {};
  std::vector<uint32_t> own(plan.types.size());
  count_uses(l->bodies[0], own);
  const std::vector<uint32_t> all = count_uses(plan);
  const auto used = [&](Var v) { return all[index_of(v)]; };
  if (used(rows.outs[0]) || used(rows.outs[1]) != 1 ||
      std::ranges::any_of(columns, [&](Var v) { return used(v) != own[index_of(v)]; }))
    return {};
  return static_cast<size_t>(l - b.stms.begin());
}

/// Element j of a row's column: what a map or a counting column of that length makes of j, or what is there.
Var element(Plan& plan, const Body& row, Var column, Var j, std::vector<Stm>& out) {
  const auto made = std::ranges::find_if(row.stms, [&](const Stm& s) { return is_any(column, s.outs); });
  const auto add = [&](Stm s) { return out.push_back(std::move(s)), out.back().outs[0]; };
  const auto calc = [&](BuiltinId id, Var x, Var y) {
    return add(scalar_stm(plan, id, Element::I64, Element::I64, {x, y}, made->span));
  };
  if (made != row.stms.end() && made->op == Op::Iota)
    return calc(BuiltinId::Add, made->args[1], calc(BuiltinId::Multiply, j, made->args[2]));
  if (made != row.stms.end() && made->op == Op::Map && made->args[0] == row.results[0])
    return paste_body(plan, made->bodies[0], std::span(&j, 1),
                      out)[static_cast<size_t>(std::ranges::find(made->outs, column) - made->outs.begin())];
  Stm read{.op = Op::Read, .outs = {plan.make({plan[column].element, false})}, .args = {column, j}};
  return add(std::move(read));
}

/// (x .., j) -> (target, e ..), where x are what it needs of a row, which becomes (i) -> (length, x ..)
Body scattered(Plan& plan, Body& row, const Stm& rows, Body scatter) {
  Body made;
  const Var j = plan.make({Element::I64, false});
  std::vector<Var> elements;
  for (size_t c = 1; c < row.results.size(); ++c)
    elements.push_back(element(plan, row, row.results[c], j, made.stms));
  Renaming renaming(plan);
  replace_reads(scatter, std::span(rows.outs).subspan(2), elements, renaming);
  std::ranges::move(scatter.stms, std::back_inserter(made.stms));
  made.results = std::move(scatter.results);
  row.results.resize(1);
  std::vector<Var> bound = bound_variables(row);
  Renaming given(plan);
  for (Var v : bound) {
    if (!uses(made, std::span(&v, 1))) continue;
    row.results.push_back(v), made.params.push_back(plan.make(plan[v], plan.names[index_of(v)]));
    given.set(v, made.params.back());
  }
  given.apply(made);
  made.params.push_back(j);
  return made;
}

} // namespace

bool fuse_rows_scatter(Plan& plan) {
  bool changed = false;
  for_each_body(plan, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size(); ++k) {
      if (b.stms[k].op != Op::Rows) continue;
      const std::optional<size_t> l = scatter_of(plan, b, k);
      if (!l) continue;
      Stm rows = std::move(b.stms[k]);
      Stm& scatter = b.stms[*l];
      Body second = scattered(plan, rows.bodies[0], rows, std::move(scatter.bodies[0]));
      scatter.op = Op::RowsScatter;
      scatter.bodies = {std::move(rows.bodies[0]), std::move(second)};
      scatter.args.erase(scatter.args.begin() + 1), scatter.args.insert(scatter.args.begin(), rows.args[0]);
      b.stms.erase(b.stms.begin() + static_cast<ptrdiff_t>(k));
      changed = true, --k;
    }
  });
  return changed;
}

} // namespace nova::plan
