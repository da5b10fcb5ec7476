// Meanings that wait for a type, and the defaults of types that nothing tells.
#pragma once
#include "frontend/infer/inference.hpp"

namespace nova {

/// Solves a constraint now if the types are known, or else keeps it.
void defer(Inference& in, Pending p);
/// Solves a constraint if its types are known; `last`: at any rate, by its default. False if it waits on.
bool settle(Inference& in, Pending& p, bool last);
/// At the end of a let's right side: what can be told is; what still waits keeps its types from being
/// generalised.
void settle_from(Inference& in, size_t from);
/// At the end of a definition: as long as something can be told, nothing takes its default.
void settle_all(Inference& in);
/// How many dimensions an index names: a number one, a tuple of n n; 0 where that is still open.
uint32_t dims_of(const Inference& in, TypeId index);

/// Literals are int or double, other classes int; what nothing constrains holds no value: unit.
void default_variable(Inference& in, TypeId v);
/// Gives class-constrained variables of some types their default.
void default_classes(Inference& in, std::span<const TypeId> types);
/// Gives every variable of the definition that is still open, and not generalised, its default.
void close_variables(Inference& in);
/// Checks the integer literals whose types were unknown where they stand.
void check_numerals(Inference& in);

} // namespace nova
