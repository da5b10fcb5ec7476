// Loops. One with a step becomes a while here, so that core has a single counting loop.
#include "frontend/infer/infer.hpp"

namespace nova {

Core* Infer::while_loop(const Expr& e) {
  Core* test = expect(*e.items[0], prim(Element::Bool), {.kind = Why::Condition, .name = "while"});
  return make(CoreKind::While, prim(Element::Unit), e.span, {test, infer(*e.items[1])});
}

Core* Infer::for_loop(const Expr& e) {
  if (e.items.size() == 4) return stepped_loop(e);
  const TypeId counter = fresh(Integral);
  const Why why{.kind = Why::Bound, .other = e.items[0]->span};
  Core* from = expect(*e.items[0], counter, why);
  Core* to = expect(*e.items[1], counter, why);
  local_info(e.var).type = counter;
  Core* c = make(CoreKind::For, prim(Element::Unit), e.span, {from, to, infer(*e.items[2])});
  c->var = e.var;
  return c;
}

namespace {

/// Makes core of one integer type.
struct Counting {
  Frontend& f;
  TypeId type;
  Span span;

  Core* zero() const {
    Datum* d = f.data.make(DatumKind::Integer, span);
    d->integer = 0, d->text = "0";
    Core* c = f.core.make(CoreKind::Const, type, span);
    return c->literal = d, c;
  }
  Core* message(std::string_view text) const {
    Datum* d = f.data.make(DatumKind::String, span);
    d->text = text;
    Core* c = f.core.make(CoreKind::Const, f.types.string(), span);
    return c->literal = d, c;
  }
  Core* use(VarId v) const {
    Core* c = f.core.make(CoreKind::Local, type, span);
    return c->var = v, c;
  }
  Core* call(BuiltinId id, TypeId result, std::vector<Core*> items) const {
    Core* c = f.core.make(CoreKind::Primitive, result, span);
    return c->builtin = id, c->items = std::move(items), c;
  }
  Core* compare(BuiltinId id, Core* a, Core* b) const {
    return call(id, f.types.prim(Element::Bool), {a, b});
  }
  Core* choose(Core* test, Core* then, Core* otherwise) const {
    Core* c = f.core.make(CoreKind::If, then->type, span);
    return c->items = {test, then, otherwise}, c;
  }
  Core* let(VarId v, Core* value, Core* body) const {
    Core* c = f.core.make(CoreKind::Let, body->type, span);
    return c->var = v, c->items = {value, body}, c;
  }
  /// Is a before b in the direction of the step?
  Core* before(VarId step, VarId a, VarId b) const {
    return choose(compare(BuiltinId::Greater, use(step), zero()), compare(BuiltinId::Less, use(a), use(b)),
                  compare(BuiltinId::Greater, use(a), use(b)));
  }
};

} // namespace

/// `(for (i from to step) body)`:
///   let k = from, end = to, by = step (not 0) in
///     while k is before end: (let i = k in body); k = k + by, or end where that wraps around
Core* Infer::stepped_loop(const Expr& e) {
  const Counting n{f_, fresh(Integral), e.span};
  const Why why{.kind = Why::Bound, .other = e.items[0]->span};
  Core* value[3];
  VarId var[3];
  for (size_t i = 0; i < 3; ++i) {
    value[i] = expect(*e.items[i], n.type, why);
    var[i] = fresh_variable(n.type, e.items[i]->span);
  }
  const auto [k, end, by] = var;
  f_.program[k].assigned = true;
  local_info(e.var).type = n.type;
  Core* round = n.let(e.var, n.use(k), infer(*e.items[3]));
  const VarId next = fresh_variable(n.type, e.span);
  Core* advance = make(CoreKind::Assign, prim(Element::Unit), e.span,
                       {n.let(next, n.call(BuiltinId::Add, n.type, {n.use(k), n.use(by)}),
                              n.choose(n.before(by, k, next), n.use(next), n.use(end)))});
  advance->var = k;
  Core* body = make(CoreKind::Sequence, prim(Element::Unit), e.span, {round, advance});
  Core* loop = make(CoreKind::While, prim(Element::Unit), e.span, {n.before(by, k, end), body});
  const Counting at{f_, n.type, e.items[2]->span};
  Core* stopped = at.call(BuiltinId::Error, loop->type, {at.message("for: the step is 0")});
  Core* checked = n.choose(n.compare(BuiltinId::Equal, n.use(by), n.zero()), stopped, loop);
  return n.let(k, value[0], n.let(end, value[1], n.let(by, value[2], checked)));
}

} // namespace nova
