// Replaces an Each by a Rows if the columns of all its elements have the same lengths, as small matrices of one size have.
// The Rows knows where each row goes, so that threads need not wait for each other, and `even-rows` may make a Map of it.
//
// Columns of offsets that are arithmetic, the same in each element, are no part of the Rows: what reads them computes them.
// Also replaces a Rows by the columns that it copies, if its rows lie there one after the other already.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "jit/plan/rewriter.hpp"
#include <algorithm>
#include <optional>

namespace nova::plan {
namespace {

/// A column of which element k is `first` + k `step`, in each element of an Each.
struct Counting {
  Var first, step;
};

/// What is the same for all elements of an Each. The variables are bound outside of it, or by `before`.
struct Same {
  std::vector<Stm> before;
  std::unordered_map<size_t, Var> scalars, lengths; ///< by part of the element
  std::unordered_map<size_t, Counting> counting;    ///< by part of the element
  std::optional<Var> row;                           ///< the length of all other columns
};

class Evener {
 public:
  explicit Evener(Plan& plan) : definitions_(plan), b_(plan) {}

  void choose(const Body& body) {
    for (const Stm& s : body.stms)
      if (s.op == Op::Each)
        if (auto same = same_of(s)) even_.emplace(s.outs[0], std::move(*same));
  }
  bool none() const { return even_.empty(); }
  void replace_all() {
    for_each_body(b_.plan, [&](Body& body) { replace(body); });
    const Definitions definitions(b_.plan);
    for_each_body(b_.plan, [&](Body& body) { compute_reads(body, definitions); });
  }
  Plan& plan() { return b_.plan; }

 private:
  std::optional<Same> same_of(const Stm& s) {
    Same same;
    b_.out = &same.before, b_.at = s.span, each_ = &s;
    const Body &element = s.bodies[0], &sizes = s.bodies[1];
    for (size_t k = 0, column = 0; k < element.results.size(); ++k) {
      const bool is_column = b_.plan[element.results[k]].column;
      const std::optional<Var> fixed = fixed_value(is_column ? sizes.results[column++] : element.results[k]);
      if (!fixed) return {};
      (is_column ? same.lengths : same.scalars).emplace(k, *fixed);
      if (!is_column) continue;
      if (const auto counting = counting_of(element.results[k]))
        same.counting.emplace(k, *counting);
      else if (!same.row)
        same.row = *fixed;
      else if (*same.row != *fixed && !are_equal(*same.row, *fixed, same.before))
        return {};
    }
    return same.row ? std::optional(std::move(same)) : std::nullopt;
  }
  /// Whether both are constants with one value.
  static bool are_equal(Var a, Var b, const std::vector<Stm>& before) {
    std::optional<uint64_t> values[2];
    for (const Stm& s : before)
      for (size_t k : {0, 1})
        if (s.op == Op::Constant && s.outs[0] == (k ? b : a)) values[k] = s.bits;
    return values[0] && values[0] == values[1];
  }
  /// Returns a variable with the value of v if that is the same for all elements of the Each, and cheap to compute.
  std::optional<Var> fixed_value(Var v, int depth = 8) {
    const Body &element = each_->bodies[0], &sizes = each_->bodies[1];
    if (const auto at = std::ranges::find(sizes.params, v); at != sizes.params.end())
      return fixed_value(element.results[static_cast<size_t>(at - sizes.params.begin())], depth);
    if (definitions_.outside_loop(v, element.params[0])) return v;
    const Stm* const s = definitions_[v];
    if (!s || depth == 0) return {};
    if (s->op == Op::Constant) return b_.constant(s->element, s->bits);
    if (s->op == Op::Read) return fixed_read(*s, depth - 1);
    if (s->op != Op::Scalar || s->builtin >= BuiltinId::Sqrt) return {};
    Vars args;
    for (Var a : s->args)
      if (const auto fixed = fixed_value(a, depth - 1))
        args.push_back(*fixed);
      else
        return {};
    return b_.scalar(s->builtin, s->element, b_.plan[v].element, std::move(args));
  }
  std::optional<Var> fixed_read(const Stm& read, int depth) {
    const auto column = counting_of(read.args[0]);
    const auto at = column ? fixed_value(read.args[1], depth) : std::nullopt;
    return at ? std::optional(b_.add(column->first, b_.mul(column->step, *at))) : std::nullopt;
  }
  /// Returns the column's first element and step if it is an Iota, or has the offsets of rows of one length, and both are
  /// the same for all elements of the Each.
  std::optional<Counting> counting_of(Var column) {
    const Body &element = each_->bodies[0], &sizes = each_->bodies[1];
    if (const auto at = std::ranges::find(sizes.params, column); at != sizes.params.end())
      column = element.results[static_cast<size_t>(at - sizes.params.begin())];
    const Stm* const s = definitions_[column];
    if (!s || (s->op != Op::Iota && (s->op != Op::Rows || column != s->outs[0]))) return {};
    const std::optional<Var> first = s->op == Op::Iota ? fixed_value(s->args[1]) : b_.integer(0),
                             step = s->op == Op::Iota ? fixed_value(s->args[2]) : fixed_length(s->bodies[0]);
    return first && step ? std::optional(Counting{*first, *step}) : std::nullopt;
  }

  /// Returns the length of the row if it is a constant, or bound outside of the row and the same for all elements of the
  /// Each. A Rows may stand before the Each, where nothing of its row is bound.
  std::optional<Var> fixed_length(const Body& row) {
    const Var length = row.results[0];
    if (const auto number = definitions_.constant(length)) return b_.integer(static_cast<int64_t>(*number));
    return definitions_.outside_loop(length, row.params[0]) ? fixed_value(length) : std::nullopt;
  }

  void replace(Body& body) {
    std::vector<Stm> before = std::exchange(body.stms, {});
    b_.out = &body.stms;
    for (Stm& s : before)
      if (const auto found = s.op == Op::Each ? even_.find(s.outs[0]) : even_.end(); found != even_.end())
        put_rows(s, found->second);
      else
        body.stms.push_back(std::move(s));
  }
  void put_rows(Stm& s, Same& same) {
    b_.at = s.span;
    for (Stm& in : same.before) b_.out->push_back(std::move(in));
    const Var n = s.args[0], zero = b_.integer(0), one_more = b_.add(n, b_.integer(1));
    Stm rows{.op = Op::Rows,
             .outs = {b_.plan.make({Element::I64, true}), b_.plan.make({Element::I64, false})},
             .args = {n},
             .span = s.span};
    rows.strategy = s.strategy;
    const Vars parts = std::exchange(s.bodies[0].results, {*same.row});
    for (size_t k = 0, out = 0; k < parts.size(); ++k, ++out) {
      if (const auto scalar = same.scalars.find(k); scalar != same.scalars.end()) {
        put_map(s.outs[out], n, [&](Var) { return scalar->second; });
        continue;
      }
      const Var m = same.lengths.at(k);
      b_.out->push_back(
          {.op = Op::Iota, .outs = {s.outs[out++]}, .args = {one_more, zero, m}, .span = s.span});
      if (const auto column = same.counting.find(k); column != same.counting.end())
        put_counting(s.outs[out - 1], s.outs[out], n, m, column->second);
      else
        rows.outs.push_back(s.outs[out]), s.bodies[0].results.push_back(parts[k]);
    }
    rows.bodies.push_back(std::move(s.bodies[0]));
    b_.out->push_back(std::move(rows));
  }
  /// Emits the elements of a counting column of n elements of the Each.
  void put_counting(Var offsets, Var column, Var n, Var m, const Counting& counting) {
    put_map(column, b_.length_product(n, m), [&](Var i) {
      return b_.add(counting.first, b_.mul(counting.step, b_.calc(BuiltinId::Remainder, i, m)));
    });
    counting_.emplace(column, std::pair(offsets, counting));
  }
  /// Computes what is read from a counting column at the beginning of an element's own column, or a number behind it.
  void compute_reads(Body& body, const Definitions& definitions) {
    std::vector<std::pair<size_t, std::optional<Var>>> found; // statements of the body, and the numbers
    for (size_t k = 0; k < body.stms.size(); ++k) {
      const Stm& s = body.stms[k];
      const auto column = s.op == Op::Read ? counting_.find(s.args[0]) : counting_.end();
      if (column == counting_.end()) continue;
      const auto begins = [&](Var v) {
        const Stm* const at = definitions.find(v, Op::Read);
        return at && at->args[0] == column->second.first;
      };
      const Stm* const sum = definitions.scalar(s.args[1], BuiltinId::Add);
      if (begins(s.args[1])) found.emplace_back(k, std::nullopt);
      if (sum && begins(sum->args[0]) != begins(sum->args[1]))
        found.emplace_back(k, sum->args[begins(sum->args[0]) ? 1 : 0]);
    }
    for (size_t j = found.size(); j-- > 0;) { // from the last on, so that the numbers of the others stay
      std::vector<Stm> made;
      b_.out = &made;
      const Stm read = body.stms[found[j].first];
      b_.at = read.span;
      const Counting& c = counting_.at(read.args[0]).second;
      const Var at = found[j].second ? *found[j].second : b_.integer(0);
      made.push_back({.op = Op::Scalar,
                      .outs = read.outs,
                      .args = {c.first, b_.mul(c.step, at)},
                      .builtin = BuiltinId::Add,
                      .span = read.span});
      body.stms[found[j].first] = std::move(made.back());
      made.pop_back();
      body.stms.insert(body.stms.begin() + static_cast<ptrdiff_t>(found[j].first),
                       std::move_iterator(made.begin()), std::move_iterator(made.end()));
    }
  }
  template <class F> void put_map(Var out, Var n, const F& element) {
    Stm map{.op = Op::Map, .outs = {out}, .args = {n}, .span = b_.at};
    map.bodies.push_back(b_.loop_body([&](Var i) { return Vars{element(i)}; }));
    b_.out->push_back(std::move(map));
  }

  const Definitions definitions_;
  PlanBuilder b_;
  const Stm* each_ = nullptr;          ///< the Each that is looked at
  std::unordered_map<Var, Same> even_; ///< by the first out
  std::unordered_map<Var, std::pair<Var, Counting>>
      counting_; ///< counting columns of all elements, with their offsets
};

/// Returns the columns that a Rows copies, if its rows have `length` elements each, a constant, and row i begins in each
/// column at i times that; none otherwise.
std::optional<Vars> copied_columns(const Definitions& definitions, const Stm& rows) {
  constexpr uint64_t largest = uint64_t{1} << 32;
  const Body& row = rows.bodies[0];
  const auto length = definitions.constant(row.results[0]);
  if (!length || *length > largest) return {};
  Vars columns;
  for (Var v : std::span(row.results).subspan(1)) {
    const Stm* const moved = definitions.find(v, Op::Shift);
    const Stm* const begin = moved ? definitions.scalar(moved->args[1], BuiltinId::Multiply) : nullptr;
    if (!begin || !definitions.outside_loop(moved->args[0], row.params[0])) return {};
    const size_t number = begin->args[0] == row.params[0] ? 1 : 0;
    if (begin->args[1 - number] != row.params[0] || definitions.constant(begin->args[number]) != length)
      return {};
    columns.push_back(moved->args[0]);
  }
  const bool plain = std::ranges::all_of(row.stms, [](const Stm& s) { return !can_fail(s); });
  return plain && !columns.empty() ? std::optional(columns) : std::nullopt;
}

/// Returns the columns that a Map copies, element by element; none for other maps. What a plan returns is copied only from
/// columns that statements store: an input is not returned.
std::optional<Vars> copied_elements(const Definitions& definitions, const Stm& map, const Vars& returned) {
  const Body& element = map.bodies[0];
  Vars columns;
  const bool is_returned = std::ranges::any_of(map.outs, [&](Var v) { return is_any(v, returned); });
  for (Var v : element.results) {
    const Stm* const read = definitions.find(v, Op::Read);
    const Stm* const made = read ? definitions[read->args[0]] : nullptr;
    const bool stored = made && stores(made->op) && made->op != Op::Copy;
    if (!read || (is_returned && !stored) || read->args[1] != element.params[0] ||
        !definitions.outside_loop(read->args[0], element.params[0]))
      return {};
    columns.push_back(read->args[0]);
  }
  const bool plain = std::ranges::all_of(element.stms, [](const Stm& s) { return !can_fail(s); });
  return plain && !columns.empty() ? std::optional(columns) : std::nullopt;
}

/// Replaces each Map that copies columns by these. Returns whether there is any.
bool drop_copying_maps(Plan& plan) {
  const Definitions definitions(plan);
  Renaming renaming(plan);
  Vars returned;
  for_each_root(plan, [&](const Body& root) {
    returned.insert(returned.end(), root.results.begin(), root.results.end());
  });
  for_each_root(plan, [&](const Body& root) {
    for_each_stm(root, [&](const Stm& s) {
      const auto columns = s.op == Op::Map ? copied_elements(definitions, s, returned) : std::nullopt;
      for (size_t k = 0; columns && k < s.outs.size(); ++k) renaming.set(s.outs[k], (*columns)[k]);
    });
  });
  if (!renaming.changed()) return false;
  for_each_root(plan, [&](Body& root) { renaming.apply(root); });
  return true;
}

/// Replaces each Rows that copies columns by these columns. Returns whether there is any.
bool drop_copies(Plan& plan) {
  std::unordered_map<Var, std::pair<Vars, int64_t>> copies; // by the offsets
  {
    const Definitions definitions(plan);
    for_each_root(plan, [&](const Body& root) {
      for_each_stm(root, [&](const Stm& s) {
        if (s.op != Op::Rows) return;
        if (auto columns = copied_columns(definitions, s))
          copies.emplace(s.outs[0],
                         std::pair(std::move(*columns),
                                   static_cast<int64_t>(*definitions.constant(s.bodies[0].results[0]))));
      });
    });
  }
  if (copies.empty()) return false;
  PlanBuilder b(plan);
  Renaming renaming(b.plan);
  for_each_body(b.plan, [&](Body& body) {
    std::vector<Stm> before = std::exchange(body.stms, {});
    b.out = &body.stms;
    for (Stm& s : before) {
      const auto copy = s.op == Op::Rows ? copies.find(s.outs[0]) : copies.end();
      if (copy == copies.end()) {
        body.stms.push_back(std::move(s));
        continue;
      }
      b.at = s.span;
      const auto& [columns, length] = copy->second;
      const Var n = s.args[0], m = b.integer(length);
      renaming.set(s.outs[1], b.length_product(n, m));
      renaming.set(s.outs[0], b.iota(b.add(n, b.integer(1)), b.integer(0), m));
      for (size_t k = 0; k < columns.size(); ++k) renaming.set(s.outs[2 + k], columns[k]);
    }
  });
  for_each_root(b.plan, [&](Body& root) { renaming.apply(root); });
  return true;
}

bool store_as_rows(Plan& plan) {
  Evener evener(plan);
  for_each_body(evener.plan(), [&](Body& body) { evener.choose(body); });
  if (!evener.none()) evener.replace_all();
  return !evener.none();
}

} // namespace

bool even_elements(Plan& plan) {
  const bool stored = store_as_rows(plan);
  const bool copied = drop_copies(plan);
  return drop_copying_maps(plan) || copied || stored;
}

} // namespace nova::plan
