// Lowers scanl: a loop that keeps each state of a fold. The scalars of a state are stored as the loop goes. If a state
// has columns (rows of vectors), the first loop stores how long they are. Offsets follow from that, and a second loop
// stores the columns' elements.
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/function_values.hpp"
#include "jit/lower/tabulate.hpp"
#include "jit/lower/values.hpp"

namespace nova::plan {
namespace {

/// A call of scanl: `f` steps from `init` through the vector `x`; `count` is the number of states.
struct FoldCall {
  const Rep &f, &init, &x;
  Var count{};
};

/// Columns that a loop fills, and how many elements each has.
struct Kept {
  Vars columns, sizes;
};

/// Emits the statements that store state k, whose flat variables are `flat`, in the columns. Returns the columns with
/// this state in them.
using Store = std::function<Vars(const Vars& columns, Var k, const Vars& flat)>;

Vars flat_state(Lowering& l, const ValueShape& shape, const Rep& r) { return flatten_as(l, {shape}, {r}); }

/// Returns the number of elements of each column among the flat variables of a state.
Vars lengths_of(Lowering& l, const ValueShape& shape, const Vars& flat) {
  return lengths(l.b, from_flat(l, {shape}, flat)[0]);
}

/// Emits the Loop that goes through all states after the first one and stores them. Its state is the number of steps
/// done, the fold's state, and the columns. If a state has functions that `shape` does not include, extends `shape`
/// and returns nothing.
std::optional<Vars> store_states(Lowering& l, ValueShape& shape, const FoldCall& fold, const Kept& kept,
                                 const Store& store) {
  Builder& b = l.b;
  Stm s{.op = Op::Loop, .args = flat_state(l, shape, fold.init)};
  const size_t width = s.args.size();
  s.args.insert(s.args.begin(), b.integer(0));
  s.args.insert(s.args.end(), kept.columns.begin(), kept.columns.end());
  const std::vector<VarType> types = b.types_of(s.args);
  const auto parameters = [&] {
    Vars all;
    for (const VarType& t : types) all.push_back(b.parameter(t));
    return all;
  };
  const auto flat = [&](const Vars& all) { return Vars(all.begin() + 1, all.begin() + 1 + width); };
  const auto columns = [&](const Vars& all) { return Vars(all.begin() + 1 + width, all.end()); };
  const Vars seen = parameters(), now = parameters(), sized = parameters();
  s.bodies.push_back(b.body(seen, [&] { return Vars{b.less(seen[0], fold.x.dims[0])}; }));
  bool grown = false;
  s.bodies.push_back(b.body(now, [&] {
    const Rep state = from_flat(l, {shape}, flat(now))[0];
    const Rep next = call2(l, fold.f, state, element(b, fold.x.elements, now[0]));
    if (grown = join(l, shape, next); grown) return Vars();
    const Var k = b.add(now[0], b.integer(1));
    Vars results = flat_state(l, shape, next);
    const Vars stored = store(columns(now), k, results);
    results.insert(results.begin(), k);
    results.insert(results.end(), stored.begin(), stored.end());
    return results;
  }));
  if (grown) return std::nullopt;
  s.bodies.push_back(b.body(sized, [&] {
    Vars all = lengths_of(l, shape, flat(sized));
    all.insert(all.end(), kept.sizes.begin(), kept.sizes.end());
    return all;
  }));
  return columns(b.emit(std::move(s), types));
}

/// Returns the scalars that are stored of a state: those among its flat variables, and the length of each column.
Vars scalars_of(Lowering& l, const ValueShape& shape, const Vars& flat) {
  Vars all = flat;
  const Vars known = lengths_of(l, shape, flat);
  for (size_t k = 0, column = 0; k < flat.size(); ++k)
    if (l.b.plan[flat[k]].column) all[k] = known[column++];
  return all;
}

/// Stores the scalars of all states: a column for each flat variable of a state.
Vars store_scalars(Lowering& l, ValueShape& shape, const FoldCall& fold) {
  Builder& b = l.b;
  const Store store = [&](const Vars& columns, Var k, const Vars& flat) {
    const Vars scalars = scalars_of(l, shape, flat);
    if (scalars.empty()) return columns;
    Stm s{.op = Op::Scatter, .args = columns};
    s.args.insert(s.args.begin(), {fold.count, b.integer(1)});
    s.bodies.push_back(b.loop_body([&](Var) {
      Vars results = scalars;
      return results.insert(results.begin(), k), results;
    }));
    return b.emit(std::move(s), b.types_of(columns));
  };
  for (;;) {
    const Vars first = scalars_of(l, shape, flat_state(l, shape, fold.init));
    std::vector<VarType> types = b.types_of(first);
    for (VarType& t : types) t.column = true;
    Kept kept;
    if (!first.empty()) kept.columns = emit_map(b, fold.count, types, [&](Var) { return first; });
    kept.sizes.assign(first.size(), fold.count);
    if (std::optional<Vars> all = store_states(l, shape, fold, kept, store)) return *all;
  }
}

/// Stores the columns of all states. `rows` has, for each column of a state, the offsets of its rows and their total.
Vars store_columns(Lowering& l, ValueShape& shape, const FoldCall& fold, const std::vector<Joined>& rows) {
  Builder& b = l.b;
  const Store store = [&](const Vars& columns, Var k, const Vars& flat) {
    const Vars known = lengths_of(l, shape, flat);
    Vars stored;
    for (const Var v : flat) {
      if (!b.plan[v].column) continue;
      const size_t j = stored.size();
      const Var from = b.read(rows[j].offsets, k);
      Stm s{.op = Op::Scatter, .args = {rows[j].total, known[j], columns[j]}};
      s.bodies.push_back(b.loop_body([&](Var i) { return Vars{b.add(from, i), b.read(v, i)}; }));
      stored.push_back(b.emit(std::move(s), b.plan[columns[j]]));
    }
    return stored;
  };
  const Vars first = flat_state(l, shape, fold.init);
  Kept kept;
  for (const Var v : first) {
    if (!b.plan[v].column) continue;
    const VarType type = b.plan[v];
    const Var total = rows[kept.columns.size()].total;
    kept.sizes.push_back(total);
    kept.columns.push_back(
        emit_map(b, total, std::span(&type, 1), [&](Var) { return Vars{b.constant(type.element, 0)}; })[0]);
  }
  kept.columns = store(kept.columns, b.integer(0), first);
  return *store_states(l, shape, fold, kept, store);
}

} // namespace

Rep lower_scanl(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const FoldCall fold{args[0], args[1], args[2], b.add(args[2].dims[0], b.integer(1))};
  b.check_fits(fold.count);
  ValueShape shape = shapes_of(l, {l.element_type(l.type(c))}, {fold.init})[0];
  const Vars scalars = store_scalars(l, shape, fold);
  const std::vector<VarType> types = flat_of(l, shape);
  std::vector<Joined> rows;
  for (size_t k = 0; k < types.size(); ++k)
    if (types[k].column)
      rows.push_back(
          join_rows(l, fold.count, [&](Var i) { return std::pair(b.read(scalars[k], i), Elements()); }));
  const Vars stored = rows.empty() ? Vars() : store_columns(l, shape, fold, rows);
  Vars outs;
  for (size_t k = 0, column = 0; k < types.size(); ++k) {
    outs.push_back(types[k].column ? rows[column].offsets : scalars[k]);
    if (types[k].column) outs.push_back(stored[column++]);
  }
  const Rep form = fresh(l, shape, [](VarType) { return Var{}; });
  return Rep::vector({fold.count}, stored_elements(l, form, types, outs, fold.count));
}

} // namespace nova::plan
