// Error reports of inference: which type was expected, why, and which type was found instead.
#pragma once
#include "frontend/infer/errors/why.hpp"
#include "frontend/infer/inference.hpp"

namespace nova {

struct Argument;

/// Reports an error in the current definition, which is then left out of the program.
Diagnostic& report(Inference& in, std::string code, Span span, std::vector<std::string> args);
/// Unifies two types. If that fails, reports it with `why` and returns false. Inference goes on all the same.
bool require_equal(Inference& in, TypeId expected, TypeId actual, Span at, const Why& why);
/// Returns a node of a fresh type for an expression whose errors were reported. Marks the definition as poisoned.
Core* broken(Inference& in, Span span);
/// As `broken`, for an expression that nests too deeply. Reports it (E0602).
Core* too_deep(Inference& in, Span span);

/// Returns a type as messages show it: in backquotes, or as words such as "a number" if it is the type variable of a
/// numeral. Within a larger type, such a variable is shown as its default, int or double.
std::string describe(Inference& in, TypeId t, Types::Namer& namer);
/// Adds to a diagnostic what the callee of a call takes, and whether two arguments seem to be swapped. `of_integers`:
/// whether the argument is an integer or a vector of these.
void explain_callee(Inference& in, Diagnostic& d, const Why& why, bool of_integers = false);

/// Reports why two types can't be equal, and what to write instead.
void report_mismatch(Inference& in, const UnifyFailure& failure, TypeId expected, TypeId actual, Span at,
                     const Why& why);
/// Reports an operator, passed as a function to a built-in, that does not work on the elements.
void report_operator(Inference& in, const UnifyFailure& failure, const Argument& a);
/// Reports that `what` needs a type that nothing determines. Each type is reported once.
void report_unknown(Inference& in, TypeId type, Span span, std::string what, std::string help);
/// Reports a type with open variables (E0202), since code that runs must have a concrete type. The error names an
/// open variable, and shows a possible annotation.
void report_open(Inference& in, TypeId type, Span span);
/// Reports calls that do IO in functions that must not.
void report_conflicts(Inference& in);
/// Reports an integer literal that is out of the range of its type (E0201).
void check_numeral(Inference& in, const Datum& d, TypeId t, Span span);

} // namespace nova
