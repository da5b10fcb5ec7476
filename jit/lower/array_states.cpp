// States and elements that hold columns: how long those are, and elements that are stored with all their
// parts at once.
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// A value of the same form from variables that exist, in flat order: rows lie one after the other in it.
Rep Lowering::like(const Rep& r, std::span<const Var>& flat) const {
  Rep made = r;
  if (r.kind == Rep::Held) return made;
  if (r.kind == Rep::Scalar) made.var = next_of(flat);
  for (Rep& item : made.items) item = like(item, flat);
  for (Var& d : made.dims) d = next_of(flat);
  if (r.kind == Rep::Vector) made.elements = like(r.elements, flat);
  return made;
}

Elements Lowering::like(const Elements& e, std::span<const Var>& flat) const {
  Elements made = e;
  if (e.kind == Elements::Column) made.column = next_of(flat);
  if (e.kind == Elements::Rows) made.offsets = next_of(flat), made.extents.clear();
  if (e.kind == Elements::Rows && e.rank > 1) made.shape = next_of(flat);
  for (Elements& item : made.items) item = like(item, flat);
  return made;
}

/// Of a value's columns, in flat order: how many elements each has.
void Lowering::lengths(const Rep& r, Vars& out) {
  if (r.kind == Rep::Held) return;
  for (const Rep& item : r.items) lengths(item, out);
  if (r.kind == Rep::Vector) lengths(r.elements, count(r), out);
}

void Lowering::lengths(const Elements& e, Var n, Vars& out) {
  if (e.kind == Elements::Column) out.push_back(n);
  if (e.kind == Elements::Rows) {
    out.push_back(b.add(n, b.integer(1)));
    if (e.rank > 1) out.push_back(b.mul(n, b.integer(e.rank)));
    n = b.read(*e.offsets, n);
  }
  for (const Elements& item : e.items) lengths(item, n, out);
}

/// (s ..) -> (length ..), for values of that form; nothing where they hold no columns.
std::optional<Body> Lowering::sizes(const Rep& form, const std::vector<VarType>& types) {
  bool columns = false;
  Vars params;
  for (const VarType& t : types) columns |= t.column, params.push_back(b.parameter(t));
  if (!columns) return {};
  return b.body(params, [&] {
    std::span<const Var> flat(params);
    Vars all;
    lengths(like(form, flat), all);
    return all;
  });
}

void Lowering::add_sizes(Stm& s, const ValueShape& state) {
  const std::vector<VarType> types = flat_of(state);
  const Rep form = fresh(state, [](VarType) { return Var{}; });
  if (std::optional<Body> made = sizes(form, types)) s.bodies.push_back(std::move(*made));
}

/// The outs of a statement that stores elements of these types.
std::vector<VarType> Lowering::stored_types(const std::vector<VarType>& element) {
  std::vector<VarType> all;
  for (const VarType& t : element) {
    if (t.column) all.push_back({Element::I64, true});
    all.push_back({t.element, true});
  }
  return all;
}

/// Element i of such outs.
Rep Lowering::stored_element(const Rep& form, const std::vector<VarType>& element, const Vars& outs, Var i) {
  const Vars flat = b.stored(element, outs, i);
  std::span<const Var> all(flat);
  return like(form, all);
}

/// n elements from what such a statement has stored.
Elements Lowering::stored_elements(const Rep& form, const std::vector<VarType>& element, const Vars& outs,
                                   Var n) {
  if (form.kind == Rep::Vector && form.dims.size() == 1 && is_flat(form.elements) && element.size() > 1) {
    Vars columns; // the rows as they are; each has its offsets, which are all the same
    for (size_t k = 2; k < outs.size(); k += 2) columns.push_back(outs[k]);
    Elements rows;
    rows.kind = Elements::Rows, rows.offsets = outs[1];
    std::span<const Var> all(columns);
    rows.items.push_back(like(form.elements, all));
    return rows;
  }
  return tabulate(n, [&](Var i) { return stored_element(form, element, outs, i); });
}

/// The same value with a column of its own for whatever its vectors hold once for all their elements: as
/// `flatten` lays them out, and `like` takes them up.
Rep Lowering::spread(Rep r) {
  if (r.kind == Rep::Held) return r;
  for (Rep& item : r.items) item = spread(std::move(item));
  if (r.kind == Rep::Vector) r.elements = spread(r.elements, count(r));
  return r;
}

Elements Lowering::spread(const Elements& e, Var n) {
  if (e.kind == Elements::Same) return spread(repeated(*e.same, n), n);
  Elements s = e.kind == Elements::Rows ? contiguous(e, n) : e;
  if (e.kind == Elements::Rows) n = b.read(*s.offsets, n);
  for (Elements& item : s.items) item = spread(item, n);
  return s;
}

/// What of an element is stored: of a function what it holds, and nothing of what is there once for all.
void Lowering::parts(const Rep& r, Vars& flat) {
  if (r.kind == Rep::Held) return;
  const bool has_items = r.kind == Rep::Tuple || r.kind == Rep::Function || r.kind == Rep::Choice;
  if (!has_items) return flatten(r, flat);
  for (const Rep& item : r.items) parts(item, flat);
}

/// Elements whose parts are made together, since making them again for each part would cost much.
Elements Lowering::tabulate_once(Var n, const MakeElement& f) {
  Rep made;
  Stm s{.op = Op::Map, .args = {n}};
  s.bodies.push_back(b.loop_body([&](Var i) {
    Vars all;
    parts(made = spread(f(i)), all);
    return all;
  }));
  const std::vector<VarType> types = b.types_of(s.bodies[0].results);
  if (std::optional<Body> columns = sizes(made, types))
    s.op = Op::Each, s.bodies.push_back(std::move(*columns));
  const Vars outs = b.emit(std::move(s), stored_types(types));
  return stored_elements(made, types, outs, n);
}

} // namespace nova::plan
