// Launches a plan's kernels with their arguments and temporary memory.
#include "jit/gpu/kernel_launcher.hpp"
#include "jit/kernels/cuda/sizes.h"
#include "runtime/lengths.hpp"
#include <algorithm>

namespace nova::plan::gpu {
namespace {

constexpr int64_t most_by_digits = int64_t{1} << 30; ///< fewer keys than this are sorted by a radix sort

/// Returns how many digits of 8 bits the numbers below n have.
uint64_t digits_of(int64_t n) {
  uint64_t digits = 1;
  while (digits < 8 && (n - 1) >> 8 * digits) ++digits;
  return digits;
}

} // namespace

/// Returns a kernel's first arguments: the count n and the captured variables. A scalar that a kernel computes is
/// passed by its device address.
Words KernelLauncher::words(const Launch& l, Var n) {
  Words w;
  const auto add = [&](Var v) {
    if (run_.plan[v].column) return w.place(run_.item(v).place);
    if (!run_.is_made(v)) return w.all.push_back(run_.bits(v));
    w.place(run_.item(v).place);
  };
  add(n);
  for (Var v : l.captures) add(v);
  return w;
}

uint32_t KernelLauncher::blocks(int64_t units, uint32_t threads) const {
  const int64_t wanted = (units + threads - 1) / threads;
  return static_cast<uint32_t>(std::clamp<int64_t>(wanted, 1, run_.device.resident_blocks(threads)));
}

/// Clears the buffers `clear` and then launches a kernel. Kernels are pure: if a kernel's threads ran out of arena
/// memory, it is launched again with eight times as much. If the whole run may start again, the host does not wait
/// for the kernel here; after a lack of memory, the run is repeated instead.
void KernelLauncher::launch(const Launch& l, const std::string& kernel, uint32_t blocks, const Words& w,
                            std::span<const DeviceBufferRef> clear) {
  run_.poll();
  int64_t& slice = run_.program.remembers->slice;
  for (;;) {
    for (const DeviceBufferRef& b : clear) run_.device.clear(b->place, b->bytes);
    DeviceBufferRef arena;
    if (l.arena) arena = run_.make(checked_bytes(static_cast<uint64_t>(slice), uint64_t{blocks} * l.threads));
    const GpuTask task = {arena ? arena->place : nullptr, l.arena ? slice : 0, run_.soundness(),
                          run_.device.stop_place(), run_.device.stack_bytes(*run_.program.module)};
    run_.device.launch(*run_.program.module, kernel, {blocks, l.threads, l.shared}, task, w.all);
    if (!l.arena || run_.restarts) return;
    const auto [failed, lacks] = run_.finished();
    if (failed || lacks != full_arena) return;
    slice *= 8;
    run_.device.clear(run_.soundness(), 8);
  }
}

/// Returns how many elements of the column may be read.
uint64_t KernelLauncher::readable(Var v) {
  const Item& i = run_.item(v);
  return i.owner ? (i.owner->bytes - static_cast<uint64_t>(i.place - i.owner->place)) / run_.size(v) : 0;
}

void KernelLauncher::elements(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = run_.bound(s.args[0]);
  Words w = words(l, s.args[0]);
  for (Var v : s.outs) w.place(run_.column(v, run_.item(s.args[0]), n)->place);
  for (Var v : l.rooms) w.all.push_back(readable(v));
  if (n > 0) launch(l, l.kernel, blocks(n, l.threads), w);
}

/// Launches a kernel that folds each row, except for long rows, which it cuts into pieces. A second kernel folds the
/// long rows.
void KernelLauncher::row_folds(const Stm& s) {
  constexpr uint64_t pieces = 4096;
  const Launch& l = launch_of(s);
  const int64_t n = run_.bound(s.args[0]);
  Words w = words(l, s.args[0]);
  for (Var v : s.outs) w.place(run_.column(v, run_.item(s.args[0]), n)->place);
  if (n == 0) return;
  const DeviceBufferRef cut = run_.make(nova_cut_bytes), values = run_.make(pieces * l.value),
                        ticket = run_.make(4);
  w.place(cut->place), w.all.push_back(pieces);
  launch(l, l.kernel, blocks(std::min<int64_t>(n, INT32_MAX) * l.threads, l.threads), w, std::span(&cut, 1));
  w.place(values->place), w.place(ticket->place);
  launch(l, l.kernel + "_cut", run_.device.resident_blocks(l.threads), w, std::span(&ticket, 1));
}

void KernelLauncher::reduce(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = run_.bound(s.args[0]), groups = n / l.leaves + 1; // a leaf has at least one element
  Words w = words(l, s.args[0]);
  for (Var v : s.outs) {
    const DeviceBufferRef b = run_.make(8);
    run_.item(v) = {0, b->place, b, false};
    w.place(b->place);
  }
  const DeviceBufferRef partial = run_.make(checked_bytes(static_cast<uint64_t>(2 * groups), l.value)),
                        ticket = run_.make(4);
  w.place(partial->place), w.place(ticket->place);
  const int64_t per_group = int64_t{l.leaves} * 16;
  launch(l, l.kernel, blocks((n + per_group - 1) / per_group * l.threads, l.threads), w,
         std::span(&ticket, 1));
}

void KernelLauncher::scan(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = run_.bound(s.args[0]);
  Words w = words(l, s.args[0]);
  for (Var v : s.outs) w.place(run_.column(v, run_.item(s.args[0]), n)->place);
  run_scan(l, std::move(w), n);
}

/// Launches a scan of n elements. `w`: the arguments of the scan's functor, without those of the scan itself.
void KernelLauncher::run_scan(const Launch& l, Words w, int64_t n) {
  const int64_t each = int64_t{l.threads} * nova_cell_items;
  launch_in_order(l, l.kernel, std::move(w), (n + each - 1) / each, l.value);
}

void KernelLauncher::launch_in_order(const Launch& l, const std::string& kernel, Words w, int64_t count,
                                     uint64_t value) {
  const auto places = static_cast<uint64_t>(2 * count + 1);
  const DeviceBufferRef nodes = run_.make(places * value), clear[] = {run_.make(places * 4), run_.make(4)};
  w.place(nodes->place), w.place(clear[0]->place), w.place(clear[1]->place);
  if (count > 0) launch(l, kernel, blocks(count * l.threads, l.threads), w, clear);
}

void KernelLauncher::scan_scatter(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = run_.bound(s.args[0]), m = run_.count(s.args[1 + initial_state(s).size()]);
  Words w = changed_columns(s, s.args[0], m);
  std::vector<DeviceBufferRef> made;
  for (Var v : s.bodies[2].results)
    w.place(made.emplace_back(run_.make(checked_bytes(static_cast<uint64_t>(n), run_.size(v))))->place);
  run_scan(l, w, n);
  const DeviceBufferRef claims = run_.make(checked_bytes(static_cast<uint64_t>(m), 8));
  w.place(claims->place);
  if (n == 0) return;
  Launch puts = l;
  puts.shared = 0; // only the scan itself needs it
  launch(puts, l.kernel + "_claim", blocks(n, l.threads), w, std::span(&claims, 1));
  launch(puts, l.kernel + "_write", blocks(n, l.threads), w);
}

void KernelLauncher::filter(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = run_.bound(s.args[0]), each = int64_t{l.threads} * l.items;
  Words w = words(l, s.args[0]);
  // The index in `outs` of the first result for the elements that are not kept.
  const size_t others = s.splits ? 1 + s.kept : s.outs.size();
  for (size_t k = 0; k < s.outs.size(); k += others) {
    const DeviceBufferRef counted = run_.make(8);
    run_.device.clear(counted->place, 8);
    run_.item(s.outs[k]) = {0, counted->place, counted, false, n};
    w.place(counted->place);
  }
  for (size_t k = 0; k < s.outs.size(); ++k)
    if (k != 0 && k != others)
      w.place(run_.column(s.outs[k], run_.item(s.outs[k < others ? 0 : others]), n)->place);
  launch_in_order(l, l.kernel, std::move(w), (n + each - 1) / each, 8);
}

/// Returns for how many elements, in all rows together, the caller allocates memory. If the total of an earlier run
/// is known, returns somewhat more than that, and launches a kernel that checks that this suffices. Otherwise fetches
/// the exact total from the device and returns it. `rows`: the key of the total in `totals`. `total`: the total on
/// the device; the function sets its upper bound (`most`) or its `bits`.
int64_t KernelLauncher::total_of(const Launch& l, Var rows, Item& total) {
  const auto known = run_.program.remembers->totals.find(rows);
  if (run_.guesses && known != run_.program.remembers->totals.end() && known->second <= most_unknown) {
    const int64_t room = known->second + known->second / 4 + 64;
    Words w;
    w.place(total.place), w.all.push_back(static_cast<uint64_t>(room));
    Launch one;
    one.threads = 32;
    launch(one, l.kernel + "_fits", 1, w);
    return total.most = room;
  }
  int64_t n = 0;
  run_.finish_sound({{&n, total.place, sizeof n}});
  if (n > most_elements) checked_bytes(static_cast<uint64_t>(n), INT64_MAX); // fails: E0601
  total.bits = static_cast<uint64_t>(n), total.fetched = true;
  return run_.program.remembers->totals[rows] = n;
}

void KernelLauncher::rows(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = run_.count(s.args[0]);
  const DeviceBufferRef offsets = run_.column(s.outs[0], n + 1);
  Words w = words(l, s.args[0]), counting = w;
  if (l.fill == Launch::Fill::Whole)
    counting.all.resize(w.all.size() + s.outs.size() - 2); // null for the columns, which do not exist yet
  row_starts(l, std::move(counting), n, offsets);
  run_.item(s.outs[1]) = {0, offsets->place + n * 8, offsets, false};
  const int64_t total = total_of(l, s.outs[0], run_.item(s.outs[1]));
  for (size_t k = 2; k < s.outs.size(); ++k)
    w.place(run_.column(s.outs[k], run_.item(s.outs[1]), total)->place);
  w.place(offsets->place);
  if (n == 0) return;
  switch (l.fill) {
  case Launch::Fill::Whole: return launch(l, l.kernel + "_fill", blocks(n, l.threads), w);
  case Launch::Fill::Elements:
    return launch(l, l.kernel + "_fill",
                  blocks((total + nova_row_map_items - 1) / nova_row_map_items, l.threads), w);
  case Launch::Fill::Scans: return row_scans(l, std::move(w), n, total);
  }
}

/// Writes to `starts` the offset at which each of n rows begins, and that at which the last one ends. `counting`: the
/// arguments of the kernel that computes the rows' lengths.
void KernelLauncher::row_starts(const Launch& l, Words counting, int64_t n, const DeviceBufferRef& starts) {
  const DeviceBufferRef lengths = run_.make(checked_bytes(static_cast<uint64_t>(n), 8));
  run_.device.clear(starts->place, 8);
  counting.place(lengths->place);
  if (n > 0) launch(l, l.kernel, blocks(n, l.threads), counting);
  offsets_of(l, n, lengths, starts);
}

/// Launches a kernel that scans each row. If some rows may be long enough to be cut into pieces, launches a second
/// kernel, which scans these rows.
void KernelLauncher::row_scans(const Launch& l, Words w, int64_t n, int64_t total) {
  constexpr int64_t whole = nova_whole_leaves * nova_cell_items;
  const auto room = static_cast<uint64_t>(2 * (total / (nova_cell_items * l.threads)) + nova_most_cut_rows);
  const DeviceBufferRef cut = run_.make(nova_cut_bytes);
  w.place(cut->place), w.all.push_back(room);
  launch(l, l.kernel + "_fill", blocks(std::min<int64_t>(n, INT32_MAX) * l.threads, l.threads), w,
         std::span(&cut, 1));
  if (total <= whole && !l.cuts_all) return;
  const DeviceBufferRef nodes = run_.make(2 * room * l.value),
                        clear[] = {run_.make(2 * room * 4), run_.make(4)};
  w.place(nodes->place), w.place(clear[0]->place), w.place(clear[1]->place);
  launch(l, l.kernel + "_cut", run_.device.resident_blocks(l.threads), w, clear);
}

/// Launches a scan that writes the running sums of n lengths to `offsets`.
void KernelLauncher::offsets_of(const Launch& l, int64_t n, const DeviceBufferRef& lengths,
                                const DeviceBufferRef& offsets) {
  if (n <= 0) return;
  Launch sums = l;
  sums.arena = false, sums.shared = l.threads * 8 * (2 + nova_cell_pitch);
  const int64_t each = int64_t{l.threads} * nova_cell_items;
  Words w;
  w.all.push_back(static_cast<uint64_t>(n));
  w.place(lengths->place), w.place(offsets->place);
  launch_in_order(sums, l.kernel + "_offsets", std::move(w), (n + each - 1) / each, 8);
}

/// Launches the kernels of an Each, whose elements hold columns. Each such column becomes two result columns, offsets
/// and items, as in `rows`.
void KernelLauncher::each(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = run_.count(s.args[0]);
  const std::vector<Var>& results = s.bodies[0].results;
  Words w = words(l, s.args[0]);
  struct Rows {
    Var first, items; ///< the columns of offsets and of elements
    size_t word;      ///< index of the argument for the items' address
    DeviceBufferRef offsets, lengths;
  };
  std::vector<Rows> rows;
  for (size_t k = 0, out = 0; k < results.size(); ++k, ++out) {
    if (!run_.plan[results[k]].column) {
      w.place(run_.column(s.outs[out], n)->place);
      continue;
    }
    const DeviceBufferRef offsets = run_.column(s.outs[out], n + 1);
    run_.device.clear(offsets->place, 8);
    w.place(offsets->place), w.place(nullptr);
    rows.push_back({s.outs[out], s.outs[out + 1], w.all.size() - 1, offsets,
                    run_.make(checked_bytes(static_cast<uint64_t>(n), 8))});
    ++out;
  }
  for (const Rows& r : rows) w.place(r.lengths->place);
  if (n > 0) launch(l, l.kernel, blocks(n, l.threads), w);
  for (const Rows& r : rows) offsets_of(l, n, r.lengths, r.offsets);
  for (const Rows& r : rows) {
    Item total{0, r.offsets->place + n * 8, r.offsets, false};
    const DeviceBufferRef items = run_.column(r.items, total, total_of(l, r.first, total));
    w.all[r.word] = reinterpret_cast<uint64_t>(items->place);
  }
  if (n > 0) launch(l, l.kernel + "_fill", blocks(n, l.threads), w);
}

/// Returns the arguments of a scatter's or histogram's kernels. Allocates its result columns, of n elements each, and
/// copies the given columns to them. `rounds`: the variable that holds the number of iterations.
Words KernelLauncher::changed_columns(const Stm& s, Var rounds, int64_t n) {
  std::vector<Item> from = run_.state(std::span(s.args).last(s.outs.size()));
  Words w = words(launch_of(s), rounds);
  for (size_t k = 0; k < s.outs.size(); ++k) {
    const DeviceBufferRef to = run_.column(s.outs[k], n);
    run_.device.copy(to->place, from[k].place, to->bytes);
    w.place(to->place);
  }
  return w;
}

void KernelLauncher::scatter(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = run_.count(s.args[0]), m = run_.bound(s.args[1]);
  Words w = changed_columns(s, s.args[1], n);
  if (m == 0) return;
  if (!l.claims) return launch(l, l.kernel, blocks(m, l.threads), w);
  const DeviceBufferRef claims = run_.make(checked_bytes(static_cast<uint64_t>(n), 8));
  w.place(claims->place);
  launch(l, l.kernel, blocks(m, l.threads), w, std::span(&claims, 1));
  launch(l, l.kernel + "_write", blocks(m, l.threads), w);
}

/// Launches the kernels of a scatter of rows. The host needs the number of elements of all rows only if the threads
/// need arenas.
void KernelLauncher::rows_scatter(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = run_.count(s.args[0]), m = run_.count(s.args[1]);
  Words w = changed_columns(s, s.args[0], m), counting = words(l, s.args[0]);
  if (n == 0) return;
  const DeviceBufferRef starts = run_.make(checked_bytes(static_cast<uint64_t>(n) + 1, 8)),
                        claims = run_.make(checked_bytes(static_cast<uint64_t>(m), 8));
  row_starts(l, std::move(counting), n, starts);
  w.place(starts->place), w.place(claims->place);
  const bool by_element = l.fill == Launch::Fill::Elements;
  // If the threads need arenas, this total limits the number of threads.
  Item total{0, starts->place + n * 8, starts, false};
  const int64_t units = !by_element ? n
                        : l.arena   ? total_of(l, s.bodies[0].params[0], total) / nova_row_map_items + 1
                                    : INT32_MAX;
  launch(l, l.kernel + "_claim", blocks(units, l.threads), w, std::span(&claims, 1));
  launch(l, l.kernel + "_write", blocks(units, l.threads), w);
}

void KernelLauncher::histogram(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = run_.count(s.args[0]), m = run_.count(s.args[1]);
  Words w = changed_columns(s, s.args[1], n);
  if (m == 0) return;
  if (l.ordered) return ordered_histogram(l, std::move(w), n, m);
  w.all.push_back(static_cast<uint64_t>(n));
  launch(l, l.kernel, blocks(m, l.threads), w);
}

void KernelLauncher::ordered_histogram(const Launch& l, Words w, int64_t n, int64_t m) {
  const uint64_t bytes = checked_bytes(static_cast<uint64_t>(m), 8);
  const DeviceBufferRef keys = run_.make(bytes), sorted_keys = run_.make(bytes);
  DeviceBufferRef order = run_.make(bytes);
  Words own = w;
  own.place(keys->place);
  launch(l, l.kernel + "_keys", blocks(m, l.threads), own);
  const std::string sort = l.kernel + "_sort";
  if (m < most_by_digits)
    by_digits({sort, m, keys->place, 8, digits_of(n), sorted_keys->place, order->place});
  else {
    Words by;
    by.all.push_back(static_cast<uint64_t>(m)), by.place(keys->place);
    order = sorted(l, sort, by, m, order);
    by.place(order->place), by.place(sorted_keys->place);
    launch(l, sort + "_keys", blocks(m, l.threads), by);
  }
  w.place(sorted_keys->place), w.place(order->place);
  join_runs(l, std::move(w), m);
}

/// Launches a kernel that combines each run of neighbouring elements with the same target (index in the histogram). A
/// second kernel combines the long runs, which the first kernel lists.
void KernelLauncher::join_runs(const Launch& l, Words w, int64_t m) {
  if (l.shared == 0) return launch(l, l.kernel, blocks(m, l.threads), w); // one thread combines each run
  const int64_t most = m / (nova_short_run + 1);
  const DeviceBufferRef runs = run_.make(static_cast<uint64_t>(most) * 8), count = run_.make(4),
                        ticket = run_.make(4);
  w.place(runs->place), w.place(count->place);
  launch(l, l.kernel, blocks(m, l.threads), w, std::span(&count, 1));
  w.place(ticket->place);
  if (most > 0) launch(l, l.kernel + "_long", blocks(most * l.threads, l.threads), w, std::span(&ticket, 1));
}

void KernelLauncher::sort(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = run_.count(s.args[0]);
  if (l.radix && n < most_by_digits) {
    const Var out = l.sorted ? l.sorted->outs[0] : s.outs[0];
    const uint64_t key = run_.size(*l.radix);
    char* const to = run_.column(out, n)->place;
    sorted_ = l.sorted;
    return by_digits(
        {l.kernel, n, run_.item(*l.radix).place, key, key, l.sorted ? to : nullptr, l.sorted ? nullptr : to});
  }
  const DeviceBufferRef order = sorted(l, l.kernel, words(l, s.args[0]), n, run_.column(s.outs[0], n));
  run_.item(s.outs[0]) = {0, order->place, order, true};
}

/// Launches a radix sort. Only the device finds out which passes are needed, so all possible passes are launched.
void KernelLauncher::by_digits(const DigitSort& s) {
  if (s.n == 0) return;
  const int64_t items = s.key == 8 ? nova_wide_key_items : nova_narrow_key_items,
                tile = nova_pass_threads * items, tiles = (s.n + tile - 1) / tile;
  const auto launched = [&](const char* kernel, uint32_t blocks, uint32_t threads, uint32_t shared,
                            const Words& w, std::span<const DeviceBufferRef> clear = {}) {
    Launch l;
    l.threads = threads, l.shared = shared;
    launch(l, s.kernel + kernel, blocks, w, clear);
  };
  const DeviceBufferRef plan = run_.make(nova_sort_plan_bytes);
  Words w;
  w.all.push_back(static_cast<uint64_t>(s.n)), w.place(s.keys), w.place(plan->place);
  launched("_counts", blocks(s.n / 16, nova_count_threads), nova_count_threads,
           static_cast<uint32_t>(s.key) * 4 * nova_digits, w, std::span(&plan, 1));
  w.all.erase(w.all.begin() + 1);
  launched("_starts", 1, nova_digits, 32, w);
  const auto n = static_cast<uint64_t>(s.n), between = s.digits > 1 ? n : 0;
  const DeviceBufferRef a = run_.make(between * s.key), b = run_.make(s.digits > 2 ? n * s.key : 0),
                        at_a = run_.make(s.order ? between * 4 : 0),
                        at_b = run_.make(s.order && s.digits > 2 ? n * 4 : 0);
  const DeviceBufferRef clear[] = {run_.make(static_cast<uint64_t>(tiles) * 4 * nova_digits), run_.make(4)};
  w = {};
  w.all.push_back(n);
  for (const void* p : {static_cast<const void*>(s.keys), static_cast<const void*>(a->place),
                        static_cast<const void*>(b->place), static_cast<const void*>(s.out),
                        static_cast<const void*>(at_a->place), static_cast<const void*>(at_b->place),
                        static_cast<const void*>(s.order), static_cast<const void*>(plan->place)})
    w.place(p);
  for (uint64_t pass = 0; pass < s.digits; ++pass) {
    Words own = w;
    own.all.push_back(pass), own.place(clear[0]->place), own.place(clear[1]->place);
    launched("_pass", blocks(tiles * nova_pass_threads, nova_pass_threads), nova_pass_threads,
             nova_sort_room + 2 * 4 * nova_digits + 64, own, clear);
  }
}

/// Sorts the indices 0 .. n - 1 by a merge sort with the kernel's comparison. Returns the buffer with the result,
/// which is `order` or a new one.
DeviceBufferRef KernelLauncher::sorted(const Launch& l, const std::string& kernel, const Words& w, int64_t n,
                                       DeviceBufferRef order) {
  DeviceBufferRef to = run_.make(checked_bytes(static_cast<uint64_t>(n), 8));
  Words first;
  first.all.push_back(static_cast<uint64_t>(n)), first.place(order->place);
  if (n > 0) launch(l, kernel + "_first", blocks(n, l.threads), first);
  for (int64_t width = 1; width < n; width *= 2, std::swap(order, to)) {
    Words pass = w;
    pass.place(order->place), pass.place(to->place), pass.all.push_back(static_cast<uint64_t>(width));
    launch(l, kernel, blocks(n, l.threads), pass);
  }
  return order;
}

} // namespace nova::plan::gpu
