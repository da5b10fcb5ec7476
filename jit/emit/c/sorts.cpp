// Sorts. Numbers go by their digits (digit_sort.hpp); everything else by merging positions: each thread puts runs
// in order, then all threads merge pairs of runs, a piece of the result each, which it finds by halving
// (merge path). `less` orders all elements, so that neither runs nor pieces show.
#include "jit/analysis/numeric_sort.hpp"
#include "jit/emit/c/emitter.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

constexpr const char* run_length = "8192"; ///< of the first runs, and of pieces

} // namespace

/// Does the map gather `column` in the order that the sort found?
bool Emitter::gathers_sorted(const Stm& sort, Var column, const Stm& map) {
  if (map.op != Op::Map || map.args[0] != sort.args[0] || map.outs.size() != 1) return false;
  const Body& b = map.bodies[0];
  return b.stms.size() == 2 && b.stms[0].op == Op::Read &&
         b.stms[0].args == Vars{sort.outs[0], b.params[0]} && b.stms[1].op == Op::Read &&
         b.stms[1].args == Vars{column, b.stms[0].outs[0]} && b.results == b.stms[1].outs;
}

/// Does it, and does nobody else ask for that order?
bool Emitter::takes_sorted(const Stm& sort, Var column, const Stm& map) const {
  size_t uses = 0;
  for_each_stm(plan_.body, [&](const Stm& s) {
    uses += static_cast<size_t>(std::ranges::count(s.args, sort.outs[0]));
    for (const Body& b : s.bodies) uses += static_cast<size_t>(std::ranges::count(b.results, sort.outs[0]));
  });
  uses += static_cast<size_t>(std::ranges::count(plan_.body.results, sort.outs[0]));
  return uses == 1 && gathers_sorted(sort, column, map);
}

/// Numbers in ascending order, without the order of their positions.
void Emitter::sort_numbers(const Stm& sort, Var column, const Stm& map) {
  const std::string n = name(sort.args[0]), out = name(map.outs[0]), other = fresh("other"),
                    type = c_type(element(column));
  comment(map, name(column) + " in ascending order");
  line(type + "* " + other + ";"), allocate(other, n);
  columns_of(map);
  line("if (t->host->sort(t, NOVA_KEY_" + type.substr(3) + ", " + (host_ ? "1" : "0") + ", " + name(column) +
       ", " + out + ", " + other + ", " + n + ")) return 1;");
  if (host_) line("t->host->drop(t, " + other + ");");
}

/// The positions of numbers in ascending order, and those numbers, where a map takes them.
void Emitter::order_numbers(const Stm& s, Var column, const Stm* map) {
  const std::string n = name(s.args[0]), words = fresh("words"), other = fresh("other");
  declare(s.outs);
  for (const std::string& place : {name(s.outs[0]), words, other}) {
    if (place != name(s.outs[0])) line("nv_i64* " + place + ";");
    allocate(place, n);
  }
  if (map) columns_of(*map);
  line("if (t->host->order(t, NOVA_KEY_" + c_type(element(column)).substr(3) + ", " + (host_ ? "1" : "0") +
       ", " + name(column) + ", " + name(s.outs[0]) + ", " + (map ? name(map->outs[0]) : "0") + ", " + words +
       ", " + other + ", " + n + ")) return 1;");
  if (host_) line("t->host->drop(t, " + words + ");"), line("t->host->drop(t, " + other + ");");
}

/// What stands in from[a .. middle) and from[b .. high), each in order, goes to to[k .. last). Of two that
/// are equal the left one comes first.
Emitter::Function Emitter::merge(const Function& less) {
  return function("merge", less.captures, true,
                  {"const nv_i64* from", "nv_i64* to", "nv_i64 a", "nv_i64 middle", "nv_i64 b", "nv_i64 high",
                   "nv_i64 k", "nv_i64 last"},
                  [&] {
                    open("for (; k < last; ++k)");
                    poll();
                    line("nv_b8 right = b < high && a >= middle;");
                    open("if (a < middle && b < high)");
                    call(less, {"from[b]", "from[a]", "&right"});
                    close();
                    line("to[k] = right ? from[b++] : from[a++];");
                    close();
                  });
}

/// The positions first .. end - 1 in order, at those places of `out`, by runs of 1, 2, 4, ..
Emitter::Function Emitter::run_in_order(const Function& merge) {
  return function(
      "run", merge.captures, true, {"nv_i64 first", "nv_i64 end", "nv_i64* out", "nv_i64* other"}, [&] {
        line("nv_i64 *from = out, *to = other, *swap;");
        line("for (nv_i64 i = first; i < end; ++i) from[i] = i;");
        open("for (nv_i64 width = 1; width < end - first; width *= 2)");
        open("for (nv_i64 low = first; low < end; low += 2 * width)");
        line("const nv_i64 middle = nova_least(low + width, end), high = nova_least(middle + width, end);");
        call(merge, {"from", "to", "low", "middle", "middle", "high", "low", "high"});
        close();
        line("swap = from, from = to, to = swap;");
        close();
        line("if (from != out) __builtin_memcpy(out + first, from + first, (nv_u64)(end - first) * sizeof "
             "*from);");
      });
}

void Emitter::sort(const Stm& s) {
  if (const auto column = simd_ ? sorted_numbers(s) : std::nullopt) return order_numbers(s, *column, nullptr);
  const Function less = function(s.bodies[0], "less"), merge = this->merge(less), run = run_in_order(merge);
  const std::string n = name(s.args[0]), out = name(s.outs[0]), other = fresh("other");
  declare(s.outs), allocate(out, n);
  line("nv_i64* " + other + ";"), allocate(other, n);
  host_ ? sort_by_merges(s, less, merge, run, other) : call(run, {"0", n, out, other});
}

void Emitter::sort_by_merges(const Stm& s, const Function& less, const Function& merge, const Function& run,
                             const std::string& other) {
  const std::string n = name(s.args[0]), out = name(s.outs[0]);
  open("");
  line(std::string("enum { run = ") + run_length + " };");
  line("nv_i64 *from = " + out + ", *to = " + other + ", *swap;");
  const std::string pieces = "(" + n + " + run - 1) / run";
  kernel(s, "runs in order", run.captures,
         {{"nv_i64", "n", n}, {"nv_i64*", "from", "from"}, {"nv_i64*", "to", "to"}}, pieces, "1", [&] {
           open("for (nv_i64 i = begin; i < end; ++i)");
           call(run, {std::string("i * ") + run_length,
                      std::string("nova_least((i + 1) * ") + run_length + ", n)", "from", "to"});
           close();
         });
  open("for (nv_i64 width = run; width < " + n + "; width *= 2)");
  merge_runs(s, less, merge, pieces);
  line("swap = from, from = to, to = swap;");
  close();
  line(out + " = from;"), line("t->host->drop(t, to);");
  close();
}

/// Piece i is what stands at places k .. last - 1 when the two runs around it are one: as many elements
/// before it come from the left run as are not behind the right run's others.
void Emitter::merge_runs(const Stm& s, const Function& less, const Function& merge,
                         const std::string& pieces) {
  kernel(
      s, "two runs become one", merge.captures,
      {{"nv_i64", "n", name(s.args[0])},
       {"nv_i64", "width", "width"},
       {"const nv_i64*", "from", "from"},
       {"nv_i64*", "to", "to"}},
      pieces, "1", [&] {
        open("for (nv_i64 i = begin; i < end; ++i)");
        line(std::string("const nv_i64 k = i * ") + run_length + ", last = nova_least(k + " + run_length +
             ", n), low = k / (2 * width) * (2 * width);");
        line("const nv_i64 middle = nova_least(low + width, n), high = nova_least(middle + width, n), before "
             "= k - low;");
        line("nv_i64 least = before - nova_least(before, high - middle), most = nova_least(before, middle - "
             "low);");
        open("while (least < most)");
        line("const nv_i64 left = (least + most) / 2;");
        line("nv_b8 right = 0;");
        call(less, {"from[middle + before - 1 - left]", "from[low + left]", "&right"});
        line("if (right) most = left;"), line("else least = left + 1;");
        close();
        call(merge, {"from", "to", "low + least", "middle", "middle + before - least", "high", "k", "last"});
        close();
      });
}

} // namespace nova::plan
