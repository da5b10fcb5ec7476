// Inference of definitions and of expressions at top level, whose types are generalised or defaulted at their end.
#pragma once
#include "frontend/infer/inference.hpp"

namespace nova {

/// Checks definitions that refer to each other, and fills in their CoreGlobals. If a limit stops the check by an
/// exception, their state is Unchecked again.
void check_group(Inference& in, std::span<const GlobalId> group);
/// Returns the typed expression, or null if it has errors, which are reported.
Core* check_expression(Inference& in, const Expr& e);
/// Sets the type of a definition that has no source text.
void give_type(Inference& in, GlobalId g, TypeId type);
/// Converts the type declarations of a form to types.
void declare(Inference& in, std::span<const TypeDeclId> types);

} // namespace nova
