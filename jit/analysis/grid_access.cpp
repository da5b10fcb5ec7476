#include "jit/analysis/grid_access.hpp"
#include <algorithm>
#include <set>
#include <utility>

namespace nova::plan {
namespace {

using Vars = std::vector<Var>;
/// The largest distances, in rows and in columns, of a window's reads from its `base`. Also the greatest height and
/// width of a window.
constexpr int64_t far_down = 16, far_across = 32;

int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

} // namespace

GridFinder::GridFinder(const Plan& plan, const Constants& constants, const Body& b)
    : plan_(plan), constants_(constants), row_(static_cast<Var>(plan.types.size())),
      column_(static_cast<Var>(plan.types.size() + 1)), sums_(constants, true) {
  const Vars all = bound_variables(b);
  bound_.insert(all.begin(), all.end()), bound_.insert({row_, column_});
}

void GridFinder::index(Var v, Var length) {
  Sum place = *Sum::product(sums_.of(row_), sums_.of(length));
  place.add(sums_.of(column_), 1);
  sums_.set(v, std::move(place));
}

void GridFinder::visit(const Body& b) {
  for (const Stm& s : b.stms) {
    if (s.op == Op::Scalar && s.element == Element::I64) {
      sums_.learn(s), arithmetic.push_back(&s);
      if (s.args.size() == 2) compare(s);
    }
    if (s.op == Op::Read && are_given({s.args[0]})) read(s);
    if (s.op == Op::If)
      for (const Body& inner : s.bodies) visit(inner);
  }
}

bool GridFinder::are_given(const Vars& vars) const {
  return std::ranges::all_of(vars, [this](Var v) { return !bound_.contains(v) || constants_.contains(v); });
}

/// Returns the coefficients of row and column in the polynomial. Returns nothing if row or column occurs in a
/// product, if a coefficient exceeds 2^20, or if the polynomial has another variable that is not grid-invariant.
std::optional<std::pair<int64_t, int64_t>> GridFinder::moves(const Sum& sum) const {
  constexpr int64_t many = 1 << 20;
  std::pair<int64_t, int64_t> by{0, 0};
  for (const auto& [vars, times] : sum.terms) {
    if (are_given(vars)) continue;
    const auto n = static_cast<int64_t>(times);
    if ((vars != Vars{row_} && vars != Vars{column_}) || n > many || n < -many) return {};
    (vars[0] == row_ ? by.first : by.second) = n;
  }
  return by;
}

/// Guesses whether the polynomial is positive for most elements of the grid. Grid-invariant variables are mostly
/// lengths, which are large, so the signs of their terms decide; returns nothing if these signs differ. Without such
/// terms, a constant of at least 16 or at most -16 decides. Otherwise the sign of the term with row or column
/// decides.
std::optional<bool> GridFinder::is_positive(const Sum& sum) const {
  constexpr int64_t large = 16;
  const auto number = static_cast<int64_t>(sum.constant);
  bool up = number >= large, down = number <= -large, moves_up = false, lengths = false;
  for (const auto& [vars, times] : sum.terms) {
    const bool positive = static_cast<int64_t>(times) > 0;
    if (!are_given(vars))
      moves_up = positive;
    else if (!std::exchange(lengths, true))
      up = positive, down = !positive;
    else
      (positive ? up : down) = true;
  }
  if (up && down) return {};
  return up || (!down && moves_up);
}

/// Adds statement s to `questions` if it compares two ints by order, and its result can be guessed (`is_positive`).
/// Exactly one of the ints must depend on the row or on the column, and it must not depend on both. Such a comparison
/// is monotone in that index unless an operand wraps around: a result that is the same at both ends of a range of
/// indices holds for all indices in between.
void GridFinder::compare(const Stm& s) {
  const bool less = s.builtin == BuiltinId::Less || s.builtin == BuiltinId::LessEqual,
             more = s.builtin == BuiltinId::Greater || s.builtin == BuiltinId::GreaterEqual;
  if (!less && !more) return;
  const Sum a = sums_.of(s.args[0]), b = sums_.of(s.args[1]);
  const auto left = moves(a), right = moves(b);
  if (!left || !right) return;
  const int moving = (left->first != 0) + (left->second != 0) + (right->first != 0) + (right->second != 0);
  if (moving != 1) return;
  Sum difference = less ? b : a;
  difference.add(less ? a : b, ~uint64_t{0});
  if (const auto answer = is_positive(difference)) questions.push_back({&s, *answer});
}

void GridFinder::read(const Stm& s) {
  Sum place = sums_.of(s.args[1]);
  const auto column = place.terms.extract(Vars{column_});
  GridWindow w{.column = s.args[0]};
  if (!column || column.mapped() != 1 || !take_pitch(place, w)) return;
  int64_t down = 0, across = static_cast<int64_t>(place.constant);
  if (!w.pitch) {
    const auto number = static_cast<int64_t>(w.number);
    down = floor_divide(across + number / 2, number), across -= down * number;
  } else if (const auto by = place.terms.extract(Vars{*w.pitch}))
    down = static_cast<int64_t>(by.mapped());
  place.constant = 0;
  const bool near = down <= far_down && down >= -far_down && across <= far_across && across >= -far_across;
  if (!near || !std::ranges::all_of(place.terms, [&](const auto& t) { return are_given(t.first); })) return;
  w.base = std::move(place), w.reads = {{down, across, &s}};
  note(std::move(w));
}

/// Finds the term row * pitch in the polynomial `place`, removes it, and stores the pitch in `w`. Returns false if
/// there is no such term, if other terms have the row too, or if the pitch is no grid-invariant variable or constant.
bool GridFinder::take_pitch(Sum& place, GridWindow& w) const {
  std::optional<Vars> found;
  for (const auto& [vars, times] : place.terms) {
    if (std::ranges::find(vars, row_) == vars.end()) continue;
    if (found || vars.size() > 2 || (vars.size() == 2 && (times != 1 || vars[0] == vars[1]))) return false;
    found = vars;
    if (vars.size() == 2)
      w.pitch = vars[vars[0] == row_ ? 1 : 0];
    else
      w.number = times;
  }
  if (!found || (w.pitch ? !are_given({*w.pitch}) : w.number < 2 || w.number > (1u << 30))) return false;
  place.terms.erase(*found);
  return true;
}

void GridFinder::note(GridWindow w) {
  const auto same = std::ranges::find_if(windows_, [&](const GridWindow& o) {
    return o.column == w.column && o.pitch == w.pitch && o.number == w.number && o.base.terms == w.base.terms;
  });
  if (same == windows_.end())
    windows_.push_back(std::move(w));
  else
    same->reads.push_back(w.reads[0]);
}

std::vector<GridWindow> GridFinder::windows(uint64_t bytes) {
  std::vector<GridWindow> found;
  for (GridWindow& w : windows_) {
    const auto [top, bottom] = std::ranges::minmax(w.reads, {}, &GridWindow::Place::down);
    const auto [left, right] = std::ranges::minmax(w.reads, {}, &GridWindow::Place::across);
    w.top = top.down, w.left = left.across, w.high = bottom.down - w.top + 1,
    w.wide = right.across - w.left + 1;
    std::set<std::pair<int64_t, int64_t>> places;
    for (const auto& p : w.reads) places.insert({p.down, p.across});
    const uint64_t own = w.bytes(element_size(plan_[w.column].element)) + 16;
    if (places.size() <= 2 || w.high > far_down || w.wide > far_across || own > bytes) continue;
    bytes -= own;
    found.push_back(std::move(w));
  }
  return found;
}

} // namespace nova::plan
