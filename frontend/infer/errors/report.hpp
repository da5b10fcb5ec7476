// Errors of inference: what was expected, why there, and what is there instead.
#pragma once
#include "frontend/infer/errors/why.hpp"
#include "frontend/infer/inference.hpp"

namespace nova {

struct Argument;

/// Reports an error of the definition at hand, which is left out then.
Diagnostic& report(Inference& in, std::string code, Span span, std::vector<std::string> args);
/// Makes two types equal, or says why they can't be. What is checked afterwards is not to blame: it goes on.
bool require_equal(Inference& in, TypeId expected, TypeId actual, Span at, const Why& why);
/// Stands for an expression with errors that are reported: of any type.
Core* broken(Inference& in, Span span);
/// As `broken`, for what nests too deeply, which is reported.
Core* too_deep(Inference& in, Span span);

/// A type as messages show it: quoted, or "a number" where only a numeral's class is known. Within a type,
/// numerals' variables show their defaults.
std::string describe(Inference& in, TypeId t, Types::Namer& namer);
/// What a call's callee asks for, and whether two arguments changed places.
void explain_callee(Inference& in, Diagnostic& d, const Why& why);

/// Says why two types can't be equal, and what to write instead.
void report_mismatch(Inference& in, const UnifyFailure& failure, TypeId expected, TypeId actual, Span at,
                     const Why& why);
/// An operator among a built-in's arguments that does not work on the elements.
void report_operator(Inference& in, const UnifyFailure& failure, const Argument& a);
/// A type that `what` needs, but nothing tells; each type is reported once.
void report_unknown(Inference& in, TypeId type, Span span, std::string what, std::string help);
/// What runs must have a concrete type. The error names what is open, and shows what an annotation could be.
void report_open(Inference& in, TypeId type, Span span);
/// Calls that do IO in functions that must not.
void report_conflicts(Inference& in);
/// Is an integer literal in the range of its type?
void check_numeral(Inference& in, const Datum& d, TypeId t, Span span);

} // namespace nova
