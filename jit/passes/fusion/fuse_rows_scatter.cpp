// Fuses a Rows with a Scatter of all its elements into a RowsScatter, if nothing else uses them. The elements are
// then never stored: each is written to its target as soon as it is computed. What the elements of a row share is
// computed once for the row.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Returns the index of the Scatter that takes all elements of the rows that statement k makes. Returns nothing if
/// there is none, or if another statement uses these elements or their number.
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

/// Emits the statements that compute, for one index, the element of each of a row's columns. If the row's body makes
/// a column by a Map or Iota of the row's length, the element is computed by that statement's body, without the
/// column. Columns that such a Map reads at its own index are treated in the same way. The element of any other
/// column is read.
class RowElements {
 public:
  RowElements(Plan& plan, const Body& row, Var index, std::vector<Stm>& out)
      : plan_(plan), row_(row), index_(index), out_(out) {}

  Var of(Var column) {
    if (const auto known = elements_.find(column); known != elements_.end()) return known->second;
    const Stm* made = maker(column);
    if (!made) {
      Stm read{
          .op = Op::Read, .outs = {plan_.make({plan_[column].element, false})}, .args = {column, index_}};
      elements_[column] = add(std::move(read));
    } else
      made->op == Op::Iota ? count(*made) : map(*made);
    return elements_[column];
  }
  /// Whether `s` makes columns whose elements were computed here without the columns. These elements do not need `s`.
  bool makes(const Stm& s) const {
    return !s.outs.empty() && maker(s.outs[0]) == &s && elements_.contains(s.outs[0]);
  }

 private:
  const Stm* maker(Var column) const {
    const auto s = std::ranges::find_if(row_.stms, [&](const Stm& t) { return is_any(column, t.outs); });
    const bool makes =
        s != row_.stms.end() && (s->op == Op::Iota || s->op == Op::Map) && s->args[0] == row_.results[0];
    return makes ? &*s : nullptr;
  }
  Var add(Stm s) { return out_.push_back(std::move(s)), out_.back().outs[0]; }
  Var calculated(BuiltinId id, Var x, Var y, Span span) {
    return add(scalar_stm(plan_, id, Element::I64, Element::I64, {x, y}, span));
  }
  void count(const Stm& iota) {
    const Var distance = calculated(BuiltinId::Multiply, index_, iota.args[2], iota.span);
    elements_[iota.outs[0]] = calculated(BuiltinId::Add, iota.args[1], distance, iota.span);
  }
  void map(const Stm& map) {
    Body body;
    body.results = paste_body(plan_, map.bodies[0], std::span(&index_, 1), body.stms);
    std::vector<Var> columns, elements;
    for_each_stm(body, [&](const Stm& s) {
      if (s.op == Op::Read && s.args[1] == index_ && maker(s.args[0])) columns.push_back(s.args[0]);
    });
    for (Var column : columns) elements.push_back(of(column));
    Renaming renaming(plan_);
    replace_reads(body, columns, elements, renaming, index_);
    std::ranges::move(body.stms, std::back_inserter(out_));
    for (size_t k = 0; k < map.outs.size(); ++k) elements_[map.outs[k]] = body.results[k];
  }

  Plan& plan_;
  const Body& row_;
  const Var index_;
  std::vector<Stm>& out_;
  std::unordered_map<Var, Var> elements_;
};

/// Returns the second body of the RowsScatter, (x .., j) -> (target, e ..), which computes the target and the values
/// of element j of a row. It is made from `row`, the body of the Rows, and `scatter`, the body of the Scatter.
/// Changes `row` to the first body, (i) -> (length, x ..), where x are the values of a row that all its elements
/// share.
Body scattered(Plan& plan, Body& row, const Stm& rows, Body scatter) {
  Body made;
  const Var j = plan.make({Element::I64, false});
  RowElements row_elements(plan, row, j, made.stms);
  std::vector<Var> elements;
  for (size_t c = 1; c < row.results.size(); ++c) elements.push_back(row_elements.of(row.results[c]));
  Renaming renaming(plan);
  replace_reads(scatter, std::span(rows.outs).subspan(2), elements, renaming);
  std::ranges::move(scatter.stms, std::back_inserter(made.stms));
  made.results = std::move(scatter.results);
  row.results.resize(1);
  for (size_t k = row.stms.size(); k-- > 0;) // Checks in the removed statements now run for each element
    if (row_elements.makes(row.stms[k]) && !uses(row, row.stms[k].outs) && !uses(made, row.stms[k].outs))
      row.stms.erase(row.stms.begin() + static_cast<ptrdiff_t>(k));
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
