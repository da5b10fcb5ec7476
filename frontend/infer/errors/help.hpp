// Help that errors of types give: what to write instead.
#pragma once
#include "frontend/infer/inference.hpp"

namespace nova {

/// Two types that differ: what converts the one to the other, or what was forgotten.
void help_with_mismatch(const Inference& in, Diagnostic& d, const Why& why, TypeId expected, TypeId actual,
                        Span at);
/// What to write where a built-in's operand is not the number that it works on.
void help_with_operand(const Inference& in, Diagnostic& d, const Why& why, TypeId operand);
/// A function where none is wanted.
void help_with_waiting(const Inference& in, Diagnostic& d, Span at);

/// `items` of a call whose second one is an operator: how it would be written.
std::string infix_help(const Inference& in, std::span<const Expr* const> items);
/// `((Mk a b) a)`, of the type's first constructor with fields.
std::string arm_of(const Inference& in, TypeId sum);
/// An operand as it is written, where it is short and the user's own.
std::string operand_text(const Inference& in, Span s, std::string_view otherwise);
/// A number, or a numeral whose type is still open.
bool is_numeric(const Inference& in, TypeId t);
/// Is a vector's element char?
bool is_text(const Inference& in, TypeId vector);

} // namespace nova
