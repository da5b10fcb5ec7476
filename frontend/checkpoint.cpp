#include "frontend/checkpoint.hpp"

namespace nova {

FrontendMark mark(Frontend& f) {
  return {f.sources.mark(), f.symbols.size(), f.data.mark(),      f.program.mark(),
          f.types.mark(),   f.core.mark(),    f.expander->mark(), f.checker->mark()};
}

namespace {

/// Whether a global is a definition that a rollback must not remove. A global with errors may be removed, and so
/// may `it`, which each form that uses it defines anew.
bool is_definition(const Frontend& f, size_t global) {
  const Global& g = f.program.globals[global];
  return !has_errors(f, GlobalId{static_cast<uint32_t>(global)}) && (g.kind != Global::Input || g.type);
}

} // namespace

bool lasts_since(const Frontend& f, const FrontendMark& m) {
  for (size_t g = m.program.globals; g < f.program.globals.size(); ++g)
    if (is_definition(f, g)) return true;
  return f.program.types.size() != m.program.types || f.types.lasts_since(m.types) ||
         f.expander->lasts_since(m.names) || f.checker->lasts_since(m.checker);
}

void forget(Frontend& f, const FrontendMark& m) {
  f.checker->forget(m.checker, m.program);
  f.expander->forget(m.names, m.program, m.symbols);
  f.core.forget(m.core), f.types.forget(m.types), f.program.forget(m.program), f.data.forget(m.data);
  f.symbols.forget_from(m.symbols), f.sources.forget(m.sources);
}

} // namespace nova
