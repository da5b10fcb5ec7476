// Sixteen floats, and the shapes' tree on them: neighbours are paired first, so a list of vectors is halved
// by adding its even to its odd elements, whatever the elements stand for (lanes of a tile, of many tiles, of
// many rows).
#pragma once

#include <cstdint>
#include <cstring>

namespace bench {

typedef float V __attribute__((vector_size(64)));
typedef float Unaligned __attribute__((vector_size(64), aligned(4)));
typedef int32_t I __attribute__((vector_size(64)));

inline V load(const float* x) { return *reinterpret_cast<const Unaligned*>(x); }
inline void store(float* y, V v) { *reinterpret_cast<Unaligned*>(y) = v; }
inline V spread(float a) { return V{a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a}; }

// x[0], x[step], .. x[15 * step].
inline V gather(const float* x, int32_t step) {
  const I at = step * I{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#ifdef __AVX512F__
  return (V)__builtin_ia32_gathersiv16sf(V{}, x, at, -1, 4);
#else
  V v;
  for (int l = 0; l < 16; ++l) v[l] = x[at[l]];
  return v;
#endif
}

inline V fma(V a, V b, V c) {
#ifdef __AVX512F__
  return (V)__builtin_ia32_vfmaddps512_mask(a, b, c, -1, 4);
#else
  for (int l = 0; l < 16; ++l) c[l] = __builtin_fmaf(a[l], b[l], c[l]);
  return c;
#endif
}

// One level of the tree for 32 neighbouring values.
inline V pair(V a, V b) {
  const I even = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30}, odd = even + 1;
  return __builtin_shuffle(a, b, even) + __builtin_shuffle(a, b, odd);
}

// The first `live` vectors' values, joined down to the first vector.
template <int live> inline void halve(V* v) {
  if constexpr (live > 1) {
#pragma GCC unroll 16
    for (int k = 0; k < live / 2; ++k) v[k] = pair(v[2 * k], v[2 * k + 1]);
    halve<live / 2>(v);
  }
}

// All sixteen values of a vector, joined.
inline float total(V v) {
  for (int level = 0; level < 4; ++level) v = pair(v, v);
  return v[0];
}

} // namespace bench
