#include "repl/api/hash.hpp"
#include "repl/api/handles.hpp"
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace nova::api {

// ---- SHA-256 ----

namespace {
constexpr uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t big_endian(const uint8_t* at) {
  return uint32_t{at[0]} << 24 | uint32_t{at[1]} << 16 | uint32_t{at[2]} << 8 | uint32_t{at[3]};
}
} // namespace

void Sha256::block(const uint8_t* at) {
  uint32_t w[64];
  for (int k = 0; k < 16; ++k) w[k] = big_endian(at + 4 * k);
  for (int k = 16; k < 64; ++k) {
    const uint32_t a = w[k - 15], b = w[k - 2];
    w[k] = w[k - 16] + w[k - 7] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) +
           (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (int k = 0; k < 64; ++k) {
    const uint32_t s = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const uint32_t t = h + s + ((e & f) ^ (~e & g)) + round_constants[k] + w[k];
    const uint32_t u =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t, d = c, c = b, b = a, a = t + u;
  }
  const uint32_t last[8] = {a, b, c, d, e, f, g, h};
  for (size_t k = 0; k < 8; ++k) state_[k] += last[k];
}

void Sha256::add(const void* from, size_t n) {
  const auto* bytes = static_cast<const uint8_t*>(from);
  const size_t held = bytes_ % 64;
  bytes_ += n;
  if (held > 0) {
    const size_t more = std::min(n, 64 - held);
    std::memcpy(rest_.data() + held, bytes, more);
    if (held + more < 64) return;
    block(rest_.data()), bytes += more, n -= more;
  }
  for (; n >= 64; bytes += 64, n -= 64) block(bytes);
  if (n > 0) std::memcpy(rest_.data(), bytes, n);
}

std::array<uint8_t, 32> Sha256::digest() {
  const uint64_t bits = bytes_ * 8;
  const uint8_t one = 0x80, zero = 0;
  add(&one, 1);
  while (bytes_ % 64 != 56) add(&zero, 1);
  uint8_t length[8];
  for (int k = 0; k < 8; ++k) length[k] = static_cast<uint8_t>(bits >> (56 - 8 * k));
  add(length, sizeof length);
  std::array<uint8_t, 32> out{};
  for (size_t k = 0; k < 32; ++k) out[k] = static_cast<uint8_t>(state_[k / 4] >> (24 - 8 * (k % 4)));
  return out;
}

// ---- values ----

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
