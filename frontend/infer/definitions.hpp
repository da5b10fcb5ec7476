// Inference of definitions and of expressions at top level: where types are closed.
#pragma once
#include "frontend/infer/inference.hpp"

namespace nova {

/// Checks definitions that refer to each other, and fills in their CoreGlobals. What a limit ends is as if
/// never begun.
void check_group(Inference& in, std::span<const GlobalId> group);
/// The typed expression, or null (reported).
Core* check_expression(Inference& in, const Expr& e);
/// Gives a definition without a text its type.
void give_type(Inference& in, GlobalId g, TypeId type);
/// Reads the types that a form declares.
void declare(Inference& in, std::span<const TypeDeclId> types);

} // namespace nova
