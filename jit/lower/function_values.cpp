// Functions that are not known where they are called: a number says which of several it is, and a call chooses.
#include "jit/lower/lowering.hpp"
#include <algorithm>

namespace nova::plan {

/// A value from outside becomes an input.
Rep Lowering::item_of(const Rep& f, size_t k) {
  const Rep& item = f.items[k];
  const std::optional<TypeId> t = item_type(types_, *f.lambda, k);
  if (!t) return {}; // never used
  if (item.kind != Rep::Free) return item;
  Input in = item.from;
  in.type = *t;
  return input(std::move(in));
}

// ---- which functions can be where ----

namespace {

/// The functions that it may be.
template <class F> std::span<const F> alternatives(const F& f, bool one) {
  if (one) return std::span(&f, 1);
  return f.items.empty() ? std::span<const F>() : std::span(f.items).subspan(1);
}
std::span<const Rep> alternatives(const Rep& f) { return alternatives(f, f.kind == Rep::Function); }
std::span<const Elements> alternatives(const Elements& f) {
  return alternatives(f, f.role == Elements::Closure);
}

} // namespace

ValueShape& Lowering::closure_in(ValueShape& s, const Core* lambda, size_t items, bool& changed) {
  constexpr size_t most = 64;
  ValueShape& closure = plan::closure_in(types_, s, *lambda, items, changed, &boxed_);
  if (closures_in(s) > most) lower_again(s.type);
  return closure;
}

bool Lowering::join(ValueShape& s, const Rep& r) {
  bool changed = false;
  switch (s.kind) {
  case ValueShape::Plain:
  case ValueShape::Cell: break;
  case ValueShape::Vector: return join(s.items[0], r.elements);
  case ValueShape::Choice:
    for (const Rep& f : alternatives(r)) {
      ValueShape& closure = closure_in(s, f.lambda, f.items.size(), changed);
      for (size_t k = 0; k < f.items.size(); ++k) changed |= join(closure.items[k], item_of(f, k));
    }
    break;
  default:
    for (size_t k = 0; k < s.items.size(); ++k) changed |= join(s.items[k], r.items[k]);
  }
  return changed;
}

bool Lowering::join(ValueShape& s, const Elements& e) {
  bool changed = false;
  if (e.kind == Elements::Same) return join(s, *e.same);
  switch (s.kind) {
  case ValueShape::Plain:
  case ValueShape::Cell: break;
  case ValueShape::Vector: return join(s.items[0], e.items[0]);
  case ValueShape::Choice:
    for (const Elements& f : alternatives(e)) {
      ValueShape& closure = closure_in(s, f.lambda, f.items.size(), changed);
      for (size_t k = 0; k < f.items.size(); ++k) changed |= join(closure.items[k], f.items[k]);
    }
    break;
  default:
    for (size_t k = 0; k < s.items.size(); ++k) changed |= join(s.items[k], e.items[k]);
  }
  return changed;
}

bool Lowering::join(std::vector<ValueShape>& shapes, const Reps& values) {
  bool changed = false;
  for (size_t k = 0; k < values.size(); ++k) changed |= join(shapes[k], values[k]);
  return changed;
}

std::vector<ValueShape> Lowering::shapes_of(const TypeIds& types, const Reps& values) {
  std::vector<ValueShape> shapes;
  for (TypeId t : types) shapes.push_back(shape_of(t));
  join(shapes, values);
  return shapes;
}

// ---- values of a shape ----

Rep Lowering::fresh(const ValueShape& s, const MakeVar& make) {
  if (s.kind == ValueShape::Plain || s.kind == ValueShape::Cell) return fresh(s.type, make);
  const bool choice = s.kind == ValueShape::Choice, tagged = choice && s.items.size() > 1;
  if (s.kind == ValueShape::Vector) {
    Vars dims;
    for (uint32_t d = 0; d < types_.rank_of(s.type); ++d) dims.push_back(make({Element::I64, false}));
    return Rep::vector(std::move(dims), fresh_elements(s.items[0], make));
  }
  Reps items;
  if (tagged) items.push_back(Rep::scalar(make({Element::I32, false})));
  for (const ValueShape& item : s.items) items.push_back(fresh(item, make));
  if (s.kind == ValueShape::Closure) return Rep::function(s.lambda, std::move(items));
  if (choice && s.items.size() == 1) return std::move(items[0]);
  return choice ? Rep::choice(s.type, std::move(items)) : Rep::tuple(std::move(items));
}

Elements Lowering::fresh_elements(const ValueShape& s, const MakeVar& make) {
  if (s.kind == ValueShape::Plain || s.kind == ValueShape::Cell) return fresh_elements(s.type, make);
  const bool choice = s.kind == ValueShape::Choice, tagged = choice && s.items.size() > 1;
  Elements e;
  if (s.kind == ValueShape::Vector) {
    e.kind = Elements::Rows, e.offsets = make({Element::I64, true}), e.rank = types_.rank_of(s.type);
    if (e.rank > 1) e.shape = make({Element::I64, true});
    e.items.push_back(fresh_elements(s.items[0], make));
    return e;
  }
  e.kind = Elements::Tuple, e.type = s.type, e.lambda = s.lambda;
  e.role = choice ? Elements::Choice : s.kind == ValueShape::Closure ? Elements::Closure : Elements::Items;
  if (tagged) e.items.push_back(fresh_elements(types_.prim(Element::I32), make));
  for (const ValueShape& item : s.items) e.items.push_back(fresh_elements(item, make));
  return choice && s.items.size() == 1 ? Elements(e.items[0]) : e;
}

std::vector<VarType> Lowering::flat_of(const ValueShape& s) {
  std::vector<VarType> flat;
  fresh(s, [&](VarType v) { return flat.push_back(v), Var{}; });
  return flat;
}

Reps Lowering::from_flat(const std::vector<ValueShape>& shapes, const Vars& flat) {
  Reps values;
  size_t at = 0;
  for (const ValueShape& s : shapes) values.push_back(fresh(s, [&](VarType) { return flat[at++]; }));
  return values;
}

/// Which of the shape's functions number k of another list is, for all k.
template <class F> static std::vector<uint32_t> order_in(const ValueShape& s, std::span<const F> functions) {
  std::vector<uint32_t> now;
  for (const F& f : functions) now.push_back(*closure_number(s, f.lambda, f.items.size()));
  return now;
}

/// A function's number under other numbers.
Var Lowering::renumbered(Var number, const std::vector<uint32_t>& now, size_t from) {
  const Var here = b.constant(Element::I32, now[from]);
  if (from + 1 == now.size()) return here;
  const VarType tag{Element::I32, false};
  const Var is =
      b.scalar(BuiltinId::Equal, Element::I32, Element::Bool, {number, b.constant(Element::I32, from)});
  return b.choose(
      is, std::span(&tag, 1), [&] { return Vars{here}; },
      [&] { return Vars{renumbered(number, now, from + 1)}; })[0];
}

namespace {

bool are_in_order(const std::vector<uint32_t>& now) {
  for (uint32_t k = 0; k < now.size(); ++k)
    if (now[k] != k) return false;
  return true;
}

} // namespace

/// The number that says which of the shape's functions it is.
Var Lowering::number_in(const ValueShape& s, const Rep& f) {
  const std::span<const Rep> all = alternatives(f);
  if (all.empty()) return b.constant(Element::I32, 0);
  const std::vector<uint32_t> now = order_in(s, all);
  if (all.size() == 1) return b.constant(Element::I32, now[0]);
  return are_in_order(now) ? f.items[0].var : renumbered(f.items[0].var, now, 0);
}

Var Lowering::numbers_in(const ValueShape& s, const Elements& e, Var n) {
  const std::span<const Elements> all = alternatives(e);
  const std::vector<uint32_t> now = order_in(s, all);
  if (all.size() > 1 && are_in_order(now)) return e.items[0].column;
  const VarType tags{Element::I32, true};
  return map(n, std::span(&tags, 1), [&](Var i) {
    if (all.size() > 1) return Vars{renumbered(b.read(e.items[0].column, i), now, 0)};
    return Vars{b.constant(Element::I32, all.empty() ? 0 : now[0])};
  })[0];
}

/// A value's variables in the order of a shape that has its functions.
void Lowering::flatten_as(const ValueShape& s, const Rep& r, Vars& flat) {
  switch (s.kind) {
  case ValueShape::Plain: return flatten(r, flat);
  case ValueShape::Cell: return boxed_.has(s.type) ? flat.push_back(boxed(r, s.type)) : flatten(r, flat);
  case ValueShape::Vector:
    flat.insert(flat.end(), r.dims.begin(), r.dims.end());
    return flatten_as(s.items[0], r.elements, count(r), flat);
  case ValueShape::Choice: break;
  default:
    for (size_t k = 0; k < s.items.size(); ++k) flatten_as(s.items[k], r.items[k], flat);
    return;
  }
  if (s.items.size() > 1) flat.push_back(number_in(s, r));
  for (const ValueShape& closure : s.items) {
    const Rep* own = nullptr;
    for (const Rep& f : alternatives(r))
      if (f.lambda == closure.lambda && f.items.size() == closure.items.size()) own = &f;
    if (own)
      for (size_t k = 0; k < closure.items.size(); ++k) flatten_as(closure.items[k], item_of(*own, k), flat);
    else
      for (Var v : zeros(flat_of(closure))) flat.push_back(v);
  }
}

void Lowering::flatten_as(const ValueShape& s, const Elements& e, Var n, Vars& flat) {
  if (s.kind == ValueShape::Cell && boxed_.has(s.type)) return flatten(boxed(e, n, s.type), n, flat);
  if (e.kind == Elements::Same) return flatten_as(s, repeated(*e.same, n), n, flat);
  switch (s.kind) {
  case ValueShape::Plain:
  case ValueShape::Cell: return flatten(e, n, flat);
  case ValueShape::Vector: {
    const Elements rows = contiguous(e, n);
    flat.push_back(*rows.offsets);
    if (e.rank > 1) flat.push_back(*rows.shape);
    return flatten_as(s.items[0], rows.items[0], b.read(*rows.offsets, n), flat);
  }
  case ValueShape::Choice: break;
  default:
    for (size_t k = 0; k < s.items.size(); ++k) flatten_as(s.items[k], e.items[k], n, flat);
    return;
  }
  if (s.items.size() > 1) flat.push_back(numbers_in(s, e, n));
  for (const ValueShape& closure : s.items) {
    const Elements* own = nullptr;
    for (const Elements& f : alternatives(e))
      if (f.lambda == closure.lambda && f.items.size() == closure.items.size()) own = &f;
    if (own)
      for (size_t k = 0; k < closure.items.size(); ++k) flatten_as(closure.items[k], own->items[k], n, flat);
    else
      for (Var v : no_elements(closure, n)) flat.push_back(v);
  }
}

namespace {

/// How many entries an element has in the widest of its columns: rows of n dimensions have n lengths each.
size_t widest(const Elements& e) {
  size_t most = e.kind == Elements::Rows ? std::max<size_t>(e.rank, 1) : 1;
  for (const Elements& item : e.items) most = std::max(most, widest(item));
  return most;
}

} // namespace

/// Zeros for n elements, which also serve as offsets and shapes of n empty rows.
Vars Lowering::no_elements(const ValueShape& s, Var n) {
  std::vector<VarType> types;
  const Elements e = fresh_elements(s, [&](VarType v) { return types.push_back(v), Var{}; });
  if (types.empty()) return {};
  const Var room = b.mul(n, b.integer(static_cast<int64_t>(widest(e))));
  return map(b.add(room, b.integer(1)), types, [&](Var) {
    Vars all;
    for (const VarType& t : types) all.push_back(b.constant(t.element, 0));
    return all;
  });
}

Vars Lowering::flatten_as(const std::vector<ValueShape>& shapes, const Reps& values) {
  Vars flat;
  for (size_t k = 0; k < shapes.size(); ++k) flatten_as(shapes[k], values[k], flat);
  return flat;
}

// ---- elements ----

Elements Lowering::as_shape(const ValueShape& s, const Elements& e, Var n) {
  Vars flat;
  flatten_as(s, e, n, flat);
  size_t at = 0;
  return fresh_elements(s, [&](VarType) { return flat[at++]; });
}

void Lowering::unify(TypeId element, Elements& x, Var n, Elements& y, Var m) {
  if (!has_function(element)) return;
  ValueShape s = shape_of(element);
  join(s, x), join(s, y);
  x = as_shape(s, x, n), y = as_shape(s, y, m);
}

/// A vector is stored once.
Elements Lowering::repeated(const Rep& r, Var n) {
  Elements e;
  switch (r.kind) {
  case Rep::Scalar:
  case Rep::Unit: return tabulate(n, [&](Var) { return r; });
  case Rep::Vector: {
    if (r.dims.size() > 1) return tabulate(n, [&](Var) { return r; });
    const std::vector<VarType> ints(2, {Element::I64, true});
    const Vars places = map(n, ints, [&](Var) { return Vars{b.integer(0), r.dims[0]}; });
    e.kind = Elements::Rows, e.items.push_back(r.elements);
    e.starts = places[0], e.ends = places[1];
    return e;
  }
  default: break;
  }
  e.kind = Elements::Tuple, e.lambda = r.lambda, e.type = r.type, e.role = role_of(r);
  for (size_t k = 0; k < r.items.size(); ++k)
    e.items.push_back(repeated(r.kind == Rep::Function ? item_of(r, k) : r.items[k], n));
  return e;
}

/// Is it seen outside of a body whose variables begin with `first`?
bool Lowering::is_outside(Var v, uint32_t first) const {
  return static_cast<uint32_t>(v) < first || std::ranges::binary_search(b.plan.body.params, v);
}

bool Lowering::is_outside(const Elements& e, uint32_t first) const {
  const auto outside = [&](const auto& part) { return is_outside(part, first); };
  if (e.kind == Elements::Column) return outside(e.column);
  if (e.kind == Elements::Same) return outside(*e.same);
  const bool places =
      e.kind != Elements::Rows || (e.offsets ? outside(*e.offsets) : outside(e.starts) && outside(e.ends));
  const bool dims = (!e.shape || outside(*e.shape)) && std::ranges::all_of(e.extents, outside);
  return places && dims && std::ranges::all_of(e.items, outside);
}

bool Lowering::is_outside(const Rep& r, uint32_t first) const {
  const auto outside = [&](const auto& part) { return is_outside(part, first); };
  if (r.kind == Rep::Scalar) return outside(r.var);
  if (r.kind == Rep::Vector) return std::ranges::all_of(r.dims, outside) && outside(r.elements);
  return std::ranges::all_of(r.items, outside);
}

Elements Lowering::solid(const Elements& e, Var n, uint32_t first) {
  if (e.kind == Elements::Same) return is_outside(*e.same, first) ? e : solid(repeated(*e.same, n), n, first);
  Elements s = e;
  if (e.kind == Elements::Tuple)
    for (Elements& item : s.items) item = solid(item, n, first);
  return s;
}

/// An element in the making: what its functions hold that was there before is not stored for each.
Rep Lowering::held(const Rep& made, uint32_t first, bool item) {
  if (made.kind == Rep::Held) return made;
  if (!item || made.kind == Rep::Unit || !is_outside(made, first)) return with_held_items(made, first, item);
  Rep h;
  h.kind = Rep::Held, h.items.push_back(made);
  return h;
}

/// The functions of a choice stay what they are: what they hold may be held.
Rep Lowering::with_held_items(const Rep& made, uint32_t first, bool item) {
  Rep h = made;
  if (made.kind == Rep::Choice)
    for (size_t k = 1; k < h.items.size(); ++k) h.items[k] = with_held_items(made.items[k], first, item);
  else
    for (size_t k = 0; k < h.items.size(); ++k)
      h.items[k] =
          made.kind == Rep::Function ? held(item_of(made, k), first, true) : held(made.items[k], first, item);
  return h;
}

/// A vector of different functions, each of which holds what it holds once.
std::optional<Elements> Lowering::named_functions(const Reps& items, TypeId element) {
  if (!types_.is(element, TypeKind::Fun) || items.size() < 2) return {};
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
  number.column = map(n, std::span(&tags, 1), [&](Var i) {
    return Vars{b.scalar(BuiltinId::ToInt32, Element::I64, Element::I32, {i})};
  })[0];
  e.items.push_back(number);
  for (const Rep& f : items) {
    closure.lambda = f.lambda, closure.items.clear();
    for (size_t k = 0; k < f.items.size(); ++k) {
      same.same = std::make_shared<Rep>(item_of(f, k));
      closure.items.push_back(same);
    }
    e.items.push_back(closure);
  }
  return e;
}

// ---- choices and loops ----

Reps Lowering::choose(Var c, const TypeIds& types, const MakeReps& then, const MakeReps& otherwise) {
  Stm s{.op = Op::If, .args = {c}};
  Reps got[2];
  std::vector<ValueShape> shapes = shapes_of(types, {});
  const bool open =
      std::ranges::any_of(shapes, [](const ValueShape& x) { return x.kind != ValueShape::Plain; });
  for (size_t k : {0, 1})
    s.bodies.push_back(b.body({}, [&] {
      got[k] = k == 0 ? then() : otherwise();
      return open ? Vars() : flatten_as(shapes, got[k]);
    }));
  for (size_t k = 0; open && k < 2; ++k) join(shapes, got[k]);
  for (size_t k = 0; open && k < 2; ++k) b.go_on(s.bodies[k], [&] { return flatten_as(shapes, got[k]); });
  std::vector<VarType> flat;
  for (const ValueShape& x : shapes)
    for (const VarType& t : flat_of(x)) flat.push_back(t);
  return from_flat(shapes, b.emit(std::move(s), flat));
}

/// Once more with more functions, while a round brings some that the state could not hold.
Reps Lowering::loop_over(const TypeIds& types, const Reps& first, const std::function<Var(const Reps&)>& go,
                         const std::function<Reps(const Reps&)>& step) {
  for (std::vector<ValueShape> shapes = shapes_of(types, first);;) {
    Stm s{.op = Op::Loop, .args = flatten_as(shapes, first)};
    std::vector<VarType> flat = b.types_of(s.args);
    Vars seen, next;
    for (const VarType& t : flat) seen.push_back(b.parameter(t)), next.push_back(b.parameter(t));
    s.bodies.push_back(b.body(seen, [&] { return Vars{go(from_flat(shapes, seen))}; }));
    bool grown = false;
    s.bodies.push_back(b.body(next, [&] {
      const Reps results = step(from_flat(shapes, next));
      grown = join(shapes, results);
      return grown ? Vars() : flatten_as(shapes, results);
    }));
    if (grown) continue;
    if (std::optional<Body> made = sizes(Rep::tuple(from_flat(shapes, seen)), flat))
      s.bodies.push_back(std::move(*made));
    return from_flat(shapes, b.emit(std::move(s), flat));
  }
}

Rep Lowering::call_choice(const Rep& f, const Reps& args) {
  TypeId result = types_.resolve(f.type);
  for (size_t k = 0; k < args.size(); ++k) result = types_.resolve(types_.arg(result, 1));
  if (f.items.empty()) return zero(result);
  std::function<Rep(size_t)> from = [&](size_t k) {
    if (k + 1 == f.items.size()) return call(f.items[k], args);
    const Var is = b.scalar(BuiltinId::Equal, Element::I32, Element::Bool,
                            {f.items[0].var, b.constant(Element::I32, k - 1)});
    return choose(
        is, {result}, [&] { return Reps{call(f.items[k], args)}; }, [&] { return Reps{from(k + 1)}; })[0];
  };
  return from(1);
}

} // namespace nova::plan
