// Inference of expressions: a function for each kind of Expr. `hint` is the type that the context asks for, or
// no_type.
// Functions on the path of nested forms are declared here even where one file uses them: static ones would be merged into one
// large frame, and forms could nest less deeply.
#pragma once
#include "frontend/infer/inference.hpp"

namespace nova {

/// The typed core of an expression; one with errors gives a node of unknown type.
Core* infer(Inference& in, const Expr& e, TypeId hint = no_type);
/// The same, of an expected type: another one is reported.
Core* expect(Inference& in, const Expr& e, TypeId expected, const Why& why);

// Values and control (expressions.cpp)
Core* infer_literal(Inference& in, const Expr& e, TypeId hint);
Core* infer_local(Inference& in, const Expr& e);
Core* infer_global(Inference& in, const Expr& e);
Core* infer_constructor(Inference& in, const Expr& e);
Core* infer_tuple(Inference& in, const Expr& e, TypeId hint);
Core* infer_project(Inference& in, const Expr& e);
Core* infer_if(Inference& in, const Expr& e, TypeId hint);
Core* infer_vector(Inference& in, const Expr& e, TypeId hint);
Core* infer_assign(Inference& in, const Expr& e);
Core* infer_sequence(Inference& in, const Expr& e, TypeId hint);
Core* infer_ascribe(Inference& in, const Expr& e);
/// The branch of an if without else; `when` and its like make such ifs.
Core* infer_only_branch(Inference& in, const Expr& e);
/// A literal where a vector#n is asked for, n > 1: its elements are vector#(n - 1), of one shape.
Core* infer_stacked(Inference& in, const Expr& e, TypeId type);
/// The type of a literal, which the hint may tell.
TypeId literal_type(Inference& in, const Datum& d, TypeId hint);

// Loops (loops.cpp)
Core* infer_while(Inference& in, const Expr& e);
Core* infer_for(Inference& in, const Expr& e);
/// `(for (i from to step) body)`:
///   let k = from, end = to, by = step (not 0) in
///     while k is before end: (let i = k in body); k = k + by, or end where that wraps around
Core* infer_stepped_for(Inference& in, const Expr& e);

// What binds variables (bind.cpp)
Core* infer_let(Inference& in, const Expr& e, TypeId hint);
Core* infer_letrec(Inference& in, const Expr& e, TypeId hint);
Core* infer_lambda(Inference& in, const Expr& e, TypeId hint);
/// One binding of a let, put into the hole that the one before it left; returns its own.
Core** infer_binding(Inference& in, const Binding& b, Core** hole, std::vector<Core*>& chain);
/// The type of a lambda as far as its text shows it: its parameters, so that recursive uses know how many
/// there are.
TypeId lambda_shape(Inference& in, const Expr& e);

// Patterns and match (patterns.cpp)
Core* infer_match(Inference& in, const Expr& e, TypeId hint);
/// A pattern of values of a type; its variables get their types.
CorePattern infer_pattern(Inference& in, const Pattern& p, TypeId expected, const Why& why);
CorePattern infer_tuple_pattern(Inference& in, const Pattern& p, TypeId expected, const Why& why);
CorePattern infer_constructor_pattern(Inference& in, const Pattern& p, TypeId expected, const Why& why);
/// One pattern for all fields: for the only one, the tuple of several, or nil.
CorePattern infer_all_fields(Inference& in, const Pattern& p, std::span<const TypeId> fields, const Why& why,
                             CorePattern out);
/// A match of one arm, for the patterns of parameters and lets, which must take every value.
Core* match_one(Inference& in, Core* scrutinee, CorePattern pattern, Core* body, bool check);
/// Wraps a body in what the patterns since `from` want bound besides.
Core* rebind(Inference& in, Core* body, size_t from);
/// Binds the variable of one rebinding around a body.
Core* rebinding_let(Inference& in, const Rebinding& r, Core* body);

} // namespace nova
