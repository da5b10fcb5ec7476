// The parts of monomorphise: values of literals, eta-expansion, text functions, and the second step. That step gives
// the variables of a concrete expression their frame slots, and its Lambdas the list of variables that they capture.
#pragma once
#include "frontend/source/stack_guard.hpp"
#include "frontend/state/frontend.hpp"
#include "runtime/watch.hpp"

namespace nova {

class Monomorphiser;

/// Thrown within monomorphise if an expression nests too deeply for the stack. It is reported as E0602.
struct TooDeep {
  Span span;
};
inline void check_depth(Span at) {
  Watch::poll();
  if (StackGuard::exhausted()) throw TooDeep{at};
}

/// Returns the value of a literal at the given type. For a string, which is an array, returns an empty Value.
Value literal_value(const Types& types, const Datum& d, TypeId type);

/// Returns the Lambda of a built-in that stands as a function value, such as (lambda (a b) (+ a b)).
Core* eta_builtin(Frontend& f, Monomorphiser& mono, const Core& c, TypeId type);
/// Returns the Lambda of a constructor that stands as a function value, or the constant itself if it has no fields.
Core* eta_constructor(Frontend& f, const Core& c, TypeId type);
/// Returns how many arguments a use of a built-in at the type `type` takes. For Special rows, which have several
/// arities, the type decides.
uint32_t builtin_arguments(const Types& types, BuiltinId id, TypeId type);

/// Converts the arguments of a concrete Primitive that are indices of other integer types than int, and those that are
/// arrays of more dimensions than the built-in takes.
void convert_arguments(Frontend& f, Core& primitive);

/// Returns the constant of a numeral at a type of complex numbers: a Construct of its parts.
Core* complex_constant(Frontend& f, const Datum& numeral, TypeId type, Span span);
/// Returns what computes a concrete Primitive: a call of a prelude function where it is arithmetic of complex numbers,
/// otherwise the Primitive itself.
Core* with_complex_arithmetic(Frontend& f, Monomorphiser& mono, Core* primitive);
/// Returns the built-in for which the prelude function `name` stands in with complex numbers, or nothing.
std::optional<std::string_view> complex_operation(std::string_view name);

/// Returns what computes a concrete Primitive, in which operations of half and bfloat16 are those of float.
Core* with_narrow_arithmetic(Frontend& f, Monomorphiser& mono, Core* primitive);
/// A prelude function that stands for the instance of another one at some types, and its own types.
struct StandIn {
  std::string_view name;
  std::vector<TypeId> types;
};
/// Returns what stands for the instance of a prelude function at the type of a complex number, or nothing.
std::optional<StandIn> complex_version(Frontend& f, std::string_view name, std::span<const TypeId> types);
/// Returns what stands for the instance of g at these types: for a sum, mean, dot product or norm of half or bfloat16, and
/// for a part of a complex number.
std::optional<StandIn> stand_in(Frontend& f, GlobalId g, std::span<const TypeId> types);
/// The same for complex numbers and narrow ones.
inline Core* with_own_arithmetic(Frontend& f, Monomorphiser& mono, Core* primitive) {
  Core* c = with_complex_arithmetic(f, mono, primitive);
  return c == primitive ? with_narrow_arithmetic(f, mono, c) : c;
}

/// Gives every variable of a concrete expression its frame slot and every Lambda its captures, and marks tail calls.
/// Returns how many slots the expression itself needs, or nothing if it nests too deeply, which is reported.
std::optional<uint32_t> assign_frames(Frontend& f, Core& expression);

/// Returns the function that converts values of a concrete type to text: a Lambda whose variables have no slots yet. `tuples`: as
/// in short_text_function; with 0 nothing is abbreviated.
Core* make_text_function(Frontend& f, Monomorphiser& mono, TypeId t, int64_t tuples);
/// Returns the index of the instance of a prelude function at the types of its quantified variables.
uint32_t prelude_instance(Frontend& f, Monomorphiser& mono, std::string_view name,
                          std::span<const TypeId> types = {});
/// Returns a use of this instance, a concrete Global.
Core* prelude_function(Frontend& f, Monomorphiser& mono, std::string_view name, std::span<const TypeId> types,
                       Span span);
/// Returns a use of the instance at this index, a concrete Global.
Core* instance_use(Frontend& f, Monomorphiser& mono, uint32_t index, Span span);

const Scheme& scheme_of(const Frontend& f, GlobalId g);
std::string name_of(const Frontend& f, VarId v);

} // namespace nova
