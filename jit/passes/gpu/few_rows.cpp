// Shares few long rows among threads, in a GPU's plan. A row is here what the body of a Rows, Each or Map makes for one
// index. If a row needs columns of its own, one thread computes the whole row: few such rows leave most threads idle.
//
// The other form computes the rows one after the other, on the host, and the loops in them are kernels. It is a Scan
// whose states hold columns, which the executor runs so (gpu/executor_array_states.cpp), and whose join keeps the right
// one of two rows. Each row then costs the launches of its kernels, and a round trip for what the host reads.
//
// An If chooses at run time, by an estimate of both costs. The elements that a row's loops have in all are known for
// loops whose lengths its cheap statements give. Other loops are taken for as long as the longest of these.
#include "jit/analysis/made_rows.hpp"
#include "jit/passes/gpu/row_counts.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "jit/plan/rewriter.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

constexpr int64_t most_rows = 4096;
constexpr int64_t most_length = 1 << 20; // a longer loop counts as this long
/// So many elements take a thread as long as a launch, or a read, takes the host.
constexpr int64_t elements_per_launch = 16;

/// What a row's loops cost, as far as its cheap statements tell.
struct RowLoops {
  Body head; ///< (i) -> (length ..): the lengths of loops that are known before any loop runs
  int64_t lone = 0, nested = 0; ///< numbers of the loops of other lengths, and of those that hold loops
  int64_t launches = 0;         ///< number of the loops, and of the reads that the host does
};

/// Calls f on the statements of the row that the host executes or launches, those in branches and in the steps of a Loop
/// included.
template <class F> void for_each_host_stm(const std::vector<Stm>& stms, const F& f) {
  for (const Stm& s : stms) {
    f(s);
    if (s.op == Op::If || s.op == Op::Loop)
      for (const Body& b : s.bodies) for_each_host_stm(b.stms, f);
  }
}

/// Whether the host launches a kernel for the statement.
bool is_launched(const Stm& s) { return is_loop(s.op) && s.op != Op::Loop; }

/// Collects the loops of a row. Statements that come behind a loop which may fail are not evaluated before it: its
/// checks may be for their reads. A Loop's number of steps is not known; what is launched in it counts for one step, since
/// each step has as many elements and launches as the others.
class RowScanner {
 public:
  explicit RowScanner(const Body& row) {
    found_.head.params = row.params;
    for_each_host_stm(row.stms,
                      [this](const Stm& s) { found_.launches += s.op == Op::Read || is_launched(s); });
    for (const Stm& s : row.stms) look_at(s);
  }
  RowLoops found() && { return std::move(found_); }

 private:
  void look_at(const Stm& s) {
    if (s.op == Op::Loop) return note_steps(s);
    if (is_loop(s.op)) return note_loop(s);
    const bool known = is_of_head(s) && !uses(s, unknown_);
    const bool reads = s.op == Op::Read || !s.bodies.empty();
    if (known && !(behind_failure_ && (reads || can_fail(s)))) return found_.head.stms.push_back(s);
    give_up(s);
  }

  void note_loop(const Stm& s) {
    found_.nested += std::ranges::any_of(s.bodies, is_heavy);
    const Var length = loop_length(s);
    if (is_any(length, unknown_))
      ++found_.lone;
    else
      found_.head.results.push_back(length);
    give_up(s);
  }

  void note_steps(const Stm& loop) {
    for_each_host_stm(loop.bodies[1].stms, [this](const Stm& s) {
      if (!is_launched(s)) return;
      found_.nested += std::ranges::any_of(s.bodies, is_heavy);
      ++found_.lone;
    });
    give_up(loop);
  }

  void give_up(const Stm& s) {
    unknown_.insert(unknown_.end(), s.outs.begin(), s.outs.end());
    behind_failure_ |= can_fail(s);
  }

  RowLoops found_;
  Vars unknown_;
  bool behind_failure_ = false;
};

/// Whether each step of a Loop launches kernels. Others could compute or read element by element.
bool launches_in_each_step(const Stm& loop) { return std::ranges::any_of(loop.bodies[1].stms, is_launched); }

/// Whether the host can run the statement of a row: it calls nothing, which could be a long recursion.
bool suits_host(const Stm& s) {
  if (s.op == Op::Loop) return launches_in_each_step(s);
  return s.op == Op::If || (s.op != Op::Call && !runs_on_host(s));
}

/// Whether the host can run the row, which then makes no cells.
bool suits_host(const Body& row) {
  bool suits = !makes_cells_in(row);
  for_each_host_stm(row.stms, [&](const Stm& s) { suits &= suits_host(s); });
  return suits;
}

/// Whether one thread would compute each of the statement's rows.
bool is_by_thread(const Stm& s) {
  if (s.strategy != Strategy::BySize || s.outs.empty()) return false;
  if (s.op == Op::Rows) return s.outs.size() > 2 && !made_rows(s);
  return s.op == Op::Each || (s.op == Op::Map && allocates(s.bodies[0]));
}

/// Replaces the rows at the host's level of a plan.
class RowsOnHost {
 public:
  explicit RowsOnHost(Plan& plan) : b(plan) {}

  bool run() {
    const auto wanted = [](const Stm& s) {
      if (!is_by_thread(s) || !suits_host(s.bodies[0])) return false;
      return !RowScanner(s.bodies[0]).found().head.results.empty();
    };
    const auto replace = [this](Stm& s) {
      const Var longer = are_long(s, RowScanner(s.bodies[0]).found());
      const Stm rows = s;
      s.strategy = Strategy::Thread; // not again
      b.choose_or_keep(longer, s, [&] { return one_by_one(rows); });
    };
    return b.replace_on_host(b.plan.body, wanted, replace, runs_on_host);
  }

 private:
  static constexpr VarType truth{Element::Bool, false};

  /// Emits the choice: whether the rows' elements take the threads longer than the launches take the host.
  Var are_long(const Stm& s, const RowLoops& loops) {
    const Var n = s.args[0];
    const Var few = b.compare(BuiltinId::LessEqual, n, b.integer(most_rows));
    return b.choose(
        few, std::span(&truth, 1),
        [&] {
          const Var launches = b.mul(n, b.mul(n, b.integer(elements_per_launch * loops.launches)));
          return Vars{b.less(launches, elements(n, loops))};
        },
        [&] { return Vars{b.boolean(false)}; })[0];
  }

  /// Emits the sum of the elements of all rows' loops. Less than 2^12 rows of some 2^40 elements cannot overflow.
  Var elements(Var n, const RowLoops& loops) {
    return sum_of(b, n, [&](Var i) {
      Var all = b.integer(0), longest = b.integer(1);
      for (Var length : paste_body(b.plan, loops.head, Vars{i}, *b.out)) {
        length = b.calc(BuiltinId::Max, b.integer(0), b.calc(BuiltinId::Min, length, b.integer(most_length)));
        all = b.add(all, length), longest = b.calc(BuiltinId::Max, longest, length);
      }
      all = b.add(all, b.mul(b.integer(loops.lone), longest));
      return b.add(all, b.mul(b.integer(loops.nested), b.mul(longest, longest)));
    });
  }

  /// Emits the rows, computed one after the other. Returns what the statement's outs stand for.
  Vars one_by_one(const Stm& s) {
    if (s.op == Op::Each) return scan(s.args[0], copy_body(b.plan, s.bodies[0], {}), &s.bodies[1]);
    if (s.op == Op::Map) return columns_of(scan(s.args[0], single_elements(s.bodies[0]), nullptr));
    const Vars outs = scan(s.args[0], copy_body(b.plan, s.bodies[0], {}), nullptr);
    Vars made = columns_of(outs);
    const Vars first{outs[1], b.read(outs[1], s.args[0])};
    made.insert(made.begin(), first.begin(), first.end());
    return made;
  }

  /// Returns every second of a Scan's outs, behind that of the length: the columns without their offsets.
  static Vars columns_of(const Vars& outs) {
    Vars columns;
    for (size_t k = 2; k < outs.size(); k += 2) columns.push_back(outs[k]);
    return columns;
  }

  /// Returns a Map's body as that of rows with one element each.
  Body single_elements(const Body& element) {
    Body row = copy_body(b.plan, element, {});
    const Vars scalars = row.results;
    b.go_on(row, [&] {
      Vars results{b.integer(1)};
      for (Var v : scalars) {
        Stm map{.op = Op::Map, .args = {results[0]}};
        map.bodies.push_back(b.loop_body([&](Var) { return Vars{v}; }));
        results.push_back(b.emit(std::move(map), {b.plan[v].element, true}));
      }
      return results;
    });
    return row;
  }

  /// Emits the Scan over n elements, whose values are the elements themselves. Returns its outs. `sizes` computes the
  /// lengths of an element's columns; null: the element's first part is the length of all its columns.
  Vars scan(Var n, Body element, const Body* sizes) {
    const std::vector<VarType> types = b.types_of(element.results);
    Stm s{.op = Op::Scan, .args = {n}};
    std::vector<VarType> outs;
    for (const VarType& t : types) {
      s.args.push_back(t.column ? empty(t) : b.constant(t.element, 0));
      if (t.column) outs.push_back({Element::I64, true});
      outs.push_back({t.element, true});
    }
    s.bodies.push_back(std::move(element));
    Vars left = parameters(types), right = parameters(types);
    s.bodies.push_back({left, {}, right});
    s.bodies[1].params.insert(s.bodies[1].params.end(), right.begin(), right.end());
    s.bodies.push_back(sizes ? copy_body(b.plan, *sizes, {}) : lengths(types));
    return b.emit(std::move(s), outs);
  }

  Body lengths(const std::vector<VarType>& types) {
    Body sizes{parameters(types), {}, {}};
    sizes.results.assign(types.size() - 1, sizes.params[0]);
    return sizes;
  }

  Vars parameters(const std::vector<VarType>& types) {
    Vars made;
    for (const VarType& t : types) made.push_back(b.parameter(t));
    return made;
  }

  /// Emits a column of no elements.
  Var empty(VarType t) {
    Stm map{.op = Op::Map, .args = {b.integer(0)}};
    map.bodies.push_back(b.loop_body([&](Var) { return Vars{b.constant(t.element, 0)}; }));
    return b.emit(std::move(map), t);
  }

  PlanBuilder b;
};

} // namespace

bool share_few_rows(Plan& plan) { return RowsOnHost(plan).run(); }

} // namespace nova::plan
