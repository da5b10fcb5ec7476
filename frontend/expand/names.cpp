#include "frontend/expand/names.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr uint32_t any_unit = UINT32_MAX;

uint32_t index(Symbol s) { return static_cast<uint32_t>(s); }

template <class T> T& at_symbol(std::vector<T>& by_symbol, Symbol s) {
  if (index(s) >= by_symbol.size()) by_symbol.resize(std::max<size_t>(index(s) + 1, by_symbol.size() * 2));
  return by_symbol[index(s)];
}

bool wanted(Meaning::Kind kind, Want want) {
  if (want == Want::Head) return true;
  if (want == Want::Constructor) return kind == Meaning::Constructor;
  return kind != Meaning::Macro && kind != Meaning::Form;
}

} // namespace

// Spaces.

SpaceId Names::add_space(Site outer) {
  spaces_.push_back({outer, true, {}});
  return static_cast<SpaceId>(spaces_.size() - 1);
}

const Names::Shelf* Names::find_shelf(Symbol s, SpaceId space, Table table) const {
  if (index(s) >= shelves_.size()) return nullptr;
  for (const Shelf& shelf : shelves_[index(s)])
    if (shelf.space == space && shelf.table == table) return &shelf;
  return nullptr;
}

std::vector<Names::Definition>& Names::definitions(Symbol s, SpaceId space, Table table) {
  std::vector<Shelf>& shelves = at_symbol(shelves_, s);
  for (Shelf& shelf : shelves)
    if (shelf.space == space && shelf.table == table) return shelf.definitions;
  return shelves.emplace_back(Shelf{space, table, {}}).definitions;
}

void Names::define(Symbol s, Meaning m, Span span, Site at, bool ordered, Table table) {
  definitions(s, at.space, table).push_back({m, span, at.limit, at.unit, ordered});
  made_.push_back({s, at.space, table});
}

std::optional<Names::Earlier> Names::earlier(Symbol s, Table table) const {
  const Shelf* shelf = find_shelf(s, here.space, table);
  if (!shelf || shelf->definitions.empty() || shelf->definitions.back().unit != here.unit) return {};
  const Definition& last = shelf->definitions.back();
  return Earlier{last.meaning, last.span};
}

void Names::forget(const Mark& m, uint32_t first) {
  for (; made_.size() > m.definitions; made_.pop_back())
    definitions(made_.back().name, made_.back().space, made_.back().table).pop_back();
  aliases_.resize(m.aliases);
  const auto clear = [first, end = f_.symbols.size()](auto& by_symbol) {
    for (size_t s = first; s < std::min<size_t>(by_symbol.size(), end); ++s) by_symbol[s] = {};
  };
  clear(shelves_), clear(innermost_), clear(alias_of_);
}

Names::Definition* Names::defined_at(Symbol s, SpaceId space, uint32_t position) {
  auto& all = definitions(s, space, Table::Values);
  auto at = std::ranges::lower_bound(all, position, {}, &Definition::position);
  return at != all.end() ? &*at : nullptr;
}

void Names::set_unordered(Symbol s, SpaceId space, uint32_t position) {
  if (Definition* d = defined_at(s, space, position)) d->ordered = false;
}

void Names::set_failed(Symbol s, SpaceId space, uint32_t position) {
  if (Definition* d = defined_at(s, space, position)) d->failed = true;
}

/// Whether the definition belongs to an earlier text and has errors. Lookups skip such a definition, so that later
/// texts report the name as unknown.
bool Names::failed_before(const Definition& d) const {
  if (d.unit >= here.unit) return false;
  if (d.meaning.kind == Meaning::Type || d.meaning.kind == Meaning::Constructor)
    return f_.program.types[d.meaning.id].failed;
  return d.failed || (d.meaning.kind == Meaning::Global && has_errors(f_, GlobalId{d.meaning.id}));
}

bool Names::fits(const Definition& d, Want want) const {
  ++steps_;
  return wanted(d.meaning.kind, want) && !failed_before(d);
}

/// Returns the definition, among those in `of`, that a use at `at` refers to, or null. In order of preference: the
/// nearest one above the use in the same text, the first one below it in that text, the last one of earlier texts,
/// the first one of later texts. The last case occurs for names in a macro's template.
const Names::Definition* Names::pick(const std::vector<Definition>& of, const Site& at, Want want) const {
  auto split = std::ranges::lower_bound(of, at.limit, {}, &Definition::position);
  auto up = split, down = split;
  for (; up != of.begin() && (up - 1)->unit == at.unit; --up)
    if (fits(*(up - 1), want)) return &*(up - 1);
  for (; down != of.end() && down->unit == at.unit; ++down)
    if (fits(*down, want) && in_sight(*down)) return &*down;
  for (; up != of.begin(); --up)
    if (fits(*(up - 1), want)) return &*(up - 1);
  for (; down != of.end(); ++down)
    if (fits(*down, want) && in_sight(*down)) return &*down;
  return nullptr;
}

Meaning Names::find_in_space(Symbol s, Site at, Want want, Table table) const {
  const Shelf* shelf = find_shelf(s, at.space, table);
  const Definition* d = shelf ? pick(shelf->definitions, at, want) : nullptr;
  if (!d) return {};
  bool below = d->position >= at.limit && space(at.space).inner;
  if (!below || d->meaning.kind != Meaning::Constructor || want != Want::Head) return d->meaning;
  // A Harlan program may declare a constructor `lambda`. Above its declaration, `lambda` means the core form.
  Meaning outer = find_outside(s, space(at.space).outer, want, table);
  return outer.kind == Meaning::Form || outer.kind == Meaning::Macro ? outer : d->meaning;
}

/// Returns the meaning of `s` in the latest of the spaces imported by `into` that define it. Iterates over the spaces
/// that define `s`, which are few, and not over the imports, which may be thousands.
Meaning Names::find_imported(Symbol s, const Space& into, Want want, Table table) const {
  Meaning found;
  uint32_t last = 0;
  for (const Shelf& shelf : shelves_[index(s)]) {
    ++steps_;
    if (shelf.table != table) continue;
    const auto import = into.imports.find(shelf.space);
    if (import == into.imports.end() || import->second < last) continue;
    if (Meaning m = find_in_space(s, {shelf.space, any_unit}, want, table)) found = m, last = import->second;
  }
  return found;
}

Meaning Names::find_outside(Symbol s, Site at, Want want, Table table) const {
  if (index(s) >= shelves_.size() || shelves_[index(s)].empty()) return {};
  for (;;) {
    if (Meaning m = find_in_space(s, at, want, table)) return m;
    const Space& here_space = space(at.space);
    ++steps_;
    if (Meaning m = find_imported(s, here_space, want, table)) return m;
    if (!here_space.inner) return {};
    at = here_space.outer;
  }
}

Meaning Names::member(SpaceId of, Symbol s, Table table) const {
  return find_in_space(s, {of, any_unit}, Want::Head, table);
}

/// Returns what the symbol `s` means if it is a qualified name `m.name`: the definition of `name` in the module m.
/// Otherwise returns an empty meaning.
Meaning Names::find_qualified(Symbol s, Site at, Want want, Table table) const {
  std::string_view text = f_.symbols.text(s);
  size_t dot = text.rfind('.');
  if (dot == text.npos || dot == 0 || dot + 1 == text.size()) return {};
  Symbol prefix = f_.symbols.intern(text.substr(0, dot)), name = f_.symbols.intern(text.substr(dot + 1));
  Meaning module = find_outside(prefix, at, Want::Head, Table::Modules);
  if (!module) module = find_qualified(prefix, at, Want::Head, Table::Modules);
  if (!module) return {};
  return find_in_space(name, {static_cast<SpaceId>(module.id), any_unit}, want, table);
}

Meaning Names::resolve(Symbol s, Want want, Table table) const {
  Site at = here;
  for (;;) {
    if (table == Table::Values)
      if (Meaning m = find_local(s, at.depth, want)) return m;
    const Alias* alias = find_alias(s);
    if (Meaning m = find_outside(s, alias ? here : at, want, table)) return m;
    if (!alias) return find_qualified(s, at, want, table);
    at = sites_[alias->site], s = alias->original;
  }
}

Span Names::defined_below(Symbol s) const {
  const Shelf* shelf = find_shelf(s, here.space, Table::Values);
  if (!shelf) return {};
  for (const Definition& d : shelf->definitions)
    if (d.unit == here.unit && d.position >= here.limit) return d.span;
  return {};
}

// Local binders.

void Names::bind(Symbol s, Meaning m) {
  uint32_t& innermost = at_symbol(innermost_, s);
  locals_.push_back({s, innermost, m});
  innermost = mark();
}

void Names::pop_to(uint32_t mark) {
  for (; locals_.size() > mark; locals_.pop_back())
    innermost_[index(locals_.back().name)] = locals_.back().previous;
}

bool Names::bound_since(Symbol s, uint32_t mark) const {
  return index(s) < innermost_.size() && innermost_[index(s)] > mark;
}

std::vector<Symbol> Names::bound_from(uint32_t mark) const {
  std::vector<Symbol> out;
  for (size_t i = mark; i < locals_.size(); ++i) out.push_back(locals_[i].name);
  return out;
}

Meaning Names::find_local(Symbol s, uint32_t depth, Want want) const {
  if (index(s) >= innermost_.size()) return {};
  for (uint32_t at = innermost_[index(s)]; at; at = locals_[at - 1].previous)
    if (at <= depth && wanted(locals_[at - 1].meaning.kind, want)) return locals_[at - 1].meaning;
  return {};
}

// Aliases.

const Names::Alias* Names::find_alias(Symbol s) const {
  bool known = index(s) < alias_of_.size() && alias_of_[index(s)];
  return known ? &aliases_[alias_of_[index(s)] - 1] : nullptr;
}

Symbol Names::alias(Symbol original, uint32_t site) {
  Symbol s = f_.symbols.fresh(f_.symbols.text(original));
  aliases_.push_back({original, root(original), site});
  at_symbol(alias_of_, s) = static_cast<uint32_t>(aliases_.size());
  return s;
}

Symbol Names::root(Symbol s) const {
  const Alias* alias = find_alias(s);
  return alias ? alias->root : s;
}

// Suggestions for misspelt names.

std::vector<std::string_view> Names::candidates(Table table, Want want) const {
  std::vector<std::string_view> out;
  if (table == Table::Values && want != Want::Constructor)
    for (const LocalBinder& b : locals_) out.push_back(f_.symbols.text(b.name));
  std::vector<bool> seen(spaces_.size());
  for (SpaceId s = here.space;; s = space(s).outer.space) {
    seen[static_cast<uint32_t>(s)] = true;
    for (const auto& [from, number] : space(s).imports) seen[static_cast<uint32_t>(from)] = true;
    if (!space(s).inner) break;
  }
  for (uint32_t s = 0; s < shelves_.size(); ++s)
    for (const Shelf& shelf : shelves_[s]) {
      bool fits = shelf.table == table && seen[static_cast<uint32_t>(shelf.space)];
      if (fits &&
          std::ranges::any_of(shelf.definitions, [&](auto& d) { return wanted(d.meaning.kind, want); }))
        out.push_back(f_.symbols.text(static_cast<Symbol>(s)));
    }
  return out;
}

} // namespace nova
