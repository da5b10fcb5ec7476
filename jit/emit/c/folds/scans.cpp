// Prints scans in their shape (docs/shapes.md), in one pass over memory. A block is 1,024 elements: 64 cells of 16. A
// thread takes a range of a few blocks and works in three steps. `totals` stores the elements where the results will
// be, and computes the blocks' trees. The thread then waits until all earlier ranges have their carries; `push`
// computes the carries of its blocks, and the next thread may go on. Last, `runs` computes the running values in the
// cells.
//
// In the generated C, for component k of the state: yk are the results, zk is a block's tree (64 cells, 32 pairs, ..,
// the block's total last), ck the stack of carries, and tk the stack of the tree over blocks.
#include "jit/emit/c/folds/scans.hpp"
#include "jit/emit/c/folds/array_states.hpp"
#include "jit/emit/c/folds/exact_scans.hpp"
#include "jit/emit/c/folds/lanes.hpp"
#include "jit/emit/c/folds/shared_scans.hpp"
#include "jit/emit/c/places/scatters.hpp"

namespace nova::plan {

namespace {

constexpr const char *blocks_at_once = "16", *tree = "127";

CFunction totals(BodyPrinter& p, const Fold& f) {
  const Names all =
      concat(concat({"nv_i64 first", "nv_i64 count", "nv_i64 followed"}, parameters(f, "y", true)),
             parameters(f, "z", true));
  return p.function("totals", f.captures, f.stops, all, [&] {
    if (f.stops) p.poll("count");
    if (!f.stops) p.line("NOVA_IVDEP");
    p.open("for (nv_i64 k = 0; k < count; ++k)");
    element_of(p, f, "first + k", {}, pointers(f, "y", "k"));
    p.close();
    if (in_any_order(f)) return exact_total(p, f);
    if (is_ready(f))
      return for_ready(f, [&](const std::string& by, const std::string& k) {
        p.line("t->host->cells(" + by + ", y" + k + ", followed, z" + k + ");");
      });
    p.line("// only cells behind which one follows are asked for what they come to");
    p.open("for (nv_i64 c = 0; c < followed; ++c)");
    arrays(p, f, "a", ""), copy_values(p, f, in_turn(f, "a"), in_turn(f, "y", "c * 16"));
    p.line("NOVA_CHAIN");
    p.open("for (nv_i64 k = 1; k < 16; ++k)");
    join(p, f, in_turn(f, "a"), in_turn(f, "y", "c * 16 + k"), pointers(f, "a"));
    p.close();
    copy_values(p, f, in_turn(f, "z", "c"), in_turn(f, "a"));
    p.close();
    p.open("for (nv_i64 from = 0, live = 64, whole = followed / 2; live > 1; from += live, live /= 2, whole "
           "/= 2)");
    p.open("for (nv_i64 l = 0; l < whole; ++l)");
    p.line("NOVA_ONE_BY_ONE;");
    join(p, f, in_turn(f, "z", "from + 2 * l"), in_turn(f, "z", "from + 2 * l + 1"),
         pointers(f, "z", "from + live + l"));
    p.close(), p.close();
  });
}

/// Prints a function that adds a complete block's total to the tree over blocks and pushes the next block's carry.
CFunction push(BodyPrinter& p, const Fold& f) {
  const Names all =
      concat(concat(concat({"nv_i64* state"}, parameters(f, "t", true)), parameters(f, "c", true)),
             parameters(f, "w", false));
  return p.function("push", f.join.captures, f.join.stops, all, [&] {
    p.line("// state: blocks so far, blocks on the stack, carries on the stack");
    p.open("for (nv_i64 bits = state[0]++; bits & 1; bits >>= 1)");
    p.line("--state[1];");
    join(p, f, in_turn(f, "t", "state[1]"), in_turn(f, "w"), pointers(f, "w"));
    p.close();
    copy_values(p, f, in_turn(f, "t", "state[1]"), in_turn(f, "w"));
    p.line("++state[1];");
    p.line("state[2] = nova_least(state[2], state[1]);");
    join(p, f, in_turn(f, "c", "state[2] - 1"), in_turn(f, "w"), pointers(f, "c", "state[2]"));
    p.line("++state[2];");
  });
}

CFunction runs(BodyPrinter& p, const Fold& f) {
  const Names all =
      concat(concat(concat({"nv_i64 count"}, parameters(f, "w", false)), parameters(f, "y", true)),
             parameters(f, "z", true));
  return p.function("runs", f.join.captures, f.join.stops, all, [&] {
    if (in_any_order(f)) return exact_run(p, f, false);
    if (is_ready(f))
      return for_ready(f, [&](const std::string& by, const std::string& k) {
        p.line("t->host->runs(" + by + (f.s.exclusive ? ", 1, y" : ", 0, y") + k + ", count, &w" + k + ", z" +
               k + ");");
      });
    if (f.join.stops) p.poll("count");
    bool guarded = false; // an exclusive scan must not combine a cell's last element if that may fail
    for_each_stm(f.s.bodies[1], [&](const Stm& s) {
      guarded |= f.s.exclusive && (s.op == Op::Check || (s.op == Op::Call && !s.plain));
    });
    const auto run = [&](const std::string& y, const std::string& r) {
      arrays(p, f, "x", "");
      copy_values(p, f, in_turn(f, "x"), in_turn(f, "y", y));
      if (f.s.exclusive) copy_values(p, f, in_turn(f, "y", y), in_turn(f, r.c_str()));
      if (guarded) p.open("if (k % 16 < 15 && k + 1 < count)");
      join(p, f, in_turn(f, r.c_str()), in_turn(f, "x"), pointers(f, r.c_str()));
      if (guarded) p.close();
      if (!f.s.exclusive) copy_values(p, f, in_turn(f, "y", y), in_turn(f, r.c_str()));
    };
    arrays(p, f, "a", "64");
    copy_values(p, f, in_turn(f, "a", "0"), in_turn(f, "w"));
    p.line("// a cell's carry: that of the cell whose number lacks the last 1, joined with the aligned cells "
           "in between");
    p.open("for (nv_i64 c = 1; c * 16 < count; ++c)");
    p.line("NOVA_ONE_BY_ONE;");
    p.line("const nv_i64 low = c & -c, level = __builtin_ctzll(c), at = 128 - (128 >> level) + ((c - low) >> "
           "level);");
    join(p, f, in_turn(f, "a", "c - low"), in_turn(f, "z", "at"), pointers(f, "a", "c"));
    p.close();
    p.line("nv_i64 c = 0;");
    p.line("// four cells at once, since each is a chain of its own");
    p.open("for (; c * 16 + 64 <= count; c += 4)");
    for (const char* r : {"p", "q", "r", "s"})
      arrays(p, f, r, ""),
          copy_values(p, f, in_turn(f, r), in_turn(f, "a", std::string("c + ") + std::to_string(r[0] - 'p')));
    p.line("NOVA_CHAIN");
    p.open("for (nv_i64 k = c * 16; k < c * 16 + 16; ++k)");
    for (const char* r : {"p", "q", "r", "s"}) {
      p.open("");
      run("k + " + std::to_string((r[0] - 'p') * 16), r);
      p.close();
    }
    p.close(), p.close();
    p.open("for (; c * 16 < count; ++c)");
    arrays(p, f, "p", ""), copy_values(p, f, in_turn(f, "p"), in_turn(f, "a", "c"));
    p.open("for (nv_i64 k = c * 16; k < nova_least(c * 16 + 16, count); ++k)");
    p.line("NOVA_ONE_BY_ONE;");
    run("k", "p");
    p.close(), p.close();
  });
}

/// Prints a function that computes, from a block's running values, what the scan stores.
CFunction stored(BodyPrinter& p, const Fold& f) {
  const Stm& s = f.s;
  const CFunction after = p.function(s.bodies[2], "after");
  Names all = concat({"nv_i64 first", "nv_i64 count"}, parameters(f, "y", true)), to;
  for (size_t k = 0; k < s.bodies[2].results.size(); ++k) {
    const std::string r = "r" + std::to_string(k);
    all.push_back(c_type(p.element(s.bodies[2].results[k])) + "* " + r), to.push_back(r + " + k");
  }
  return p.function("stored", after.captures, after.stops, all, [&] {
    if (after.stops)
      p.poll("count");
    else
      p.line("NOVA_IVDEP");
    p.open("for (nv_i64 k = 0; k < count; ++k)");
    p.call(after, concat(concat(in_turn(f, "y", "k"), {"first + k"}), to));
    p.close();
  });
}

/// Prints the functions of the scan's steps. With `at_once` one function computes a block's running values from its
/// carry.
ScanSteps scan_steps(BodyPrinter& p, const Fold& f, bool at_once) {
  ScanSteps steps;
  if (at_once)
    steps.through = through(p, f);
  else
    steps.totals = totals(p, f), steps.push = push(p, f), steps.runs = runs(p, f);
  if (f.s.after) steps.stored = stored(p, f);
  return steps;
}

void scan_state(BodyPrinter& p, const Fold& f, const ScanSteps& steps);
void scan_host(BodyPrinter& p, const Fold& f, const ScanSteps& steps);
void scan_loop(BodyPrinter& p, const Fold& f, const ScanSteps& steps);

void scan_scalars(BodyPrinter& p, const Stm& s) {
  const Fold f = fold(p, s);
  const ScanSteps steps =
      scan_steps(p, f, in_any_order(f) && (!p.modes.host || is_cheap_element(s.bodies[0])));
  const std::optional<CFunction> total =
      steps.through && p.modes.host ? std::optional(total_alone(p, f)) : std::nullopt;
  p.declare(s.outs);
  for (Var v : s.outs) p.allocate(p.name(v), p.name(s.args[0]));
  p.open("");
  const bool may_share = ranks_may_share(p, s);
  if (may_share) {
    const ScanSteps own = steps.through ? scan_steps(p, f, false) : steps;
    p.line("int shares = 0;");
    share_scan(p, f, own, [&] { scan_state(p, f, own); });
    p.open("if (!shares)");
  }
  scan_state(p, f, steps);
  if (total)
    scan_through_host(p, f, *total, steps);
  else if (p.modes.host)
    scan_host(p, f, steps);
  else
    scan_loop(p, f, steps);
  if (may_share) p.close();
  p.close();
}

void scan_state(BodyPrinter& p, const Fold& f, const ScanSteps& steps) {
  if (!steps.through) p.line("nv_i64 state[3] = {0, 0, 1};"), arrays(p, f, "t", "64");
  arrays(p, f, "c", steps.through ? "1" : "65");
  const auto initial = initial_state(f.s);
  copy_values(p, f, in_turn(f, "c", "0"), p.name(Vars(initial.begin(), initial.end())));
}

void scan_host(BodyPrinter& p, const Fold& f, const ScanSteps& steps) {
  const bool after = f.s.after;
  std::vector<Given> given = {{"nv_i64*", "state", "state"}};
  for (const char* letter : {"t", "c"})
    for (size_t k = 0; k < f.types.size(); ++k) {
      const std::string stack = letter + std::to_string(k);
      given.push_back({c_type(f.types[k]) + "*", stack, stack});
    }
  scan_kernel(p, f, std::move(given), [&] {
    arrays(p, f, "z", std::string(blocks_at_once) + " * " + tree), arrays(p, f, "w", blocks_at_once);
    const std::string count = "nova_least(n - b * 1024, 1024)",
                      followed = "nova_least((n - 1) / 16 - b * 64, 64)",
                      here = std::string("(b - from) * ") + tree;
    running_values(p, f, blocks_at_once);
    const Names y = after ? moved(in_turn(f, "y"), "(b - from) * 1024") : moved(p.name(f.s.outs), "b * 1024");
    p.line("// where those before are done, a block at a time stays near");
    p.line("const int now = nova_is_turn(turn, begin);");
    p.open("for (nv_i64 from = begin, to; from < end; from = to)");
    p.line("to = now ? from + 1 : end;");
    p.open("for (nv_i64 b = from; b < to; ++b)");
    p.call(*steps.totals, concat(concat({"b * 1024", count, followed}, y), moved(in_turn(f, "z"), here)));
    p.close();
    p.line("if (!now && t->host->wait(t, turn, begin)) return 1;");
    p.open("for (nv_i64 b = from; b < to; ++b)");
    copy_values(p, f, in_turn(f, "w", "b - from"), in_turn(f, "c", "state[2] - 1"));
    p.open("if ((b + 1) * 1024 < n)");
    p.call(*steps.push, concat(concat(concat({"state"}, in_turn(f, "t")), in_turn(f, "c")),
                               in_turn(f, "z", here + " + 126")));
    p.close(), p.close();
    p.line("if (to == end) nova_next(turn, end);");
    p.open("for (nv_i64 b = from; b < to; ++b)");
    run_block(p, f, steps, "b * 1024", count, "b - from", y, moved(in_turn(f, "z"), here));
    p.close(), p.close();
  });
}

void scan_loop(BodyPrinter& p, const Fold& f, const ScanSteps& steps) {
  if (steps.through) return scan_through_loop(p, f, steps);
  const std::string n = p.name(f.s.args[0]), count = "nova_least(" + n + " - first, 1024)",
                    followed = "nova_least((" + n + " - 1 - first) / 16, 64)";
  arrays(p, f, "z", tree), arrays(p, f, "w", "");
  running_values(p, f, "1");
  const Names y = f.s.after ? in_turn(f, "y") : moved(p.name(f.s.outs), "first");
  p.open("for (nv_i64 first = 0; first < " + n + "; first += 1024)");
  p.poll(count);
  p.call(*steps.totals, concat(concat({"first", count, followed}, y), in_turn(f, "z")));
  copy_values(p, f, in_turn(f, "w"), in_turn(f, "c", "state[2] - 1"));
  p.open("if (first + 1024 < " + n + ")");
  p.call(*steps.push,
         concat(concat(concat({"state"}, in_turn(f, "t")), in_turn(f, "c")), in_turn(f, "z", "126")));
  p.close();
  run_block(p, f, steps, "first", count, "", y, in_turn(f, "z"));
  p.close();
}

} // namespace

void print_scan_scatter(BodyPrinter& p, const Stm& s) {
  changed_columns(p, s, p.name(s.args[1 + initial_state(s).size()]));
  const Fold f = fold(p, s);
  ScanSteps steps = scan_steps(p, f, in_any_order(f));
  const Scoped host(p.modes.host, false);
  p.open("");
  p.line("const nova_mark start = nova_arena_mark(t);");
  for (Var r : s.bodies[2].results) {
    const std::string to = steps.to.emplace_back(p.fresh("to"));
    p.line(c_type(p.element(r)) + "* " + to + ";"), p.allocate(to, "1024");
  }
  scan_state(p, f, steps), scan_loop(p, f, steps);
  p.line("nova_arena_reset(t, start);");
  p.close();
}

void running_values(BodyPrinter& p, const Fold& f, const std::string& blocks) {
  const Names y = in_turn(f, "y");
  for (size_t k = 0; k < y.size() && f.s.after; ++k)
    p.line(c_type(f.types[k]) + "* " + y[k] + ";"), p.allocate(y[k], blocks + " * 1024");
}

void run_block(BodyPrinter& p, const Fold& f, const ScanSteps& steps, const std::string& first,
               const std::string& count, const std::string& carry, const Names& y, const Names& tree_at) {
  if (steps.through)
    p.call(*steps.through, concat({first, count, "&w0"}, y));
  else
    p.call(*steps.runs, concat(concat(concat({count}, in_turn(f, "w", carry)), y), tree_at));
  const bool goes = !steps.to.empty();
  if (steps.stored)
    p.call(*steps.stored,
           concat(concat({first, count}, y), goes ? steps.to : moved(p.name(f.s.outs), first)));
  if (!goes) return;
  p.line("if (*bad) return nova_fail(t, 0);");
  p.open("for (nv_i64 k = 0; k < " + count + "; ++k)");
  for (size_t c = 0; c < f.s.outs.size(); ++c)
    p.line(p.name(f.s.outs[c]) + "[" + steps.to[0] + "[k]] = " + steps.to[c + 1] + "[k];");
  p.close();
}

Vars scan_captures(const BodyPrinter& p, const Fold& f) {
  return f.s.after ? p.free_variables({&f.s.bodies[0], &f.s.bodies[1], &f.s.bodies[2]}, f.s.outs)
                   : p.free_variables({&f.s.bodies[0], &f.s.bodies[1]}, f.s.outs);
}

void scan_kernel(BodyPrinter& p, const Fold& f, std::vector<Given> given, const std::function<void()>& body) {
  const std::string n = p.name(f.s.args[0]);
  p.line("nv_i64 turn = 0;");
  given.push_back({"nv_i64", "n", n}), given.push_back({"nv_i64*", "turn", "&turn"});
  kernel(p, f.s, std::string(f.s.exclusive ? "exclusive scan of " : "scan of ") + n + " elements",
         scan_captures(p, f), given, "(" + n + " + 1023) / 1024", std::string("-") + blocks_at_once, [&] {
           if (f.s.after) p.line("const nova_mark start = nova_arena_mark(t);");
           body();
           if (f.s.after) p.line("nova_arena_reset(t, start);");
         });
}

void print_scan(BodyPrinter& p, const Stm& s) { sizes_of(s) ? scan_states(p, s) : scan_scalars(p, s); }

} // namespace nova::plan
