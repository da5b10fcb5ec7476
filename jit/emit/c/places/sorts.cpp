// Prints sorts. Numbers are sorted by their digits (kernels/c/digit_sort.h), everything else by a merge sort of indices.
// First threads sort runs of 8,192 indices. Then pairs of runs are merged. Each thread merges a piece of the result,
// whose inputs it finds by binary search (merge path). The sort is stable, so the result does not depend on the
// lengths of runs and pieces.
#include "jit/emit/c/places/sorts.hpp"
#include "jit/analysis/numeric_sort.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/emit/c/maps/maps.hpp"
#include <algorithm>
#include <unordered_set>

namespace nova::plan {

namespace {

constexpr const char* run_length = "8192";

/// Prints a function that merges the sorted ranges from[a .. middle) and from[b .. high) into to[k .. last). Of equal
/// elements the one of the left range comes first.
CFunction merge(BodyPrinter& p, const CFunction& less) {
  return p.function("merge", less.captures, true,
                    {"const nv_i64* from", "nv_i64* to", "nv_i64 a", "nv_i64 middle", "nv_i64 b",
                     "nv_i64 high", "nv_i64 k", "nv_i64 last"},
                    [&] {
                      p.open("for (; k < last; ++k)");
                      p.poll();
                      p.line("nv_b8 right = b < high && a >= middle;");
                      p.open("if (a < middle && b < high)");
                      p.call(less, {"from[b]", "from[a]", "&right"});
                      p.close();
                      p.line("to[k] = right ? from[b++] : from[a++];");
                      p.close();
                    });
}

/// Prints a function that sorts the indices first .. end - 1 and stores them in out[first .. end). It merges
/// neighbouring runs of length 1, then of length 2, 4, ..
CFunction run_in_order(BodyPrinter& p, const CFunction& merge) {
  return p.function(
      "run", merge.captures, true, {"nv_i64 first", "nv_i64 end", "nv_i64* out", "nv_i64* other"}, [&] {
        p.line("nv_i64 *from = out, *to = other, *swap;");
        p.line("for (nv_i64 i = first; i < end; ++i) from[i] = i;");
        p.open("for (nv_i64 width = 1; width < end - first; width *= 2)");
        p.open("for (nv_i64 low = first; low < end; low += 2 * width)");
        p.line("const nv_i64 middle = nova_least(low + width, end), high = nova_least(middle + width, end);");
        p.call(merge, {"from", "to", "low", "middle", "middle", "high", "low", "high"});
        p.close();
        p.line("swap = from, from = to, to = swap;");
        p.close();
        p.line("if (from != out) __builtin_memcpy(out + first, from + first, (nv_u64)(end - first) * sizeof "
               "*from);");
      });
}

void merge_runs(BodyPrinter& p, const Stm& s, const CFunction& less, const CFunction& merge,
                const std::string& pieces);

void sort_by_merges(BodyPrinter& p, const Stm& s, const CFunction& less, const CFunction& merge,
                    const CFunction& run, const std::string& other) {
  const std::string n = p.name(s.args[0]), out = p.name(s.outs[0]);
  p.open("");
  p.line(std::string("enum { run = ") + run_length + " };");
  p.line("nv_i64 *from = " + out + ", *to = " + other + ", *swap;");
  const std::string pieces = "(" + n + " + run - 1) / run";
  kernel(p, s, "runs in order", run.captures,
         {{"nv_i64", "n", n}, {"nv_i64*", "from", "from"}, {"nv_i64*", "to", "to"}}, pieces, "1", [&] {
           p.open("for (nv_i64 i = begin; i < end; ++i)");
           p.call(run, {std::string("i * ") + run_length,
                        std::string("nova_least((i + 1) * ") + run_length + ", n)", "from", "to"});
           p.close();
         });
  p.open("for (nv_i64 width = run; width < " + n + "; width *= 2)");
  merge_runs(p, s, less, merge, pieces);
  p.line("swap = from, from = to, to = swap;");
  p.close();
  p.line(out + " = from;"), p.line("t->host->drop(t, to);");
  p.close();
}

/// Prints the kernel that merges pairs of runs. Unit i computes positions k .. last - 1 of the result. By binary
/// search it finds how many of the elements before position k come from the left run; all others come from the right
/// run.
void merge_runs(BodyPrinter& p, const Stm& s, const CFunction& less, const CFunction& merge,
                const std::string& pieces) {
  kernel(
      p, s, "two runs become one", merge.captures,
      {{"nv_i64", "n", p.name(s.args[0])},
       {"nv_i64", "width", "width"},
       {"const nv_i64*", "from", "from"},
       {"nv_i64*", "to", "to"}},
      pieces, "1", [&] {
        p.open("for (nv_i64 i = begin; i < end; ++i)");
        p.line(std::string("const nv_i64 k = i * ") + run_length + ", last = nova_least(k + " + run_length +
               ", n), low = k / (2 * width) * (2 * width);");
        p.line(
            "const nv_i64 middle = nova_least(low + width, n), high = nova_least(middle + width, n), before "
            "= k - low;");
        p.line(
            "nv_i64 least = before - nova_least(before, high - middle), most = nova_least(before, middle - "
            "low);");
        p.open("while (least < most)");
        p.line("const nv_i64 left = (least + most) / 2;");
        p.line("nv_b8 right = 0;");
        p.call(less, {"from[middle + before - 1 - left]", "from[low + left]", "&right"});
        p.line("if (right) most = left;"), p.line("else least = left + 1;");
        p.close();
        p.call(merge,
               {"from", "to", "low + least", "middle", "middle + before - least", "high", "k", "last"});
        p.close();
      });
}

} // namespace

bool gathers_sorted(const Stm& sort, Var column, const Stm& map) {
  if (map.op != Op::Map || map.args[0] != sort.args[0] || map.outs.size() != 1) return false;
  const Body& b = map.bodies[0];
  return b.stms.size() == 2 && b.stms[0].op == Op::Read &&
         b.stms[0].args == Vars{sort.outs[0], b.params[0]} && b.stms[1].op == Op::Read &&
         b.stms[1].args == Vars{column, b.stms[0].outs[0]} && b.results == b.stms[1].outs;
}

/// Whether the map does nothing but read columns at the sort's indices.
static bool reads_in_order(const Stm& sort, const Stm& map) {
  if (map.op != Op::Map || map.args[0] != sort.args[0] || map.outs.empty()) return false;
  const Body& b = map.bodies[0];
  if (b.stms.size() != map.outs.size() + 1 || b.stms[0].op != Op::Read ||
      b.stms[0].args != Vars{sort.outs[0], b.params[0]})
    return false;
  for (size_t k = 0; k < map.outs.size(); ++k) {
    const Stm& read = b.stms[k + 1];
    if (read.op != Op::Read || read.args[1] != b.stms[0].outs[0] || read.args[0] == sort.outs[0] ||
        b.results[k] != read.outs[0])
      return false;
  }
  return true;
}

static size_t uses_of_order(const BodyPrinter& p, const Stm& sort) {
  size_t uses = 0;
  for_each_stm(p.plan().body, [&](const Stm& s) {
    uses += static_cast<size_t>(std::ranges::count(s.args, sort.outs[0]));
    for (const Body& b : s.bodies) uses += static_cast<size_t>(std::ranges::count(b.results, sort.outs[0]));
  });
  return uses + static_cast<size_t>(std::ranges::count(p.plan().body.results, sort.outs[0]));
}

bool takes_sorted(const BodyPrinter& p, const Stm& sort, Var column, const Stm& map) {
  return gathers_sorted(sort, column, map) && uses_of_order(p, sort) == 1;
}

/// Returns the maps of the body, behind its statement number `sort`, that only read columns at the sort's indices. The
/// columns are there before the sort, which can put them into its order (nova_carried).
static std::vector<const Stm*> carried_maps(const BodyPrinter& p, const Body& b, size_t sort) {
  std::vector<const Stm*> maps;
  std::unordered_set<Var> later;
  const auto waits = [&](Var v) {
    return p.is_in_place(v) || p.modes.placed.contains(v) || p.unfilled.columns.contains(v);
  };
  for (size_t k = sort + 1; p.modes.host && k < b.stms.size(); ++k) {
    const Stm& s = b.stms[k];
    if (reads_in_order(b.stms[sort], s) && std::ranges::none_of(s.outs, waits) &&
        std::ranges::none_of(s.bodies[0].stms, [&](const Stm& read) { return later.contains(read.args[0]); }))
      maps.push_back(&s);
    later.insert(s.outs.begin(), s.outs.end());
  }
  return maps;
}

void sort_numbers(BodyPrinter& p, const Stm& sort, Var column, const Stm& map) {
  const std::string n = p.name(sort.args[0]), out = p.name(map.outs[0]), other = p.fresh("other"),
                    type = c_type(p.element(column));
  p.comment(map, p.name(column) + " in ascending order");
  p.line(type + "* " + other + ";"), p.allocate(other, n);
  columns_of(p, map);
  const bool by_ranks = p.flow() && p.modes.host && !p.fetched;
  const std::string sorts = by_ranks ? "divider->sort(t, NOVA_KEY_" : "sort(t, NOVA_KEY_",
                    threads = by_ranks       ? ""
                              : p.modes.host ? "1, "
                                             : "0, ";
  p.line("if (t->host->" + sorts + type.substr(3) + ", " + threads + p.name(column) + ", " + out + ", " +
         other + ", " + n + ")) return 1;");
  if (p.modes.host) p.line("t->host->drop(t, " + other + ");");
}

/// Prints the columns that the maps read, with those that they make. Returns the name of the array.
static std::string carried_columns(BodyPrinter& p, const std::vector<const Stm*>& maps, size_t& count) {
  std::string all;
  for (const Stm* map : maps) {
    columns_of(p, *map);
    for (size_t k = 0; k < map->outs.size(); ++k, ++count) {
      const std::string to = p.name(map->outs[k]);
      all += (all.empty() ? "{" : ", {") + p.name(map->bodies[0].stms[k + 1].args[0]) + ", " + to +
             ", sizeof *" + to + "}";
    }
  }
  if (!count) return "0";
  const std::string carried = p.fresh("carried");
  p.line("const nova_carried " + carried + "[] = {" + all + "};");
  return carried;
}

/// Prints a sort that computes the indices of the column's numbers, in the ascending order of the numbers. If `map` is
/// not null, it also stores the sorted numbers as the map's column. It makes the columns of the maps `carried`.
static void order_numbers(BodyPrinter& p, const Stm& s, Var column, const Stm* map,
                          const std::vector<const Stm*>& carried) {
  const std::string n = p.name(s.args[0]), order = p.name(s.outs[0]), words = p.fresh("words"),
                    other = p.fresh("other"), sorting = p.fresh("sorting"), host = p.modes.host ? "1" : "0";
  p.declare(s.outs);
  for (const std::string& place : {order, words, other}) {
    if (place != order) p.line("nv_i64* " + place + ";");
    p.allocate(place, n);
  }
  if (map) columns_of(p, *map);
  size_t count = 0;
  const std::string columns = carried_columns(p, carried, count);
  const bool reads = uses_of_order(p, s) > carried.size() + (map ? 1 : 0);
  p.line("const nova_ordering " + sorting + " = {NOVA_KEY_" + c_type(p.element(column)).substr(3) + ", " +
         host + ", " + (reads ? "1" : "0") + ", " + p.name(column) + ", " + n + ", " + order + ", " +
         (map ? p.name(map->outs[0]) : "0") + ", " + words + ", " + other + ", " + columns + ", " +
         std::to_string(count) + "};");
  p.line("if (t->host->order(t, &" + sorting + ")) return 1;");
  if (p.modes.host) p.line("t->host->drop(t, " + words + ");"), p.line("t->host->drop(t, " + other + ");");
}

size_t sort_columns(BodyPrinter& p, const Body& b, size_t k, Var column, std::vector<const Stm*>& printed) {
  const Stm& sort = b.stms[k];
  const Stm* const next = k + 1 < b.stms.size() ? &b.stms[k + 1] : nullptr;
  const bool takes_keys = next && gathers_sorted(sort, column, *next);
  std::vector<const Stm*> carried = carried_maps(p, b, k);
  if (takes_keys) std::erase(carried, next);
  order_numbers(p, sort, column, takes_keys ? next : nullptr, carried);
  printed.insert(printed.end(), carried.begin(), carried.end());
  return takes_keys;
}

void print_sort(BodyPrinter& p, const Stm& s) {
  if (const auto column = p.simd() ? sorted_numbers(s) : std::nullopt)
    return order_numbers(p, s, *column, nullptr, {});
  const CFunction less = p.function(s.bodies[0], "less"), join = merge(p, less), run = run_in_order(p, join);
  const std::string n = p.name(s.args[0]), out = p.name(s.outs[0]), other = p.fresh("other");
  p.declare(s.outs), p.allocate(out, n);
  p.line("nv_i64* " + other + ";"), p.allocate(other, n);
  p.modes.host ? sort_by_merges(p, s, less, join, run, other) : p.call(run, {"0", n, out, other});
}

} // namespace nova::plan
