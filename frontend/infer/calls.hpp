// Inference of calls: of any function, of constructors, and of built-ins, some of which have rules written by
// hand.
// Functions that recurse on nested forms are declared here even where only one file uses them. If they were static,
// the compiler would inline them into one function with a large stack frame, so that forms could nest less deeply.
#pragma once
#include "frontend/core/builtin.hpp"
#include "frontend/infer/inference.hpp"

namespace nova {

/// An argument of a call. An argument from the source text has `expr`, and `core` as soon as it is inferred. An
/// argument that the checker made has only `core`.
struct Argument {
  const Expr* expr = nullptr;
  Core* core = nullptr;
  Span span;
  bool is_lambda() const { return expr && expr->kind == ExprKind::Lambda; }
};

/// Values that are evaluated before an expression, in the order in which they were added.
class EvaluatedFirst {
 public:
  explicit EvaluatedFirst(Inference& in) : in_(in) {}
  /// Adds the value `c`, and replaces it by a variable that has it. An atom (is_atom) stays where it is.
  void add(Core*& c);
  /// Returns `body` within the lets of the variables.
  Core* around(Core* body) const;

 private:
  Inference& in_;
  std::vector<std::pair<VarId, Core*>> values_;
};

/// A call of a built-in.
struct Call {
  const BuiltinRow& row;
  Span span, callee;
  std::vector<Argument> arguments;
  uint32_t comprehension = 0; ///< Expr::number: not 0 if a comprehension made the call
  /// Whether an argument was reported because it is no vector. Errors of the function argument are then not reported.
  bool failed = false;
  TypeId hint = no_type; ///< the type that the context asks for, if that is known
};

/// Whether an expression may be evaluated later than where it is written, or again, because it neither fails nor takes
/// time.
bool is_atom(const Core& c, const Program& program);
/// Returns an argument's type. Infers the argument first, with `hint`, if that was not done yet.
TypeId force(Inference& in, Argument& a, TypeId hint = no_type);
/// Checks that an argument has the type `expected`. If not, reports it with `why` and returns false.
bool expect(Inference& in, Argument& a, TypeId expected, const Why& why);
/// Returns the curried type of a function of several parameters. `last` is the effect of its last arrow; the other
/// arrows get fresh effects.
TypeId fun_type(Inference& in, std::span<const TypeId> parameters, TypeId result, EffectId last);
/// Returns the type of a function from n vectors to anything.
TypeId vectors_to_any(Inference& in, size_t n);
/// Returns the name of a callee for messages, or an empty string if it has none.
std::string_view name_of(const Inference& in, const Expr& e);

// Calls (apply.cpp)
Core* infer_apply(Inference& in, const Expr& e, TypeId hint);
/// Infers `(e)`, which is a call of e if e is a function from unit, and otherwise e itself.
Core* call_or_self(Inference& in, const Expr& e);
/// Infers a call whose callee may be any expression.
Core* apply_value(Inference& in, const Expr& e, TypeId result = no_type);
/// Applies a function value to arguments. If the result type after some of the arguments is still a type variable,
/// checks these arguments first. They may show that the result is a function, for example in ((lambda (x) x) f 1).
Core* apply_core(Inference& in, Core* callee, std::string_view name, std::span<Argument> arguments,
                 Span span);
/// Checks arguments against parameters, and returns false if one does not fit. Lambdas are checked last, because the
/// other arguments may determine their parameter types. After an error, other parameters of the same type
/// accept any argument. `why.number` is the number of arguments that stand before `arguments` in the call.
bool check_arguments(Inference& in, std::span<Argument> arguments, std::span<TypeId> parameters, Why why);
/// Infers a call of a constructor.
Core* apply_constructor(Inference& in, const Expr& e, TypeId hint);
/// Infers a call of a constructor of several fields with one argument, the tuple of all fields.
Core* construct_from_tuple(Inference& in, const Expr& e, uint32_t constructor,
                           const std::vector<TypeId>& fields, TypeId type, TypeId hint);

/// Infers a call of a built-in, or an index expression. `hint`: the type that the context asks for.
Core* apply_builtin(Inference& in, const Expr& e, TypeId hint = no_type);
/// Whether the expression is a map of a function without vectors, such as (map +). It takes one vector, or as many as
/// the context demands.
bool is_open_map(const Expr& e);
/// Infers a call of a built-in whose type is written in its row. A call with all arguments becomes a Primitive. One
/// with fewer becomes an Apply of the built-in as a function value.
Core* apply_signature(Inference& in, Call& c);
/// Infers a call of an operator with more than two operands, all of one type: a fold or a chain (Several).
Core* apply_several(Inference& in, Call& c);
/// Infers a built-in that is used as a function value, or called with fewer arguments than it takes.
Core* builtin_value(Inference& in, BuiltinId id, Span span, std::vector<Argument> arguments = {});

// Built-ins with rules written by hand (builtins.cpp)
/// Infers a call of a built-in with a rule written by hand. The call may have fewer or more arguments than the rule
/// takes.
Core* apply_special(Inference& in, Call& c);
/// Infers a call with as many arguments as the built-in's rule takes.
Core* complete_special(Inference& in, Call& c);
/// Converts a call that lacks its last `missing` arguments to a lambda that takes them. The given arguments are
/// evaluated before the lambda is made.
Core* eta_special(Inference& in, Call& c, size_t missing);
/// Checks that argument i has the vector type `expected`. Sets `c.failed` if not.
void expect_vector(Inference& in, Call& c, size_t i, TypeId expected);
/// Checks that argument i, the function that runs on the elements, has the type `expected`. Reports nothing if
/// `c.failed` is true, because the type of the elements is then unknown.
void expect_function(Inference& in, Call& c, size_t i, TypeId expected);
/// Returns the rank and the element type of argument i, which must be a vector of any rank.
std::pair<TypeId, TypeId> container(Inference& in, Call& c, size_t i);
/// Returns the element type of argument i, which must be a vector of rank 1.
TypeId vector_argument(Inference& in, Call& c, size_t i);

// The type rules of the Special rows of arrays.def (builtins.cpp), each with the name of the row's function: rule_map.
#define NOVA_RULE_Array(function)
#define NOVA_RULE_Special(function) Core* rule_##function(Inference& in, Call& c);
#define NOVA_BUILTIN(id, function, spelling, kind, ...) NOVA_RULE_##kind(function)
#include "frontend/builtins/arrays.def"
#undef NOVA_BUILTIN
#undef NOVA_RULE_Special
#undef NOVA_RULE_Array

} // namespace nova
