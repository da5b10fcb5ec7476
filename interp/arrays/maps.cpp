// The built-ins that apply a function to each element of vectors: map, filter, partition, concat-map, expand.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"
#include "interp/arrays/operators.hpp"
#include "runtime/lengths.hpp"

namespace nova::arrays {

std::string shape_text(const Array& a) {
  if (a.rank() == 1) return text_of(a.count());
  std::string text = "(";
  for (int64_t d : a.dimensions()) text += (text.size() > 1 ? ", " : "") + text_of(d);
  return text + ")";
}

void check_lengths(const char* builtin, std::span<const Value> vectors, size_t first) {
  const Array& a = vectors[0].array();
  for (size_t k = 1; k < vectors.size(); ++k) {
    const Array& b = vectors[k].array();
    if (a.rank() == 1 ? a.count() == b.count() : a.dimensions() == b.dimensions()) continue;
    fail("E0401", {builtin, "argument " + text_of(int64_t(first)), shape_text(a),
                   "argument " + text_of(int64_t(first + k)), shape_text(b)});
  }
}

namespace {

/// Appends to `out` the value of the function args[0] for each element of the vector args[1].
void map_one(Machine& m, const Core& node, Args args, Results& out) {
  int64_t k = 0;
  Caller call(m, args[0], 1);
  call.follows({node, args, 1, 1, k});
  const Elements xs(args[1].array());
  Polling poll(m, xs.count());
  for (; k < xs.count(); ++k, poll()) out.push(call(xs[k]));
}

void map_two(Machine& m, const Core& node, Args args, Results& out) {
  int64_t k = 0;
  Caller call(m, args[0], 2);
  call.follows({node, args, 1, 2, k});
  const Elements xs(args[1].array()), ys(args[2].array());
  Polling poll(m, xs.count());
  for (; k < xs.count(); ++k, poll()) out.push(call(xs[k], ys[k]));
}

void map_many(Machine& m, const Core& node, Args args, Results& out) {
  const Args vectors = args.subspan(1);
  int64_t k = 0;
  Caller call(m, args[0], static_cast<uint32_t>(vectors.size()));
  call.follows({node, args, 1, vectors.size(), k});
  Polling poll(m, vectors[0].array().count());
  std::vector<Elements> xs;
  for (const Value& v : vectors) xs.emplace_back(v.array());
  std::vector<Value> each(xs.size());
  for (; k < xs[0].count(); ++k, poll()) {
    for (size_t v = 0; v < xs.size(); ++v) each[v] = xs[v][k];
    out.push(call(std::span(each)));
  }
}

/// Calls on_run(b, e) for each maximal range [b, e) of elements of args[1] for which the function args[0] returns
/// true, and on_rest(b, e) for each range before, between and after them. The calls are in order of the elements.
template <class OnRun, class OnRest>
void runs_where(Machine& m, const Core& node, Args args, OnRun on_run, OnRest on_rest) {
  int64_t begin = 0, k = 0;
  Caller call(m, args[0], 1);
  call.follows({node, args, 1, 1, k});
  const Elements xs(args[1].array());
  Polling poll(m, xs.count());
  bool inside = false;
  auto close = [&](int64_t end) { inside ? on_run(begin, end) : on_rest(begin, end); };
  for (; k < xs.count(); ++k, poll()) {
    const bool now = call(xs[k]).as_bool();
    if (now == inside) continue;
    close(k);
    begin = k, inside = now;
  }
  close(xs.count());
}

} // namespace

Value map(Machine& m, const Core& node, Args args) {
  const Args vectors = args.subspan(1);
  check_lengths("map", vectors, 2);
  const Array& x = vectors[0].array();
  const Layout* result = element_layout(m, node.type);
  if (std::optional<Value> y = map_operator(m, args[0], vectors, result)) return std::move(*y);
  Results out(result, x.count());
  if (vectors.size() == 1)
    map_one(m, node, args, out);
  else if (vectors.size() == 2)
    map_two(m, node, args, out);
  else
    map_many(m, node, args, out);
  return shaped_like(x, out.finish());
}

/// Goes on from the index `at` to the next one in row-major order.
static void to_next(std::vector<Value>& at, std::span<const int64_t> dims) {
  for (size_t d = dims.size(); d-- > 0;) {
    const int64_t next = at[d].as_int() + 1;
    at[d] = Value::of(next < dims[d] ? next : int64_t{0});
    if (next < dims[d]) return;
  }
}

Value tabulate(Machine& m, const Core& node, Args args) {
  const Layout* layout = element_layout(m, node.type);
  const bool apart = node.number, is_tuple = args[0].tag() == Tag::Tuple;
  const std::vector<int64_t> dims = dimensions("tabulate", args[0]);
  const int64_t count = checked_count(dims, layout);
  Results out(layout, count);
  Caller call(m, args[1], apart ? static_cast<uint32_t>(dims.size()) : 1);
  Polling poll(m, count);
  std::vector<Value> at(dims.size(), Value::of(int64_t{0}));
  for (int64_t k = 0; k < count; ++k, poll(), to_next(at, dims)) {
    std::vector<Value> index = at;
    out.push(apart ? call(index) : call(is_tuple ? Value::tuple(index) : std::move(index[0])));
  }
  return Value::vector(Array(out.finish(), 0, dims));
}

Value filter(Machine& m, const Core& node, Args args) {
  const Array& x = args[1].array();
  ColumnBuilder kept(x.layout());
  runs_where(
      m, node, args, [&](int64_t b, int64_t e) { append(m, kept, x, b, e); }, [](int64_t, int64_t) {});
  return vector_of(kept.finish());
}

Value partition(Machine& m, const Core& node, Args args) {
  const Array& x = args[1].array();
  ColumnBuilder yes(x.layout()), no(x.layout());
  runs_where(
      m, node, args, [&](int64_t b, int64_t e) { append(m, yes, x, b, e); },
      [&](int64_t b, int64_t e) { append(m, no, x, b, e); });
  Value both[] = {vector_of(yes.finish()), vector_of(no.finish())};
  return Value::tuple(both);
}

Value concat_map(Machine& m, const Core& node, Args args) {
  int64_t k = 0;
  Caller call(m, args[0], 1);
  call.follows({node, args, 1, 1, k});
  const Elements xs(args[1].array());
  Polling poll(m, xs.count());
  ColumnBuilder out(element_layout(m, node.type));
  for (; k < xs.count(); ++k, poll()) {
    const Value row = call(xs[k]);
    append(m, out, row.array(), 0, row.array().count());
  }
  return vector_of(out.finish());
}

namespace {

/// Calls the function args[0] for each element of xs, and stores the sizes that it returns in `sizes`. Returns their
/// sum. Fails with E0403 if a size is negative.
int64_t expansion_sizes(Machine& m, const Core& node, Args args, const Elements& xs, Indices& sizes) {
  const uint64_t each = first_element_size(*element_layout(m, node.type));
  int64_t total = 0, k = 0;
  Caller call(m, args[0], 1);
  call.follows({node, args, 2, 1, k});
  Polling poll(m, xs.count());
  for (; k < xs.count(); ++k, poll()) {
    sizes[k] = call(xs[k]).as_int();
    if (sizes[k] < 0) fail("E0403", {"expand", text_of(sizes[k])});
    total = checked_sum(total, sizes[k], each);
  }
  return total;
}

} // namespace

Value expand(Machine& m, const Core& node, Args args) {
  const Elements xs(args[2].array());
  Indices sizes(xs.count());
  const int64_t total = expansion_sizes(m, node, args, xs, sizes);
  Results out(element_layout(m, node.type), total);
  int64_t k = 0;
  Caller get(m, args[1], 2);
  get.follows({node, args, 2, 1, k});
  Polling poll(m, total);
  for (; k < xs.count(); ++k) {
    const Value x = xs[k];
    for (int64_t j = 0; j < sizes[k]; ++j, poll()) out.push(get(x, Value::of(j)));
  }
  return vector_of(out.finish());
}

} // namespace nova::arrays
