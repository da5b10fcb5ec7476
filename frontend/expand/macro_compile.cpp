// Compiles the clauses of a macro's definition to patterns and templates.
#include "frontend/expand/macro_compile.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr uint32_t max_depth = 500; // how deep patterns and templates may nest: matching is recursive

bool is_sequence(const Datum& d) { return d.kind >= DatumKind::List; }

class ClauseCompiler {
 public:
  ClauseCompiler(Frontend& f, Names& names, const Words& words, std::span<const MacroLiteral> literals,
                 Macro::Clause& out)
      : f_(f), names_(names), words_(words), literals_(literals), out_(out) {}

  bool compile(Symbol name, const Datum& pattern, const Datum& body) {
    out_.source = &pattern;
    out_.pattern.kind = SyntaxPattern::Sequence, out_.pattern.datum = &pattern;
    sequence_pattern(out_.pattern, pattern.items.subspan(1), 0, 0);
    out_.body = compile_template(body, 0, 0, false);
    if (out_.body.datum->is(DatumKind::List)) find_rest(name);
    return ok_;
  }

 private:
  Frontend& f_;
  Names& names_;
  const Words& words_;
  std::span<const MacroLiteral> literals_;
  Macro::Clause& out_;
  std::unordered_map<uint32_t, uint32_t> variables_, inserted_; // symbol -> variable, symbol -> index
  bool ok_ = true;

  void fail(const Datum& at, std::string why) {
    if (ok_) f_.diagnostics.report("E0316", at.span, {std::move(why)});
    ok_ = false;
  }
  bool nested_too_deeply(const Datum& d, uint32_t nesting) {
    if (nesting > max_depth && ok_) f_.diagnostics.report("E0602", d.span), ok_ = false;
    return nesting > max_depth;
  }
  std::string spelling(Symbol s) const { return std::string(f_.symbols.text(s)); }
  const MacroLiteral* find_literal(Symbol s) const {
    auto at = std::ranges::find(literals_, s, &MacroLiteral::written);
    return at == literals_.end() ? nullptr : &*at;
  }
  bool is_ellipsis(const Datum& d) const {
    return d.is(DatumKind::Symbol) && names_.root(d.symbol) == words_.ellipsis && !find_literal(d.symbol);
  }
  bool is_dot(const Datum& d) const { return d.is(DatumKind::Symbol) && names_.root(d.symbol) == words_.dot; }
  /// Returns the index of the dot if the last two items are `. rest`; otherwise the number of items.
  size_t dot_position(std::span<const Datum* const> items) const {
    return items.size() >= 2 && is_dot(*items[items.size() - 2]) ? items.size() - 2 : items.size();
  }

  // Patterns.

  SyntaxPattern compile_pattern(const Datum& d, uint32_t ellipses, uint32_t nesting) {
    SyntaxPattern p;
    p.datum = &d;
    if (nested_too_deeply(d, nesting)) return p;
    if (d.is(DatumKind::Symbol)) return symbol_pattern(d, ellipses);
    p.kind = is_sequence(d) ? SyntaxPattern::Sequence : SyntaxPattern::Same;
    if (is_sequence(d)) sequence_pattern(p, d.items, ellipses, nesting);
    return p;
  }
  SyntaxPattern symbol_pattern(const Datum& d, uint32_t ellipses) {
    SyntaxPattern p;
    if (const MacroLiteral* literal = find_literal(d.symbol)) {
      p.kind = SyntaxPattern::Literal, p.literal = literal->meant;
    } else if (is_ellipsis(d)) {
      fail(d, "`...` stands behind what it repeats, once in a list");
    } else if (names_.root(d.symbol) != words_.underscore) {
      p.kind = SyntaxPattern::Variable, p.variable = static_cast<uint32_t>(out_.depths.size());
      p.variables = {p.variable};
      out_.depths.push_back(ellipses);
      if (!variables_.emplace(static_cast<uint32_t>(d.symbol), p.variable).second)
        f_.diagnostics.report("E0305", d.span, {spelling(d.symbol)}), ok_ = false;
    }
    return p;
  }
  void sequence_pattern(SyntaxPattern& p, std::span<const Datum* const> items, uint32_t ellipses,
                        uint32_t nesting) {
    size_t dot = dot_position(items);
    for (size_t i = 0; i < items.size(); ++i) {
      if (i == dot) continue;
      bool repeated = i + 1 < items.size() && i < dot && is_ellipsis(*items[i + 1]) && !p.repeated;
      if (repeated) p.repeated = static_cast<uint32_t>(p.items.size());
      p.items.push_back(compile_pattern(*items[i], ellipses + repeated, nesting + 1));
      i += repeated;
    }
    p.tail = dot < items.size();
    for (const SyntaxPattern& item : p.items)
      p.variables.insert(p.variables.end(), item.variables.begin(), item.variables.end());
  }

  // Templates.

  SyntaxTemplate compile_template(const Datum& d, uint32_t ellipses, uint32_t nesting, bool escaped) {
    SyntaxTemplate t;
    t.datum = &d;
    if (nested_too_deeply(d, nesting)) return t;
    if (d.is(DatumKind::Symbol)) return symbol_template(d, ellipses, escaped);
    if (!is_sequence(d)) return t;
    bool escape = d.is(DatumKind::List) && d.items.size() == 2 && is_ellipsis(*d.items[0]) && !escaped;
    if (escape) return compile_template(*d.items[1], ellipses, nesting + 1, true);
    t.kind = SyntaxTemplate::Sequence;
    if (d.is(DatumKind::Field)) field_template(t, d, ellipses);
    sequence_template(t, d.items, ellipses, nesting, escaped);
    return t;
  }
  /// If the field's name is a variable, notes that what it matches names the field.
  void field_template(SyntaxTemplate& t, const Datum& d, uint32_t ellipses) {
    const auto v = variables_.find(static_cast<uint32_t>(d.symbol));
    if (v == variables_.end()) return;
    t.names_field = true, t.number = v->second;
    if (out_.depths[t.number] > ellipses)
      fail(d, "`" + spelling(d.symbol) + "` stands for several data here: `...` must follow it");
  }
  /// If a template's symbol like p.x has no meaning as a whole, returns it as the field x of the symbol p, which may be a
  /// variable of the pattern. Otherwise returns null.
  const Datum* field_of(const Datum& d) {
    const std::string text = spelling(d.symbol);
    const size_t dot = text.rfind('.');
    if (dot == text.npos || dot == 0 || dot + 1 == text.size() || text[dot - 1] == '.') return nullptr;
    if (names_.resolve(d.symbol, Want::Head)) return nullptr;
    Datum* record = f_.data.make(DatumKind::Symbol, d.span);
    record->symbol = f_.symbols.intern(text.substr(0, dot));
    Datum* field = f_.data.make(DatumKind::Field, d.span);
    field->symbol = f_.symbols.intern(text.substr(dot + 1));
    const Datum* const parts[] = {record};
    return field->items = f_.data.items(parts), field;
  }
  SyntaxTemplate symbol_template(const Datum& d, uint32_t ellipses, bool escaped) {
    SyntaxTemplate t;
    t.datum = &d;
    if (auto v = variables_.find(static_cast<uint32_t>(d.symbol)); v != variables_.end()) {
      t.kind = SyntaxTemplate::Variable, t.number = v->second;
      if (out_.depths[t.number] > ellipses)
        fail(d, "`" + spelling(d.symbol) + "` stands for several data here: `...` must follow it");
      return t;
    }
    if (!escaped && is_ellipsis(d)) fail(d, "`...` follows nothing that could be repeated");
    if (const Datum* field = field_of(d)) return compile_template(*field, ellipses, 0, escaped);
    auto [at, fresh] =
        inserted_.emplace(static_cast<uint32_t>(d.symbol), static_cast<uint32_t>(out_.inserted.size()));
    if (fresh) out_.inserted.push_back(d.symbol);
    t.kind = SyntaxTemplate::Insert, t.number = at->second;
    return t;
  }
  void sequence_template(SyntaxTemplate& t, std::span<const Datum* const> items, uint32_t ellipses,
                         uint32_t nesting, bool escaped) {
    size_t dot = escaped ? items.size() : dot_position(items);
    for (size_t i = 0; i < items.size(); ++i) {
      if (i == dot) continue;
      uint32_t behind = 0;
      while (!escaped && i + 1 + behind < items.size() && is_ellipsis(*items[i + 1 + behind])) ++behind;
      t.items.push_back(compile_template(*items[i], ellipses + behind, nesting + 1, escaped));
      find_drivers(t.items.back(), *items[i], ellipses, behind);
      i += behind;
    }
    t.tail = dot < items.size();
  }
  /// Sets `t.drivers`: for each of the `behind` ellipses after `t`, the variables that the ellipsis iterates over.
  /// These are the variables in `t` to which more ellipses apply in the pattern than enclose this ellipsis in the
  /// template. `ellipses` is the number of ellipses that enclose all of these.
  void find_drivers(SyntaxTemplate& t, const Datum& d, uint32_t ellipses, uint32_t behind) {
    std::vector<uint32_t> inside;
    if (behind) collect_variables(t, inside);
    for (uint32_t level = ellipses; level < ellipses + behind; ++level) {
      auto& drivers = t.drivers.emplace_back();
      std::ranges::copy_if(inside, std::back_inserter(drivers),
                           [&](uint32_t v) { return out_.depths[v] > level; });
      if (drivers.empty()) fail(d, "nothing before `...` stands for several data");
    }
  }

  // Recursion.

  /// Finds a macro that uses itself once, for the rest of its operands, as in `(if c a (m rest ...))` or
  /// `(+ 1 (m rest ...))`, and sets `out_.rest` to the variable `rest` (see macro.hpp). Does nothing unless the head
  /// is `if` or a built-in and the template names `m` once: elsewhere `m` could be bound or be a datum.
  void find_rest(Symbol name) {
    const SyntaxTemplate& body = out_.body;
    const bool form = body.kind == SyntaxTemplate::Sequence && !body.tail && body.items.size() >= 2;
    if (!form || count_inserted(body, name) != 1 || !takes_expressions(body.items[0])) return;
    for (uint32_t i = 1; i < body.items.size(); ++i)
      if (const auto rest = rest_of(body.items[i], name)) out_.rest = rest, out_.rest_item = i;
  }
  /// If the template `use` is `(name variable ...)` and is_whole_rest is true of the variable, returns the number of
  /// the variable. Otherwise returns nothing.
  std::optional<uint32_t> rest_of(const SyntaxTemplate& use, Symbol name) const {
    const bool call = use.kind == SyntaxTemplate::Sequence && use.datum->is(DatumKind::List) &&
                      use.drivers.empty() && !use.tail && use.items.size() == 2 &&
                      is_inserted(use.items[0], name);
    if (!call) return {};
    const SyntaxTemplate& rest = use.items[1];
    const bool repeated = rest.kind == SyntaxTemplate::Variable && rest.drivers.size() == 1;
    return repeated && is_whole_rest(rest.number) ? std::optional(rest.number) : std::nullopt;
  }
  bool is_inserted(const SyntaxTemplate& t, Symbol s) const {
    return t.kind == SyntaxTemplate::Insert && out_.inserted[t.number] == s;
  }
  size_t count_inserted(const SyntaxTemplate& t, Symbol s) const {
    size_t n = is_inserted(t, s);
    for (const SyntaxTemplate& item : t.items) n += count_inserted(item, s);
    return n;
  }
  /// Whether the variable stands directly in the clause's pattern, followed by `...`, so that it matches a range of
  /// the use's own items.
  bool is_whole_rest(uint32_t variable) const {
    const SyntaxPattern& p = out_.pattern;
    return p.repeated && p.items[*p.repeated].kind == SyntaxPattern::Variable &&
           p.items[*p.repeated].variable == variable;
  }
  bool takes_expressions(const SyntaxTemplate& head) const {
    if (head.kind != SyntaxTemplate::Insert) return false;
    const Symbol s = out_.inserted[head.number];
    const Meaning m = names_.resolve(s, Want::Head);
    return m.kind == Meaning::Builtin || (m.kind == Meaning::Form && names_.root(s) == words_.if_);
  }

  static void collect_variables(const SyntaxTemplate& t, std::vector<uint32_t>& out) {
    if (t.kind == SyntaxTemplate::Variable || t.names_field) out.push_back(t.number);
    for (const SyntaxTemplate& item : t.items) collect_variables(item, out);
  }
};

} // namespace

bool compile_clause(Frontend& f, Names& names, const Words& words, Symbol name,
                    std::span<const MacroLiteral> literals, const Datum& pattern, const Datum& body,
                    Macro::Clause& out) {
  return ClauseCompiler(f, names, words, literals, out).compile(name, pattern, body);
}

} // namespace nova
