// Function values that are one of several functions. In the plan, a number says which of them the value is.
#include "jit/lower/function_values.hpp"
#include "jit/lower/boxed_functions.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/tabulate.hpp"
#include "jit/lower/values.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

Vars no_elements(Lowering& l, const ValueShape& s, Var n);
bool is_outside(Builder& b, const Elements& e, uint32_t first);
bool is_outside(Builder& b, const Rep& r, uint32_t first);
Rep with_held_items(Lowering& l, const Rep& made, uint32_t first, bool item);

} // namespace

Rep item_of(Lowering& l, const Rep& f, size_t k) {
  const Rep& item = f.items[k];
  const std::optional<TypeId> t = item_type(l.types, *f.lambda, k);
  if (!t) return {}; // the Lambda never uses this item
  if (item.kind != Rep::Free) return item;
  Input in = item.from;
  in.type = *t;
  return input(l, std::move(in));
}

// ---- which functions a value may be ----

namespace {

/// Returns the functions that `f` may be. If `one`, this is `f` itself; otherwise `f` is a Choice, whose items after
/// the first are these functions.
template <class F> std::span<const F> alternatives(const F& f, bool one) {
  if (one) return std::span(&f, 1);
  return f.items.empty() ? std::span<const F>() : std::span(f.items).subspan(1);
}
std::span<const Rep> alternatives(const Rep& f) { return alternatives(f, f.kind == Rep::Function); }
std::span<const Elements> alternatives(const Elements& f) {
  return alternatives(f, f.role == Elements::Closure);
}

ValueShape& closure_in(Lowering& l, ValueShape& s, const Core* lambda, size_t items, bool& changed) {
  constexpr size_t most = 64;
  ValueShape& closure = plan::closure_in(l.types, s, *lambda, items, changed, &l.boxes.boxed);
  if (closures_in(s) > most) lower_again(l, s.type);
  return closure;
}

} // namespace

bool join(Lowering& l, ValueShape& s, const Rep& r) {
  bool changed = false;
  switch (s.kind) {
  case ValueShape::Plain:
  case ValueShape::Cell: break;
  case ValueShape::Vector: return join(l, s.items[0], r.elements);
  case ValueShape::Choice:
    for (const Rep& f : alternatives(r)) {
      ValueShape& closure = closure_in(l, s, f.lambda, f.items.size(), changed);
      for (size_t k = 0; k < f.items.size(); ++k) changed |= join(l, closure.items[k], item_of(l, f, k));
    }
    break;
  default:
    for (size_t k = 0; k < s.items.size(); ++k) changed |= join(l, s.items[k], r.items[k]);
  }
  return changed;
}

bool join(Lowering& l, ValueShape& s, const Elements& e) {
  bool changed = false;
  if (e.kind == Elements::Same) return join(l, s, *e.same);
  switch (s.kind) {
  case ValueShape::Plain:
  case ValueShape::Cell: break;
  case ValueShape::Vector: return join(l, s.items[0], e.items[0]);
  case ValueShape::Choice:
    for (const Elements& f : alternatives(e)) {
      ValueShape& closure = closure_in(l, s, f.lambda, f.items.size(), changed);
      for (size_t k = 0; k < f.items.size(); ++k) changed |= join(l, closure.items[k], f.items[k]);
    }
    break;
  default:
    for (size_t k = 0; k < s.items.size(); ++k) changed |= join(l, s.items[k], e.items[k]);
  }
  return changed;
}

bool join(Lowering& l, std::vector<ValueShape>& shapes, const Reps& values) {
  bool changed = false;
  for (size_t k = 0; k < values.size(); ++k) changed |= join(l, shapes[k], values[k]);
  return changed;
}

std::vector<ValueShape> shapes_of(Lowering& l, const TypeIds& types, const Reps& values) {
  std::vector<ValueShape> shapes;
  for (TypeId t : types) shapes.push_back(l.shape_of(t));
  join(l, shapes, values);
  return shapes;
}

// ---- values that hold functions: made from plan variables, and spread over them, by their ValueShape ----

Rep fresh(Lowering& l, const ValueShape& s, const MakeVar& make) {
  if (s.kind == ValueShape::Plain || s.kind == ValueShape::Cell) return fresh(l, s.type, make);
  const bool choice = s.kind == ValueShape::Choice, tagged = choice && s.items.size() > 1;
  if (s.kind == ValueShape::Vector) {
    Vars dims;
    for (uint32_t d = 0; d < l.types.rank_of(s.type); ++d) dims.push_back(make({Element::I64, false}));
    return Rep::vector(std::move(dims), fresh_elements(l, s.items[0], make));
  }
  Reps items;
  if (tagged) items.push_back(Rep::scalar(make({Element::I32, false})));
  for (const ValueShape& item : s.items) items.push_back(fresh(l, item, make));
  if (s.kind == ValueShape::Closure) return Rep::function(s.lambda, std::move(items));
  if (choice && s.items.size() == 1) return std::move(items[0]);
  return choice ? Rep::choice(s.type, std::move(items)) : Rep::tuple(std::move(items));
}

Elements fresh_elements(Lowering& l, const ValueShape& s, const MakeVar& make) {
  if (s.kind == ValueShape::Plain || s.kind == ValueShape::Cell) return fresh_elements(l, s.type, make);
  const bool choice = s.kind == ValueShape::Choice, tagged = choice && s.items.size() > 1;
  Elements e;
  if (s.kind == ValueShape::Vector) {
    e.kind = Elements::Rows, e.offsets = make({Element::I64, true}), e.rank = l.types.rank_of(s.type);
    if (e.rank > 1) e.shape = make({Element::I64, true});
    e.items.push_back(fresh_elements(l, s.items[0], make));
    return e;
  }
  e.kind = Elements::Tuple, e.type = s.type, e.lambda = s.lambda;
  e.role = choice ? Elements::Choice : s.kind == ValueShape::Closure ? Elements::Closure : Elements::Items;
  if (tagged) e.items.push_back(fresh_elements(l, l.types.prim(Element::I32), make));
  for (const ValueShape& item : s.items) e.items.push_back(fresh_elements(l, item, make));
  return choice && s.items.size() == 1 ? Elements(e.items[0]) : e;
}

std::vector<VarType> flat_of(Lowering& l, const ValueShape& s) {
  std::vector<VarType> flat;
  fresh(l, s, [&](VarType v) { return flat.push_back(v), Var{}; });
  return flat;
}

Reps from_flat(Lowering& l, const std::vector<ValueShape>& shapes, const Vars& flat) {
  Reps values;
  size_t at = 0;
  for (const ValueShape& s : shapes) values.push_back(fresh(l, s, [&](VarType) { return flat[at++]; }));
  return values;
}

namespace {

/// Returns the number that each of `functions` has in the shape, in the order of `functions`.
template <class F> std::vector<uint32_t> order_in(const ValueShape& s, std::span<const F> functions) {
  std::vector<uint32_t> now;
  for (const F& f : functions) now.push_back(*closure_number(s, f.lambda, f.items.size()));
  return now;
}

/// Emits the conversion of a function's number to another numbering, in which function k has the number now[k], and
/// returns the new number. The old one, `number`, is known to be at least `from`.
Var renumbered(Builder& b, Var number, const std::vector<uint32_t>& now, size_t from) {
  const Var here = b.constant(Element::I32, now[from]);
  if (from + 1 == now.size()) return here;
  const VarType tag{Element::I32, false};
  const Var is =
      b.scalar(BuiltinId::Equal, Element::I32, Element::Bool, {number, b.constant(Element::I32, from)});
  return b.choose(
      is, std::span(&tag, 1), [&] { return Vars{here}; },
      [&] { return Vars{renumbered(b, number, now, from + 1)}; })[0];
}

bool are_in_order(const std::vector<uint32_t>& now) {
  for (uint32_t k = 0; k < now.size(); ++k)
    if (now[k] != k) return false;
  return true;
}

/// Returns the number that says which of the functions of shape `s` the value `f` is.
Var number_in(Builder& b, const ValueShape& s, const Rep& f) {
  const std::span<const Rep> all = alternatives(f);
  if (all.empty()) return b.constant(Element::I32, 0);
  const std::vector<uint32_t> now = order_in(s, all);
  if (all.size() == 1) return b.constant(Element::I32, now[0]);
  return are_in_order(now) ? f.items[0].var : renumbered(b, f.items[0].var, now, 0);
}

Var numbers_in(Builder& b, const ValueShape& s, const Elements& e, Var n) {
  const std::span<const Elements> all = alternatives(e);
  const std::vector<uint32_t> now = order_in(s, all);
  if (all.size() > 1 && are_in_order(now)) return e.items[0].column;
  const VarType tags{Element::I32, true};
  return emit_map(b, n, std::span(&tags, 1), [&](Var i) {
    if (all.size() > 1) return Vars{renumbered(b, b.read(e.items[0].column, i), now, 0)};
    return Vars{b.constant(Element::I32, all.empty() ? 0 : now[0])};
  })[0];
}

} // namespace

void flatten_as(Lowering& l, const ValueShape& s, const Rep& r, Vars& flat) {
  Builder& b = l.b;
  switch (s.kind) {
  case ValueShape::Plain: return flatten(l, r, flat);
  case ValueShape::Cell:
    return l.boxes.boxed.has(s.type) ? flat.push_back(boxed(l, r, s.type)) : flatten(l, r, flat);
  case ValueShape::Vector:
    flat.insert(flat.end(), r.dims.begin(), r.dims.end());
    return flatten_as(l, s.items[0], r.elements, count(b, r), flat);
  case ValueShape::Choice: break;
  default:
    for (size_t k = 0; k < s.items.size(); ++k) flatten_as(l, s.items[k], r.items[k], flat);
    return;
  }
  if (s.items.size() > 1) flat.push_back(number_in(b, s, r));
  for (const ValueShape& closure : s.items) {
    const Rep* own = nullptr;
    for (const Rep& f : alternatives(r))
      if (f.lambda == closure.lambda && f.items.size() == closure.items.size()) own = &f;
    if (own)
      for (size_t k = 0; k < closure.items.size(); ++k)
        flatten_as(l, closure.items[k], item_of(l, *own, k), flat);
    else
      for (Var v : zeros(b, flat_of(l, closure))) flat.push_back(v);
  }
}

void flatten_as(Lowering& l, const ValueShape& s, const Elements& e, Var n, Vars& flat) {
  Builder& b = l.b;
  if (s.kind == ValueShape::Cell && l.boxes.boxed.has(s.type))
    return flatten(l, boxed(l, e, n, s.type), n, flat);
  if (e.kind == Elements::Same) return flatten_as(l, s, repeated(l, *e.same, n), n, flat);
  switch (s.kind) {
  case ValueShape::Plain:
  case ValueShape::Cell: return flatten(l, e, n, flat);
  case ValueShape::Vector: {
    const Elements rows = contiguous(l, e, n);
    flat.push_back(*rows.offsets);
    if (e.rank > 1) flat.push_back(*rows.shape);
    return flatten_as(l, s.items[0], rows.items[0], b.read(*rows.offsets, n), flat);
  }
  case ValueShape::Choice: break;
  default:
    for (size_t k = 0; k < s.items.size(); ++k) flatten_as(l, s.items[k], e.items[k], n, flat);
    return;
  }
  if (s.items.size() > 1) flat.push_back(numbers_in(b, s, e, n));
  for (const ValueShape& closure : s.items) {
    const Elements* own = nullptr;
    for (const Elements& f : alternatives(e))
      if (f.lambda == closure.lambda && f.items.size() == closure.items.size()) own = &f;
    if (own)
      for (size_t k = 0; k < closure.items.size(); ++k)
        flatten_as(l, closure.items[k], own->items[k], n, flat);
    else
      for (Var v : no_elements(l, closure, n)) flat.push_back(v);
  }
}

namespace {

/// Returns the largest number of entries that one element has in any of the columns of `e`. For rows of n dimensions
/// this is n or more, since the column of their dimensions has n entries for each row.
size_t widest(const Elements& e) {
  size_t most = e.kind == Elements::Rows ? std::max<size_t>(e.rank, 1) : 1;
  for (const Elements& item : e.items) most = std::max(most, widest(item));
  return most;
}

/// Returns the columns of n elements of shape `s`, all filled with zeros. They are valid, since as offsets and
/// dimensions they describe n empty rows.
Vars no_elements(Lowering& l, const ValueShape& s, Var n) {
  Builder& b = l.b;
  std::vector<VarType> types;
  const Elements e = fresh_elements(l, s, [&](VarType v) { return types.push_back(v), Var{}; });
  if (types.empty()) return {};
  const Var room = b.mul(n, b.integer(static_cast<int64_t>(widest(e))));
  return emit_map(b, b.add(room, b.integer(1)), types, [&](Var) {
    Vars all;
    for (const VarType& t : types) all.push_back(b.constant(t.element, 0));
    return all;
  });
}

} // namespace

Vars flatten_as(Lowering& l, const std::vector<ValueShape>& shapes, const Reps& values) {
  Vars flat;
  for (size_t k = 0; k < shapes.size(); ++k) flatten_as(l, shapes[k], values[k], flat);
  return flat;
}

// ---- elements ----

namespace {

Elements as_shape(Lowering& l, const ValueShape& s, const Elements& e, Var n) {
  Vars flat;
  flatten_as(l, s, e, n, flat);
  size_t at = 0;
  return fresh_elements(l, s, [&](VarType) { return flat[at++]; });
}

} // namespace

void unify(Lowering& l, TypeId element, Elements& x, Var n, Elements& y, Var m) {
  if (!l.has_function(element)) return;
  ValueShape s = l.shape_of(element);
  join(l, s, x), join(l, s, y);
  x = as_shape(l, s, x, n), y = as_shape(l, s, y, m);
}

Elements repeated(Lowering& l, const Rep& r, Var n) {
  Builder& b = l.b;
  Elements e;
  switch (r.kind) {
  case Rep::Scalar:
  case Rep::Unit: return tabulate(l, n, [&](Var) { return r; });
  case Rep::Vector: {
    if (r.dims.size() > 1) return tabulate(l, n, [&](Var) { return r; });
    const std::vector<VarType> ints(2, {Element::I64, true});
    const Vars places = emit_map(b, n, ints, [&](Var) { return Vars{b.integer(0), r.dims[0]}; });
    e.kind = Elements::Rows, e.items.push_back(r.elements);
    e.starts = places[0], e.ends = places[1];
    return e;
  }
  default: break;
  }
  e.kind = Elements::Tuple, e.lambda = r.lambda, e.type = r.type, e.role = role_of(r);
  for (size_t k = 0; k < r.items.size(); ++k)
    e.items.push_back(repeated(l, r.kind == Rep::Function ? item_of(l, r, k) : r.items[k], n));
  return e;
}

namespace {

/// Whether `v` is visible outside of the body whose first variable is `first`: whether it was made before the body or
/// is an input of the plan.
bool is_outside(Builder& b, Var v, uint32_t first) {
  return static_cast<uint32_t>(v) < first || std::ranges::binary_search(b.plan.body.params, v);
}

bool is_outside(Builder& b, const Elements& e, uint32_t first) {
  const auto outside = [&](const auto& part) { return is_outside(b, part, first); };
  if (e.kind == Elements::Column) return outside(e.column);
  if (e.kind == Elements::Same) return outside(*e.same);
  const bool places =
      e.kind != Elements::Rows || (e.offsets ? outside(*e.offsets) : outside(e.starts) && outside(e.ends));
  const bool dims = (!e.shape || outside(*e.shape)) && std::ranges::all_of(e.extents, outside);
  return places && dims && std::ranges::all_of(e.items, outside);
}

bool is_outside(Builder& b, const Rep& r, uint32_t first) {
  const auto outside = [&](const auto& part) { return is_outside(b, part, first); };
  if (r.kind == Rep::Scalar) return outside(r.var);
  if (r.kind == Rep::Vector) return std::ranges::all_of(r.dims, outside) && outside(r.elements);
  return std::ranges::all_of(r.items, outside);
}

} // namespace

Elements solid(Lowering& l, const Elements& e, Var n, uint32_t first) {
  if (e.kind == Elements::Same)
    return is_outside(l.b, *e.same, first) ? e : solid(l, repeated(l, *e.same, n), n, first);
  Elements s = e;
  if (e.kind == Elements::Tuple)
    for (Elements& item : s.items) item = solid(l, item, n, first);
  return s;
}

Rep held(Lowering& l, const Rep& made, uint32_t first, bool item) {
  if (made.kind == Rep::Held) return made;
  if (!item || made.kind == Rep::Unit || !is_outside(l.b, made, first))
    return with_held_items(l, made, first, item);
  Rep h;
  h.kind = Rep::Held, h.items.push_back(made);
  return h;
}

namespace {

/// Returns `made` after replacing its items by the results of `held`. The functions of a Choice stay, and only the
/// values that they hold are replaced.
Rep with_held_items(Lowering& l, const Rep& made, uint32_t first, bool item) {
  Rep h = made;
  if (made.kind == Rep::Choice)
    for (size_t k = 1; k < h.items.size(); ++k) h.items[k] = with_held_items(l, made.items[k], first, item);
  else
    for (size_t k = 0; k < h.items.size(); ++k)
      h.items[k] = made.kind == Rep::Function ? held(l, item_of(l, made, k), first, true)
                                              : held(l, made.items[k], first, item);
  return h;
}

} // namespace

std::optional<Elements> named_functions(Lowering& l, const Reps& items, TypeId element) {
  Builder& b = l.b;
  if (!l.types.is(element, TypeKind::Fun) || items.size() < 2) return {};
  Elements e, closure, same;
  e.kind = closure.kind = Elements::Tuple, e.role = Elements::Choice, closure.role = Elements::Closure;
  same.kind = Elements::Same, e.type = element;
  const VarType tags{Element::I32, true};
  for (const Rep& f : items) {
    const auto is = [&](const Rep& other) {
      return other.lambda == f.lambda && other.items.size() == f.items.size();
    };
    if (f.kind != Rep::Function || std::ranges::count_if(items, is) > 1) return {};
  }
  const Var n = b.integer(static_cast<int64_t>(items.size()));
  Elements number;
  number.kind = Elements::Column;
  number.column = emit_map(b, n, std::span(&tags, 1), [&](Var i) {
    return Vars{b.scalar(BuiltinId::ToInt32, Element::I64, Element::I32, {i})};
  })[0];
  e.items.push_back(number);
  for (const Rep& f : items) {
    closure.lambda = f.lambda, closure.items.clear();
    for (size_t k = 0; k < f.items.size(); ++k) {
      same.same = std::make_shared<Rep>(item_of(l, f, k));
      closure.items.push_back(same);
    }
    e.items.push_back(closure);
  }
  return e;
}

// ---- states of statements ----

void add_sizes(Lowering& l, Stm& s, const ValueShape& state) {
  const std::vector<VarType> types = flat_of(l, state);
  const Rep form = fresh(l, state, [](VarType) { return Var{}; });
  if (std::optional<Body> made = sizes(l.b, form, types)) s.bodies.push_back(std::move(*made));
}

} // namespace nova::plan
