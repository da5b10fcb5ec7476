// Operators with more than two operands: (+ a b c), (< a b c).
#include "frontend/infer/calls.hpp"

namespace nova {
namespace {

Core* make_operation(Inference& in, BuiltinId id, TypeId type, Core* a, Core* b, Span span) {
  Core* p = in.make(CoreKind::Primitive, type, span, {a, b});
  return p->builtin = id, p;
}

/// The operation on the first two operands, on its result and the third, and so on.
Core* fold_operands(Inference& in, const Call& c, TypeId result) {
  Core* all = c.arguments[0].core;
  for (size_t k = 1; k < c.arguments.size(); ++k) {
    const bool last = k + 1 == c.arguments.size();
    const Span span = last ? c.span : join(c.arguments[0].span, c.arguments[k].span);
    all = make_operation(in, c.row.id, result, all, c.arguments[k].core, span);
  }
  return all;
}

/// Whether the comparison holds of each two neighbours. Operands that take time are evaluated once, in their order,
/// before the first comparison.
Core* compare_neighbours(Inference& in, Call& c, TypeId result) {
  std::vector<std::pair<VarId, Core*>> before;
  for (Argument& a : c.arguments) {
    if (is_atom(*a.core, in.f.program)) continue;
    before.emplace_back(in.fresh_variable(a.core->type, a.span), a.core);
    a.core = in.local_use(before.back().first, a.core->type, a.span);
  }
  Core* all = nullptr;
  for (size_t k = 1; k < c.arguments.size(); ++k) {
    const Argument &a = c.arguments[k - 1], &b = c.arguments[k];
    Core* holds = make_operation(in, c.row.id, result, a.core, b.core, join(a.span, b.span));
    all = all ? make_operation(in, BuiltinId::And, result, all, holds, c.span) : holds;
  }
  for (; !before.empty(); before.pop_back()) {
    Core* let = in.make(CoreKind::Let, result, c.span, {before.back().second, all});
    let->var = before.back().first, all = let;
  }
  return all;
}

} // namespace

Core* apply_several(Inference& in, Call& c) {
  std::vector<TypeId> instance;
  Signature s = in.schemes.instantiate(in.signatures.of(c.row.id), in.def.level, instance);
  Why why{.kind = Why::Operand, .name = c.row.spelling};
  for (TypeId t : instance) why.classes |= in.f.types.variable(t).classes;
  std::vector<TypeId> operands(c.arguments.size(), s.parameters[0]);
  check_arguments(in, c.arguments, operands, why);
  return several(c.row.id) == Several::Fold ? fold_operands(in, c, s.result)
                                            : compare_neighbours(in, c, s.result);
}

} // namespace nova
