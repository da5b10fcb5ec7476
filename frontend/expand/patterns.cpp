// Patterns: of parameters, `let`, `case`, `match` and `<-`. In the branch of a `match` a bare name of a
// constructor without fields is that constructor; everywhere else a bare name is a variable.
#include "frontend/expand/expander.hpp"

namespace nova {

const TypeDecl::Constructor& Expander::constructor_of(Meaning c) const {
  return f_.program[static_cast<TypeDeclId>(c.id)].constructors[c.number];
}

/// Does a name mean a constructor with fields?
bool Expander::has_fields(const Datum& name) const {
  const Meaning m = name.is(DatumKind::Symbol) ? names_.resolve(name.symbol, Want::Constructor) : Meaning{};
  return m.kind == Meaning::Constructor && !constructor_of(m).fields.empty();
}

/// Is the constructor's only field a tuple of so many parts? They may be given one by one, too.
bool Expander::takes_parts(Meaning c, size_t parts) const {
  const std::vector<TypeExpr>& fields = constructor_of(c).fields;
  return parts > 1 && fields.size() == 1 && fields[0].kind == TypeExpr::Tuple &&
         fields[0].items.size() == parts;
}

Pattern Expander::wildcard(Span span) {
  Pattern p;
  p.span = span;
  return p;
}

Pattern Expander::pattern(const Datum& d, bool arm) {
  Pattern p = wildcard(d.span);
  if (pattern_depth_ >= max_pattern_depth || too_deep(d)) {
    if (!std::exchange(depth_reported_, true)) f_.diagnostics.report("E0602", d.span);
    return p;
  }
  ++pattern_depth_;
  switch (d.kind) {
  case DatumKind::Symbol: p = symbol_pattern(d, arm); break;
  case DatumKind::List: p = list_pattern(d, arm); break;
  case DatumKind::Tuple:
    p.kind = Pattern::Tuple;
    for (const Datum* item : d.items) p.items.push_back(pattern(*item, arm));
    break;
  case DatumKind::Vector:
    if (is_typed_name(d.items)) {
      f_.diagnostics.report("E0311", d.span)
          .help("brackets make a vector; a name with its type is (" + written(d.items) + ")");
      return pattern(*d.items[0], arm);
    }
    [[fallthrough]];
  case DatumKind::TypeVariable:
  case DatumKind::Comprehension:
  case DatumKind::Project:
  case DatumKind::Index:
    f_.diagnostics.report("E0311", d.span);
    for (const Datum* item : d.items) pattern(*item, arm); // binds, so that uses raise no further errors
    break;
  default: p.kind = Pattern::Literal, p.literal = &d;
  }
  --pattern_depth_;
  return p;
}

Pattern Expander::symbol_pattern(const Datum& d, bool arm) {
  Pattern p = wildcard(d.span);
  if (is_word(d, words_.underscore)) return p;
  if (is_word(d, words_.dot))
    return f_.diagnostics.report("E0311", d.span)
               .help("a function has as many parameters as it names; any number of one type are a vector"),
           p;
  if (is_word(d, words_.colon))
    return f_.diagnostics.report("E0311", d.span)
               .help("a name with its type has parentheses of its own: (x : t)"),
           p;
  Meaning m = arm ? names_.resolve(d.symbol, Want::Head) : Meaning{};
  if (m.kind == Meaning::Constructor) return constructor_pattern(d, m, {}, arm);
  p.kind = Pattern::Variable, p.var = bind(d);
  return p;
}

/// `(p : t)`, `(C p ...)`, `(p)`.
Pattern Expander::list_pattern(const Datum& d, bool arm) {
  Pattern p = wildcard(d.span);
  if (d.items.empty()) return f_.diagnostics.report("E0311", d.span), p;
  if (auto colon = find_word(d.items, words_.colon)) return typed_pattern(d, *colon, arm);
  if (!d.items[0]->is(DatumKind::Symbol)) {
    if (d.items.size() == 1) return pattern(*d.items[0], arm);
    return f_.diagnostics.report("E0311", d.span)
               .help("a constructor comes first: (C p ...); a tuple has commas: (p, p)"),
           p;
  }
  const size_t before = reports();
  auto c = find_constructor(*d.items[0]);
  if (c) return constructor_pattern(d, *c, d.items.subspan(1), arm);
  if (reports() > before) help_with_tuple(f_.diagnostics.last(), d.items);
  for (const Datum* item : d.items.subspan(1))
    pattern(*item, arm); // binds, so that uses raise no further errors
  return p;
}

Pattern Expander::typed_pattern(const Datum& d, size_t colon, bool arm) {
  Data written = d.items.subspan(colon + 1);
  if (colon == 0 || written.empty()) {
    f_.diagnostics.report("E0311", d.span).help("a pattern with a type is (p : t)");
    return {};
  }
  Pattern p = pattern(*as_one(d.items.first(colon)), arm);
  p.type = type(written, join(written.front()->span, written.back()->span));
  p.span = d.span;
  return p;
}

/// `(x y z)` in the place of a pattern: names alone, the first of them no constructor's.
void Expander::help_with_tuple(Diagnostic& d, Data items) {
  if (const auto typed = typed_name(items)) return void(d.help("a name with its type is " + *typed));
  const std::string first = spelling(*items[0]);
  const bool names = std::ranges::all_of(items, [](const Datum* i) { return i->is(DatumKind::Symbol); });
  if (!names || items.size() < 2 || items.size() > 6 || (first[0] >= 'A' && first[0] <= 'Z')) return;
  std::string tuple;
  for (const Datum* i : items) tuple += (tuple.empty() ? "(" : ", ") + spelling(*i);
  d.help("a tuple's pattern has commas: " + tuple + ")");
}

/// What a pattern's head names; reported where it is no constructor.
std::optional<Meaning> Expander::find_constructor(const Datum& name) {
  Meaning m = name.is(DatumKind::Symbol) ? names_.resolve(name.symbol, Want::Constructor) : Meaning{};
  if (m.kind == Meaning::Constructor) return m;
  if (!name.is(DatumKind::Symbol))
    f_.diagnostics.report("E0311", name.span)
        .help("`case` looks at constructors; `match` at values too: (match e (1 body) ... (else body))");
  else if (unknown_.insert(static_cast<uint32_t>(names_.root(name.symbol))).second &&
           !may_be_lost(spelling(name)))
    suggest(f_.diagnostics.report("E0309", name.span, {spelling(name)}), spelling(name), Table::Values,
            Want::Constructor);
  return std::nullopt;
}

/// One pattern for each field, or for each part of the only one; or one for the tuple of them all, or for the
/// nil of none.
Pattern Expander::constructor_pattern(const Datum& d, Meaning c, Data arguments, bool arm) {
  Pattern p;
  p.kind = Pattern::Constructor, p.span = d.span;
  p.decl = static_cast<TypeDeclId>(c.id), p.constructor = c.number;
  for (const Datum* argument : arguments) p.items.push_back(pattern(*argument, arm));
  const TypeDecl::Constructor& of = constructor_of(c);
  if (of.fields.size() == arguments.size()) return p;
  if (arguments.size() == 1) return p.kind = Pattern::Whole, p;
  if (takes_parts(c, arguments.size())) {
    Pattern parts;
    parts.kind = Pattern::Tuple, parts.span = d.span, parts.items = std::move(p.items);
    return p.items = {std::move(parts)}, p;
  }
  f_.diagnostics
      .report("E0310", d.span,
              {std::string(f_.symbols.text(of.name)), count(of.fields.size(), "field"),
               std::to_string(arguments.size())})
      .note("it is declared here", of.span);
  return wildcard(d.span);
}

} // namespace nova
