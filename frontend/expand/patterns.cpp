// Expands the patterns of parameters, `let`, `case`, `match` and `<-`. In a branch of `match`, a bare name that names
// a constructor is a pattern of that constructor. Everywhere else a bare name is a variable.
#include "frontend/expand/patterns.hpp"
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/top.hpp"
#include "frontend/expand/types.hpp"
#include "frontend/expand/typos.hpp"

namespace nova {

const TypeDecl::Constructor& constructor_of(const ExpanderState& ex, Meaning c) {
  return ex.f.program[static_cast<TypeDeclId>(c.id)].constructors[c.number];
}

bool has_fields(const ExpanderState& ex, const Datum& name) {
  const Meaning m = name.is(DatumKind::Symbol) ? ex.names.resolve(name.symbol, Want::Constructor) : Meaning{};
  return m.kind == Meaning::Constructor && !constructor_of(ex, m).fields.empty();
}

bool takes_parts(const ExpanderState& ex, Meaning c, size_t parts) {
  const std::vector<TypeExpr>& fields = constructor_of(ex, c).fields;
  return parts > 1 && fields.size() == 1 && fields[0].kind == TypeExpr::Tuple &&
         fields[0].items.size() == parts;
}

Pattern wildcard(Span span) {
  Pattern p;
  p.span = span;
  return p;
}

/// Returns the prelude's constructor of complex numbers, if there is a prelude.
static Meaning complex_constructor(ExpanderState& ex) {
  return ex.names.member(ex.prelude, ex.f.symbols.intern("Cartesian"), Table::Values);
}

/// Whether the head of a pattern names the prelude's function `complex`: its patterns are those of the constructor.
static bool means_complex(ExpanderState& ex, const Datum& name) {
  if (!name.is(DatumKind::Symbol) || complex_constructor(ex).kind != Meaning::Constructor) return false;
  const Meaning m = ex.names.resolve(name.symbol, Want::Head);
  return m.kind == Meaning::Global &&
         static_cast<GlobalId>(m.id) == ex.f.program.prelude_global(ex.f.symbols.intern("complex"));
}

/// Returns the pattern of a literal such as 1.0+2.0i: its parts, in the prelude's constructor.
static Pattern expand_complex_pattern(ExpanderState& ex, const Datum& d) {
  const Meaning constructor = complex_constructor(ex);
  if (constructor.kind != Meaning::Constructor) return wildcard(d.span);
  return expand_constructor_pattern(ex, d, constructor, d.items, true);
}

Pattern expand_pattern(ExpanderState& ex, const Datum& d, bool arm) {
  Pattern p = wildcard(d.span);
  if (ex.form.pattern_depth >= max_pattern_depth || too_deep(ex, d)) {
    if (!std::exchange(ex.form.depth_reported, true)) ex.f.diagnostics.report("E0602", d.span);
    return p;
  }
  ++ex.form.pattern_depth;
  switch (d.kind) {
  case DatumKind::Symbol: p = expand_symbol_pattern(ex, d, arm); break;
  case DatumKind::List: p = expand_list_pattern(ex, d, arm); break;
  case DatumKind::Tuple:
    p.kind = Pattern::Tuple;
    for (const Datum* item : d.items) p.items.push_back(expand_pattern(ex, *item, arm));
    break;
  case DatumKind::Vector:
    if (is_typed_name(ex, d.items)) {
      ex.f.diagnostics.report("E0311", d.span)
          .help("brackets make a vector; a name with its type is (" + written(ex, d.items) + ")");
      p = expand_pattern(ex, *d.items[0], arm);
      break;
    }
    [[fallthrough]];
  case DatumKind::TypeVariable:
  case DatumKind::Comprehension:
  case DatumKind::Project:
  case DatumKind::Field:
  case DatumKind::Index:
  case DatumKind::Range:
    ex.f.diagnostics.report("E0311", d.span);
    if (arm && d.is(DatumKind::Vector))
      ex.f.diagnostics.last().help(
          "vectors have no patterns: ask for (length xs), and take xs!0 and (drop 1 xs)");
    for (const Datum* item : d.items)
      expand_pattern(ex, *item, arm); // binds its names, so that uses raise no further errors
    break;
  case DatumKind::Complex: p = expand_complex_pattern(ex, d); break;
  default: p.kind = Pattern::Literal, p.literal = &d;
  }
  --ex.form.pattern_depth;
  return p;
}

Pattern expand_symbol_pattern(ExpanderState& ex, const Datum& d, bool arm) {
  Pattern p = wildcard(d.span);
  if (ex.is_word(d, ex.words.underscore)) return p;
  if (ex.is_word(d, ex.words.dot))
    return ex.f.diagnostics.report("E0311", d.span)
               .help("a function has as many parameters as it names; any number of one type are a vector"),
           p;
  if (ex.is_word(d, ex.words.colon))
    return ex.f.diagnostics.report("E0311", d.span)
               .help("a name with its type has parentheses of its own: (x : t)"),
           p;
  Meaning m = arm ? ex.names.resolve(d.symbol, Want::Head) : Meaning{};
  if (m.kind == Meaning::Constructor) return expand_constructor_pattern(ex, d, m, {}, arm);
  p.kind = Pattern::Variable, p.var = bind_name(ex, d);
  return p;
}

/// Adds a help to `d`, the error of a pattern `(x y z)` whose first name is no constructor. It says how to write a
/// tuple, or a name with its type, if one of these was likely meant; otherwise adds nothing.
static void help_with_tuple_pattern(ExpanderState& ex, Diagnostic& d, Data items) {
  if (const auto typed = typed_name(ex, items)) return void(d.help("a name with its type is " + *typed));
  const std::string first = ex.spelling(*items[0]);
  const bool names = std::ranges::all_of(items, [](const Datum* i) { return i->is(DatumKind::Symbol); });
  if (!names || items.size() < 2 || items.size() > 6 || (first[0] >= 'A' && first[0] <= 'Z')) return;
  std::string tuple;
  for (const Datum* i : items) tuple += (tuple.empty() ? "(" : ", ") + ex.spelling(*i);
  d.help("a tuple's pattern has commas: " + tuple + ")");
}

Pattern expand_list_pattern(ExpanderState& ex, const Datum& d, bool arm) {
  Pattern p = wildcard(d.span);
  if (d.items.empty()) return ex.f.diagnostics.report("E0311", d.span), p;
  if (auto colon = ex.find_word(d.items, ex.words.colon)) return expand_typed_pattern(ex, d, *colon, arm);
  if (!d.items[0]->is(DatumKind::Symbol)) {
    if (d.items.size() == 1) return expand_pattern(ex, *d.items[0], arm);
    return ex.f.diagnostics.report("E0311", d.span)
               .help("a constructor comes first: (C p ...); a tuple has commas: (p, p)"),
           p;
  }
  const Meaning head = ex.names.resolve(d.items[0]->symbol, Want::Head);
  if (head.kind == Meaning::Form && is_record_form(&core_forms()[head.id]))
    return expand_record_pattern(ex, d, arm);
  const size_t before = ex.reports();
  auto c = find_constructor(ex, *d.items[0]);
  if (c) return expand_constructor_pattern(ex, d, *c, d.items.subspan(1), arm);
  if (ex.reports() > before) help_with_tuple_pattern(ex, ex.f.diagnostics.last(), d.items);
  for (const Datum* item : d.items.subspan(1))
    expand_pattern(ex, *item, arm); // binds its names, so that uses raise no further errors
  return p;
}

Pattern expand_record_pattern(ExpanderState& ex, const Datum& d, bool arm) {
  const auto meaning = find_record(ex, d);
  if (!meaning) return wildcard(d.span);
  const TypeDecl::Constructor record = constructor_of(ex, *meaning);
  Pattern p;
  p.kind = Pattern::Constructor, p.span = d.span;
  p.decl = static_cast<TypeDeclId>(meaning->id), p.constructor = meaning->number;
  p.items.assign(record.names.size(), wildcard(d.span));
  for (const Datum* field : d.items.subspan(2)) {
    if (!is_given_field(*field)) {
      ex.f.diagnostics.report("E0311", field->span).help("a field in a record's pattern is (x p)");
      continue;
    }
    const auto at = find_field(ex, record, ex.names.root(field->items[0]->symbol), field->items[0]->span);
    Pattern part = expand_pattern(ex, *field->items[1], arm);
    if (at) p.items[*at] = std::move(part);
  }
  return p;
}

Pattern expand_typed_pattern(ExpanderState& ex, const Datum& d, size_t colon, bool arm) {
  Data written = d.items.subspan(colon + 1);
  if (colon == 0 || written.empty()) {
    ex.f.diagnostics.report("E0311", d.span).help("a pattern with a type is (p : t)");
    return {};
  }
  Pattern p = expand_pattern(ex, *as_one(ex, d.items.first(colon)), arm);
  p.type = expand_type(ex, written, span_of(written));
  p.span = d.span;
  return p;
}

std::optional<Meaning> find_constructor(ExpanderState& ex, const Datum& name) {
  Meaning m = name.is(DatumKind::Symbol) ? ex.names.resolve(name.symbol, Want::Constructor) : Meaning{};
  if (m.kind == Meaning::Constructor) return m;
  if (means_complex(ex, name)) return complex_constructor(ex);
  if (!name.is(DatumKind::Symbol))
    ex.f.diagnostics.report("E0311", name.span)
        .help("`case` looks at constructors; `match` at values too: (match e (1 body) ... (else body))");
  else if (ex.form.unknown.insert(static_cast<uint32_t>(ex.names.root(name.symbol))).second &&
           !may_be_lost(ex, ex.spelling(name)))
    suggest(ex, ex.f.diagnostics.report("E0309", name.span, {ex.spelling(name)}), ex.spelling(name),
            Table::Values, Want::Constructor);
  return std::nullopt;
}

Pattern expand_constructor_pattern(ExpanderState& ex, const Datum& d, Meaning c, Data arguments, bool arm) {
  Pattern p;
  p.kind = Pattern::Constructor, p.span = d.span;
  p.decl = static_cast<TypeDeclId>(c.id), p.constructor = c.number;
  for (const Datum* argument : arguments) p.items.push_back(expand_pattern(ex, *argument, arm));
  const TypeDecl::Constructor& of = constructor_of(ex, c);
  if (of.fields.size() == arguments.size()) return p;
  if (arguments.size() == 1) return p.kind = Pattern::Whole, p;
  if (takes_parts(ex, c, arguments.size())) {
    Pattern parts;
    parts.kind = Pattern::Tuple, parts.span = d.span, parts.items = std::move(p.items);
    return p.items = {std::move(parts)}, p;
  }
  ex.f.diagnostics
      .report("E0310", d.span,
              {std::string(ex.f.symbols.text(of.name)), count(of.fields.size(), "field"),
               std::to_string(arguments.size())})
      .note("it is declared here", of.span);
  return wildcard(d.span);
}

} // namespace nova
