// Expands top-level forms by the steps scan, types, settle and finish (expander.hpp).
#include "frontend/expand/top.hpp"
#include "frontend/expand/declarations/foreign.hpp"
#include "frontend/expand/expander.hpp"
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/types.hpp"
#include "frontend/expand/typos.hpp"
#include <algorithm>

namespace nova {

/// How many data the comprehensions of one top-level form may search for uses of variables.
static constexpr uint32_t most_scanned = 1'000'000;

// Scan.

PendingForm& add_pending(ExpanderState& ex, PendingForm::Kind kind, const Datum& form) {
  PendingForm& p = ex.text.pending.emplace_back();
  p.kind = kind, p.form = &form, p.site = ex.names.here, p.damage = ex.text.damage;
  return p;
}

/// Whether a second definition of a name gets a warning. If a type is declared twice, the type's name gets one, but
/// the names of its constructors get none.
static bool is_warned_of(const ExpanderState& ex, const Names::Earlier& before, Meaning now) {
  if (before.meaning.kind != Meaning::Constructor || now.kind != Meaning::Constructor) return true;
  const auto type_of = [&](Meaning m) { return ex.f.program.types[m.id].name; };
  return type_of(before.meaning) != type_of(now);
}

/// Warns (W0311) if a definition takes the name of a form, which is then out of reach. Names of macros are free: programs
/// have `weights` of their own.
static void warn_of_hidden_form(ExpanderState& ex, const Datum& name) {
  if (ex.text.kind == Unit::Prelude || name.span.expansion != 0) return;
  if (ex.names.resolve(name.symbol, Want::Head).kind != Meaning::Form) return;
  const std::string text = ex.spelling(name);
  ex.f.diagnostics.report("W0311", name.span, {text})
      .help("another name keeps both: (" + text + " ...) means the new one from here on");
}

void define_name(ExpanderState& ex, const Datum& name, Meaning m, bool ordered, Table table) {
  const auto before = ex.names.earlier(name.symbol, table);
  if (!before && table == Table::Values && m.kind == Meaning::Global) warn_of_hidden_form(ex, name);
  if (before && ex.text.in_file && is_warned_of(ex, *before, m))
    ex.f.diagnostics.report("W0307", name.span, {ex.spelling(name)})
        .note("uses above the second definition mean this one", before->span);
  ex.names.define(name.symbol, m, name.span, ex.names.here, ordered, table);
}

GlobalId add_global(ExpanderState& ex, const Datum& name, const Datum& form, Global::Kind kind) {
  const GlobalId id = ex.f.program.add_global(name.symbol);
  Global& g = ex.f.program[id];
  g.module = ex.text.module, g.span = name.span, g.form = form.span, g.kind = kind;
  g.prelude = ex.text.kind == Unit::Prelude;
  bool ordered = kind == Global::Constant;
  define_name(ex, name, {Meaning::Global, static_cast<uint32_t>(id)}, ordered);
  return id;
}

/// Whether `d` is `(module form ...)`, a module without a name.
static bool is_unnamed_module(const ExpanderState& ex, const Datum& d) {
  const bool unnamed = d.is(DatumKind::List) && d.items.size() >= 2 && d.items[0]->is(DatumKind::Symbol) &&
                       d.items[1]->is(DatumKind::List);
  const Meaning head = unnamed ? ex.names.resolve(d.items[0]->symbol, Want::Head) : Meaning{};
  return head.kind == Meaning::Form && core_forms()[head.id].scan == scan_module;
}

/// Whether `d` is a Harlan program: `(module form ...)` with a definition of `main`.
static bool is_harlan(const ExpanderState& ex, const Datum& d) {
  if (!is_unnamed_module(ex, d)) return false;
  return std::ranges::any_of(d.items.subspan(1), [&](const Datum* item) {
    if (!item->is(DatumKind::List) || item->items.size() < 3) return false;
    const Datum& name = *item->items[1];
    bool applied = name.is(DatumKind::List) && !name.items.empty();
    return ex.is_word(applied ? *name.items[0] : name, ex.words.main);
  });
}

/// Whether `d` is NOVA's declaration of inputs: `((xs : vector float) (n : int))`.
static bool is_inputs(const ExpanderState& ex, const Datum& d) {
  return d.is(DatumKind::List) && !d.items.empty() && std::ranges::all_of(d.items, [&](const Datum* item) {
           return item->is(DatumKind::List) && is_typed_name(ex, item->items) &&
                  item->items[0]->is(DatumKind::Symbol);
         });
}

static void scan_inputs(ExpanderState& ex, const Datum& form) {
  ex.names.here.limit = ex.position++;
  PendingForm& p = add_pending(ex, PendingForm::Declare, form);
  for (const Datum* d : form.items) {
    p.globals.push_back(add_global(ex, *d->items[0], form, Global::Input));
    p.declared.push_back(d->items.subspan(2));
  }
  ex.facts.inputs.insert(ex.facts.inputs.end(), p.globals.begin(), p.globals.end());
}

static void scan_program(ExpanderState& ex, Data program) {
  Site outer = ex.names.here;
  ex.names.here.space = ex.names.add_space(outer);
  ex.names.import(ex.names.here.space, ex.harlan);
  ex.names.import(outer.space, ex.names.here.space); // so that its names stay visible at the prompt
  for (const Datum* d : program) scan(ex, *d);
  for (const PendingForm& p : ex.text.pending)
    if (p.kind == PendingForm::Define && p.site.space == ex.names.here.space &&
        p.definition.name->symbol == ex.words.main)
      ex.facts.main = p.globals[0];
}

void scan_unit(ExpanderState& ex, Data data) {
  size_t skip = 0;
  auto is_testspec = [&](const Datum& d) {
    return ex.is_word(d, ex.words.testspec) ||
           (d.is(DatumKind::List) && !d.items.empty() && ex.is_word(*d.items[0], ex.words.testspec));
  };
  while (skip < data.size() && is_testspec(*data[skip])) ++skip;
  data = data.subspan(skip);
  if (ex.text.kind == Unit::File && !data.empty() && is_inputs(ex, *data[0])) {
    scan_inputs(ex, *data[0]);
    data = data.subspan(1);
  }
  if (data.size() == 1 && is_harlan(ex, *data[0])) return scan_program(ex, data[0]->items.subspan(1));
  for (size_t k = 0; k < data.size(); ++k) {
    ex.names.here.limit = ex.position;
    if (is_other_infix(ex, data.subspan(k)))
      report_other_infix(ex, data.subspan(k, 3)), k += 2;
    else
      scan(ex, *data[k]);
  }
}

/// Adds the expressions in `row`, which follow one another, as one pending form, and empties `row`. `dropped` says
/// whether their value is dropped.
static void add_row(ExpanderState& ex, std::vector<const Datum*>& row, bool dropped) {
  if (row.empty()) return;
  PendingForm& p = add_pending(ex, PendingForm::Expression, *row[0]);
  p.row = std::exchange(row, {}), p.dropped = dropped;
}

/// If `damage` says that a form's brackets are wrong, removes the diagnostics of the form, since they may follow from
/// that. These are the diagnostics from index `from` on; those of unknown names (E0301) stay.
static void forgive_damage(ExpanderState& ex, Damage damage, size_t from) {
  if (damage == Damage::Brackets) ex.f.diagnostics.keep(from, "E0301");
}

static void scan_step(ExpanderState& ex, const Datum& d, std::vector<const Datum*>& todo,
                      std::vector<const Datum*>& row) {
  const size_t before = ex.errors(), first = ex.reports();
  ex.names.here.limit = ex.position, ex.names.in_function = false, ex.form.depth_reported = false,
  ex.form.datum = &d;
  ex.form.unknown.clear();
  const FormHead h = too_deep(ex, d) ? FormHead{} : expand_head(ex, d);
  const CoreForm* form = form_of(h);
  const Diagnostics::Form made(ex.f.diagnostics, h.datum ? h.datum->span : d.span);
  if (is_begin(form) && h.datum->items.size() > 1) {
    todo.insert(todo.end(), h.datum->items.rbegin(), h.datum->items.rend() - 1);
  } else if (form && form->scan && !is_begin(form)) {
    add_row(ex, row, true);
    const size_t pending = ex.text.pending.size();
    form->scan(ex, *h.datum);
    bool holds_forms = form->scan == scan_module || form->scan == scan_import;
    if (ex.errors() != before && !holds_forms) // the forms of a module or file are marked one by one
      for (PendingForm& p : std::span(ex.text.pending).subspan(pending)) p.failed = true;
    if (!holds_forms) forgive_damage(ex, ex.text.damage, first);
  } else if (h.datum) {
    row.push_back(h.datum);
  } else {
    forgive_damage(ex, ex.text.damage, first);
  }
  ++ex.position;
}

void scan(ExpanderState& ex, const Datum& d) {
  std::vector<const Datum*> todo{&d}, row; // `todo` is in reverse order
  const Damage outer = std::exchange(ex.text.damage, d.damage);
  if (d.damage == Damage::Brackets) ex.text.damaged.push_back(d.span);
  ex.macros.start_form();
  while (!todo.empty() && !ex.macros.exhausted()) {
    const Datum& next = *todo.back();
    todo.pop_back();
    scan_step(ex, next, todo, row);
  }
  add_row(ex, row, false);
  ex.text.damage = outer;
}

void scan_define(ExpanderState& ex, const Datum& form) {
  ParsedDefinition d = parse_define(ex, form);
  if (!d.name) return;
  PendingForm& p = add_pending(ex, PendingForm::Define, form);
  p.globals = {add_global(ex, *d.name, form, d.function ? Global::Function : Global::Constant)};
  p.definition = std::move(d);
}

void scan_macro(ExpanderState& ex, const Datum& form) {
  if (form.items.size() < 3 || !form.items[1]->is(DatumKind::Symbol))
    return void(bad_form(ex, form, "it takes a name and clauses"));
  Site site = ex.names.here;
  ++site.limit, site.depth = 0; // the macro may use itself
  uint32_t macro = ex.macros.define(form, site);
  const Symbol name = form.items[1]->symbol;
  define_name(ex, *form.items[1], {Meaning::Macro, macro}, true);
  if (ex.macros[macro].broken) ex.names.set_failed(name, ex.names.here.space, ex.names.here.limit);
}

// Settle.

static void enter_form(ExpanderState& ex, const PendingForm& p) {
  ex.form = {};
  ex.form.datum = p.form, ex.form.scan_budget = most_scanned;
  ex.names.here = p.site, ex.names.in_function = p.kind != PendingForm::Expression;
  if (p.kind == PendingForm::Define && ex.f.program[p.globals[0]].kind == Global::Constant)
    ex.names.in_function = false;
  if (ex.names.in_function) ++ex.names.here.limit; // a function may use itself
  ex.macros.start_form();
}

/// If the value of the definition `p` is a lambda, or a macro use that expands to one, makes the definition a
/// function.
static void settle(ExpanderState& ex, PendingForm& p) {
  if (p.definition.function || p.failed) return;
  FormHead h = expand_head(ex, *p.definition.single);
  if (!h.datum) return void(p.failed = true);
  p.definition.single = h.datum;
  const CoreForm* form = form_of(h);
  if (!is_lambda(form)) return;
  ex.f.program[p.globals[0]].kind = Global::Function;
  ex.names.set_unordered(p.definition.name->symbol, p.site.space, p.site.limit);
}

// Finish.

namespace {

/// Calls `f` with the offset of each word in `text` that equals `name`, until `f` returns true. Returns whether `f`
/// ever returned true.
template <class F> bool any_word(std::string_view text, std::string_view name, F f) {
  constexpr std::string_view ends = " \t\r\n()[],;\"!.:|'";
  const auto ends_word = [&](size_t at) { return at >= text.size() || ends.find(text[at]) != ends.npos; };
  for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1))
    if (ends_word(at - 1) && ends_word(at + name.size()) && f(at)) return true;
  return false;
}

/// Words that are parts of certain forms. If damaged brackets separate one of them from its form, it has no meaning.
constexpr std::string_view clause_words[] = {"in", "else", "then", "order", "group", "by", ":", "->", "<-"};

} // namespace

bool may_be_lost(ExpanderState& ex, std::string_view name, Span use) {
  const bool lost = std::ranges::any_of(ex.text.damaged, [&](Span at) {
    const auto is_other = [&](size_t k) { return at.file != use.file || at.begin + k != use.begin; };
    return std::ranges::find(clause_words, name) != std::end(clause_words) ||
           any_word(ex.f.sources.text(at.file).substr(at.begin, at.end - at.begin), name, is_other);
  });
  ex.form.broken = ex.form.broken || lost;
  return lost;
}

static void finish_define(ExpanderState& ex, PendingForm& p) {
  const ParsedDefinition& d = p.definition;
  Global& g = ex.f.program[p.globals[0]];
  if (!d.type.empty()) g.type = expand_type(ex, d.type, span_of(d.type));
  g.value = d.function ? expand_function(ex, d.parameters, d.rest, p.form->span) : expand_expr(ex, *d.single);
}

static void finish_expression(ExpanderState& ex, const PendingForm& p, Top& top) {
  const Span first = p.row.front()->span, last = p.row.back()->span;
  top.span = first.file == last.file && first.expansion == last.expansion ? join(first, last) : last;
  top.value = p.row.size() == 1 ? expand_expr(ex, *p.row[0]) : expand_body(ex, p.row, top.span);
  if (p.dropped) top.value = ex.make(ExprKind::Sequence, top.span, {top.value, ex.nothing(top.span)});
}

static void finish_declare(ExpanderState& ex, PendingForm& p) {
  for (size_t i = 0; i < p.globals.size(); ++i) {
    Data written = p.declared[i];
    ex.f.program[p.globals[i]].type = expand_type(ex, written, span_of(written));
  }
  if (p.cuda) finish_cuda(ex, p);
}

static void fail_form(ExpanderState& ex, const PendingForm& p) {
  for (GlobalId g : p.globals) ex.f.program[g].failed = true;
}

static void finish_form(ExpanderState& ex, PendingForm& p, std::vector<Top>& out) {
  if (p.failed) return fail_form(ex, p);
  const size_t before = ex.errors(), first = ex.reports();
  ex.form.broken = false;
  const Diagnostics::Form form(ex.f.diagnostics, p.form->span);
  Top top;
  top.span = p.form->span, top.globals = p.globals, top.types = p.types;
  switch (p.kind) {
  case PendingForm::Types: top.kind = Top::Types; return void(out.push_back(std::move(top)));
  case PendingForm::Define: top.kind = Top::Define, finish_define(ex, p); break;
  case PendingForm::Declare: top.kind = Top::Define, finish_declare(ex, p); break;
  case PendingForm::Expression: top.kind = Top::Expression, finish_expression(ex, p, top); break;
  case PendingForm::CompileNow: top.kind = Top::CompileNow, finish_compile_now(ex, p, top); break;
  case PendingForm::Export: return finish_export(ex, *p.form);
  }
  const bool good = ex.errors() == before && !ex.form.broken && p.damage == Damage::None;
  forgive_damage(ex, p.damage, first);
  good || ex.f.expander->keeps_wrong ? out.push_back(std::move(top)) : fail_form(ex, p);
}

// The whole text.

/// Warns (W0301) of a file that is one unnamed module without `main`. It looks like a program, but nothing in it
/// runs.
static void warn_of_no_main(ExpanderState& ex, Data data) {
  if (data.size() != 1 || ex.facts.main || !is_unnamed_module(ex, *data[0])) return;
  const auto runs = [](const PendingForm& p) { return p.kind == PendingForm::Expression || p.failed; };
  if (std::ranges::any_of(ex.text.pending, runs) || ex.errors()) return;
  ex.f.diagnostics.report("W0301", data[0]->items[0]->span)
      .help("a program's module has (define (main) ...)");
}

/// Sorts the diagnostics from index `from` on by their positions in the text, since several steps have reported them.
static void sort_errors(ExpanderState& ex, size_t from) {
  std::vector<Diagnostic> all = ex.f.diagnostics.take();
  std::ranges::stable_sort(all.begin() + static_cast<ptrdiff_t>(from), all.end(), {},
                           [&](const Diagnostic& d) {
                             Span at = ex.f.sources.user_span(d.span);
                             return std::pair(at.file, at.begin);
                           });
  for (Diagnostic& d : all) ex.f.diagnostics.add(std::move(d));
}

/// Expands the types that the form `p` declares, and appends them to `declared`.
static void finish_types_of(ExpanderState& ex, PendingForm& p, std::vector<TypeDeclId>& declared) {
  const size_t first = ex.reports();
  const Diagnostics::Form form(ex.f.diagnostics, p.form->span);
  enter_form(ex, p), finish_types(ex, p);
  forgive_damage(ex, p.damage, first);
  declared.insert(declared.end(), p.types.begin(), p.types.end());
}

void begin_text(ExpanderState& ex, Unit unit) {
  constexpr uint32_t most_suggestions = 20;
  ++ex.unit, ex.facts = {};
  ex.text = {.kind = unit, .in_file = unit == Unit::File, .suggestions_left = most_suggestions};
  ex.names.here = {unit == Unit::Prelude ? ex.prelude : ex.session, ex.unit, ex.position};
}

std::vector<Top> expand_text(ExpanderState& ex, Data data, Unit unit) {
  const size_t before = ex.reports();
  begin_text(ex, unit);
  scan_unit(ex, data);
  if (unit == Unit::File) warn_of_no_main(ex, data);
  return finish_text(ex, before);
}

std::vector<Top> finish_text(ExpanderState& ex, size_t before) {
  std::vector<TypeDeclId> declared;
  for (const bool in_place :
       {false, true}) // a sum in place may be a declared type, whose fields are then known
    for (PendingForm& p : ex.text.pending)
      if (p.kind == PendingForm::Types && mentions_sum_in_place(ex, p) == in_place)
        finish_types_of(ex, p, declared);
  check_abbreviations(ex, declared);
  for (const PendingForm& p : ex.text.pending)
    if (p.kind != PendingForm::Types && ex.text.kind != Unit::Prelude)
      enter_form(ex, p), declare_sums_in_place(ex, p);
  for (PendingForm& p : ex.text.pending)
    if (p.kind == PendingForm::Define) enter_form(ex, p), settle(ex, p);
  std::vector<Top> out;
  for (PendingForm& p : ex.text.pending) enter_form(ex, p), finish_form(ex, p, out);
  if (ex.reports() > before) sort_errors(ex, before);
  return out;
}

void finish_alone(ExpanderState& ex, GlobalId g, const Datum& form, const Site& site) {
  PendingForm p;
  p.kind = PendingForm::Define, p.form = &form, p.site = site, p.globals = {g};
  enter_form(ex, p);
  p.definition = parse_define(ex, form);
  std::vector<Top> out;
  finish_form(ex, p, out);
}

void give_up(ExpanderState& ex, size_t first_global, size_t first_type) {
  auto& globals = ex.f.program.globals;
  for (size_t g = first_global; g < globals.size(); ++g) globals[g].failed = true;
  for (size_t t = first_type; t < ex.f.program.types.size(); ++t) ex.f.program.types[t].failed = true;
  std::erase_if(ex.loaded, [](const auto& file) { return file.second.open; });
  ex.text.pending.clear(), ex.form.from_here = {}, ex.form.beside.clear();
}

} // namespace nova
