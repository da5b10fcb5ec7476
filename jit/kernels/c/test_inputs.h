// Inputs of self-tests, and hashes of their results. `nova build` makes the same inputs for the interpreter, whose results'
// hashes it stores (repl/build/self_test.cpp); generated C makes them again, and compares.
#ifndef NOVA_JIT_TEST_INPUTS_H
#define NOVA_JIT_TEST_INPUTS_H

#include "jit/kernels/c/host.h"

/// Returns the next number of a sequence (splitmix64).
NOVA_INLINE nv_u64 nova_random(nv_u64* state) {
  nv_u64 x = *state += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// Writes the next element of a kind to `to`: a number of 8, 4, 2 or 1 bytes ('8', '4', '2', '1') below `most`, which is at least
/// 1; a double or float ('d', 'f') between -512 and 512; a half or bfloat16 ('h', 'w') from 1 on; a bool or a letter ('b', 'c').
NOVA_INLINE void nova_write_random(char kind, void* to, nv_i64 k, nv_u64 most, nv_u64* state) {
  const nv_u64 x = nova_random(state), below = (x >> 16) % most;
  switch (kind) {
  case 'd': ((nv_f64*)to)[k] = (nv_f64)((nv_i64)(x >> 44) - (1 << 19)) / 1024.0; break;
  case 'f': ((nv_f32*)to)[k] = (nv_f32)((nv_i64)(x >> 48) - (1 << 15)) / 64.0f; break;
  case '8': ((nv_u64*)to)[k] = below; break;
  case '4': ((nv_u32*)to)[k] = (nv_u32)below; break;
  case '2': ((nv_u16*)to)[k] = (nv_u16)below; break;
  case 'h': ((nv_u16*)to)[k] = (nv_u16)(0x3c00 + (x >> 54)); break;
  case 'w': ((nv_u16*)to)[k] = (nv_u16)(0x3f80 + (x >> 57)); break;
  case 'b': ((nv_u8*)to)[k] = (nv_u8)(x >> 63); break;
  case 'c': ((nv_u8*)to)[k] = (nv_u8)('a' + (x >> 32) % 26); break;
  default: ((nv_u8*)to)[k] = (nv_u8)below;
  }
}

/// Writes offsets of n rows of 0 to 4 elements, and returns their last.
NOVA_INLINE nv_i64 nova_write_offsets(nv_i64* to, nv_i64 n, nv_u64* state) {
  to[0] = 0;
  for (nv_i64 k = 0; k < n; ++k) to[k + 1] = to[k] + (nv_i64)(nova_random(state) % 5);
  return to[n];
}

NOVA_INLINE nv_u64 nova_hash_word(nv_u64 h, nv_u64 word) {
  for (int k = 0; k < 8; ++k) h = (h ^ (word >> (8 * k) & 255)) * 0x100000001b3ull;
  return h;
}
/// Returns the hash of the elements `begin` .. `end` - 1 of a column, after those with the hash h. All NaNs are alike. Of offsets
/// ('o') the rows' lengths count.
NOVA_INLINE nv_u64 nova_hash(nv_u64 h, char kind, const void* column, nv_i64 begin, nv_i64 end) {
  for (nv_i64 k = begin; k < end; ++k) {
    nv_u64 word = 0;
    nv_u32 half = 0;
    switch (kind) {
    case 'd':
      __builtin_memcpy(&word, (const nv_f64*)column + k, 8);
      if ((word & 0x7fffffffffffffffull) > 0x7ff0000000000000ull) word = 0x7ff8000000000000ull;
      break;
    case 'f':
      __builtin_memcpy(&half, (const nv_f32*)column + k, 4);
      word = (half & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : half;
      break;
    case 'o': word = (nv_u64)(((const nv_i64*)column)[k + 1] - ((const nv_i64*)column)[k]); break;
    case '8': word = ((const nv_u64*)column)[k]; break;
    case '4': word = ((const nv_u32*)column)[k]; break;
    case '2':
    case 'h':
    case 'w': word = ((const nv_u16*)column)[k]; break;
    default: word = ((const nv_u8*)column)[k];
    }
    h = nova_hash_word(h, word);
  }
  return h;
}
/// Returns the hash of a text after that of others.
NOVA_INLINE nv_u64 nova_hash_text(nv_u64 h, const char* text) {
  for (; *text; ++text) h = (h ^ (nv_u8)*text) * 0x100000001b3ull;
  return h;
}

#endif
