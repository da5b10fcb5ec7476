#include "runtime/sha256.hpp"
#include <algorithm>
#include <bit>
#include <cstring>

namespace nova {

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

std::string sha256_hex(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  Sha256 sha;
  sha.add(text.data(), text.size());
  std::string out;
  for (const uint8_t byte : sha.digest()) (out += digits[byte >> 4]) += digits[byte & 15];
  return out;
}

} // namespace nova
