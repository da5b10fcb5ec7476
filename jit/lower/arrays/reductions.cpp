// Lowers reductions and scans. A foldl whose state consists of scalars alone becomes a Foldl, any other one a Loop.
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/forms.hpp"
#include "jit/lower/function_values.hpp"
#include "jit/lower/scalars.hpp"
#include "jit/lower/tabulate.hpp"
#include "jit/lower/values.hpp"

namespace nova::plan {

namespace {

Rep foldl_loop(Lowering& l, const Rep& f, const Rep& init, const Rep& x, TypeId state);
using Target = std::function<Var(Var)>; ///< returns the target index of an element
Rep rows_by_index(Lowering& l, const Reps& args, TypeId t, const Target& target);

/// Returns the statement that `make` makes for a state of shape `state`, and adds to it the body that computes the
/// lengths of the state's columns. If a body returns function values that the shape does not include, `make` extends
/// the shape and sets its second argument to true; `make` is then called again.
Stm with_state(Lowering& l, ValueShape& state, const std::function<Stm(ValueShape&, bool&)>& make) {
  for (;;) {
    bool grown = false;
    Stm s = make(state, grown);
    if (!grown) return add_sizes(l, s, state), s;
  }
}

Vars next_state(Lowering& l, ValueShape& state, const Rep& r, bool& grown) {
  grown = join(l, state, r) || grown;
  return grown ? Vars() : flatten_as(l, {state}, {r});
}

/// Returns the body (a .., b ..) -> (f a b), for a and b of shape `state`. Sets `grown` if the result has functions
/// that the shape did not include.
Body combiner(Lowering& l, const Rep& f, ValueShape& state, bool& grown) {
  Builder& b = l.b;
  Vars params;
  auto make = [&](VarType v) { return params.emplace_back(b.parameter(v)); };
  const Rep left = fresh(l, state, make), right = fresh(l, state, make);
  return b.body(params, [&] { return next_state(l, state, call2(l, f, left, right), grown); });
}

/// Whether the function value `f` is (lambda (a b) (++ a b)).
bool is_concat(const Rep& f) {
  if (f.kind != Rep::Function || !f.items.empty() || f.lambda->vars.size() != 2) return false;
  const Core& body = *f.lambda->items[0];
  if (body.kind != CoreKind::Primitive || body.builtin != BuiltinId::Concat || body.items.size() != 2)
    return false;
  const auto is_parameter = [&](uint32_t k) {
    return body.items[k]->kind == CoreKind::Local && !body.items[k]->function && body.items[k]->slot == k;
  };
  return is_parameter(0) && is_parameter(1);
}

/// Lowers a reduction of vectors by ++. The result consists of the elements of all these vectors, so it is a flatten.
Rep reduce_rows(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  Reps rows{args.back()};
  if (args.size() == 2) b.check(b.less(b.integer(0), count(b, rows[0])), "E0407");
  const Rep all = lower_flatten(l, c, rows);
  if (args.size() == 2) return all;
  Reps both{args[1], all};
  return lower_concat(l, c, both);
}

} // namespace

Rep lower_reduce(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const TypeId t = l.type(c);
  if (is_concat(args[0])) return reduce_rows(l, c, args);
  const Rep& x = args.back();
  const Var n = count(b, x);
  const bool started = args.size() == 3;
  const bool lane = c.number == 1 || c.builtin != BuiltinId::Reduce;
  if (!started) b.check(b.less(b.integer(0), n), "E0407");
  const Reps init{started ? args[1] : zero(l, t)};
  std::vector<ValueShape> state = shapes_of(l, {t}, init);
  join(l, state[0], x.elements);
  Stm s = with_state(l, state[0], [&](ValueShape& now, bool& grown) {
    Stm made{.op = Op::Reduce,
             .args = flatten_as(l, {now}, init),
             .shape = lane ? Shape::Lane : Shape::Ordered,
             .start = started};
    made.args.insert(made.args.begin(), n);
    made.bodies.push_back(
        b.loop_body([&](Var i) { return flatten_as(l, {now}, {element(b, x.elements, i)}); }));
    made.bodies.push_back(combiner(l, args[0], now, grown));
    return made;
  });
  return from_flat(l, state, b.emit(std::move(s), flat_of(l, state[0])))[0];
}

namespace {

/// Returns the body (s .., i) -> (f s x1[i] .. xn[i]), for a state s of shape `state` and the `vectors` x1 .. xn.
/// Sets `grown` as `combiner` does.
Body stepper(Lowering& l, const Rep& f, ValueShape& state, std::span<const Rep> vectors, bool& grown) {
  Builder& b = l.b;
  Vars params;
  const Rep s = fresh(l, state, [&](VarType v) { return params.emplace_back(b.parameter(v)); });
  const Var i = params.emplace_back(b.index());
  return b.body(params, [&] {
    Reps each{s};
    for (const Rep& v : vectors) each.push_back(element(b, v.elements, i));
    return next_state(l, state, call(l, f, std::move(each)), grown);
  });
}

} // namespace

Rep lower_accumulate(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const TypeId t = l.type(c);
  const std::span<const Rep> vectors = std::span(args).subspan(3);
  check_lengths(b, vectors, 4);
  std::vector<ValueShape> state = shapes_of(l, {t}, {args[2]});
  Stm s = with_state(l, state[0], [&](ValueShape& now, bool& grown) {
    Stm made{.op = Op::Accumulate, .args = flatten_as(l, {now}, {args[2]})};
    made.args.insert(made.args.begin(), count(b, vectors[0]));
    made.bodies.push_back(stepper(l, args[0], now, vectors, grown));
    made.bodies.push_back(combiner(l, args[1], now, grown));
    return made;
  });
  return from_flat(l, state, b.emit(std::move(s), flat_of(l, state[0])))[0];
}

namespace {

Rep scanned(Lowering& l, const Core& c, const Reps& args, bool exclusive) {
  Builder& b = l.b;
  const TypeId t = l.element_type(l.type(c));
  const Rep& x = args[2];
  ValueShape state = shapes_of(l, {t}, {args[1]})[0];
  join(l, state, x.elements);
  Stm s = with_state(l, state, [&](ValueShape& now, bool& grown) {
    Stm made{.op = Op::Scan, .args = flatten_as(l, {now}, {args[1]}), .exclusive = exclusive};
    made.args.insert(made.args.begin(), x.dims[0]);
    made.bodies.push_back(
        b.loop_body([&](Var i) { return flatten_as(l, {now}, {element(b, x.elements, i)}); }));
    made.bodies.push_back(combiner(l, args[0], now, grown));
    return made;
  });
  const std::vector<VarType> types = flat_of(l, state);
  const Vars outs = b.emit(std::move(s), stored_types(types));
  if (is_flat(l, t)) return Rep::vector(x.dims, moved(x.elements, outs));
  const Rep form = fresh(l, state, [](VarType) { return Var{}; });
  return Rep::vector(x.dims, stored_elements(l, form, types, outs, x.dims[0]));
}

} // namespace

Rep lower_scan(Lowering& l, const Core& c, Reps& args) { return scanned(l, c, args, false); }

Rep lower_exscan(Lowering& l, const Core& c, Reps& args) { return scanned(l, c, args, true); }

Rep lower_foldl(Lowering& l, const Core& c, Reps& args) {
  const TypeId t = l.type(c);
  const Rep& x = args[2];
  if (!is_flat(l, t)) return foldl_loop(l, args[0], args[1], x, t);
  Stm s{.op = Op::Foldl, .args = flatten(l, args[1])};
  s.args.insert(s.args.begin(), x.dims[0]);
  ValueShape state = l.shape_of(t);
  bool grown = false; // stays false: the state holds no function
  s.bodies.push_back(stepper(l, args[0], state, std::span(&x, 1), grown));
  return from_flat(l, t, l.b.emit(std::move(s), flat_of(l, t)));
}

namespace {

/// Lowers a foldl of `f` over the vector `x` from `init` as a Loop, whose state is the index and the fold's state.
Rep foldl_loop(Lowering& l, const Rep& f, const Rep& init, const Rep& x, TypeId state) {
  Builder& b = l.b;
  return loop_over(
      l, {l.types.prim(Element::I64), state}, {Rep::scalar(b.integer(0)), init},
      [&](const Reps& now) { return b.less(now[0].var, x.dims[0]); },
      [&](const Reps& now) {
        Rep next = call2(l, f, now[1], element(b, x.elements, now[0].var));
        return Reps{Rep::scalar(b.add(now[0].var, b.integer(1))), std::move(next)};
      })[1];
}

} // namespace

namespace {

/// Emits a Histogram: returns the n elements `d` of type t, of which those at the target indices of m elements are
/// combined by `f` with these. `element(k)` returns the target index of element k, then its leaves.
Elements histogram(Lowering& l, const Elements& d, Var n, Var m, const Rep& f, TypeId t,
                   const std::function<Vars(Var)>& element) {
  Builder& b = l.b;
  Stm s{.op = Op::Histogram, .args = columns(d)};
  s.args.insert(s.args.begin(), {n, m});
  s.bodies.push_back(b.loop_body(element));
  ValueShape state = l.shape_of(t);
  bool grown = false; // stays false: the state holds no function
  s.bodies.push_back(combiner(l, f, state, grown));
  return moved(d, b.emit(std::move(s), leaf_columns(b, d)));
}

} // namespace

Rep lower_reduce_by_index(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const TypeId t = l.element_type(l.type(c));
  const Rep &d = args[0], &is = args[3], &x = args[4];
  check_lengths(b, std::span(args).subspan(3), 4);
  const auto target = [&](Var k) {
    const Var at = b.read(is.elements.column, k);
    b.check_index_at(at, d.dims[0], k);
    return at;
  };
  if (!is_flat(l, t)) return rows_by_index(l, args, t, target);
  return Rep::vector(d.dims, histogram(l, d.elements, d.dims[0], is.dims[0], args[1], t,
                                       [&](Var k) { return targeted(b, x.elements, k, target); }));
}

namespace {

/// Lowers reduce-by-index for elements that hold vectors, in the general case. The elements are sorted by target index
/// (stable). All
/// elements with the same target then follow each other and are folded, in order, into the element at that index.
Rep folded_runs(Lowering& l, const Reps& args, TypeId t, const Target& target) {
  Builder& b = l.b;
  const Rep &d = args[0], &is = args[3], &x = args[4];
  const Var n = is.dims[0];
  emit_map(b, n, {}, [&](Var k) { return target(k), Vars(); });
  const Var order = sorted_order(l, is.elements, l.types.prim(Element::I64), n);
  const Var targets = gathered(b, is.elements, n, [&](Var k) { return b.read(order, k); }).column;
  const auto [runs, firsts] = run_starts(b, n, [&](Var k, Var before) {
    return b.compare(BuiltinId::NotEqual, b.read(targets, before), b.read(targets, k));
  });
  const auto place = [&, firsts = firsts](Var r) { return b.read(targets, b.read(firsts, r)); };
  const Rep sorted = in_order(b, x, order);
  Elements values = tabulate(l, runs, [&, runs = runs, firsts = firsts](Var r) {
    const auto [first, end] = run_bounds(b, firsts, runs, n, r);
    const Rep run = Rep::vector({b.sub(end, first)}, shift(b, sorted.elements, first));
    return foldl_loop(l, args[1], element(b, d.elements, place(r)), run, t);
  });
  Rep to = d;
  unify(l, t, to.elements, d.dims[0], values, runs);
  return scattered_rows(l, to, d.dims[0], Rep::vector({runs}, values), runs, place);
}

/// If `f` is (lambda (p q) (map g p q)), where g does not depend on p and q, returns g.
std::optional<Rep> mapped_operator(Lowering& l, const Rep& f) {
  if (f.kind != Rep::Function || f.lambda->vars.size() != 2 ||
      f.items.size() != f.lambda->frame.captures.size())
    return {};
  const Core& body = *f.lambda->items[0];
  if (body.kind != CoreKind::Primitive || body.builtin != BuiltinId::Map || body.items.size() != 3) return {};
  const Core& g = *body.items[0];
  const auto is_parameter = [](const Core& c, uint32_t k) {
    return c.kind == CoreKind::Local && !c.function && c.slot == k;
  };
  const bool captures = std::ranges::any_of(g.frame.captures, [](uint32_t slot) { return slot < 2; }) ||
                        (g.kind == CoreKind::Local && g.slot < 2);
  const bool known = g.kind == CoreKind::Lambda || g.kind == CoreKind::Global || g.kind == CoreKind::Local;
  if (!is_parameter(*body.items[1], 0) || !is_parameter(*body.items[2], 1) || captures || !known) return {};
  Frame frame;
  frame.slots.resize(f.lambda->frame.size);
  for (size_t k = 0; k < f.items.size(); ++k) frame.slots[2 + k] = f.items[k];
  return lower(l, g, frame);
}

/// Whether the elements are vectors of elements without vectors, so that their leaves lie in columns.
bool are_flat_rows(Lowering& l, const Elements& e, TypeId row) {
  return e.kind == Elements::Rows && e.rank == 1 && is_flat(l, l.element_type(row));
}

/// Lowers reduce-by-index for rows of one length `width` that `g` combines element by element: a histogram of all
/// elements, in which element j of a row has the row's target index times `width` plus j. Requires that all target
/// indices are in range.
Rep elements_by_index(Lowering& l, const Reps& args, TypeId t, const Rep& g, Var width) {
  Builder& b = l.b;
  const Rep &d = args[0], &x = args[4];
  const Var n = d.dims[0], m = x.dims[0];
  const Elements to = contiguous(l, d.elements, n);
  const Elements flat = shift(b, to.items[0], b.read(*to.offsets, b.integer(0)));
  Elements sums = histogram(
      l, flat, b.length_product(n, width), b.length_product(m, width), g, l.element_type(t), [&](Var i) {
        const Var k = b.calc(BuiltinId::Divide, i, width), j = b.calc(BuiltinId::Remainder, i, width);
        const Var at = b.add(row_start(b, x.elements, k), j);
        return targeted(b, x.elements.items[0], at,
                        [&](Var) { return b.add(b.mul(b.read(args[3].elements.column, k), width), j); });
      });
  return even_rows(b, std::move(sums), n, width);
}

/// Lowers reduce-by-index for elements that hold vectors.
Rep rows_by_index(Lowering& l, const Reps& args, TypeId t, const Target& target) {
  Builder& b = l.b;
  const Rep &d = args[0], &x = args[4];
  const Var n = d.dims[0], m = args[3].dims[0], zero = b.integer(0);
  const bool flat = are_flat_rows(l, d.elements, t) && are_flat_rows(l, x.elements, t);
  const std::optional<Rep> g = flat ? mapped_operator(l, args[1]) : std::nullopt;
  if (!g) return folded_runs(l, args, t, target);
  const VarType integer{Element::I64, false};
  const Var width = b.choose(
      b.less(zero, n), std::span(&integer, 1), [&] { return Vars{row_length(b, d.elements, zero)}; },
      [&] { return Vars{zero}; })[0];
  const auto has_width = [&](const Elements& rows, Var i) { return b.equal(row_length(b, rows, i), width); };
  const Var even =
      b.both(every(b, n, [&](Var i) { return has_width(d.elements, i); }), every(b, m, [&](Var k) {
               const Var at = b.read(args[3].elements.column, k);
               return b.both(has_width(x.elements, k),
                             b.both(b.compare(BuiltinId::LessEqual, zero, at), b.less(at, n)));
             }));
  return choose(
      l, even, {l.types.vector(t)}, [&] { return Reps{elements_by_index(l, args, t, *g, width)}; },
      [&] { return Reps{folded_runs(l, args, t, target)}; })[0];
}

} // namespace

/// Lowers matmul: element [i, j] of the result starts from 0 and accumulates the products of row i and column j by
/// fma.
Rep lower_matmul(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  const Rep x = rectangular(l, args[0]), y = rectangular(l, args[1]);
  const bool nested = args[0].dims.size() == 1;
  const Var rows = x.dims[0], inner = y.dims[0], width = y.dims[1];
  Var agree = b.equal(x.dims[1], inner);
  // A nested vector without rows has no known row length, so any length fits.
  if (nested) agree = b.either(agree, b.equal(rows, b.integer(0)));
  b.check(agree, "E0411", {rows, x.dims[1], inner, width});
  const VarType number{b.plan[x.elements.column].element, false}, column{number.element, true};
  const Var zero = b.constant(number.element, 0);
  auto one = [&](Var k) {
    const Var row = b.mul(b.calc(BuiltinId::Divide, k, width), inner),
              j = b.calc(BuiltinId::Remainder, k, width);
    Stm s{.op = Op::Accumulate, .args = {inner, zero}};
    const Vars step{b.parameter(number), b.index()}, two{b.parameter(number), b.parameter(number)};
    s.bodies.push_back(b.body(step, [&] {
      const Var p = b.read(x.elements.column, b.add(row, step[1]));
      const Var q = b.read(y.elements.column, b.add(b.mul(step[1], width), j));
      return Vars{b.scalar(BuiltinId::Fma, number.element, number.element, {p, q, step[0]})};
    }));
    s.bodies.push_back(
        b.body(two, [&] { return Vars{b.scalar(BuiltinId::Add, number.element, number.element, two)}; }));
    return b.emit(std::move(s), std::span(&number, 1));
  };
  Elements product;
  product.kind = Elements::Column,
  product.column = emit_map(b, b.length_product(rows, width), std::span(&column, 1), one)[0];
  return nested ? even_rows(b, std::move(product), rows, width)
                : Rep::vector({rows, width}, std::move(product));
}

} // namespace nova::plan
