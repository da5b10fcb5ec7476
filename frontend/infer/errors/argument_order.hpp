// Helps on the order of a call's arguments, with the user's own text.
#pragma once
#include "frontend/infer/calls.hpp"
#include "frontend/infer/errors/calls.hpp"

namespace nova {

/// Returns the spans of the arguments, for Why::arguments.
std::vector<Span> spans_of(std::span<const Argument> arguments);
/// Returns the call with the arguments why.number and why.swapped in each other's place; or an empty text.
std::string call_in_order(const Inference& in, const Why& why);
/// Returns the text of the other one of two operands, or `otherwise`.
std::string mate_text(const Inference& in, const Why& why, std::string_view otherwise);
/// If the one misfit and another argument stand in each other's place, as in (contains xs 2) and (replicate xs 2), returns
/// the number of the other argument, else 0.
uint32_t exchanged_with(Inference& in, std::span<const Argument> arguments, const Misfit& misfit);
/// Whether the call is a fold, scan or reduction whose start value stands behind the vector: (reduce + [1 2] 0).
bool starts_behind(Inference& in, std::string_view function, std::span<Argument> arguments);
/// If a vector was given where a fold or scan has its start value, adds a help line with the place of both.
void help_with_start(const Inference& in, Diagnostic& d, const Why& why, TypeId found);
/// Adds help where the only misfit is a vector of what the function takes: the map over its elements.
void help_with_elements(Inference& in, Diagnostic& d, std::span<const Argument> arguments,
                        const Misfit& misfit, const Why& why);
/// Adds help where the keys of a join differ in their types: which function gives which.
void help_with_keys(Inference& in, Diagnostic& d, std::span<const Argument> arguments, const Misfit& misfit,
                    const Why& why);

} // namespace nova
