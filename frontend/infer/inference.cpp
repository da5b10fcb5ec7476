// The members of Inference: its constructor, access to its tables, and functions that make nodes.
#include "frontend/infer/inference.hpp"
#include <algorithm>

namespace nova {

Inference::Inference(Frontend& f)
    : f(f), unifier(f.types, effects, work), schemes(f.types, effects, work),
      reader(f, effects, schemes, unifier), signatures(f.types), nil(f.data.make(DatumKind::Nil, {})) {
  polys.emplace_back(); // index 0: not generalised
}

Core* Inference::make(CoreKind kind, TypeId type, Span span, std::vector<Core*> items) {
  Core* c = make(kind, type, span);
  c->items = std::move(items);
  return c;
}

Core* Inference::unit(Span span) {
  Core* c = make(CoreKind::Const, prim(Element::Unit), span);
  c->literal = nil;
  return c;
}

Core* Inference::local_use(VarId v, TypeId type, Span span) {
  Core* c = make(CoreKind::Local, type, span);
  c->var = v;
  return c;
}

VarId Inference::fresh_variable(TypeId type, Span span) {
  const VarId v{static_cast<uint32_t>(f.program.variables.size())};
  f.program.variables.push_back({f.symbols.intern("_"), span, false});
  local_info(v).type = type;
  return v;
}

LocalInfo& Inference::local_info(VarId v) {
  const auto i = static_cast<uint32_t>(v);
  if (i >= locals.size()) locals.resize(std::max<size_t>(i + 1, f.program.variables.size()));
  return locals[i];
}

GlobalInfo& Inference::global_info(GlobalId g) {
  if (index_of(g) >= globals.size()) globals.resize(f.program.globals.size());
  return globals[index_of(g)];
}

} // namespace nova
