// The text of a program's Core, which `--dump core` prints and `--from core` reads back: definitions with their names,
// and declarations of types.
#pragma once
#include "frontend/core/core.hpp"

namespace nova {

/// Returns the definition of `g`, whose value is not null, as text: (define name forall [Num 'a] value).
std::string print_core(GlobalId g, const CoreGlobal& global, const Program& program, const Types& types,
                       const Symbols& symbols);
/// Returns the name of a definition in that text, which no other definition has there.
std::string core_name(const Program& program, const Symbols& symbols, GlobalId g);
/// Returns the declaration of a type as the language writes it.
std::string print_declaration(const TypeDecl& d, const Program& program, const Symbols& symbols);

} // namespace nova
