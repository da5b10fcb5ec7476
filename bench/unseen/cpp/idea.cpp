// IDEA, the cipher of Java Grande's crypt: each block is four words of 16 bits.
#include "common.hpp"

static inline uint32_t mul(uint32_t a, uint32_t b) {
  uint64_t x = a ? a : 65536, y = b ? b : 65536;
  return x * y % 65537 & 0xffff;
}
static inline uint32_t add(uint32_t a, uint32_t b) { return (a + b) & 0xffff; }

static std::vector<int64_t> encrypt(const Array<int32_t>& keys, const Array<int32_t>& text) {
  const long n = text.shape[0];
  std::vector<int64_t> out(4 * n);
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    uint32_t x1 = text[4 * i], x2 = text[4 * i + 1], x3 = text[4 * i + 2], x4 = text[4 * i + 3];
    for (int r = 0; r < 8; ++r) {
      const int32_t* k = &keys[6 * r];
      uint32_t a = mul(x1, k[0]), b = add(x2, k[1]), c = add(x3, k[2]), d = mul(x4, k[3]);
      uint32_t e = mul(a ^ c, k[4]), f = mul(add(b ^ d, e), k[5]), g = add(e, f);
      x1 = a ^ f, x2 = c ^ f, x3 = b ^ g, x4 = d ^ g;
    }
    const int32_t* k = &keys[48];
    out[4 * i] = mul(x1, k[0]), out[4 * i + 1] = add(x3, k[1]);
    out[4 * i + 2] = add(x2, k[2]), out[4 * i + 3] = mul(x4, k[3]);
  }
  return out;
}

int main() {
  auto keys = load<int32_t>("idea_keys"), text = load<int32_t>("idea_text");
  save("idea", best_of_five([&] { return encrypt(keys, text); }), {text.shape[0], 4});
}
