// Values of recursive types that a context of a program without Nova keeps between calls. They are places in regions.
#ifndef NOVA_JIT_AHEAD_CELLS_H
#define NOVA_JIT_AHEAD_CELLS_H

#include "jit/kernels/c/ahead.h"

/// What a region is at first: the bytes of its columns' elements, and the contents of its first places.
typedef struct {
  int width;
  const unsigned char* sizes;
  nv_i64 used;
  const void* const* data;
} nova_kept_form;

/// Gives a column memory for `room` places. Contents of the first `used` are kept, all others become zeros, so that a wrong place
/// leads to no other memory. Returns 0 if there is no memory.
static int nova_widen(nova_context* c, void** column, nv_i64 used, nv_i64 room, nv_i64 size) {
  if (used < 0 || room < used || room > NOVA_MOST) return 0;
  char* const grown = nova_take(c, nova_column_bytes(room, size));
  if (!grown) return 0;
  if (used) __builtin_memcpy(grown, *column, (size_t)(used * size));
  __builtin_memset(grown + used * size, 0, (size_t)((room - used) * size));
  nova_give(c, *column);
  *column = grown;
  return 1;
}

static int nova_make_kept(nova_context* c, const nova_kept_form* forms, int count) {
  if (c->kept) return 1;
  c->kept = nova_take(c, (nv_u64)count * sizeof *c->kept);
  if (!c->kept) return 0;
  __builtin_memset(c->kept, 0, (size_t)count * sizeof *c->kept);
  c->kept_count = count;
  for (int k = 0; k < count; ++k) c->kept[k].width = forms[k].width, c->kept[k].used = forms[k].used;
  return 1;
}

/// Makes the columns of a region with its first contents.
static int nova_start_kept(nova_context* c, nova_kept_region* r, const nova_kept_form* form, nv_i64 room) {
  if (!r->columns) {
    r->columns = nova_take(c, (nv_u64)form->width * sizeof *r->columns);
    if (!r->columns) return 0;
    __builtin_memset(r->columns, 0, (size_t)form->width * sizeof *r->columns);
  }
  for (int i = 0; i < form->width; ++i) {
    if (!nova_widen(c, &r->columns[i], 0, room, form->sizes[i])) return 0;
    if (form->used) __builtin_memcpy(r->columns[i], form->data[i], (size_t)(form->used * form->sizes[i]));
  }
  return r->room = room, 1;
}

enum { NOVA_FIRST_ROOM = 1 << 14 };

/// Returns region `number` of `count` with memory for some more places, and for twice as many if `grow` says so
/// (nova_function::prepare); null if there is none, which ends the run. `more`: how many places the run fills by itself.
static nova_kept_region* nova_keep(nova_context* c, const nova_kept_form* forms, int count, int number, nv_i64 more, int grow) {
  if (!nova_make_kept(c, forms, count)) return nova_no_memory(c);
  nova_kept_region* const r = &c->kept[number];
  const nv_i64 least = r->used + more, most = 1ll << 31; // places have 31 bits
  const int wider = least > r->room || grow > 1 || (grow && r->count > r->room);
  const nv_i64 twice = 2 * r->room < most ? 2 * r->room : most, room = least > twice ? least : twice;
  r->count = r->used;
  if (!wider) return r;
  if (room > most || (room == r->room)) return nova_no_memory(c);
  ++c->widened;
  if (!r->room) return nova_start_kept(c, r, &forms[number], room) ? r : nova_no_memory(c);
  for (int i = 0; i < r->width; ++i)
    if (!nova_widen(c, &r->columns[i], r->used, room, forms[number].sizes[i])) return nova_no_memory(c);
  r->room = room;
  return r;
}

/// Keeps the places that the call has filled.
static void nova_commit(nova_context* c, int number) { c->kept[number].used = c->kept[number].count; }

/// Forgets all values of recursive types but those that the program itself has.
static void nova_forget(nova_context* c, const nova_kept_form* forms) {
  for (int k = 0; k < c->kept_count; ++k) c->kept[k].used = forms[k].used;
}

/// Whether each of n numbers is a place of the region; with `absent` 0 may stand for no value.
static int nova_are_values(const nova_context* c, const nova_kept_form* forms, int number, int absent, const int64_t* places,
                           nv_i64 n) {
  const nv_i64 used = c->kept ? c->kept[number].used : forms[number].used;
  for (nv_i64 k = 0; k < n; ++k)
    if (places[k] >= used || places[k] < !absent) return 0;
  return 1;
}

/// Appends n places to a region, for a self-test. Returns 0 if there is no memory.
NOVA_INLINE int nova_load(nova_context* c, const nova_kept_form* forms, int count, int number, nv_i64 n, const void* const* data) {
  nova_kept_region* const r = nova_keep(c, forms, count, number, n, 0);
  if (!r) return 0;
  for (int i = 0; i < r->width; ++i) {
    const nv_i64 size = forms[number].sizes[i];
    __builtin_memcpy((char*)r->columns[i] + r->used * size, data[i], (size_t)(n * size));
  }
  r->used += n;
  return 1;
}

#endif
