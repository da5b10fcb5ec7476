// Scans in their shape (docs/shapes.md), in one pass over memory. A block is 1,024 elements: 64 cells of 16.
// A thread takes a few blocks: it writes their elements where the results will stand and computes the blocks'
// trees (`totals`), waits for its turn, takes the carries, lets the next thread go on (`push`), and then runs
// through its cells (`runs`).
//
// In the text, per component k: yk the results, zk a block's tree (64 cells, 32 pairs, .., its total last),
// ck and tk the stacks of carries and of the tree over blocks.
#include "jit/emit/c/emitter.hpp"

namespace nova::plan {

namespace {

constexpr const char *blocks_at_once = "16", *tree = "127";

} // namespace

Emitter::Function Emitter::totals(const Fold& f) {
  const Names parameters =
      concat(concat({"nv_i64 first", "nv_i64 count", "nv_i64 followed"}, this->parameters(f, "y", true)),
             this->parameters(f, "z", true));
  return function("totals", f.captures, f.stops, parameters, [&] {
    if (f.stops) poll("count");
    if (!f.stops) line("NOVA_IVDEP");
    open("for (nv_i64 k = 0; k < count; ++k)");
    element_of(f, "first + k", {}, pointers(f, "y", "k"));
    close();
    if (in_any_order(f)) return exact_total(f);
    if (is_ready(f))
      return for_ready(f, [&](const std::string& by, const std::string& k) {
        line("t->host->cells(" + by + ", y" + k + ", followed, z" + k + ");");
      });
    line("// only cells behind which one follows are asked for what they come to");
    open("for (nv_i64 c = 0; c < followed; ++c)");
    arrays(f, "a", ""), copy_values(f, in_turn(f, "a"), in_turn(f, "y", "c * 16"));
    line("NOVA_CHAIN");
    open("for (nv_i64 k = 1; k < 16; ++k)");
    join(f, in_turn(f, "a"), in_turn(f, "y", "c * 16 + k"), pointers(f, "a"));
    close();
    copy_values(f, in_turn(f, "z", "c"), in_turn(f, "a"));
    close();
    open("for (nv_i64 from = 0, live = 64, whole = followed / 2; live > 1; from += live, live /= 2, whole "
         "/= 2)");
    open("for (nv_i64 l = 0; l < whole; ++l)");
    line("NOVA_ONE_BY_ONE;");
    join(f, in_turn(f, "z", "from + 2 * l"), in_turn(f, "z", "from + 2 * l + 1"),
         pointers(f, "z", "from + live + l"));
    close(), close();
  });
}

/// A whole block's total enters the tree; the next block's carry goes onto the stack.
Emitter::Function Emitter::push(const Fold& f) {
  const Names parameters = concat(
      concat(concat({"nv_i64* state"}, this->parameters(f, "t", true)), this->parameters(f, "c", true)),
      this->parameters(f, "w", false));
  return function("push", f.join.captures, f.join.stops, parameters, [&] {
    line("// state: blocks so far, blocks on the stack, carries on the stack");
    open("for (nv_i64 bits = state[0]++; bits & 1; bits >>= 1)");
    line("--state[1];");
    join(f, in_turn(f, "t", "state[1]"), in_turn(f, "w"), pointers(f, "w"));
    close();
    copy_values(f, in_turn(f, "t", "state[1]"), in_turn(f, "w"));
    line("++state[1];");
    line("state[2] = nova_least(state[2], state[1]);");
    join(f, in_turn(f, "c", "state[2] - 1"), in_turn(f, "w"), pointers(f, "c", "state[2]"));
    line("++state[2];");
  });
}

Emitter::Function Emitter::runs(const Fold& f) {
  const Names parameters = concat(
      concat(concat({"nv_i64 count"}, this->parameters(f, "w", false)), this->parameters(f, "y", true)),
      this->parameters(f, "z", true));
  return function("runs", f.join.captures, f.join.stops, parameters, [&] {
    if (in_any_order(f)) return exact_run(f, false);
    if (is_ready(f))
      return for_ready(f, [&](const std::string& by, const std::string& k) {
        line("t->host->runs(" + by + (f.s.exclusive ? ", 1, y" : ", 0, y") + k + ", count, &w" + k + ", z" +
             k + ");");
      });
    if (f.join.stops) poll("count");
    bool guarded = false; // an exclusive scan's operator never meets a cell's last element: that may fail
    for_each_stm(f.s.bodies[1], [&](const Stm& s) {
      guarded |= f.s.exclusive && (s.op == Op::Check || (s.op == Op::Call && !s.plain));
    });
    const auto run = [&](const std::string& y, const std::string& r) {
      arrays(f, "x", "");
      copy_values(f, in_turn(f, "x"), in_turn(f, "y", y));
      if (f.s.exclusive) copy_values(f, in_turn(f, "y", y), in_turn(f, r.c_str()));
      if (guarded) open("if (k % 16 < 15 && k + 1 < count)");
      join(f, in_turn(f, r.c_str()), in_turn(f, "x"), pointers(f, r.c_str()));
      if (guarded) close();
      if (!f.s.exclusive) copy_values(f, in_turn(f, "y", y), in_turn(f, r.c_str()));
    };
    arrays(f, "a", "64");
    copy_values(f, in_turn(f, "a", "0"), in_turn(f, "w"));
    line("// a cell's carry: that of the cell whose number lacks the last 1, joined with the aligned cells "
         "in between");
    open("for (nv_i64 c = 1; c * 16 < count; ++c)");
    line("NOVA_ONE_BY_ONE;");
    line("const nv_i64 low = c & -c, level = __builtin_ctzll(c), at = 128 - (128 >> level) + ((c - low) >> "
         "level);");
    join(f, in_turn(f, "a", "c - low"), in_turn(f, "z", "at"), pointers(f, "a", "c"));
    close();
    line("nv_i64 c = 0;");
    line("// four cells at once, since each is a chain of its own");
    open("for (; c * 16 + 64 <= count; c += 4)");
    for (const char* r : {"p", "q", "r", "s"})
      arrays(f, r, ""),
          copy_values(f, in_turn(f, r), in_turn(f, "a", std::string("c + ") + std::to_string(r[0] - 'p')));
    line("NOVA_CHAIN");
    open("for (nv_i64 k = c * 16; k < c * 16 + 16; ++k)");
    for (const char* r : {"p", "q", "r", "s"}) {
      open("");
      run("k + " + std::to_string((r[0] - 'p') * 16), r);
      close();
    }
    close(), close();
    open("for (; c * 16 < count; ++c)");
    arrays(f, "p", ""), copy_values(f, in_turn(f, "p"), in_turn(f, "a", "c"));
    open("for (nv_i64 k = c * 16; k < nova_least(c * 16 + 16, count); ++k)");
    line("NOVA_ONE_BY_ONE;");
    run("k", "p");
    close(), close();
  });
}

/// What is stored of a block's running values.
Emitter::Function Emitter::stored(const Fold& f) {
  const Stm& s = f.s;
  const Function after = function(s.bodies[2], "after");
  Names parameters = concat({"nv_i64 first", "nv_i64 count"}, this->parameters(f, "y", true)), to;
  for (size_t k = 0; k < s.bodies[2].results.size(); ++k) {
    const std::string r = "r" + std::to_string(k);
    parameters.push_back(c_type(element(s.bodies[2].results[k])) + "* " + r), to.push_back(r + " + k");
  }
  return function("stored", after.captures, after.stops, parameters, [&] {
    if (after.stops)
      poll("count");
    else
      line("NOVA_IVDEP");
    open("for (nv_i64 k = 0; k < count; ++k)");
    call(after, concat(concat(in_turn(f, "y", "k"), {"first + k"}), to));
    close();
  });
}

/// `through`: every block in one go from the carry before it.
Emitter::ScanSteps Emitter::scan_steps(const Fold& f, bool through) {
  ScanSteps steps;
  if (through)
    steps.through = this->through(f);
  else
    steps.totals = totals(f), steps.push = push(f), steps.runs = runs(f);
  if (f.s.after) steps.stored = stored(f);
  return steps;
}

void Emitter::scan_scalars(const Stm& s) {
  const Fold f = fold(s);
  const ScanSteps steps = scan_steps(f, in_any_order(f) && (!host_ || is_cheap(s.bodies[0])));
  const std::optional<Function> total = steps.through && host_ ? std::optional(total_alone(f)) : std::nullopt;
  declare(s.outs);
  for (Var v : s.outs) allocate(name(v), name(s.args[0]));
  open("");
  scan_state(f, steps);
  if (total)
    scan_through_host(f, *total, steps);
  else if (host_)
    scan_host(f, steps);
  else
    scan_loop(f, steps);
  close();
}

/// What is stored goes to places: in order, since the last one at a place stays. A block at a time is made,
/// and its checks are done, before any of it goes there.
void Emitter::scan_scatter(const Stm& s) {
  changed_columns(s, name(s.args[1 + initial_state(s).size()]));
  const Fold f = fold(s);
  ScanSteps steps = scan_steps(f, in_any_order(f));
  const bool host = std::exchange(host_, false);
  open("");
  line("const nova_mark start = nova_arena_mark(t);");
  for (Var r : s.bodies[2].results) {
    const std::string to = steps.to.emplace_back(fresh("to"));
    line(c_type(element(r)) + "* " + to + ";"), allocate(to, "1024");
  }
  scan_state(f, steps), scan_loop(f, steps);
  line("nova_arena_reset(t, start);");
  close();
  host_ = host;
}

/// Room for the running values of so many blocks, where what is stored is something else.
void Emitter::running_values(const Fold& f, const std::string& blocks) {
  const Names y = in_turn(f, "y");
  for (size_t k = 0; k < y.size() && f.s.after; ++k)
    line(c_type(f.types[k]) + "* " + y[k] + ";"), allocate(y[k], blocks + " * 1024");
}

/// The block that begins at element `first` of n runs through its cells; its running values lie at `y`.
void Emitter::run_block(const Fold& f, const ScanSteps& steps, const std::string& first,
                        const std::string& count, const std::string& carry, const Names& y,
                        const Names& tree_at) {
  if (steps.through)
    call(*steps.through, concat({first, count, "&w0"}, y));
  else
    call(*steps.runs, concat(concat(concat({count}, in_turn(f, "w", carry)), y), tree_at));
  const bool goes = !steps.to.empty();
  if (steps.stored)
    call(*steps.stored, concat(concat({first, count}, y), goes ? steps.to : moved(name(f.s.outs), first)));
  if (!goes) return;
  line("if (*bad) return nova_fail(t, 0);");
  open("for (nv_i64 k = 0; k < " + count + "; ++k)");
  for (size_t c = 0; c < f.s.outs.size(); ++c)
    line(name(f.s.outs[c]) + "[" + steps.to[0] + "[k]] = " + steps.to[c + 1] + "[k];");
  close();
}

void Emitter::scan_state(const Fold& f, const ScanSteps& steps) {
  if (!steps.through) line("nv_i64 state[3] = {0, 0, 1};"), arrays(f, "t", "64");
  arrays(f, "c", steps.through ? "1" : "65");
  const auto initial = initial_state(f.s);
  copy_values(f, in_turn(f, "c", "0"), name(Vars(initial.begin(), initial.end())));
}

/// The kernel of a scan whose threads take a few blocks each, in turn.
void Emitter::scan_kernel(const Fold& f, std::vector<Given> given, const std::function<void()>& body) {
  const std::string n = name(f.s.args[0]);
  line("nv_i64 turn = 0;");
  given.push_back({"nv_i64", "n", n}), given.push_back({"nv_i64*", "turn", "&turn"});
  const Vars captures = f.s.after ? free_variables({&f.s.bodies[0], &f.s.bodies[1], &f.s.bodies[2]}, f.s.outs)
                                  : free_variables({&f.s.bodies[0], &f.s.bodies[1]}, f.s.outs);
  kernel(f.s, std::string(f.s.exclusive ? "exclusive scan of " : "scan of ") + n + " elements", captures,
         given, "(" + n + " + 1023) / 1024", std::string("-") + blocks_at_once, [&] {
           if (f.s.after) line("const nova_mark start = nova_arena_mark(t);");
           body();
           if (f.s.after) line("nova_arena_reset(t, start);");
         });
}

void Emitter::scan_host(const Fold& f, const ScanSteps& steps) {
  const bool after = f.s.after;
  std::vector<Given> given = {{"nv_i64*", "state", "state"}};
  for (const char* letter : {"t", "c"})
    for (size_t k = 0; k < f.types.size(); ++k) {
      const std::string stack = letter + std::to_string(k);
      given.push_back({c_type(f.types[k]) + "*", stack, stack});
    }
  scan_kernel(f, std::move(given), [&] {
    arrays(f, "z", std::string(blocks_at_once) + " * " + tree), arrays(f, "w", blocks_at_once);
    const std::string count = "nova_least(n - b * 1024, 1024)",
                      followed = "nova_least((n - 1) / 16 - b * 64, 64)",
                      here = std::string("(b - from) * ") + tree;
    running_values(f, blocks_at_once);
    const Names y = after ? moved(in_turn(f, "y"), "(b - from) * 1024") : moved(name(f.s.outs), "b * 1024");
    line("// where those before are done, a block at a time stays near");
    line("const int now = nova_is_turn(turn, begin);");
    open("for (nv_i64 from = begin, to; from < end; from = to)");
    line("to = now ? from + 1 : end;");
    open("for (nv_i64 b = from; b < to; ++b)");
    call(*steps.totals, concat(concat({"b * 1024", count, followed}, y), moved(in_turn(f, "z"), here)));
    close();
    line("if (!now && t->host->wait(t, turn, begin)) return 1;");
    open("for (nv_i64 b = from; b < to; ++b)");
    copy_values(f, in_turn(f, "w", "b - from"), in_turn(f, "c", "state[2] - 1"));
    open("if ((b + 1) * 1024 < n)");
    call(*steps.push, concat(concat(concat({"state"}, in_turn(f, "t")), in_turn(f, "c")),
                             in_turn(f, "z", here + " + 126")));
    close(), close();
    line("if (to == end) nova_next(turn, end);");
    open("for (nv_i64 b = from; b < to; ++b)");
    run_block(f, steps, "b * 1024", count, "b - from", y, moved(in_turn(f, "z"), here));
    close(), close();
  });
}

void Emitter::scan_loop(const Fold& f, const ScanSteps& steps) {
  if (steps.through) return scan_through_loop(f, steps);
  const std::string n = name(f.s.args[0]), count = "nova_least(" + n + " - first, 1024)",
                    followed = "nova_least((" + n + " - 1 - first) / 16, 64)";
  arrays(f, "z", tree), arrays(f, "w", "");
  running_values(f, "1");
  const Names y = f.s.after ? in_turn(f, "y") : moved(name(f.s.outs), "first");
  open("for (nv_i64 first = 0; first < " + n + "; first += 1024)");
  poll(count);
  call(*steps.totals, concat(concat({"first", count, followed}, y), in_turn(f, "z")));
  copy_values(f, in_turn(f, "w"), in_turn(f, "c", "state[2] - 1"));
  open("if (first + 1024 < " + n + ")");
  call(*steps.push,
       concat(concat(concat({"state"}, in_turn(f, "t")), in_turn(f, "c")), in_turn(f, "z", "126")));
  close();
  run_block(f, steps, "first", count, "", y, in_turn(f, "z"));
  close();
}

} // namespace nova::plan
