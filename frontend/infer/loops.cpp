// Inference of loops. A `for` with a step becomes a `while`, so that Core has only one counting loop.
#include "frontend/infer/expressions.hpp"

namespace nova {

Core* infer_while(Inference& in, const Expr& e, TypeId) {
  Core* test = expect(in, *e.items[0], in.prim(Element::Bool), {.kind = Why::Condition, .name = "while"});
  return in.make(CoreKind::While, in.prim(Element::Unit), e.span, {test, infer(in, *e.items[1])});
}

Core* infer_for(Inference& in, const Expr& e, TypeId) {
  if (e.items.size() == 4) return infer_stepped_for(in, e);
  const TypeId counter = in.fresh(Integral);
  const Why why{.kind = Why::Bound, .other = e.items[0]->span};
  Core* from = expect(in, *e.items[0], counter, why);
  Core* to = expect(in, *e.items[1], counter, why);
  in.local_info(e.var).type = counter;
  Core* c = in.make(CoreKind::For, in.prim(Element::Unit), e.span, {from, to, infer(in, *e.items[2])});
  c->var = e.var;
  return c;
}

namespace {

/// Makes Core nodes that compute with one integer type.
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
  /// Returns Core that tests whether a comes before b in the direction of the step: a < b for a positive step, or
  /// else a > b.
  Core* before(VarId step, VarId a, VarId b) const {
    return choose(compare(BuiltinId::Greater, use(step), zero()), compare(BuiltinId::Less, use(a), use(b)),
                  compare(BuiltinId::Greater, use(a), use(b)));
  }
};

} // namespace

Core* infer_stepped_for(Inference& in, const Expr& e) {
  const Counting n{in.f, in.fresh(Integral), e.span};
  const Why why{.kind = Why::Bound, .other = e.items[0]->span};
  Core* value[3];
  VarId var[3];
  for (size_t i = 0; i < 3; ++i) {
    value[i] = expect(in, *e.items[i], n.type, why);
    var[i] = in.fresh_variable(n.type, e.items[i]->span);
  }
  const auto [k, end, by] = var;
  in.f.program[k].assigned = true;
  in.local_info(e.var).type = n.type;
  Core* round = n.let(e.var, n.use(k), infer(in, *e.items[3]));
  const VarId next = in.fresh_variable(n.type, e.span);
  Core* advance = in.make(CoreKind::Assign, in.prim(Element::Unit), e.span,
                          {n.let(next, n.call(BuiltinId::Add, n.type, {n.use(k), n.use(by)}),
                                 n.choose(n.before(by, k, next), n.use(next), n.use(end)))});
  advance->var = k;
  Core* body = in.make(CoreKind::Sequence, in.prim(Element::Unit), e.span, {round, advance});
  Core* loop = in.make(CoreKind::While, in.prim(Element::Unit), e.span, {n.before(by, k, end), body});
  const Counting at{in.f, n.type, e.items[2]->span};
  Core* stopped = at.call(BuiltinId::Error, loop->type, {at.message("for: the step is 0")});
  Core* checked = n.choose(n.compare(BuiltinId::Equal, n.use(by), n.zero()), stopped, loop);
  return n.let(k, value[0], n.let(end, value[1], n.let(by, value[2], checked)));
}

} // namespace nova
