// Replaces a Rows by a Map over all elements if all rows have the same length and nothing uses the rows' offsets, except
// to ask for a row's length, as `matrix` does.
// Comprehensions over vectors that do not depend on each other make such rows. Unlike a Rows, the Map can be fused
// with the loop that reads it.
#include "jit/passes/loops/row_branches.hpp"
#include "jit/passes/loops/rows_to_map.hpp"
#include "jit/passes/pass_list.hpp"
#include <algorithm>
#include <unordered_set>

namespace nova::plan {
namespace {

/// Whether no element of a row depends on another one, and the statements that all elements share are cheap, since
/// each element then repeats them. There may be Checks among these only if every row has elements (`has_elements`):
/// the Checks of a row without elements would not run.
bool by_elements(const Body& row, bool has_elements) {
  constexpr size_t little = 24;
  size_t shared = 0;
  for (const Stm& s : row.stms) {
    if (s.op == Op::Iota || s.op == Op::Shift || are_elements(s, row)) continue;
    if (is_row_choice(s, row, has_elements)) {
      for (const Body& b : s.bodies) for_each_stm(b, [&](const Stm& in) { shared += in.op != Op::Map; });
      continue;
    }
    const bool quick = s.op == Op::Scalar && s.builtin < BuiltinId::Sqrt;
    if (!quick && s.op != Op::Read && s.op != Op::Constant && !(s.op == Op::Check && has_elements))
      return false;
    ++shared;
  }
  return shared <= little;
}

/// How often a plan uses each column at all, and how often it only asks for a row's length: it reads the column at a
/// constant index, or in a map that computes nothing but has Checks.
struct OffsetUses {
  explicit OffsetUses(const Plan& plan, const Definitions& definitions)
      : all(count_uses(plan)), asks(all.size()) {
    for_each_root(plan, [&](const Body& b) { note(b, definitions, false); });
  }
  bool are_asks(Var offsets) const { return all[index_of(offsets)] == asks[index_of(offsets)]; }

  std::vector<uint32_t> all, asks;

 private:
  void note(const Body& b, const Definitions& definitions, bool checks) {
    for (const Stm& s : b.stms) {
      if (s.op == Op::Read && (checks || definitions.constant(s.args[1]))) ++asks[index_of(s.args[0])];
      for (const Body& in : s.bodies) note(in, definitions, checks || (s.op == Op::Map && s.outs.empty()));
    }
  }
};

/// Whether the elements of a row take no memory to compute: it has none, or they are arithmetic.
bool are_uniform(const Definitions& definitions, const Body& row) {
  return std::ranges::all_of(std::span(row.results).subspan(1), [&](Var v) {
    const Stm* const s = definitions.find(v, Op::Map);
    return s && is_cheap(s->bodies[0]) && !count_of(s->bodies[0], Op::Read);
  });
}

bool is_even(const Definitions& definitions, const OffsetUses& uses, const Stm& rows) {
  const Body& row = rows.bodies[0];
  const auto number = definitions.constant(row.results[0]);
  if (number == 1) return true;
  if (number == 0 || rows.strategy != Strategy::BySize) return false;
  if (!uses.are_asks(rows.outs[0]) && !are_uniform(definitions, row)) return false;
  if (!number && !definitions.outside_loop(row.results[0], row.params[0])) return false;
  return by_elements(row, number.has_value());
}

/// Lets the even rows that a branch chooses be maps of choices.
void choose_rows_by_elements(Plan& plan) {
  const Definitions definitions(plan);
  const OffsetUses uses(plan, definitions);
  std::unordered_set<Var> even;
  for_each_body(plan, [&](Body& body) {
    for (const Stm& s : body.stms)
      if (s.op == Op::Rows && is_even(definitions, uses, s)) even.insert(s.outs[0]);
  });
  for_each_body(plan, [&](Body& body) {
    for (Stm& s : body.stms)
      if (s.op == Op::Rows && even.contains(s.outs[0]))
        choose_by_elements(plan, s.bodies[0], definitions.constant(s.bodies[0].results[0]).has_value());
  });
}

} // namespace

bool even_rows(Plan& plan) {
  choose_rows_by_elements(plan);
  RowsToMap made(plan);
  const OffsetUses uses(made.b.plan, made.definitions);
  for_each_body(made.b.plan, [&](Body& body) {
    made.choose(body, [&](const Stm& rows) { return is_even(made.definitions, uses, rows); });
  });
  if (made.none()) return false;
  for_each_body(made.b.plan, [&](Body& body) { made.replace(body, [](Stm&) {}); });
  made.rename();
  return true;
}

} // namespace nova::plan
