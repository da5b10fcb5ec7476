// The expander's state: defines the names that exist from the start, and makes nodes of expressions.
#include "frontend/expand/state.hpp"
#include "frontend/core/builtin.hpp"
#include "frontend/expand/forms.hpp"

namespace nova {

ExpanderState::ExpanderState(Frontend& f)
    : f(f), words(f.symbols), names(f), macros(f, names, words), prelude(names.add_space({})),
      session(names.add_space({prelude})), harlan(names.add_space({})), nil(f.data.make(DatumKind::Nil, {})) {
  names.add_site({}); // site 0
  const Site core{SpaceId{}, 0, 0};
  for (const BuiltinRow& row : all_builtins())
    names.define(f.symbols.intern(row.spelling), {Meaning::Builtin, static_cast<uint32_t>(row.id)}, {}, core,
                 false);
  for (uint32_t i = 0; i < core_forms().size(); ++i)
    names.define(f.symbols.intern(core_forms()[i].name), {Meaning::Form, i}, {}, core, false);
  names.define(words.scan, {Meaning::Builtin, static_cast<uint32_t>(BuiltinId::Exscan)}, {}, {harlan, 0, 0},
               false);
  for (int i = 0; i < element_count; ++i) {
    auto element = static_cast<Element>(i);
    prims[static_cast<uint32_t>(f.symbols.intern(element_name(element)))] = element;
  }
  prims[static_cast<uint32_t>(f.symbols.intern("int64"))] = Element::I64;
}

Expr* ExpanderState::make(ExprKind kind, Span span) {
  Expr& e = f.program.exprs.emplace_back();
  e.kind = kind, e.span = span;
  return &e;
}

Expr* ExpanderState::make(ExprKind kind, Span span, std::vector<const Expr*> items) {
  Expr* e = make(kind, span);
  e->items = std::move(items);
  return e;
}

const Expr* ExpanderState::nothing(Span span) {
  Expr* e = make(ExprKind::Literal, span);
  e->literal = nil;
  return e;
}

std::optional<size_t> ExpanderState::find_word(Data items, Symbol word, size_t from) const {
  for (size_t i = from; i < items.size(); ++i)
    if (is_word(*items[i], word)) return i;
  return std::nullopt;
}

} // namespace nova
