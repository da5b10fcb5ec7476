// Reductions, scans and maps whose states or elements hold columns, which lie in the task's arena: one after
// the other on one thread, but for maps. What a state no longer needs is given back (`settle`), so that
// memory stays in proportion to what lives.
//
// In the text, per component k: yk the state, xk an element, sk the stack of the tree, ck and tk those of a
// scan's carries and its tree; `marks` say where in the arena each entry of the stack begins.
#include "jit/emit/c/emitter.hpp"

namespace nova::plan {

std::string Emitter::state_type(Var v) const { return c_type(element(v)) + (plan_[v].column ? "*" : ""); }

/// y0, y1, .. or y0[at], ..
Names Emitter::state(const Vars& vars, const char* letter, const std::string& at) const {
  Names all;
  for (size_t k = 0; k < vars.size(); ++k)
    all.push_back(letter + std::to_string(k) + (at.empty() ? "" : "[" + at + "]"));
  return all;
}

Names Emitter::places(Names all) {
  for (std::string& a : all) a = "&" + a;
  return all;
}

void Emitter::declare_states(const Vars& vars, const char* letter, const std::string& size) {
  for (size_t k = 0; k < vars.size(); ++k)
    line(state_type(vars[k]) + " " + letter + std::to_string(k) + (size.empty() ? ";" : "[" + size + "];"));
}

void Emitter::assign(const Names& to, const Names& from) {
  for (size_t k = 0; k < to.size(); ++k) line(to[k] + " = " + from[k] + ";");
}

/// What lies in the arena from `mark` on, but for the state's columns, is given back if that is worth it.
void Emitter::settle(const Body& sizes, const Names& state, const std::string& mark) {
  if (sizes.results.empty()) return line("nova_arena_reset(t, " + mark + ");");
  open("if (nova_is_full(t, " + mark + "))");
  block(sizes, state, [&](const Names& lengths) {
    std::string columns, bytes, count = std::to_string(lengths.size());
    for (size_t k = 0, c = 0; k < state.size(); ++k)
      if (plan_[sizes.params[k]].column) {
        columns += (c ? ", " : "") + state[k];
        bytes += (c ? ", " : "") + ("nova_column_bytes(" + lengths[c] + ", sizeof *" + state[k] + ")"), ++c;
      }
    line("void* live[] = {" + columns + "};");
    line("const nv_u64 bytes[] = {" + bytes + "};");
    line("if (nova_settle(t, " + mark + ", live, bytes, " + count + ")) return 1;");
    for (size_t k = 0, c = 0; k < state.size(); ++k)
      if (plan_[sizes.params[k]].column)
        line(state[k] + " = (" + state_type(sizes.params[k]) + ")live[" + std::to_string(c++) + "];");
  });
  close();
}

/// The results of a statement, made in the arena from `mark` on: at the host's level they get buffers of
/// their own.
void Emitter::publish(const Body& sizes, const Vars& outs, const std::string& mark) {
  if (!host_) return settle(sizes, name(outs), mark);
  open("");
  move_columns(sizes, outs);
  line("nova_arena_reset(t, " + mark + ");");
  close();
}

/// Results' columns get memory of their own.
void Emitter::move_columns(const Body& sizes, const Vars& outs, bool drops) {
  block(sizes, name(outs), [&](const Names& lengths) {
    for (size_t k = 0, c = 0; k < outs.size(); ++k) {
      if (!plan_[outs[k]].column) continue;
      const std::string out = name(outs[k]), from = fresh("from");
      line(state_type(outs[k]) + " " + from + " = " + out + ";");
      allocate(out, lengths[c]);
      line("__builtin_memcpy(" + out + ", " + from + ", nova_column_bytes(" + lengths[c] + ", sizeof *" +
           out + "));");
      if (drops) line("t->host->drop(t, " + from + ");");
      ++c;
    }
  });
}

// ---- reductions ----

/// The leaf's elements, folded into y.
void Emitter::state_leaf(const Fold& f, const std::string& step) {
  const Body& sizes = *sizes_of(f.s);
  const Vars init(f.s.args.begin() + 1, f.s.args.end());
  const Names y = state(init, "y"), x = state(init, "x");
  if (f.steps)
    assign(y, name(init));
  else
    call(f.element, concat({"first"}, places(y)));
  open("for (nv_i64 k = first" + (f.steps ? "" : " + " + step) + "; k < end; k += " + step + ")");
  poll();
  if (f.steps)
    call(f.element, concat(concat(y, {"k"}), places(y)));
  else {
    declare_states(init, "x", "");
    call(f.element, concat({"k"}, places(x)));
    call(f.join, concat(concat(y, x), places(y)));
  }
  settle(sizes, y, "marks[depth]");
  close();
}

/// Leaf after leaf, each of which enters the tree as a binary counter does.
void Emitter::state_leaves(const Fold& f) {
  const Body& sizes = *sizes_of(f.s);
  const Vars init(f.s.args.begin() + 1, f.s.args.end());
  const Names y = state(init, "y");
  const bool lane = f.steps || f.s.shape == Shape::Lane;
  line(std::string("const nv_i64 leaves = ") +
       (lane ? "n / 1024 * 16 + nova_least(n % 1024, 16);" : "(n + 15) / 16;"));
  open("for (nv_i64 leaf = 0; leaf < leaves; ++leaf)");
  line(std::string("const nv_i64 first = ") + (lane ? "leaf / 16 * 1024 + leaf % 16" : "leaf * 16") +
       ", end = nova_least(" + (lane ? "leaf / 16 * 1024 + 1024" : "first + 16") + ", n);");
  line("marks[depth] = nova_arena_mark(t);");
  state_leaf(f, lane ? "16" : "1");
  open("for (nv_i64 bits = leaf; bits & 1; bits >>= 1)");
  line("--depth;");
  call(f.join, concat(concat(state(init, "s", "depth"), y), places(y)));
  settle(sizes, y, "marks[depth]");
  close();
  assign(state(init, "s", "depth"), y);
  line("++depth;");
  close();
}

Emitter::Fold Emitter::state_fold(const Stm& s) {
  Fold f{s, "", {}, {}, {}, {}, true, s.op == Op::Accumulate};
  f.element = function(s.bodies[0], f.steps ? "step" : "element");
  f.join = function(s.bodies[1], "join");
  return f;
}

void Emitter::reduce_states(const Stm& s) {
  const Fold f = state_fold(s);
  const Vars init(s.args.begin() + 1, s.args.end());
  const Names y = state(init, "y");
  const std::string base = fresh("base");
  comment(s, "reduction of " + name(s.args[0]) + " elements that hold columns");
  declare(s.outs), assign(name(s.outs), name(init));
  line("const nova_mark " + base + " = nova_arena_mark(t);");
  open("if (" + name(s.args[0]) + " > 0)");
  line("const nv_i64 n = " + name(s.args[0]) + ";");
  declare_states(init, "s", "64"), declare_states(init, "y", "");
  line("nova_mark marks[64];"), line("nv_i64 depth = 0;");
  state_leaves(f);
  line("--depth;");
  open("while (depth > 0)");
  line("--depth;");
  call(f.join, concat(concat(state(init, "s", "depth"), y), places(y)));
  settle(*sizes_of(s), y, "marks[depth]");
  close();
  if (s.start)
    call(f.join, concat(concat(name(init), y), places(name(s.outs))));
  else
    assign(name(s.outs), y);
  close();
  publish(*sizes_of(s), s.outs, base);
}

// ---- elements that are stored ----

/// Room for them: a column for each scalar; offsets and a column that grows for each column.
void Emitter::open_stored(const Stm& s, const Body& element) {
  declare(s.outs);
  for (size_t k = 0, out = 0; k < element.results.size(); ++k, ++out) {
    const bool column = plan_[element.results[k]].column;
    allocate(name(s.outs[out]), name(s.args[0]) + (column ? " + 1" : ""));
    if (!column) continue;
    line(name(s.outs[out]) + "[0] = 0;"), ++out;
    allocate(name(s.outs[out]), "0");
  }
}

/// The columns that grow, as `parts`, each with a total and a room.
void Emitter::open_parts(const Body& element, const Names& parts) {
  for (size_t k = 0, c = 0; k < element.results.size(); ++k)
    if (plan_[element.results[k]].column) {
      const std::string n = std::to_string(c);
      line("nv_i64 nova_total_" + n + " = 0, nova_room_" + n + " = 0;");
      line(state_type(element.results[k]) + " " + parts[c] + " = 0;"), ++c;
    }
}

/// Element i behind those that are there. Offsets get its columns' ends, or, with `lengths`, their lengths.
void Emitter::put_stored(const Stm& s, const Names& e, const std::string& i, const Names& parts, bool buffers,
                         bool lengths) {
  const Body& sizes = *sizes_of(s);
  open("");
  block(sizes, e, [&](const Names& m) {
    for (size_t k = 0, c = 0, out = 0; k < e.size(); ++k, ++out) {
      if (!plan_[sizes.params[k]].column) {
        line(name(s.outs[out]) + "[" + i + "] = " + e[k] + ";");
        continue;
      }
      const std::string n = std::to_string(c), total = "nova_total_" + n, room = "nova_room_" + n,
                        to = parts[c];
      const std::string more = fresh("more");
      line("const nv_i64 " + more + " = " + m[c] + " > 0 ? " + m[c] + " : 0;");
      line("if (" + total + " + " + more + " > " + room + " && !(" + to + " = " +
           (buffers ? "t->host->grow" : "nova_arena_grow") + "(t, " + to + ", " + total + ", " + total +
           " + " + more + ", &" + room + ", sizeof *" + to + "))) return 1;");
      line("if (" + more + ") __builtin_memcpy(" + to + " + " + total + ", " + e[k] + ", (nv_u64)" + more +
           " * sizeof *" + to + ");");
      line(total + " += " + more + ";");
      line(name(s.outs[out]) + "[" + i + " + 1] = " + (lengths ? more : total) + ";");
      ++c, ++out;
    }
  });
  close();
}

/// The parts are the results, where there is an element at all.
void Emitter::close_parts(const Stm& s, const Body& element, const Names& parts) {
  for (size_t k = 0, c = 0, out = 0; k < element.results.size(); ++k, ++out)
    if (plan_[element.results[k]].column)
      line("if (" + parts[c] + ") " + name(s.outs[++out]) + " = " + parts[c] + ";"), ++c;
}

Names Emitter::part_names(const Body& element) const {
  Names parts;
  for (Var v : element.results)
    if (plan_[v].column) parts.push_back("nova_part_" + std::to_string(parts.size()));
  return parts;
}

// ---- scans ----

/// A cell's total enters the tree; the next cell's carry goes onto the stack.
void Emitter::state_push(const Fold& f) {
  const Vars init(f.s.args.begin() + 1, f.s.args.end());
  const Names w = state(init, "w");
  open("for (nv_i64 bits = cells++; bits & 1; bits >>= 1)");
  line("--blocks;");
  call(f.join, concat(concat(state(init, "t", "blocks"), w), places(w)));
  close();
  assign(state(init, "t", "blocks"), w);
  line("++blocks;"), line("carries = nova_least(carries, blocks);");
  call(f.join, concat(concat(state(init, "c", "carries - 1"), w), places(state(init, "c", "carries"))));
  line("++carries;");
}

void Emitter::scan_states(const Stm& s) {
  const Fold f = state_fold(s);
  const Vars init(s.args.begin() + 1, s.args.end());
  const Names y = state(init, "y"), x = state(init, "x"), w = state(init, "w"),
              parts = part_names(s.bodies[0]);
  comment(s, "scan of " + name(s.args[0]) + " elements that hold columns");
  open_stored(s, s.bodies[0]);
  open("");
  line("const nova_mark base = nova_arena_mark(t);"), line("const nv_i64 n = " + name(s.args[0]) + ";");
  open_parts(s.bodies[0], parts);
  declare_states(init, "c", "65"), declare_states(init, "t", "64"), declare_states(init, "w", "");
  line("nv_i64 cells = 0, blocks = 0, carries = 1;");
  assign(state(init, "c", "0"), name(init)), assign(w, name(init));
  open("for (nv_i64 first = 0; first < n; first += 16)");
  line("const nv_i64 end = nova_least(first + 16, n);");
  declare_states(init, "y", ""), assign(y, state(init, "c", "carries - 1"));
  open("for (nv_i64 k = first; k < end; ++k)");
  poll(), declare_states(init, "x", "");
  call(f.element, concat({"k"}, places(x)));
  if (s.exclusive) put_stored(s, y, "k", parts, host_, false);
  if (s.exclusive) open("if (k + 1 < end)");
  call(f.join, concat(concat(y, x), places(y)));
  if (s.exclusive) close();
  if (!s.exclusive) put_stored(s, y, "k", parts, host_, false);
  open("if (end < n && k == first)");
  assign(w, x), close();
  open("if (end < n && k > first)");
  call(f.join, concat(concat(w, x), places(w))), close();
  close();
  open("if (end < n)");
  state_push(f), close(), close();
  close_parts(s, s.bodies[0], parts);
  line(host_ ? "nova_arena_reset(t, base);" : "(void)base;");
  close();
}

// ---- maps ----

void Emitter::each_loop(const Stm& s, const std::string& begin, const std::string& end, const Names& parts,
                        bool buffers) {
  const std::string i = fresh("i");
  open("for (nv_i64 " + i + " = " + begin + "; " + i + " < " + end + "; ++" + i + ")");
  poll();
  if (buffers) line("const nova_mark mark = nova_arena_mark(t);");
  block(s.bodies[0], {i}, [&](const Names& r) { put_stored(s, r, i, parts, buffers, buffers); });
  if (buffers) line("nova_arena_reset(t, mark);");
  close();
}

void Emitter::each(const Stm& s) {
  const Names parts = part_names(s.bodies[0]);
  open_stored(s, s.bodies[0]);
  if (host_) return each_kernel(s, parts);
  open("");
  open_parts(s.bodies[0], parts);
  each_loop(s, "0", name(s.args[0]), parts, false);
  close_parts(s, s.bodies[0], parts);
  close();
}

/// Ranges in the threads' own buffers, which in turn get their place in the results.
void Emitter::each_kernel(const Stm& s, const Names& parts) {
  const Body& b = s.bodies[0];
  const std::string turn = fresh("turn");
  line("nv_i64 " + turn + " = 0;");
  std::vector<Given> given = {{"nv_i64*", "turn", "&" + turn}};
  Vars scalars, offsets, columns;
  for (size_t k = 0, out = 0; k < b.results.size(); ++k, ++out)
    if (plan_[b.results[k]].column)
      offsets.push_back(s.outs[out]), columns.push_back(s.outs[++out]);
    else
      scalars.push_back(s.outs[out]);
  for (size_t c = 0; c < columns.size(); ++c) {
    const std::string n = std::to_string(c);
    line("nv_i64 " + turn + "_all_" + n + " = 0, " + turn + "_room_" + n + " = 0;");
    given.push_back({"nv_i64*", "nova_all_" + n, "&" + turn + "_all_" + n});
    given.push_back({"nv_i64*", "nova_all_room_" + n, "&" + turn + "_room_" + n});
    given.push_back({c_type(element(columns[c])) + "**", "nova_whole_" + n, "&" + name(columns[c])});
  }
  Vars outs = scalars;
  outs.insert(outs.end(), offsets.begin(), offsets.end());
  kernel(s, name(s.args[0]) + " elements that hold columns", free_variables({&b, &s.bodies[1]}, outs), given,
         name(s.args[0]), "-16", [&] {
           open_parts(b, parts);
           each_loop(s, "begin", "end", parts, true);
           line("if (t->host->wait(t, turn, begin)) return 1;");
           for (size_t c = 0; c < columns.size(); ++c)
             join_part(name(offsets[c]), parts[c], std::to_string(c));
           line("nova_next(turn, end);");
         });
}

/// A range's rows behind those that are there; its rows' lengths become their ends.
void Emitter::join_part(const std::string& offsets, const std::string& part, const std::string& n) {
  const std::string total = "nova_total_" + n, to = "nova_whole_" + n, all = "*nova_all_" + n,
                    size = "sizeof **" + to;
  line("if (" + all + " + " + total + " > *nova_all_room_" + n + " && !(*" + to +
       " = t->host->grow(t, *nova_all_room_" + n + " ? *" + to + " : 0, " + all + ", " + all + " + " + total +
       ", nova_all_room_" + n + ", " + size + "))) return 1;");
  line("if (" + total + ") __builtin_memcpy(*" + to + " + " + all + ", " + part + ", (nv_u64)" + total +
       " * " + size + ");");
  line("if (" + part + ") t->host->drop(t, " + part + ");");
  line("for (nv_i64 i = begin, sum = " + all + "; i < end; ++i) " + offsets + "[i + 1] = sum += " + offsets +
       "[i + 1];");
  line(all + " += " + total + ";");
}

} // namespace nova::plan
