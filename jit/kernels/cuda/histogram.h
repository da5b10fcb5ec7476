#include "jit/kernels/cuda/look_back.h"
#include "jit/kernels/cuda/for_each.h"
#include "jit/kernels/cuda/sort.h"
// Histograms. m elements are joined into n places: element i goes to the place r.v0 of its value r. The functor f has load and
// element (gpu.h).
//
// First kind: joins whose order changes no bit, by atomic operations. A block joins its elements in a table in shared
// memory, if the table fits there. Then it joins that table with the one in device memory. Further members of f:
//   f.all(), f.own(room, n)   return the table in device memory, and one of n places in the memory `room`
//   f.clear(t, at)            sets the place `at` of table t to the identity element
//   f.join(t, r)              joins the value r into table t, by atomic operations
//   f.of(t, at)               returns the value at the place `at` of table t
//   F::parts                  the number of columns of a table, each of which takes up to 8 bytes for a place

// nova_atomic_add(at, by) and its like join `by` into *at. T is an integer type of 4 or 8 bytes.
#define NOVA_ATOMIC(name, operation)                                                                                   \
  template <class T> NOVA_DEVICE void name(T* at, T by) {                                                              \
    if (sizeof(T) == 8) operation((nv_u64*)at, (nv_u64)by);                                                            \
    else operation((unsigned*)at, (unsigned)by);                                                                       \
  }
NOVA_ATOMIC(nova_atomic_add, atomicAdd)
NOVA_ATOMIC(nova_atomic_and, atomicAnd)
NOVA_ATOMIC(nova_atomic_or, atomicOr)
NOVA_ATOMIC(nova_atomic_xor, atomicXor)
#undef NOVA_ATOMIC
template <class T> NOVA_DEVICE void nova_atomic_min(T* at, T by) { atomicMin(at, by); }
template <class T> NOVA_DEVICE void nova_atomic_max(T* at, T by) { atomicMax(at, by); }

/// The kernel for the first kind.
template <class F> NOVA_DEVICE void nova_histogram(const nova_gpu& g, nv_i64 m, const F& f, nv_i64 n) {
  if (nova_is_over(g)) return;
  const bool fits = n <= nova_table_bytes / 8 / F::parts;
  const typename F::table table = fits ? f.own(nova_shared, n) : f.all();
  if (fits)
    for (nv_i64 j = threadIdx.x; j < n; j += blockDim.x) f.clear(table, j);
  __syncthreads();
  nova_each(g, m, f, [&](nv_i64, const typename F::value& r) { f.join(table, r); });
  __syncthreads();
  if (fits)
    for (nv_i64 j = threadIdx.x; j < n; j += blockDim.x) f.join(f.all(), f.of(table, j));
}

// Second kind: all other histograms. The elements' numbers are sorted by place, so that the elements of a place are a run.
// Elements are computed in parallel and stored in shared memory. Only the joins of a run are sequential. Further members of
// f:
//   f.given(at)   returns the initial value of the place `at`
//   f.put(r)      stores the final value r at the place r.v0
//   F::flight     how many values a thread loads from shared memory before it joins the first
//
// `keys` are the places of the elements: at first in the order of the elements, and after the sort in ascending order. `order`
// has the number of the element for each position of the sorted keys.

/// The comparison for the merge sort (sort.h): by key.
struct nova_by_key {
  const nv_i64* keys;
  NOVA_MEMBER int less(nova_task*, int*, nv_i64 i, nv_i64 j, nv_b8* r) const {
    *r = keys[i] < keys[j];
    return 0;
  }
};

/// A kernel: computes all elements, and stores their places in `keys`.
template <class F> NOVA_DEVICE void nova_keys_of(const nova_gpu& g, nv_i64 m, const F& f, nv_i64* keys) {
  nova_each(g, m, f, [&](nv_i64 i, const typename F::value& r) { keys[i] = r.v0; });
}

/// A kernel: writes the keys in sorted order to `sorted`, after a merge sort, which sorts indices only.
NOVA_DEVICE void nova_sort_keys(nv_i64 m, const nv_i64* keys, const nv_i64* order, nv_i64* sorted) {
  for (nv_i64 p = nova_thread(); p < m; p += nova_threads()) sorted[p] = keys[order[p]];
}

/// Computes element i into *to. `in`: the elements that were loaded for it. Returns 1 if the thread has to end.
template <class F>
NOVA_DEVICE int nova_value_of(nova_task* t, int* bad, const F& f, nv_i64 i, const typename F::template lot<1>& in, typename F::value* to) {
  return f.element(t, bad, i, in, 0, to) || ((t->fuel -= 64) < 0 && nova_poll(t));
}

/// Joins the `count` values at x into *sum, one after the other. U values are loaded before the first of them is joined.
/// Returns 1 if the thread has to end.
template <int U, class F>
NOVA_DEVICE int nova_join_all(nova_task* t, int* bad, const F& f, const typename F::value* x, int count, typename F::value* sum) {
  const nova_mark mark = nova_arena_mark(t);
  int over = 0, k = 0;
  for (; k + U <= count && !over; k += U)
#pragma unroll
    for (int u = 0; u < U; ++u) over |= f.join(t, bad, *sum, x[k + u], sum), nova_arena_reset(t, mark);
  for (; U > 1 && k < count && !over; ++k) over = f.join(t, bad, *sum, x[k], sum), nova_arena_reset(t, mark);
  return over;
}

/// The first kernel: joins the short runs. It lists the positions at which long runs begin in `runs`, and their number in
/// `*count`. A block computes an element per thread at a time. It joins or lists those runs that begin before the last
/// nova_short_run of these elements, since a short run then ends among them. Elements that evidently belong to a long run,
/// or to a run of another block, are not computed.
template <class F>
NOVA_DEVICE void nova_short_runs(const nova_gpu& g, nv_i64 m, const F& f, const nv_i64* keys, const nv_i64* order, nv_i64* runs, unsigned* count) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0, over = 0;
  typename F::value* const mine = (typename F::value*)nova_shared + threadIdx.x;
  const nv_i64 begins = blockDim.x - nova_short_run;
  for (nv_i64 first = blockIdx.x * begins; first < m; first += gridDim.x * begins) {
    const nv_i64 p = first + threadIdx.x, key = p < m ? keys[p] : -1, last = first + begins - 1;
    const auto is_run = [&](nv_i64 q) { return q >= 0 && q < m && keys[q] == key; };
    const bool goes_on = is_run(p + nova_short_run);
    if (p < m && !goes_on && !is_run(p - nova_short_run) && !is_run(first - 1) && (p <= last || is_run(last))) {
      typename F::template lot<1> in;
      f.load(order[p], false, in);
      over |= nova_value_of(t, &bad, f, order[p], in, mine);
    }
    if (__syncthreads_or(over)) break;
    if (p < m && p <= last && !is_run(p - 1)) {
      if (goes_on) runs[atomicAdd(count, 1u)] = p;
      else {
        typename F::value sum = f.given(key);
        int length = 1;
        while (is_run(p + length)) ++length;
        over |= nova_join_all<1>(t, &bad, f, mine, length, &sum);
        if (!over) f.put(sum);
      }
    }
    __syncthreads();
  }
  nova_end(t, bad);
}

/// An element of the sorted order: its number, and its place (-1: none).
struct nova_sorted {
  nv_i64 i, at;
};

/// Joins the run that begins at position `first`, by a block, in a pipeline of lots. A lot has an element for each thread
/// behind the first warp. Thread 0 joins a lot. The rest of its warp has no work, so that it waits for no loads. Meanwhile
/// the other threads compute the next lot, whose columns they have loaded before. They also load the columns of the lot
/// after it, and the numbers of the elements of the lot after that. Returns 1 if the thread has to end.
template <class F>
NOVA_DEVICE int nova_long_run(nova_task* t, int* bad, const F& f, nv_i64 m, nv_i64 first, const nv_i64* keys, const nv_i64* order) {
  const int others = (int)blockDim.x - 32, own = (int)threadIdx.x - 32;
  const auto look = [&](nv_i64 p) {
    nova_sorted s = {0, -1};
    if (own >= 0 && p < m) s.i = order[p], s.at = keys[p];
    return s;
  };
  const nv_i64 at = keys[first];
  nv_i64 p = first + own;
  nova_sorted now = look(p), next = look(p + others);
  typename F::template lot<1> in;
  if (now.at == at) f.load(now.i, false, in);
  typename F::value *joined = (typename F::value*)nova_shared, *filled = joined + others, sum = f.given(at);
  int over = 0, live = 0;
  do {
    const bool is_there = now.at == at;
    if (is_there) over |= nova_value_of(t, bad, f, now.i, in, &filled[own]);
    p += others, now = next, next = look(p + others);
    if (now.at == at) f.load(now.i, false, in);
    if (threadIdx.x == 0) over |= nova_join_all<F::flight>(t, bad, f, joined, live, &sum);
    live = __syncthreads_count(is_there);
    if (__syncthreads_or(over)) return 1;
    typename F::value* const swap = joined;
    joined = filled, filled = swap;
  } while (live);
  if (threadIdx.x == 0) f.put(sum);
  return 0;
}

/// A kernel for values that are too large for shared memory: one thread computes and joins the elements of a run.
template <class F> NOVA_DEVICE void nova_in_turn(const nova_gpu& g, nv_i64 m, const F& f, const nv_i64* keys, const nv_i64* order) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0, over = 0;
  for (nv_i64 first = nova_thread(); first < m && !over; first += nova_threads()) {
    const nv_i64 at = keys[first];
    if (first && keys[first - 1] == at) continue;
    typename F::value sum = f.given(at), x;
    for (nv_i64 p = first; p < m && keys[p] == at && !over; ++p) {
      typename F::template lot<1> in;
      f.load(order[p], false, in);
      over = nova_value_of(t, &bad, f, order[p], in, &x) || nova_join_all<1>(t, &bad, f, &x, 1, &sum);
    }
    if (!over) f.put(sum);
  }
  nova_end(t, bad);
}

/// The second kernel: joins the long runs, each by a block. A block that is free takes the next listed run, since their lengths
/// differ much. `ticket`: a counter, 0 at first.
template <class F>
NOVA_DEVICE void nova_long_runs(const nova_gpu& g, nv_i64 m, const F& f, const nv_i64* keys, const nv_i64* order, const nv_i64* runs,
                                const unsigned* count, unsigned* ticket) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  for (;;) {
    const nv_i64 run = nova_next_block(g, ticket);
    if (run >= *count || nova_long_run(t, &bad, f, m, runs[run], keys, order)) break;
  }
  nova_end(t, bad);
}
