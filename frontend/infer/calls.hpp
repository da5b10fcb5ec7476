// Inference of calls: of any function, of constructors, and of built-ins, some of which have rules written by
// hand.
// Functions on the path of nested forms are declared here even where one file uses them: static ones would be merged into one
// large frame, and forms could nest less deeply.
#pragma once
#include "frontend/core/builtin.hpp"
#include "frontend/infer/inference.hpp"

namespace nova {

/// An argument of a call: written, or made by the checker (`core` is set then).
struct Argument {
  const Expr* expr = nullptr;
  Core* core = nullptr;
  Span span;
  bool is_lambda() const { return expr && expr->kind == ExprKind::Lambda; }
};

/// A call of a built-in.
struct Call {
  const BuiltinRow& row;
  Span span, callee;
  std::vector<Argument> arguments;
  bool comprehension = false; ///< made by one
  bool failed = false;        ///< an argument is no vector (reported): its function is not to blame
};

/// An argument's type; it is inferred now if it was not.
TypeId force(Inference& in, Argument& a, TypeId hint = no_type);
/// An argument of an expected type: another one is reported, and gives false.
bool expect(Inference& in, Argument& a, TypeId expected, const Why& why);
/// The type of a function of several parameters; `last` is what its last arrow may do.
TypeId fun_type(Inference& in, std::span<const TypeId> parameters, TypeId result, EffectId last);
/// What to call a callee in messages: its name, if it has one.
std::string_view name_of(const Inference& in, const Expr& e);

// Calls (apply.cpp)
Core* infer_apply(Inference& in, const Expr& e, TypeId hint);
/// `(e)`: e, or its call if e is a function from unit.
Core* call_or_self(Inference& in, const Expr& e);
/// A call whose callee is any expression.
Core* apply_value(Inference& in, const Expr& e);
/// Any function value applied to arguments. What takes one more than it says is known only when the arguments
/// so far are: ((lambda (x) x) f 1).
Core* apply_core(Inference& in, Core* callee, std::string_view name, std::span<Argument> arguments,
                 Span span);
/// Checks arguments against parameters. Lambdas come last: what the others are tells their parameters. One
/// error is enough for parameters of one type. `number` of why: how many arguments stand before them.
bool check_arguments(Inference& in, std::span<Argument> arguments, std::span<TypeId> parameters, Why why);
/// A constructor with its fields.
Core* apply_constructor(Inference& in, const Expr& e, TypeId hint);
/// One argument to a constructor of several fields is the tuple of them all.
Core* construct_from_tuple(Inference& in, const Expr& e, const std::vector<TypeId>& fields, TypeId type,
                           TypeId hint);

/// A call of a built-in, or an index.
Core* apply_builtin(Inference& in, const Expr& e);
/// A built-in whose row says its type. Fully applied it is a Primitive, with less a function value.
Core* apply_signature(Inference& in, Call& c);
/// A built-in as a value, or with fewer arguments than it takes.
Core* builtin_value(Inference& in, BuiltinId id, Span span, std::vector<Argument> arguments = {});

// Built-ins with rules written by hand (builtins.cpp)
/// A call of any number of arguments.
Core* apply_special(Inference& in, Call& c);
/// A call of as many arguments as the rule takes.
Core* complete_special(Inference& in, Call& c);
/// A partial application: a lambda that takes the missing arguments. Those at hand are evaluated before.
Core* eta_special(Inference& in, Call& c, size_t missing);
/// Argument i must be of a vector's type.
void expect_vector(Inference& in, Call& c, size_t i, TypeId expected);
/// The function that is run on the elements; it is not looked at where those are unknown by an error.
void expect_function(Inference& in, Call& c, size_t i, TypeId expected);
/// Rank and element of an argument that must be a vector of some rank.
std::pair<TypeId, TypeId> container(Inference& in, Call& c, size_t i);
/// The element of an argument that must be a vector of rank 1.
TypeId vector_argument(Inference& in, Call& c, size_t i);

Core* rule_map(Inference& in, Call& c);
/// With a start value, or without one, or waiting for one vector more: told apart by type.
Core* rule_reduce(Inference& in, Call& c);
Core* rule_accumulate(Inference& in, Call& c);
Core* rule_range(Inference& in, Call& c);
Core* rule_zip(Inference& in, Call& c);
Core* rule_unzip(Inference& in, Call& c);
Core* rule_index(Inference& in, Call& c);
Core* rule_measure(Inference& in, Call& c, TypeId result);
Core* rule_flatten(Inference& in, Call& c);
Core* rule_reshape(Inference& in, Call& c);
Core* rule_transpose(Inference& in, Call& c);
Core* rule_matmul(Inference& in, Call& c);
Core* rule_stencil(Inference& in, Call& c);

} // namespace nova
