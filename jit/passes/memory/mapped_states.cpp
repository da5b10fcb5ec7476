// Makes loops compute their state in place by maps. A map may overwrite the state if it reads the state's elements at
// its own index only. Where the state is a matrix, a map may also read elements that depend on the row of its index
// alone, or on the column alone: the algorithms of Floyd and Warshall and of Gauss read one column and one row. This
// pass copies these elements, one for each row or column, before the map. A loop that keeps its last two states
// overwrites the older one. Only plans for a CPU are changed: a GPU has two states that take turns.
#include "jit/passes/memory/borrowed.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// A map over a matrix with rows of `width` elements: its variables for the row and the column of its index.
struct Cells {
  Var index{}, width{};
  std::vector<Var> rows{}, columns{};
};

/// Returns the statement of the body or of its inner bodies that binds v; null if v is bound elsewhere.
const Stm* made_in(const Body& b, Var v) {
  const Stm* found = nullptr;
  for_each_stm(b, [&](const Stm& s) {
    if (is_any(v, s.outs)) found = &s;
  });
  return found;
}

/// Returns the rows and columns of a map whose length is a product with the width. Returns nothing if its body does
/// not divide the index by one width.
std::optional<Cells> cells_of(const Stm& map, const Stm& length) {
  Cells c{.index = map.bodies[0].params.back()};
  for (const Stm& s : map.bodies[0].stms) {
    if (s.op != Op::Scalar || s.args[0] != c.index) continue;
    const bool divides = s.builtin == BuiltinId::Divide, remains = s.builtin == BuiltinId::Remainder;
    if (!divides && !remains) continue;
    if (!is_any(s.args[1], length.args) || (!(c.rows.empty() && c.columns.empty()) && c.width != s.args[1]))
      return {};
    c.width = s.args[1];
    (divides ? c.rows : c.columns).push_back(s.outs[0]);
  }
  return c.rows.empty() && c.columns.empty() ? std::nullopt : std::optional(c);
}

/// Whether v is the index of the map, written as row * width + column. The length is a product with the width, so where
/// there is an index at all, the width is not 0.
bool is_own_index(const Body& b, const Cells& c, Var v) {
  const Stm* sum = made_in(b, v);
  if (!sum || sum->op != Op::Scalar || sum->builtin != BuiltinId::Add) return false;
  for (size_t k : {0, 1}) {
    const Stm* start = made_in(b, sum->args[k]);
    if (!is_any(sum->args[1 - k], c.columns) || !start || start->op != Op::Scalar ||
        start->builtin != BuiltinId::Multiply)
      continue;
    for (size_t l : {0, 1})
      if (is_any(start->args[l], c.rows) && start->args[1 - l] == c.width) return true;
  }
  return false;
}

/// The statements that compute an index from the row alone or from the column alone.
struct Slice {
  bool by_row = false, by_column = false, other = false;
  bool always =
      true; ///< whether the map reads at the index for each of its elements, and not in a branch alone
  std::vector<Stm> stms{};
};

void add_to_slice(const Body& b, const Cells& c, Var v, Slice& slice) {
  if (is_any(v, c.rows)) return void(slice.by_row = true);
  if (is_any(v, c.columns)) return void(slice.by_column = true);
  const Stm* s = made_in(b, v);
  if (!s) return void(slice.other |= is_any(v, b.params));
  if (std::ranges::any_of(slice.stms, [&](const Stm& in) { return in.outs == s->outs; })) return;
  if (s->op != Op::Scalar) return void(slice.other = true);
  for (Var argument : s->args) add_to_slice(b, c, argument, slice);
  slice.stms.push_back(*s);
}

/// Puts copies of elements of the state before a map: one for each row, or one for each column.
class Snapshots {
 public:
  /// `out`: the statements before the map.
  Snapshots(Plan& plan, Stm& map, const Cells& cells, std::vector<Stm>& out)
      : plan_(plan), map_(map), cells_(cells), out_(out) {}

  /// Lets the read, of an element at an index that the slice computes, read a copy. The copy reads it for each row or
  /// column. Where the map may not read there, the nearest element is copied instead, which no one reads.
  void take(Stm& read, const Slice& slice) {
    const Var j = plan_.make({Element::I64, false});
    const Var copy = plan_.make({plan_[read.outs[0]].element, true});
    Body body{{j}, {}, {}};
    const std::vector<Var>& of = slice.by_row ? cells_.rows : cells_.columns;
    const Var place = slice.by_row ? scalar(BuiltinId::Multiply, {j, sign()}, body.stms) : j;
    std::unordered_map<Var, Var> renaming;
    for (Var v : of) renaming[v] = place;
    Body old{{}, slice.stms, read.outs};
    old.stms.push_back(read);
    if (!slice.always) old.stms.back().args[1] = nearest(read.args[1], old.stms);
    Body pasted = copy_body(plan_, old, std::move(renaming));
    std::ranges::move(pasted.stms, std::back_inserter(body.stms));
    body.results = std::move(pasted.results);
    out_.push_back({.op = Op::Map,
                    .outs = {copy},
                    .args = {slice.by_row ? rows() : columns()},
                    .bodies = {std::move(body)},
                    .span = map_.span});
    read.args = {copy, slice.by_row ? row_place() : of[0]};
  }
  /// Puts what the map's reads of copies need behind the statement that binds its first row.
  void finish() {
    if (!row_place_) return;
    std::vector<Stm>& stms = map_.bodies[0].stms;
    const auto at = std::ranges::find_if(stms, [&](const Stm& s) { return is_any(cells_.rows[0], s.outs); });
    Stm place = scalar_stm(plan_, BuiltinId::Multiply, Element::I64, Element::I64, {cells_.rows[0], sign()},
                           map_.span);
    place.outs[0] = *row_place_;
    stms.insert(at + 1, std::move(place));
  }

 private:
  Var scalar(BuiltinId id, std::vector<Var> args, std::vector<Stm>& out) {
    out.push_back(scalar_stm(plan_, id, Element::I64, Element::I64, std::move(args), map_.span));
    return out.back().outs[0];
  }
  Var number(int64_t n) {
    out_.push_back(constant_stm(plan_, Element::I64, static_cast<uint64_t>(n), map_.span));
    return out_.back().outs[0];
  }
  /// The index of the element of the state that is nearest to the index v. The state is as long as the map.
  Var nearest(Var v, std::vector<Stm>& stms) {
    const Stm read = std::move(stms.back());
    stms.pop_back();
    if (!last_) last_ = scalar(BuiltinId::Subtract, {map_.args[0], one()}, out_);
    if (!zero_) zero_ = number(0);
    const Var least = scalar(BuiltinId::Min, {v, *last_}, stms),
              place = scalar(BuiltinId::Max, {least, *zero_}, stms);
    stms.push_back(read);
    return place;
  }
  Var one() { return one_ ? *one_ : *(one_ = number(1)); }
  /// The width's sign: a row's number is negative where the width is.
  Var sign() {
    if (!sign_)
      sign_ = scalar(BuiltinId::Max, {scalar(BuiltinId::Min, {cells_.width, one()}, out_), number(-1)}, out_);
    return *sign_;
  }
  Var width() {
    if (!width_) {
      const Var size = scalar(BuiltinId::Multiply, {cells_.width, sign()}, out_);
      width_ = scalar(BuiltinId::Max, {size, one()}, out_);
    }
    return *width_;
  }
  Var columns() { return scalar(BuiltinId::Min, {width(), map_.args[0]}, out_); }
  /// The number of rows: of n elements (n - 1) / w + 1, of none 0, where w is the width's absolute value and at least 1.
  Var rows() {
    const Var last = scalar(BuiltinId::Subtract, {map_.args[0], one()}, out_);
    const Var whole = scalar(BuiltinId::Divide, {last, width()}, out_);
    const Var some = scalar(BuiltinId::Min, {map_.args[0], one()}, out_);
    return scalar(BuiltinId::Max, {scalar(BuiltinId::Add, {whole, some}, out_), number(0)}, out_);
  }
  Var row_place() { return row_place_ ? *row_place_ : *(row_place_ = plan_.make({Element::I64, false})); }

  Plan& plan_;
  Stm& map_;
  const Cells& cells_;
  std::vector<Stm>& out_;
  std::optional<Var> one_, sign_, width_, row_place_, last_, zero_;
};

/// Collects the reads of the state at another index than the map's own, those in branches included. Returns false if there
/// are any in inner loops.
bool find_reads_apart(Body& b, const Cells& c, Var state, std::vector<Stm*>& apart) {
  const auto is_apart = [&](const Stm& s) {
    return s.op == Op::Read && s.args[0] == state && s.args[1] != c.index;
  };
  for (Stm& s : b.stms) {
    if (is_apart(s)) apart.push_back(&s);
    bool loops = false;
    for (Body& inner : s.bodies)
      if (s.op == Op::If)
        loops |= !find_reads_apart(inner, c, state, apart);
      else
        for_each_stm(inner, [&](const Stm& in) { loops |= is_apart(in); });
    if (loops) return false;
  }
  return true;
}

/// Rewrites a map so that it reads the column `state` only at its own index. All other reads become reads of copies,
/// and the statements that make the copies are appended to `out`. Returns whether that is possible.
bool read_copies(Plan& plan, Stm& map, Var state, const Cells& c, std::vector<Stm>& out) {
  Body& b = map.bodies[0];
  std::vector<std::pair<Stm*, Slice>> apart;
  for_each_stm(b, [&](Stm& s) {
    if (s.op == Op::Read && s.args[0] == state && is_own_index(b, c, s.args[1])) s.args[1] = c.index;
  });
  std::vector<Stm*> reads;
  if (!find_reads_apart(b, c, state, reads)) return false;
  const bool checks = count_of(b, Op::Check) > 0; // a copy would read what a Check may forbid
  for (Stm* s : reads) {
    Slice slice;
    add_to_slice(b, c, s->args[1], slice);
    if (checks || slice.other || slice.by_row == slice.by_column) return false;
    slice.always = std::ranges::any_of(b.stms, [&](const Stm& own) { return &own == s; });
    apart.emplace_back(s, std::move(slice));
  }
  Snapshots copies(plan, map, c, out);
  for (const auto& [read, slice] : apart) copies.take(*read, slice);
  copies.finish();
  remove_unused(plan, b);
  return true;
}

/// Lets the map at `at` of a loop's step overwrite the column `state` of the loop's state. Returns whether it can. The
/// map then stands at `at`, behind the copies that it needs.
bool overwrite(Plan& plan, Body& step, size_t& at, Var state) {
  const Var made = step.stms[at].outs[0];
  const Stm* length = Definitions(plan).scalar(step.stms[at].args[0], BuiltinId::Multiply);
  const auto cells = length ? cells_of(step.stms[at], *length) : std::nullopt;
  std::vector<Stm> copies;
  if (!cells || !read_copies(plan, step.stms[at], state, *cells, copies)) return false;
  const auto place = step.stms.begin() + static_cast<ptrdiff_t>(at);
  step.stms.insert(place, std::move_iterator(copies.begin()), std::move_iterator(copies.end()));
  at += copies.size();
  const auto in_place = find_uniqueness(plan, {.copies = true, .maps = true}).in_place;
  const auto found = in_place.find(made);
  return found != in_place.end() && found->second == state;
}

/// Returns the columns of a loop's state that a map of its step may overwrite: first the one that its first result
/// replaces, then others that it reads and that are no part of the next state.
std::vector<Var> states_for(const Plan& plan, const Body& step, const Stm& map) {
  const auto result = std::ranges::find(step.results, map.outs[0]);
  std::vector<Var> found{step.params[static_cast<size_t>(result - step.results.begin())]};
  for_each_stm(map.bodies[0], [&](const Stm& s) {
    if (s.op != Op::Read || !is_any(s.args[0], step.params) || is_any(s.args[0], step.results)) return;
    if (plan[s.args[0]] == plan[map.outs[0]] && !is_any(s.args[0], found)) found.push_back(s.args[0]);
  });
  return found;
}

/// Whether the statement is a map whose first result is a part of the loop's next state.
bool makes_state(const Stm& s, const Body& step) {
  return s.op == Op::Map && !s.outs.empty() && is_any(s.outs[0], step.results) && computes_once(s.bodies[0]);
}

/// Lets each map of a loop's step that can overwrite a part of the state do so. `loop`: the number of the loop's statement.
void overwrite_states(Plan& plan, size_t loop) {
  const Op op = plan.body.stms[loop].op;
  if (op != Op::Loop && op != Op::Foldl) return;
  const auto step_of = [&](Plan& p) -> Body& { return p.body.stms[loop].bodies[op == Op::Loop ? 1 : 0]; };
  for (size_t k = 0; k < step_of(plan).stms.size(); ++k) {
    if (!makes_state(step_of(plan).stms[k], step_of(plan))) continue;
    for (Var state : states_for(plan, step_of(plan), step_of(plan).stms[k])) {
      Plan changed = plan;
      size_t at = k;
      if (!overwrite(changed, step_of(changed), at, state)) continue;
      plan = std::move(changed), k = at;
      break;
    }
  }
}

} // namespace

void overwrite_states(Plan& plan) {
  for (size_t k = 0; k < plan.body.stms.size(); ++k) overwrite_states(plan, k);
  copy_borrowed(plan, find_uniqueness(plan, {.copies = true, .maps = true}));
}

} // namespace nova::plan
