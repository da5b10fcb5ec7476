// The parts of monomorphise: values of literals, eta-expansion, and the second step, which turns the
// variables of a concrete expression into frame slots and flat closures.
#pragma once
#include "frontend/source/stack_guard.hpp"
#include "frontend/state/frontend.hpp"
#include "runtime/watch.hpp"

namespace nova {

class Monomorphiser;

/// Thrown within monomorphise where an expression nests deeper than the stack carries; reported as E0602.
struct TooDeep {
  Span span;
};
inline void check_depth(Span at) {
  Watch::poll();
  if (StackGuard::exhausted()) throw TooDeep{at};
}

/// A literal at the type that its context asks for. Not for strings, which are arrays (unit then).
Value literal_value(const Types& types, const Datum& d, TypeId type);

/// A built-in as a function value: (lambda (a b) (+ a b)).
Core* eta_builtin(Frontend& f, const Core& c, TypeId type);
/// A constructor as a function value, or the constant itself if it has no fields.
Core* eta_constructor(Frontend& f, const Core& c, TypeId type);
/// How many arguments the built-in takes at this type of its: Special rows have several arities.
uint32_t builtin_arguments(const Types& types, BuiltinId id, TypeId type);

/// Gives every variable of a concrete expression its frame slot and every Lambda its captures, and marks tail
/// calls. The slots that the expression itself needs; nothing where it nests too deeply (reported).
std::optional<uint32_t> assign_frames(Frontend& f, Core& expression);

/// The function that gives the texts of a concrete type's values, a Lambda whose variables have no slots yet.
Core* make_text_function(Frontend& f, Monomorphiser& mono, TypeId t);
/// A function of the prelude that has one type.
uint32_t prelude_instance(Frontend& f, Monomorphiser& mono, std::string_view name);

const Scheme& scheme_of(const Frontend& f, GlobalId g);
std::string name_of(const Frontend& f, VarId v);

} // namespace nova
