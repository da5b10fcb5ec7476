// What the self-test of a built program needs: its report, and tries of what flags of a compiler or another C library may change.
#ifndef NOVA_JIT_SELF_TEST_H
#define NOVA_JIT_SELF_TEST_H

#include "jit/kernels/c/test_inputs.h"

/// The report of a self-test.
typedef struct {
  char* text;
  size_t room, used;
  int wrong, all;
} nova_notes;

static void nova_note(nova_notes* n, const char* what, const char* more) {
  if (n->used >= n->room) return;
  const int took = snprintf(n->text + n->used, n->room - n->used, "%s%s\n", what, more ? more : "");
  if (took > 0) n->used += (size_t)took;
}

static void nova_compare(nova_notes* n, nv_u64 got, nv_u64 wanted, const char* what) {
  ++n->all;
  if (got == wanted) return;
  ++n->wrong;
  nova_note(n, "differs from Nova's interpreter: ", what);
}

/// Tries what flags of a compiler or of the processor may change in floating-point arithmetic.
static void nova_test_flags(nova_notes* n) {
  volatile double x = 1.0 + 0x1p-30, big = 1e300, small = 0x1p-1060, tenth = 0.1, third = 3.0;
  const double a = x, b = big, c = small, d = tenth, e = third;
  const double square = a * a - 0x1.00000008p+0; // 0 unless a product and a difference are contracted
  n->all += 4;
  if (square != 0) ++n->wrong, nova_note(n, "flags: products and sums are contracted (-ffp-contract=off)", 0);
  if ((b + 1.0) - b != 0) ++n->wrong, nova_note(n, "flags: sums are reordered (-fno-associative-math)", 0);
  if (c * 0.5 == 0) ++n->wrong, nova_note(n, "flags: small numbers are flushed to zero", 0);
  if (d / e != 0x1.1111111111111p-5) ++n->wrong, nova_note(n, "flags: divisions are not rounded to nearest", 0);
}

/// Tries what the C library computes for a text on a processor without such instructions: fma and sqrt, which round once. No
/// other function of the library has a part in results.
static void nova_test_library(nova_notes* n) {
#ifdef NOVA_USES_FMA
  volatile double three = 321.0, rest = 28059810762433.0 * 0x1p-53, tiny = 0x1p-120; // the product is 1 + 2^-53
  volatile float many = 97.0f, part = 172961.0f * 0x1p-24f, small = 0x1p-80f;        // the product is 1 + 2^-24
  n->all += 2;
  if (__builtin_fma(three, rest, tiny) != 1.0 + 0x1p-52) ++n->wrong, nova_note(n, "the C library's fma rounds twice", 0);
  if (__builtin_fmaf(many, part, small) != 1.0f + 0x1p-23f) ++n->wrong, nova_note(n, "the C library's fmaf rounds twice", 0);
#endif
#ifdef NOVA_USES_SQRT
  volatile double two = 2.0;
  volatile float three_f = 3.0f;
  n->all += 2;
  if (__builtin_sqrt(two) != 0x1.6a09e667f3bcdp+0) ++n->wrong, nova_note(n, "the C library's sqrt is not rounded to nearest", 0);
  if (__builtin_sqrtf(three_f) != 0x1.bb67aep+0f) ++n->wrong, nova_note(n, "the C library's sqrtf is not rounded to nearest", 0);
#endif
  (void)n;
}

/// Writes the report's last line, and returns how many tests differ.
static int nova_end_notes(nova_notes* n) {
  char line[96];
  snprintf(line, sizeof line, "%d of %d tests agree", n->all - n->wrong, n->all);
  nova_note(n, line, 0);
  return n->wrong;
}

#endif
