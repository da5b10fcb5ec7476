// Rows one after the other. Where their lengths can be told before them, each has its place; else a thread
// makes its range's rows in its own memory, waits for its turn, and copies them to the end of what there is.
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/emitter.hpp"
#include <algorithm>

namespace nova::plan {

/// Rows begin .. end - 1, one after the other into the columns, which grow; `total` counts their elements,
/// each row's own number goes into the offsets.
void Emitter::rows_loop(const Stm& s, const std::string& begin, const std::string& end, const Names& columns,
                        bool host) {
  const Body& b = s.bodies[0];
  const std::string offsets = name(s.outs[0]);
  in_parts(b, begin, end, [&](const std::string& from, const std::string& to) {
    const std::string i = fresh("i");
    open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")");
    poll();
    if (host) line("const nova_mark mark = nova_arena_mark(t);");
    block(b, {i}, [&](const Names& r) {
      for (size_t k = 1; k < r.size(); ++k) {
        const std::string c = columns[k - 1], room = "nova_room_" + std::to_string(k), size = "sizeof *" + c;
        line("if (total + " + r[0] + " > " + room + " && !(" + c + " = " +
             (host ? "t->host->grow" : "nova_arena_grow") + "(t, " + c + ", total, total + " + r[0] + ", &" +
             room + ", " + size + "))) return 1;");
        line("__builtin_memcpy(" + c + " + total, " + r[k] + ", (nv_u64)" + r[0] + " * " + size + ");");
      }
      line(offsets + "[" + i + " + 1] = " + (host ? r[0] : "total + " + r[0]) + ";");
      line("total += " + r[0] + ";");
      if (r.size() == 1)
        line(rarely("total > NOVA_MOST") + " return nova_too_long(t);"); // others have filled memory
    });
    if (host) line("nova_arena_reset(t, mark);");
    close();
  });
}

void Emitter::rows(const Stm& s) {
  if (host_) return rows_kernel(s);
  const std::string offsets = name(s.outs[0]);
  declare(s.outs), allocate(offsets, name(s.args[0]) + " + 1");
  Names columns;
  open("");
  line("nv_i64 total = 0;");
  for (size_t k = 2; k < s.outs.size(); ++k) {
    allocate(columns.emplace_back(name(s.outs[k])), "0");
    line("nv_i64 nova_room_" + std::to_string(k - 1) + " = 0;");
  }
  line(offsets + "[0] = 0;");
  rows_loop(s, "0", name(s.args[0]), columns, false);
  line(name(s.outs[1]) + " = total;");
  close();
}

/// The column that a map in the body makes for a result stands where `at` says; for the first of several, from
/// where the others are copied.
void Emitter::place_maps(const Stm& s, const std::string& at) {
  const Body& b = s.bodies[0];
  for (size_t k = 1; k < b.results.size(); ++k)
    for (const Stm& made : b.stms)
      if (made.op == Op::Map && made.args[0] == b.results[0] && std::ranges::count(made.outs, b.results[k]))
        placed_.try_emplace(b.results[k], name(s.outs[k + 1]) + " + " + at);
}

/// Rows begin .. end - 1, each to the place where it begins.
void Emitter::rows_to_places(const Stm& s, const std::function<std::string(const std::string& i)>& place,
                             const std::function<void(const std::string& i)>& and_then) {
  const Body& b = s.bodies[0];
  in_parts(b, "begin", "end", [&](const std::string& from, const std::string& to) {
    const std::string i = fresh("i");
    open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")");
    poll(), line("const nova_mark mark = nova_arena_mark(t);");
    place_maps(s, place(i));
    block(b, {i}, [&](const Names& r) {
      for (size_t k = 1; k < r.size(); ++k) {
        const std::string to = name(s.outs[k + 1]) + " + " + place(i);
        const auto made = placed_.find(b.results[k]);
        if (made == placed_.end() || made->second != to)
          line("__builtin_memcpy(" + to + ", " + r[k] + ", (nv_u64)" + r[0] + " * sizeof *" + r[k] + ");");
      }
    });
    placed_.clear();
    and_then(i), line("nova_arena_reset(t, mark);");
    close();
  });
}

/// Rows of one length, known before: each has its place, where a map that makes it writes it.
void Emitter::rectangle(const Stm& s) {
  const Body& b = s.bodies[0];
  const std::string offsets = name(s.outs[0]), count = name(s.outs[1]), n = name(s.args[0]),
                    m = name(b.results[0]);
  declare(s.outs), allocate(offsets, n + " + 1");
  line("if (__builtin_mul_overflow(" + n + ", " + m + ", &" + count + ") || " + count + " < 0 || " + count +
       " > NOVA_MOST) return nova_too_long(t);");
  for (size_t c = 2; c < s.outs.size(); ++c) allocate(name(s.outs[c]), count);
  line(offsets + "[0] = 0;");
  kernel(s, n + " rows of " + m, free_variables({&b}, s.outs), {}, n, "4", [&] {
    rows_to_places(
        s, [&](const std::string& i) { return i + " * " + m; },
        [&](const std::string& i) { line(offsets + "[" + i + " + 1] = (" + i + " + 1) * " + m + ";"); });
  });
}

/// What tells a row's length, where that is arithmetic, reads and their checks.
std::optional<Body> Emitter::length_of_row(const Body& b) {
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

/// Rows whose lengths can be told before them: these first, then their sums, then each row to its place.
void Emitter::counted_rows(const Stm& s, const Body& length) {
  const std::string offsets = name(s.outs[0]), count = name(s.outs[1]), n = name(s.args[0]);
  declare(s.outs), allocate(offsets, n + " + 1");
  kernel(s, "the lengths of " + n + " rows", free_variables({&length}, {s.outs[0]}), {}, n,
         grain(length, 8192), [&] {
           const std::string i = fresh("i");
           if (!ends(length)) line("NOVA_IVDEP");
           open("for (nv_i64 " + i + " = begin; " + i + " < end; ++" + i + ")");
           if (ends(length)) poll();
           round(length, {i}, [&](const Names& r) { line(offsets + "[" + i + " + 1] = " + r[0] + ";"); });
           close();
         });
  line(count + " = " + offsets + "[0] = 0;");
  open("for (nv_i64 i = 1; i <= " + n + "; ++i)");
  line(rarely("(nv_u64)" + offsets + "[i] > NOVA_MOST || (" + count + " += " + offsets + "[i]) > NOVA_MOST") +
       " return nova_too_long(t);");
  line(offsets + "[i] = " + count + ";");
  close();
  for (size_t c = 2; c < s.outs.size(); ++c) allocate(name(s.outs[c]), count);
  kernel(s, n + " rows, each to its place", free_variables({&s.bodies[0]}, s.outs), {}, n, "16", [&] {
    rows_to_places(
        s, [&](const std::string& i) { return offsets + "[" + i + "]"; }, [](const std::string&) {});
  });
}

void Emitter::rows_kernel(const Stm& s) {
  const Vars free = free_variables({&s.bodies[0]});
  if (std::ranges::count(free, s.bodies[0].results[0])) return rectangle(s);
  if (const auto length = length_of_row(s.bodies[0])) return counted_rows(s, *length);
  const std::string offsets = name(s.outs[0]), count = name(s.outs[1]), turn = fresh("turn");
  const Vars columns(s.outs.begin() + 2, s.outs.end());
  declare(s.outs), allocate(offsets, name(s.args[0]) + " + 1");
  for (Var v : columns) allocate(name(v), "0");
  line("nv_i64 " + turn + " = 0;"), line(count + " = 0, " + offsets + "[0] = 0;");
  std::vector<Given> given = {{"nv_i64*", "turn", "&" + turn}, {"nv_i64*", "all", "&" + count}};
  for (size_t k = 0; k < columns.size(); ++k) {
    const std::string room = turn + "_room_" + std::to_string(k);
    line("nv_i64 " + room + " = 0;");
    given.push_back({"nv_i64*", "nova_all_room_" + std::to_string(k), "&" + room});
    given.push_back(
        {c_type(element(columns[k])) + "**", "nova_all_" + std::to_string(k), "&" + name(columns[k])});
  }
  kernel(s, name(s.args[0]) + " rows, one after the other", free_variables({&s.bodies[0]}, {s.outs[0]}),
         given, name(s.args[0]), "-64", [&] {
           Names parts;
           line("nv_i64 total = 0;");
           for (size_t k = 0; k < columns.size(); ++k) {
             parts.push_back("nova_part_" + std::to_string(k));
             line(c_type(element(columns[k])) + "* " + parts[k] + " = 0;");
             line("nv_i64 nova_room_" + std::to_string(k + 1) + " = 0;");
           }
           rows_loop(s, "begin", "end", parts, true);
           line("if (t->host->wait(t, turn, begin)) return 1;");
           line("const nv_i64 at = *all;");
           for (size_t k = 0; k < parts.size(); ++k) {
             const std::string to = "nova_all_" + std::to_string(k), size = "sizeof **" + to;
             line("if (at + total > *nova_all_room_" + std::to_string(k) + " && !(*" + to +
                  " = t->host->grow(t, *" + to + ", at, at + total, nova_all_room_" + std::to_string(k) +
                  ", " + size + "))) return 1;");
             line("if (total) __builtin_memcpy(*" + to + " + at, " + parts[k] + ", (nv_u64)total * " + size +
                  ");");
             line("t->host->drop(t, " + parts[k] + ");");
           }
           line("for (nv_i64 i = begin, sum = at; i < end; ++i) " + offsets + "[i + 1] = sum += " + offsets +
                "[i + 1];");
           line("*all = at + total;");
           line("nova_next(turn, end);");
         });
  for (Var v : columns)
    line("if (!(" + name(v) + " = t->host->shrink(t, " + name(v) + ", " + count + ", sizeof *" + name(v) +
         "))) return 1;");
}

} // namespace nova::plan
