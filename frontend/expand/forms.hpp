// The table of core forms, and the functions in it.
// Functions on the path of nested forms are declared here even where one file uses them: static ones would be merged into one
// large frame, and forms could nest less deeply.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// A core form: what stands at the head, what it becomes within an expression, and at top level where that
/// differs.
struct CoreForm {
  std::string_view name;
  const Expr* (*expand)(ExpanderState&, const Datum&);
  void (*scan)(ExpanderState&, const Datum&);
  std::string_view grammar;
};

/// A list and what its head means, once no macro stands there.
struct FormHead {
  const Datum* datum = nullptr; ///< null: a macro use failed (reported)
  Meaning meaning;
};

/// The table; Meaning::Form has positions in it.
std::span<const CoreForm> core_forms();
/// The form at a head; null: none. Inline: so a caller may end with a call of the form, which takes its frame.
inline const CoreForm* form_of(const FormHead& h) {
  return h.datum && h.meaning.kind == Meaning::Form ? &core_forms()[h.meaning.id] : nullptr;
}
bool is_begin(const CoreForm* form);
bool is_lambda(const CoreForm* form);

// Control (forms.cpp)
const Expr* form_if(ExpanderState& ex, const Datum& d);
const Expr* form_set(ExpanderState& ex, const Datum& d);
const Expr* form_while(ExpanderState& ex, const Datum& d);
const Expr* form_for(ExpanderState& ex, const Datum& d);
const Expr* form_begin(ExpanderState& ex, const Datum& d);
const Expr* form_case(ExpanderState& ex, const Datum& d);
const Expr* form_match(ExpanderState& ex, const Datum& d);
Arm expand_case_arm(ExpanderState& ex, const Datum& arm);
Arm expand_match_arm(ExpanderState& ex, const Datum& arm);
const Expr* expand_loop_body(ExpanderState& ex, Data forms, Span span);
/// A definition where none may stand, and a declaration that stands at top level alone.
const Expr* misplaced_definition(ExpanderState& ex, const Datum& d);
const Expr* misplaced_declaration(ExpanderState& ex, const Datum& d);

// Binding (binders.cpp)
const Expr* form_lambda(ExpanderState& ex, const Datum& d);
const Expr* form_let(ExpanderState& ex, const Datum& d);
/// `(let (x e) (y e) in body)`: in sequence.
const Expr* let_in(ExpanderState& ex, const Datum& d, size_t in);
/// `(let ((x e) (y e)) body ...)`: no e sees x or y.
const Expr* let_parallel(ExpanderState& ex, const Datum& d);
/// `(let loop ((x e) ...) body ...)`: a function of the variables, called with the values.
const Expr* let_named(ExpanderState& ex, const Datum& d);
const Expr* form_letrec(ExpanderState& ex, const Datum& d);
/// `(mu (f : t) (lambda ...))` is `(letrec ((f (lambda ...))) f)`.
const Expr* form_mu(ExpanderState& ex, const Datum& d);

} // namespace nova
