#include "jit/tiers/form_inputs.hpp"
#include <algorithm>

namespace nova::plan {

const Value* input_at(const Machine& machine, const Input& in, std::span<Value> frame) {
  static const Value used = Value::of(int64_t{text_used});
  if (in.kind == Input::TextMode) return &used;
  const Value* v = in.kind == Input::Slot ? &frame[in.index] : machine.defined_value(in.index);
  for (const uint32_t k : in.path) v = &v->items()[k];
  return v;
}

std::optional<KnownFunction> function_at(const Machine& machine, const Input& in, std::span<Value> frame) {
  const Value* v = input_at(machine, in, frame);
  if (!v) return {};
  const Closure c = closure_of(*v);
  if (!c.lambda) return {};
  return KnownFunction{in, c.lambda, c.supplied};
}

bool has_lengths(const Machine& machine, const Lowered& form, std::span<Value> frame) {
  const auto vector_at = [&](const Input& in) {
    const Value* const v = input_at(machine, in, frame);
    return v->tag() == Tag::Vector ? &v->array() : nullptr; // `compile-now` has no arguments
  };
  const auto rows_hold = [&](const KnownRows& fact) {
    const Array* const a = vector_at(fact.at);
    return a && has_even_rows(*a, fact.column, fact.length, fact.from_start);
  };
  const auto dimension_holds = [&](const KnownDimension& fact) {
    const Array* const a = vector_at(fact.at);
    return a && a->dimension(fact.dimension) == fact.length;
  };
  const auto equality_holds = [&](const EqualDimensions& fact) {
    const Array *const a = vector_at(fact.at), *const b = vector_at(fact.other);
    const int64_t n = a ? a->dimension(fact.dimension) : 0;
    return b && n > 0 && b->dimension(fact.other_dimension) == n;
  };
  return std::ranges::all_of(form.dimensions, dimension_holds) && std::ranges::all_of(form.rows, rows_hold) &&
         std::ranges::all_of(form.equal_dimensions, equality_holds);
}

MarshalContext marshal_context(Machine& machine, const BoxedFunctions* boxed) {
  return {machine.frontend.types, [&machine](TypeId t) { return machine.layout(t); },
          [&machine](const Core& lambda, uint32_t supplied) { return machine.code_of(lambda, supplied); },
          boxed};
}

bool knows_functions(Machine& machine, const Lowered& form, const Input& in, std::span<Value> frame) {
  if (!in.functions) return true;
  const Value* v = input_at(machine, in, frame);
  ValueShape known = in.shape;
  BoxedFunctions boxed = form.boxed;
  const auto changed = v ? join(marshal_context(machine), known, *v, boxed) : std::nullopt;
  return changed && !*changed;
}

std::vector<Value> inputs_of(const Machine& machine, const Lowered& form, std::span<Value> frame) {
  std::vector<Value> values;
  for (const Input& in : form.inputs)
    values.push_back(in.kind == Input::Region ? Value() : *input_at(machine, in, frame));
  return values;
}

namespace {

Array short_rows(const Array& rows, int64_t most);

/// Appends the elements of `from` that lie within `most` in each dimension from number `d` on. `at` is the index, in
/// row-major order, of the first element that dimension d counts.
void append_box(ColumnBuilder& to, const Array& from, uint32_t d, int64_t at, int64_t most) {
  int64_t inner = 1;
  for (uint32_t k = d + 1; k < from.rank(); ++k) inner *= from.dimension(k);
  const int64_t n = std::min(from.dimension(d), most);
  if (d + 1 == from.rank()) return to.append(from, at, at + n);
  for (int64_t k = 0; k < n; ++k) append_box(to, from, d + 1, at + k * inner, most);
}

/// Returns the part of the array that lies within `most` in all dimensions.
Array short_box(const Array& array, int64_t most) {
  ColumnBuilder box(array.layout());
  append_box(box, array, 0, 0, most);
  std::vector<int64_t> dimensions = array.dimensions();
  for (int64_t& d : dimensions) d = std::min(d, most);
  return Array(box.finish(), 0, std::move(dimensions));
}

Array short_array(const Array& array, int64_t most) {
  if (array.rank() > 1) return short_box(array, most);
  const Array first = array.window(0, std::min(array.length(), most));
  return array.layout()->kind == ColumnKind::Rows ? short_rows(first, most) : first;
}

/// Returns the rows with each cut to `most` elements.
Array short_rows(const Array& rows, int64_t most) {
  ColumnBuilder cut(rows.layout());
  for (int64_t k = 0; k < rows.length(); ++k) cut.push(Value::vector(short_array(rows.at(k).array(), most)));
  return Array(cut.finish());
}

bool is_longer(const Array& array, int64_t most, bool rows) {
  if (array.rank() > 1)
    return rows && std::ranges::any_of(array.shape(), [&](int64_t d) { return d > most; });
  return array.length() > most || (rows && array.layout()->kind == ColumnKind::Rows);
}

template <class T> ColumnRef small_numbers(const Array& array, int64_t most) {
  PrimitiveFill small(array.layout(), array.count());
  std::ranges::transform(array.elements<T>(), small.as<T>(),
                         [&](T x) { return static_cast<T>(std::min<int64_t>(x, most - 1)); });
  return small.finish();
}

/// Returns the array with ints above `most` - 1 replaced by `most` - 1.
Array small_indices(const Array& array, int64_t most) {
  const Layout& layout = *array.layout();
  if (layout.kind == ColumnKind::Rows) {
    ColumnBuilder rows(&layout);
    for (int64_t k = 0; k < array.count(); ++k)
      rows.push(Value::vector(small_indices(array.at(k).array(), most)));
    return Array(rows.finish(), 0, array.dimensions());
  }
  if (!array.is_primitive()) return array;
  if (array.element() == Element::I64)
    return Array(small_numbers<int64_t>(array, most), 0, array.dimensions());
  if (array.element() == Element::I32)
    return Array(small_numbers<int32_t>(array, most), 0, array.dimensions());
  return array;
}

/// Whether the vector has one element more than another input, as the offsets of rows have one more than there are rows.
bool has_ends(const Value& v, const std::vector<Value>& inputs) {
  const auto is_line = [](const Value& x) { return x.tag() == Tag::Vector && x.array().rank() == 1; };
  return is_line(v) && std::ranges::any_of(inputs, [&](const Value& x) {
           return is_line(x) && x.array().length() + 1 == v.array().length();
         });
}

/// Returns the value cut as `cuts` says. Returns none if nothing is to be cut.
std::optional<Value> cut(const Value& v, int64_t most, Cuts cuts) {
  if (v.tag() == Tag::Vector && (cuts.indices || is_longer(v.array(), most, cuts.rows))) {
    const Array shorter = cuts.rows ? short_array(v.array(), most) : v.array().window(0, most);
    return Value::vector(cuts.indices ? small_indices(shorter, most) : shorter);
  }
  if (cuts.numbers && v.tag() == Tag::I64 && v.as_int() > most) return Value::of(most);
  return {};
}

} // namespace

std::optional<std::vector<Value>> cut_inputs(const std::vector<Input>& plan_inputs,
                                             const std::vector<Value>& inputs, int64_t most, Cuts cuts) {
  bool any = false;
  std::vector<Value> out = inputs;
  for (size_t k = 0; k < out.size(); ++k) {
    if (plan_inputs[k].is_table) continue;
    if (auto shorter = cut(out[k], most + (cuts.indices && has_ends(out[k], inputs)), cuts))
      out[k] = std::move(*shorter), any = true;
  }
  if (!any) return {};
  return out;
}

} // namespace nova::plan
