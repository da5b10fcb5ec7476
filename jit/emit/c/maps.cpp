// Statements that make columns element by element: map, filter, rows, scatter, copy.
//
// Filter and Rows do not know where their elements go until those before are counted. At the host's level a
// thread makes its range's elements in its arena, waits for its turn, takes its place in the result and
// copies them there.
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/emitter.hpp"
#include <algorithm>

namespace nova::plan {

/// What an element's body makes in the arena ends with it.
void Emitter::with_arena(const Body& b, const std::function<void()>& print) {
  const bool arena = !host_ && allocates(b);
  if (arena) line("const nova_mark mark = nova_arena_mark(t);");
  print();
  if (arena) line("nova_arena_reset(t, mark);");
}

void Emitter::iota(const Stm& s) {
  const std::string out = name(s.outs[0]), first = name(s.args[1]), step = name(s.args[2]);
  declare(s.outs), allocate(out, name(s.args[0]));
  const auto loop = [&](const std::string& begin, const std::string& end) {
    open("for (nv_i64 i = " + begin + "; i < " + end + "; ++i)");
    line(out + "[i] = nv_add_i64(" + first + ", nv_mul_i64(i, " + step + "));");
    close();
  };
  if (!host_) return loop("0", name(s.args[0]));
  const std::string &from = words_[static_cast<size_t>(s.args[1])],
                    &by = words_[static_cast<size_t>(s.args[2])];
  kernel(s, from + ", " + from + " + " + by + ", ..", {s.outs[0], s.args[1], s.args[2]}, {}, name(s.args[0]),
         "8192", [&] { loop("begin", "end"); });
}

// ---- map ----

namespace {

/// May a round run twice?
bool is_pure(const Body& b) {
  bool pure = true;
  for_each_stm(b, [&](const Stm& s) {
    pure &=
        s.op == Op::Scalar || s.op == Op::Constant || s.op == Op::Read || s.op == Op::If || s.op == Op::Check;
  });
  return pure;
}

bool reads(const std::vector<const Stm*>& stms) {
  return std::ranges::any_of(stms, [](const Stm* s) { return s->op == Op::Read; });
}

} // namespace

/// What the place of a read is computed from, where that is reads of element i and arithmetic; else nothing.
std::vector<const Stm*> Emitter::place_of(const Body& b, const Stm& read) const {
  std::unordered_set<Var> needed{read.args[1]};
  std::vector<const Stm*> found;
  for (size_t k = static_cast<size_t>(&read - b.stms.data()); k-- > 0;) {
    const Stm& s = b.stms[k];
    // What is read behind a check may not be there for another element.
    if (s.op == Op::Check && reads(found)) return {};
    if (s.op == Op::Constant || std::ranges::none_of(s.outs, [&](Var v) { return needed.contains(v); }))
      continue;
    if (s.op != Op::Scalar && !(s.op == Op::Read && s.args[1] == b.params.back())) return {};
    found.insert(found.begin(), &s);
    if (s.op == Op::Scalar) needed.insert(s.args.begin(), s.args.end());
  }
  return found;
}

/// Reads at places that were read: memory answers many such questions at a time, but machines see only few of
/// them coming. Where a round has many, machines do.
void Emitter::prefetch_gathers(const Body& b, const std::string& i, const std::string& end) {
  constexpr size_t few = 4;
  if (gathered(b).size() > few) return;
  for (const Stm& s : b.stms) {
    const auto from =
        s.op == Op::Read && s.args[1] != b.params.back() ? place_of(b, s) : std::vector<const Stm*>();
    if (!reads(from)) continue;
    open("");
    line(declared(b.params.back()) + " = nova_least(" + i + " + 128, " + end + " - 1);");
    for (const Stm* p : from) statement(*p);
    line("__builtin_prefetch(" + name(s.args[0]) + " + " + name(s.args[1]) + ");");
    close();
  }
}

void Emitter::map_loop(const Stm& s, const std::string& begin, const std::string& end, bool prefetches) {
  const Body& b = s.bodies[0];
  const bool stop = ends(b);
  // Rows are short: few of their elements should be left behind the last whole register.
  const bool is_row =
      simd_ && !s.outs.empty() && placed_.contains(s.outs[0]) && is_pure(b) && gathered(b).empty();
  const Loop loop = [&](const std::string& from, const std::string& to) {
    if (!stop && (is_row || in_blocks(b))) return block_loop(s, from, to);
    if (const auto parts = stop ? std::vector<size_t>() : stages(b); parts.size() > 2)
      return staged_loop(s, parts, from, to);
    const std::string i = fresh("i");
    if (!stop) line("NOVA_IVDEP");
    open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")");
    if (stop) poll();
    const Names shares = std::exchange(shares_, {}); // loops in this one begin nothing anew
    for (const std::string& anew : shares) line(anew);
    if (prefetches && !stop) prefetch_gathers(b, i, to);
    round(b, {i}, [&](const Names& r) {
      for (size_t k = 0; k < r.size(); ++k) line(name(s.outs[k]) + "[" + i + "] = " + r[k] + ";");
    });
    close();
    shares_ = shares;
  };
  const auto batch = batch_of(b);
  if (const Stm* fold = simd_ && !batch ? fold_of_all(b) : nullptr) {
    open(""), side_by_side(s, *fold, begin, end, loop), close();
    return;
  }
  in_parts(b, begin, end, [&](const std::string& from, const std::string& to) {
    batch && !whole_ ? batches(s, *batch, from, to, loop) : by_answers(b, from, to, loop);
  });
}

// ---- stencils ----

/// Are there so many reads, at places that the index alone decides, that compilers have no register for the address of
/// each?
bool Emitter::in_blocks(const Body& b) const {
  constexpr size_t many = 16;
  return simd_ && !whole_ && is_pure(b) && count_of(b, Op::Read) >= many && gathered(b).empty();
}

/// A round of a loop: its body, in the arena or with checks that wait.
void Emitter::round(const Body& b, const Names& arguments, const std::function<void(const Names&)>& use) {
  if (ends(b))
    with_arena(b, [&] { block(b, arguments, use); });
  else
    deferring(b, [&] { block(b, arguments, use); });
}

/// The map's columns, where they have a place or anywhere.
void Emitter::columns_of(const Stm& map) {
  declare(map.outs);
  for (Var v : map.outs)
    if (const auto at = placed_.find(v); at != placed_.end())
      line(name(v) + " = " + at->second + ";");
    else
      allocate(name(v), name(map.args[0]));
}

/// Is there a loop over each row that all threads are to share?
bool Emitter::cuts_rows(const Stm& s) const {
  return std::ranges::any_of(s.bodies[0].stms, [](const Stm& in) { return in.strategy == Strategy::Flat; }) &&
         !allocates(s.bodies[0]);
}

/// One row after the other, each in kernels of its own.
void Emitter::rows_in_turn(const Stm& s) {
  const std::string i = fresh("i");
  open("for (nv_i64 " + i + " = 0; " + i + " < " + name(s.args[0]) + "; ++" + i + ")");
  poll();
  block(s.bodies[0], {i}, [&](const Names& r) {
    for (size_t k = 0; k < r.size(); ++k) line(name(s.outs[k]) + "[" + i + "] = " + r[k] + ";");
  });
  close();
}

void Emitter::map(const Stm& s) {
  if (s.outs.size() == 1 && unfilled_.contains(s.outs[0])) return;
  columns_of(s);
  if (!host_) return map_loop(s, "0", name(s.args[0]));
  if (cuts_rows(s)) return rows_in_turn(s);
  const auto blocks = matrix_product(plan_, s);
  if (blocks) whole_product(s, *blocks);
  open("");
  kernel(s, "map over " + name(s.args[0]), free_variables({&s.bodies[0]}, s.outs), {}, name(s.args[0]),
         grain(s.bodies[0], 8192), [&] { with_shares(s, [&] { map_loop(s, "begin", "end", simd_); }); });
  close();
}

// ---- filter ----

/// Sixteen elements at once, where machines can put those that are kept side by side. Those of 8 bytes do not go from a
/// register to the next one: enough of them are made that they have come to memory when they are looked at.
void Emitter::compress(const Stm& s, const std::string& i, const std::string& end, const Names& columns) {
  const Body& b = s.bodies[0];
  size_t widest = 4;
  for (size_t k = 0; k < columns.size(); ++k) widest = std::max(widest, element_size(element(s.outs[k + 1])));
  const std::string some = widest == 4 ? "16" : "128";
  line("#ifdef NOVA_COMPRESS");
  open("for (; " + i + " + " + some + " <= " + end + "; " + i + " += " + some + ")");
  line("nv_i32 keep[" + some + "];");
  for (size_t k = 0; k < columns.size(); ++k)
    line(c_type(element(s.outs[k + 1])) + " e" + std::to_string(k) + "[" + some + "];");
  line("NOVA_LANES");
  open("for (nv_i64 l = 0; l < " + some + "; ++l)");
  round(b, {i + " + l"}, [&](const Names& r) {
    line("keep[l] = " + r[0] + ";");
    for (size_t k = 1; k < r.size(); ++k) line("e" + std::to_string(k - 1) + "[l] = " + r[k] + ";");
  });
  close();
  open("for (nv_i64 l = 0, more; l < " + some + "; l += 16, kept += more)");
  for (size_t k = 0; k < columns.size(); ++k)
    line(std::string("more = nova_compress_") +
         (element_size(element(s.outs[k + 1])) == 4 ? "ints" : "longs") + "(" + columns[k] + " + kept, e" +
         std::to_string(k) + " + l, keep + l);");
  close(), close();
  line("#endif");
}

/// Elements begin .. end - 1 into the columns, from their start; `kept` counts them. There is room for 16
/// more.
void Emitter::filter_loop(const Stm& s, const std::string& begin, const std::string& end,
                          const Names& columns) {
  const Body& b = s.bodies[0];
  bool wide = simd_ && !columns.empty() && !ends(b);
  for (size_t k = 1; k < s.outs.size(); ++k) wide &= element_size(element(s.outs[k])) >= 4;
  in_parts(b, begin, end, [&](const std::string& from, const std::string& to) {
    const std::string i = fresh("i");
    open("");
    line("nv_i64 " + i + " = " + from + ";");
    if (wide) compress(s, i, to, columns);
    open("for (; " + i + " < " + to + "; ++" + i + ")");
    if (ends(b)) poll();
    round(b, {i}, [&](const Names& r) {
      for (size_t k = 1; k < r.size(); ++k) line(columns[k - 1] + "[kept] = " + r[k] + ";");
      line("kept += " + r[0] + ";");
    });
    close(), close();
  });
}

void Emitter::filter(const Stm& s) {
  if (host_) return filter_kernel(s);
  declare(s.outs);
  Names columns;
  for (size_t k = 1; k < s.outs.size(); ++k)
    allocate(columns.emplace_back(name(s.outs[k])), name(s.args[0]) + " + 16");
  open("");
  line("nv_i64 kept = 0;");
  filter_loop(s, "0", name(s.args[0]), columns);
  line(name(s.outs[0]) + " = kept;");
  close();
}

/// So many that what a range keeps for itself, until it is its turn, stays in a core's own cache.
int64_t Emitter::filtered_at_once(const Vars& columns) const {
  int64_t bytes = 8;
  for (Var v : columns) bytes += static_cast<int64_t>(element_size(element(v)));
  int64_t n = 16384;
  while (n > 2048 && n * bytes > 256 * 1024) n /= 2;
  return n;
}

void Emitter::filter_kernel(const Stm& s) {
  const Vars columns(s.outs.begin() + 1, s.outs.end());
  declare(s.outs);
  for (Var v : columns) allocate(name(v), name(s.args[0]));
  const std::string turn = fresh("turn"), count = name(s.outs[0]);
  line("nv_i64 " + turn + " = 0;"), line(count + " = 0;");
  kernel(s, "the elements that are kept, of " + name(s.args[0]), free_variables({&s.bodies[0]}, columns),
         {{"nv_i64*", "turn", "&" + turn}, {"nv_i64*", "all_kept", "&" + count}}, name(s.args[0]),
         ends(s.bodies[0]) ? "-256" : "-" + std::to_string(filtered_at_once(columns)), [&] {
           Names parts;
           line("const nova_mark start = nova_arena_mark(t);");
           line("// where those before are done, elements go to their places at once");
           line("const int now = nova_is_turn(turn, begin);");
           for (Var v : columns) {
             const std::string part = parts.emplace_back("nova_part_" + std::to_string(parts.size()));
             line(c_type(element(v)) + "* restrict " + part + " = now ? " + name(v) + " + *all_kept : 0;");
             open("if (!now)");
             allocate(part, "end - begin + 16");
             close();
           }
           line("nv_i64 kept = 0;");
           filter_loop(s, "begin", "end", parts);
           line("if (!now && t->host->wait(t, turn, begin)) return 1;");
           line("const nv_i64 at = *all_kept;");
           line("*all_kept = at + kept;");
           line("nova_next(turn, end);");
           for (size_t k = 0; k < parts.size(); ++k)
             line("if (!now) __builtin_memcpy(" + name(columns[k]) + " + at, " + parts[k] +
                  ", (nv_u64)kept * sizeof *" + parts[k] + ");");
           line("nova_arena_reset(t, start);");
         });
  for (Var v : columns)
    line("if (!(" + name(v) + " = t->host->shrink(t, " + name(v) + ", " + count + ", sizeof *" + name(v) +
         "))) return 1;");
}

// ---- scatter, copy ----

void Emitter::copy(const Stm& s) {
  const std::string n = name(s.args[0]);
  declare(s.outs);
  for (size_t k = 0; k < s.outs.size(); ++k) {
    const std::string to = name(s.outs[k]);
    allocate(to, n);
    line("__builtin_memcpy(" + to + ", " + name(s.args[k + 1]) + ", (nv_u64)" + n + " * sizeof *" + to +
         ");");
  }
}

/// Elements that go to places, one after the other: `use` has the place, then the element.
void Emitter::to_places(const Stm& s, const std::function<void(const Names&)>& use) {
  const std::string k = fresh("k");
  open("for (nv_i64 " + k + " = 0; " + k + " < " + name(s.args[1]) + "; ++" + k + ")");
  poll();
  with_arena(s.bodies[0], [&] { block(s.bodies[0], {k}, use); });
  close();
}

/// The same of elements begin .. end - 1 some at a time: `ask` prints what asks for a place while the next
/// ones are made, since a machine waits for one place after the other when it comes to write; then `use` has
/// element j. Only the first `columns` of an element are stored.
void Emitter::to_places(const Stm& s, size_t columns, const std::string& begin, const std::string& end,
                        const std::function<void(const std::string& place)>& ask,
                        const std::function<void(const Names&)>& use) {
  open("for (nv_i64 first = " + begin + ", last; first < " + end + "; first = last)");
  line("last = nova_least(first + 256, " + end + ");");
  poll("256");
  some_places(s, columns, "256", "last - first", ask, use);
  close();
}

/// The `count` elements from `first` on, of which there are at most `some`: their places and what they store are made before the
/// first is used.
void Emitter::some_places(const Stm& s, size_t columns, const std::string& some, const std::string& count,
                          const std::function<void(const std::string& place)>& ask,
                          const std::function<void(const Names&)>& use) {
  const std::string k = fresh("k");
  Names stored{"places[j]"};
  line("nv_i64 places[" + some + "];");
  const Vars& made = s.bodies[0].results;
  for (size_t c = 0; c < columns; ++c) {
    if (texts_.contains(made[c + 1])) { // a constant is where it is used
      stored.push_back(name(made[c + 1]));
      continue;
    }
    const std::string all = "elements" + std::to_string(c);
    line(c_type(element(s.outs[c])) + " " + all + "[" + some + "];"), stored.push_back(all + "[j]");
  }
  open("for (nv_i64 " + k + " = 0; " + k + " < " + count + "; ++" + k + ")");
  round(s.bodies[0], {"first + " + k}, [&](const Names& r) {
    line("places[" + k + "] = " + r[0] + ";");
    for (size_t c = 0; c < columns; ++c)
      if (!texts_.contains(made[c + 1]))
        line("elements" + std::to_string(c) + "[" + k + "] = " + r[c + 1] + ";");
    ask(r[0]);
  });
  close();
  if (!ends(s.bodies[0])) line("if (*bad) return nova_fail(t, 0);");
  if (some == "8") line("NOVA_WRITTEN_OUT");
  open("for (nv_i64 j = 0; j < " + count + "; ++j)");
  use(stored);
  close();
}

/// The last write of a place wins.
void Emitter::scatter_loop(const Stm& s) {
  const auto put = [&](const Names& r) {
    for (size_t c = 0; c < s.outs.size(); ++c) line(name(s.outs[c]) + "[" + r[0] + "] = " + r[c + 1] + ";");
  };
  const auto count = texts_.find(s.args[1]);
  if (count != texts_.end() && count->second == 1)
    return with_arena(s.bodies[0], [&] { block(s.bodies[0], {"0"}, put); });
  if (!simd_) return to_places(s, put);
  const auto ask = [&](const std::string& place) {
    for (Var v : s.outs) line("__builtin_prefetch(" + name(v) + " + " + place + ", 1);");
  };
  to_places(s, s.outs.size(), "0", name(s.args[1]), ask, put);
}

/// Columns of n elements that are made of those that the arguments end with: where these are, if nobody else
/// has a use for them.
void Emitter::changed_columns(const Stm& s, const std::string& n) {
  declare(s.outs);
  for (size_t c = 0; c < s.outs.size(); ++c) {
    const Var old = s.args[s.args.size() - s.outs.size() + c];
    const std::string to = name(s.outs[c]), from = name(old);
    if (in_place_.contains(s.outs[c])) {
      line(to + " = " + from + ";");
      continue;
    }
    allocate(to, n);
    line("__builtin_memcpy(" + to + ", " + from + ", (nv_u64)" + n + " * sizeof *" + to + ");");
  }
}

void Emitter::scatter(const Stm& s) {
  changed_columns(s, name(s.args[0]));
  const bool host = std::exchange(host_, false);
  open(""); // its names may stand beside another one's
  scatter_loop(s);
  close();
  host_ = host;
}

} // namespace nova::plan
