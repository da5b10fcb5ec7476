// Prints Rows, which stores rows one after the other. If the lengths can be computed before the rows, each row is
// written to its offset. Otherwise, and if the text tells which error comes first, a thread computes its range's rows
// in its own memory, waits until all ranges before are appended to the result, and appends its rows.
#include "jit/emit/c/places/rows.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/emit/c/maps/lockstep_loops.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"
#include "jit/emit/c/places/histogram_rows.hpp"
#include "jit/emit/c/places/reach.hpp"
#include "jit/emit/c/places/straight_rows.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Prints a loop that appends rows begin .. end - 1 to the columns, which grow. The C variable `total` counts their
/// elements. With `host` the columns are buffers, and the column of offsets gets the rows' lengths. Otherwise the
/// columns are in the arena, and the column of offsets gets the rows' ends.
void rows_loop(BodyPrinter& p, const Stm& s, const std::string& begin, const std::string& end,
               const Names& columns, bool host) {
  const Body& b = s.bodies[0];
  const std::string offsets = p.name(s.outs[0]);
  in_parts(p, b, begin, end, [&](const std::string& from, const std::string& to) {
    const std::string i = p.fresh("i");
    p.open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")");
    p.poll();
    if (host) p.line("const nova_mark mark = nova_arena_mark(t);");
    p.block(b, {i}, [&](const Names& r) {
      for (size_t k = 1; k < r.size(); ++k) {
        const std::string& c = columns[k - 1];
        const std::string room = "nova_room_" + std::to_string(k), size = "sizeof *" + c;
        p.line("if (total + " + r[0] + " > " + room + " && !(" + c + " = " +
               (host ? "t->host->grow" : "nova_arena_grow") + "(t, " + c + ", total, total + " + r[0] +
               ", &" + room + ", " + size + "))) return 1;");
        p.line("if (" + r[0] + ") __builtin_memcpy(" + c + " + total, " + r[k] + ", (nv_u64)" + r[0] + " * " +
               size + ");"); // where there are no elements, both addresses may be null
      }
      p.line(offsets + "[" + i + " + 1] = " + (host ? r[0] : "total + " + r[0]) + ";");
      p.line("total += " + r[0] + ";");
      if (r.size() == 1)
        p.line(p.rarely("total > NOVA_MOST") + " return nova_too_long(t);"); // no allocation fails
    });
    if (host) p.line("nova_arena_reset(t, mark);");
    p.close();
  });
}

/// Returns the same for rows_to_places, which prints some rows together.
std::string placed_at_once(const BodyPrinter& p, const Stm& s, const std::string& most) {
  if (are_straight_rows(p, s)) return "1024";
  return lockstep_of(p, s.bodies[0]) ? lockstep_lanes : rows_at_once(p.name(s.args[0]), most);
}

/// If a Map in the body makes a column of the row, notes in Modes::placed that the Map writes this column directly
/// into the out, from index `at` on. If several outs store the same column, that holds for the first out; the others
/// get copies.
void place_maps(BodyPrinter& p, const Stm& s, const std::string& at) {
  const Body& b = s.bodies[0];
  for (size_t k = 1; k < b.results.size(); ++k)
    for (const Stm& made : b.stms)
      if (made.op == Op::Map && made.args[0] == b.results[0] && std::ranges::count(made.outs, b.results[k]))
        p.modes.placed.try_emplace(b.results[k], p.name(s.outs[k + 1]) + " + " + at);
}

/// Prints a loop that writes each of the rows begin .. end - 1 at the offset that `place` returns for it. `and_then`
/// prints code for the end of each iteration.
void rows_to_places(BodyPrinter& p, const Stm& s,
                    const std::function<std::string(const std::string& i)>& place,
                    const std::function<void(const std::string& i)>& and_then) {
  const Body& b = s.bodies[0];
  const auto row = [&](const std::string& i, const Body& rest, const Names& arguments) {
    const Scoped placed(p.modes.placed, {});
    place_maps(p, s, place(i));
    p.block(rest, arguments, [&](const Names& r) {
      for (size_t k = 1; k < r.size(); ++k) {
        const std::string to = p.name(s.outs[k + 1]) + " + " + place(i);
        const auto made = p.modes.placed.find(b.results[k]);
        if (made == p.modes.placed.end() || made->second != to)
          p.line("__builtin_memcpy(" + to + ", " + r[k] + ", (nv_u64)" + r[0] + " * sizeof *" + r[k] + ");");
      }
    });
    and_then(i);
  };
  const Loop one_by_one = [&](const std::string& from, const std::string& to) {
    const std::string i = p.fresh("i");
    p.open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")");
    p.poll(), p.line("const nova_mark mark = nova_arena_mark(t);");
    row(i, b, {i});
    p.line("nova_arena_reset(t, mark);");
    p.close();
  };
  const auto together = lockstep_of(p, b);
  const bool straight = are_straight_rows(p, s);
  if (straight) p.poll("end - begin");
  in_parts(p, b, "begin", "end", [&](const std::string& from, const std::string& to) {
    if (straight) return straight_rows(p, s, from, to, place, and_then);
    if (!together) return one_by_one(from, to);
    in_lockstep(
        p, b, *together, from, to, [&](const std::string& i, const Body& rest) { row(i, rest, {}); },
        one_by_one);
  });
}

/// Prints rows that all have the same length, which is known before the loop. A row's offset is a product, and a Map
/// that makes the row writes the row directly at that offset.
void rectangle(BodyPrinter& p, const Stm& s) {
  const Body& b = s.bodies[0];
  const std::string offsets = p.name(s.outs[0]), count = p.name(s.outs[1]), n = p.name(s.args[0]),
                    m = p.name(b.results[0]);
  p.declare(s.outs), p.allocate(offsets, n + " + 1");
  p.line("if (__builtin_mul_overflow(" + n + ", " + m + ", &" + count + ") || " + count + " < 0 || " + count +
         " > NOVA_MOST) return nova_too_long(t);");
  for (size_t c = 2; c < s.outs.size(); ++c) p.allocate(p.name(s.outs[c]), count);
  p.line(offsets + "[0] = 0;");
  const bool for_ranks = p.flow() != nullptr; // each of them computes all offsets
  if (for_ranks) p.line("for (nv_i64 i = 1; i <= " + n + "; ++i) " + offsets + "[i] = i * " + m + ";");
  std::vector<Filled> filled;
  if (!for_ranks) filled.push_back({offsets + " + 1", n});
  for (size_t c = 2; c < s.outs.size(); ++c) filled.push_back({p.name(s.outs[c]), count, m});
  kernel(p, s, n + " rows of " + m, p.free_variables({&b}, s.outs), {}, n, placed_at_once(p, s, "4"),
         [&] {
           rows_to_places(
               p, s, [&](const std::string& i) { return i + " * " + m; },
               [&](const std::string& i) {
                 if (!for_ranks) p.line(offsets + "[" + i + " + 1] = (" + i + " + 1) * " + m + ";");
               });
         },
         filled, {{&b}});
}

/// Returns a body that computes only a row's length, if that takes only arithmetic, reads, and the checks before the
/// reads. Returns nothing otherwise.
std::optional<Body> length_of_row(const Body& b) {
  Body length{b.params, {}, {b.results[0]}};
  std::unordered_set<Var> needed{b.results[0]};
  bool reads = false;
  for (size_t k = b.stms.size(); k-- > 0;) {
    const Stm& s = b.stms[k];
    const bool check = s.op == Op::Check && reads;
    if (!check && std::ranges::none_of(s.outs, [&](Var v) { return needed.contains(v); })) {
      if (reads && s.op != Op::Check && can_fail(s)) return {};
      continue;
    }
    if (s.op != Op::Scalar && s.op != Op::Constant && s.op != Op::Read && s.op != Op::Check) return {};
    reads |= s.op == Op::Read;
    needed.insert(s.args.begin(), s.args.end());
    length.stms.insert(length.stms.begin(), s);
  }
  return length;
}

/// Prints rows whose lengths can be computed before the rows: a kernel for the lengths, a loop that sums them up to
/// offsets, and a kernel that writes each row at its offset.
void counted_rows(BodyPrinter& p, const Stm& s, const Body& length) {
  const std::string offsets = p.name(s.outs[0]), count = p.name(s.outs[1]), n = p.name(s.args[0]);
  p.declare(s.outs), p.allocate(offsets, n + " + 1");
  kernel(p, s, "the lengths of " + n + " rows", p.free_variables({&length}, {s.outs[0]}), {}, n,
         grain(p, length, 8192),
         [&] {
           const std::string i = p.fresh("i");
           if (!p.ends(length)) p.line("NOVA_IVDEP");
           p.open("for (nv_i64 " + i + " = begin; " + i + " < end; ++" + i + ")");
           if (p.ends(length)) p.poll();
           p.round(length, {i}, [&](const Names& r) { p.line(offsets + "[" + i + " + 1] = " + r[0] + ";"); });
           p.close();
         },
         {{offsets + " + 1", n}}, {.bodies = {&length}, .may_stay = false});
  fetch(p, {offsets});
  p.line(count + " = " + offsets + "[0] = 0;");
  p.open("for (nv_i64 i = 1; i <= " + n + "; ++i)");
  p.line(p.rarely("(nv_u64)" + offsets + "[i] > NOVA_MOST || (" + count + " += " + offsets +
                  "[i]) > NOVA_MOST") +
         " return nova_too_long(t);");
  p.line(offsets + "[i] = " + count + ";");
  p.close();
  std::vector<Filled> filled;
  for (size_t c = 2; c < s.outs.size(); ++c) {
    p.allocate(p.name(s.outs[c]), count);
    filled.push_back({p.name(s.outs[c]), count, "1", offsets});
  }
  kernel(p, s, n + " rows, each to its place", p.free_variables({&s.bodies[0]}, s.outs), {}, n,
         placed_at_once(p, s, "16"),
         [&] {
           rows_to_places(
               p, s, [&](const std::string& i) { return offsets + "[" + i + "]"; },
               [](const std::string&) {});
         },
         filled, {{&s.bodies[0]}});
}

void rows_kernel(BodyPrinter& p, const Stm& s) {
  const Vars free = p.free_variables({&s.bodies[0]});
  const Var length = s.bodies[0].results[0];
  if (!p.tells()) { // there, a length that is none fails in its row, behind the errors of the rows before
    if (is_any(length, free) || p.texts().contains(length)) return rectangle(p, s);
    if (const auto lengths = length_of_row(s.bodies[0])) return counted_rows(p, s, *lengths);
  }
  const std::string offsets = p.name(s.outs[0]), count = p.name(s.outs[1]), turn = p.fresh("turn");
  const Vars columns(s.outs.begin() + 2, s.outs.end());
  p.declare(s.outs), p.allocate(offsets, p.name(s.args[0]) + " + 1");
  for (Var v : columns) p.allocate(p.name(v), "0");
  p.line("nv_i64 " + turn + " = 0;"), p.line(count + " = 0, " + offsets + "[0] = 0;");
  std::vector<Given> given = {{"nv_i64*", "turn", "&" + turn}, {"nv_i64*", "all", "&" + count}};
  for (size_t k = 0; k < columns.size(); ++k) {
    const std::string room = turn + "_room_" + std::to_string(k);
    p.line("nv_i64 " + room + " = 0;");
    given.push_back({"nv_i64*", "nova_all_room_" + std::to_string(k), "&" + room});
    given.push_back(
        {c_type(p.element(columns[k])) + "**", "nova_all_" + std::to_string(k), "&" + p.name(columns[k])});
  }
  kernel(p, s, p.name(s.args[0]) + " rows, one after the other",
         p.free_variables({&s.bodies[0]}, {s.outs[0]}), given, p.name(s.args[0]),
         "-" + rows_at_once(p.name(s.args[0]), "64"), [&] {
           Names parts;
           p.line("nv_i64 total = 0;");
           for (size_t k = 0; k < columns.size(); ++k) {
             parts.push_back("nova_part_" + std::to_string(k));
             p.line(c_type(p.element(columns[k])) + "* " + parts[k] + " = 0;");
             p.line("nv_i64 nova_room_" + std::to_string(k + 1) + " = 0;");
           }
           rows_loop(p, s, "begin", "end", parts, true);
           p.line("if (t->host->wait(t, turn, begin)) return 1;");
           p.line("const nv_i64 at = *all;");
           for (size_t k = 0; k < parts.size(); ++k) {
             const std::string to = "nova_all_" + std::to_string(k), size = "sizeof **" + to;
             p.line("if (at + total > *nova_all_room_" + std::to_string(k) + " && !(*" + to +
                    " = t->host->grow(t, *" + to + ", at, at + total, nova_all_room_" + std::to_string(k) +
                    ", " + size + "))) return 1;");
             p.line("if (total) __builtin_memcpy(*" + to + " + at, " + parts[k] + ", (nv_u64)total * " +
                    size + ");");
             p.line("t->host->drop(t, " + parts[k] + ");");
           }
           p.line("for (nv_i64 i = begin, sum = at; i < end; ++i) " + offsets +
                  "[i + 1] = sum += " + offsets + "[i + 1];");
           p.line("*all = at + total;");
           p.line("nova_next(turn, end);");
         });
  for (Var v : columns)
    p.line("if (!(" + p.name(v) + " = t->host->shrink(t, " + p.name(v) + ", " + count + ", sizeof *" +
           p.name(v) + "))) return 1;");
}

} // namespace

void print_rows(BodyPrinter& p, const Stm& s) {
  if (p.modes.host) return with_row_tables(p, s, [&] { rows_kernel(p, s); });
  const std::string offsets = p.name(s.outs[0]);
  p.declare(s.outs), p.allocate(offsets, p.name(s.args[0]) + " + 1");
  Names columns;
  p.open("");
  p.line("nv_i64 total = 0;");
  for (size_t k = 2; k < s.outs.size(); ++k) {
    p.allocate(columns.emplace_back(p.name(s.outs[k])), "0");
    p.line("nv_i64 nova_room_" + std::to_string(k - 1) + " = 0;");
  }
  p.line(offsets + "[0] = 0;");
  rows_loop(p, s, "0", p.name(s.args[0]), columns, false);
  p.line(p.name(s.outs[1]) + " = total;");
  p.close();
}

} // namespace nova::plan
