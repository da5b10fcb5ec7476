#include "jit/tiers/form_inputs.hpp"

namespace nova::plan {

const Value* input_at(const Machine& machine, const Input& in, std::span<Value> frame) {
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

/// Returns the value cut to `most` elements or, with `numbers`, the number `most` for a larger one. Returns none if
/// neither applies.
std::optional<Value> cut(const Value& v, int64_t most, bool numbers) {
  if (v.tag() == Tag::Vector && v.array().rank() == 1 && v.array().length() > most)
    return Value::vector(v.array().window(0, most));
  if (numbers && v.tag() == Tag::I64 && v.as_int() > most) return Value::of(most);
  return {};
}

} // namespace

std::optional<std::vector<Value>> cut_inputs(const std::vector<Value>& inputs, int64_t most, bool numbers) {
  bool any = false;
  std::vector<Value> out = inputs;
  for (Value& v : out)
    if (auto shorter = cut(v, most, numbers)) v = std::move(*shorter), any = true;
  if (!any) return {};
  return out;
}

} // namespace nova::plan
