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

inline V evens(V a, V b) {
  return __builtin_shuffle(a, b, I{0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30});
}
inline V odds(V a, V b) {
  return __builtin_shuffle(a, b, I{1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31});
}

inline I lane_numbers() { return I{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}; }
inline V select(I mask, V yes, V no) { return (V)(((I)yes & mask) | ((I)no & ~mask)); }

// The four shuffles of a 16 x 16 transpose: interleave single floats, pairs of floats, and pick every other
// quarter.
inline V low1(V a, V b) {
  return __builtin_shuffle(a, b, I{0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29});
}
inline V high1(V a, V b) {
  return __builtin_shuffle(a, b, I{2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31});
}
inline V low2(V a, V b) {
  return __builtin_shuffle(a, b, I{0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29});
}
inline V high2(V a, V b) {
  return __builtin_shuffle(a, b, I{2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31});
}
inline V even4(V a, V b) {
  return __builtin_shuffle(a, b, I{0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27});
}
inline V odd4(V a, V b) {
  return __builtin_shuffle(a, b, I{4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31});
}

// Turns 16 vectors so that v[k][l] becomes v[l][k].
inline void turn(V* v) {
  V t[16];
#pragma GCC unroll 4
  for (int g = 0; g < 16; g += 4) {
    const V a = low1(v[g], v[g + 1]), b = high1(v[g], v[g + 1]);
    const V c = low1(v[g + 2], v[g + 3]), d = high1(v[g + 2], v[g + 3]);
    t[g] = low2(a, c), t[g + 1] = high2(a, c), t[g + 2] = low2(b, d), t[g + 3] = high2(b, d);
  }
#pragma GCC unroll 4
  for (int c = 0; c < 4; ++c) {
    const V a = even4(t[c], t[4 + c]), b = odd4(t[c], t[4 + c]);
    const V d = even4(t[8 + c], t[12 + c]), e = odd4(t[8 + c], t[12 + c]);
    v[c] = even4(a, d), v[8 + c] = odd4(a, d), v[4 + c] = even4(b, e), v[12 + c] = odd4(b, e);
  }
}

// One level of the tree for 32 neighbouring values.
inline V pair(V a, V b) { return evens(a, b) + odds(a, b); }

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
