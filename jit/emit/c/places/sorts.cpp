// Prints sorts. Numbers are sorted by their digits (kernels/c/digit_sort.h), everything else by a merge sort of indices.
// First threads sort runs of 8,192 indices. Then pairs of runs are merged. Each thread merges a piece of the result,
// whose inputs it finds by binary search (merge path). The sort is stable, so the result does not depend on the
// lengths of runs and pieces.
#include "jit/emit/c/places/sorts.hpp"
#include "jit/analysis/numeric_sort.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/emit/c/maps/maps.hpp"
#include <algorithm>

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

bool takes_sorted(const BodyPrinter& p, const Stm& sort, Var column, const Stm& map) {
  size_t uses = 0;
  for_each_stm(p.plan().body, [&](const Stm& s) {
    uses += static_cast<size_t>(std::ranges::count(s.args, sort.outs[0]));
    for (const Body& b : s.bodies) uses += static_cast<size_t>(std::ranges::count(b.results, sort.outs[0]));
  });
  uses += static_cast<size_t>(std::ranges::count(p.plan().body.results, sort.outs[0]));
  return uses == 1 && gathers_sorted(sort, column, map);
}

void sort_numbers(BodyPrinter& p, const Stm& sort, Var column, const Stm& map) {
  const std::string n = p.name(sort.args[0]), out = p.name(map.outs[0]), other = p.fresh("other"),
                    type = c_type(p.element(column));
  p.comment(map, p.name(column) + " in ascending order");
  p.line(type + "* " + other + ";"), p.allocate(other, n);
  columns_of(p, map);
  p.line("if (t->host->sort(t, NOVA_KEY_" + type.substr(3) + ", " + (p.modes.host ? "1" : "0") + ", " +
         p.name(column) + ", " + out + ", " + other + ", " + n + ")) return 1;");
  if (p.modes.host) p.line("t->host->drop(t, " + other + ");");
}

void order_numbers(BodyPrinter& p, const Stm& s, Var column, const Stm* map) {
  const std::string n = p.name(s.args[0]), words = p.fresh("words"), other = p.fresh("other");
  p.declare(s.outs);
  for (const std::string& place : {p.name(s.outs[0]), words, other}) {
    if (place != p.name(s.outs[0])) p.line("nv_i64* " + place + ";");
    p.allocate(place, n);
  }
  if (map) columns_of(p, *map);
  p.line("if (t->host->order(t, NOVA_KEY_" + c_type(p.element(column)).substr(3) + ", " +
         (p.modes.host ? "1" : "0") + ", " + p.name(column) + ", " + p.name(s.outs[0]) + ", " +
         (map ? p.name(map->outs[0]) : "0") + ", " + words + ", " + other + ", " + n + ")) return 1;");
  if (p.modes.host) p.line("t->host->drop(t, " + words + ");"), p.line("t->host->drop(t, " + other + ");");
}

void print_sort(BodyPrinter& p, const Stm& s) {
  if (const auto column = p.simd() ? sorted_numbers(s) : std::nullopt)
    return order_numbers(p, s, *column, nullptr);
  const CFunction less = p.function(s.bodies[0], "less"), join = merge(p, less), run = run_in_order(p, join);
  const std::string n = p.name(s.args[0]), out = p.name(s.outs[0]), other = p.fresh("other");
  p.declare(s.outs), p.allocate(out, n);
  p.line("nv_i64* " + other + ";"), p.allocate(other, n);
  p.modes.host ? sort_by_merges(p, s, less, join, run, other) : p.call(run, {"0", n, out, other});
}

} // namespace nova::plan
