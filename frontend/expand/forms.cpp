// The table of core forms, and the functions that expand control forms: if, loops, assignment, case and match.
#include "frontend/expand/forms.hpp"
#include "frontend/expand/declarations/foreign.hpp"
#include "frontend/expand/declarations/tables.hpp"
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/patterns.hpp"
#include "frontend/expand/top.hpp"
#include "frontend/expand/types.hpp"
#include "frontend/expand/typos.hpp"

namespace nova {

namespace {

constexpr CoreForm forms[] = {
#define NOVA_FORM(word, expand, scan, body, grammar) {word, expand, scan, grammar},
#include "frontend/core/forms.def"
#undef NOVA_FORM
};

} // namespace

std::span<const CoreForm> core_forms() { return forms; }

bool is_begin(const CoreForm* form) { return form && form->expand == form_begin; }

bool is_lambda(const CoreForm* form) { return form && form->expand == form_lambda; }

/// Reports (E0319) a definition in a position where none may stand, and returns nil.
const Expr* misplaced_definition(ExpanderState& ex, const Datum& d) {
  ex.f.diagnostics.report("E0319", d.span, {ex.spelling(*d.items[0])})
      .help("a definition stands at top level or in a body: (let () (define ...) ... e)");
  return ex.nothing(d.span);
}

/// Reports (E0323) a declaration inside of another form, since it may stand at top level only, and returns nil.
const Expr* misplaced_declaration(ExpanderState& ex, const Datum& d) {
  ex.f.diagnostics.report("E0323", d.span, {ex.spelling(*d.items[0])});
  return ex.nothing(d.span);
}

const Expr* form_if(ExpanderState& ex, const Datum& d) {
  Data items = d.items.subspan(1);
  bool words =
      items.size() >= 3 && ex.is_word(*items[1], ex.words.then) && (items.size() == 5 || items.size() == 3);
  if (words && items.size() == 5 && ex.is_word(*items[3], ex.words.otherwise))
    return ex.make(ExprKind::If, d.span,
                   {expand_expr(ex, *items[0]), expand_expr(ex, *items[2]), expand_expr(ex, *items[4])});
  if (words && items.size() == 3 && !ex.names.resolve(items[1]->symbol, Want::Value))
    return ex.make(ExprKind::If, d.span, {expand_expr(ex, *items[0]), expand_expr(ex, *items[2])});
  if (items.size() != 2 && items.size() != 3)
    return bad_form(ex, d,
                    "it takes a condition and one or two expressions, but is given " +
                        count(items.size(), "form"));
  return ex.make(ExprKind::If, d.span, expand_all(ex, items));
}

// Local state.

namespace {

/// Returns the local variable that a set! of `target` assigns. If it is none, reports that and returns nothing.
std::optional<VarId> assigned_variable(ExpanderState& ex, const Datum& target, Data written_form,
                                       bool element) {
  const Meaning m = ex.names.resolve(target.symbol, Want::Value);
  if (const size_t record = record_in_name(ex, target)) {
    const std::string text = ex.spelling(target), name = text.substr(0, record);
    const Meaning of = ex.names.resolve(ex.f.symbols.intern(name), Want::Value);
    const std::string form = of && of.kind == Meaning::Global && ex.form.level == 0 ? "(define " : "(set! ",
                      value = element ? "e" : written(ex, written_form.subspan(1));
    ex.f.diagnostics.report("E0312", target.span, {text})
        .help("a record is made anew: " + form + name + " (with " + name + " (" + text.substr(record + 1) +
              " " + value + ")))");
    return std::nullopt;
  }
  if (!m) {
    const size_t before = ex.reports();
    unknown_name(ex, target);
    if (ex.reports() > before && !element)
      ex.f.diagnostics.last().help("a new name gets its value by (define " + written(ex, written_form) + ")");
    return std::nullopt;
  }
  if (m.kind != Meaning::Local) {
    Diagnostic& problem = ex.f.diagnostics.report("E0312", target.span, {ex.spelling(target)});
    if (m.kind == Meaning::Global)
      problem.help(ex.form.level > 0
                       ? std::string(running_value)
                       : "a definition is made anew: (define " +
                             (element ? ex.spelling(target) + " (put i e " + ex.spelling(target) + ")"
                                      : written(ex, written_form)) +
                             "); a loop sets a copy, (let ((w " + ex.spelling(target) +
                             ")) (for (i 0 n) (set! w e)) w)");
    return std::nullopt;
  }
  const auto var = static_cast<VarId>(m.id);
  ex.f.program[var].assigned = ex.f.program[var].used = true;
  VariableFacts& facts = ex.variables[m.id];
  if (!facts.assigned.file) facts.assigned = target.span, facts.by_element = element;
  note_use(ex, var, target.span);
  report_captured(ex, facts, var);
  return var;
}

/// Expands (set! v!i e) to (set! v (put i e v)).
const Expr* set_element(ExpanderState& ex, const Datum& d) {
  const Datum &vector = *d.items[1]->items[0], &index = *d.items[1]->items[1];
  if (!vector.is(DatumKind::Symbol)) {
    bad_form(ex, d, "one element of a variable is set, as in (set! v!i e)", &vector);
    if (vector.is(DatumKind::Index))
      ex.f.diagnostics.last().help(
          "an element of a matrix is m!(i, j); of a vector in a vector, (set! v!i (put j e v!i))");
    return ex.nothing(d.span);
  }
  std::vector<const Expr*> arguments{expand_expr(ex, index), expand_expr(ex, *d.items[2])};
  const auto var = assigned_variable(ex, vector, d.items.subspan(1), true);
  if (!var) return ex.nothing(d.span);
  arguments.push_back(make_local(ex, *var, vector.span));
  Expr* e = ex.make(ExprKind::Assign, d.span, {make_call(ex, BuiltinId::Put, d.span, std::move(arguments))});
  return e->var = *var, e;
}

} // namespace

const Expr* form_set(ExpanderState& ex, const Datum& d) {
  if (d.items.size() == 3 && d.items[1]->is(DatumKind::Index)) return set_element(ex, d);
  if (d.items.size() != 3 || !d.items[1]->is(DatumKind::Symbol))
    return bad_form(ex, d, "it takes a variable and an expression");
  const Expr* value = expand_expr(ex, *d.items[2]);
  const auto var = assigned_variable(ex, *d.items[1], d.items.subspan(1), false);
  if (!var) return ex.nothing(d.span);
  Expr* e = ex.make(ExprKind::Assign, d.span, {value});
  return e->var = *var, e;
}

// Records.

bool is_given_field(const Datum& d) {
  return d.is(DatumKind::List) && d.items.size() == 2 && d.items[0]->is(DatumKind::Symbol);
}

namespace {

/// The fields that a form gives, (x e) each: their names and the data e.
struct GivenFields {
  std::vector<Symbol> names;
  std::vector<const Datum*> at, values;
};

/// Returns the fields (x e) of the form `d`, from item `first` on. Malformed ones, and names that stand twice, are
/// reported and left out.
GivenFields given_fields(ExpanderState& ex, const Datum& d, size_t first) {
  GivenFields given;
  for (const Datum* field : d.items.subspan(first)) {
    if (!is_given_field(*field)) {
      bad_form(ex, d, "a field with its value is (x e)", field);
      continue;
    }
    const Symbol name = ex.names.root(field->items[0]->symbol);
    if (std::ranges::find(given.names, name) != given.names.end())
      ex.f.diagnostics.report("E0305", field->items[0]->span, {ex.spelling(*field->items[0])});
    given.names.push_back(name), given.at.push_back(field->items[0]), given.values.push_back(field->items[1]);
  }
  return given;
}

} // namespace

bool is_record_form(const CoreForm* form) { return form && form->expand == form_record; }

std::optional<Meaning> find_record(ExpanderState& ex, const Datum& form) {
  if (form.items.size() < 2)
    return bad_form(ex, form, "it takes a record's name and its fields"), std::nullopt;
  const auto c = find_constructor(ex, *form.items[1]);
  if (!c || !constructor_of(ex, *c).names.empty()) return c;
  ex.f.diagnostics.report("E0330", form.items[1]->span, {ex.spelling(*form.items[1])})
      .note("it is declared here", constructor_of(ex, *c).span);
  return std::nullopt;
}

std::optional<size_t> find_field(ExpanderState& ex, const TypeDecl::Constructor& record, Symbol name,
                                 Span at) {
  const auto found = std::ranges::find(record.names, name);
  if (found != record.names.end()) return static_cast<size_t>(found - record.names.begin());
  std::string all;
  for (const Symbol s : record.names) all += (all.empty() ? "" : ", ") + std::string(ex.f.symbols.text(s));
  ex.f.diagnostics
      .report("E0331", at,
              {std::string(ex.f.symbols.text(record.name)), std::string(ex.f.symbols.text(name))})
      .help("its fields are " + all);
  return std::nullopt;
}

/// Expands `(record Name (x e) ...)` to a call of the constructor. The values are evaluated in the order in which they
/// are written, and the constructor takes them in its own.
const Expr* form_record(ExpanderState& ex, const Datum& d) {
  const auto meaning = find_record(ex, d);
  if (!meaning) return ex.nothing(d.span);
  const TypeDecl::Constructor record = constructor_of(ex, *meaning);
  const GivenFields given = given_fields(ex, d, 2);
  const size_t before = ex.errors();
  Expr* call = ex.make(ExprKind::Apply, d.span);
  call->items.resize(1 + record.names.size());
  Expr* head = ex.make(ExprKind::Constructor, d.items[1]->span);
  head->decl = static_cast<TypeDeclId>(meaning->id), head->number = meaning->number, call->items[0] = head;
  Expr* let = ex.make(ExprKind::Let, d.span);
  std::vector<const Expr*> values;
  for (const Datum* value : given.values) values.push_back(expand_expr(ex, *value));
  Binders binders(ex);
  for (size_t k = 0; k < given.names.size(); ++k) {
    const auto at = find_field(ex, record, given.names[k], given.at[k]->span);
    if (!at) continue;
    Pattern p = wildcard(given.values[k]->span);
    p.kind = Pattern::Variable, p.var = bind_name(ex, ex.f.symbols.fresh("field"), p.span);
    call->items[1 + *at] = make_local(ex, p.var, p.span);
    let->bindings.push_back({std::move(p), values[k]});
  }
  for (size_t k = 0; k < record.names.size() && ex.errors() == before; ++k)
    if (!call->items[1 + k])
      ex.f.diagnostics.report(
          "E0332", d.span,
          {std::string(ex.f.symbols.text(record.name)), std::string(ex.f.symbols.text(record.names[k]))});
  if (ex.errors() > before) return ex.nothing(d.span);
  let->items = {call};
  return let->bindings.empty() ? call : let;
}

/// Expands `(with e (x e) ...)`, the record e with other values in some fields.
const Expr* form_with(ExpanderState& ex, const Datum& d) {
  if (d.items.size() < 3) return bad_form(ex, d, "it takes a record and its new fields");
  const GivenFields given = given_fields(ex, d, 2);
  if (given.names.empty()) return ex.nothing(d.span);
  Expr* e = ex.make(ExprKind::With, d.span, {expand_expr(ex, *d.items[1])});
  for (const Datum* value : given.values) e->items.push_back(expand_expr(ex, *value));
  std::vector<const Datum*> names;
  for (size_t k = 0; k < given.names.size(); ++k) {
    Datum* name = ex.f.data.make(DatumKind::Symbol, given.at[k]->span);
    name->symbol = given.names[k], names.push_back(name);
  }
  Datum* all = ex.f.data.make(DatumKind::List, d.span);
  all->items = ex.f.data.items(names);
  return e->literal = all, e;
}

const Expr* expand_loop_body(ExpanderState& ex, Data forms, Span span) {
  return forms.empty() ? ex.nothing(span) : expand_body(ex, forms, span);
}

const Expr* form_while(ExpanderState& ex, const Datum& d) {
  if (d.items.size() < 2) return bad_form(ex, d, "it takes a condition and what is to be repeated");
  const Expr* condition = expand_expr(ex, *d.items[1]);
  return ex.make(ExprKind::While, d.span, {condition, expand_loop_body(ex, d.items.subspan(2), d.span)});
}

const Expr* form_for(ExpanderState& ex, const Datum& d) {
  const Data range = d.items.size() >= 2 && d.items[1]->is(DatumKind::List) ? d.items[1]->items : Data{};
  const bool good = (range.size() == 3 || range.size() == 4) && range[0]->is(DatumKind::Symbol);
  if (!good)
    return bad_form(ex, d,
                    "behind its name stand a variable, where it begins and where it ends: (i from to)");
  Expr* e = ex.make(ExprKind::For, d.span, expand_all(ex, range.subspan(1)));
  Binders binders(ex);
  e->var = bind_name(ex, *range[0]);
  e->items.push_back(expand_loop_body(ex, d.items.subspan(2), d.span));
  return e;
}

const Expr* form_begin(ExpanderState& ex, const Datum& d) {
  return d.items.size() == 1 ? ex.nothing(d.span) : expand_body(ex, d.items.subspan(1), d.span);
}

// Case and match.

Arm expand_case_arm(ExpanderState& ex, const Datum& arm) {
  Binders binders(ex);
  const Datum& head = *arm.items[0];
  if (ex.is_word(head, ex.words.otherwise))
    return {wildcard(head.span), expand_body(ex, arm.items.subspan(1), arm.span)};
  auto c = find_constructor(ex, head);
  if (!c && head.is(DatumKind::Tuple))
    expand_pattern(ex, head, false); // binds its names, so that uses raise no further errors
  if (arm.items.size() == 2)
    return {c ? expand_constructor_pattern(ex, head, *c, {}, true) : Pattern{},
            expand_body(ex, arm.items.subspan(1), arm.span)};
  Pattern p;
  p.kind = Pattern::Whole, p.span = join(head.span, arm.items[1]->span);
  p.items.push_back(expand_pattern(ex, *arm.items[1], false));
  if (c) p.decl = static_cast<TypeDeclId>(c->id), p.constructor = c->number;
  return {std::move(p), expand_body(ex, arm.items.subspan(2), arm.span)};
}

const Expr* form_case(ExpanderState& ex, const Datum& d) {
  if (d.items.size() < 3) return bad_form(ex, d, "it takes an expression and at least one branch");
  if (auto split = why_split_branch(ex, d, false)) return bad_form(ex, d, std::move(*split), d.items[2]);
  if (const Datum* branch = find_match_branch(d.items.subspan(2))) {
    const std::string pattern = written(ex, branch->items[0]->items);
    bad_form(ex, d,
             "its patterns have no parentheses of their own: (" + pattern + " " +
                 written(ex, branch->items.subspan(1)) + ")",
             branch);
    ex.f.diagnostics.last().help("nested patterns are those of `match`: (match e ((" + pattern +
                                 ") body ...) ...)");
    return form_match(ex, d);
  }
  if (report_literal_case(ex, d)) return ex.nothing(d.span);
  Expr* e = ex.make(ExprKind::Match, d.span, {expand_expr(ex, *d.items[1])});
  for (const Datum* arm : d.items.subspan(2)) {
    if (arm->is(DatumKind::List) && arm->items.size() >= 2)
      e->arms.push_back(expand_case_arm(ex, *arm));
    else
      bad_form(ex, d, "a branch is (Constructor x body)", arm);
  }
  return e;
}

Arm expand_match_arm(ExpanderState& ex, const Datum& arm) {
  Binders binders(ex);
  const Datum& head = *arm.items[0];
  Pattern p = ex.is_word(head, ex.words.otherwise) ? wildcard(head.span) : expand_pattern(ex, head, true);
  return {std::move(p), expand_body(ex, arm.items.subspan(1), arm.span)};
}

const Expr* form_match(ExpanderState& ex, const Datum& d) {
  if (d.items.size() < 3) return bad_form(ex, d, "it takes an expression and at least one branch");
  if (auto split = why_split_branch(ex, d, true)) return bad_form(ex, d, std::move(*split), d.items[2]);
  Expr* e = ex.make(ExprKind::Match, d.span, {expand_expr(ex, *d.items[1])});
  if (report_vector_patterns(ex, d)) return ex.nothing(d.span);
  bool told = false;
  for (const Datum* arm : d.items.subspan(2)) {
    const bool brackets = arm->is(DatumKind::Vector);
    if (brackets && !std::exchange(told, true))
      bad_form(ex, d, "brackets make a vector; a branch is (pattern body ...)", arm);
    const size_t before = ex.errors();
    if ((brackets || arm->is(DatumKind::List)) && arm->items.size() >= 2) {
      e->arms.push_back(expand_match_arm(ex, *arm));
      const bool other = arm->items.size() > 2 && arm->items[0]->is(DatumKind::Symbol) &&
                         ex.spelling(*arm->items[0]) == "case";
      if (other && ex.errors() != before)
        bad_form(ex, d, "a branch is (pattern body ...), without `case`", arm);
    } else if (!brackets)
      bad_form(ex, d, "a branch is (pattern body ...)", arm);
  }
  return e;
}

} // namespace nova
