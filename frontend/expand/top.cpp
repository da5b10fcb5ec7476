// Top level: scan, types, settle, finish (expander.hpp).
#include "frontend/core/builtin.hpp"
#include "frontend/expand/expander.hpp"
#include "runtime/fault.hpp"
#include <algorithm>

namespace nova {

Expander::Expander(Frontend& f)
    : f_(f), words_(f.symbols), names_(f), macros_(f, names_, words_), prelude_(names_.add_space({})),
      session_(names_.add_space({prelude_})), harlan_(names_.add_space({})),
      nil_(f.data.make(DatumKind::Nil, {})) {
  names_.add_site({}); // site 0
  const Site core{SpaceId{}, 0, 0};
  for (const BuiltinRow& row : all_builtins())
    names_.define(f.symbols.intern(row.spelling), {Meaning::Builtin, static_cast<uint32_t>(row.id)}, {}, core,
                  false);
  for (uint32_t i = 0; i < all_forms().size(); ++i)
    names_.define(f.symbols.intern(forms[i].name), {Meaning::Form, i}, {}, core, false);
  names_.define(words_.scan, {Meaning::Builtin, static_cast<uint32_t>(BuiltinId::Exscan)}, {},
                {harlan_, 0, 0}, false);
  for (int i = 0; i < element_count; ++i) {
    auto element = static_cast<Element>(i);
    prims_[static_cast<uint32_t>(f.symbols.intern(element_name(element)))] = element;
  }
  prims_[static_cast<uint32_t>(f.symbols.intern("int64"))] = Element::I64;
}

static constexpr uint32_t most_scanned = 1'000'000;

std::vector<Top> expand(Frontend& f, std::span<const Datum* const> data, Unit unit) {
  return f.expander->expand(data, unit);
}

const UnitFacts& unit_facts(const Frontend& f) { return f.expander->facts(); }

HeadFacts head_facts(Frontend& f, std::string_view name) { return f.expander->head_facts(name); }

HeadFacts Expander::head_facts(std::string_view name) {
  names_.here = {session_, unit_ + 1, UINT32_MAX};
  Meaning m = names_.resolve(f_.symbols.intern(name), Want::Head);
  if (m.kind == Meaning::Macro) return {macros_[m.id].span, {}};
  if (m.kind == Meaning::Form) return {{}, all_forms()[m.id].grammar};
  return {};
}

namespace {

NameInSight::Kind kind_in_sight(Meaning::Kind kind) {
  switch (kind) {
  case Meaning::Form: return NameInSight::Form;
  case Meaning::Macro: return NameInSight::Macro;
  case Meaning::Builtin: return NameInSight::Builtin;
  case Meaning::Constructor: return NameInSight::Constructor;
  case Meaning::Type: return NameInSight::Type;
  case Meaning::Module: return NameInSight::Module;
  default: return NameInSight::Definition;
  }
}

} // namespace

std::vector<NameInSight> Expander::names_in_sight() {
  names_.here = {session_, unit_ + 1, UINT32_MAX};
  std::vector<NameInSight> out;
  for (const Table table : {Table::Values, Table::Types, Table::Modules})
    for (const std::string_view name : names_.candidates(table, Want::Head)) {
      const Meaning m = names_.resolve(f_.symbols.intern(name), Want::Head, table);
      if (!m) continue;
      NameInSight& n = out.emplace_back();
      n.kind = kind_in_sight(m.kind), n.name = name, n.constructor = m.number;
      n.builtin = static_cast<BuiltinId>(m.id), n.global = static_cast<GlobalId>(m.id);
      n.type = static_cast<TypeDeclId>(m.id);
    }
  return out;
}

GlobalId Expander::define_value(std::string_view name) {
  ++unit_, unit_kind_ = Unit::Prompt, module_.clear();
  names_.here = {session_, unit_, position_++};
  const GlobalId id = f_.program.add_global(f_.symbols.intern(name));
  Global& g = f_.program[id];
  g.kind = Global::Input;
  names_.define(g.name, {Meaning::Global, static_cast<uint32_t>(id)}, {}, names_.here, true);
  return id;
}

std::vector<NameInSight> names_in_sight(Frontend& f) { return f.expander->names_in_sight(); }

std::vector<Top> Expander::expand(Data data, Unit unit) {
  const size_t first = f_.program.globals.size(), first_type = f_.program.types.size();
  try {
    return expand_whole(data, unit);
  } catch (const Fault& limit) {
    give_up(first, first_type);
    f_.diagnostics.report(limit.code, at_, limit.args);
    return {};
  }
}

/// What was begun is as if it had errors.
void Expander::give_up(size_t first_global, size_t first_type) {
  auto& globals = f_.program.globals;
  for (size_t g = first_global; g < globals.size(); ++g) globals[g].failed = true;
  for (size_t t = first_type; t < f_.program.types.size(); ++t) f_.program.types[t].failed = true;
  std::erase_if(loaded_, [](const auto& file) { return file.second.open; });
  pending_.clear(), from_here_ = {}, beside_.clear();
}

std::vector<Top> Expander::expand_whole(Data data, Unit unit) {
  constexpr uint32_t most_suggestions = 20;
  const size_t before = reports();
  ++unit_, unit_kind_ = unit, in_file_ = unit == Unit::File, facts_ = {}, module_.clear(), pending_.clear(),
           damaged_.clear(), damage_ = Damage::None, suggestions_left_ = most_suggestions;
  names_.here = {unit == Unit::Prelude ? prelude_ : session_, unit_, position_};
  scan_unit(data);
  if (unit == Unit::File) warn_of_no_main(data);
  std::vector<TypeDeclId> declared;
  for (Pending& p : pending_)
    if (p.kind == Pending::Types) {
      const size_t first = reports();
      const Diagnostics::Form form(f_.diagnostics, p.form->span);
      enter(p), finish_types(p);
      forgive(p.damage, first);
      declared.insert(declared.end(), p.types.begin(), p.types.end());
    }
  check_abbreviations(declared);
  for (Pending& p : pending_)
    if (p.kind == Pending::Define) enter(p), settle(p);
  std::vector<Top> out;
  for (Pending& p : pending_) enter(p), finish(p, out);
  if (reports() > before) sort_errors(before);
  return out;
}

/// A file that is one unnamed module looks like a program, but without a main nothing of it runs.
void Expander::warn_of_no_main(Data data) {
  if (data.size() != 1 || facts_.main || !is_unnamed_module(*data[0])) return;
  const auto runs = [](const Pending& p) { return p.kind == Pending::Expression || p.failed; };
  if (std::ranges::any_of(pending_, runs) || errors()) return;
  f_.diagnostics.report("W0301", data[0]->items[0]->span).help("a program's module has (define (main) ...)");
}

/// Errors in the order of the text, whichever step found them.
void Expander::sort_errors(size_t from) {
  std::vector<Diagnostic> all = f_.diagnostics.take();
  std::ranges::stable_sort(all.begin() + static_cast<ptrdiff_t>(from), all.end(), {},
                           [&](const Diagnostic& d) {
                             Span at = f_.sources.user_span(d.span);
                             return std::pair(at.file, at.begin);
                           });
  for (Diagnostic& d : all) f_.diagnostics.add(std::move(d));
}

// Scan.

/// The text of a file: input declarations may come first, and all of it may be one unnamed module.
void Expander::scan_unit(Data data) {
  size_t skip = 0;
  auto is_testspec = [&](const Datum& d) {
    return is_word(d, words_.testspec) ||
           (d.is(DatumKind::List) && !d.items.empty() && is_word(*d.items[0], words_.testspec));
  };
  while (skip < data.size() && is_testspec(*data[skip])) ++skip;
  data = data.subspan(skip);
  if (unit_kind_ == Unit::File && !data.empty() && is_inputs(*data[0])) {
    scan_inputs(*data[0]);
    data = data.subspan(1);
  }
  if (data.size() == 1 && is_harlan(*data[0])) return scan_program(data[0]->items.subspan(1));
  for (size_t k = 0; k < data.size(); ++k) {
    names_.here.limit = position_;
    if (is_other_infix(data.subspan(k)))
      report_other_infix(data.subspan(k, 3)), k += 2;
    else
      scan(*data[k]);
  }
}

/// `(module form ...)`.
bool Expander::is_unnamed_module(const Datum& d) const {
  const bool unnamed = d.is(DatumKind::List) && d.items.size() >= 2 && d.items[0]->is(DatumKind::Symbol) &&
                       d.items[1]->is(DatumKind::List);
  const Meaning head = unnamed ? names_.resolve(d.items[0]->symbol, Want::Head) : Meaning{};
  return head.kind == Meaning::Form && forms[head.id].scan == &Expander::scan_module;
}

/// `(module form ...)` with a main.
bool Expander::is_harlan(const Datum& d) const {
  if (!is_unnamed_module(d)) return false;
  return std::ranges::any_of(d.items.subspan(1), [&](const Datum* item) {
    if (!item->is(DatumKind::List) || item->items.size() < 3) return false;
    const Datum& name = *item->items[1];
    bool applied = name.is(DatumKind::List) && !name.items.empty();
    return is_word(applied ? *name.items[0] : name, words_.main);
  });
}

void Expander::scan_program(Data program) {
  Site outer = names_.here;
  names_.here.space = names_.add_space(outer);
  names_.import(names_.here.space, harlan_);
  names_.import(outer.space, names_.here.space); // its names stay in sight at the prompt
  for (const Datum* d : program) scan(*d);
  for (const Pending& p : pending_)
    if (p.kind == Pending::Define && p.site.space == names_.here.space &&
        p.definition.name->symbol == words_.main)
      facts_.main = p.globals[0];
}

/// A form at top level. `begin` is taken apart: what it defines is defined here, its expressions are one,
/// with the last one's value.
void Expander::scan(const Datum& d) {
  std::vector<const Datum*> todo{&d}, row; // todo in reverse
  const Damage outer = std::exchange(damage_, d.damage);
  if (d.damage == Damage::Brackets) damaged_.push_back(d.span);
  macros_.start_form();
  while (!todo.empty() && !macros_.exhausted()) {
    const Datum& next = *todo.back();
    todo.pop_back();
    scan_step(next, todo, row);
  }
  add_row(row, false);
  damage_ = outer;
}

void Expander::scan_step(const Datum& d, std::vector<const Datum*>& todo, std::vector<const Datum*>& row) {
  const size_t before = errors(), first = reports();
  names_.here.limit = position_, names_.in_function = false, depth_reported_ = false, at_ = d.span;
  unknown_.clear();
  const Head h = too_deep(d) ? Head{} : expand_head(d);
  const Form* form = form_of(h);
  const Diagnostics::Form made(f_.diagnostics, h.datum ? h.datum->span : d.span);
  if (is_begin(form) && h.datum->items.size() > 1) {
    todo.insert(todo.end(), h.datum->items.rbegin(), h.datum->items.rend() - 1);
  } else if (form && form->scan && !is_begin(form)) {
    add_row(row, true);
    const size_t pending = pending_.size();
    (this->*form->scan)(*h.datum);
    bool holds_forms = form->scan == &Expander::scan_module || form->scan == &Expander::scan_import;
    if (errors() != before && !holds_forms) // else each of them was scanned by itself
      for (Pending& p : std::span(pending_).subspan(pending)) p.failed = true;
    if (!holds_forms) forgive(damage_, first);
  } else if (h.datum) {
    row.push_back(h.datum);
  } else {
    forgive(damage_, first);
  }
  ++position_;
}

/// Expressions that follow each other become one.
void Expander::add_row(std::vector<const Datum*>& row, bool dropped) {
  if (row.empty()) return;
  Pending& p = add_pending(Pending::Expression, *row[0]);
  p.row = std::exchange(row, {}), p.dropped = dropped;
}

Expander::Pending& Expander::add_pending(Pending::Kind kind, const Datum& form) {
  Pending& p = pending_.emplace_back();
  p.kind = kind, p.form = &form, p.site = names_.here, p.damage = damage_;
  return p;
}

/// A name gets its meaning where it stands. In a file a second definition is warned of: what stands above it
/// goes on to mean the first.
void Expander::define_name(const Datum& name, Meaning m, bool ordered, Table table) {
  if (const auto before = names_.earlier(name.symbol, table); before && in_file_ && is_warned_of(*before, m))
    f_.diagnostics.report("W0307", name.span, {spelling(name)})
        .note("uses above the second definition mean this one", before->span);
  names_.define(name.symbol, m, name.span, names_.here, ordered, table);
}

/// A type that is declared twice is warned of by its own name, its constructors' are not told too.
bool Expander::is_warned_of(const Names::Earlier& before, Meaning now) const {
  if (before.meaning.kind != Meaning::Constructor || now.kind != Meaning::Constructor) return true;
  const auto type_of = [&](Meaning m) { return f_.program.types[m.id].name; };
  return type_of(before.meaning) != type_of(now);
}

GlobalId Expander::add_global(const Datum& name, const Datum& form, Global::Kind kind) {
  const GlobalId id = f_.program.add_global(name.symbol);
  Global& g = f_.program[id];
  g.module = module_, g.span = name.span, g.form = form.span, g.kind = kind;
  g.prelude = unit_kind_ == Unit::Prelude;
  bool ordered = kind == Global::Constant;
  define_name(name, {Meaning::Global, static_cast<uint32_t>(id)}, ordered);
  return id;
}

void Expander::scan_define(const Datum& form) {
  Definition d = parse_define(form);
  if (!d.name) return;
  Pending& p = add_pending(Pending::Define, form);
  p.globals = {add_global(*d.name, form, d.function ? Global::Function : Global::Constant)};
  p.definition = std::move(d);
}

void Expander::scan_macro(const Datum& form) {
  if (form.items.size() < 3 || !form.items[1]->is(DatumKind::Symbol))
    return void(bad_form(form, "it takes a name and clauses"));
  Site site = names_.here;
  ++site.limit, site.depth = 0; // it may use itself
  uint32_t macro = macros_.define(form, site);
  const Symbol name = form.items[1]->symbol;
  define_name(*form.items[1], {Meaning::Macro, macro}, true);
  if (macros_[macro].broken) names_.set_failed(name, names_.here.space, names_.here.limit);
}

void Expander::scan_foreign(const Datum& form) {
  Pending& p = add_pending(Pending::Declare, form);
  for (const Datum* d : form.items.subspan(1)) {
    bool good = d->is(DatumKind::List) && is_typed_name(d->items) && d->items[0]->is(DatumKind::Symbol);
    if (!good) return void(bad_form(form, "a function is declared by (f : t)", d));
    p.globals.push_back(add_global(*d->items[0], form, Global::Foreign));
    p.declared.push_back(d->items.subspan(2));
  }
}

/// NOVA's input declarations: `((xs : vector float) (n : int))`.
bool Expander::is_inputs(const Datum& d) const {
  return d.is(DatumKind::List) && !d.items.empty() && std::ranges::all_of(d.items, [&](const Datum* item) {
           return item->is(DatumKind::List) && is_typed_name(item->items) &&
                  item->items[0]->is(DatumKind::Symbol);
         });
}

void Expander::scan_inputs(const Datum& form) {
  names_.here.limit = position_++;
  Pending& p = add_pending(Pending::Declare, form);
  for (const Datum* d : form.items) {
    p.globals.push_back(add_global(*d->items[0], form, Global::Input));
    p.declared.push_back(d->items.subspan(2));
  }
  facts_.inputs.insert(facts_.inputs.end(), p.globals.begin(), p.globals.end());
}

// Settle.

void Expander::enter(const Pending& p) {
  at_ = p.form->span;
  names_.here = p.site, names_.in_function = p.kind != Pending::Expression;
  if (p.kind == Pending::Define && f_.program[p.globals[0]].kind == Global::Constant)
    names_.in_function = false;
  if (names_.in_function) ++names_.here.limit; // it may use itself
  macros_.start_form();
  unknown_.clear();
  level_ = group_ = pattern_depth_ = 0, depth_reported_ = false, scan_budget_ = most_scanned;
}

/// A value that is a lambda is a function, also where a macro says so.
void Expander::settle(Pending& p) {
  if (p.definition.function || p.failed) return;
  Head h = expand_head(*p.definition.single);
  if (!h.datum) return void(p.failed = true);
  p.definition.single = h.datum;
  const Form* form = form_of(h);
  if (!form || form->expand != &Expander::form_lambda) return;
  f_.program[p.globals[0]].kind = Global::Function;
  names_.set_unordered(p.definition.name->symbol, p.site.space, p.site.limit);
}

// Finish.

void Expander::finish(Pending& p, std::vector<Top>& out) {
  if (p.failed) return fail(p);
  const size_t before = errors(), first = reports();
  broken_ = false;
  const Diagnostics::Form form(f_.diagnostics, p.form->span);
  Top top;
  top.span = p.form->span, top.globals = p.globals, top.types = p.types;
  switch (p.kind) {
  case Pending::Types: top.kind = Top::Types; return void(out.push_back(std::move(top)));
  case Pending::Define: top.kind = Top::Define, finish_define(p); break;
  case Pending::Declare: top.kind = Top::Define, finish_declare(p); break;
  case Pending::Expression: top.kind = Top::Expression, finish_expression(p, top); break;
  }
  const bool good = errors() == before && !broken_ && p.damage == Damage::None;
  forgive(p.damage, first);
  good || keeps_wrong ? out.push_back(std::move(top)) : fail(p);
}

void Expander::fail(const Pending& p) {
  for (GlobalId g : p.globals) f_.program[g].failed = true;
}

/// Where the nesting is in doubt, what else seems wrong may follow from that: it is not said, but for names
/// that stand nowhere else.
void Expander::forgive(Damage damage, size_t from) {
  if (damage == Damage::Brackets) f_.diagnostics.keep(from, "E0301");
}

namespace {

/// Calls f with the place of each word in the text that is the name.
template <class F> bool any_word(std::string_view text, std::string_view name, F f) {
  constexpr std::string_view ends = " \t\r\n()[],;\"!.:|'";
  const auto ends_word = [&](size_t at) { return at >= text.size() || ends.find(text[at]) != ends.npos; };
  for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1))
    if (ends_word(at - 1) && ends_word(at + name.size()) && f(at)) return true;
  return false;
}

/// What means something in a form that may have been torn apart.
constexpr std::string_view clause_words[] = {"in", "else", "then", "order", "group", "by", ":", "->", "<-"};

} // namespace

/// An unknown name whose definition may stand in damaged text is not to blame: in a place there other than
/// its use.
bool Expander::may_be_lost(std::string_view name, Span use) {
  const bool lost = std::ranges::any_of(damaged_, [&](Span at) {
    const auto is_other = [&](size_t k) { return at.file != use.file || at.begin + k != use.begin; };
    return std::ranges::find(clause_words, name) != std::end(clause_words) ||
           any_word(f_.sources.text(at.file).substr(at.begin, at.end - at.begin), name, is_other);
  });
  broken_ = broken_ || lost;
  return lost;
}

void Expander::finish_expression(const Pending& p, Top& top) {
  const Span first = p.row.front()->span, last = p.row.back()->span;
  top.span = first.file == last.file && first.expansion == last.expansion ? join(first, last) : last;
  top.value = p.row.size() == 1 ? expr(*p.row[0]) : body(p.row, top.span);
  if (p.dropped) top.value = make(ExprKind::Sequence, top.span, {top.value, nothing(top.span)});
}

void Expander::finish_define(Pending& p) {
  const Definition& d = p.definition;
  Global& g = f_.program[p.globals[0]];
  if (!d.type.empty()) g.type = type(d.type, join(d.type.front()->span, d.type.back()->span));
  g.value = d.function ? function(d.parameters, d.rest, p.form->span) : expr(*d.single);
}

void Expander::finish_declare(Pending& p) {
  for (size_t i = 0; i < p.globals.size(); ++i) {
    Data written = p.declared[i];
    f_.program[p.globals[i]].type = type(written, join(written.front()->span, written.back()->span));
  }
}

} // namespace nova
