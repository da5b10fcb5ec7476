// What functions of a program without Nova refuse: arguments that stand for no value.
#ifndef NOVA_JIT_AHEAD_ARGUMENTS_H
#define NOVA_JIT_AHEAD_ARGUMENTS_H

#include "jit/kernels/c/ahead.h"

/// Refuses a negative length of the parameter `name`.
static int nova_refuse_length(nova_context* c, const char* name, nv_i64 n, const char* place) {
  c->code = "E0403", c->place = place;
  snprintf(c->message, sizeof c->message, "%s: %lld is negative, so it is no length", name, (long long)n);
  return 403;
}

/// Refuses the argument `name`, of which `what` is wrong.
static int nova_refuse(nova_context* c, const char* name, const char* what, const char* place) {
  c->code = "E0402", c->place = place;
  snprintf(c->message, sizeof c->message, "%s: %s", name, what);
  return 402;
}

/// Whether a vector of these dimensions has too many elements.
NOVA_INLINE int nova_is_too_long(const nv_i64* dimensions, int rank) {
  nv_i64 n = 1;
  for (int k = 0; k < rank; ++k)
    if (dimensions[k] && (__builtin_mul_overflow(n, dimensions[k], &n) || n > NOVA_MOST)) return 1;
  return 0;
}

/// Whether the offsets of rows `begin` to `end` - 1 ascend from 0 or more.
NOVA_INLINE int nova_are_offsets(const int64_t* offsets, nv_i64 begin, nv_i64 end) {
  int bad = offsets[begin] < 0;
  for (nv_i64 k = begin; k < end; ++k) bad |= offsets[k + 1] < offsets[k];
  return !bad;
}

/// Whether the rows `begin` to `end` - 1 have as many elements as their shapes say.
NOVA_INLINE int nova_are_shapes(const int64_t* shapes, int rank, const int64_t* offsets, nv_i64 begin, nv_i64 end) {
  for (nv_i64 k = begin; k < end; ++k) {
    nv_i64 n = 1;
    if (nova_is_too_long((const nv_i64*)shapes + k * rank, rank)) return 0;
    for (int d = 0; d < rank; ++d) {
      if (shapes[k * rank + d] < 0) return 0;
      n *= shapes[k * rank + d];
    }
    if (n != offsets[k + 1] - offsets[k]) return 0;
  }
  return 1;
}

/// Whether the numbers `begin` to `end` - 1 are constructors of a sum that has so many.
NOVA_INLINE int nova_are_constructors(const int32_t* numbers, nv_i64 begin, nv_i64 end, nv_u32 constructors) {
  int bad = 0;
  for (nv_i64 k = begin; k < end; ++k) bad |= (nv_u32)numbers[k] >= constructors;
  return !bad;
}

/// Refuses the first of the numbers `begin` to `end` - 1 that is no constructor, or a single number for which `end` is 0.
static int nova_refuse_constructor(nova_context* c, const char* name, const char* place, const int32_t* numbers, nv_i64 begin,
                                   nv_i64 end, nv_u32 constructors) {
  while (begin < end && (nv_u32)numbers[begin] < constructors) ++begin;
  char what[96];
  if (!end) snprintf(what, sizeof what, "%d is no constructor, which are 0 to %u", (int)*numbers, constructors - 1);
  else snprintf(what, sizeof what, "element %lld is %d, which is no constructor: these are 0 to %u", (long long)begin,
                (int)numbers[begin], constructors - 1);
  return nova_refuse(c, name, what, place);
}

/// Whether the bytes `begin` to `end` - 1 are 0 or 1.
NOVA_INLINE int nova_are_bools(const void* bytes, nv_i64 begin, nv_i64 end) {
  nv_u8 all = 0;
  for (nv_i64 k = begin; k < end; ++k) all |= ((const nv_u8*)bytes)[k];
  return all <= 1;
}

/// Refuses the first of the bytes `begin` to `end` - 1 that is neither 0 nor 1.
static int nova_refuse_bool(nova_context* c, const char* name, const char* place, const void* bytes, nv_i64 begin, nv_i64 end) {
  const nv_u8* const b = bytes;
  while (begin < end - 1 && b[begin] <= 1) ++begin;
  char what[96];
  snprintf(what, sizeof what, "element %lld is %d, and a bool is 0 or 1", (long long)begin, (int)b[begin]);
  return nova_refuse(c, name, what, place);
}

#endif
