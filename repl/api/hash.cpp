#include "repl/api/hash.hpp"
#include "repl/api/handles.hpp"
#include <cmath>
#include <cstring>
#include <limits>

namespace nova::api {

namespace {

/// Adds floating numbers by blocks in which each NaN has the same bits.
template <class Bits> void add_floats(Sha256& sha, const Bits* from, int64_t n, Bits nan, Bits infinity) {
  constexpr int64_t most = 1024;
  constexpr Bits magnitude = std::numeric_limits<Bits>::max() >> 1;
  Bits block[most];
  for (int64_t first = 0; first < n; first += most) {
    const int64_t count = std::min(most, n - first);
    for (int64_t k = 0; k < count; ++k)
      block[k] = (from[first + k] & magnitude) > infinity ? nan : from[first + k];
    sha.add(block, static_cast<size_t>(count) * sizeof(Bits));
  }
}

void add_numbers(Sha256& sha, Element e, const void* from, int64_t n) {
  const auto at = [&]<class Bits>(Bits) { return static_cast<const Bits*>(from); };
  switch (e) {
  case Element::F64:
    return add_floats<uint64_t>(sha, at(uint64_t{}), n, 0x7ff8000000000000, 0x7ff0000000000000);
  case Element::F32: return add_floats<uint32_t>(sha, at(uint32_t{}), n, 0x7fc00000, 0x7f800000);
  case Element::F16: return add_floats<uint16_t>(sha, at(uint16_t{}), n, 0x7e00, 0x7c00);
  case Element::BF16: return add_floats<uint16_t>(sha, at(uint16_t{}), n, 0x7fc0, 0x7f80);
  default: return sha.add(from, static_cast<size_t>(n) * element_size(e));
  }
}

const std::byte* bytes_of(const Array& a) {
  if (!a.column().data) return nullptr;
  return a.column().data->bytes() + static_cast<size_t>(a.begin()) * element_size(a.element());
}

/// A value that is being added, and how many of its parts were added.
struct Frame {
  Value value;
  int64_t parts, done = 0;
};

/// Adds what a value has itself. Returns how many parts follow.
int64_t begin_vector(Sha256& sha, const Array& a) {
  for (const int64_t n : a.shape()) sha.add(&n, sizeof n);
  switch (a.layout()->kind) {
  case ColumnKind::Primitive:
    if (a.element() != Element::Unit) add_numbers(sha, a.element(), bytes_of(a), a.count());
    return 0;
  case ColumnKind::Tuple: return static_cast<int64_t>(a.layout()->children.size());
  case ColumnKind::Rows:
    for (int64_t k = 0; k < a.count(); ++k) {
      const Value row = a.at(k);
      for (const int64_t n : row.array().shape()) sha.add(&n, sizeof n);
    }
    return 1;
  case ColumnKind::Sum:
  case ColumnKind::Boxed: break;
  }
  return a.count();
}

int64_t begin(Sha256& sha, const Value& v) {
  switch (v.tag()) {
  case Tag::Function: refuse("a function has no bits to hash");
  case Tag::Unit: return 0;
  case Tag::Tuple: return static_cast<int64_t>(v.items().size());
  case Tag::Sum: {
    const uint32_t constructor = v.constructor();
    sha.add(&constructor, sizeof constructor);
    return static_cast<int64_t>(v.items().size());
  }
  case Tag::Vector: return begin_vector(sha, v.array());
  default: break;
  }
  const uint64_t bits = v.bits();
  add_numbers(sha, v.element(), &bits, 1);
  return 0;
}

Value part_of(const Value& v, int64_t k) {
  if (v.tag() != Tag::Vector) return v.items()[static_cast<size_t>(k)];
  const Array& a = v.array();
  if (a.layout()->kind == ColumnKind::Tuple) return Value::vector(a.field(static_cast<uint32_t>(k)));
  return a.layout()->kind == ColumnKind::Rows ? Value::vector(flatten(a)) : a.at(k);
}

} // namespace

/// Deep values are followed with an explicit stack.
void add_value(Sha256& sha, const Value& value) {
  std::vector<Frame> frames;
  frames.push_back({value, begin(sha, value)});
  while (!frames.empty()) {
    Frame& f = frames.back();
    if (f.done == f.parts) {
      frames.pop_back();
      continue;
    }
    Value part = part_of(f.value, f.done++);
    const int64_t parts = begin(sha, part);
    if (parts > 0) frames.push_back({std::move(part), parts});
  }
}

} // namespace nova::api
