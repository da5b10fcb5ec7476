// Lowers built-ins that copy elements to other indices (gather, permute, scatter, slice, reverse, take, drop, ++),
// and reads of single elements.
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/function_values.hpp"
#include "jit/lower/tabulate.hpp"
#include "jit/lower/values.hpp"

namespace nova::plan {

namespace {

Elements concatenated(Lowering& l, const Elements& x, Var n, const Elements& y, Var m);

/// Returns the dimensions of an array that has n slices of x along the first dimension.
Vars with_slices(const Rep& x, Var n) {
  Vars dims = x.dims;
  return dims[0] = n, dims;
}

/// Emits and returns the number of elements in each slice of x along the first dimension.
Var slice_size(Builder& b, const Rep& x) { return product(b, std::span(x.dims).subspan(1)); }

} // namespace

Rep lower_gather(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  const Rep &is = args[0], &x = args[1];
  const Var n = is.dims[0];
  const auto index = [&](Var i) {
    const Var at = b.read(is.elements.column, i);
    b.check_index_at(at, x.dims[0], i);
    return at;
  };
  if (x.dims.size() == 1) return Rep::vector(is.dims, gathered(b, x.elements, n, index));
  const VarType numbers{Element::I64, true};
  const Var first = emit_map(b, n, std::span(&numbers, 1), [&](Var i) { return Vars{index(i)}; })[0];
  const Var size = slice_size(b, x);
  return Rep::vector(with_slices(x, n), gathered(b, x.elements, b.mul(n, size), [&](Var k) {
                       const Var i = b.calc(BuiltinId::Divide, k, size),
                                 j = b.calc(BuiltinId::Remainder, k, size);
                       return b.add(b.mul(b.read(first, i), size), j);
                     }));
}

/// Lowers permute. A column of marks is set at each target index. If two elements have the same target, some other
/// index has no mark, and the check of the marks fails with E0406.
Rep lower_permute(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  const Rep &is = args[0], &x = args[1];
  const Var n = is.dims[0];
  check_lengths(b, args, 1);
  if (b.tells) {
    const Reps twice = call_prelude(l, "repeated-target", {is}).items;
    b.check(b.less(twice[2].var, b.integer(0)), "E0406", {twice[0].var, twice[1].var, twice[2].var});
  }
  std::vector<VarType> types = leaf_columns(b, x.elements);
  types.push_back({Element::Bool, true});
  Stm s{.op = Op::Scatter, .args = {n, n}};
  for (const VarType& t : types)
    s.args.push_back(
        emit_map(b, n, std::span(&t, 1), [&](Var) { return Vars{b.constant(t.element, 0)}; })[0]);
  s.bodies.push_back(b.loop_body([&](Var k) {
    const Var target = b.read(is.elements.column, k);
    b.check_index_at(target, n, k);
    Vars results{target};
    leaves(b, x.elements, k, results);
    results.push_back(b.boolean(true));
    return results;
  }));
  Vars written = b.emit(std::move(s), types);
  const Var marks = written.back();
  emit_map(b, n, {}, [&](Var k) { return b.check(b.read(marks, k), "E0406"), Vars(); });
  written.pop_back();
  return Rep::vector({n}, moved(x.elements, written));
}

Vars targeted(Builder& b, const Elements& e, Var k, const std::function<Var(Var)>& target) {
  Vars results;
  leaves(b, e, k, results);
  results.insert(results.begin(), target(k));
  return results;
}

Rep lower_scatter(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const Rep &d = args[0], &is = args[1], &x = args[2];
  check_lengths(b, std::span(args).subspan(1), 2);
  const Var n = d.dims[0], m = is.dims[0];
  unify(l, l.element_type(l.type(c)), args[0].elements, n, args[2].elements, m);
  auto target = [&](Var k) {
    const Var at = b.read(is.elements.column, k);
    b.check_index_at(at, n, k);
    return at;
  };
  if (!is_flat(d.elements)) return scattered_rows(l, d, n, x, m, target);
  Stm s{.op = Op::Scatter, .args = columns(d.elements)};
  s.args.insert(s.args.begin(), {n, m});
  s.bodies.push_back(b.loop_body([&](Var k) { return targeted(b, x.elements, k, target); }));
  return Rep::vector(d.dims, moved(d.elements, b.emit(std::move(s), leaf_columns(b, d.elements))));
}

Rep scattered_rows(Lowering& l, const Rep& d, Var n, const Rep& x, Var m,
                   const std::function<Var(Var)>& target) {
  Builder& b = l.b;
  const Elements both = concatenated(l, d.elements, n, x.elements, m);
  Stm s{.op = Op::Scatter, .args = {n, m, b.iota(n, b.integer(0), b.integer(1))}};
  s.bodies.push_back(b.loop_body([&](Var k) { return Vars{target(k), b.add(n, k)}; }));
  const Var from = b.emit(std::move(s), {Element::I64, true});
  return Rep::vector(d.dims, gathered(b, both, n, [&](Var k) { return b.read(from, k); }));
}

Rep lower_reverse(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  const Var n = args[0].dims[0], last = b.sub(n, b.integer(1));
  return Rep::vector({n}, gathered(b, args[0].elements, n, [&](Var i) { return b.sub(last, i); }));
}

Rep lower_take(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  b.check_not_negative(args[0].var);
  return Rep::vector(with_slices(args[1], b.calc(BuiltinId::Min, args[0].var, args[1].dims[0])),
                     args[1].elements);
}

Rep lower_drop(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  b.check_not_negative(args[0].var);
  const Var n = args[1].dims[0], by = b.calc(BuiltinId::Min, args[0].var, n);
  const Var first = args[1].dims.size() == 1 ? by : b.mul(by, slice_size(b, args[1]));
  return Rep::vector(with_slices(args[1], b.sub(n, by)), shift(b, args[1].elements, first));
}

namespace {

/// Returns the first of the indices first, first + step, .. that is outside of [0, length), if there is one; `begins_inside` says
/// whether it is not the first one.
Var first_outside(Builder& b, Var begins_inside, Var first, Var step, Var length) {
  const VarType number{Element::I64, false};
  const Var zero = b.integer(0), one = b.integer(1);
  const auto behind = [&](Var distance, Var by) {
    return b.add(b.calc(BuiltinId::Divide, distance, by), one);
  };
  return b.choose(
      begins_inside, std::span(&number, 1),
      [&] {
        return b.choose(
            b.less(zero, step), std::span(&number, 1),
            [&] { return Vars{b.add(first, b.mul(behind(b.sub(b.sub(length, first), one), step), step))}; },
            [&] { return Vars{b.add(first, b.mul(behind(first, b.sub(zero, step)), step))}; });
      },
      [&] { return Vars{first}; })[0];
}

} // namespace

Rep lower_slice(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  const Var first = args[0].var, step = args[1].var, end = args[2].var, zero = b.integer(0);
  const Rep& x = args[3];
  b.check(b.compare(BuiltinId::NotEqual, step, zero), "E0408");
  const Var n = steps(b, first, end, step);
  const Var last = b.add(first, b.mul(b.sub(n, b.integer(1)), step));
  auto inside = [&](Var i) { return b.both(b.compare(BuiltinId::LessEqual, zero, i), b.less(i, x.dims[0])); };
  const Var empty = b.equal(n, zero);
  b.check(b.either(empty, b.both(inside(first), inside(last))), "E0410", {first, step, end, x.dims[0]},
          [&] { return Vars{first_outside(b, inside(first), first, step, x.dims[0])}; });
  if (x.dims.size() == 1)
    return Rep::vector({n}, gathered(b, x.elements, n, [&](Var k) { return b.add(first, b.mul(k, step)); }));
  const Var size = slice_size(b, x);
  return Rep::vector(with_slices(x, n), gathered(b, x.elements, b.mul(n, size), [&](Var k) {
                       const Var i = b.calc(BuiltinId::Divide, k, size),
                                 j = b.calc(BuiltinId::Remainder, k, size);
                       return b.add(b.mul(b.add(first, b.mul(i, step)), size), j);
                     }));
}

namespace {

/// Emits the checks that the index of an element, or of a row, of x is in range. Returns its number in row-major order.
Var checked_position(Builder& b, const Rep& x, const Reps& indices) {
  std::optional<Var> at;
  for (size_t d = 0; d < indices.size(); ++d) {
    const Var i = indices[d].var, n = x.dims[d];
    const bool line = x.dims.size() == 1;
    const Var not_below = b.compare(BuiltinId::LessEqual, b.integer(0), i);
    b.check(b.both(not_below, b.less(i, n)), line ? "E0402" : "E0417", {i, n}, [&] {
      Vars more{b.integer(static_cast<int64_t>(d))};
      more.insert(more.end(), x.dims.begin(), x.dims.end());
      return line ? Vars() : more;
    });
    at = at ? b.add(b.mul(*at, n), i) : i;
  }
  return *at;
}

Reps indices_of(const Rep& index) { return index.kind == Rep::Tuple ? index.items : Reps{index}; }

} // namespace

Rep lower_index(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  const Rep& x = args[0];
  const Reps indices = indices_of(args[1]);
  const Var at = checked_position(b, x, indices);
  if (indices.size() == x.dims.size()) return element(b, x.elements, at);
  Rep row = Rep::vector(Vars(x.dims.begin() + std::ptrdiff_t(indices.size()), x.dims.end()), {});
  row.elements = shift(b, x.elements, b.mul(at, count(b, row)));
  return row;
}

Rep lower_put(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  Rep& x = args[2];
  const TypeId t = l.element_type(l.type(c));
  const Var at = checked_position(b, x, indices_of(args[0])), n = count(b, x), one = b.integer(1);
  if (is_flat(l, t)) {
    const Vars all = columns(x.elements), values = flatten(l, args[1]);
    if (all.empty()) return x;
    Stm s{.op = Op::Scatter, .args = all};
    s.args.insert(s.args.begin(), {n, one});
    s.bodies.push_back(b.loop_body([&](Var) {
      Vars results = values;
      return results.insert(results.begin(), at), results;
    }));
    return Rep::vector(x.dims, moved(x.elements, b.emit(std::move(s), leaf_columns(b, x.elements))));
  }
  Rep only = Rep::vector({one}, tabulate(l, one, [&](Var) { return args[1]; }));
  unify(l, t, x.elements, n, only.elements, one);
  return Rep::vector(x.dims, scattered_rows(l, x, n, only, one, [&](Var) { return at; }).elements);
}

// ---- ++ ----

Rep lower_concat(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const Var n = args[0].dims[0], m = args[1].dims[0];
  unify(l, l.element_type(l.type(c)), args[0].elements, n, args[1].elements, m);
  const Var all = b.add(n, m);
  b.check_fits(all);
  return Rep::vector({all}, concatenated(l, args[0].elements, n, args[1].elements, m));
}

namespace {

Elements concatenated(Lowering& l, const Elements& x, Var n, const Elements& y, Var m) {
  Builder& b = l.b;
  const Var all = b.add(n, m);
  auto element_types = [&] {
    std::vector<VarType> types = leaf_columns(b, x);
    for (VarType& t : types) t.column = false;
    return types;
  };
  auto either = [&](Var i, const Elements& p, const Elements& q) {
    Vars left, right;
    return b.choose(
        b.less(i, n), element_types(), [&] { return leaves(b, p, i, left), left; },
        [&] { return leaves(b, q, b.sub(i, n), right), right; });
  };
  if (is_flat(x))
    return moved(x, emit_map(b, all, leaf_columns(b, x), [&](Var i) { return either(i, x, y); }));
  Elements e = x;
  if (x.kind == Elements::Tuple)
    for (size_t k = 0; k < x.items.size(); ++k) e.items[k] = concatenated(l, x.items[k], n, y.items[k], m);
  if (x.kind != Elements::Rows) return e;
  // In the result, the rows of y are stored after those of x.
  const Elements p = contiguous(l, x, n), q = contiguous(l, y, m);
  const Var end = b.read(*p.offsets, n), first = b.read(*q.offsets, b.integer(0)), by = b.sub(end, first);
  e = moved(p, emit_map(b, all, leaf_columns(b, p), [&](Var i) {
              Vars right;
              return b.choose(
                  b.less(i, n), element_types(),
                  [&] {
                    Vars left;
                    return leaves(b, p, i, left), left;
                  },
                  [&] {
                    leaves(b, q, b.sub(i, n), right);
                    right[0] = b.add(right[0], by), right[1] = b.add(right[1], by);
                    return right;
                  });
            }));
  const Var rest = b.sub(b.read(*q.offsets, m), first);
  e.items[0] = concatenated(l, p.items[0], end, shift(b, q.items[0], first), rest);
  return e;
}

} // namespace

} // namespace nova::plan
