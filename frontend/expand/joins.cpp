// Finds equi-joins. The search looks at symbols alone, so it may miss a join, and never sees one where none is.
#include "frontend/expand/joins.hpp"
#include "frontend/core/builtin.hpp"
#include "frontend/expand/expressions.hpp"
#include <algorithm>

namespace nova {

/// Appends what stands before each dot of a name: b.p.x may be a field of b.p, or of b.
static void note_records(ExpanderState& ex, std::string_view name, std::vector<Symbol>& out) {
  for (size_t dot = name.find('.', 1); dot < name.size(); dot = name.find('.', dot + 1))
    out.push_back(ex.f.symbols.intern(name.substr(0, dot)));
}

bool note_mentioned(ExpanderState& ex, const Datum& d, std::vector<Symbol>& out) {
  std::vector<const Datum*> todo{&d};
  while (!todo.empty()) {
    if (ex.form.scan_budget == 0) return false;
    --ex.form.scan_budget;
    const Datum* at = todo.back();
    todo.pop_back();
    if (at->is(DatumKind::Symbol)) {
      out.push_back(at->symbol);
      note_records(ex, ex.spelling(*at), out);
    }
    todo.insert(todo.end(), at->items.begin(), at->items.end());
  }
  return true;
}

void note_bound(ExpanderState& ex, const Datum& d, std::vector<Symbol>& out) {
  std::vector<const Datum*> todo{&d};
  while (!todo.empty()) {
    const Datum* at = todo.back();
    todo.pop_back();
    if (at->is(DatumKind::Symbol) && !ex.is_word(*at, ex.words.underscore)) out.push_back(at->symbol);
    Data parts = at->items;
    if (at->is(DatumKind::List)) {
      if (const auto colon = ex.find_word(parts, ex.words.colon)) parts = parts.first(*colon);
      const bool constructed = parts.size() == at->items.size() || parts.size() > 1;
      if (constructed && !parts.empty() && parts[0]->is(DatumKind::Symbol)) parts = parts.subspan(1);
    }
    todo.insert(todo.end(), parts.begin(), parts.end());
  }
}

namespace {

bool contains(const std::vector<Symbol>& names, Symbol s) {
  return std::ranges::find(names, s) != names.end();
}

/// Whether one of the names stands in `d`, or may do so, since the budget did not suffice.
bool mentions_any(ExpanderState& ex, const Datum& d, const std::vector<Symbol>& names) {
  std::vector<Symbol> all;
  return !note_mentioned(ex, d, all) ||
         std::ranges::any_of(all, [&](Symbol s) { return contains(names, s); });
}

/// Looks at one generator, and at filters after it.
class JoinFinder {
 public:
  JoinFinder(ExpanderState& ex, const Generator& g) : ex_(ex), g_(g) { note_bound(ex, g.pattern, later_); }

  /// Whether `filter` has an equation that joins the generator, and its evaluation surely gives a value. It may
  /// then be evaluated for more elements than the nested loops evaluate it for.
  bool joins_safely(const Datum& filter) const {
    const std::optional<EquiJoin> join = find(filter);
    return join && is_safe(*join->earlier) && is_safe(*join->later) &&
           std::ranges::all_of(join->rest, [&](const Datum* d) { return is_safe(*d); });
  }

  /// Whether the evaluation of `d` surely gives a value. Local variables and literals do, and scalar built-ins of
  /// them, but for division. `depth` is how many data enclose `d`.
  bool is_safe(const Datum& d, size_t depth = 0) const {
    const auto all_safe = [&](Data items) {
      return std::ranges::all_of(items, [&](const Datum* i) { return is_safe(*i, depth + 1); });
    };
    if (depth == 32) return false;
    switch (d.kind) {
    case DatumKind::Symbol:
      return is_bound(d.symbol) || ex_.names.resolve(d.symbol, Want::Value).kind == Meaning::Local;
    case DatumKind::Vector: // rows may differ in length where a vector#n is asked for
      return all_safe(d.items) &&
             std::ranges::none_of(d.items, [](const Datum* i) { return i->is(DatumKind::Vector); });
    case DatumKind::Tuple:
    case DatumKind::Project: return all_safe(d.items);
    case DatumKind::List:
      return d.items.size() > 1 && is_safe_head(*d.items[0]) && all_safe(d.items.subspan(1));
    case DatumKind::Comprehension:
    case DatumKind::Index:
    case DatumKind::TypeVariable: return false;
    default: return true;
    }
  }

  std::optional<EquiJoin> find(const Datum& filter) const {
    if (is_equation(filter)) return sides(filter, {});
    const bool several = filter.is(DatumKind::List) && filter.items.size() >= 2 && is_and(*filter.items[0]);
    return several ? find_among(filter.items.subspan(1)) : std::nullopt;
  }

 private:
  ExpanderState& ex_;
  const Generator& g_;
  std::vector<Symbol> later_; ///< the names that the generator binds

  bool mentions(const Datum& d, const std::vector<Symbol>& names) const {
    return mentions_any(ex_, d, names);
  }
  /// Whether the generator's source uses earlier variables, or its pattern hides some.
  bool depends() const {
    const auto hides = [&](Symbol s) { return contains(g_.earlier, s); };
    return std::ranges::any_of(later_, hides) || mentions(g_.source, g_.earlier);
  }
  bool is_bound(Symbol s) const { return contains(g_.earlier, s) || contains(later_, s); }
  Meaning meaning_of(const Datum& head) const {
    if (!head.is(DatumKind::Symbol) || is_bound(head.symbol)) return {};
    return ex_.names.resolve(head.symbol, Want::Head);
  }
  bool is_equation(const Datum& d) const {
    if (!d.is(DatumKind::List) || d.items.size() != 3) return false;
    return meaning_of(*d.items[0]) == Meaning{Meaning::Builtin, static_cast<uint32_t>(BuiltinId::Equal)};
  }
  bool is_and(const Datum& head) const {
    const Meaning m = meaning_of(head);
    return m.kind == Meaning::Macro && m == ex_.names.member(ex_.prelude, ex_.words.and_, Table::Values);
  }

  /// Finds an equation among conditions that all have to hold. One that stands behind others is tested before them. So these,
  /// and its keys, have to give values for all elements.
  std::optional<EquiJoin> find_among(Data conditions) const {
    for (size_t k = 0; k < conditions.size(); ++k) {
      const Datum& condition = *conditions[k];
      const auto join = is_equation(condition) ? sides(condition, without(conditions, k)) : std::nullopt;
      if (join && (k == 0 || (is_safe(*join->earlier) && is_safe(*join->later)))) return join;
      if (!is_safe(condition)) return std::nullopt;
    }
    return std::nullopt;
  }
  Data without(Data conditions, size_t k) const {
    if (k == 0) return conditions.subspan(1);
    std::vector<const Datum*> others(conditions.begin(), conditions.end());
    others.erase(others.begin() + static_cast<ptrdiff_t>(k));
    return ex_.f.data.items(others);
  }

  std::optional<EquiJoin> sides(const Datum& equation, Data rest) const {
    const Datum &l = *equation.items[1], &r = *equation.items[2];
    const auto is_key = [&](const Datum& d, const std::vector<Symbol>& of,
                            const std::vector<Symbol>& not_of) {
      return mentions(d, of) && !mentions(d, not_of);
    };
    const bool plain = is_key(l, g_.earlier, later_) && is_key(r, later_, g_.earlier);
    const bool swapped = !plain && is_key(l, later_, g_.earlier) && is_key(r, g_.earlier, later_);
    if ((!plain && !swapped) || depends() || !keys_first(l, r, rest)) return std::nullopt;
    EquiJoin join{.equation = equation.span, .rest = rest};
    join.earlier = swapped ? &r : &l, join.later = swapped ? &l : &r, join.later_first = swapped;
    join.safe_source = is_safe(g_.source) && !mentions(g_.source, later_);
    return join;
  }
  /// Whether no error in the conditions `rest` comes before an error in a key. The loops check `rest` between keys.
  bool keys_first(const Datum& l, const Datum& r, Data rest) const {
    return (is_safe(l) && is_safe(r)) ||
           std::ranges::all_of(rest, [&](const Datum* d) { return is_safe(*d); });
  }
  bool is_safe_head(const Datum& head) const {
    const Meaning m = meaning_of(head);
    if (m.kind != Meaning::Builtin) return false;
    const auto id = static_cast<BuiltinId>(m.id);
    return builtin(id).kind == BuiltinKind::Scalar && id != BuiltinId::Divide && id != BuiltinId::Remainder;
  }
};

/// Moves equations to the generators that they join, within one branch.
class EquationMover {
 public:
  EquationMover(ExpanderState& ex, Data qualifiers) : ex_(ex), all_(qualifiers.begin(), qualifiers.end()) {}

  std::vector<const Datum*> moved() {
    std::vector<Symbol> earlier;
    for (size_t k = 0; k < all_.size(); ++k) {
      const std::optional<Generator> g = generator_of(ex_, *all_[k], earlier);
      if (!g) continue;
      if (k > 0) move_to(k, *g);
      note_bound(ex_, g->pattern, earlier);
    }
    return all_;
  }

 private:
  ExpanderState& ex_;
  std::vector<const Datum*> all_;

  /// Moves the first equation that joins generator k right behind it. Stops at a qualifier that an equation must not
  /// pass.
  void move_to(size_t k, const Generator& g) {
    const JoinFinder finder(ex_, g);
    if (k + 1 < all_.size() && find_join(ex_, g, *all_[k + 1])) return;
    std::vector<Symbol> hidden; // by the generators in between
    Generator all = g;          // with these names, too
    for (size_t at = k + 1; at < all_.size(); ++at) {
      const Datum& q = *all_[at];
      if (const std::optional<Generator> between = generator_of(ex_, q, {})) {
        if (!may_pass(*between)) return;
        note_bound(ex_, between->pattern, hidden), note_bound(ex_, between->pattern, all.earlier);
      } else if (finder.joins_safely(q) && !mentions_any(ex_, q, hidden)) {
        const auto to = all_.begin() + static_cast<ptrdiff_t>(k) + 1,
                   from = all_.begin() + static_cast<ptrdiff_t>(at);
        std::rotate(to, from, from + 1);
        return;
      } else if (!JoinFinder(ex_, all).is_safe(q)) {
        return;
      }
    }
  }

  /// Whether the generator surely gives elements that fit its pattern: an equation may stand before it, though it is
  /// then evaluated for fewer elements.
  bool may_pass(const Generator& g) const {
    const auto is_name = [](const Datum* d) { return d->is(DatumKind::Symbol); };
    const bool fits = g.pattern.is(DatumKind::Symbol) ||
                      (g.pattern.is(DatumKind::Tuple) && std::ranges::all_of(g.pattern.items, is_name));
    return fits && g.source.is(DatumKind::Symbol);
  }
};

} // namespace

std::optional<Generator> generator_of(ExpanderState& ex, const Datum& q, std::vector<Symbol> earlier) {
  const auto arrow = q.is(DatumKind::List) ? ex.find_word(q.items, ex.words.from) : std::nullopt;
  if (!arrow || *arrow == 0 || *arrow + 1 >= q.items.size()) return std::nullopt;
  return Generator{std::move(earlier), *as_one(ex, q.items.first(*arrow)),
                   *as_one(ex, q.items.subspan(*arrow + 1))};
}

std::vector<const Datum*> equations_first(ExpanderState& ex, Data qualifiers) {
  return EquationMover(ex, qualifiers).moved();
}

std::optional<EquiJoin> find_join(ExpanderState& ex, const Generator& generator, const Datum& filter) {
  return JoinFinder(ex, generator).find(filter);
}

} // namespace nova
