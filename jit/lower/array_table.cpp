// Which function lowers each array built-in; what stores and what stops.
#include "jit/lower/lowering.hpp"

namespace nova::plan {

Rep Lowering::array(const Core& c, Reps args) {
  switch (c.builtin) {
  case BuiltinId::Map: return map(c, args);
  case BuiltinId::Filter: return filter(c, args);
  case BuiltinId::Partition: return partition(c, args);
  case BuiltinId::ConcatMap: return concat_map(c, args);
  case BuiltinId::Expand: return expand(c, args);
  case BuiltinId::Stencil: return stencil(c, args);
  case BuiltinId::Reduce:
  case BuiltinId::ReduceComm: return reduce(c, args);
  case BuiltinId::Accumulate: return accumulate(c, args);
  case BuiltinId::Scan:
  case BuiltinId::Exscan: return scan(c, args);
  case BuiltinId::Foldl: return foldl(c, args);
  case BuiltinId::ReduceByIndex: return reduce_by_index(c, args);
  case BuiltinId::Matmul: return matmul(c, args);
  case BuiltinId::Permute: return permute(c, args);
  case BuiltinId::Gather: return gather(c, args);
  case BuiltinId::Scatter: return scatter(c, args);
  case BuiltinId::Slice: return slice(c, args);
  case BuiltinId::Reverse: return reverse(c, args);
  case BuiltinId::Take: return take(c, args);
  case BuiltinId::Drop: return drop(c, args);
  case BuiltinId::Concat: return concat(c, args);
  case BuiltinId::Index: return index(c, args);
  case BuiltinId::Range: return range(c, args);
  case BuiltinId::Iota: return iota(c, args);
  case BuiltinId::Replicate: return replicate(c, args);
  case BuiltinId::Length: return Rep::scalar(args[0].dims[0]);
  case BuiltinId::Shape: return shape(c, args);
  case BuiltinId::Zip: return zip(c, args);
  case BuiltinId::Unzip: return unzip(c, args);
  case BuiltinId::Flatten: return flatten_rows(c, args);
  case BuiltinId::Unflatten: return unflatten(c, args);
  case BuiltinId::Reshape: return reshape(c, args);
  case BuiltinId::Matrix: return rectangular(args[0]);
  case BuiltinId::Rows: return rows(c, args);
  case BuiltinId::Transpose: return transpose(c, args);
  case BuiltinId::Sort: return sort(c, args);
  case BuiltinId::SortBy: return sort_by(c, args);
  case BuiltinId::GroupBy: return group_by(c, args);
  case BuiltinId::Show: return show(c, args);
  case BuiltinId::ParseInt: return parse_int(c, args);
  case BuiltinId::ParseDouble: return parse_double(c, args);
  case BuiltinId::RowsByThread:
  case BuiltinId::RowsByWarp:
  case BuiltinId::RowsByBlock:
  case BuiltinId::RowsFlat: return args[0];
  case BuiltinId::Force: return force(args[0]);
  case BuiltinId::Assert: return b.check(args[0].var, "E0415"), Rep();
  case BuiltinId::CheckEqual: return b.check(equal(args[0], args[1], type(*c.items[0])), "E0416"), Rep();
  default: refuse("it uses " + std::string(builtin(c.builtin).spelling));
  }
}

/// Vectors of the first one's dimensions, else E0401.
void Lowering::check_lengths(std::span<const Rep> vectors) {
  const Vars& first = vectors[0].dims;
  for (const Rep& v : vectors.subspan(1))
    for (size_t d = 0; d < first.size(); ++d)
      b.check(b.equal(first[d], v.dims[d]), "E0401", {first[d], v.dims[d]});
}

Rep Lowering::force(const Rep& x) {
  Rep r = x;
  for (Rep& item : r.items) item = force(item);
  if (x.kind == Rep::Vector) r.elements = stored(x.elements, count(x));
  return r;
}

Elements Lowering::stored(const Elements& e, Var n) {
  Vars flat;
  if (is_flat(e)) {
    Stm s{.op = Op::Copy, .args = columns(e)};
    const std::vector<VarType> types = b.types_of(s.args);
    if (s.args.empty()) return e;
    s.args.insert(s.args.begin(), n);
    return moved(e, b.emit(std::move(s), types));
  }
  Elements r = e;
  if (e.kind == Elements::Tuple)
    for (Elements& item : r.items) item = stored(item, n);
  if (e.kind == Elements::Rows) {
    r = contiguous(e, n);
    const VarType ints{Element::I64, true};
    r.items[0] = stored(r.items[0], b.read(*r.offsets, n));
    r.offsets = b.emit({.op = Op::Copy, .args = {b.add(n, b.integer(1)), *r.offsets}}, ints);
    if (r.shape) r.shape = b.emit({.op = Op::Copy, .args = {b.mul(n, b.integer(r.rank)), *r.shape}}, ints);
  }
  return r;
}

} // namespace nova::plan
