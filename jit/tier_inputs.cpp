#include "jit/tier_form.hpp"

namespace nova::plan {

std::optional<std::vector<Value>> cut_inputs(const std::vector<Value>& inputs, int64_t most) {
  bool cut = false;
  std::vector<Value> out = inputs;
  for (Value& v : out) {
    if (v.tag() != Tag::Vector || v.array().rank() != 1 || v.array().length() <= most) continue;
    v = Value::vector(v.array().window(0, most));
    cut = true;
  }
  if (!cut) return {};
  return out;
}

} // namespace nova::plan
