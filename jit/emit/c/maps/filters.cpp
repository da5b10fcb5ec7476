// Prints filters. The position of a kept element in the result is unknown until the kept elements before it are
// counted. So, at the host's level, a thread stores its range's elements in its arena, waits until all ranges before
// are counted, and appends its elements to the result.
#include "jit/emit/c/maps/filters.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"
#include "jit/emit/c/places/reach.hpp"
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

// ---- ranks that share a filter ----
//
// A unit is 1,024 elements. First each rank stores what is kept of its units, a unit behind the other with room for all of its
// elements. Then each rank gets the numbers of what all units keep. Last each rank copies what its units keep to its place, so
// that a rank's part of the result is as large as what it has kept.

/// The columns of a shared filter: for each out a temporary one, and the numbers.
struct KeptUnits {
  std::vector<Given> given{};
  std::vector<Filled> parts{}; ///< what each unit keeps
};

KeptUnits declare_units(BodyPrinter& p, const Vars& columns) {
  KeptUnits units;
  const auto declare = [&](const std::string& type, const std::string& name, const std::string& size) {
    p.line(type + "* " + name + ";"), p.allocate(name, size);
    units.given.push_back({type + "*", name, name});
  };
  for (size_t k = 0; k < columns.size(); ++k) {
    const std::string name = "parts_" + std::to_string(k);
    declare(c_type(p.element(columns[k])), name, "units * 1040"); // some elements behind may be overwritten
    units.parts.push_back(
        {.column = name, .elements = "units * 1040", .each = "1040", .stays = p.flow()->stays(columns[k])});
  }
  declare("nv_i64", "counts", "units"), declare("nv_i64", "offsets", "units + 1");
  return units;
}

/// Prints the kernel that stores what each unit keeps.
void keep_units(BodyPrinter& p, const Stm& s, const KeptUnits& units) {
  const std::string n = p.name(s.args[0]);
  std::vector<Filled> filled = units.parts;
  filled.push_back({.column = "counts", .elements = "units"});
  std::vector<Given> given = units.given;
  given.push_back({"nv_i64", "n", n});
  const auto body = [&] {
    p.open("for (nv_i64 u = begin; u < end; ++u)");
    Names parts;
    for (size_t k = 0; k < units.parts.size(); ++k) {
      const std::string part = parts.emplace_back("nova_part_" + std::to_string(k));
      p.line(units.given[k].type + " restrict " + part + " = " + units.parts[k].column + " + u * 1040;");
    }
    p.line("const nv_i64 unit_begin = u * 1024, unit_end = nova_least(n, unit_begin + 1024);");
    p.line("nv_i64 kept = 0;");
    filter_loop(p, s, "unit_begin", "unit_end", parts);
    p.line("counts[u] = kept;");
    p.close();
  };
  kernel(p, s, "the elements that each unit keeps, of " + n, p.free_variables({&s.bodies[0]}), given, "units",
         grain(p, s.bodies[0], 16), body, filled,
         {.bodies = {&s.bodies[0]}, .width = "1024", .may_stay = false, .choice = {"shares"}});
}

/// Prints the kernel that copies what each unit keeps to its place.
void place_units(BodyPrinter& p, const Stm& s, const Vars& columns, const KeptUnits& units) {
  std::vector<Filled> filled;
  for (Var v : columns) {
    p.allocate(p.name(v), p.name(s.outs[0]));
    filled.push_back({.column = p.name(v),
                      .elements = p.name(s.outs[0]),
                      .offsets = "offsets",
                      .stays = p.flow()->stays(v)});
  }
  const auto body = [&] {
    p.open("for (nv_i64 u = begin; u < end; ++u)");
    for (size_t k = 0; k < columns.size(); ++k) {
      const std::string& part = units.parts[k].column;
      p.line("__builtin_memcpy(" + p.name(columns[k]) + " + offsets[u], " + part + " + u * 1040, (nv_u64)" +
             "(offsets[u + 1] - offsets[u]) * sizeof *" + part + ");");
    }
    p.close();
  };
  kernel(p, s, "these one behind the other", p.free_variables({}, columns), units.given, "units", "16", body,
         filled, {.width = "1024", .may_stay = false, .own = units.parts});
}

/// Prints the filter for ranks that share it, and sets the C variable `shares` to whether they do.
void share_filter(BodyPrinter& p, const Stm& s) {
  const Vars columns(s.outs.begin() + 1, s.outs.end());
  p.line("int shares = 0;");
  p.line("const nv_i64 units = (" + p.name(s.args[0]) + " + 1023) / 1024;");
  const KeptUnits units = declare_units(p, columns);
  keep_units(p, s, units);
  p.open("if (shares)");
  fetch(p, {"counts"});
  p.line("offsets[0] = 0;");
  p.line("for (nv_i64 u = 0; u < units; ++u) offsets[u + 1] = offsets[u] + counts[u];");
  p.line(p.name(s.outs[0]) + " = offsets[units];");
  if (!columns.empty()) place_units(p, s, columns, units);
  p.close();
  for (const Given& g : units.given) p.line("t->host->drop(t, " + g.name + ");");
}

void filter_host(BodyPrinter& p, const Stm& s) {
  p.declare(s.outs);
  if (!ranks_may_share(p, s)) return filter_kernel(p, s);
  p.open("");
  share_filter(p, s);
  p.open("if (!shares)");
  filter_kernel(p, s);
  p.close(), p.close();
}

} // namespace

void print_filter(BodyPrinter& p, const Stm& s) {
  if (p.modes.host) return filter_host(p, s);
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
