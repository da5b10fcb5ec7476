// Expands expressions: names, applications, data other than lists, and macro uses at the heads of lists.
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/declarations/plots.hpp"
#include "frontend/expand/declarations/tables.hpp"
#include "frontend/expand/foreign_words.hpp"
#include "frontend/expand/helps/loose_comparisons.hpp"
#include "frontend/expand/helps/other_calls.hpp"
#include "frontend/expand/patterns.hpp"
#include "frontend/expand/text/literals.hpp"
#include "frontend/expand/top.hpp"
#include "frontend/expand/types.hpp"
#include "frontend/expand/typos.hpp"
#include "frontend/read/other/form_texts.hpp"
#include "frontend/read/other/lines.hpp"
#include "frontend/source/spelling.hpp"
#include "frontend/source/utf8.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <cctype>

namespace nova {

static const Expr* make_builtin(ExpanderState& ex, BuiltinId b, Span span) {
  Expr* e = ex.make(ExprKind::Builtin, span);
  e->builtin = b;
  return e;
}

const Expr* make_call(ExpanderState& ex, BuiltinId b, Span span, std::vector<const Expr*> arguments,
                      uint32_t number) {
  arguments.insert(arguments.begin(), make_builtin(ex, b, span));
  Expr* call = ex.make(ExprKind::Apply, span, std::move(arguments));
  return call->number = number, call;
}

const Expr* make_local(ExpanderState& ex, VarId v, Span span) {
  note_use(ex, v, span);
  Expr* e = ex.make(ExprKind::Local, span);
  e->var = v;
  return e;
}

std::vector<const Expr*> expand_all(ExpanderState& ex, Data data) {
  std::vector<const Expr*> out;
  out.reserve(data.size());
  for (const Datum* d : data) out.push_back(expand_expr(ex, *d));
  return out;
}

// Data.

bool too_deep(ExpanderState& ex, const Datum& d) {
  Watch::poll();
  if (!StackGuard::exhausted()) return false;
  if (!std::exchange(ex.form.depth_reported, true)) ex.f.diagnostics.report("E0602", d.span);
  return true;
}

const Datum* as_one(ExpanderState& ex, Data data) {
  if (data.size() == 1) return data[0];
  Datum* d = ex.f.data.make(DatumKind::List, span_of(data));
  d->items = data;
  return d;
}

/// Reports a type variable in an expression. This is a function of its own, so that its strings take no space in the
/// stack frame of expand_expr, which is recursive.
[[gnu::noinline]] static void report_type_variable(Frontend& f, const Datum& d) {
  const std::string name(f.symbols.text(d.symbol));
  f.diagnostics.report("E0325", d.span, {"'" + name})
      .help("a type follows a colon, (e : t); there is no quoted data: a text is written \"" + name + "\"");
}

/// Returns a function of the prelude.
static const Expr* make_prelude(ExpanderState& ex, std::string_view name, Span span) {
  Expr* function = ex.make(ExprKind::Global, span);
  function->global = ex.f.program.prelude_global(ex.f.symbols.intern(name));
  if (function->global == GlobalId{})
    return ex.f.diagnostics.report("E0301", span, {std::string(name)}), ex.nothing(span);
  return function;
}

const Expr* make_prelude_call(ExpanderState& ex, std::string_view name, Span span,
                              std::vector<const Expr*> arguments) {
  arguments.insert(arguments.begin(), make_prelude(ex, name, span));
  return ex.make(ExprKind::Apply, span, std::move(arguments));
}

/// Returns the call of `complex` for a literal such as 1.0+2.0i.
static const Expr* make_complex(ExpanderState& ex, const Datum& d) {
  return make_prelude_call(ex, "complex", d.span, expand_all(ex, d.items));
}

static const Expr* make_field(ExpanderState& ex, const Expr* of, Symbol name, Span span);
static const Expr* expand_index(ExpanderState& ex, const Datum& d);

const Expr* expand_expr(ExpanderState& ex, const Datum& d) {
  if (too_deep(ex, d)) return ex.nothing(d.span);
  const auto within = [&]() __attribute__((noinline)) { // not inlined: takes stack only if a macro made `d`
    const Diagnostics::Form form(ex.f.diagnostics, d.span);
    return expand_expr(ex, d);
  };
  if (ex.f.diagnostics.form() != (d.span.expansion ? d.span : Span{})) return within();
  switch (d.kind) {
  case DatumKind::Symbol: return expand_name(ex, d);
  case DatumKind::List: return expand_list(ex, d);
  case DatumKind::Tuple: return ex.make(ExprKind::Tuple, d.span, expand_all(ex, d.items));
  case DatumKind::Vector:
    if (is_other_comprehension(ex, d.items)) return report_other_comprehension(ex, d), ex.nothing(d.span);
    return ex.make(ExprKind::Vector, d.span, expand_all(ex, d.items));
  case DatumKind::Comprehension: return expand_comprehension(ex, d);
  case DatumKind::Index: return expand_index(ex, d);
  case DatumKind::Field: return make_field(ex, expand_expr(ex, *d.items[0]), d.symbol, d.span);
  case DatumKind::Range:
    return make_call(ex, d.integer ? BuiltinId::Range : BuiltinId::RangeTo, d.span, expand_all(ex, d.items));
  case DatumKind::Project: {
    Expr* e = ex.make(ExprKind::Project, d.span, expand_all(ex, d.items));
    e->number = static_cast<uint32_t>(std::min<int64_t>(d.integer, UINT32_MAX));
    return e;
  }
  case DatumKind::Complex: return make_complex(ex, d);
  case DatumKind::TypeVariable: report_type_variable(ex.f, d); return ex.nothing(d.span);
  default: {
    Expr* e = ex.make(ExprKind::Literal, d.span);
    e->literal = &d;
    return e;
  }
  }
}

// Fields.

static const Expr* make_field(ExpanderState& ex, const Expr* of, Symbol name, Span span) {
  Datum* field = ex.f.data.make(DatumKind::Symbol, span);
  field->symbol = name;
  Expr* e = ex.make(ExprKind::Field, span, {of});
  return e->literal = field, e;
}

size_t record_in_name(ExpanderState& ex, const Datum& name) {
  const std::string text = ex.spelling(name);
  size_t dot = text.rfind('.');
  if (dot == text.npos || ex.names.resolve(name.symbol, Want::Value)) return 0;
  for (; dot != text.npos && dot > 0; dot = text.rfind('.', dot - 1)) {
    if (dot + 1 == text.size() || text[dot + 1] == '.') return 0;
    if (ex.names.resolve(ex.f.symbols.intern(text.substr(0, dot)), Want::Value)) return dot;
  }
  return 0;
}

/// Makes the fields that stand behind the first `size` bytes of a name, of the value `of`: b.p.x is ((b).p).x.
static const Expr* make_fields(ExpanderState& ex, const Expr* of, const Datum& name, size_t size) {
  const std::string text = ex.spelling(name);
  for (size_t dot = size; dot < text.size();) {
    const size_t end = std::min(text.find('.', dot + 1), text.size());
    const Span span = {name.span.file, of->span.begin, static_cast<uint32_t>(name.span.begin + end),
                       name.span.expansion};
    of = make_field(ex, of, ex.f.symbols.intern(text.substr(dot + 1, end - dot - 1)), span);
    dot = end;
  }
  return of;
}

/// Returns the datum of the name's first `size` bytes.
static const Datum* beginning(ExpanderState& ex, const Datum& name, size_t size) {
  Datum* d =
      ex.f.data.make(DatumKind::Symbol, {name.span.file, name.span.begin,
                                         static_cast<uint32_t>(name.span.begin + size), name.span.expansion});
  d->symbol = ex.f.symbols.intern(ex.spelling(name).substr(0, size));
  return d;
}

/// v!i.x is (v!i).x, unless the module i has an x.
static const Expr* expand_index(ExpanderState& ex, const Datum& d) {
  const Datum& index = *d.items[1];
  const size_t size = index.is(DatumKind::Symbol) ? record_in_name(ex, index) : 0;
  if (size == 0) return ex.make(ExprKind::Index, d.span, expand_all(ex, d.items));
  const Datum* const parts[] = {d.items[0], beginning(ex, index, size)};
  return make_fields(ex, ex.make(ExprKind::Index, join(d.span, parts[1]->span), expand_all(ex, parts)), index,
                     size);
}

// Lists.

FormHead expand_head(ExpanderState& ex, const Datum& d) {
  const Datum* at = &d;
  while (at->is(DatumKind::List) && !at->items.empty() && at->items[0]->is(DatumKind::Symbol)) {
    Meaning m = ex.names.resolve(at->items[0]->symbol, Want::Head);
    if (m.kind != Meaning::Macro) return {at, m};
    if (report_loose_comparisons(ex, *at)) return {};
    at = ex.macros.expand(m.id, *at);
    if (!at) return {};
  }
  return {at, {}};
}

const Expr* expand_list(ExpanderState& ex, const Datum& use) {
  FormHead h = expand_head(ex, use);
  if (!h.datum) return ex.nothing(use.span);
  const Datum& d = *h.datum;
  if (&d != &use) return expand_expr(ex, d);
  if (const CoreForm* form = form_of(h)) return form->expand(ex, d);
  if (d.items.empty()) {
    ex.f.diagnostics.report("E0324", d.span).help("the value of type unit is written nil");
    return ex.nothing(d.span);
  }
  if (auto colon = ex.find_word(d.items, ex.words.colon)) return expand_ascription(ex, d, *colon, h.meaning);
  return expand_apply(ex, d, d.items, h.meaning);
}

const Expr* expand_ascription(ExpanderState& ex, const Datum& d, size_t colon, Meaning head) {
  if (colon == 0 || colon + 1 == d.items.size()) {
    ex.f.diagnostics.report("E0325", d.items[colon]->span, {":"}).help("a type is given by (e : t)");
    return ex.nothing(d.span);
  }
  const Data written = d.items.subspan(colon + 1);
  const size_t errors = ex.errors();
  TypeExpr type = expand_type(ex, written, span_of(written));
  if (ex.errors() > errors) return ex.nothing(d.span); // (x : string), where x is unknown besides
  const Expr* of =
      colon == 1 ? expand_expr(ex, *d.items[0]) : expand_apply(ex, d, d.items.first(colon), head);
  Expr* e = ex.make(ExprKind::Ascribe, d.span, {of});
  e->type = std::move(type);
  return e;
}

/// Whether `d`, the head of a list, is the name of a form of another language that binds names, or the misspelt name
/// of a form or macro of Nova. The contents of such a list would only raise further errors.
static bool is_other_form(const ExpanderState& ex, const Datum& d) {
  if (!d.is(DatumKind::Symbol) || ex.names.resolve(d.symbol, Want::Head)) return false;
  if (const auto other = find_other_name(ex.spelling(d))) return other->binds;
  if (ex.text.suggestions_left == 0) return false;
  const auto near = nearest_name(ex.spelling(d), ex.names.candidates(Table::Values, Want::Head));
  const Meaning meant = near ? ex.names.resolve(ex.f.symbols.intern(*near), Want::Head) : Meaning{};
  return meant.kind == Meaning::Form || meant.kind == Meaning::Macro;
}

static const Expr* make_reference(ExpanderState& ex, const Datum& d, Meaning m) {
  switch (m.kind) {
  case Meaning::Local: return make_local(ex, static_cast<VarId>(m.id), d.span);
  case Meaning::Builtin: return make_builtin(ex, static_cast<BuiltinId>(m.id), d.span);
  case Meaning::Global: {
    Expr* e = ex.make(ExprKind::Global, d.span);
    e->global = static_cast<GlobalId>(m.id);
    return e;
  }
  case Meaning::Constructor: {
    if (is_complex(ex.f.program[static_cast<TypeDeclId>(m.id)], ex.f.symbols) &&
        ex.text.kind != Unit::Prelude)
      return make_prelude(ex, "complex", d.span); // it checks the parts; if one is NaN, both become NaN
    Expr* e = ex.make(ExprKind::Constructor, d.span);
    e->decl = static_cast<TypeDeclId>(m.id), e->number = m.number;
    return e;
  }
  default: return unknown_name(ex, d);
  }
}

/// For a call like `(None)` or `(None nil)` of a constructor without fields, returns the constructor itself.
/// Otherwise returns null.
static const Expr* constructor_call(ExpanderState& ex, const Datum& d, Meaning m, Data arguments) {
  bool none = arguments.empty() || (arguments.size() == 1 && arguments[0]->is(DatumKind::Nil));
  if (!none || !constructor_of(ex, m).fields.empty()) return nullptr;
  return make_reference(ex, d, m);
}

/// Returns the first argument of a record's constructor that is a field with its value, as `(record C (x e))` has it.
/// Returns null if there is none.
static const Datum* find_named_field(const ExpanderState& ex, Meaning head, Data arguments) {
  const std::vector<Symbol>& names = constructor_of(ex, head).names;
  for (const Datum* a : arguments) {
    if (!is_given_field(*a)) continue;
    const bool field = std::ranges::find(names, ex.names.root(a->items[0]->symbol)) != names.end();
    if (field && !ex.names.resolve(a->items[0]->symbol, Want::Head)) return a;
  }
  return nullptr;
}

/// Whether the call is (parse-double text default), of the built-in.
static bool has_default(Meaning head, Data items) {
  return head.kind == Meaning::Builtin && static_cast<BuiltinId>(head.id) == BuiltinId::ParseDouble &&
         items.size() == 3;
}

static const Expr* expand_plain_apply(ExpanderState& ex, const Datum& d, Data items, Meaning head);

/// Whether the head of a call is a local variable that has the name of a form or of a macro of the prelude.
static bool hides_form(const ExpanderState& ex, const Datum& name, Meaning head) {
  if (head.kind != Meaning::Local) return false;
  const Symbol root = ex.names.root(name.symbol);
  const Meaning own = ex.names.member(SpaceId{}, root, Table::Values),
                prelude = ex.names.member(ex.prelude, root, Table::Values);
  return own.kind == Meaning::Form || prelude.kind == Meaning::Macro;
}

/// Replaces the diagnostics from index `first` on, those of a call of a variable that has a form's name, by one: the
/// call was meant as the form.
static void report_hidden_form(ExpanderState& ex, const Datum& name, Meaning head, size_t first) {
  const std::string word = ex.spelling(name);
  ex.f.diagnostics.keep(first, "");
  ex.f.diagnostics.report("E0304", name.span, {word, "`" + word + "` is a variable here"})
      .note("it is bound here", ex.f.program[static_cast<VarId>(head.id)].span)
      .help("another name for the variable leaves `" + word + "` what it was");
}

/// Reports a head that joins an operator and a name. Its text takes no stack of the expander's recursion.
[[gnu::noinline]] static const Expr* unknown_joined(ExpanderState& ex, Data items) {
  const auto help = help_with_joined_head(ex, items);
  return help ? unknown_name(ex, *items[0], *help) : nullptr;
}

/// Expands a call whose head is a variable with a form's name. This is a function of its own, so that other calls take
/// no more stack.
[[gnu::noinline]] static const Expr* expand_hiding(ExpanderState& ex, const Datum& d, Data items,
                                                   Meaning head) {
  const size_t errors = ex.errors(), reports = ex.reports();
  const Expr* e = expand_plain_apply(ex, d, items, head);
  if (ex.errors() > errors) report_hidden_form(ex, *items[0], head, reports);
  return e;
}

const Expr* expand_apply(ExpanderState& ex, const Datum& d, Data items, Meaning head) {
  if (hides_form(ex, *items[0], head)) return expand_hiding(ex, d, items, head);
  return expand_plain_apply(ex, d, items, head);
}

static const Expr* expand_plain_apply(ExpanderState& ex, const Datum& d, Data items, Meaning head) {
  if (head.kind == Meaning::Builtin || head.kind == Meaning::Global) warn_of_partial_operator(ex, items);
  if (has_csv_options(head, items)) return expand_read_csv(ex, d, items);
  if (has_plot_words(head, items)) return expand_plot(ex, d, items);
  if (has_default(head, items))
    return make_prelude_call(ex, "parse-double-or", d.span, expand_all(ex, items.subspan(1)));
  const Datum* named =
      head.kind == Meaning::Constructor ? find_named_field(ex, head, items.subspan(1)) : nullptr;
  if (named)
    return unknown_name(ex, *named->items[0],
                        "a record by its fields' names is (record " + ex.spelling(*items[0]) + " (" +
                            ex.spelling(*named->items[0]) + " e) ..)");
  if (head.kind == Meaning::Constructor)
    if (const Expr* whole = constructor_call(ex, d, head, items.subspan(1))) return whole;
  if (!head && is_other_form(ex, *items[0])) {
    const Expr* nothing = unknown_name(ex, *items[0]);
    return help_with_other_call(ex, items), nothing;
  }
  if (const Expr* joined = head ? nullptr : unknown_joined(ex, items)) return joined;
  if (const Datum* sign = find_other_sign(ex, items))
    return unknown_name(ex, *sign, help_with_infix(ex, items, *sign));
  Expr* e = ex.make(ExprKind::Apply, d.span);
  e->items.reserve(items.size());
  const size_t before = ex.reports();
  e->items.push_back(head ? make_reference(ex, *items[0], head) : expand_expr(ex, *items[0]));
  if (!head && ex.reports() > before) help_with_order(ex, *items[0]), help_with_other_call(ex, items);
  if (head.kind == Meaning::Constructor && takes_parts(ex, head, items.size() - 1))
    return e->items.push_back(ex.make(ExprKind::Tuple, d.span, expand_all(ex, items.subspan(1)))), e;
  const bool pattern = has_literal_pattern(ex, head, items);
  if (pattern) e->items.push_back(expand_pattern(ex, *items[1]));
  for (const Datum* argument : items.subspan(pattern ? 2 : 1)) e->items.push_back(expand_expr(ex, *argument));
  return e;
}

// Names.

const Expr* expand_name(ExpanderState& ex, const Datum& d) {
  if (Meaning m = ex.names.resolve(d.symbol, Want::Value)) return make_reference(ex, d, m);
  if (const size_t size = record_in_name(ex, d))
    return make_fields(ex, expand_name(ex, *beginning(ex, d, size)), d, size);
  return unknown_name(ex, d);
}

/// Returns a help text for the unknown name `text` if another binding of the same `let` binds it, or if it looks like
/// a field of a variable (`t.x`). Otherwise returns nothing.
static std::optional<std::string> help_with_binding(ExpanderState& ex, const Datum& d,
                                                    std::string_view text) {
  const auto binds = [&](const Datum* p) { return p->is(DatumKind::Symbol) && p->symbol == d.symbol; };
  const auto holds = [&](const Datum* p) { return binds(p) || std::ranges::any_of(p->items, binds); };
  if (std::ranges::any_of(ex.form.beside, holds))
    return "the values of `let` do not see its other names; in `let*` each sees those before it";
  const auto names = [&](const Datum* binding) {
    return !binding->items.empty() && binds(binding->items[0]);
  };
  if (std::ranges::any_of(ex.form.from_here, names))
    return "functions that call themselves, or each other, are bound by `letrec`: (letrec ((f (lambda ...)) "
           "...) body)";
  const size_t dot = text.find('.');
  if (dot == 0 || dot >= text.size() - 1) return {};
  const Symbol before = ex.f.symbols.intern(text.substr(0, dot));
  if (!ex.names.resolve(before, Want::Value)) return {};
  const std::string name(text.substr(0, dot));
  return "the parts of a tuple have numbers, " + name + ".0 and " + name +
         ".1, or get names by a pattern: (let ((x, y) " + name +
         ") in e); so do a constructor's: (let ((C x y) " + name + ") in e)";
}

/// Whether `item` is a call that stands where the list `d` takes a function, as (f x) does in (map (f x) xs).
static bool is_for_function(const ExpanderState& ex, const Datum& d, const Datum& item) {
  constexpr std::string_view all[] = {"all", "any",    "concat-map", "count",   "filter",  "foldl",
                                      "map", "reduce", "scan",       "sort-by", "tabulate"};
  return d.is(DatumKind::List) && d.items.size() > 1 && d.items[1] == &item &&
         d.items[0]->is(DatumKind::Symbol) &&
         std::ranges::find(all, ex.f.symbols.text(d.items[0]->symbol)) != std::end(all) &&
         is_call(ex, item) && ex.names.resolve(item.items[0]->symbol, Want::Value);
}

/// Returns the innermost call around the text `at` that stands where a function is taken; null if there is none.
static const Datum* function_around(const ExpanderState& ex, Span at) {
  const Datum* found = nullptr;
  const auto holds = [&](const Datum* d) {
    return d->span.file == at.file && d->span.begin <= at.begin && at.end <= d->span.end;
  };
  for (const Datum* d = ex.form.datum; d;) {
    const auto inner = std::ranges::find_if(d->items, holds);
    if (inner == d->items.end()) break;
    if (is_for_function(ex, *d, **inner)) found = *inner;
    d = *inner;
  }
  return found;
}

/// Returns help for a name in a list that begins with the name of a form which a definition of the program hides; nothing
/// if there is none.
static std::optional<std::string> help_with_hidden_form(const ExpanderState& ex, const Datum& d) {
  const auto holds = [&](const Datum* of) {
    return of->span.file == d.span.file && of->span.begin <= d.span.begin && d.span.end <= of->span.end;
  };
  for (const Datum* at = ex.form.datum; at;) {
    const bool call = at->is(DatumKind::List) && !at->items.empty() && at->items[0]->is(DatumKind::Symbol);
    const std::string head = call ? ex.spelling(*at->items[0]) : "";
    const auto is_named = [&](const auto& form) { return form.name == head; };
    if (call && std::ranges::any_of(core_forms(), is_named) &&
        ex.names.resolve(at->items[0]->symbol, Want::Head).kind == Meaning::Global)
      return "`" + head + "` is the program's own here, and no form: another name for that keeps the form (" +
             head + " ...)";
    const auto inner = std::ranges::find_if(at->items, holds);
    at = inner == at->items.end() ? nullptr : *inner;
  }
  return {};
}

/// Returns a help text for an unknown name of one letter in a list that stands where `map` takes a function.
static std::optional<std::string> help_with_function(const ExpanderState& ex, const Datum& d,
                                                     std::string_view text) {
  if (text.size() != 1 || d.span.expansion || !std::isalpha(static_cast<unsigned char>(text[0]))) return {};
  const Datum* const f = function_around(ex, d.span);
  if (!f) return {};
  return "a function of " + std::string(text) + " is (lambda (" + std::string(text) + ") " +
         shorten(ex.f.sources.text(f->span)) + ")";
}

/// Whether a name is all that stands on its line.
static bool stands_alone(const ExpanderState& ex, const Datum& d) {
  const std::string_view line = ex.f.sources.line_at(d.span.file, d.span.begin);
  const size_t begin = line.find_first_not_of(" \t"), end = line.find_last_not_of(" \t\r");
  return d.span.expansion == 0 && begin != line.npos && end + 1 - begin == d.span.end - d.span.begin;
}

/// Returns help for a name that a form of Nova touches from behind, as in q(define x 3); nothing for other names.
static std::optional<std::string> help_with_form_behind(const ExpanderState& ex, const Datum& d) {
  const std::string_view line = ex.f.sources.line_at(d.span.file, d.span.begin),
                         name = ex.f.sources.text(d.span);
  if (d.span.expansion || !line.starts_with(name) || !line.ends_with(')')) return {};
  const std::string_view form = line.substr(name.size());
  if (!begins_form(form)) return {};
  return "nothing touches a form from the left: " + shorten(form);
}

/// Returns help for p.x where p is unknown, and for r.price, which may be meant of a row; nothing for other names.
static std::optional<std::string> help_with_row(const ExpanderState& ex, std::string_view text) {
  const size_t dot = text.find('.');
  const std::string row(text.substr(0, dot));
  const auto in_name = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  const bool field = dot != text.npos && dot > 0 && dot + 1 < text.size() &&
                     std::isalpha(static_cast<unsigned char>(text[0])) && std::ranges::all_of(row, in_name) &&
                     std::ranges::all_of(text.substr(dot + 1), in_name);
  constexpr std::string_view modules[] = {"Math", "jnp", "math",   "np",  "numpy", "os",
                                          "pd",   "plt", "random", "sys", "torch"};
  const bool module = std::ranges::find(modules, row) != std::end(modules);
  if (field && !module && row != "r" && row != "row" &&
      !ex.names.resolve(ex.f.symbols.intern(row), Want::Value))
    return "there is no `" + row + "` here that could have a field";
  if (dot == text.npos || (row != "r" && row != "row")) return {};
  return "a function of a row gives the row its name: (lambda (" + row + ") " + std::string(text) + ")";
}

const Expr* unknown_name(ExpanderState& ex, const Datum& d, std::optional<std::string> help) {
  const Expr* e = ex.nothing(d.span);
  if (!ex.form.unknown.insert(static_cast<uint32_t>(ex.names.root(d.symbol))).second) return e;
  const std::string text = shorten(ex.spelling(d));
  Meaning head = ex.names.resolve(d.symbol, Want::Head);
  if (head.kind == Meaning::Macro || head.kind == Meaning::Form) {
    Diagnostic& problem = ex.f.diagnostics.report("E0302", d.span, {text});
    if (head.kind == Meaning::Form) problem.help("write " + std::string(core_forms()[head.id].grammar));
  } else if (Span below = ex.names.defined_below(d.symbol); below.file) {
    ex.f.diagnostics.report("E0303", d.span, {text}).note("it is defined here", below);
  } else if (!may_be_lost(ex, text, d.span)) {
    Diagnostic& problem = ex.f.diagnostics.report("E0301", d.span, {text});
    if (const auto at = ex.f.failed_definitions.find(text); at != ex.f.failed_definitions.end()) {
      problem.follows = true;
      problem.help("its definition, " + at->second + ", had an error: there is none until that is mended");
      return e;
    }
    const auto other = find_other_name(text);
    if (!help) help = help_with_hidden_form(ex, d);
    if (!help) help = help_with_function(ex, d, text);
    if (!help && other) help = other->help;
    if (!help && stands_alone(ex, d))
      if (auto line = find_other_word(text)) help = std::move(line->help);
    if (!help) help = help_with_sign(ex, text);
    if (!help) help = help_with_binding(ex, d, text);
    if (!help) help = help_with_row(ex, text);
    if (!help) help = help_with_form_behind(ex, d);
    if (help)
      problem.help(std::move(*help));
    else
      suggest(ex, problem, text, Table::Values, Want::Head);
  }
  return e;
}

void suggest(ExpanderState& ex, Diagnostic& d, std::string_view name, Table table, Want want) {
  if (ex.text.suggestions_left == 0) return;
  --ex.text.suggestions_left;
  std::vector<std::string_view> candidates = ex.names.candidates(table, want);
  if (want == Want::Head && table == Table::Values)
    candidates.insert(candidates.end(), {"else", "order", "group"}); // these words are parts of forms
  if (want == Want::Constructor) candidates.push_back("else");
  if (table == Table::Types) {
    candidates.push_back("vector");
    for (int e = 0; e < element_count; ++e) candidates.push_back(element_name(static_cast<Element>(e)));
  }
  if (auto near = nearest_name(name, candidates)) d.help("did you mean `" + *near + "`?");
}

const Expr* bad_form(ExpanderState& ex, const Datum& form, std::string why, const Datum* at) {
  const Meaning m = ex.names.resolve(form.items[0]->symbol, Want::Head);
  const std::string_view grammar = m.kind == Meaning::Form ? core_forms()[m.id].grammar : "";
  const auto slip = find_word_slip(ex, form.items.subspan(1), grammar);
  if (slip) at = slip->at;
  Diagnostic& d = ex.f.diagnostics.report("E0304", (at ? at : &form)->span,
                                          {ex.spelling(*form.items[0]), std::move(why)});
  if (slip) d.help("did you mean `" + slip->word + "`?");
  if (!grammar.empty()) d.help("write " + std::string(grammar));
  return ex.nothing(form.span);
}

} // namespace nova
