// Lowers built-ins that return the same elements with other dimensions, such as flatten, unflatten and reshape.
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/tabulate.hpp"

namespace nova::plan {

Rep lower_length(Lowering&, const Core&, Reps& args) { return Rep::scalar(args[0].dims[0]); }

Rep lower_shape(Lowering& l, const Core&, Reps& args) {
  Reps dims;
  for (Var d : args[0].dims) dims.push_back(Rep::scalar(d));
  return literal(l, dims, l.types.prim(Element::I64));
}

Rep lower_zip(Lowering& l, const Core&, Reps& args) {
  check_lengths(l.b, args, 1);
  Elements all;
  all.kind = Elements::Tuple;
  for (const Rep& v : args) all.items.push_back(v.elements);
  return Rep::vector(args[0].dims, std::move(all));
}

Rep lower_unzip(Lowering&, const Core&, Reps& args) {
  Reps fields;
  for (const Elements& field : args[0].elements.items) fields.push_back(Rep::vector(args[0].dims, field));
  return Rep::tuple(std::move(fields));
}

Rep lower_flatten(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  const Rep& x = args[0];
  const Var n = count(b, x);
  if (x.dims.size() > 1) return Rep::vector({n}, x.elements);
  const Elements rows = contiguous(l, x.elements, n);
  const Var first = b.read(*rows.offsets, b.integer(0));
  return Rep::vector({b.sub(b.read(*rows.offsets, n), first)}, shift(b, rows.items[0], first));
}

/// Lowers unflatten. For each row, a check fails with E0409 if its length is above the number of all elements.
/// Without this check the sum of the lengths could overflow and, by chance, be the right number.
Rep lower_unflatten(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  const Var lengths = args[0].elements.column, all = args[1].dims[0];
  // A sum of lengths of which some are negative may end the run before their own check.
  if (b.tells)
    emit_map(b, args[0].dims[0], {}, [&](Var i) { return b.check_not_negative(b.read(lengths, i)), Vars(); });
  const Joined rows = join_rows(l, args[0].dims[0], [&](Var i) {
    const Var n = b.read(lengths, i);
    b.check_not_negative(n);
    b.check(b.compare(BuiltinId::LessEqual, n, all), "E0409", {n, all});
    return std::pair(n, Elements());
  });
  b.check(b.equal(rows.total, all), "E0409", {rows.total, all});
  Elements e;
  e.kind = Elements::Rows, e.offsets = rows.offsets, e.items.push_back(args[1].elements);
  return Rep::vector(args[0].dims, std::move(e));
}

/// Lowers reshape. The product of the dimensions must be the number of elements. To avoid overflow, this is checked
/// by divisions: the number of elements is divided by each dimension but the last. No division may leave a remainder,
/// and the last quotient must be equal to the last dimension.
Rep lower_reshape(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  const Rep& x = args[1];
  const Reps dims = args[0].kind == Rep::Tuple ? args[0].items : Reps{args[0]};
  const Var zero = b.integer(0), n = count(b, x);
  Var left = n, divides = b.boolean(true), empty = b.boolean(false);
  Rep shaped = Rep::vector({}, x.elements);
  for (size_t k = 0; k < dims.size(); ++k) {
    const Var d = dims[k].var;
    b.check_length(d);
    shaped.dims.push_back(d);
    empty = b.either(empty, b.equal(d, zero));
    if (k + 1 == dims.size()) {
      divides = b.both(divides, b.equal(d, left));
      break;
    }
    divides = b.both(divides, b.equal(b.calc(BuiltinId::Remainder, left, d), zero));
    left = b.calc(BuiltinId::Divide, left, d);
  }
  const VarType boolean{Element::Bool, false};
  const Var fits = b.choose(
      b.equal(n, zero), std::span(&boolean, 1), [&] { return Vars{empty}; },
      [&] { return Vars{b.both(divides, b.negation(empty))}; })[0];
  b.check(fits, "E0405", {n}, [&] { return shaped.dims; });
  return shaped;
}

Var choose_int(Builder& b, Var c, const std::function<Var()>& then, const std::function<Var()>& otherwise) {
  const VarType ints{Element::I64, false};
  return b.choose(
      c, std::span(&ints, 1), [&] { return Vars{then()}; }, [&] { return Vars{otherwise()}; })[0];
}

Vars coordinates(Builder& b, Var k, const Vars& dims) {
  Vars at(dims.size());
  for (size_t d = dims.size(); d-- > 1;) {
    at[d] = b.calc(BuiltinId::Remainder, k, dims[d]);
    k = b.calc(BuiltinId::Divide, k, dims[d]);
  }
  at[0] = k;
  return at;
}

Rep even_rows(Builder& b, Elements flat, Var n, Var width) {
  Elements rows;
  rows.kind = Elements::Rows;
  rows.offsets = b.iota(b.add(n, b.integer(1)), b.integer(0), width);
  rows.items.push_back(std::move(flat));
  return Rep::vector({n}, std::move(rows));
}

Rep rectangular(Lowering& l, const Rep& x) {
  Builder& b = l.b;
  if (x.dims.size() > 1) return x;
  const Var n = x.dims[0], zero = b.integer(0);
  const Elements& e = x.elements;
  auto dims = [&](Var i) { return e.rank > 1 ? row_dims(b, e, i) : Vars{row_length(b, e, i)}; };
  const std::vector<VarType> ints(e.rank, {Element::I64, false});
  const Vars first = b.choose(
      b.less(zero, n), ints, [&] { return dims(zero); }, [&] { return Vars(e.rank, zero); });
  emit_map(b, n, {}, [&](Var i) {
    const Vars own = dims(i);
    for (size_t d = 0; d < own.size(); ++d)
      b.check(b.equal(own[d], first[d]), "E0404", {first[d], i, own[d]});
    return Vars();
  });
  const Elements rows = contiguous(l, e, n);
  Vars all{n};
  all.insert(all.end(), first.begin(), first.end());
  return Rep::vector(all, shift(b, rows.items[0], b.read(*rows.offsets, zero)));
}

Rep lower_matrix(Lowering& l, const Core&, Reps& args) { return rectangular(l, args[0]); }

/// Lowers `rows`, which returns a vector#n as a vector of its rows. These are vector#(n-1)s of the same dimensions.
Rep lower_rows(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  const std::span<const Var> dims(args[0].dims);
  Var width = dims[1];
  for (Var d : dims.subspan(2)) width = b.mul(width, d);
  Rep all = even_rows(b, args[0].elements, dims[0], width);
  if (dims.size() == 2) return all;
  all.elements.rank = static_cast<uint32_t>(dims.size() - 1);
  const VarType ints{Element::I64, true};
  for (Var d : dims.subspan(1))
    all.elements.extents.push_back(
        emit_map(b, dims[0], std::span(&ints, 1), [&](Var) { return Vars{d}; })[0]);
  return all;
}

Rep lower_transpose(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  const Rep x = rectangular(l, args[0]);
  const Var height = x.dims[0], width = x.dims[1];
  const Elements flat = gathered(b, x.elements, b.mul(height, width), [&](Var k) {
    const Var i = b.calc(BuiltinId::Remainder, k, height), j = b.calc(BuiltinId::Divide, k, height);
    return b.add(b.mul(i, width), j);
  });
  if (args[0].dims.size() == 2) return Rep::vector({width, height}, flat);
  return even_rows(b, flat, width, height);
}

} // namespace nova::plan
