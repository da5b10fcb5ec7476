// Reads a core file, the text that `--dump core` prints, as the data of an ordinary program: each form of the text becomes
// the form of the language that has the same Core, with its type as an ascription. So the expander and the checker have
// the same rules for a core file as for a program, and the same errors.
//
//   (apply f x : t)            ((f x) : t)
//   (let x.1 e b : t)          ((let ((x.1 e)) b) : t)
//   (map f.2 xs.3 : t)         ((map f.2 xs.3) : t)
//   (construct C x : t)        ((C x) : t)
//   (builtin sqrt : t)         (sqrt : t)
//   (f @ [int])                f          compared after the check (frontend/verify)
//   3                          (3 : int)
//
// The words of the text, and the built-ins' names, become aliases that mean what they mean outside of all definitions.
// So a program may define an `if` or a `map` of its own.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

struct ProgramOfCore {
  std::vector<const Datum*> data;
  std::vector<Span> turned; ///< the calls of join-by whose second function is evaluated first
};
/// Returns the program that the core file `data` stands for. Reports what is no form of a core file (E0337).
ProgramOfCore program_of_core(ExpanderState& ex, Data data);
/// Notes in the expressions from index `first` on which of them are the calls at `turned`.
void mark_turned(ExpanderState& ex, size_t first, std::span<const Span> turned);

} // namespace nova
