// Rows of one length that are not needed as rows, as comprehensions over vectors that do not depend on each
// other make them, are a map of all elements: number k is number k % m of row k / m. It is stored only where
// it has to be, and fuses with what reads it. For a GPU rows of one length are a map of all elements whoever asks
// for them: their lengths need not be made and summed up, and an element's row and column are known (grids).
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "jit/plan/rewriter.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova::plan {
namespace {

class Evener {
 public:
  Evener(Plan& plan, bool grids)
      : grids_(grids), definitions_(plan), uses_(count_uses(plan)), b(plan), renaming_(b.plan) {
    each_body([&](Body& body) {
      for (const Stm& s : body.stms)
        if (s.op == Op::Rows && (grids_ ? is_grid(s) : is_even(s)))
          lengths_[s.outs[0]] = definitions_.constant(s.bodies[0].results[0]);
    });
  }
  bool run() {
    if (lengths_.empty()) return false;
    each_body([&](Body& body) { clean(body); });
    for_each_root(b.plan, [&](Body& body) { renaming_.apply(body); });
    return true;
  }

 private:
  const bool grids_; ///< at the host's level, whatever uses the rows
  const Definitions definitions_;
  const std::vector<uint32_t> uses_;
  PlanBuilder b;
  Renaming renaming_;
  std::unordered_map<Var, std::optional<uint64_t>> lengths_; // of even rows, by their offsets; numbers alone

  template <class F> void each_body(const F& f) {
    if (grids_)
      for_each_host_body(b.plan, f);
    else
      for_each_body(b.plan, f);
  }

  /// All rows of one length whose elements are made each for itself, a loop that the program says no more of.
  bool is_grid(const Stm& rows) const {
    const Body& row = rows.bodies[0];
    const Var length = row.results[0];
    return rows.outs.size() > 2 && rows.strategy == Strategy::BySize &&
           (definitions_.constant(length) || definitions_.outside_loop(length, row.params[0])) &&
           std::ranges::all_of(row.stms, [&](const Stm& s) {
             return s.op == Op::Shift || s.op == Op::Iota || is_small(s) ||
                    (are_elements(s, row) && s.strategy == Strategy::BySize);
           });
  }
  /// Arithmetic, reads, checks and choices among such.
  static bool is_small(const Stm& s) {
    if (s.op == Op::If)
      return std::ranges::all_of(s.bodies,
                                 [](const Body& in) { return std::ranges::all_of(in.stms, is_small); });
    return s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::Read || s.op == Op::Check;
  }

  bool is_even(const Stm& rows) const {
    const Body& row = rows.bodies[0];
    const auto number = definitions_.constant(row.results[0]);
    if (number == 1) return true;
    if (number == 0 || uses_[index_of(rows.outs[0])] > 0 || rows.strategy != Strategy::BySize) return false;
    if (!number && !definitions_.outside_loop(row.results[0], row.params[0])) return false;
    return by_elements(row, number.has_value());
  }
  /// Are the row's elements made each for itself, and is what they share little? What may fail there has to
  /// be asked of a row without elements too.
  static bool by_elements(const Body& row, bool has_elements) {
    constexpr size_t little = 12;
    size_t shared = 0;
    for (const Stm& s : row.stms) {
      if (s.op == Op::Iota || s.op == Op::Shift || are_elements(s, row)) continue;
      const bool quick = s.op == Op::Scalar && s.builtin < BuiltinId::Sqrt;
      if (!quick && s.op != Op::Read && s.op != Op::Constant && !(s.op == Op::Check && has_elements))
        return false;
      ++shared;
    }
    return shared <= little;
  }
  /// Does the statement make elements of the row, each by itself?
  static bool are_elements(const Stm& s, const Body& row) {
    return s.op == Op::Map && s.args[0] == row.results[0] &&
           std::ranges::none_of(row.stms, [&](const Stm& other) { return uses(other, s.outs); });
  }

  void clean(Body& body) {
    std::vector<Stm> before = std::exchange(body.stms, {});
    b.out = &body.stms;
    for (Stm& s : before)
      if (s.op == Op::Rows && lengths_.contains(s.outs[0]))
        replace(s);
      else
        body.stms.push_back(std::move(s));
  }

  void replace(Stm& rows) {
    b.at = rows.span;
    const auto number = lengths_[rows.outs[0]];
    const Var n = rows.args[0],
              m = number ? b.integer(static_cast<int64_t>(*number)) : rows.bodies[0].results[0];
    const bool one = number == 1;
    if (grids_) ask_rows(rows);
    const Var all = one ? n : b.length_product(n, m);
    renaming_.set(rows.outs[0], b.iota(b.add(n, b.integer(1)), b.integer(0), m));
    renaming_.set(rows.outs[1], all);
    Stm map{
        .op = Op::Map, .outs = {rows.outs.begin() + 2, rows.outs.end()}, .args = {all}, .span = rows.span};
    map.bodies.push_back(b.loop_body([&](Var k) {
      if (one) return element(rows.bodies[0], k, b.integer(0));
      return element(rows.bodies[0], b.calc(BuiltinId::Divide, k, m), b.calc(BuiltinId::Remainder, k, m));
    }));
    if (!map.outs.empty() || can_fail(map)) b.out->push_back(std::move(map));
  }
  /// What rows themselves may fail by is asked before their elements, which need not ask again: rows may have none.
  void ask_rows(Stm& rows) {
    Body& row = rows.bodies[0];
    Body asked{{row.params[0]}, {}, {}};
    for (const Stm& s : row.stms)
      if (!are_elements(s, row)) asked.stms.push_back(s);
    if (!can_fail(asked)) return;
    Stm ask{.op = Op::Map, .args = {rows.args[0]}, .span = rows.span};
    ask.bodies.push_back(copy_body(b.plan, asked, {}));
    b.out->push_back(std::move(ask));
    std::erase_if(row.stms, [](const Stm& s) { return s.op == Op::Check; });
    for (Stm& s : row.stms)
      if (!are_elements(s, row)) drop_checks(s);
  }
  static void drop_checks(Stm& s) {
    for (Body& inner : s.bodies) {
      std::erase_if(inner.stms, [](const Stm& t) { return t.op == Op::Check; });
      for (Stm& t : inner.stms) drop_checks(t);
    }
  }
  /// Element j of row i.
  Vars element(Body& row, Var i, Var j) {
    std::unordered_map<Var, Var> made;
    renaming_.set(row.params[0], i);
    for (Stm& s : row.stms) {
      if (!are_elements(s, row)) {
        b.out->push_back(std::move(s));
        continue;
      }
      renaming_.set(s.bodies[0].params[0], j);
      for (size_t k = 0; k < s.outs.size(); ++k) made[s.outs[k]] = s.bodies[0].results[k];
      for (Stm& inner : s.bodies[0].stms) b.out->push_back(std::move(inner));
    }
    Vars results;
    for (Var column : std::span(row.results).subspan(1))
      results.push_back(made.contains(column) ? made[column] : b.read(column, j));
    return results;
  }
};

} // namespace

bool even_rows(Plan& plan) { return Evener(plan, false).run(); }
bool grid_rows(Plan& plan) { return Evener(plan, true).run(); }

} // namespace nova::plan
