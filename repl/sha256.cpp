#include "repl/sha256.hpp"
#include <array>
#include <bit>
#include <cstdint>

namespace nova {

namespace {

constexpr size_t block_bytes = 64;

constexpr std::array<uint32_t, 64> rounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<uint32_t, 8>;

uint32_t big_endian(const char* p) {
  uint32_t x = 0;
  for (int k = 0; k < 4; ++k) x = x << 8 | static_cast<unsigned char>(p[k]);
  return x;
}

void compress(State& h, const char* block) {
  using std::rotr;
  std::array<uint32_t, 64> w;
  for (size_t t = 0; t < 16; ++t) w[t] = big_endian(block + 4 * t);
  for (size_t t = 16; t < 64; ++t) {
    const uint32_t a = w[t - 15], b = w[t - 2];
    w[t] = w[t - 16] + (rotr(a, 7) ^ rotr(a, 18) ^ a >> 3) + w[t - 7] + (rotr(b, 17) ^ rotr(b, 19) ^ b >> 10);
  }
  State s = h;
  for (size_t t = 0; t < 64; ++t) {
    const uint32_t choose = (s[4] & s[5]) ^ (~s[4] & s[6]),
                   majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    const uint32_t t1 = s[7] + (rotr(s[4], 6) ^ rotr(s[4], 11) ^ rotr(s[4], 25)) + choose + rounds[t] + w[t];
    const uint32_t t2 = (rotr(s[0], 2) ^ rotr(s[0], 13) ^ rotr(s[0], 22)) + majority;
    s = {t1 + t2, s[0], s[1], s[2], s[3] + t1, s[4], s[5], s[6]};
  }
  for (size_t k = 0; k < 8; ++k) h[k] += s[k];
}

} // namespace

std::string sha256(std::string_view bytes) {
  State h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string padded(bytes);
  padded += '\x80';
  while (padded.size() % block_bytes != block_bytes - 8) padded += '\0';
  for (int k = 7; k >= 0; --k) padded += static_cast<char>(uint64_t{bytes.size()} * 8 >> (8 * k));
  for (size_t at = 0; at < padded.size(); at += block_bytes) compress(h, padded.data() + at);
  std::string out;
  for (uint32_t x : h)
    for (int k = 3; k >= 0; --k) out += static_cast<char>(x >> (8 * k));
  return out;
}

std::string hmac_sha256(std::string_view key, std::span<const std::string> parts) {
  std::string k = key.size() > block_bytes ? sha256(key) : std::string(key);
  k.resize(block_bytes);
  std::string inner, outer;
  for (char c : k) inner += static_cast<char>(c ^ 0x36), outer += static_cast<char>(c ^ 0x5c);
  for (const std::string& p : parts) inner += p;
  std::string hex;
  for (unsigned char c : sha256(outer + sha256(inner)))
    (hex += "0123456789abcdef"[c >> 4]) += "0123456789abcdef"[c & 15];
  return hex;
}

} // namespace nova
