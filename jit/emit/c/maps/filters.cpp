// Prints filters. The position of a kept element in the result is unknown until the kept elements before it are
// counted. So, at the host's level, a thread stores its range's elements in its arena, waits until all ranges before
// are counted, and appends its elements to the result.
#include "jit/emit/c/maps/filters.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Prints a loop that takes sixteen elements at a time and stores the kept ones next to each other (packs them), for
/// CPUs with an instruction for this. If an element has 8 bytes, 128 elements are computed before the first is
/// packed. Their stores are then complete when the packing loads them again.
void compress(BodyPrinter& p, const Stm& s, const std::string& i, const std::string& end,
              const Names& columns) {
  const Body& b = s.bodies[0];
  size_t widest = 4;
  for (size_t k = 0; k < columns.size(); ++k)
    widest = std::max(widest, element_size(p.element(s.outs[k + 1])));
  const std::string some = widest == 4 ? "16" : "128";
  p.line("#ifdef NOVA_COMPRESS");
  p.open("for (; " + i + " + " + some + " <= " + end + "; " + i + " += " + some + ")");
  p.line("nv_i32 keep[" + some + "];");
  for (size_t k = 0; k < columns.size(); ++k)
    p.line(c_type(p.element(s.outs[k + 1])) + " e" + std::to_string(k) + "[" + some + "];");
  p.line("NOVA_LANES");
  p.open("for (nv_i64 l = 0; l < " + some + "; ++l)");
  p.round(b, {i + " + l"}, [&](const Names& r) {
    p.line("keep[l] = " + r[0] + ";");
    for (size_t k = 1; k < r.size(); ++k) p.line("e" + std::to_string(k - 1) + "[l] = " + r[k] + ";");
  });
  p.close();
  p.open("for (nv_i64 l = 0, more; l < " + some + "; l += 16, kept += more)");
  for (size_t k = 0; k < columns.size(); ++k)
    p.line(std::string("more = nova_compress_") +
           (element_size(p.element(s.outs[k + 1])) == 4 ? "ints" : "longs") + "(" + columns[k] +
           " + kept, e" + std::to_string(k) + " + l, keep + l);");
  p.close(), p.close();
  p.line("#endif");
}

/// Prints the loop that filters elements begin .. end - 1 and stores the kept ones in the columns, from the columns'
/// start on. The C variable `kept` counts them. The columns need room for 16 additional elements.
void filter_loop(BodyPrinter& p, const Stm& s, const std::string& begin, const std::string& end,
                 const Names& columns) {
  const Body& b = s.bodies[0];
  bool wide = p.simd() && !columns.empty() && !p.ends(b);
  for (size_t k = 1; k < s.outs.size(); ++k) wide &= element_size(p.element(s.outs[k])) >= 4;
  in_parts(p, b, begin, end, [&](const std::string& from, const std::string& to) {
    const std::string i = p.fresh("i");
    p.open("");
    p.line("nv_i64 " + i + " = " + from + ";");
    if (wide) compress(p, s, i, to, columns);
    p.open("for (; " + i + " < " + to + "; ++" + i + ")");
    if (p.ends(b)) p.poll();
    p.round(b, {i}, [&](const Names& r) {
      for (size_t k = 1; k < r.size(); ++k) p.line(columns[k - 1] + "[kept] = " + r[k] + ";");
      p.line("kept += " + r[0] + ";");
    });
    p.close(), p.close();
  });
}

/// Returns the number of elements of a range. A thread stores a range's kept elements until it may append them to the
/// result. The number is so small that these elements fit a core's own cache.
int64_t filtered_at_once(const BodyPrinter& p, const Vars& columns) {
  int64_t bytes = 8;
  for (Var v : columns) bytes += static_cast<int64_t>(element_size(p.element(v)));
  int64_t n = 16384;
  while (n > 2048 && n * bytes > 256 * 1024) n /= 2;
  return n;
}

void filter_kernel(BodyPrinter& p, const Stm& s) {
  const Vars columns(s.outs.begin() + 1, s.outs.end());
  p.declare(s.outs);
  for (Var v : columns) p.allocate(p.name(v), p.name(s.args[0]));
  const std::string turn = p.fresh("turn"), count = p.name(s.outs[0]);
  p.line("nv_i64 " + turn + " = 0;"), p.line(count + " = 0;");
  kernel(
      p, s, "the elements that are kept, of " + p.name(s.args[0]), p.free_variables({&s.bodies[0]}, columns),
      {{"nv_i64*", "turn", "&" + turn}, {"nv_i64*", "all_kept", "&" + count}}, p.name(s.args[0]),
      p.ends(s.bodies[0]) ? "-256" : "-" + std::to_string(filtered_at_once(p, columns)), [&] {
        Names parts;
        p.line("const nova_mark start = nova_arena_mark(t);");
        p.line("// where those before are done, elements go to their places at once");
        p.line("const int now = nova_is_turn(turn, begin);");
        for (Var v : columns) {
          const std::string part = parts.emplace_back("nova_part_" + std::to_string(parts.size()));
          p.line(c_type(p.element(v)) + "* restrict " + part + " = now ? " + p.name(v) + " + *all_kept : 0;");
          p.open("if (!now)");
          p.allocate(part, "end - begin + 16");
          p.close();
        }
        p.line("nv_i64 kept = 0;");
        filter_loop(p, s, "begin", "end", parts);
        p.line("if (!now && t->host->wait(t, turn, begin)) return 1;");
        p.line("const nv_i64 at = *all_kept;");
        p.line("*all_kept = at + kept;");
        p.line("nova_next(turn, end);");
        for (size_t k = 0; k < parts.size(); ++k)
          p.line("if (!now) __builtin_memcpy(" + p.name(columns[k]) + " + at, " + parts[k] +
                 ", (nv_u64)kept * sizeof *" + parts[k] + ");");
        p.line("nova_arena_reset(t, start);");
      });
  for (Var v : columns)
    p.line("if (!(" + p.name(v) + " = t->host->shrink(t, " + p.name(v) + ", " + count + ", sizeof *" +
           p.name(v) + "))) return 1;");
}

} // namespace

void print_filter(BodyPrinter& p, const Stm& s) {
  if (p.modes.host) return filter_kernel(p, s);
  p.declare(s.outs);
  Names columns;
  for (size_t k = 1; k < s.outs.size(); ++k)
    p.allocate(columns.emplace_back(p.name(s.outs[k])), p.name(s.args[0]) + " + 16");
  p.open("");
  p.line("nv_i64 kept = 0;");
  filter_loop(p, s, "0", p.name(s.args[0]), columns);
  p.line(p.name(s.outs[0]) + " = kept;");
  p.close();
}

} // namespace nova::plan
