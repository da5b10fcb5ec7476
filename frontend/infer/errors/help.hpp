// Help texts of type errors, which say what to write instead.
#pragma once
#include "frontend/infer/inference.hpp"

namespace nova {

/// Adds help for two types that differ: what converts the one to the other, or what was forgotten.
void help_with_mismatch(const Inference& in, Diagnostic& d, const Why& why, TypeId expected, TypeId actual,
                        Span at);
/// Adds help on what to write for an operand of the type `operand`, on which the built-in `why.name` does not work.
void help_with_operand(const Inference& in, Diagnostic& d, const Why& why, TypeId operand);
/// Adds help where max, min, maximum or minimum, called `name`, has operands of type `lacks`: texts, or values of a sum type
/// that has an order, such as dates. `all` is a vector of them as the program writes it. Returns whether it is so.
bool help_with_extreme(const Inference& in, Diagnostic& d, std::string_view name, TypeId lacks,
                       const std::string& all);
/// Adds help where the type `lacks` has none of the classes: of a Maybe its value, of texts their numbers.
void help_with_class(const Inference& in, Diagnostic& d, TypeId lacks, Classes classes);
/// Adds help for an expression at `at` that is a function where none is expected: it lacks an argument.
void help_with_waiting(const Inference& in, Diagnostic& d, Span at);

/// Returns help on how to write a call whose second item is an operator. `items` are the items of the call.
std::string infix_help(const Inference& in, std::span<const Expr* const> items);
/// Returns an example of a match's arm, such as `((Mk a b) a)`, for the first constructor of `sum` that has fields.
std::string arm_of(const Inference& in, TypeId sum);
/// Returns the text of an operand if it is short and no macro wrote it, or else `otherwise`.
std::string operand_text(const Inference& in, Span s, std::string_view otherwise);
/// Returns help on how to say the type of what a call reads from a file: of tables, that define-table finds it.
std::string help_with_file_type(const Inference& in, Span call);
/// Whether t is a number type, or the type variable of a numeral.
bool is_numeric(const Inference& in, TypeId t);
/// Whether the vector's element type is char.
bool is_text(const Inference& in, TypeId vector);

} // namespace nova
