// Deferred constraints, for expressions whose meaning depends on a type that is not known yet, and the defaults of
// type variables that nothing determines.
#pragma once
#include "frontend/infer/inference.hpp"

namespace nova {

/// Solves a constraint now if its types are known, or else adds it to `in.def.pending`.
void defer(Inference& in, Pending p);
/// Solves a constraint if its types are known. With `last`, solves it in any case, if need be by its default.
/// Returns false if it stays unsolved.
bool settle(Inference& in, Pending& p, bool last);
/// Returns the type of a slice of an array with this rank: its element for rank 1, a vector for rank 2, else a vector
/// of one dimension less.
TypeId slice_type(Inference& in, uint32_t rank, TypeId element);
/// Solves e.x and (with e (x e1) ..) (records.cpp).
bool settle_field(Inference& in, Pending& p, bool last);
bool settle_with(Inference& in, Pending& p, bool last);
/// From index `from` on, solves the constraints of `in.def.pending` whose types are known. The others stay, and the
/// let whose right side ends does not generalise their types.
void settle_from(Inference& in, size_t from);
/// Ends a definition: solves all its constraints. Defaults are taken only when no constraint can be solved without
/// one.
void settle_all(Inference& in);
/// Returns how many dimensions an index of this type has: 1 for a number, n for a tuple of n, 0 if not known yet.
uint32_t dims_of(const Inference& in, TypeId index);

/// Binds a variable to its default: double if it has the class Fractional, int if it has only other classes, unit if
/// it has none.
/// Reports the numerals above the largest int whose type nothing says (E0107).
void report_wide_numerals(Inference& in);
void default_variable(Inference& in, TypeId v);
/// Binds the unbound variables of `types` to their defaults if they have a class other than Storable and Json.
void default_classes(Inference& in, std::span<const TypeId> types);
/// Binds every variable of the definition to its default if it is still unbound and not generalised.
void close_variables(Inference& in);
/// Reports the integer literals in `in.def.numerals` that are outside of the ranges of their types.
void check_numerals(Inference& in);

} // namespace nova
