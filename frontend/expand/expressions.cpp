// Expressions: names, applications, what data other than lists mean, and the heads of lists.
#include "frontend/core/builtin.hpp"
#include "frontend/expand/expander.hpp"
#include "frontend/expand/foreign_words.hpp"
#include "frontend/source/utf8.hpp"
#include "runtime/watch.hpp"

namespace nova {

// Nodes.

Expr* Expander::make(ExprKind kind, Span span) {
  Expr& e = f_.program.exprs.emplace_back();
  e.kind = kind, e.span = span;
  return &e;
}

Expr* Expander::make(ExprKind kind, Span span, std::vector<const Expr*> items) {
  Expr* e = make(kind, span);
  e->items = std::move(items);
  return e;
}

/// nil: also what stands for an expression that could not be expanded (its form is left out).
const Expr* Expander::nothing(Span span) {
  Expr* e = make(ExprKind::Literal, span);
  e->literal = nil_;
  return e;
}

const Expr* Expander::make_builtin(BuiltinId b, Span span) {
  Expr* e = make(ExprKind::Builtin, span);
  e->builtin = b;
  return e;
}

const Expr* Expander::make_call(BuiltinId b, Span span, std::vector<const Expr*> arguments) {
  arguments.insert(arguments.begin(), make_builtin(b, span));
  Expr* call = make(ExprKind::Apply, span, std::move(arguments));
  return call->number = 1, call;
}

const Expr* Expander::make_local(VarId v, Span span) {
  note_use(v, span);
  Expr* e = make(ExprKind::Local, span);
  e->var = v;
  return e;
}

std::vector<const Expr*> Expander::exprs(Data data) {
  std::vector<const Expr*> out;
  out.reserve(data.size());
  for (const Datum* d : data) out.push_back(expr(*d));
  return out;
}

// Data.

bool Expander::too_deep(const Datum& d) {
  Watch::poll();
  if (!StackGuard::exhausted()) return false;
  if (!std::exchange(depth_reported_, true)) f_.diagnostics.report("E0602", d.span);
  return true;
}

/// Several data as if parenthesised.
const Datum* Expander::as_one(Data data) {
  if (data.size() == 1) return data[0];
  Datum* d = f_.data.make(DatumKind::List, join(data.front()->span, data.back()->span));
  d->items = data;
  return d;
}

std::optional<size_t> Expander::find_word(Data items, Symbol word, size_t from) const {
  for (size_t i = from; i < items.size(); ++i)
    if (is_word(*items[i], word)) return i;
  return std::nullopt;
}

/// Apart, so that the strings take no room on the stack of what nests.
[[gnu::noinline]] static void report_type_variable(Frontend& f, const Datum& d) {
  const std::string name(f.symbols.text(d.symbol));
  f.diagnostics.report("E0325", d.span, {"'" + name})
      .help("a type follows a colon, (e : t); there is no quoted data: a text is written \"" + name + "\"");
}

const Expr* Expander::expr(const Datum& d) {
  if (too_deep(d)) return nothing(d.span);
  const auto within = [&]() __attribute__((noinline)) { // where no macro is, it takes nothing of the stack
    const Diagnostics::Form form(f_.diagnostics, d.span);
    return expr(d);
  };
  if (f_.diagnostics.form() != (d.span.expansion ? d.span : Span{})) return within();
  switch (d.kind) {
  case DatumKind::Symbol: return name(d);
  case DatumKind::List: return list(d);
  case DatumKind::Tuple: return make(ExprKind::Tuple, d.span, exprs(d.items));
  case DatumKind::Vector:
    if (is_other_comprehension(d.items))
      return f_.diagnostics.report("E0328", d.span).help("a comprehension is [e | x <- xs]"), nothing(d.span);
    return make(ExprKind::Vector, d.span, exprs(d.items));
  case DatumKind::Comprehension: return comprehension(d);
  case DatumKind::Index: return make(ExprKind::Index, d.span, exprs(d.items));
  case DatumKind::Project: {
    Expr* e = make(ExprKind::Project, d.span, exprs(d.items));
    e->number = static_cast<uint32_t>(std::min<int64_t>(d.integer, UINT32_MAX));
    return e;
  }
  case DatumKind::TypeVariable: report_type_variable(f_, d); return nothing(d.span);
  default: {
    Expr* e = make(ExprKind::Literal, d.span);
    e->literal = &d;
    return e;
  }
  }
}

// Lists.

Expander::Head Expander::expand_head(const Datum& d) {
  const Datum* at = &d;
  while (at->is(DatumKind::List) && !at->items.empty() && at->items[0]->is(DatumKind::Symbol)) {
    Meaning m = names_.resolve(at->items[0]->symbol, Want::Head);
    if (m.kind != Meaning::Macro) return {at, m};
    at = macros_.expand(m.id, *at);
    if (!at) return {};
  }
  return {at, {}};
}

const Expander::Form* Expander::form_of(const Head& h) const {
  return h.datum && h.meaning.kind == Meaning::Form ? &forms[h.meaning.id] : nullptr;
}

const Expr* Expander::list(const Datum& use) {
  Head h = expand_head(use);
  if (!h.datum) return nothing(use.span);
  const Datum& d = *h.datum;
  if (&d != &use) return expr(d);
  if (const Form* form = form_of(h)) return (this->*form->expand)(d);
  if (d.items.empty()) {
    f_.diagnostics.report("E0324", d.span).help("the value of type unit is written nil");
    return nothing(d.span);
  }
  if (auto colon = find_word(d.items, words_.colon)) return ascribe(d, *colon, h.meaning);
  return apply(d, d.items, h.meaning);
}

/// `(e ... : t)`.
const Expr* Expander::ascribe(const Datum& d, size_t colon, Meaning head) {
  if (colon == 0 || colon + 1 == d.items.size()) {
    f_.diagnostics.report("E0325", d.items[colon]->span, {":"}).help("a type is given by (e : t)");
    return nothing(d.span);
  }
  const Expr* of = colon == 1 ? expr(*d.items[0]) : apply(d, d.items.first(colon), head);
  Expr* e = make(ExprKind::Ascribe, d.span, {of});
  Data written = d.items.subspan(colon + 1);
  e->type = type(written, join(written.front()->span, written.back()->span));
  return e;
}

const Expr* Expander::apply(const Datum& d, Data items, Meaning head) {
  if (head.kind == Meaning::Constructor)
    if (const Expr* whole = constructor_call(d, head, items.subspan(1))) return whole;
  if (!head && is_other_form(*items[0])) return unknown_name(*items[0]);
  if (const Datum* sign = find_other_sign(items)) return unknown_name(*sign, help_with_infix(items, *sign));
  Expr* e = make(ExprKind::Apply, d.span);
  e->items.reserve(items.size());
  const size_t before = reports();
  e->items.push_back(head ? reference(*items[0], head) : expr(*items[0]));
  if (!head && reports() > before) help_with_order(*items[0]);
  if (head.kind == Meaning::Constructor && takes_parts(head, items.size() - 1))
    return e->items.push_back(make(ExprKind::Tuple, d.span, exprs(items.subspan(1)))), e;
  for (const Datum* argument : items.subspan(1)) e->items.push_back(expr(*argument));
  return e;
}

/// A form of another language that binds names, or a misspelt one of Nova's: what stands in it would only
/// raise further errors.
bool Expander::is_other_form(const Datum& d) const {
  if (!d.is(DatumKind::Symbol) || names_.resolve(d.symbol, Want::Head)) return false;
  if (const auto other = find_other_name(spelling(d))) return other->binds;
  if (suggestions_left_ == 0) return false;
  const auto near = nearest_name(spelling(d), names_.candidates(Table::Values, Want::Head));
  const Meaning meant = near ? names_.resolve(f_.symbols.intern(*near), Want::Head) : Meaning{};
  return meant.kind == Meaning::Form || meant.kind == Meaning::Macro;
}

/// `(None)` and `(None nil)` are None.
const Expr* Expander::constructor_call(const Datum& d, Meaning m, Data arguments) {
  bool none = arguments.empty() || (arguments.size() == 1 && arguments[0]->is(DatumKind::Nil));
  if (!none || !constructor_of(m).fields.empty()) return nullptr;
  return reference(d, m);
}

// Names.

const Expr* Expander::name(const Datum& d) {
  Meaning m = names_.resolve(d.symbol, Want::Value);
  return m ? reference(d, m) : unknown_name(d);
}

const Expr* Expander::reference(const Datum& d, Meaning m) {
  switch (m.kind) {
  case Meaning::Local: return make_local(static_cast<VarId>(m.id), d.span);
  case Meaning::Builtin: return make_builtin(static_cast<BuiltinId>(m.id), d.span);
  case Meaning::Global: {
    Expr* e = make(ExprKind::Global, d.span);
    e->global = static_cast<GlobalId>(m.id);
    return e;
  }
  case Meaning::Constructor: {
    Expr* e = make(ExprKind::Constructor, d.span);
    e->decl = static_cast<TypeDeclId>(m.id), e->number = m.number;
    return e;
  }
  default: return unknown_name(d);
  }
}

/// A name that a binding of the same `let` has, or that looks like a field of a variable's value.
std::optional<std::string> Expander::help_with_binding(const Datum& d, std::string_view text) {
  const auto binds = [&](const Datum* p) { return p->is(DatumKind::Symbol) && p->symbol == d.symbol; };
  const auto holds = [&](const Datum* p) { return binds(p) || std::ranges::any_of(p->items, binds); };
  if (std::ranges::any_of(beside_, holds))
    return "the values of `let` do not see its other names; in `let*` each sees those before it";
  const auto names = [&](const Datum* binding) {
    return !binding->items.empty() && binds(binding->items[0]);
  };
  if (std::ranges::any_of(from_here_, names))
    return "functions that call themselves, or each other, are bound by `letrec`: (letrec ((f (lambda ...)) "
           "...) body)";
  const size_t dot = text.find('.');
  if (dot == 0 || dot >= text.size() - 1) return {};
  const Symbol before = f_.symbols.intern(text.substr(0, dot));
  if (!names_.resolve(before, Want::Value)) return {};
  const std::string name(text.substr(0, dot));
  return "the parts of a tuple have numbers, " + name + ".0 and " + name +
         ".1, or get names by a pattern: (let ((x, y) " + name +
         ") in e); so do a constructor's: (let ((C x y) " + name + ") in e)";
}

/// `help`: what the form around it says of it.
const Expr* Expander::unknown_name(const Datum& d, std::optional<std::string> help) {
  const Expr* e = nothing(d.span);
  if (!unknown_.insert(static_cast<uint32_t>(names_.root(d.symbol))).second) return e;
  const std::string text = shorten(spelling(d));
  Meaning head = names_.resolve(d.symbol, Want::Head);
  if (head.kind == Meaning::Macro || head.kind == Meaning::Form) {
    Diagnostic& problem = f_.diagnostics.report("E0302", d.span, {text});
    if (head.kind == Meaning::Form) problem.help("write " + std::string(forms[head.id].grammar));
  } else if (Span below = names_.defined_below(d.symbol); below.file) {
    f_.diagnostics.report("E0303", d.span, {text}).note("it is defined here", below);
  } else if (!may_be_lost(text, d.span)) {
    Diagnostic& problem = f_.diagnostics.report("E0301", d.span, {text});
    const auto other = find_other_name(text);
    if (!help && other) help = other->help;
    if (!help) help = help_with_sign(text);
    if (!help) help = help_with_binding(d, text);
    if (help)
      problem.help(std::move(*help));
    else
      suggest(problem, text, Table::Values, Want::Head);
  }
  return e;
}

/// Searching all names costs time: only the first unknown names of a text get a suggestion.
void Expander::suggest(Diagnostic& d, std::string_view name, Table table, Want want) {
  if (suggestions_left_ == 0) return;
  --suggestions_left_;
  std::vector<std::string_view> candidates = names_.candidates(table, want);
  if (want == Want::Head && table == Table::Values)
    candidates.insert(candidates.end(), {"else", "order", "group"}); // of clauses
  if (want == Want::Constructor) candidates.push_back("else");
  if (table == Table::Types) {
    candidates.push_back("vector");
    for (int e = 0; e < element_count; ++e) candidates.push_back(element_name(static_cast<Element>(e)));
  }
  if (auto near = nearest_name(name, candidates)) d.help("did you mean `" + *near + "`?");
}

/// The form, or the part of it at `at`, is not as the form's grammar says.
const Expr* Expander::bad_form(const Datum& form, std::string why, const Datum* at) {
  const Meaning m = names_.resolve(form.items[0]->symbol, Want::Head);
  const std::string_view grammar = m.kind == Meaning::Form ? forms[m.id].grammar : "";
  const auto slip = find_word_slip(form.items.subspan(1), grammar);
  if (slip) at = slip->at;
  Diagnostic& d =
      f_.diagnostics.report("E0304", (at ? at : &form)->span, {spelling(*form.items[0]), std::move(why)});
  if (slip) d.help("did you mean `" + slip->word + "`?");
  if (!grammar.empty()) d.help("write " + std::string(grammar));
  return nothing(form.span);
}

} // namespace nova
