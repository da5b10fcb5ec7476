// The table of core forms, and those of control: if, loops, assignment, case and match.
#include "frontend/expand/expander.hpp"

namespace nova {

const Expander::Form Expander::forms[] = {
    {"if", &Expander::form_if, nullptr, "(if c a b) or (if c then a else b)"},
    {"let", &Expander::form_let, nullptr, "(let ((x e) ...) body ...) or (let (x e) ... in body)"},
    {"letrec", &Expander::form_letrec, nullptr,
     "(letrec ((f (lambda ...)) ...) body ...) or (letrec (f (lambda ...)) ... in body)"},
    {"lambda", &Expander::form_lambda, nullptr, "(lambda (x y) body ...) or (lambda (x : t) ... : t body)"},
    {"mu", &Expander::form_mu, nullptr, "(mu (f : t) (lambda ...))"},
    {"case", &Expander::form_case, nullptr, "(case e (Constructor x body) ...)"},
    {"match", &Expander::form_match, nullptr, "(match e (pattern body ...) ...)"},
    {"begin", &Expander::form_begin, &Expander::scan, "(begin e ...)"},
    {"set!", &Expander::form_set, nullptr, "(set! x e)"},
    {"while", &Expander::form_while, nullptr, "(while c e ...)"},
    {"for", &Expander::form_for, nullptr, "(for (i from to) e ...) or (for (i from to step) e ...)"},
    {"define", &Expander::misplaced_definition, &Expander::scan_define,
     "(define x e), (define (x : t) e) or (define (f x (y : t) ...) : t body)"},
    {"define-macro", &Expander::misplaced_definition, &Expander::scan_macro,
     "(define-macro name (literal ...) ((_ pattern ...) template) ...)"},
    {"types", &Expander::misplaced_declaration, &Expander::scan_types,
     "(types (Name 'a ... : (+ (Constructor : t) ...)) ...)"},
    {"define-datatype", &Expander::misplaced_declaration, &Expander::scan_datatype,
     "(define-datatype (Name 'a ...) (Constructor t ...) ...)"},
    {"foreign", &Expander::misplaced_declaration, &Expander::scan_foreign, "(foreign (f : t) ...)"},
    {"module", &Expander::misplaced_declaration, &Expander::scan_module, "(module name form ...)"},
    {"import", &Expander::misplaced_declaration, &Expander::scan_import,
     "(import name) or (import \"path.nv\")"},
};

std::span<const Expander::Form> Expander::all_forms() { return forms; }

const Expr* Expander::misplaced_definition(const Datum& d) {
  f_.diagnostics.report("E0319", d.span, {spelling(*d.items[0])})
      .help("a definition stands at top level or in a body: (let () (define ...) ... e)");
  return nothing(d.span);
}

const Expr* Expander::misplaced_declaration(const Datum& d) {
  f_.diagnostics.report("E0323", d.span, {spelling(*d.items[0])});
  return nothing(d.span);
}

const Expr* Expander::form_if(const Datum& d) {
  Data items = d.items.subspan(1);
  bool words =
      items.size() >= 3 && is_word(*items[1], words_.then) && (items.size() == 5 || items.size() == 3);
  if (words && items.size() == 5 && is_word(*items[3], words_.otherwise))
    return make(ExprKind::If, d.span, {expr(*items[0]), expr(*items[2]), expr(*items[4])});
  if (words && items.size() == 3 && !names_.resolve(items[1]->symbol, Want::Value))
    return make(ExprKind::If, d.span, {expr(*items[0]), expr(*items[2])});
  if (items.size() != 2 && items.size() != 3)
    return bad_form(d, "it takes a condition and one or two expressions, but is given " +
                           count(items.size(), "form"));
  return make(ExprKind::If, d.span, exprs(items));
}

// Local state.

const Expr* Expander::form_set(const Datum& d) {
  if (d.items.size() != 3 || !d.items[1]->is(DatumKind::Symbol)) {
    bad_form(d, "it takes a variable and an expression");
    if (d.items.size() == 3 && d.items[1]->is(DatumKind::Index))
      f_.diagnostics.last().help("vectors do not change; (scatter xs [i] [e]) is xs with e at i");
    return nothing(d.span);
  }
  const Datum& target = *d.items[1];
  const Expr* value = expr(*d.items[2]);
  Meaning m = names_.resolve(target.symbol, Want::Value);
  if (!m) {
    const size_t before = reports();
    const Expr* e = unknown_name(target);
    if (reports() > before && f_.diagnostics.last().notes.empty())
      f_.diagnostics.last().help("a new name gets its value by (define " + written(d.items.subspan(1)) + ")");
    return e;
  }
  if (m.kind != Meaning::Local) {
    Diagnostic& problem = f_.diagnostics.report("E0312", target.span, {spelling(target)});
    if (m.kind == Meaning::Global)
      problem.help(level_ > 0
                       ? std::string(running_value)
                       : "a definition is made anew: (define " + spelling(target) +
                             " e); a loop sets a copy, (let ((w " + spelling(target) +
                             ")) (for (i 0 n) (set! w e)) w), or is (iterate n f " + spelling(target) + ")");
    return nothing(d.span);
  }
  auto var = static_cast<VarId>(m.id);
  f_.program[var].assigned = f_.program[var].used = true;
  VariableFacts& facts = facts_of_[m.id];
  if (!facts.assigned.file) facts.assigned = target.span;
  note_use(var, target.span);
  report_captured(facts, var);
  Expr* e = make(ExprKind::Assign, d.span, {value});
  e->var = var;
  return e;
}

const Expr* Expander::loop_body(Data forms, Span span) {
  return forms.empty() ? nothing(span) : body(forms, span);
}

const Expr* Expander::form_while(const Datum& d) {
  if (d.items.size() < 2) return bad_form(d, "it takes a condition and what is to be repeated");
  const Expr* condition = expr(*d.items[1]);
  return make(ExprKind::While, d.span, {condition, loop_body(d.items.subspan(2), d.span)});
}

const Expr* Expander::form_for(const Datum& d) {
  const Data range = d.items.size() >= 2 && d.items[1]->is(DatumKind::List) ? d.items[1]->items : Data{};
  const bool good = (range.size() == 3 || range.size() == 4) && range[0]->is(DatumKind::Symbol);
  if (!good)
    return bad_form(d, "behind its name stand a variable, where it begins and where it ends: (i from to)");
  Expr* e = make(ExprKind::For, d.span, exprs(range.subspan(1)));
  Binders binders(*this);
  e->var = bind(*range[0]);
  e->items.push_back(loop_body(d.items.subspan(2), d.span));
  return e;
}

const Expr* Expander::form_begin(const Datum& d) {
  return d.items.size() == 1 ? nothing(d.span) : body(d.items.subspan(1), d.span);
}

// Case and match.

const Expr* Expander::form_case(const Datum& d) {
  if (d.items.size() < 3) return bad_form(d, "it takes an expression and at least one branch");
  if (auto split = why_split_branch(d, false)) return bad_form(d, std::move(*split), d.items[2]);
  if (const Datum* branch = find_match_branch(d.items.subspan(2))) {
    const std::string pattern = written(branch->items[0]->items);
    bad_form(d,
             "its patterns have no parentheses of their own: (" + pattern + " " +
                 written(branch->items.subspan(1)) + ")",
             branch);
    f_.diagnostics.last().help("nested patterns are those of `match`: (match e ((" + pattern +
                               ") body ...) ...)");
    return form_match(d);
  }
  Expr* e = make(ExprKind::Match, d.span, {expr(*d.items[1])});
  for (const Datum* arm : d.items.subspan(2)) {
    if (arm->is(DatumKind::List) && arm->items.size() >= 2)
      e->arms.push_back(case_arm(*arm));
    else
      bad_form(d, "a branch is (Constructor x body)", arm);
  }
  return e;
}

Arm Expander::case_arm(const Datum& arm) {
  Binders binders(*this);
  const Datum& head = *arm.items[0];
  if (is_word(head, words_.otherwise)) return {wildcard(head.span), body(arm.items.subspan(1), arm.span)};
  auto c = find_constructor(head);
  if (!c && head.is(DatumKind::Tuple)) pattern(head, false); // binds, so that uses raise no further errors
  if (arm.items.size() == 2)
    return {c ? constructor_pattern(head, *c, {}, true) : Pattern{}, body(arm.items.subspan(1), arm.span)};
  Pattern p;
  p.kind = Pattern::Whole, p.span = join(head.span, arm.items[1]->span);
  p.items.push_back(pattern(*arm.items[1], false));
  if (c) p.decl = static_cast<TypeDeclId>(c->id), p.constructor = c->number;
  return {std::move(p), body(arm.items.subspan(2), arm.span)};
}

const Expr* Expander::form_match(const Datum& d) {
  if (d.items.size() < 3) return bad_form(d, "it takes an expression and at least one branch");
  if (auto split = why_split_branch(d, true)) return bad_form(d, std::move(*split), d.items[2]);
  Expr* e = make(ExprKind::Match, d.span, {expr(*d.items[1])});
  bool told = false;
  for (const Datum* arm : d.items.subspan(2)) {
    const bool brackets = arm->is(DatumKind::Vector);
    if (brackets && !std::exchange(told, true))
      bad_form(d, "brackets make a vector; a branch is (pattern body ...)", arm);
    const size_t before = errors();
    if ((brackets || arm->is(DatumKind::List)) && arm->items.size() >= 2) {
      e->arms.push_back(match_arm(*arm));
      const bool other =
          arm->items.size() > 2 && arm->items[0]->is(DatumKind::Symbol) && spelling(*arm->items[0]) == "case";
      if (other && errors() != before) bad_form(d, "a branch is (pattern body ...), without `case`", arm);
    } else if (!brackets)
      bad_form(d, "a branch is (pattern body ...)", arm);
  }
  return e;
}

Arm Expander::match_arm(const Datum& arm) {
  Binders binders(*this);
  const Datum& head = *arm.items[0];
  Pattern p = is_word(head, words_.otherwise) ? wildcard(head.span) : pattern(head, true);
  return {std::move(p), body(arm.items.subspan(1), arm.span)};
}

} // namespace nova
