#include "jit/tiers/cost_model.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/plan/call_costs.hpp"
#include "jit/plan/column_sizes.hpp"
#include "jit/plan/scalar_eval.hpp"
#include "jit/values/flat_layout.hpp"
#include "jit/values/marshal.hpp"
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace nova::plan {
namespace {

constexpr double unknown_inside = 16;
constexpr double infinity = std::numeric_limits<double>::infinity();

uint32_t number(Var v) { return static_cast<uint32_t>(v); }

/// Returns the middle index of a loop with operands[0] iterations.
uint64_t half(const uint64_t* operands) {
  return static_cast<uint64_t>(static_cast<int64_t>(operands[0]) / 2);
}
/// Returns element operands[1] of the column operands[0], operands[0] + operands[2], ..
uint64_t number_at(const uint64_t* operands) { return operands[0] + operands[1] * operands[2]; }
/// Returns the only operand.
uint64_t same(const uint64_t* operands) { return operands[0]; }
/// Returns the difference of two numbers.
uint64_t difference(const uint64_t* operands) { return operands[0] - operands[1]; }
/// Returns the sum of two numbers.
uint64_t sum(const uint64_t* operands) { return operands[0] + operands[1]; }

/// Whether the next value of the loop's state number k is its value plus or minus 1, as `by` tells.
bool counts_by_one(const Definitions& made, const Stm& loop, size_t k, BuiltinId by) {
  const Stm* next = made.scalar(loop.bodies[1].results[k], by);
  return next && next->element == Element::I64 && next->args[0] == loop.bodies[1].params[k] &&
         made.constant(next->args[1]) == 1;
}

bool is_simple(Op op) {
  return op == Op::Constant || op == Op::Scalar || op == Op::Check || op == Op::Read || op == Op::Shift;
}

} // namespace

WorkFormula::WorkFormula(const Plan& plan, const Places& places, Of of)
    : values_(plan.types.size()), known_(plan.types.size()), constant_(plan.types.size()),
      typical_(plan.types.size()) {
  for (size_t k = 0; k < plan.body.params.size() && k < places.size(); ++k) {
    if (!places[k]) continue;
    inputs_.emplace_back(*places[k], number(plan.body.params[k]));
    known_[inputs_.back().second] = true;
  }
  follow(plan, Definitions(plan), plan.body);
  if (of == Statements)
    call_costs_ = call_costs(plan), add_terms(plan, plan.body, {}), note_functions(plan);
  else
    add_columns(plan);
  drop_unneeded();
}

/// Records the scalar operations of `b` whose operands are all known before the run. In a loop's body, its middle index
/// stands for all indices.
void WorkFormula::follow(const Plan& plan, const Definitions& made, const Body& b) {
  for (const Stm& s : b.stms) {
    if (s.op == Op::Constant)
      values_[number(s.outs[0])] = s.bits, known_[number(s.outs[0])] = constant_[number(s.outs[0])] = true;
    if (s.op == Op::If && known_[number(s.args[0])]) choose(plan, made, s);
    if (const Stm* iota = s.op == Op::Read ? made.find(s.args[0], Op::Iota) : nullptr)
      step({BuiltinId::Add, Element::U64, number_at}, s.outs[0],
           std::array{iota->args[1], s.args[1], iota->args[2]});
    if (const auto i = loop_index(s); i && known_[number(loop_length(s))]) {
      step({BuiltinId::Divide, Element::I64, half}, *i, std::array{loop_length(s)});
      typical_[number(*i)] = true;
      follow(plan, made, s.bodies[0]);
    }
    if (s.op == Op::Loop) follow_loop(plan, made, s);
    if (s.op != Op::Scalar || s.args.size() > 3) continue;
    const ScalarFunction f = scalar_function(s.builtin, s.element, plan[s.outs[0]].element);
    if (f.call) step({s.builtin, s.element, f.call}, s.outs[0], s.args);
  }
}

void WorkFormula::step(Step made, Var out, std::span<const Var> args) {
  if (!std::ranges::all_of(args, [&](Var v) { return known_[number(v)]; })) return;
  made.out = number(out), made.count = static_cast<uint32_t>(args.size());
  for (size_t k = 0; k < args.size(); ++k) {
    made.args[k] = number(args[k]);
    if (typical_[made.args[k]]) typical_[made.out] = true;
  }
  steps_.push_back(made);
  known_[made.out] = true;
}

/// Records the parts of a loop's state that no iteration changes, and the number of iterations if the loop counts an int
/// up or down by one as long as it is below or above a number that is known before the run.
void WorkFormula::follow_loop(const Plan& plan, const Definitions& made, const Stm& s) {
  const Body &go = s.bodies[0], &next = s.bodies[1];
  for (size_t k = 0; k < s.outs.size(); ++k) {
    if (next.results[k] != next.params[k]) continue;
    for (const Var v : {go.params[k], next.params[k], s.outs[k]})
      step({BuiltinId::ToInt, Element::I64, same}, v, std::array{s.args[k]});
  }
  follow(plan, made, go);
  if (const Stm* test = made.find(go.results[0], Op::Scalar); test && test->element == Element::I64)
    count_rounds(made, s, *test);
  follow(plan, made, next);
}

/// Adds a number that no variable of the plan has.
Var WorkFormula::add_number() {
  for (auto* flags : {&known_, &constant_, &typical_}) flags->push_back(false);
  values_.push_back(0);
  return static_cast<Var>(values_.size() - 1);
}

/// Records the number of iterations of the loop `s`, which goes on while `test` holds.
void WorkFormula::count_rounds(const Definitions& made, const Stm& s, const Stm& test) {
  const bool less = test.builtin == BuiltinId::Less;
  if (!less && test.builtin != BuiltinId::Greater) return;
  const Var low = test.args[less ? 0 : 1], high = test.args[less ? 1 : 0];
  for (size_t k = 0; k < s.args.size(); ++k) {
    const Var own = s.bodies[0].params[k], first = s.args[k];
    const bool up = own == low && counts_by_one(made, s, k, BuiltinId::Add),
               down = own == high && counts_by_one(made, s, k, BuiltinId::Subtract);
    if (!up && !down) continue;
    const Var end = up ? high : low, index = s.bodies[1].params[k], rounds = add_number(),
              both = add_number();
    step({BuiltinId::Subtract, Element::I64, difference}, rounds,
         up ? std::array{end, first} : std::array{first, end});
    step({BuiltinId::Add, Element::I64, sum}, both, std::array{first, end});
    step({BuiltinId::Divide, Element::I64, half}, index, std::array{both});
    if (known_[number(rounds)]) rounds_[&s] = number(rounds), typical_[number(index)] = true;
    return;
  }
}

/// Records a selection for each result of the If `s`. Both branches are recorded, since their operations cannot fail.
void WorkFormula::choose(const Plan& plan, const Definitions& made, const Stm& s) {
  for (const Body& side : s.bodies) follow(plan, made, side);
  for (size_t k = 0; k < s.outs.size(); ++k)
    step({}, s.outs[k], std::array{s.args[0], s.bodies[0].results[k], s.bodies[1].results[k]});
}

/// Returns the number of iterations that the constant `v` gives: its value, or 0 if that is negative.
double WorkFormula::rounds(Var v) const {
  return std::max(0.0, static_cast<double>(static_cast<int64_t>(values_[number(v)])));
}

/// Returns the term for the bodies of the loop `s`, whose number of iterations its state may tell.
WorkFormula::Term WorkFormula::times_rounds(Term around, const Stm& s) {
  const auto rounds = rounds_.find(&s);
  if (rounds == rounds_.end()) return around.each *= unknown_inside, exact_ = false, around;
  exact_ = exact_ && !typical_[rounds->second];
  around.counts.push_back(rounds->second);
  return around;
}

/// Returns the term for the bodies of `s`: `around` times the number of iterations of `s`.
WorkFormula::Term WorkFormula::times(const Term& around, const Stm& s) {
  Term t = around;
  if (s.op == Op::Loop) return times_rounds(std::move(t), s);
  if (s.args.empty() || s.op == Op::If) return t;
  const Var n = loop_length(s);
  exact_ = exact_ && known_[number(n)] && !typical_[number(n)];
  if (known_[number(n)]) last_ = number(n);
  if (constant_[number(n)]) return t.each *= rounds(n), t;
  if (last_)
    t.counts.push_back(*last_);
  else
    t.each *= unknown_;
  return t;
}

/// Marks the formula as inexact if a function of the plan has a loop, because the cost of a call counts only one
/// iteration of each loop.
void WorkFormula::note_functions(const Plan& plan) {
  for (const Function& f : plan.functions)
    for_each_stm(f.body, [&](const Stm& s) { exact_ &= s.op == Op::If || s.bodies.empty(); });
}

void WorkFormula::add_bodies(const Plan& plan, const Stm& s, const Term& inside) {
  for (const Body& inner : s.bodies) add_terms(plan, inner, inside);
}

/// Adds the terms of both branches of the If `s`. If neither branch contains an iteration count, adds only the terms
/// of the branch with more statements.
void WorkFormula::add_branches(const Plan& plan, const Stm& s, const Term& around) {
  const size_t begin = terms_.size();
  add_terms(plan, s.bodies[0], around);
  const size_t middle = terms_.size();
  add_terms(plan, s.bodies[1], around);
  const auto counted = [&](const Term& t) { return t.counts != around.counts; };
  if (std::any_of(terms_.begin() + static_cast<std::ptrdiff_t>(begin), terms_.end(), counted)) return;
  Term longer{0, around.counts}, other = longer;
  for (size_t k = begin; k < terms_.size(); ++k) (k < middle ? longer : other).each += terms_[k].each;
  terms_.resize(begin);
  longer.each = std::max(longer.each, other.each);
  if (longer.each > 0) terms_.push_back(std::move(longer));
}

void WorkFormula::add_terms(const Plan& plan, const Body& b, const Term& around) {
  Term simple{0, around.counts};
  for (const Stm& s : b.stms) {
    if (is_simple(s.op))
      ++simple.each;
    else if (s.op == Op::Call) {
      simple.each += call_costs_[s.function];
      exact_ = exact_ && !plan.functions[s.function].recursive;
    } else {
      const Term inside = times(around, s);
      const auto last = std::exchange(last_, std::nullopt); // inside, an unknown count is assumed to be 16
      const double unknown = std::exchange(unknown_, unknown_inside);
      s.op == Op::If ? add_branches(plan, s, inside) : add_bodies(plan, s, inside);
      terms_.push_back(inside);
      last_ = last, unknown_ = unknown;
    }
  }
  simple.each *= around.each;
  if (simple.each > 0) terms_.push_back(std::move(simple));
}

/// Adds the bytes of the columns that the top-level statements make. Leaves out columns whose length is not known
/// before the run, such as the result of a filter.
void WorkFormula::add_columns(const Plan& plan) {
  for (const Stm& s : plan.body.stms) {
    const StatementSize size = size_of(plan, s);
    exact_ = exact_ && size.complete;
    for (const ColumnSize& c : size.columns) {
      const auto each = static_cast<double>(c.each);
      if (c.at_most || !known_[number(c.count)])
        exact_ = false;
      else
        terms_.push_back({each, {number(c.count)}});
      if (c.and_one) terms_.push_back({each, {}});
    }
  }
}

void WorkFormula::drop_unneeded() {
  std::vector<bool> needed(known_.size());
  for (const Term& t : terms_)
    for (const uint32_t v : t.counts) needed[v] = true;
  for (size_t k = steps_.size(); k-- > 0;) {
    const Step& s = steps_[k];
    if (needed[s.out])
      for (uint32_t a = 0; a < s.count; ++a) needed[s.args[a]] = true;
  }
  std::erase_if(steps_, [&](const Step& s) { return !needed[s.out]; });
  std::erase_if(inputs_, [&](const auto& in) { return !needed[in.second]; });
}

double WorkFormula::amount(const Value* frame) {
  for (const auto& [place, v] : inputs_) values_[v] = static_cast<uint64_t>(place.read(frame));
  for (const Step& s : steps_) {
    const uint64_t operands[3] = {values_[s.args[0]], values_[s.args[1]], values_[s.args[2]]};
    values_[s.out] = s.call ? s.call(operands) : operands[operands[0] ? 1 : 2];
  }
  double sum = 0;
  for (const Term& t : terms_) {
    double n = t.each;
    for (const uint32_t v : t.counts)
      n *= std::max(0.0, static_cast<double>(static_cast<int64_t>(values_[v])));
    sum += n;
  }
  return sum;
}

// ---- upper bounds of the amount ----

/// The interval in which a number lies.
struct WorkFormula::Range {
  double low = -infinity, high = infinity;
  double magnitude() const { return std::max(std::abs(low), std::abs(high)); }
};

/// Returns the range of the result of `s`, from the ranges of its operands. It is unbounded for operations that are
/// not handled here.
WorkFormula::Range WorkFormula::result(const Step& s, const std::vector<Range>& known) {
  const Range &a = known[s.args[0]], &b = known[s.args[1]], &c = known[s.args[2]];
  if (!s.call) return {std::min(b.low, c.low), std::max(b.high, c.high)};
  if (s.builtin == BuiltinId::ToInt && is_integer(s.element)) return a;
  if (s.element != Element::I64) return {};
  switch (s.builtin) {
  case BuiltinId::Add: return {a.low + b.low, a.high + b.high};
  case BuiltinId::Subtract: return {a.low - b.high, a.high - b.low};
  case BuiltinId::Negate: return {-a.high, -a.low};
  case BuiltinId::Min: return {std::min(a.low, b.low), std::min(a.high, b.high)};
  case BuiltinId::Max: return {std::max(a.low, b.low), std::max(a.high, b.high)};
  case BuiltinId::Divide: return {-a.magnitude(), a.magnitude()};
  case BuiltinId::Remainder: {
    const double m = std::min(a.magnitude(), b.magnitude());
    return {-m, m};
  }
  case BuiltinId::Multiply: {
    const double m = a.magnitude() * b.magnitude();
    if (a.low >= 0 && b.low >= 0) return {0, m};
    return {-m, m};
  }
  default: return {};
  }
}

/// Returns an upper bound of the amount for inputs in these ranges; range k is that of `inputs_[k]`.
double WorkFormula::most(const std::vector<Range>& inputs) const {
  std::vector<Range> known(values_.size());
  for (size_t v = 0; v < known.size(); ++v) {
    const double value = static_cast<double>(static_cast<int64_t>(values_[v]));
    known[v] = {value, value}; // this is right for constants; all others are set below
  }
  for (size_t k = 0; k < inputs.size(); ++k) known[inputs_[k].second] = inputs[k];
  for (const Step& s : steps_) known[s.out] = result(s, known);
  double sum = 0;
  for (const Term& t : terms_) {
    double n = t.each;
    for (const uint32_t v : t.counts) n = known[v].high > 0 ? n * known[v].high : 0;
    sum += n;
  }
  return sum;
}

std::optional<std::vector<Tiers::Form::Small::Bound>> WorkFormula::bounds(double limit) const {
  const auto ranges = [&](double most) {
    std::vector<Range> r;
    for (const auto& [place, v] : inputs_)
      if (place.global) { // a definition's value does not change
        const auto now = static_cast<double>(place.read(nullptr));
        r.push_back({now, now});
      } else
        r.push_back({place.dimension < 0 ? -most : 0, most});
    return r;
  };
  uint64_t most = uint64_t{1} << 20;
  while (most > 0 && !(this->most(ranges(static_cast<double>(most))) <= limit)) most /= 2;
  std::vector<Range> inputs = ranges(static_cast<double>(most));
  if (!(this->most(inputs) <= limit)) return {};
  std::vector<Tiers::Form::Small::Bound> needed;
  for (size_t k = 0; k < inputs.size(); ++k) {
    const Range bounded = std::exchange(inputs[k], {});
    if (this->most(inputs) <= limit) continue;
    inputs[k] = bounded;
    if (!inputs_[k].first.global) needed.push_back({inputs_[k].first, most});
  }
  return needed;
}

// ---- where integers are read from ----

namespace {

class NumberPlaces {
 public:
  NumberPlaces(Types& types, const BoxedFunctions* boxed) : types_(types), boxed_(boxed) {}
  WorkFormula::Places found;

  void value(TypeId type, const NumberPlace& at) {
    const TypeId t = types_.resolve(type);
    switch (types_[t].kind) {
    case TypeKind::Prim:
      if (const Element e = types_.element(t); e != Element::Unit)
        found.push_back(is_integer(e) ? std::optional(at) : std::nullopt);
      return;
    case TypeKind::Tuple: return items({types_.args(t).begin(), types_.args(t).end()}, at);
    case TypeKind::Vector: return vector(t, at);
    default: return sum(t, at);
    }
  }
  /// Adds the parameters of a region (a heap of cells): its capacity, its used count and its columns. The value of
  /// none of them is known.
  void region(TypeId t) { found.resize(found.size() + 2 + region_parts(types_, t, boxed_).size()); }
  /// Adds the parameters of a value that holds functions or cells. Of these only the lengths of a vector are known.
  void value(const ValueShape& s, NumberPlace at) {
    const size_t all = found.size() + flat_types(types_, s).size();
    const uint32_t rank = s.kind == ValueShape::Vector ? types_.rank_of(s.type) : 0;
    for (uint32_t d = 0; d < rank; ++d) at.dimension = static_cast<int32_t>(d), found.push_back(at);
    found.resize(all);
  }

 private:
  void items(const std::vector<TypeId>& types, const NumberPlace& at) {
    for (uint32_t k = 0; k < types.size(); ++k) {
      NumberPlace item = at;
      item.path.push_back(k);
      value(types[k], item);
    }
  }
  void vector(TypeId t, NumberPlace at) {
    const uint32_t rank = types_.rank_of(t);
    for (uint32_t d = 0; d < rank; ++d) at.dimension = static_cast<int32_t>(d), found.push_back(at);
    unknown(t, rank);
  }
  /// Adds to `found` where the numbers of a sum type's value lie in the inputs. Those of its fields are known only if
  /// the type has a single constructor; an empty place stands for each of the others.
  void sum(TypeId t, const NumberPlace& at) {
    const auto constructors = constructor_fields(types_, t);
    if (constructors.size() == 1)
      items(constructors[0], at);
    else
      unknown(t, 0);
  }
  void unknown(TypeId t, size_t but) {
    const auto all = flat_types(types_, t);
    found.resize(found.size() + (all ? all->size() : but) - but);
  }
  Types& types_;
  const BoxedFunctions* boxed_;
};

} // namespace

WorkFormula::Places number_places(Types& types, std::span<const Input> inputs, const BoxedFunctions* boxed,
                                  const std::function<const Value*(uint32_t)>& definition) {
  NumberPlaces places(types, boxed);
  for (const Input& in : inputs) {
    NumberPlace at{.slot = in.index, .path = in.path};
    static const Value used = Value::of(int64_t{text_used});
    if (in.kind == Input::Global) at.global = definition(in.index);
    if (in.kind == Input::TextMode) at.global = &used;
    if (in.kind == Input::Region)
      places.region(in.type);
    else
      in.shape.kind == ValueShape::Plain ? places.value(in.type, at) : places.value(in.shape, at);
  }
  return std::move(places.found);
}

} // namespace nova::plan
