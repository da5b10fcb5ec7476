// Rows and what is made of their elements. A map of all elements of rows, each looked at by itself, is made
// where the rows are: in each row, of its elements. Rows of one element each are a map, and their offsets
// count.
#include "jit/pass_tools.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Does the map look at the rows' columns alone at its index, and nowhere else at its index?
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

/// May statement l run where k does, before those between?
bool may_come_before(const Body& b, size_t k, size_t l) {
  for (size_t between = k + 1; between < l; ++between)
    if (can_fail(b.stms[between]) || uses(b.stms[l], b.stms[between].outs)) return false;
  const Stm& rows = b.stms[k];
  return !uses(b.stms[l].bodies[0], std::span(rows.outs).first(2)) && looks_at_elements(b.stms[l], rows);
}

/// The map becomes a map in each row.
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

bool fuse_at(Plan& plan, Body& b, size_t k) {
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

/// Rows whose length is the constant 1, as a map; its offsets, as a counting column; their count, as the
/// map's.
void as_map(Plan& plan, Body& b, size_t k, Renaming& renaming) {
  Stm rows = std::move(b.stms[k]);
  Body& row = rows.bodies[0];
  std::vector<Stm> made;
  const auto number = [&](uint64_t bits) {
    return made.emplace_back(constant_stm(plan, Element::I64, bits, rows.span)).outs[0];
  };
  const Var zero = number(0), one = number(1);
  made.push_back(
      scalar_stm(plan, BuiltinId::Add, Element::I64, Element::I64, {rows.args[0], one}, rows.span));
  const Var ends = made.back().outs[0];
  made.push_back({.op = Op::Iota, .outs = {rows.outs[0]}, .args = {ends, zero, one}, .span = rows.span});
  renaming.set(rows.outs[1], rows.args[0]);
  Stm map{
      .op = Op::Map, .outs = {rows.outs.begin() + 2, rows.outs.end()}, .args = rows.args, .span = rows.span};
  std::vector<Var> elements;
  for (size_t c = 1; c < row.results.size(); ++c) {
    elements.push_back(plan.make({plan[row.results[c]].element, false}));
    row.stms.push_back(
        {.op = Op::Read, .outs = {elements.back()}, .args = {row.results[c], zero}, .span = rows.span});
  }
  row.results = std::move(elements);
  map.bodies.push_back(std::move(row));
  if (!map.outs.empty() || can_fail(map)) made.push_back(std::move(map));
  b.stms[k] = std::move(made.back()), made.pop_back();
  b.stms.insert(b.stms.begin() + static_cast<ptrdiff_t>(k), std::make_move_iterator(made.begin()),
                std::make_move_iterator(made.end()));
}

} // namespace

bool fuse_rows_map(Plan& plan) {
  bool changed = false;
  for_each_body(plan, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size(); ++k)
      while (b.stms[k].op == Op::Rows && fuse_at(plan, b, k)) changed = true;
  });
  return changed;
}

bool rows_of_one(Plan& plan) {
  const Definitions definitions(plan);
  std::vector<Var> ones;
  for_each_body(plan, [&](Body& b) {
    for (const Stm& s : b.stms)
      if (s.op == Op::Rows && definitions.constant(s.bodies[0].results[0]) == 1) ones.push_back(s.outs[0]);
  });
  Renaming renaming(plan);
  for_each_body(plan, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size(); ++k)
      if (b.stms[k].op == Op::Rows && is_any(b.stms[k].outs[0], ones)) as_map(plan, b, k, renaming);
  });
  if (!ones.empty()) for_each_root(plan, [&](Body& b) { renaming.apply(b); });
  return !ones.empty();
}

} // namespace nova::plan
