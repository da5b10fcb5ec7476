// Arithmetic progressions of indices: the indices first, first + step, .., last of a column. They are the targets of a row in a
// scatter of rows.
#ifndef NOVA_JIT_STRIDES_H
#define NOVA_JIT_STRIDES_H
#include "jit/kernels/c/host.h"

typedef struct {
  nv_i64 first, step, last; ///< step > 0; last < first if there are no indices
} nova_stride;

/// Sets `*s` to the `count` indices base, base + step, .., in ascending order. Returns 0 and sets no indices if one of them
/// is not in 0 .. n - 1, else 1.
NOVA_INLINE int nova_is_stride(nova_stride* s, nv_i64 base, nv_i64 step, nv_i64 count, nv_i64 n) {
  const nova_stride none = {0, 1, -1};
  *s = none;
  if (count <= 0) return 1;
  const nv_wide last = base + (nv_wide)step * (count - 1);
  if (base < 0 || base >= n || last < 0 || last >= n) return 0;
  s->first = step < 0 ? (nv_i64)last : base, s->last = step < 0 ? base : (nv_i64)last;
  s->step = step < 0 ? -step : step ? step : 1;
  return 1;
}

/// Whether visits of all n `rows` for each of the `blocks` are at most about as many as the writes to all indices.
NOVA_INLINE int nova_many_places(const nova_stride* rows, nv_i64 n, nv_i64 blocks) {
  nv_wide places = 0;
  for (nv_i64 i = 0; i < n; ++i) places += (rows[i].last - rows[i].first) / rows[i].step;
  return (nv_wide)n * blocks <= places;
}

/// Returns the first index of the progression that is at least `low`. The result may be above its last index.
NOVA_INLINE nv_i64 nova_from(const nova_stride* s, nv_i64 low) {
  return s->first >= low ? s->first : s->first + (low - s->first + s->step - 1) / s->step * s->step;
}

#endif
