// The prover of comparisons. A comparison becomes a linear form that must be at least 0. The form is bounded from
// below by known facts, variable by variable, until only ranges of numbers are left.
#include "jit/analysis/bounds.hpp"
#include "runtime/lengths.hpp"
#include <algorithm>
#include <bit>

namespace nova::plan {

namespace {

constexpr int deepest = 5;         ///< operations that are followed from a variable to its definition
constexpr int most_steps = 64;     ///< steps of one proof
constexpr size_t most_facts = 24;  ///< facts that a proof looks at, the latest first
constexpr size_t most_terms = 8;   ///< variables of a form
constexpr int most_conjuncts = 16; ///< operators `and`, `or` and `not` in a condition, one in the other
/// The largest magnitude of a factor or constant. The sum of `most_terms` products with ints fits in 128 bits.
constexpr int64_t largest = int64_t{1} << 56;

using Wide = __int128;

bool fits(Wide x) { return x >= INT64_MIN && x <= INT64_MAX; }

/// Returns a + times * b, or nothing if a number or the number of terms becomes too large.
std::optional<Linear> plus(const Linear& a, const Linear& b, int64_t times) {
  Linear sum;
  const Wide constant = Wide{a.constant} + Wide{times} * b.constant;
  if (constant > largest || constant < -largest) return {};
  sum.constant = static_cast<int64_t>(constant);
  size_t i = 0, k = 0;
  while (i < a.terms.size() || k < b.terms.size()) {
    const bool left = k == b.terms.size() || (i < a.terms.size() && a.terms[i].first <= b.terms[k].first);
    const Var v = left ? a.terms[i].first : b.terms[k].first;
    Wide factor = 0;
    if (left) factor += a.terms[i++].second;
    if (k < b.terms.size() && b.terms[k].first == v) factor += Wide{times} * b.terms[k++].second;
    if (factor > largest || factor < -largest) return {};
    if (factor != 0) sum.terms.emplace_back(v, static_cast<int64_t>(factor));
  }
  if (sum.terms.size() > most_terms) return {};
  return sum;
}

/// Returns the form in which `by` replaces the variable v, which has this factor in it.
std::optional<Linear> with(const Linear& form, Var v, int64_t factor, const Linear& by) {
  const std::optional<Linear> rest = plus(form, Linear{{{v, 1}}, 0}, -factor);
  return rest ? plus(*rest, by, factor) : rest;
}

std::optional<Linear> times(const Linear& form, int64_t factor) { return plus({}, form, factor); }

/// Returns the least and the greatest value of an element type, converted to int.
std::pair<int64_t, int64_t> ends_of(Element e) {
  switch (e) {
  case Element::I32: return {INT32_MIN, INT32_MAX};
  case Element::I16: return {INT16_MIN, INT16_MAX};
  case Element::I8: return {INT8_MIN, INT8_MAX};
  case Element::U32: return {0, UINT32_MAX};
  case Element::U16: return {0, UINT16_MAX};
  case Element::U8:
  case Element::Char: return {0, UINT8_MAX};
  case Element::Bool: return {0, 1};
  default: return {INT64_MIN, INT64_MAX};
  }
}

/// The initial state of a Loop or Foldl.
std::span<const Var> first_state(const Stm& loop) {
  return std::span(loop.args).subspan(loop.op == Op::Loop ? 0 : 1);
}

/// The body of a round of a Loop or Foldl. Its first parameters are the state.
const Body& round_of(const Stm& loop) { return loop.bodies[loop.op == Op::Loop ? 1 : 0]; }

/// Returns which branch result of the If the out v is.
size_t result_number(const Stm& branch, Var v) {
  return static_cast<size_t>(std::ranges::find(branch.outs, v) - branch.outs.begin());
}

bool is_comparison(BuiltinId id) {
  return id == BuiltinId::Less || id == BuiltinId::LessEqual || id == BuiltinId::Greater ||
         id == BuiltinId::GreaterEqual;
}

} // namespace

int64_t Linear::factor(Var v) const {
  const auto at = std::ranges::find(terms, v, &std::pair<Var, int64_t>::first);
  return at == terms.end() ? 0 : at->second;
}

// ---- ranges of numbers ----

Bounds::Range Bounds::range(Var v, int depth) const {
  const auto at = ranges_.find(v);
  const Range known = at == ranges_.end() ? Range() : at->second;
  const Stm* const s = definitions_[v];
  if (!s || depth == 0) return known;
  const Range made = range_of(*s, depth - 1);
  return {std::max(known.low, made.low), std::min(known.high, made.high)};
}

/// The largest int that has no more bits than `high`.
static int64_t all_bits_below(uint64_t high) {
  return high == 0 ? 0 : static_cast<int64_t>(~uint64_t{0} >> std::countl_zero(high));
}

/// Returns the range of the int that the statement computes; of all ints, if nothing is known.
Bounds::Range Bounds::range_of(const Stm& s, int depth) const {
  if (s.op == Op::Constant && s.element == Element::I64)
    return {static_cast<int64_t>(s.bits), static_cast<int64_t>(s.bits)};
  if (s.op == Op::Filter || s.op == Op::Rows) return {0, most_elements};
  if (s.op != Op::Scalar) return {};
  if (s.builtin == BuiltinId::ToInt) return {ends_of(s.element).first, ends_of(s.element).second};
  if (s.element != Element::I64 || s.args.size() != 2) return {};
  const Range a = range(s.args[0], depth), b = range(s.args[1], depth);
  const auto wide = [](Wide low, Wide high) {
    return fits(low) && fits(high) ? Range{static_cast<int64_t>(low), static_cast<int64_t>(high)} : Range();
  };
  switch (s.builtin) {
  case BuiltinId::Add: return wide(Wide{a.low} + b.low, Wide{a.high} + b.high);
  case BuiltinId::Subtract: return wide(Wide{a.low} - b.high, Wide{a.high} - b.low);
  case BuiltinId::Min: return {std::min(a.low, b.low), std::min(a.high, b.high)};
  case BuiltinId::Max: return {std::max(a.low, b.low), std::max(a.high, b.high)};
  case BuiltinId::Multiply:
    if (a.low < 0 || b.low < 0) return {};
    return wide(Wide{a.low} * b.low, Wide{a.high} * b.high);
  case BuiltinId::Divide: return a.low >= 0 && b.low >= 0 ? Range{0, a.high} : Range();
  case BuiltinId::Remainder:
    if (a.low < 0) return {};
    return {0, b.low > 0 ? std::min(a.high, b.high - 1) : a.high};
  case BuiltinId::BitAnd: // no larger than an operand that is not negative
    if (a.low < 0 && b.low < 0) return {};
    return {0, std::min(a.low < 0 ? INT64_MAX : a.high, b.low < 0 ? INT64_MAX : b.high)};
  case BuiltinId::BitOr:
    if (a.low < 0 || b.low < 0) return {};
    return {std::max(a.low, b.low), all_bits_below(static_cast<uint64_t>(a.high | b.high))};
  case BuiltinId::ShiftRight:
    if (b.low != b.high || b.low < 0 || b.low > 63) return {};
    return {a.low >> b.low, a.high >> b.low};
  default: return {};
  }
}

// ---- linear forms ----

/// Returns the linear form of the int v: what its definition adds, subtracts and multiplies by constants, where none of
/// this wraps. Returns v itself for other definitions.
std::optional<Linear> Bounds::linear(Var v, int depth) const {
  const Stm* const s = definitions_[v];
  if (s && depth > 0)
    if (std::optional<Linear> form = linear_of(*s, depth - 1)) return form;
  return Linear{{{v, 1}}, 0};
}

std::optional<Linear> Bounds::linear_of(const Stm& s, int depth) const {
  if (s.op == Op::Constant && s.element == Element::I64) {
    const auto c = static_cast<int64_t>(s.bits);
    return c <= largest && c >= -largest ? std::optional(Linear{{}, c}) : std::nullopt;
  }
  if (s.op != Op::Scalar || s.element != Element::I64 || s.args.size() != 2) return {};
  const Range a = range(s.args[0], deepest), b = range(s.args[1], deepest);
  if (s.builtin == BuiltinId::Multiply) {
    const bool first = a.low == a.high;
    if (!first && b.low != b.high) return {};
    const Range &other = first ? b : a, &number = first ? a : b;
    if (!fits(Wide{other.low} * number.low) || !fits(Wide{other.high} * number.low)) return {};
    const std::optional<Linear> form = linear(s.args[first], depth);
    return form ? times(*form, number.low) : form;
  }
  const bool adds = s.builtin == BuiltinId::Add;
  if (!adds && s.builtin != BuiltinId::Subtract) return {};
  const Wide low = adds ? Wide{a.low} + b.low : Wide{a.low} - b.high,
             high = adds ? Wide{a.high} + b.high : Wide{a.high} - b.low;
  if (!fits(low) || !fits(high)) return {};
  const std::optional<Linear> left = linear(s.args[0], depth), right = linear(s.args[1], depth);
  return left && right ? plus(*left, *right, adds ? 1 : -1) : std::nullopt;
}

/// Returns a - b - less.
std::optional<Linear> Bounds::difference(Var a, Var b, int64_t less) const {
  const std::optional<Linear> left = linear(a, deepest), right = linear(b, deepest);
  std::optional<Linear> form = left && right ? plus(*left, *right, -1) : std::nullopt;
  return form ? plus(*form, Linear{{}, less}, -1) : form;
}

/// Returns a form that is at least 0 exactly if the comparison gives `holds`.
std::optional<Linear> Bounds::gap(const Stm& s, bool holds) const {
  const Var a = s.args[0], b = s.args[1];
  switch (s.builtin) {
  case BuiltinId::Less: return holds ? difference(b, a, 1) : difference(a, b, 0);
  case BuiltinId::LessEqual: return holds ? difference(b, a, 0) : difference(a, b, 1);
  case BuiltinId::Greater: return holds ? difference(a, b, 1) : difference(b, a, 0);
  case BuiltinId::GreaterEqual: return holds ? difference(a, b, 0) : difference(b, a, 1);
  default: return {};
  }
}

// ---- facts ----

Bounds::Bounds(const Plan& plan) : definitions_(plan) {
  for (Var v : plan.lengths) narrow(v, {0, most_elements});
}

void Bounds::narrow(Var v, Range to) {
  Range& known = ranges_[v];
  changed_ranges_.emplace_back(v, known);
  known = {std::max(known.low, to.low), std::min(known.high, to.high)};
  const Stm* const s = definitions_.find(v, Op::Scalar);
  if (!s || s->element != Element::I64) return;
  if (s->builtin == BuiltinId::Max && to.high < INT64_MAX) // neither is greater than the maximum
    for (Var operand : s->args) narrow(operand, {INT64_MIN, to.high});
  if (s->builtin == BuiltinId::Min && to.low > INT64_MIN)
    for (Var operand : s->args) narrow(operand, {to.low, INT64_MAX});
}

/// Adds the fact that the form is at least 0. If it has one variable, narrows that variable's range.
void Bounds::learn(const Linear& form) {
  facts_.push_back(form);
  if (form.terms.size() != 1) return;
  const auto [v, factor] = form.terms[0];
  if (factor == 1) narrow(v, {-form.constant, INT64_MAX});
  if (factor == -1) narrow(v, {INT64_MIN, form.constant});
}

void Bounds::enter_loop(Var index, Var length) {
  narrow(index, {0, most_elements - 1});
  narrow(length, {1, most_elements});
  if (const std::optional<Linear> above = difference(length, index, 1)) facts_.push_back(*above);
  const Stm* const larger = definitions_.scalar(length, BuiltinId::Max);
  if (!larger || larger->element != Element::I64) return;
  for (size_t k = 0; k < 2;
       ++k) // the maximum of a number and one below 1 is that number, as it is at least 1
    if (range(larger->args[1 - k], deepest).high < 1) {
      narrow(larger->args[k], {1, most_elements});
      if (const std::optional<Linear> above = difference(larger->args[k], index, 1)) facts_.push_back(*above);
    }
}

void Bounds::enter_branch(Var condition, bool holds) { enter_condition(condition, holds, most_conjuncts); }

void Bounds::enter_condition(Var condition, bool holds, int depth) {
  const Stm* const s = definitions_.find(condition, Op::Scalar);
  if (!s || depth == 0) return;
  if (s->builtin == BuiltinId::Not) return enter_condition(s->args[0], !holds, depth - 1);
  if (s->builtin == (holds ? BuiltinId::And : BuiltinId::Or)) {
    for (Var part : s->args) enter_condition(part, holds, depth - 1);
    return;
  }
  if (s->builtin ==
      (holds ? BuiltinId::Or : BuiltinId::And)) { // of which one side may be known to be otherwise
    for (size_t k : {0, 1})
      if (is_otherwise(s->args[1 - k], holds)) enter_condition(s->args[k], holds, depth - 1);
    return;
  }
  if (s->element == Element::I64) learn_comparison(*s, holds);
}

/// Whether the bool, a comparison of two ints, surely is not `holds`.
bool Bounds::is_otherwise(Var condition, bool holds) {
  const Stm* const s = definitions_.find(condition, Op::Scalar);
  if (!s || s->element != Element::I64 || !is_comparison(s->builtin)) return false;
  const std::optional<Linear> form = gap(*s, !holds);
  steps_ = most_steps;
  return form && proved(*form, deepest);
}

/// Adds what follows if the comparison of two ints gives `holds`.
void Bounds::learn_comparison(const Stm& comparison, bool holds) {
  const Stm* const s = &comparison;
  if (is_comparison(s->builtin)) {
    if (const std::optional<Linear> form = gap(*s, holds)) learn(*form);
    return;
  }
  if (s->builtin != BuiltinId::Equal && s->builtin != BuiltinId::NotEqual) return;
  const std::optional<Linear> over = difference(s->args[0], s->args[1], 0),
                              under = difference(s->args[1], s->args[0], 0);
  if (!over || !under) return;
  if ((s->builtin == BuiltinId::Equal) == holds) return learn(*over), learn(*under);
  // Of two different ints, one is greater. Which one, is known if one of them is never less than the other.
  for (const Linear* form : {&*over, &*under}) {
    steps_ = most_steps;
    if (!proved(*form, deepest)) continue;
    if (const std::optional<Linear> more = plus(*form, Linear{{}, 1}, -1)) learn(*more);
    return;
  }
}

// ---- rounds of loops ----

/// Adds what follows from the condition of a Loop, about the state with which a round begins.
void Bounds::enter_condition_of(const Stm& loop) {
  const Body &go = loop.bodies[0], &step = loop.bodies[1];
  const Mark before = mark();
  enter_branch(go.results[0], true);
  std::vector<Linear> found(facts_.begin() + static_cast<ptrdiff_t>(before.facts), facts_.end());
  leave(before);
  for (Linear& form : found) {
    for (auto& [v, factor] : form.terms)
      if (const auto at = std::ranges::find(go.params, v); at != go.params.end())
        v = step.params[static_cast<size_t>(at - go.params.begin())];
    std::ranges::sort(form.terms);
    learn(form);
    for (const auto& [v, factor] : form.terms) { // v is at most, or at least, the largest value of the rest
      const std::optional<Linear> rest = plus(form, Linear{{{v, 1}}, 0}, -factor);
      const std::optional<Linear> turned = rest ? times(*rest, -1) : rest;
      if (!turned || !fits(least(*turned)) || least(*turned) == INT64_MIN) continue;
      const auto most = static_cast<int64_t>(-least(*turned));
      if (factor == -1) narrow(v, {INT64_MIN, most});
      if (factor == 1) narrow(v, {-most, INT64_MAX});
    }
  }
}

/// Returns what the int v may be more than `before`, if it is that int plus or minus another one, or one of two such ints.
std::optional<Bounds::Range> Bounds::growth(Var v, Var before, int depth) const {
  if (v == before) return Range{0, 0};
  const Stm* const s = definitions_[v];
  if (!s || depth == 0) return {};
  if (s->op == Op::If) {
    const size_t k = result_number(*s, v);
    const std::optional<Range> a = growth(s->bodies[0].results[k], before, depth - 1),
                               b = growth(s->bodies[1].results[k], before, depth - 1);
    return a && b ? std::optional(Range{std::min(a->low, b->low), std::max(a->high, b->high)}) : std::nullopt;
  }
  if (s->op != Op::Scalar || s->element != Element::I64 || s->args.size() != 2) return {};
  const bool adds = s->builtin == BuiltinId::Add;
  const size_t own = s->args[0] == before ? 0 : 1;
  if (s->args[own] != before || !(adds || (s->builtin == BuiltinId::Subtract && own == 0))) return {};
  const Range by = range(s->args[1 - own], deepest);
  if (adds) return by;
  return by.low == INT64_MIN ? std::nullopt : std::optional(Range{-by.high, -by.low});
}

/// Adds the fact that a part of a loop's state is at least, or at most, its value `first` if each round, of which `now` is
/// the value before and `next` the value behind, only adds to it, or only subtracts.
void Bounds::learn_growth(Var now, Var next, Var first) {
  const std::optional<Range> more = growth(next, now, deepest);
  const Range known = range(now, deepest);
  if (!more || (more->low == 0 && more->high == 0)) return;
  const bool grows = more->low >= 0 && fits(Wide{known.high} + more->high),
             shrinks = more->high <= 0 && fits(Wide{known.low} + more->low);
  if (!grows && !shrinks) return;
  if (const std::optional<Linear> form = grows ? difference(now, first, 0) : difference(first, now, 0))
    learn(*form);
}

/// Whether the form, which is at least 0 of a state with the value `now`, is so with the value `next` in its place.
bool Bounds::keeps(const Linear& form, Var now, Var next, int depth) {
  if (next == now) return true;
  if (const Stm* const s = definitions_.find(next, Op::If); s && depth > 0) {
    const size_t k = result_number(*s, next);
    return std::ranges::all_of(s->bodies,
                               [&](const Body& b) { return keeps(form, now, b.results[k], depth - 1); });
  }
  const std::optional<Linear> by = linear(next, deepest),
                              replaced = by ? with(form, now, form.factor(now), *by) : by;
  steps_ = most_steps;
  return replaced && proved(*replaced, deepest);
}

/// Adds the fact that the form, of part k of a loop's state, is at least 0 if that is true of the first state and kept by
/// each round. Returns whether it is.
bool Bounds::learn_kept(const Stm& loop, const Linear& form, size_t part) {
  const Body& step = round_of(loop);
  if (!keeps(form, step.params[part], first_state(loop)[part], 0)) return false;
  const Mark before = mark();
  learn(form);
  const bool kept = keeps(form, step.params[part], step.results[part], deepest);
  if (!kept) leave(before);
  return kept;
}

std::vector<Bounds::Kept> Bounds::enter_round(const Stm& loop, std::span<const Var> asked) {
  const Body& step = round_of(loop);
  const auto first = first_state(loop);
  if (loop.op == Op::Loop) enter_condition_of(loop);
  std::vector<Kept> kept;
  const auto note = [&](const Linear& form, size_t k) {
    kept.push_back({form, step.params[k], first[k], loop.outs[k]});
  };
  for (size_t k = 0; k < first.size(); ++k) {
    const size_t before = facts_.size();
    learn_growth(step.params[k], step.results[k], first[k]);
    if (facts_.size() > before) note(facts_.back(), k);
  }
  for (const Linear& form : comparisons_in(asked)) {
    const auto of = std::ranges::find_if(form.terms, [&](const auto& term) {
      return is_any(term.first, std::span(step.params).first(first.size()));
    });
    if (of == form.terms.end()) continue;
    const auto part = static_cast<size_t>(std::ranges::find(step.params, of->first) - step.params.begin());
    const bool others_stay = std::ranges::all_of(form.terms, [&](const auto& term) {
      return term.first == of->first || definitions_.outside_loop(term.first, of->first);
    });
    steps_ = most_steps;
    if (others_stay && !proved(form, deepest) && learn_kept(loop, form, part)) note(form, part);
  }
  return kept;
}

void Bounds::leave_rounds(std::span<const Kept> all) {
  for (const Kept& k : all) {
    if (!keeps(k.form, k.now, k.first, 0)) continue;
    if (const std::optional<Linear> after =
            with(k.form, k.now, k.form.factor(k.now), Linear{{{k.out, 1}}, 0}))
      learn(*after);
  }
}

/// Returns forms that are at least 0 exactly if the comparisons that the conditions name, or join by `and`, are true.
std::vector<Linear> Bounds::comparisons_in(std::span<const Var> conditions) const {
  std::vector<Linear> found;
  for (Var condition : conditions) {
    const Stm* const s = definitions_.find(condition, Op::Scalar);
    if (!s) continue;
    if (s->builtin == BuiltinId::And)
      for (const Linear& form : comparisons_in(s->args)) found.push_back(form);
    else if (is_comparison(s->builtin) && s->element == Element::I64)
      if (const std::optional<Linear> form = gap(*s, true)) found.push_back(*form);
  }
  return found;
}

void Bounds::leave(Mark mark) {
  facts_.resize(mark.facts);
  for (; changed_ranges_.size() > mark.ranges; changed_ranges_.pop_back())
    ranges_[changed_ranges_.back().first] = changed_ranges_.back().second;
}

// ---- proofs ----

bool Bounds::holds(const Stm& s) {
  if (s.op != Op::Scalar || s.element != Element::I64 || !is_comparison(s.builtin)) return false;
  const std::optional<Linear> form = gap(s, true);
  steps_ = most_steps;
  return form && proved(*form, deepest);
}

bool Bounds::is_at_most(Var a, Var b) {
  const std::optional<Linear> form = difference(b, a, 0);
  steps_ = most_steps;
  return form && proved(*form, deepest);
}

std::optional<Var> Bounds::chosen(const Stm& s) {
  const bool least = s.builtin == BuiltinId::Min;
  if (s.op != Op::Scalar || s.element != Element::I64 || (!least && s.builtin != BuiltinId::Max)) return {};
  for (size_t k = 0; k < 2; ++k) {
    const Var one = s.args[k], other = s.args[1 - k];
    if (least ? is_at_most(one, other) : is_at_most(other, one)) return one;
  }
  return {};
}

/// x / c and x % c of an x that is q c + r, where 0 <= r < c, are q and r.
std::optional<Bounds::Exact> Bounds::quotient_or_remainder(const Stm& s) {
  const bool divides = s.builtin == BuiltinId::Divide;
  if (s.op != Op::Scalar || s.element != Element::I64 || (!divides && s.builtin != BuiltinId::Remainder))
    return {};
  const Range by = range(s.args[1], deepest);
  const std::optional<Linear> x = linear(s.args[0], deepest);
  if (by.low != by.high || by.low < 2 || !x || least(*x) < 0) return {};
  const int64_t c = by.low;
  Linear quotient, rest;
  for (const auto& [v, factor] : x->terms)
    if (factor % c == 0)
      quotient.terms.emplace_back(v, factor / c);
    else
      rest.terms.emplace_back(v, factor);
  rest.constant = (x->constant % c + c) % c, quotient.constant = (x->constant - rest.constant) / c;
  const auto at_least_0 = [&](const Linear& form) { return steps_ = most_steps, proved(form, deepest); };
  const std::optional<Linear> below = plus(Linear{{}, c - 1}, rest, -1);
  if (!below || !at_least_0(rest) || !at_least_0(*below)) return {};
  const Linear& result = divides ? quotient : rest;
  if (result.terms.empty()) return Exact{{}, result.constant};
  const bool is_variable = result.terms.size() == 1 && result.terms[0].second == 1 && result.constant == 0;
  return is_variable ? std::optional(Exact{result.terms[0].first}) : std::nullopt;
}

/// The least value of the form for all values in the ranges of its variables.
Wide Bounds::least(const Linear& form) const {
  Wide least = form.constant;
  for (const auto& [v, factor] : form.terms) {
    const Range r = range(v, deepest);
    least += Wide{factor} * (factor > 0 ? r.low : r.high);
  }
  return least;
}

bool Bounds::proved(const Linear& form, int depth) {
  if (least(form) >= 0) return true;
  if (depth == 0 || --steps_ < 0) return false;
  for (const auto& [v, factor] : form.terms) {
    const Stm* const s = definitions_[v];
    if (s && s->op == Op::Reduce && proved_by_kept_index(form, v, factor, *s, depth - 1)) return true;
    if (s && s->op == Op::Scalar && s->element == Element::I64)
      if (proved_by_definition(form, v, factor, *s, depth - 1)) return true;
  }
  return proved_by_facts(form, depth - 1);
}

/// Whether the form is proved with a fact subtracted, as often as one of their variables vanishes by it. What a fact
/// adds is at least 0.
bool Bounds::proved_by_facts(const Linear& form, int depth) {
  const size_t oldest = facts_.size() - std::min(facts_.size(), most_facts);
  for (size_t k = facts_.size(); k-- > oldest;)
    for (const auto& [v, factor] : form.terms) {
      const Linear& fact = facts_[k];
      const int64_t own = fact.factor(v);
      if (own == 0 || (own > 0) != (factor > 0) || factor % own != 0) continue;
      const std::optional<Linear> rest = plus(form, fact, -(factor / own));
      if (rest && proved(*rest, depth)) return true;
    }
  return false;
}

/// Whether the form is proved with the variable v replaced by bounds that follow from its definition `s`.
bool Bounds::proved_by_definition(const Linear& form, Var v, int64_t factor, const Stm& s, int depth) {
  switch (s.builtin) {
  case BuiltinId::Min:
  case BuiltinId::Max: return proved_by_choice(form, v, factor, s, depth);
  case BuiltinId::Remainder: return factor < 0 && proved_by_remainder(form, v, factor, s, depth);
  case BuiltinId::Divide: return proved_by_quotient(form, v, factor, s, depth);
  default: return false;
  }
}

/// v is the minimum or maximum of two ints. A minimum is at most each of them, so that one proof is enough where v
/// counts negatively. It is one of them, so that both proofs are enough in any case.
bool Bounds::proved_by_choice(const Linear& form, Var v, int64_t factor, const Stm& s, int depth) {
  const bool one_is_enough = (s.builtin == BuiltinId::Min) == (factor < 0);
  const auto proved_with = [&](Var operand) {
    const std::optional<Linear> by = linear(operand, deepest);
    const std::optional<Linear> replaced = by ? with(form, v, factor, *by) : by;
    return replaced && proved(*replaced, depth);
  };
  return one_is_enough ? proved_with(s.args[0]) || proved_with(s.args[1])
                       : proved_with(s.args[0]) && proved_with(s.args[1]);
}

/// Whether v, computed by the body that combines two elements of a reduction, is part k of one of them.
bool Bounds::is_kept(const Body& combine, Var v, size_t k) const {
  if (v == combine.params[k] || v == combine.params[combine.params.size() / 2 + k]) return true;
  const Stm* const choice = definitions_.find(v, Op::If);
  if (!choice) return false;
  const size_t out = result_number(*choice, v);
  return std::ranges::all_of(choice->bodies,
                             [&](const Body& b) { return is_kept(combine, b.results[out], k); });
}

/// v is a part of what a reduction of n elements keeps, as argmax keeps an index. It is the first value, or one of the
/// indices 0 to n - 1.
bool Bounds::proved_by_kept_index(const Linear& form, Var v, int64_t factor, const Stm& s, int depth) {
  const auto k = static_cast<size_t>(std::ranges::find(s.outs, v) - s.outs.begin());
  if (s.bodies[0].results[k] != s.bodies[0].params[0] || !is_kept(s.bodies[1], s.bodies[1].results[k], k))
    return false;
  const std::optional<Linear> first = linear(s.args[1 + k], deepest), n = linear(s.args[0], deepest),
                              last = n ? plus(*n, Linear{{}, 1}, -1) : n;
  if (!first || !last) return false;
  const std::optional<Linear> at_first = with(form, v, factor, *first),
                              at_index = with(form, v, factor, factor < 0 ? *last : Linear());
  return at_first && at_index && proved(*at_first, depth) && proved(*at_index, depth);
}

/// v is a % n. If n is positive, v is at most n - 1.
bool Bounds::proved_by_remainder(const Linear& form, Var v, int64_t factor, const Stm& s, int depth) {
  if (range(s.args[1], deepest).low < 1) return false;
  const std::optional<Linear> n = linear(s.args[1], deepest);
  const std::optional<Linear> most = n ? plus(*n, Linear{{}, 1}, -1) : n;
  const std::optional<Linear> replaced = most ? with(form, v, factor, *most) : most;
  return replaced && proved(*replaced, depth);
}

/// v is a / c, truncated, with a constant c > 0. c * v is at least a - c + 1. It is at most a if a is not negative, as it
/// is if v is positive.
bool Bounds::proved_by_quotient(const Linear& form, Var v, int64_t factor, const Stm& s, int depth) {
  const Range c = range(s.args[1], deepest);
  if (c.low != c.high || c.low < 1 || c.low > most_elements) return false;
  if (factor < 0 && range(s.args[0], deepest).low < 0 && range(v, deepest).low < 1) return false;
  const std::optional<Linear> a = linear(s.args[0], deepest), rest = plus(form, Linear{{{v, 1}}, 0}, -factor),
                              scaled = rest ? times(*rest, c.low) : rest;
  if (!a || !scaled) return false;
  const std::optional<Linear> bound = factor < 0 ? a : plus(*a, Linear{{}, c.low - 1}, -1);
  const std::optional<Linear> replaced = bound ? plus(*scaled, *bound, factor) : bound;
  return replaced && proved(*replaced, depth);
}

} // namespace nova::plan
