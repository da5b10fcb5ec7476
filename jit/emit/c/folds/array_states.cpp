// Prints reductions, scans and maps whose states or elements hold columns. Reductions and scans run on one thread,
// with their columns in the task's arena. Columns that a state no longer needs are freed (`settle`), so that the
// memory stays in proportion to the live columns.
//
// The generated C has these variables for component k: yk for the state, xk for an element, sk for the stack of the
// tree, ck for the stack of a scan's carries, and tk for the stack of a scan's tree. `marks` holds, for each entry of
// the stack, the position in the arena where its columns begin.
#include "jit/emit/c/folds/array_states.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/folds/fold.hpp"
#include "jit/emit/c/folds/state_settling.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/emit/c/places/histogram_rows.hpp"

namespace nova::plan {

namespace {

/// Returns y0, y1, .. for the letter y, one for each variable. With `at`, returns y0[at], y1[at], ..
Names state(const Vars& vars, const char* letter, const std::string& at = "") {
  Names all;
  for (size_t k = 0; k < vars.size(); ++k)
    all.push_back(letter + std::to_string(k) + (at.empty() ? "" : "[" + at + "]"));
  return all;
}

void declare_states(BodyPrinter& p, const Vars& vars, const char* letter, const std::string& size) {
  for (size_t k = 0; k < vars.size(); ++k)
    p.line(state_type(p, vars[k]) + " " + letter + std::to_string(k) +
           (size.empty() ? ";" : "[" + size + "];"));
}

void assign(BodyPrinter& p, const Names& to, const Names& from) {
  for (size_t k = 0; k < to.size(); ++k) p.line(to[k] + " = " + from[k] + ";");
}

/// Prints the fold of a leaf's elements, whose result is stored in y0, y1, .. `step` is the distance between
/// neighbouring elements of the leaf.
void state_leaf(BodyPrinter& p, const Fold& f, const std::string& step) {
  const Body& sizes = *sizes_of(f.s);
  const Vars init(f.s.args.begin() + 1, f.s.args.end());
  const Names y = state(init, "y"), x = state(init, "x");
  if (f.steps)
    assign(p, y, p.name(init));
  else
    p.call(f.element, concat({"first"}, places(y)));
  p.open("for (nv_i64 k = first" + (f.steps ? "" : " + " + step) + "; k < end; k += " + step + ")");
  p.poll();
  if (f.steps)
    p.call(f.element, concat(concat(y, {"k"}), places(y)));
  else {
    declare_states(p, init, "x", "");
    p.call(f.element, concat({"k"}, places(x)));
    p.call(f.join, concat(concat(y, x), places(y)));
  }
  settle(p, sizes, y, "marks[depth]");
  p.close();
}

/// Prints the loop over the leaves. Their values are combined by a binary tree: two subtrees of equal size are
/// combined as soon as both are complete, as in a binary counter.
void state_leaves(BodyPrinter& p, const Fold& f) {
  const Body& sizes = *sizes_of(f.s);
  const Vars init(f.s.args.begin() + 1, f.s.args.end());
  const Names y = state(init, "y");
  const bool lane = is_lane_fold(f.s);
  p.line(std::string("const nv_i64 leaves = ") +
         (lane ? "n / 1024 * 16 + nova_least(n % 1024, 16);" : "(n + 15) / 16;"));
  p.open("for (nv_i64 leaf = 0; leaf < leaves; ++leaf)");
  p.line(std::string("const nv_i64 first = ") + (lane ? "leaf / 16 * 1024 + leaf % 16" : "leaf * 16") +
         ", end = nova_least(" + (lane ? "leaf / 16 * 1024 + 1024" : "first + 16") + ", n);");
  p.line("marks[depth] = nova_arena_mark(t);");
  state_leaf(p, f, lane ? "16" : "1");
  p.open("for (nv_i64 bits = leaf; bits & 1; bits >>= 1)");
  p.line("--depth;");
  p.call(f.join, concat(concat(state(init, "s", "depth"), y), places(y)));
  settle(p, sizes, y, "marks[depth]");
  p.close();
  assign(p, state(init, "s", "depth"), y);
  p.line("++depth;");
  p.close();
}

Fold state_fold(BodyPrinter& p, const Stm& s) {
  Fold f{s, {}, {}, {}, {}, true, s.op == Op::Accumulate};
  f.element = p.function(s.bodies[0], f.steps ? "step" : "element");
  f.join = p.function(s.bodies[1], "join");
  return f;
}

/// Prints the declaration and allocation of the outs. A scalar in an element is stored in one column. A column in an
/// element is stored in two: offsets, and a growing column, which is empty at first.
void open_stored(BodyPrinter& p, const Stm& s, const Body& element) {
  p.declare(s.outs);
  for (size_t k = 0, out = 0; k < element.results.size(); ++k, ++out) {
    const bool column = p.plan()[element.results[k]].column;
    p.allocate(p.name(s.outs[out]), p.name(s.args[0]) + (column ? " + 1" : ""));
    if (!column) continue;
    p.line(p.name(s.outs[out]) + "[0] = 0;"), ++out;
    p.allocate(p.name(s.outs[out]), "0");
  }
}

/// Prints the declaration of the growing columns, named `parts`. Each has a number of elements (nova_total_..) and a
/// capacity (nova_room_..).
void open_parts(BodyPrinter& p, const Body& element, const Names& parts) {
  for (size_t k = 0, c = 0; k < element.results.size(); ++k)
    if (p.plan()[element.results[k]].column) {
      const std::string n = std::to_string(c);
      p.line("nv_i64 nova_total_" + n + " = 0, nova_room_" + n + " = 0;");
      p.line(state_type(p, element.results[k]) + " " + parts[c] + " = 0;"), ++c;
    }
}

/// Prints code that stores element i, whose components are e, behind the elements before it. The offsets get the ends
/// of the element's columns or, with `lengths`, the lengths. With `buffers` the columns grow as buffers of the host,
/// otherwise in the arena.
void put_stored(BodyPrinter& p, const Stm& s, const Names& e, const std::string& i, const Names& parts,
                bool buffers, bool lengths) {
  const Body& sizes = *sizes_of(s);
  p.open("");
  p.block(sizes, e, [&](const Names& m) {
    for (size_t k = 0, c = 0, out = 0; k < e.size(); ++k, ++out) {
      if (!p.plan()[sizes.params[k]].column) {
        p.line(p.name(s.outs[out]) + "[" + i + "] = " + e[k] + ";");
        continue;
      }
      const std::string n = std::to_string(c), total = "nova_total_" + n, room = "nova_room_" + n;
      const std::string& to = parts[c];
      const std::string more = p.fresh("more");
      p.line("const nv_i64 " + more + " = " + m[c] + " > 0 ? " + m[c] + " : 0;");
      p.line("if (" + total + " + " + more + " > " + room + " && !(" + to + " = " +
             (buffers ? "t->host->grow" : "nova_arena_grow") + "(t, " + to + ", " + total + ", " + total +
             " + " + more + ", &" + room + ", sizeof *" + to + "))) return 1;");
      p.line("if (" + more + ") __builtin_memcpy(" + to + " + " + total + ", " + e[k] + ", (nv_u64)" + more +
             " * sizeof *" + to + ");");
      p.line(total + " += " + more + ";");
      p.line(p.name(s.outs[out]) + "[" + i + " + 1] = " + (lengths ? more : total) + ";");
      ++c, ++out;
    }
  });
  p.close();
}

/// Prints the assignment of the growing columns to the outs. If one is null, since nothing was stored in it, the out
/// keeps its empty column.
void close_parts(BodyPrinter& p, const Stm& s, const Body& element, const Names& parts) {
  for (size_t k = 0, c = 0, out = 0; k < element.results.size(); ++k, ++out)
    if (p.plan()[element.results[k]].column)
      p.line("if (" + parts[c] + ") " + p.name(s.outs[++out]) + " = " + parts[c] + ";"), ++c;
}

Names part_names(const BodyPrinter& p, const Body& element) {
  Names parts;
  for (Var v : element.results)
    if (p.plan()[v].column) parts.push_back("nova_part_" + std::to_string(parts.size()));
  return parts;
}

/// Prints code that adds the total of a cell, which is a run of 16 elements, to the tree over the cells. It then
/// pushes the next cell's carry.
void state_push(BodyPrinter& p, const Fold& f) {
  const Vars init(f.s.args.begin() + 1, f.s.args.end());
  const Names w = state(init, "w");
  p.open("for (nv_i64 bits = cells++; bits & 1; bits >>= 1)");
  p.line("--blocks;");
  p.call(f.join, concat(concat(state(init, "t", "blocks"), w), places(w)));
  p.close();
  assign(p, state(init, "t", "blocks"), w);
  p.line("++blocks;"), p.line("carries = nova_least(carries, blocks);");
  p.call(f.join, concat(concat(state(init, "c", "carries - 1"), w), places(state(init, "c", "carries"))));
  p.line("++carries;");
}

void each_loop(BodyPrinter& p, const Stm& s, const std::string& begin, const std::string& end,
               const Names& parts, bool buffers) {
  const std::string i = p.fresh("i");
  p.open("for (nv_i64 " + i + " = " + begin + "; " + i + " < " + end + "; ++" + i + ")");
  p.poll();
  if (buffers) p.line("const nova_mark mark = nova_arena_mark(t);");
  p.block(s.bodies[0], {i}, [&](const Names& r) { put_stored(p, s, r, i, parts, buffers, buffers); });
  if (buffers) p.line("nova_arena_reset(t, mark);");
  p.close();
}

void join_part(BodyPrinter& p, const std::string& offsets, const std::string& part, const std::string& n);

/// Prints the map as a kernel. Threads store the elements of a range in buffers of their own, which are then appended
/// to the results in order.
void each_kernel(BodyPrinter& p, const Stm& s, const Names& parts) {
  const Body& b = s.bodies[0];
  const std::string turn = p.fresh("turn");
  p.line("nv_i64 " + turn + " = 0;");
  std::vector<Given> given = {{"nv_i64*", "turn", "&" + turn}};
  Vars scalars, offsets, columns;
  for (size_t k = 0, out = 0; k < b.results.size(); ++k, ++out)
    if (p.plan()[b.results[k]].column)
      offsets.push_back(s.outs[out]), columns.push_back(s.outs[++out]);
    else
      scalars.push_back(s.outs[out]);
  for (size_t c = 0; c < columns.size(); ++c) {
    const std::string n = std::to_string(c);
    p.line("nv_i64 " + turn + "_all_" + n + " = 0, " + turn + "_room_" + n + " = 0;");
    given.push_back({"nv_i64*", "nova_all_" + n, "&" + turn + "_all_" + n});
    given.push_back({"nv_i64*", "nova_all_room_" + n, "&" + turn + "_room_" + n});
    given.push_back({c_type(p.element(columns[c])) + "**", "nova_whole_" + n, "&" + p.name(columns[c])});
  }
  Vars outs = scalars;
  outs.insert(outs.end(), offsets.begin(), offsets.end());
  kernel(p, s, p.name(s.args[0]) + " elements that hold columns", p.free_variables({&b, &s.bodies[1]}, outs),
         given, p.name(s.args[0]), "-" + rows_at_once(p.name(s.args[0]), "128"), [&] {
           open_parts(p, b, parts);
           each_loop(p, s, "begin", "end", parts, true);
           p.line("if (t->host->wait(t, turn, begin)) return 1;");
           for (size_t c = 0; c < columns.size(); ++c)
             join_part(p, p.name(offsets[c]), parts[c], std::to_string(c));
           p.line("nova_next(turn, end);");
         });
}

/// Prints code that appends a range's rows to the results. In the offsets it replaces the lengths of these rows by
/// their ends.
void join_part(BodyPrinter& p, const std::string& offsets, const std::string& part, const std::string& n) {
  const std::string total = "nova_total_" + n, to = "nova_whole_" + n, all = "*nova_all_" + n,
                    size = "sizeof **" + to;
  p.line("if (" + all + " + " + total + " > *nova_all_room_" + n + " && !(*" + to +
         " = t->host->grow(t, *nova_all_room_" + n + " ? *" + to + " : 0, " + all + ", " + all + " + " +
         total + ", nova_all_room_" + n + ", " + size + "))) return 1;");
  p.line("if (" + total + ") __builtin_memcpy(*" + to + " + " + all + ", " + part + ", (nv_u64)" + total +
         " * " + size + ");");
  p.line("if (" + part + ") t->host->drop(t, " + part + ");");
  p.line("for (nv_i64 i = begin, sum = " + all + "; i < end; ++i) " + offsets +
         "[i + 1] = sum += " + offsets + "[i + 1];");
  p.line(all + " += " + total + ";");
}

} // namespace

void reduce_states(BodyPrinter& p, const Stm& s) {
  const Fold f = state_fold(p, s);
  const Vars init(s.args.begin() + 1, s.args.end());
  const Names y = state(init, "y");
  const std::string base = p.fresh("base");
  p.comment(s, "reduction of " + p.name(s.args[0]) + " elements that hold columns");
  p.declare(s.outs), assign(p, p.name(s.outs), p.name(init));
  p.line("const nova_mark " + base + " = nova_arena_mark(t);");
  p.open("if (" + p.name(s.args[0]) + " > 0)");
  p.line("const nv_i64 n = " + p.name(s.args[0]) + ";");
  declare_states(p, init, "s", "64"), declare_states(p, init, "y", "");
  p.line("nova_mark marks[64];"), p.line("nv_i64 depth = 0;");
  state_leaves(p, f);
  p.line("--depth;");
  p.open("while (depth > 0)");
  p.line("--depth;");
  p.call(f.join, concat(concat(state(init, "s", "depth"), y), places(y)));
  settle(p, *sizes_of(s), y, "marks[depth]");
  p.close();
  if (s.start)
    p.call(f.join, concat(concat(p.name(init), y), places(p.name(s.outs))));
  else
    assign(p, p.name(s.outs), y);
  p.close();
  publish(p, *sizes_of(s), s.outs, base);
}

void scan_states(BodyPrinter& p, const Stm& s) {
  const Fold f = state_fold(p, s);
  const Vars init(s.args.begin() + 1, s.args.end());
  const Names y = state(init, "y"), x = state(init, "x"), w = state(init, "w"),
              parts = part_names(p, s.bodies[0]);
  p.comment(s, "scan of " + p.name(s.args[0]) + " elements that hold columns");
  open_stored(p, s, s.bodies[0]);
  p.open("");
  p.line("const nova_mark base = nova_arena_mark(t);"), p.line("const nv_i64 n = " + p.name(s.args[0]) + ";");
  open_parts(p, s.bodies[0], parts);
  declare_states(p, init, "c", "65"), declare_states(p, init, "t", "64"), declare_states(p, init, "w", "");
  p.line("nv_i64 cells = 0, blocks = 0, carries = 1;");
  assign(p, state(init, "c", "0"), p.name(init)), assign(p, w, p.name(init));
  p.open("for (nv_i64 first = 0; first < n; first += 16)");
  p.line("const nv_i64 end = nova_least(first + 16, n);");
  declare_states(p, init, "y", ""), assign(p, y, state(init, "c", "carries - 1"));
  p.open("for (nv_i64 k = first; k < end; ++k)");
  p.poll(), declare_states(p, init, "x", "");
  p.call(f.element, concat({"k"}, places(x)));
  if (s.exclusive) put_stored(p, s, y, "k", parts, p.modes.host, false);
  if (s.exclusive) p.open("if (k + 1 < end)");
  p.call(f.join, concat(concat(y, x), places(y)));
  if (s.exclusive) p.close();
  if (!s.exclusive) put_stored(p, s, y, "k", parts, p.modes.host, false);
  p.open("if (end < n && k == first)");
  assign(p, w, x), p.close();
  p.open("if (end < n && k > first)");
  p.call(f.join, concat(concat(w, x), places(w))), p.close();
  p.close();
  p.open("if (end < n)");
  state_push(p, f), p.close(), p.close();
  close_parts(p, s, s.bodies[0], parts);
  p.line(p.modes.host ? "nova_arena_reset(t, base);" : "(void)base;");
  p.close();
}

void print_each(BodyPrinter& p, const Stm& s) {
  const Names parts = part_names(p, s.bodies[0]);
  open_stored(p, s, s.bodies[0]);
  if (p.modes.host) return with_row_tables(p, s, [&] { each_kernel(p, s, parts); });
  p.open("");
  open_parts(p, s.bodies[0], parts);
  each_loop(p, s, "0", p.name(s.args[0]), parts, false);
  close_parts(p, s, s.bodies[0], parts);
  p.close();
}

} // namespace nova::plan
