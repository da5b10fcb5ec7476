// Vectors to one value, and scans. Where foldl's state holds vectors it is a plain loop.
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Makes a statement once more, while a round brings functions that its state could not hold.
Stm Lowering::with_state(ValueShape& state, const std::function<Stm(ValueShape&, bool&)>& make) {
  for (;;) {
    bool grown = false;
    Stm s = make(state, grown);
    if (!grown) return add_sizes(s, state), s;
  }
}

Vars Lowering::next_state(ValueShape& state, const Rep& r, bool& grown) {
  grown = join(state, r) || grown;
  return grown ? Vars() : flatten_as({state}, {r});
}

/// (a .., b ..) -> (f a b)
Body Lowering::combiner(const Rep& f, ValueShape& state, bool& grown) {
  Vars params;
  auto make = [&](VarType v) { return params.emplace_back(b.parameter(v)); };
  const Rep left = fresh(state, make), right = fresh(state, make);
  return b.body(params, [&] { return next_state(state, call2(f, left, right), grown); });
}

namespace {

/// (lambda (a b) (++ a b))
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

} // namespace

/// Rows joined one after the other are their elements, flat.
Rep Lowering::reduce_rows(const Core& c, Reps& args) {
  Reps rows{args.back()};
  if (args.size() == 2) b.check(b.less(b.integer(0), count(rows[0])), "E0407");
  const Rep all = flatten_rows(c, rows);
  if (args.size() == 2) return all;
  Reps both{args[1], all};
  return concat(c, both);
}

Rep Lowering::reduce(const Core& c, Reps& args) {
  const TypeId t = type(c);
  if (is_concat(args[0])) return reduce_rows(c, args);
  const Rep& x = args.back();
  const Var n = count(x);
  const bool started = args.size() == 3;
  const bool lane = c.number == 1 || c.builtin != BuiltinId::Reduce;
  if (!started) b.check(b.less(b.integer(0), n), "E0407");
  const Reps init{started ? args[1] : zero(t)};
  std::vector<ValueShape> state = shapes_of({t}, init);
  join(state[0], x.elements);
  Stm s = with_state(state[0], [&](ValueShape& now, bool& grown) {
    Stm made{.op = Op::Reduce,
             .args = flatten_as({now}, init),
             .shape = lane ? Shape::Lane : Shape::Ordered,
             .start = started};
    made.args.insert(made.args.begin(), n);
    made.bodies.push_back(b.loop_body([&](Var i) { return flatten_as({now}, {element(x.elements, i)}); }));
    made.bodies.push_back(combiner(args[0], now, grown));
    return made;
  });
  return from_flat(state, b.emit(std::move(s), flat_of(state[0])))[0];
}

/// (s .., i) -> (f s x1[i] .. xn[i])
Body Lowering::stepper(const Rep& f, ValueShape& state, std::span<const Rep> vectors, bool& grown) {
  Vars params;
  const Rep s = fresh(state, [&](VarType v) { return params.emplace_back(b.parameter(v)); });
  const Var i = params.emplace_back(b.index());
  return b.body(params, [&] {
    Reps each{s};
    for (const Rep& v : vectors) each.push_back(element(v.elements, i));
    return next_state(state, call(f, std::move(each)), grown);
  });
}

Rep Lowering::accumulate(const Core& c, Reps& args) {
  const TypeId t = type(c);
  const std::span<const Rep> vectors = std::span(args).subspan(3);
  check_lengths(vectors);
  std::vector<ValueShape> state = shapes_of({t}, {args[2]});
  Stm s = with_state(state[0], [&](ValueShape& now, bool& grown) {
    Stm made{.op = Op::Accumulate, .args = flatten_as({now}, {args[2]})};
    made.args.insert(made.args.begin(), count(vectors[0]));
    made.bodies.push_back(stepper(args[0], now, vectors, grown));
    made.bodies.push_back(combiner(args[1], now, grown));
    return made;
  });
  return from_flat(state, b.emit(std::move(s), flat_of(state[0])))[0];
}

Rep Lowering::scan(const Core& c, Reps& args) {
  const TypeId t = element_type(type(c));
  const Rep& x = args[2];
  ValueShape state = shapes_of({t}, {args[1]})[0];
  join(state, x.elements);
  Stm s = with_state(state, [&](ValueShape& now, bool& grown) {
    Stm made{
        .op = Op::Scan, .args = flatten_as({now}, {args[1]}), .exclusive = c.builtin == BuiltinId::Exscan};
    made.args.insert(made.args.begin(), x.dims[0]);
    made.bodies.push_back(b.loop_body([&](Var i) { return flatten_as({now}, {element(x.elements, i)}); }));
    made.bodies.push_back(combiner(args[0], now, grown));
    return made;
  });
  const std::vector<VarType> types = flat_of(state);
  const Vars outs = b.emit(std::move(s), stored_types(types));
  if (is_flat(t)) return Rep::vector(x.dims, moved(x.elements, outs));
  const Rep form = fresh(state, [](VarType) { return Var{}; });
  return Rep::vector(x.dims, stored_elements(form, types, outs, x.dims[0]));
}

Rep Lowering::foldl(const Core& c, Reps& args) {
  const TypeId t = type(c);
  const Rep& x = args[2];
  if (!is_flat(t)) return foldl_loop(args[0], args[1], x, t);
  Stm s{.op = Op::Foldl, .args = flatten(args[1])};
  s.args.insert(s.args.begin(), x.dims[0]);
  ValueShape state = shape_of(t);
  bool grown = false; // never: no function is in it
  s.bodies.push_back(stepper(args[0], state, std::span(&x, 1), grown));
  return from_flat(t, b.emit(std::move(s), flat_of(t)));
}

/// A loop over an index and the state.
Rep Lowering::foldl_loop(const Rep& f, const Rep& init, const Rep& x, TypeId state) {
  return loop_over(
      {types_.prim(Element::I64), state}, {Rep::scalar(b.integer(0)), init},
      [&](const Reps& now) { return b.less(now[0].var, x.dims[0]); },
      [&](const Reps& now) {
        Rep next = call2(f, now[1], element(x.elements, now[0].var));
        return Reps{Rep::scalar(b.add(now[0].var, b.integer(1))), std::move(next)};
      })[1];
}

Rep Lowering::reduce_by_index(const Core& c, Reps& args) {
  const TypeId t = element_type(type(c));
  const Rep &d = args[0], &is = args[3], &x = args[4];
  check_lengths(std::span(args).subspan(3));
  const auto target = [&](Var k) {
    const Var at = b.read(is.elements.column, k);
    b.check_index(at, d.dims[0]);
    return at;
  };
  if (!is_flat(t)) return reduce_rows_by_index(args, t, target);
  Stm s{.op = Op::Histogram, .args = columns(d.elements)};
  s.args.insert(s.args.begin(), {d.dims[0], is.dims[0]});
  s.bodies.push_back(b.loop_body([&](Var k) { return targeted(x.elements, k, target); }));
  ValueShape state = shape_of(t);
  bool grown = false; // never: no function is in it
  s.bodies.push_back(combiner(args[1], state, grown));
  return Rep::vector(d.dims, moved(d.elements, b.emit(std::move(s), leaf_columns(d.elements))));
}

/// Sorted by target (stable), what falls together is a run; each run is folded into its place.
Rep Lowering::reduce_rows_by_index(const Reps& args, TypeId t, const std::function<Var(Var)>& target) {
  const Rep &d = args[0], &is = args[3], &x = args[4];
  const Var n = is.dims[0];
  map(n, {}, [&](Var k) { return target(k), Vars(); });
  const Var order = sorted_order(is.elements, types_.prim(Element::I64), n);
  const Var targets = gathered(is.elements, n, [&](Var k) { return b.read(order, k); }).column;
  const auto [runs, firsts] = run_starts(n, [&](Var k, Var before) {
    return b.compare(BuiltinId::NotEqual, b.read(targets, before), b.read(targets, k));
  });
  const auto place = [&, firsts = firsts](Var r) { return b.read(targets, b.read(firsts, r)); };
  const Rep sorted = in_order(x, order);
  Elements values = tabulate(runs, [&, runs = runs, firsts = firsts](Var r) {
    const auto [first, end] = run_bounds(firsts, runs, n, r);
    const Rep run = Rep::vector({b.sub(end, first)}, shift(sorted.elements, first));
    return foldl_loop(args[1], element(d.elements, place(r)), run, t);
  });
  Rep to = d;
  unify(t, to.elements, d.dims[0], values, runs);
  return scattered_rows(to, d.dims[0], Rep::vector({runs}, values), runs, place);
}

/// c[i, j]: the accumulation of row i and column j by fma, from 0.
Rep Lowering::matmul(const Core& c, Reps& args) {
  const Rep x = rectangular(args[0]), y = rectangular(args[1]);
  const bool nested = args[0].dims.size() == 1;
  const Var rows = x.dims[0], inner = y.dims[0], width = y.dims[1];
  Var agree = b.equal(x.dims[1], inner);
  const auto either = [&](Var p, Var q) {
    return b.scalar(BuiltinId::Or, Element::Bool, Element::Bool, {p, q});
  };
  if (nested) agree = either(agree, b.equal(rows, b.integer(0))); // no row says how long rows are
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
  product.column = map(b.length_product(rows, width), std::span(&column, 1), one)[0];
  (void)c;
  return nested ? even_rows(std::move(product), rows, width) : Rep::vector({rows, width}, std::move(product));
}

} // namespace nova::plan
