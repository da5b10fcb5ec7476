// Inference of expressions: a function for each kind of Expr. `hint` is the type that the context expects, or
// no_type. Functions that recurse on nested forms are declared here even where only one file uses them. If they were
// static, the compiler would inline them into one function with a large stack frame, and forms could nest less far.
#pragma once
#include "frontend/infer/inference.hpp"

namespace nova {

/// Returns the typed Core of an expression, or a node of a fresh type if the expression has errors.
Core* infer(Inference& in, const Expr& e, TypeId hint = no_type);
/// As `infer`, for an expression that must have the type `expected`. Any other type is reported, with `why`.
Core* expect(Inference& in, const Expr& e, TypeId expected, const Why& why);

// Values and control (expressions.cpp)
Core* infer_literal(Inference& in, const Expr& e, TypeId hint);
Core* infer_local(Inference& in, const Expr& e);
Core* infer_global(Inference& in, const Expr& e);
Core* infer_constructor(Inference& in, const Expr& e, TypeId hint);
/// Returns which constructor `written` means. Its name may be that of several types' constructors, if one of the types
/// is a sum in place. Then the expected type of the value, or of the function's result, decides. Returns nothing, after
/// a report (E0224) at `at`, if the expected type is open.
std::optional<ConstructorId> choose_constructor(Inference& in, ConstructorId written, TypeId expected,
                                                Span at);
Core* infer_tuple(Inference& in, const Expr& e, TypeId hint);
Core* infer_project(Inference& in, const Expr& e);
Core* infer_field(Inference& in, const Expr& e);
Core* infer_with(Inference& in, const Expr& e);
Core* infer_vector(Inference& in, const Expr& e, TypeId hint);
Core* infer_assign(Inference& in, const Expr& e);
Core* infer_sequence(Inference& in, const Expr& e, TypeId hint);
Core* infer_ascribe(Inference& in, const Expr& e);
/// Infers the branch of an `if` without else, which must have type unit. Macros such as `when` make such ifs.
Core* infer_only_branch(Inference& in, const Expr& e);
/// Infers a vector literal where a vector#n with n > 1 is expected. Its elements are vector#(n - 1), of one shape.
Core* infer_stacked(Inference& in, const Expr& e, TypeId type);
/// Returns the type of a literal. For a numeral that fits several types, the hint decides.
TypeId literal_type(Inference& in, const Datum& d, TypeId hint);

// Control forms of the table: infer_if (expressions.cpp), infer_while, infer_for (loops.cpp)
#define NOVA_NODE(Name, name, ...) Core* infer_##name(Inference& in, const Expr& e, TypeId hint);
#include "frontend/core/forms.def"
#undef NOVA_NODE
/// Infers `(for (i from to step) body)`, and translates it to this:
///   let k = from, end = to, by = step (not 0) in
///     while k is before end: (let i = k in body); k = k + by, or end if that wraps around
Core* infer_stepped_for(Inference& in, const Expr& e);

// What binds variables (bind.cpp)
Core* infer_let(Inference& in, const Expr& e, TypeId hint);
Core* infer_letrec(Inference& in, const Expr& e, TypeId hint);
Core* infer_lambda(Inference& in, const Expr& e, TypeId hint);
/// Infers one binding of a let, and stores its Core node in `*hole`, the body of the previous binding's node. Returns
/// the address of the new node's own body, which the caller sets. Adds to `chain` each new node whose type is that of
/// the let's body. The caller sets these types too. `hint`: the type that the context asks for, where none is written.
Core** infer_binding(Inference& in, const Binding& b, TypeId hint, Core** hole, std::vector<Core*>& chain);
/// Returns the type of a lambda as far as its text shows it. It has an arrow for each parameter, so that the
/// number of parameters is known at recursive uses. The type of any other expression is a fresh variable.
TypeId lambda_shape(Inference& in, const Expr& e);

// Patterns and match (patterns.cpp)
Core* infer_match(Inference& in, const Expr& e, TypeId hint);
/// Infers a pattern for values of the type `expected`, and sets the types of its variables.
CorePattern infer_pattern(Inference& in, const Pattern& p, TypeId expected, const Why& why);
CorePattern infer_tuple_pattern(Inference& in, const Pattern& p, TypeId expected, const Why& why);
CorePattern infer_constructor_pattern(Inference& in, const Pattern& p, TypeId expected, const Why& why);
/// Infers a pattern that matches all fields of a constructor together: the only field, the tuple of several fields,
/// or nil if there are none. Returns `out`, the constructor's pattern, with an item added for each field.
CorePattern infer_all_fields(Inference& in, const Pattern& p, std::span<const TypeId> fields, const Why& why,
                             CorePattern out);
/// Makes a match of one arm, for the patterns of parameters and lets. With `check`, reports a pattern that does not
/// match every value.
Core* match_one(Inference& in, Core* scrutinee, CorePattern pattern, Core* body, bool check);
/// Wraps `body` in a let for each of `in.def.rebindings` from index `from` on, and removes these rebindings.
Core* rebind(Inference& in, Core* body, size_t from);
/// Returns a let around `body` that binds the variable of one rebinding.
Core* rebinding_let(Inference& in, const Rebinding& r, Core* body);

} // namespace nova
