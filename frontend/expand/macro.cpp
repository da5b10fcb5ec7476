#include "frontend/expand/macro.hpp"
#include "frontend/expand/macro_compile.hpp"
#include "frontend/source/utf8.hpp"
#include "runtime/watch.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr uint32_t max_nested_uses = 10'000;
constexpr uint64_t max_made = 2'000'000; // the most data that macros may make for one top-level form

/// What a pattern variable matched: one datum, or several if `...` applies to it. If the `...` directly follows the
/// variable, `run` is the matched range of the use's own items. Otherwise `many` has one match for each repetition.
struct Match {
  const Datum* one = nullptr;
  std::span<const Datum* const> run;
  std::vector<Match> many;
  size_t size() const { return run.empty() ? many.size() : run.size(); }
};

/// Matches the items of a macro use against a pattern, and stores in `out` what each variable matched.
class Matcher {
 public:
  Matcher(const Names& names, DatumArena& arena, std::vector<Match>& out)
      : names_(names), arena_(arena), out_(out) {}

  bool sequence(const SyntaxPattern& p, std::span<const Datum* const> items) {
    size_t patterns = p.items.size() - p.tail, least = patterns - p.repeated.has_value();
    if (items.size() < least || (!p.tail && !p.repeated && items.size() > least)) return false;
    size_t at = 0, repeats = p.tail || !p.repeated ? 0 : items.size() - least;
    if (p.tail && p.repeated) repeats = items.size() - least;
    for (size_t i = 0; i < patterns; ++i) {
      bool several = p.repeated == i;
      size_t count = several ? repeats : 1;
      if (!(several ? repeated(p.items[i], items.subspan(at, count)) : match(p.items[i], *items[at])))
        return false;
      at += count;
    }
    return !p.tail || match(p.items.back(), *list(items.subspan(at)));
  }

 private:
  const Names& names_;
  DatumArena& arena_;
  std::vector<Match>& out_;

  /// Whether data of this kind differ by Datum::integer beside their items.
  static bool has_number(const Datum& d) { return d.is(DatumKind::Project) || d.is(DatumKind::Range); }
  bool match(const SyntaxPattern& p, const Datum& d) {
    switch (p.kind) {
    case SyntaxPattern::Anything: return true;
    case SyntaxPattern::Variable: return out_[p.variable].one = &d, true;
    case SyntaxPattern::Literal: return literal(p, d);
    case SyntaxPattern::Same: return same_datum(*p.datum, d);
    case SyntaxPattern::Sequence:
      if (p.datum->kind != d.kind || (has_number(d) && p.datum->integer != d.integer) ||
          (d.is(DatumKind::Field) && p.datum->symbol != d.symbol))
        return false;
      return sequence(p, d.items);
    }
    return false;
  }
  /// Whether `d` is spelt like the literal `p`, and means the same here as the literal does where the macro is
  /// defined.
  bool literal(const SyntaxPattern& p, const Datum& d) const {
    return d.is(DatumKind::Symbol) && names_.root(d.symbol) == names_.root(p.literal) &&
           names_.resolve(d.symbol, Want::Head) == names_.resolve(p.literal, Want::Head);
  }
  bool repeated(const SyntaxPattern& p, std::span<const Datum* const> items) {
    if (p.kind == SyntaxPattern::Variable) return out_[p.variable].run = items, true;
    std::vector<std::vector<Match>> collected(p.variables.size());
    for (const Datum* d : items) {
      if (!match(p, *d)) return false;
      for (size_t v = 0; v < p.variables.size(); ++v)
        collected[v].push_back(std::exchange(out_[p.variables[v]], {}));
    }
    for (size_t v = 0; v < p.variables.size(); ++v) out_[p.variables[v]].many = std::move(collected[v]);
    return true;
  }
  const Datum* list(std::span<const Datum* const> items) {
    Datum* d =
        arena_.make(DatumKind::List, items.empty() ? Span{} : join(items.front()->span, items.back()->span));
    d->items = arena_.items(items);
    return d;
  }
};

/// Instantiates the template of a clause for one use of the macro.
class Instance {
 public:
  /// If `rest` is not null, it replaces the item of the body with index Clause::rest_item. That item is a use of the
  /// macro on the remaining data, and `rest` is the expansion of this use. `made` counts the data that are made.
  Instance(Frontend& f, Names& names, const Macro& macro, const Macro::Clause& clause, uint32_t expansion,
           uint64_t& made, const Datum* rest)
      : f_(f), names_(names), macro_(macro), clause_(clause), expansion_(expansion), made_(made), rest_(rest),
        aliases_(clause.inserted.size()) {}

  /// Returns the instance of the clause's template. Returns null if an ellipsis iterates over variables with
  /// different numbers of matches, if what stands behind a dot is no list, or if too many data are made.
  const Datum* make(const std::vector<Match>& matches) {
    std::vector<const Match*> environment;
    for (const Match& m : matches) environment.push_back(&m);
    const Datum* d = datum(clause_.body, environment);
    return problem_.empty() && made_ <= max_made ? d : nullptr;
  }
  const std::string& problem() const { return problem_; }

 private:
  using Environment = std::vector<const Match*>;
  using Items = std::vector<const Datum*>;
  Frontend& f_;
  Names& names_;
  const Macro& macro_;
  const Macro::Clause& clause_;
  uint32_t expansion_;
  uint64_t& made_;
  const Datum* rest_;
  std::vector<Symbol> aliases_; // for each symbol in clause_.inserted: its alias, made when first needed
  std::string problem_;

  Span here(const Datum& d) const { return {d.span.file, d.span.begin, d.span.end, expansion_}; }

  const Datum* datum(const SyntaxTemplate& t, const Environment& environment) {
    switch (t.kind) {
    case SyntaxTemplate::Variable: return environment[t.number]->one;
    case SyntaxTemplate::Insert: return insert(t);
    case SyntaxTemplate::Atom: return copy(*t.datum);
    case SyntaxTemplate::Sequence: return sequence(t, environment);
    }
    return nullptr;
  }
  Datum* copy(const Datum& original) {
    Watch::poll();
    ++made_;
    Datum* d = f_.data.make(original.kind, {});
    *d = original;
    d->span = here(original);
    return d;
  }
  const Datum* insert(const SyntaxTemplate& t) {
    Symbol& alias = aliases_[t.number];
    if (alias == Symbol{}) alias = names_.alias(clause_.inserted[t.number], macro_.site);
    Datum* d = copy(*t.datum);
    d->symbol = alias;
    return d;
  }
  const Datum* sequence(const SyntaxTemplate& t, const Environment& environment) {
    Items items;
    for (size_t i = 0; i < t.items.size(); ++i) {
      if (rest_ && &t == &clause_.body && i == clause_.rest_item)
        items.push_back(rest_);
      else if (t.tail && i + 1 == t.items.size())
        append_tail(t.items[i], environment, items);
      else
        repeat(t.items[i], 0, environment, items);
    }
    made_ += items.size();
    if (made_ > max_made) return t.datum;
    if (t.datum->is(DatumKind::Tuple) && items.size() == 1) return items[0]; // a tuple has at least two items
    Datum* d = copy(*t.datum);
    if (t.datum->is(DatumKind::Tuple) && items.empty()) d->kind = DatumKind::Nil;
    if (t.names_field) name_field(*d, *environment[t.number]->one);
    d->items = f_.data.items(items);
    return d;
  }
  void name_field(Datum& field, const Datum& name) {
    if (!name.is(DatumKind::Symbol)) return void(problem_ = "what names a field is no name");
    field.symbol = names_.root(name.symbol);
  }
  void append_tail(const SyntaxTemplate& t, const Environment& environment, Items& out) {
    const Datum* tail = datum(t, environment);
    if (!tail->is(DatumKind::List)) return void(problem_ = "what stands behind the dot is no list");
    out.insert(out.end(), tail->items.begin(), tail->items.end());
  }
  /// Appends to `out` the instances of `t` for all iterations of the `...` that follow it. The first `level` of these
  /// `...` are already iterated over by the callers.
  void repeat(const SyntaxTemplate& t, size_t level, const Environment& environment, Items& out) {
    if (made_ + out.size() > max_made) return void(made_ = max_made + 1);
    if (level == t.drivers.size()) return out.push_back(datum(t, environment));
    auto& drivers = t.drivers[level];
    const Match& first = *environment[drivers[0]];
    if (t.kind == SyntaxTemplate::Variable && !first.run.empty())
      return void(out.insert(out.end(), first.run.begin(), first.run.end()));
    for (uint32_t v : drivers)
      if (environment[v]->size() != first.size()) problem_ = "what stands before `...` has different lengths";
    if (!problem_.empty()) return;
    Environment inner = environment;
    std::vector<Match> singles(drivers.size());
    for (size_t i = 0; i < first.size(); ++i) {
      for (size_t v = 0; v < drivers.size(); ++v)
        inner[drivers[v]] = element(*environment[drivers[v]], i, singles[v]);
      repeat(t, level + 1, inner, out);
    }
  }
  static const Match* element(const Match& m, size_t i, Match& single) {
    if (m.run.empty()) return &m.many[i];
    single.one = m.run[i];
    return &single;
  }
};

} // namespace

// Definitions.

namespace {

bool is_clause(const Datum& d) {
  return d.is(DatumKind::List) && d.items.size() == 2 && d.items[0]->is(DatumKind::List) &&
         !d.items[0]->items.empty();
}
bool is_literal_list(const Datum& d) {
  return d.is(DatumKind::List) &&
         std::ranges::all_of(d.items, [](auto i) { return i->is(DatumKind::Symbol); });
}

} // namespace

uint32_t Macros::define(const Datum& form, Site site) {
  Macro& m = macros_.emplace_back();
  m.name = form.items[1]->symbol, m.span = form.items[1]->span, m.site = names_.add_site(site);
  auto clauses = form.items.subspan(2);
  std::vector<MacroLiteral> literals;
  if (!clauses.empty() && is_literal_list(*clauses[0])) {
    for (const Datum* d : clauses[0]->items) literals.push_back({d->symbol, names_.alias(d->symbol, m.site)});
    clauses = clauses.subspan(1);
  }
  for (const Datum* c : clauses) {
    Macro::Clause clause;
    bool good = is_clause(*c);
    if (!good)
      f_.diagnostics.report("E0316", c->span, {"a clause is a pattern in parentheses and one template"})
          .help("((_ pattern ...) template)");
    else
      good = compile_clause(f_, names_, words_, m.name, literals, *c->items[0], *c->items[1], clause);
    if (good) m.clauses.push_back(std::move(clause));
    m.broken |= !good;
  }
  return static_cast<uint32_t>(macros_.size() - 1);
}

// Uses.

/// Whether the use may be expanded. If a limit is reached, reports that (E0317, E0318) and returns false. After that,
/// returns false for all uses in the form, since each one would only reach the limit again.
bool Macros::within_limits(const Macro& m, const Datum& use) {
  if (limit_reported_) return false;
  uint32_t outer = use.span.expansion < depth_.size() ? depth_[use.span.expansion] : 0;
  bool deep = outer >= max_nested_uses, large = made_ > max_made;
  limit_reported_ = deep || large;
  if (limit_reported_)
    f_.diagnostics.report(
        deep ? "E0317" : "E0318", use.span,
        {std::string(f_.symbols.text(m.name)), std::to_string(deep ? max_nested_uses : max_made)});
  return !limit_reported_;
}

namespace {

/// Appends the literals in the pattern `p` to `out`.
void literals_of(const SyntaxPattern& p, std::vector<Symbol>& out) {
  if (p.kind == SyntaxPattern::Literal) out.push_back(p.literal);
  for (const SyntaxPattern& item : p.items) literals_of(item, out);
}

/// Adds a note to `d` if a symbol in the use is spelt like one of the macro's literals but has another meaning here.
void note_shadowed_literals(const Frontend& f, const Names& names, Diagnostic& d, const Macro& m,
                            const Datum& use) {
  std::vector<Symbol> literals;
  for (const Macro::Clause& c : m.clauses) literals_of(c.pattern, literals);
  std::vector<const Datum*> todo(use.items.begin() + 1, use.items.end());
  while (!todo.empty()) {
    const Datum& word = *todo.back();
    todo.pop_back(), todo.insert(todo.end(), word.items.rbegin(), word.items.rend());
    const auto is_shadowed = [&](Symbol literal) {
      return names.root(word.symbol) == names.root(literal) &&
             names.resolve(word.symbol, Want::Head) != names.resolve(literal, Want::Head);
    };
    if (!word.is(DatumKind::Symbol) || std::ranges::none_of(literals, is_shadowed)) continue;
    const bool local = names.resolve(word.symbol, Want::Head).kind == Meaning::Local;
    d.note("`" + std::string(f.symbols.text(names.root(word.symbol))) + "` is a " +
               (local ? "local variable" : "definition") + " here, so it is not the macro's literal",
           word.span);
    literals.clear(); // one note is enough
  }
}

/// Returns a clause's pattern as a use of the macro is written: with its name in place of `_`.
std::string written_use(const Frontend& f, const Macro& m, const Datum& pattern) {
  std::string text = print_datum(pattern, f.symbols);
  const bool blank = text.starts_with("(_ ") || text == "(_)";
  return blank ? "(" + std::string(f.symbols.text(m.name)) + text.substr(2) : text;
}

/// Returns a `cond` with all its clauses in lists, where conditions and values stand side by side, as in
/// (cond c 1 else 2), or the last value stands alone, as in (cond (c 1) 2).
std::optional<std::string> clauses_of_cond(const Frontend& f, const Macro& m, const Datum& use) {
  const bool own = f.symbols.text(m.name) == "cond" && !m.clauses.empty() &&
                   f.sources.name(m.clauses[0].source->span.file).starts_with("prelude/");
  const auto is_clause = [](const Datum* item) {
    return item->is(DatumKind::List) || item->is(DatumKind::Vector);
  };
  const auto text = [&](size_t k) { return " " + std::string(f.sources.text(use.items[k]->span)); };
  if (!own || use.items.size() < 3 || std::ranges::all_of(use.items.subspan(1), is_clause)) return {};
  const Datum& first = *use.items[1];
  std::string out = "(cond";
  if (first.is(DatumKind::List) && !first.items.empty() && first.items[0]->is(DatumKind::List)) {
    for (size_t k = 1; k + 1 < use.items.size(); ++k) out += text(k);
    return shorten(out + " (else" + text(use.items.size() - 1) + "))");
  }
  if (use.items.size() % 2 == 0) return {};
  for (size_t k = 1; k < use.items.size(); k += 2) out += " (" + text(k).substr(1) + text(k + 1) + ")";
  return shorten(out + ")");
}

/// Returns a `cond` whose clauses stand in square brackets, with parentheses in their place.
std::optional<std::string> clauses_in_parentheses(const Frontend& f, const Macro& m, const Datum& use) {
  const bool own = f.symbols.text(m.name) == "cond" && !m.clauses.empty() &&
                   f.sources.name(m.clauses[0].source->span.file).starts_with("prelude/");
  const auto is_vector = [](const Datum* item) { return item->is(DatumKind::Vector); };
  if (!own || use.items.size() < 2 || !std::ranges::all_of(use.items.subspan(1), is_vector)) return {};
  std::string out = "(cond";
  for (const Datum* clause : use.items.subspan(1)) {
    const std::string_view text = f.sources.text(clause->span);
    out += " (" + std::string(text.substr(1, text.size() - 2)) + ")";
  }
  return shorten(out + ")");
}

/// Returns a `let*` whose body stands in the list of its bindings, as (let* ((x 1) (+ x 1))), with the body behind it.
std::optional<std::string> body_of_let(const Frontend& f, const Macro& m, const Datum& use) {
  const bool own = f.symbols.text(m.name) == "let*" && !m.clauses.empty() &&
                   f.sources.name(m.clauses[0].source->span.file).starts_with("prelude/");
  if (!own || use.items.size() != 2 || !use.items[1]->is(DatumKind::List)) return {};
  const auto all = use.items[1]->items;
  const auto text = [&](const Datum* d) { return std::string(f.sources.text(d->span)); };
  std::string bindings, body = "body";
  for (size_t k = 0; k < all.size(); ++k) {
    const bool last = k > 0 && k + 1 == all.size();
    last ? void(body = text(all[k])) : void(bindings += (k == 0 ? "" : " ") + text(all[k]));
  }
  return shorten("(let* (" + bindings + ") " + body + ")");
}

/// Returns a help text for a use of `cond` or `let*` whose parts stand in the wrong places, or nothing.
std::optional<std::string> help_with_places(const Frontend& f, const Macro& m, const Datum& use) {
  if (const auto clauses = clauses_of_cond(f, m, use)) return "each clause is a list: " + *clauses;
  if (const auto clauses = clauses_in_parentheses(f, m, use))
    return "brackets make a vector; a clause stands in parentheses: " + *clauses;
  if (const auto let = body_of_let(f, m, use)) return "the body stands behind the list of bindings: " + *let;
  return {};
}

} // namespace

void Macros::report_no_clause(const Macro& m, const Datum& use) {
  Diagnostic& d = f_.diagnostics.report("E0315", use.span, {std::string(f_.symbols.text(m.name))});
  note_shadowed_literals(f_, names_, d, m, use);
  if (auto help = help_with_places(f_, m, use)) return void(d.help(std::move(*help)));
  const auto is_vector = [](const Datum* item) { return item->is(DatumKind::Vector); };
  if (std::ranges::any_of(use.items, is_vector))
    d.help("brackets make a vector; parts of forms stand in parentheses");
  constexpr size_t most = 8;
  for (size_t i = 0; i < std::min(most, m.clauses.size()); ++i)
    d.help("it takes " + written_use(f_, m, *m.clauses[i].source), m.clauses[i].source->span);
}

/// One use of a macro: the clause that fits it, what the clause's variables matched, and the index of the use among
/// the expansions of Sources.
struct Macros::Step {
  const Macro::Clause* clause;
  std::vector<Match> matches;
  uint32_t expansion;
};

/// Matches `use`, and then each recursive use of the macro that the fitting clause makes of the remaining data
/// (Clause::rest), as long as a clause fits. Returns one step for each of these uses, and whether a clause fits the
/// last use too. A loop finds them, not recursion, since `cond` may have thousands of clauses. All steps have the same
/// nesting depth.
std::pair<std::vector<Macros::Step>, bool> Macros::steps(const Macro& m, const Datum& use) {
  std::vector<Step> all;
  const uint32_t outer = use.span.expansion < depth_.size() ? depth_[use.span.expansion] : 0;
  for (std::span<const Datum* const> items = use.items.subspan(1);;) {
    Step step{};
    const auto fits = [&](const Macro::Clause& clause) {
      step.matches.assign(clause.depths.size(), {});
      return Matcher(names_, f_.data, step.matches).sequence(clause.pattern, items);
    };
    const auto clause = std::ranges::find_if(m.clauses, fits);
    if (clause == m.clauses.end()) return {std::move(all), false};
    step.clause = &*clause;
    step.expansion = f_.sources.add_expansion({std::string(f_.symbols.text(m.name)), use.span, m.span});
    depth_.resize(step.expansion + 1), depth_[step.expansion] = outer + 1;
    const std::optional<uint32_t> rest = clause->rest;
    all.push_back(std::move(step));
    if (!rest) return {std::move(all), true};
    const auto left = all.back().matches[*rest].run;
    if (left.size() >= items.size())
      return {std::move(all), true}; // no data were consumed, so the loop would not end
    items = left;
  }
}

/// Returns the instance of the template for a step. `rest` is the instance for the step after it, or null after the
/// last step. Returns null after an error, which it reports.
const Datum* Macros::make(const Macro& m, const Datum& use, const Step& step, const Datum* rest) {
  Instance instance(f_, names_, m, *step.clause, step.expansion, made_, rest);
  const Datum* made = instance.make(step.matches);
  if (!instance.problem().empty())
    f_.diagnostics.report("E0316", use.span, {instance.problem()});
  else if (!made)
    within_limits(m, use);
  return made;
}

const Datum* Macros::expand(uint32_t macro, const Datum& use) {
  const Macro& m = macros_[macro];
  if (!within_limits(m, use)) return nullptr;
  if (use.items.size() == 2 && body_of_let(f_, m, use)) return report_no_clause(m, use), nullptr;
  const auto [all, all_fit] = steps(m, use);
  if (!all_fit && !m.broken) return report_no_clause(m, use), nullptr;
  const Datum* made = nullptr;
  for (size_t k = all.size(); k-- > 0;) {
    made = make(m, use, all[k], made);
    if (!made) return nullptr;
  }
  return made;
}

} // namespace nova
