// Forms that bind: lambda, let in its three styles, letrec, mu; and the account of who assigns and captures
// what.
#include "frontend/expand/expander.hpp"
#include <algorithm>

namespace nova {

// Variables.

VarId Expander::bind(const Datum& name) {
  if (names_.bound_since(name.symbol, group_)) f_.diagnostics.report("E0305", name.span, {spelling(name)});
  return bind(name.symbol, name.span);
}

VarId Expander::bind(Symbol name, Span span) {
  auto var = static_cast<VarId>(f_.program.variables.size());
  f_.program.variables.push_back({name, span});
  facts_of_.resize(f_.program.variables.size());
  facts_of_.back().level = level_;
  names_.bind(name, {Meaning::Local, static_cast<uint32_t>(var)});
  return var;
}

/// A use from inside a lambda that the variable's binder is outside of captures it.
void Expander::note_use(VarId v, Span span) {
  f_.program[v].used = true;
  VariableFacts& facts = facts_of_[static_cast<uint32_t>(v)];
  if (facts.level == level_ || facts.captured.file) return;
  facts.captured = span;
  report_captured(facts, v);
}

void Expander::report_captured(VariableFacts& facts, VarId v) {
  if (!facts.assigned.file || !facts.captured.file || facts.reported) return;
  facts.reported = true;
  f_.diagnostics.report("E0313", facts.assigned, {std::string(f_.symbols.text(f_.program[v].name))})
      .note("the lambda uses it here", facts.captured)
      .help(std::string(running_value));
}

// Lambda.

namespace {

bool is_list(const Datum& d) { return d.is(DatumKind::List); }

} // namespace

/// `(x : t)`, `((a, b) : t)`: one parameter with its type, not Scheme's list of them.
bool Expander::is_typed_name(Data items) const {
  return items.size() >= 3 && is_word(*items[1], words_.colon);
}

/// Names that nothing is known of, as a pattern has.
bool Expander::is_unknown_tuple(const Datum& d) const {
  return d.is(DatumKind::Tuple) && std::ranges::all_of(d.items, [&](const Datum* name) {
           return name->is(DatumKind::Symbol) && !names_.resolve(name->symbol, Want::Value);
         });
}

const Expr* Expander::form_lambda(const Datum& d) {
  Data items = d.items.subspan(1);
  if (items.size() < 2) return bad_form(d, "it takes parameters and a body");
  if (items[0]->is(DatumKind::Tuple)) {
    if (items.size() > 2 && is_unknown_tuple(*items[1]))
      return bad_form(d, "several parameters stand in one list: (lambda ((a, b) (c, d)) e)", items[1]);
    return function(items.first(1), items.subspan(1), d.span);
  }
  if (!is_list(*items[0])) return bad_form(d, why_no_parameters(items), items[0]);
  size_t typed = 0; // NOVA's parameters, the last datum is the body
  while (typed + 1 < items.size() && is_list(*items[typed]) && is_typed_name(items[typed]->items)) ++typed;
  if (typed > 0) return function(items.first(typed), items.subspan(typed), d.span);
  return function(items[0]->items, items.subspan(1), d.span);
}

/// `rest` is `[: type] body ...`; with a result type, the body is the last datum.
const Expr* Expander::function(Data parameters, Data rest, Span span) {
  Level level(*this);
  Binders binders(*this);
  Expr* e = make(ExprKind::Lambda, span);
  e->parameters.reserve(parameters.size());
  for (const Datum* p : parameters) e->parameters.push_back(pattern(*p, false));
  if (!rest.empty() && is_word(*rest[0], words_.colon)) {
    if (rest.size() < 3) {
      f_.diagnostics.report("E0320", span)
          .help("between : and the last datum stands the result's type: : t body");
      return nothing(span);
    }
    Data written = rest.subspan(1, rest.size() - 2);
    e->type = type(written, join(written.front()->span, written.back()->span));
    rest = rest.last(1);
  }
  if (rest.size() > 1 && is_other_arrow(*rest[0])) return report_arrow(rest), nothing(span);
  e->items = {body(rest, span)};
  return e;
}

/// `->` or `=>` before a function's body, or before the type of its result.
bool Expander::is_other_arrow(const Datum& d) const {
  return is_stray(d) && (spelling(d) == "->" || spelling(d) == "=>");
}

void Expander::report_arrow(Data rest) {
  const bool type = rest.size() > 2 && names_type(*rest[1]);
  f_.diagnostics.report("E0301", rest[0]->span, {spelling(*rest[0])})
      .help(type ? "the type of a function's result stands behind a colon: : " +
                       written(rest.subspan(1, rest.size() - 2)) + " body"
                 : "a function's body stands behind its parameters, without an arrow: (lambda (x) body), "
                   "(define (f x) body)");
}

// Let.

/// Where `in` stands: NOVA's let. Before it are bindings alone; where `in` is a variable, `(let ((x e)) in
/// ...)` is Scheme's.
std::optional<size_t> Expander::find_in(const Datum& d) const {
  auto in = find_word(d.items, words_.in, 1);
  if (!in || *in + 1 == d.items.size()) return std::nullopt;
  for (size_t i = 1; i < *in; ++i)
    if (!is_list(*d.items[i])) return std::nullopt;
  bool scheme = *in == 2 && !d.items[1]->items.empty() && is_list(*d.items[1]->items[0]);
  if (scheme && names_.resolve(d.items[2]->symbol, Want::Value)) return std::nullopt;
  return in;
}

namespace {

/// `((x, y) e)`: no list of bindings.
bool is_tuple_binding(const Datum& d) { return d.items.size() == 2 && d.items[0]->is(DatumKind::Tuple); }

} // namespace

const Expr* Expander::form_let(const Datum& d) {
  if (auto in = find_in(d)) return let_in(d, *in);
  bool named = d.items.size() >= 4 && d.items[1]->is(DatumKind::Symbol) && is_list(*d.items[2]);
  if (named && !is_call(*d.items[2])) return let_named(d);
  if (d.items.size() < 3 || !is_list(*d.items[1])) return bad_form(d, why_no_bindings(d.items));
  bool single = !d.items[1]->items.empty() && d.items[1]->items[0]->is(DatumKind::Symbol);
  if (single) return bad_form(d, why_no_list_of_bindings(d.items.subspan(1)), d.items[1]);
  if (is_tuple_binding(*d.items[1]))
    return bad_form(d, "`in` stands between this binding and the body: (let ((x, y) e) in body)", d.items[1]);
  return let_parallel(d);
}

Expander::LetParts Expander::let_parts(const Datum& binding, const Datum& form) {
  if (binding.is(DatumKind::Vector)) bad_form(form, "brackets make a vector; a binding is (x e)", &binding);
  Data items = is_list(binding) || binding.is(DatumKind::Vector) ? binding.items : Data{};
  if (items.size() == 1 && is_list(*items[0]) && items[0]->items.size() > 1) {
    bad_form(form, "before `in` each binding stands by itself: (let (x e) (y e) in body)", &binding);
    items = items[0]->items;
  }
  if (items.size() == 2) return {items[0], {}, items[1]};
  if (items.size() >= 4 && is_word(*items[1], words_.colon))
    return {items[0], items.subspan(2, items.size() - 3), items.back()};
  bad_form(form, "a binding is (x e), or (x : t e)", &binding);
  return {};
}

Pattern Expander::let_pattern(const LetParts& parts) {
  Pattern p = pattern(*parts.pattern, false);
  if (!parts.type.empty()) p.type = type(parts.type, join(parts.type.front()->span, parts.type.back()->span));
  return p;
}

/// `(let (x e) (y e) in body)`: in sequence.
const Expr* Expander::let_in(const Datum& d, size_t in) {
  Binders binders(*this);
  Expr* e = make(ExprKind::Let, d.span);
  for (const Datum* binding : d.items.subspan(1, in - 1)) {
    LetParts parts = let_parts(*binding, d);
    if (!parts.pattern) continue;
    const Expr* value = expr(*parts.value);
    group_ = names_.mark(); // a later binding may shadow an earlier one
    e->bindings.push_back({let_pattern(parts), value});
  }
  e->items = {body(d.items.subspan(in + 1), d.span)};
  return e->bindings.empty() ? e->items[0] : e;
}

/// `(let ((x e) (y e)) body ...)`: no e sees x or y.
const Expr* Expander::let_parallel(const Datum& d) {
  std::vector<std::pair<LetParts, const Expr*>> bindings;
  const size_t around = beside_.size();
  const Data outer = std::exchange(from_here_, {});
  for (size_t k = 0; k < d.items[1]->items.size(); ++k) {
    LetParts parts = let_parts(*d.items[1]->items[k], d);
    if (!parts.pattern) continue;
    from_here_ = d.items[1]->items.subspan(k);
    bindings.emplace_back(parts, expr(*parts.value));
    beside_.push_back(parts.pattern);
  }
  beside_.resize(around), from_here_ = outer;
  Binders binders(*this);
  Expr* e = make(ExprKind::Let, d.span);
  for (auto& [parts, value] : bindings) e->bindings.push_back({let_pattern(parts), value});
  constexpr std::array<std::string_view, 1> word = {"in"};
  if (d.items.size() > 3 && find_slip(d.items.subspan(2, 1), word))
    return bad_form(d, "`in` divides bindings and body");
  const Expr* in = body(d.items.subspan(2), d.span);
  if (e->bindings.empty()) return in;
  e->items = {in};
  return e;
}

/// `(let loop ((x e) ...) body ...)`: a function of the variables, called with the values.
const Expr* Expander::let_named(const Datum& d) {
  if (is_binding(*d.items[2]))
    return bad_form(d,
                    "a loop's bindings stand in a list of their own: (let " + spelling(*d.items[1]) + " (" +
                        written(d.items.subspan(2, 1)) + ") ...)",
                    d.items[2]);
  std::vector<const Expr*> call{nullptr};
  std::vector<const Datum*> parameters;
  for (const Datum* binding : d.items[2]->items) {
    LetParts parts = let_parts(*binding, d);
    if (!parts.pattern) continue;
    call.push_back(expr(*parts.value));
    parameters.push_back(parts.pattern);
  }
  Binders binders(*this);
  Pattern loop;
  loop.kind = Pattern::Variable, loop.span = d.items[1]->span, loop.var = bind(*d.items[1]);
  const Expr* f = function(parameters, d.items.subspan(3), d.span);
  call[0] = make_local(loop.var, loop.span);
  Expr* e = make(ExprKind::LetRec, d.span, {make(ExprKind::Apply, d.span, std::move(call))});
  e->bindings.push_back({std::move(loop), f});
  return e;
}

// Recursion.

const Expr* Expander::must_be_lambda(const Expr* e, const Datum& d) {
  if (e->kind != ExprKind::Lambda) f_.diagnostics.report("E0314", d.span);
  return e;
}

const Expr* Expander::form_letrec(const Datum& d) {
  if (d.items.size() < 3 || !is_list(*d.items[1])) return bad_form(d, why_no_bindings(d.items));
  const bool single = !d.items[1]->items.empty() && d.items[1]->items[0]->is(DatumKind::Symbol);
  const auto in = find_in(d); // NOVA's: (letrec (f e) (g e) in body)
  if (single && !in)
    return bad_form(d, "its bindings stand in a list of their own, or before `in` and the body", d.items[1]);
  Binders binders(*this);
  std::vector<const Datum*> values;
  Expr* e = make(ExprKind::LetRec, d.span);
  for (const Datum* binding : in ? d.items.subspan(1, *in - 1) : d.items[1]->items) {
    LetParts parts = let_parts(*binding, d);
    if (!parts.pattern) continue;
    e->bindings.push_back({let_pattern(parts), nullptr});
    values.push_back(parts.value);
    if (e->bindings.back().pattern.kind != Pattern::Variable)
      bad_form(d, "each binding has a name and a lambda");
  }
  for (size_t i = 0; i < values.size(); ++i) {
    size_t before = errors();
    const Expr* value = expr(*values[i]);
    e->bindings[i].value = errors() == before ? must_be_lambda(value, *values[i]) : value;
  }
  e->items = {body(d.items.subspan(in ? *in + 1 : 2), d.span)};
  return e->bindings.empty() ? e->items[0] : e;
}

/// `(mu (f : t) (lambda ...))` is `(letrec ((f (lambda ...))) f)`.
const Expr* Expander::form_mu(const Datum& d) {
  if (d.items.size() != 3) return bad_form(d, "it takes a name with its type and a lambda");
  Binders binders(*this);
  Pattern self = pattern(*d.items[1], false);
  if (self.kind != Pattern::Variable) return bad_form(d, "it takes a name with its type and a lambda");
  size_t before = errors();
  const Expr* f = expr(*d.items[2]);
  if (errors() == before) must_be_lambda(f, *d.items[2]);
  Expr* e = make(ExprKind::LetRec, d.span, {make_local(self.var, self.span)});
  e->bindings.push_back({std::move(self), f});
  return e;
}

} // namespace nova
