#include "jit/tiers/form.hpp"

namespace nova::plan {

namespace {

/// Nothing where the value is not that long, or not that large.
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
