#include "interp/foreign.hpp"
#include "runtime/array.hpp"
#include <cstring>

namespace nova {

namespace {

/// Appends a value as the C function takes it: a vector as its elements' address, a tuple item by item.
void append(std::vector<ForeignArgument>& all, const Value& v) {
  static const uint64_t nothing = 0; // an empty vector has an address too
  switch (v.tag()) {
  case Tag::Unit: return;
  case Tag::Tuple:
    for (const Value& item : v.items()) append(all, item);
    return;
  case Tag::Vector: {
    const Array& a = v.array();
    const uint64_t size = element_size(a.element()), count = static_cast<uint64_t>(a.count());
    const void* const from =
        count ? a.column().as<std::byte>() + static_cast<uint64_t>(a.begin()) * size : nullptr;
    return all.push_back({count, from ? from : &nothing, count * size});
  }
  default: return all.push_back({v.bits(), nullptr, 0});
  }
}

/// Returns the value that a call has given.
Value result_of(Machine& machine, const ForeignType& type, const ForeignResult& made) {
  if (type.kind == ForeignType::Vector) {
    PrimitiveFill fill(machine.layouts.primitive(type.elements[0]), static_cast<int64_t>(made.words[0]));
    if (made.column->size()) std::memcpy(fill.as<std::byte>(), made.column->bytes(), made.column->size());
    return Value::vector(Array(fill.finish()));
  }
  std::vector<Value> items;
  for (size_t k = 0; k < type.elements.size(); ++k)
    items.push_back(Value::from_bits(static_cast<Tag>(type.elements[k]), made.words[k]));
  if (type.kind == ForeignType::Scalar) return items[0];
  return items.empty() ? Value() : Value::tuple(items);
}

} // namespace

Value call_foreign(Machine& machine, const Core& node, std::span<const Value> arguments) {
  const Global& g = machine.frontend.program[node.global];
  const ForeignFunction& f = *g.foreign;
  if (!f.call) machine.link_foreign(node.global);
  if (f.cuda != CudaKind::None) fail("E0431", {f.name});
  std::vector<ForeignArgument> all;
  for (const Value& v : arguments) append(all, v);
  return result_of(machine, f.signature.result, f.call(all));
}

} // namespace nova
