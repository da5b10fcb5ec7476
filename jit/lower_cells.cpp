// Values of recursive types: a cell is its place in the region of its type, which is an input. Place 0 is no
// cell's and has zeros, so that nothing that is read without being needed lies outside; the constructors
// without fields follow.
#include "jit/lowering.hpp"
#include <algorithm>

namespace nova::plan {

/// May it have a region? Its fields have to be scalars, or cells of such types.
bool Lowering::has_region(TypeId t) {
  t = types_.resolve(t);
  const auto [at, added] = regional_.try_emplace(static_cast<uint32_t>(t), true); // as it is used in itself
  if (!added) return at->second;
  bool all = true;
  for (const auto& fields : plan::constructor_fields(types_, t))
    for (TypeId f : fields) all = all && is_scalar(f);
  return regional_[static_cast<uint32_t>(t)] = all;
}

/// Room, and the columns: how many places are in use, the tags, the fields.
Rep Lowering::make_region(TypeId t, const MakeVar& make) {
  const Var room = make({Element::I64, false});
  Elements all;
  all.kind = Elements::Tuple;
  all.items.push_back(fresh_elements(types_.prim(Element::I64), make));
  all.items.push_back(fresh_elements(cell_fields(types_, t), make));
  return Rep::vector({room}, std::move(all));
}

const Rep& Lowering::region(TypeId t) {
  t = types_.resolve(t);
  const auto key = static_cast<uint32_t>(t);
  if (const auto made = regions_.find(key); made != regions_.end()) return made->second;
  if (in_function_)
    refuse("a function that calls itself makes values of a type that is not known before it runs");
  if (!has_region(t))
    refuse("it uses the recursive type " + types_.print(t, frontend_.symbols) +
           ", which holds more than scalars");
  inputs_.push_back(
      {.kind = Input::Region, .index = 0, .type = t, .path = {}, .shape = cell_fields(types_, t)});
  Vars& params = b.plan.body.params;
  const size_t first = params.size();
  regions_[key] = make_region(t, [&](VarType v) { return params.emplace_back(b.plan.make(v)); });
  const auto at = params.begin() + static_cast<std::ptrdiff_t>(first);
  b.plan.regions.push_back({at[0], at[1], {at + 2, params.end()}});
  return regions_[key];
}

/// The regions of what values of the type may hold.
void Lowering::need_regions(TypeId t) {
  std::vector<TypeId> all;
  note_cells(t, all);
  note_inner_cells(all);
  for (TypeId cell : all) region(cell);
}

/// And those in them.
void Lowering::note_inner_cells(std::vector<TypeId>& all) {
  for (size_t k = 0; k < all.size(); ++k)
    for (const auto& fields : plan::constructor_fields(types_, all[k]))
      for (TypeId f : fields) note_cells(f, all);
}

void Lowering::note_cells(TypeId t, std::vector<TypeId>& out) {
  t = types_.resolve(t);
  if (!is_open(types_, t)) return;
  if (is_cell(types_, t)) {
    if (std::ranges::find(out, t) == out.end()) out.push_back(t);
    return;
  }
  const std::vector<TypeId> args(types_.args(t).begin(), types_.args(t).end());
  if (types_.is(t, TypeKind::Tuple))
    for (TypeId item : args) note_cells(item, out);
  if (types_.is(t, TypeKind::Vector)) note_cells(types_.element_of(t), out);
  if (types_.is(t, TypeKind::Sum))
    for (const auto& fields : plan::constructor_fields(types_, t))
      for (TypeId f : fields) note_cells(f, out);
}

void Lowering::note_cells(const CorePattern& p, std::vector<TypeId>& out) {
  note_cells(p.type, out);
  for (const CorePattern& item : p.items) note_cells(item, out);
}

void Lowering::note_cells(const Core& c, std::vector<TypeId>& out) {
  note_cells(c.type, out);
  for (const CoreArm& arm : c.arms) note_cells(arm.pattern, out);
}

Rep Lowering::opened(const Rep& cell, TypeId t) {
  Rep all = element(region(t).elements.items[1], cell.var);
  if (plan::constructor_fields(types_, types_.resolve(t)).size() == 1) all.items.erase(all.items.begin());
  return all;
}

Rep Lowering::made_cell(TypeId t, uint32_t constructor, const Reps& own) {
  if (const auto at = place_of_constant(types_, t, constructor)) {
    region(t);
    return Rep::scalar(b.constant(Element::I64, *at));
  }
  const Rep all = region(t);
  Stm s{.op = Op::Cell, .args = {all.dims[0]}};
  for (Var v : columns(all.elements)) s.args.push_back(v);
  s.args.push_back(b.constant(Element::I32, constructor));
  const auto fields = plan::constructor_fields(types_, t);
  for (size_t k = 0; k < fields.size(); ++k)
    for (size_t f = 0; f < fields[k].size(); ++f)
      flatten(k == constructor ? own[f] : zero(fields[k][f]), s.args);
  b.plan.sites.push_back({std::string(out_of_room), b.at});
  s.site = static_cast<uint32_t>(b.plan.sites.size() - 1);
  return Rep::scalar(b.emit(std::move(s), {Element::I64, false}));
}

// ---- equality ----

/// A function of the plan for each type.
Var Lowering::equal_cells(Var x, Var y, TypeId t) {
  std::vector<TypeId> cells{t};
  note_inner_cells(cells);
  Stm s{.op = Op::Call, .args = {x, y}};
  for (TypeId c : cells) flatten_region(c, s.args);
  s.function = equality(t, cells);
  b.plan.sites.push_back({"E0602", b.at});
  s.site = static_cast<uint32_t>(b.plan.sites.size() - 1);
  return b.emit(std::move(s), {Element::Bool, false});
}

void Lowering::flatten_region(TypeId t, Vars& flat) {
  const Rep& r = region(t);
  flat.push_back(r.dims[0]);
  for (Var v : columns(r.elements)) flat.push_back(v);
}

uint32_t Lowering::equality(TypeId t, const std::vector<TypeId>& cells) {
  const auto [known, added] =
      equalities_.try_emplace(static_cast<uint32_t>(t), static_cast<uint32_t>(b.plan.functions.size()));
  const uint32_t number = known->second;
  if (!added) return number;
  b.plan.functions.push_back({.name = "equal " + types_.print(t, frontend_.symbols), .body = {}});
  const Vars pair{b.index(), b.index()};
  Body body = function_body(pair, cells, [&] { return Vars{compared_cells(pair[0], pair[1], t)}; });
  b.plan.functions[number].body = std::move(body);
  return number;
}

/// A loop along the cells that come last in cells: the pair, whether it is to be compared, whether all was
/// the same.
Var Lowering::compared_cells(Var x, Var y, TypeId t) {
  const TypeId place = types_.prim(Element::I64), boolean = types_.prim(Element::Bool);
  const TypeIds types{place, place, boolean, boolean};
  const Var none = b.integer(0);
  const Var some = b.both(b.less(none, x), b.less(none, y));
  const Reps first{Rep::scalar(x), Rep::scalar(y), Rep::scalar(some), Rep::scalar(b.equal(x, y))};
  const auto fields = constructor_fields(t);
  const size_t tags = fields.size() > 1;
  const auto step = [&](const Reps& now) {
    const Rep p = opened(now[0], t), q = opened(now[1], t);
    std::function<Reps(uint32_t)> from = [&](uint32_t k) {
      const auto here = [&] {
        return compared_fields(p.items[k + tags], q.items[k + tags], fields[k], t, now);
      };
      if (k + 1 == fields.size()) return here();
      const Var is = b.scalar(BuiltinId::Equal, Element::I32, Element::Bool,
                              {p.items[0].var, b.constant(Element::I32, k)});
      return choose(is, types, here, [&] { return from(k + 1); });
    };
    if (!tags) return from(0);
    const Rep differs = Rep::scalar(b.boolean(false));
    return choose(
        equal(p.items[0], q.items[0], types_.prim(Element::I32)), types, [&] { return from(0); },
        [&] {
          return Reps{now[0], now[1], differs, differs};
        });
  };
  return loop_over(
             types, first, [](const Reps& now) { return now[2].var; }, step)[3]
      .var;
}

namespace {

/// What two values consist of, tuples taken apart.
struct Parts {
  Reps x, y;
  TypeIds types;
};

void note_parts(const Types& types, const Rep& x, const Rep& y, TypeId t, Parts& out) {
  t = types.resolve(t);
  if (!types.is(t, TypeKind::Tuple)) return out.x.push_back(x), out.y.push_back(y), out.types.push_back(t);
  for (uint32_t k = 0; k < x.items.size(); ++k)
    note_parts(types, x.items[k], y.items[k], types.arg(t, k), out);
}

} // namespace

/// The next round's state.
Reps Lowering::compared_fields(const Rep& x, const Rep& y, const TypeIds& fields, TypeId cell,
                               const Reps& now) {
  Parts parts;
  for (size_t k = 0; k < fields.size(); ++k) note_parts(types_, x.items[k], y.items[k], fields[k], parts);
  const bool goes_on = !parts.types.empty() && parts.types.back() == cell;
  const VarType boolean{Element::Bool, false};
  Var same = b.boolean(true);
  for (size_t k = 0; k + goes_on < parts.types.size(); ++k)
    same = b.choose(
        same, std::span(&boolean, 1), [&, k] { return Vars{equal(parts.x[k], parts.y[k], parts.types[k])}; },
        [&] { return Vars{b.boolean(false)}; })[0];
  const Rep result = Rep::scalar(same);
  if (goes_on) return {parts.x.back(), parts.y.back(), result, result};
  return {now[0], now[1], Rep::scalar(b.boolean(false)), result};
}

} // namespace nova::plan
