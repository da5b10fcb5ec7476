// Expands forms that bind variables: lambda, let in its three styles, letrec, mu. Records which variables are
// assigned and captured.
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/patterns.hpp"
#include "frontend/expand/types.hpp"
#include "frontend/expand/typos.hpp"
#include <algorithm>
#include <array>

namespace nova {

// Variables.

VarId bind_name(ExpanderState& ex, const Datum& name) {
  if (ex.names.bound_since(name.symbol, ex.form.group))
    ex.f.diagnostics.report("E0305", name.span, {ex.spelling(name)});
  return bind_name(ex, name.symbol, name.span);
}

VarId bind_name(ExpanderState& ex, Symbol name, Span span) {
  auto var = static_cast<VarId>(ex.f.program.variables.size());
  ex.f.program.variables.push_back({name, span});
  ex.variables.resize(ex.f.program.variables.size());
  ex.variables.back().level = ex.form.level;
  ex.names.bind(name, {Meaning::Local, static_cast<uint32_t>(var)});
  return var;
}

void note_use(ExpanderState& ex, VarId v, Span span) {
  ex.f.program[v].used = true;
  VariableFacts& facts = ex.variables[static_cast<uint32_t>(v)];
  if (facts.level == ex.form.level || facts.captured.file) return;
  facts.captured = span;
  report_captured(ex, facts, v);
}

void report_captured(ExpanderState& ex, VariableFacts& facts, VarId v) {
  if (!facts.assigned.file || !facts.captured.file || facts.reported) return;
  facts.reported = true;
  ex.f.diagnostics.report("E0313", facts.assigned, {std::string(ex.f.symbols.text(ex.f.program[v].name))})
      .note("the lambda uses it here", facts.captured)
      .help(std::string(!facts.by_element                  ? running_value
                        : facts.assigned == facts.captured ? element_in_lambda
                                                           : element_value));
}

// Lambda.

namespace {

bool is_list(const Datum& d) { return d.is(DatumKind::List); }

} // namespace

/// Whether `d` is a tuple of names that have no meaning, and so is likely a pattern.
static bool is_unknown_tuple(const ExpanderState& ex, const Datum& d) {
  return d.is(DatumKind::Tuple) && std::ranges::all_of(d.items, [&](const Datum* name) {
           return name->is(DatumKind::Symbol) && !ex.names.resolve(name->symbol, Want::Value);
         });
}

const Expr* form_lambda(ExpanderState& ex, const Datum& d) {
  Data items = d.items.subspan(1);
  if (items.size() < 2) return bad_form(ex, d, "it takes parameters and a body");
  if (items[0]->is(DatumKind::Tuple)) {
    size_t tuples = 1; // (lambda (a, b) (c, d) e) has two parameters
    while (tuples + 1 < items.size() && is_unknown_tuple(ex, *items[tuples])) ++tuples;
    return expand_function(ex, items.first(tuples), items.subspan(tuples), d.span);
  }
  if (!is_list(*items[0])) return bad_form(ex, d, why_no_parameters(ex, items), items[0]);
  size_t typed = 0; // how many parameters have NOVA's style, (x : t); the last datum is the body
  while (typed + 1 < items.size() && is_list(*items[typed]) && is_typed_name(ex, items[typed]->items))
    ++typed;
  if (typed > 0) return expand_function(ex, items.first(typed), items.subspan(typed), d.span);
  return expand_function(ex, items[0]->items, items.subspan(1), d.span);
}

const Expr* expand_function(ExpanderState& ex, Data parameters, Data rest, Span span) {
  LambdaLevel level(ex);
  Binders binders(ex);
  Expr* e = ex.make(ExprKind::Lambda, span);
  e->parameters.reserve(parameters.size());
  for (const Datum* p : parameters) e->parameters.push_back(expand_pattern(ex, *p, false));
  if (!rest.empty() && ex.is_word(*rest[0], ex.words.colon)) {
    if (rest.size() < 3) {
      ex.f.diagnostics.report("E0320", span)
          .help("between : and the last datum stands the result's type: : t body");
      return ex.nothing(span);
    }
    Data written = rest.subspan(1, rest.size() - 2);
    e->type = expand_type(ex, written, span_of(written));
    rest = rest.last(1);
  }
  if (rest.size() > 1 && is_other_arrow(ex, *rest[0])) return report_arrow(ex, rest), ex.nothing(span);
  e->items = {expand_body(ex, rest, span)};
  return e;
}

// Let.

/// If `d` is a let or letrec of NOVA, which has only bindings before the word `in`, returns the index of `in`.
/// Returns nothing for a let of Scheme; `(let ((x e)) in ...)` is one if `in` is a variable.
static std::optional<size_t> find_in(const ExpanderState& ex, const Datum& d) {
  auto in = ex.find_word(d.items, ex.words.in, 1);
  if (!in || *in + 1 == d.items.size()) return std::nullopt;
  for (size_t i = 1; i < *in; ++i)
    if (!is_list(*d.items[i])) return std::nullopt;
  bool scheme = *in == 2 && !d.items[1]->items.empty() && is_list(*d.items[1]->items[0]);
  if (scheme && ex.names.resolve(d.items[2]->symbol, Want::Value)) return std::nullopt;
  return in;
}

namespace {

/// The parts of a binding, `(pattern value)` or `(pattern : type value)`.
struct LetParts {
  const Datum* pattern = nullptr; ///< null: the binding is malformed (reported)
  Data type;
  const Datum* value = nullptr;
};

/// Whether `d` is a single binding of a tuple, `((x, y) e)`, and not a list of bindings.
bool is_tuple_binding(const Datum& d) { return d.items.size() == 2 && d.items[0]->is(DatumKind::Tuple); }

} // namespace

/// Returns the bindings of a 1 b 2, or of a = 1 b = 2, each in a list of its own. Returns nothing if a place of a name has
/// something else.
static std::optional<std::string> pairs_as_bindings(const ExpanderState& ex, Data items) {
  std::string bindings;
  while (!items.empty()) {
    const auto is_sign = [&](size_t k) {
      return k < items.size() && items[k]->is(DatumKind::Symbol) && ex.spelling(*items[k]) == "=";
    };
    const size_t value = is_sign(1) ? 2 : 1;
    if (items.size() <= value || !items[0]->is(DatumKind::Symbol) || is_sign(value) ||
        ex.is_word(*items[1], ex.words.colon))
      return {};
    bindings += (bindings.empty() ? "(" : " (") + ex.spelling(*items[0]) + " " +
                written(ex, items.subspan(value, 1)) + ")";
    items = items.subspan(value + 1);
  }
  return bindings.empty() ? std::nullopt : std::optional(bindings);
}

/// Returns a `let` or `letrec` whose bindings are written as pairs, as in (let (x 1 y 2) e) and (let x = 1 in e), with each
/// binding in a list of its own. Returns nothing for other forms.
static std::optional<std::string> let_of_pairs(const ExpanderState& ex, const Datum& form) {
  const auto in = ex.find_word(form.items, ex.words.in, 1);
  Data bindings = form.items.subspan(1, in ? *in - 1 : 1);
  Data body = form.items.subspan(in ? *in + 1 : 2);
  if (!in && form.items[1]->is(DatumKind::Symbol)) // (let x 1 e)
    bindings = form.items.subspan(1, form.items.size() - 2), body = form.items.last(1);
  else if (!in && !bindings[0]->items.empty() && is_list(*bindings[0]->items[0]))
    bindings = bindings[0]->items;
  else
    for (; !in && body.size() > 1 && is_binding(ex, *body[0]); body = body.subspan(1)) // (let (x 1) (y 2) e)
      bindings = form.items.subspan(1, bindings.size() + 1);
  constexpr std::array<std::string_view, 1> word = {"in"};
  if (bindings.empty() || body.empty() || (!in && find_slip(ex, body.first(1), word))) return {};
  std::vector<const Datum*> pairs;
  for (const Datum* d : bindings)
    if (d->is(DatumKind::Symbol) || bindings[0]->is(DatumKind::Symbol))
      pairs.push_back(d);
    else
      pairs.insert(pairs.end(), d->items.begin(), d->items.end());
  const auto each = pairs_as_bindings(ex, pairs);
  if (!each) return {};
  const std::string head = ex.spelling(*form.items[0]),
                    several = head == "let" && pairs.size() > 3 ? "*" : "";
  return "(" + head + several + " (" + *each + ") " + written(ex, body) + ")";
}

/// Puts the whole form in place of the last error's helps, where its bindings are written as pairs.
static const Expr* help_with_pairs(ExpanderState& ex, const Datum& form, const Expr* e) {
  if (auto whole = let_of_pairs(ex, form); whole && !ex.f.diagnostics.all().empty())
    ex.f.diagnostics.last().notes.clear(), ex.f.diagnostics.last().help("it is " + *whole);
  return e;
}

/// Reports a binding that stands for the list of them, as in (let (x 1) e).
static const Expr* report_single_binding(ExpanderState& ex, const Datum& d) {
  const auto why = "its bindings stand in a list of their own, or before `in` and the body";
  return help_with_pairs(ex, d, bad_form(ex, d, why, d.items[1]));
}

/// Returns the first list of several bindings without lists of their own, as in (let (x 1 y 2) in e); null if there is none.
static const Datum* find_pairs(const ExpanderState& ex, Data bindings) {
  const auto found = std::ranges::find_if(bindings, [&](const Datum* d) {
    return is_list(*d) && d->items.size() > 2 && pairs_as_bindings(ex, d->items);
  });
  return found == bindings.end() ? nullptr : *found;
}

/// Puts the whole form, with its bindings in parentheses, in place of the last error's helps.
static void help_with_parentheses(ExpanderState& ex, const Datum& form) {
  const Data items = form.items.subspan(1);
  if (items.size() < 2 || ex.f.diagnostics.all().empty()) return;
  const auto in_parentheses = [&](const Datum* d) {
    return d->is(DatumKind::Vector) ? "(" + written(ex, d->items) + ")" : written(ex, Data(&d, 1));
  };
  std::string all;
  if (const auto in = ex.find_word(form.items, ex.words.in, 1)) { // let* with one list for each
    for (const Datum* d : form.items.subspan(1, *in - 1)) all += in_parentheses(d) + " ";
    all = "(let " + all + written(ex, form.items.subspan(*in)) + ")";
  } else if (items[0]->is(DatumKind::Vector)) {
    const bool first = !items[0]->items.empty() && items[0]->items[0]->is(DatumKind::Symbol);
    const auto pairs = first ? pairs_as_bindings(ex, items[0]->items) : std::nullopt;
    if (!pairs) return;
    const bool several = items[0]->items.size() > 2;
    all = (several ? "(let* (" : "(let (") + *pairs + ") " + written(ex, items.subspan(1)) + ")";
  } else {
    for (const Datum* d : items[0]->items) all += (all.empty() ? "" : " ") + in_parentheses(d);
    all = "(" + ex.spelling(*form.items[0]) + " (" + all + ") " + written(ex, items.subspan(1)) + ")";
  }
  Diagnostic& d = ex.f.diagnostics.last();
  d.notes.clear(), d.help("it is " + all);
}

static const Expr* report_no_bindings(ExpanderState& ex, const Datum& d) {
  const Expr* e = bad_form(ex, d, why_no_bindings(ex, d.items));
  if (d.items.size() > 1 && d.items[1]->is(DatumKind::Vector)) help_with_parentheses(ex, d);
  return d.items.size() > 2 ? help_with_pairs(ex, d, e) : e;
}

/// Reports bindings in brackets, once for all of a list.
static void report_brackets(ExpanderState& ex, const Datum& binding, const Datum& form) {
  Data all = form.items.subspan(1);
  if (!all.empty() && std::ranges::find(all, &binding) == all.end()) all = all[0]->items;
  const auto first = std::ranges::find_if(all, [](const Datum* d) { return d->is(DatumKind::Vector); });
  if (first == all.end() || *first != &binding) return;
  bad_form(ex, form, "brackets make a vector; bindings stand in parentheses", &binding);
  help_with_parentheses(ex, form);
}

static LetParts let_parts(ExpanderState& ex, const Datum& binding, const Datum& form) {
  if (binding.is(DatumKind::Vector)) report_brackets(ex, binding, form);
  Data items = is_list(binding) || binding.is(DatumKind::Vector) ? binding.items : Data{};
  if (items.size() == 1 && is_list(*items[0]) && items[0]->items.size() > 1) {
    bad_form(ex, form, "before `in` each binding stands by itself: (let (x e) (y e) in body)", &binding);
    items = items[0]->items;
  }
  if (items.size() == 2) return {items[0], {}, items[1]};
  if (items.size() >= 4 && ex.is_word(*items[1], ex.words.colon))
    return {items[0], items.subspan(2, items.size() - 3), items.back()};
  bad_form(ex, form, "a binding is (x e), or (x : t e)", &binding);
  return {};
}

static Pattern let_pattern(ExpanderState& ex, const LetParts& parts) {
  Pattern p = expand_pattern(ex, *parts.pattern, false);
  if (!parts.type.empty()) p.type = expand_type(ex, parts.type, span_of(parts.type));
  return p;
}

const Expr* let_in(ExpanderState& ex, const Datum& d, size_t in) {
  Binders binders(ex);
  Expr* e = ex.make(ExprKind::Let, d.span);
  for (const Datum* binding : d.items.subspan(1, in - 1)) {
    LetParts parts = let_parts(ex, *binding, d);
    if (!parts.pattern) continue;
    const Expr* value = expand_expr(ex, *parts.value);
    ex.form.group = ex.names.mark(); // a later binding may shadow an earlier one
    e->bindings.push_back({let_pattern(ex, parts), value});
  }
  e->items = {expand_body(ex, d.items.subspan(in + 1), d.span)};
  return e->bindings.empty() ? e->items[0] : e;
}

const Expr* let_parallel(ExpanderState& ex, const Datum& d) {
  std::vector<std::pair<LetParts, const Expr*>> bindings;
  const size_t around = ex.form.beside.size();
  const Data outer = std::exchange(ex.form.from_here, {});
  for (size_t k = 0; k < d.items[1]->items.size(); ++k) {
    LetParts parts = let_parts(ex, *d.items[1]->items[k], d);
    if (!parts.pattern) continue;
    ex.form.from_here = d.items[1]->items.subspan(k);
    bindings.emplace_back(parts, expand_expr(ex, *parts.value));
    ex.form.beside.push_back(parts.pattern);
  }
  ex.form.beside.resize(around), ex.form.from_here = outer;
  Binders binders(ex);
  Expr* e = ex.make(ExprKind::Let, d.span);
  for (auto& [parts, value] : bindings) e->bindings.push_back({let_pattern(ex, parts), value});
  constexpr std::array<std::string_view, 1> word = {"in"};
  if (d.items.size() > 3 && find_slip(ex, d.items.subspan(2, 1), word))
    return bad_form(ex, d, "`in` divides bindings and body");
  const Expr* in = expand_body(ex, d.items.subspan(2), d.span);
  if (e->bindings.empty()) return in;
  e->items = {in};
  return e;
}

const Expr* let_named(ExpanderState& ex, const Datum& d) {
  if (is_binding(ex, *d.items[2]))
    return bad_form(ex, d,
                    "a loop's bindings stand in a list of their own: (let " + ex.spelling(*d.items[1]) +
                        " (" + written(ex, d.items.subspan(2, 1)) + ") ...)",
                    d.items[2]);
  std::vector<const Expr*> call{nullptr};
  std::vector<const Datum*> parameters;
  for (const Datum* binding : d.items[2]->items) {
    LetParts parts = let_parts(ex, *binding, d);
    if (!parts.pattern) continue;
    call.push_back(expand_expr(ex, *parts.value));
    parameters.push_back(parts.pattern);
  }
  Binders binders(ex);
  Pattern loop;
  loop.kind = Pattern::Variable, loop.span = d.items[1]->span, loop.var = bind_name(ex, *d.items[1]);
  const Expr* f = expand_function(ex, parameters, d.items.subspan(3), d.span);
  call[0] = make_local(ex, loop.var, loop.span);
  Expr* e = ex.make(ExprKind::LetRec, d.span, {ex.make(ExprKind::Apply, d.span, std::move(call))});
  e->bindings.push_back({std::move(loop), f});
  return e;
}

/// Whether a datum is a list of bindings, ((x 1) (y 2)), as it stands in a `let` without `in`.
static bool is_list_of_bindings(const ExpanderState& ex, const Datum& d) {
  return is_list(d) && !d.items.empty() &&
         std::ranges::all_of(d.items, [&](const Datum* b) { return is_binding(ex, *b); });
}

const Expr* form_let(ExpanderState& ex, const Datum& d) {
  const auto in = find_in(ex, d);
  if (in && *in == 2 && is_list_of_bindings(ex, *d.items[1]))
    return bad_form(ex, d,
                    "a list of bindings has no `in` behind it: (let " + written(ex, d.items.subspan(1, 1)) +
                        " " + written(ex, d.items.subspan(3)) + ")",
                    d.items[2]);
  const Data bindings = in ? d.items.subspan(1, *in - 1) : d.items.size() > 2 ? d.items[1]->items : Data{};
  if (const Datum* const pairs = find_pairs(ex, bindings))
    return help_with_pairs(ex, d, bad_form(ex, d, "a binding is (x e), or (x : t e)", pairs));
  if (in) return let_in(ex, d, *in);
  bool named = d.items.size() >= 4 && d.items[1]->is(DatumKind::Symbol) && is_list(*d.items[2]);
  if (named && !is_call(ex, *d.items[2])) return let_named(ex, d);
  if (d.items.size() < 3 || !is_list(*d.items[1])) return report_no_bindings(ex, d);
  bool single = !d.items[1]->items.empty() && d.items[1]->items[0]->is(DatumKind::Symbol);
  if (single) return report_single_binding(ex, d);
  if (is_tuple_binding(*d.items[1]))
    return bad_form(ex, d, "`in` stands between this binding and the body: (let ((x, y) e) in body)",
                    d.items[1]);
  return let_parallel(ex, d);
}

// Recursion.

static const Expr* must_be_lambda(ExpanderState& ex, const Expr* e, const Datum& d) {
  if (e->kind != ExprKind::Lambda) ex.f.diagnostics.report("E0314", d.span);
  return e;
}

const Expr* form_letrec(ExpanderState& ex, const Datum& d) {
  if (d.items.size() < 3 || !is_list(*d.items[1])) return report_no_bindings(ex, d);
  const bool single = !d.items[1]->items.empty() && d.items[1]->items[0]->is(DatumKind::Symbol);
  const auto in = find_in(ex, d); // NOVA's letrec: (letrec (f e) (g e) in body)
  if (single && !in) return report_single_binding(ex, d);
  Binders binders(ex);
  std::vector<const Datum*> values;
  Expr* e = ex.make(ExprKind::LetRec, d.span);
  for (const Datum* binding : in ? d.items.subspan(1, *in - 1) : d.items[1]->items) {
    LetParts parts = let_parts(ex, *binding, d);
    if (!parts.pattern) continue;
    e->bindings.push_back({let_pattern(ex, parts), nullptr});
    values.push_back(parts.value);
    if (e->bindings.back().pattern.kind != Pattern::Variable)
      bad_form(ex, d, "each binding has a name and a lambda");
  }
  for (size_t i = 0; i < values.size(); ++i) {
    size_t before = ex.errors();
    const Expr* value = expand_expr(ex, *values[i]);
    e->bindings[i].value = ex.errors() == before ? must_be_lambda(ex, value, *values[i]) : value;
  }
  e->items = {expand_body(ex, d.items.subspan(in ? *in + 1 : 2), d.span)};
  return e->bindings.empty() ? e->items[0] : e;
}

/// Expands `(mu (f : t) (lambda ...))` to `(letrec ((f (lambda ...))) f)`.
const Expr* form_mu(ExpanderState& ex, const Datum& d) {
  if (d.items.size() != 3) return bad_form(ex, d, "it takes a name with its type and a lambda");
  Binders binders(ex);
  Pattern self = expand_pattern(ex, *d.items[1], false);
  if (self.kind != Pattern::Variable) return bad_form(ex, d, "it takes a name with its type and a lambda");
  size_t before = ex.errors();
  const Expr* f = expand_expr(ex, *d.items[2]);
  if (ex.errors() == before) must_be_lambda(ex, f, *d.items[2]);
  Expr* e = ex.make(ExprKind::LetRec, d.span, {make_local(ex, self.var, self.span)});
  e->bindings.push_back({std::move(self), f});
  return e;
}

} // namespace nova
