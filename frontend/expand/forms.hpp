// The table of core forms, and declarations of the functions in it.
//
// Functions that recurse over nested forms are declared here, even if one file alone uses them. The compiler would
// merge static ones into one function with a large stack frame, and forms could nest less deeply.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// A core form: its name, the function that expands it inside of an expression, the function that scans it at top
/// level (null if that does not differ), and its grammar, for messages.
struct CoreForm {
  std::string_view name;
  const Expr* (*expand)(ExpanderState&, const Datum&);
  void (*scan)(ExpanderState&, const Datum&);
  std::string_view grammar;
};

/// A datum after the expansion of macro uses at its head, and what its head then means.
struct FormHead {
  const Datum* datum = nullptr; ///< null: a macro use failed (reported)
  Meaning meaning;
};

/// Returns the table of core forms. In a Meaning of kind Form, `id` is an index into this table.
std::span<const CoreForm> core_forms();
/// Returns the core form that the head `h` names, or null if it names none. Inline, so that callers can call the
/// form's function by a tail call.
inline const CoreForm* form_of(const FormHead& h) {
  return h.datum && h.meaning.kind == Meaning::Form ? &core_forms()[h.meaning.id] : nullptr;
}
bool is_begin(const CoreForm* form);
bool is_lambda(const CoreForm* form);

// The functions that expand whole forms, `d`, each named by its row in the table. Those of forms that bind variables
// are in binders.cpp, the others in forms.cpp.
#define NOVA_FORM(word, expand, ...) const Expr* expand(ExpanderState& ex, const Datum& d);
#include "frontend/core/forms.def"
#undef NOVA_FORM

// Parts of control forms (forms.cpp)
/// Whether the datum is (x d): the name of a field, and its value or pattern.
bool is_given_field(const Datum& d);
bool is_record_form(const CoreForm* form);
/// Returns the constructor that the form (record Name ..), an expression or a pattern, names. Reports an error and
/// returns nothing if it is that of no record.
std::optional<Meaning> find_record(ExpanderState& ex, const Datum& form);
/// Returns the position of a record's field. Reports an error and returns nothing if it has none of that name.
std::optional<size_t> find_field(ExpanderState& ex, const TypeDecl::Constructor& record, Symbol name,
                                 Span at);
Arm expand_case_arm(ExpanderState& ex, const Datum& arm);
Arm expand_match_arm(ExpanderState& ex, const Datum& arm);
const Expr* expand_loop_body(ExpanderState& ex, Data forms, Span span);

// Shapes of let (binders.cpp)
/// Expands `(let (x e) (y e) in body)`: each e may use the variables before it. `in` is the index of the word `in`
/// among the items of `d`.
const Expr* let_in(ExpanderState& ex, const Datum& d, size_t in);
/// Expands `(let ((x e) (y e)) body ...)`: no e may use x or y.
const Expr* let_parallel(ExpanderState& ex, const Datum& d);
/// Expands `(let loop ((x e) ...) body ...)`: `loop` is a function with the parameters x ..., and is called with the
/// values of e ... at first.
const Expr* let_named(ExpanderState& ex, const Datum& d);

} // namespace nova
