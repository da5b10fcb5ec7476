// Flattens nests in a GPU's plan. A nest is a Rows each of whose rows is, after a cheap head, one Rows or one Filter.
// A concat-map of a concat-map or of a filter makes such nests. As it stands, one thread computes a whole row, so few
// long rows leave most threads idle.
//
// A pair is an inner element of a row: the row's index and the element's index in it. The flat form runs the inner
// body once for each pair, by one Rows or Filter over all pairs. Each pair computes the head again.
//
// Pairs of rows of one length are found by division. For other rows a column holds the row of each pair. Segment
// kernels fill it, which share its elements among threads (emit/cuda/segments.cpp).
//
// An If chooses at run time. Enough rows keep all threads busy as they are, and the pairs must fit into memory. The
// flat form may be a nest again, with the pairs as its rows. It is then flattened too, up to three times in all, since
// each time adds kernels, which have to be compiled.
#include "jit/analysis/made_rows.hpp"
#include "jit/passes/gpu/row_counts.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "jit/plan/rewriter.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

constexpr int64_t most_pairs = 64 * 1024 * 1024; // so many pairs take 1.3 GB, with lengths and offsets
constexpr int most_times = 3;                    // a nest is flattened up to so many times

/// The parts of a nest.
struct Nest {
  Var rows, length; ///< how many rows there are; how many inner elements a row has
  Body head;        ///< (i) -> (length): the statements before the inner loop
  Body element;     ///< (i, j) -> what the inner loop's body returns: the head's statements, then that body's
  Stm inner;        ///< the inner loop, a Rows or a Filter
  Vars columns;     ///< the columns of `inner` that are the columns of the row
};

/// Returns the parts of the nest that the statement is; nothing if it is none, or if the program has chosen which
/// threads compute the rows.
std::optional<Nest> nest_of(const Stm& s) {
  if (s.op != Op::Rows || s.strategy != Strategy::BySize || makes_cells_in(s.bodies[0])) return {};
  const Body& row = s.bodies[0];
  if (row.stms.empty()) return {};
  const Stm& inner = row.stms.back();
  const size_t count = inner.op == Op::Rows ? 1 : 0; // this out is the number of the inner elements
  if ((inner.op != Op::Rows && inner.op != Op::Filter) || inner.strategy != Strategy::BySize) return {};
  Nest nest{.rows = s.args[0],
            .length = inner.args[0],
            .head = {row.params, {row.stms.begin(), row.stms.end() - 1}, {inner.args[0]}},
            .element = {},
            .inner = inner,
            .columns = {row.results.begin() + 1, row.results.end()}};
  const std::span made = std::span(inner.outs).subspan(count + 1);
  if (row.results[0] != inner.outs[count] || !is_cheap_head(nest.head) ||
      !std::ranges::all_of(nest.columns, [&](Var v) { return is_any(v, made); }))
    return {};
  const Body& body = inner.bodies[0];
  nest.element = {{row.params[0], body.params[0]}, nest.head.stms, body.results};
  nest.element.stms.insert(nest.element.stms.end(), body.stms.begin(), body.stms.end());
  return nest;
}

/// Replaces the nests at the host's level of a plan.
class Flattener {
 public:
  explicit Flattener(Plan& plan) : b(plan), uses_(count_uses(b.plan)) {}

  bool run() {
    const auto is_nest = [](const Stm& s) { return nest_of(s).has_value(); };
    return b.replace_on_host(b.plan.body, is_nest, [this](Stm& s) {
      asked_ = uses_[index_of(s.outs[0])] > 0;
      choose(s, *nest_of(s), s.outs, most_times);
    });
  }

 private:
  /// The pairs of a nest, in the order of the rows: pairs starts[i], starts[i] + 1, .. belong to row i.
  struct Pairs {
    Var fit;             ///< whether the flat form is to be taken; the other members hold only then
    Var count;           ///< how many there are
    bool even = false;   ///< whether all rows have the same length
    Var starts{}, row{}; ///< for uneven rows: a row's first pair; a pair's row
  };

  /// Emits an If that binds `outs`, the outs of the nest `s`. Leaves out the offsets if they are not asked for. The
  /// rows are flattened up to `times` times.
  void choose(Stm s, const Nest& nest, Vars outs, int times) {
    s.strategy = Strategy::Thread; // it stays as it is
    const auto wanted = [this](Vars all) {
      return all.erase(all.begin(), all.begin() + (asked_ ? 0 : 1)), all;
    };
    Pairs pairs = is_even(nest) ? even(nest) : uneven(nest);
    Stm choice{.op = Op::If, .outs = wanted(std::move(outs)), .args = {pairs.fit}, .span = s.span};
    choice.bodies.push_back(b.body({}, [&] { return wanted(flat(nest, pairs, times)); }));
    choice.bodies.push_back(b.body({}, [&] { return wanted(b.with_own_outs(std::move(s))); }));
    b.out->push_back(std::move(choice));
  }

  /// Whether the head does not compute the rows' length, so that it is the same for all rows.
  static bool is_even(const Nest& nest) {
    return std::ranges::none_of(nest.head.stms, [&](const Stm& s) { return is_any(nest.length, s.outs); }) &&
           nest.length != nest.head.params[0];
  }

  Var at_most(Var v, int64_t most) { return b.compare(BuiltinId::LessEqual, v, b.integer(most)); }

  /// The product wraps around only where another part of the condition is false. Rows without elements are not
  /// flattened, since the checks of their heads would not run.
  Pairs even(const Nest& nest) {
    const Var count = b.mul(nest.rows, nest.length);
    const Var short_enough = b.both(b.less(b.integer(0), nest.length), at_most(nest.length, most_pairs));
    const Var few = b.both(at_most(nest.rows, few_rows), short_enough);
    return {.fit = b.both(few, at_most(count, most_pairs)), .count = count, .even = true};
  }

  /// The number of pairs is the sum of the rows' lengths. It is computed for few rows only, each of which counts for
  /// at most one more than may be, so it cannot overflow.
  Pairs uneven(const Nest& nest) {
    constexpr VarType types[] = {{Element::Bool, false}, {Element::I64, false}};
    const Vars known = b.choose(
        at_most(nest.rows, few_rows), types,
        [&] {
          const Var sum = total(nest);
          return Vars{at_most(sum, most_pairs), sum};
        },
        [&] {
          return Vars{b.boolean(false), b.integer(0)};
        });
    return {.fit = known[0], .count = known[1]};
  }

  Var total(const Nest& nest) {
    return sum_of(b, nest.rows, [&](Var i) {
      return b.calc(BuiltinId::Min, paste(nest.head, {i})[0], b.integer(most_pairs + 1));
    });
  }

  Vars paste(const Body& body, const Vars& args) { return paste_body(b.plan, body, args, *b.out); }

  /// Emits the flat form. Returns the offsets, which count only if asked for, the number of elements, and the
  /// columns.
  Vars flat(const Nest& nest, Pairs& pairs, int times) {
    if (!pairs.even) store(nest, pairs);
    return nest.inner.op == Op::Rows ? flat_rows(nest, pairs, times) : flat_filter(nest, pairs);
  }

  /// Emits the columns of uneven rows' pairs.
  void store(const Nest& nest, Pairs& pairs) {
    constexpr VarType types[] = {{Element::I64, true}, {Element::I64, false}, {Element::I32, true}};
    Stm rows{.op = Op::Rows, .args = {nest.rows}};
    rows.bodies.push_back(b.loop_body([&](Var i) {
      const Var length = paste(nest.head, {i})[0],
                short_i = b.scalar(BuiltinId::ToInt32, Element::I64, Element::I32, {i});
      Stm map{.op = Op::Map, .args = {length}};
      map.bodies.push_back(b.loop_body([&](Var) { return Vars{short_i}; }));
      return Vars{length, b.emit(std::move(map), {Element::I32, true})};
    }));
    const Vars made = b.emit(std::move(rows), types);
    pairs.starts = made[0], pairs.row = made[2];
  }

  Var start(const Nest& nest, const Pairs& pairs, Var i) {
    return pairs.even ? b.mul(i, nest.length) : b.read(pairs.starts, i);
  }

  /// Emits what the inner loop's body returns for pair p, whose row is stored in `row`.
  Vars element(const Nest& nest, const Pairs& pairs, Var p, Var& row) {
    row = pairs.even ? b.calc(BuiltinId::Divide, p, nest.length)
                     : b.scalar(BuiltinId::ToInt, Element::I32, Element::I64, {b.read(pairs.row, p)});
    const Var in_row =
        pairs.even ? b.calc(BuiltinId::Remainder, p, nest.length) : b.sub(p, start(nest, pairs, row));
    return paste(nest.element, {row, in_row});
  }

  /// Row i of the nest begins where the row of its first pair does.
  Vars flat_rows(const Nest& nest, const Pairs& pairs, int times) {
    Stm rows{.op = Op::Rows, .outs = fresh(nest.inner), .args = {pairs.count}, .span = nest.inner.span};
    rows.bodies.push_back(b.loop_body([&](Var p) {
      Var row{};
      return element(nest, pairs, p, row);
    }));
    Vars results{rows.outs[0], rows.outs[1]};
    for (Var v : nest.columns) results.push_back(rows.outs[place_of(nest, v)]);
    const auto deeper = times > 1 ? nest_of(rows) : std::nullopt;
    if (deeper)
      choose(rows, *deeper, rows.outs, times - 1);
    else
      b.out->push_back(rows);
    if (asked_)
      results[0] = offsets(nest, [&](Var i) { return b.read(rows.outs[0], start(nest, pairs, i)); });
    return results;
  }

  /// The rows of the kept pairs ascend. Row i of the nest begins where the first of them is that is not below i.
  Vars flat_filter(const Nest& nest, const Pairs& pairs) {
    Stm kept{.op = Op::Filter, .outs = fresh(nest.inner), .args = {pairs.count}, .span = nest.inner.span};
    const Var count = kept.outs[0], rows = b.parameter({Element::I64, true});
    if (asked_) kept.outs.push_back(rows);
    kept.bodies.push_back(b.loop_body([&](Var p) {
      Var row{};
      Vars results = element(nest, pairs, p, row);
      if (asked_) results.push_back(row);
      return results;
    }));
    Vars results{count, count};
    for (Var v : nest.columns) results.push_back(kept.outs[place_of(nest, v)]);
    b.out->push_back(std::move(kept));
    if (asked_)
      results[0] = offsets(
          nest, [&](Var i) { return b.first_not(count, [&](Var k) { return b.less(b.read(rows, k), i); }); });
    return results;
  }

  Vars fresh(const Stm& s) {
    Vars outs;
    for (Var v : s.outs) outs.push_back(b.parameter(b.plan[v]));
    return outs;
  }
  static size_t place_of(const Nest& nest, Var v) {
    return static_cast<size_t>(std::ranges::find(nest.inner.outs, v) - nest.inner.outs.begin());
  }

  template <class F> Var offsets(const Nest& nest, const F& of) {
    Stm map{.op = Op::Map, .args = {b.add(nest.rows, b.integer(1))}};
    map.bodies.push_back(b.loop_body([&](Var i) { return Vars{of(i)}; }));
    return b.emit(std::move(map), {Element::I64, true});
  }

  PlanBuilder b;
  const std::vector<uint32_t> uses_;
  bool asked_ = false; ///< whether the offsets of the nest that is being replaced are used
};

} // namespace

bool flatten_nests(Plan& plan) { return Flattener(plan).run(); }

} // namespace nova::plan
