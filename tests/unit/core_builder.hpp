// Core by hand, for tests of what follows the checker: (b.add(b.local(x), b.integer(1))).
#pragma once
#include "interp/eval.hpp"

namespace nova {

struct CoreBuilder {
  Frontend f;
  TypeId integer_type = f.types.prim(Element::I64), bool_type = f.types.prim(Element::Bool);
  TypeId unit_type = f.types.prim(Element::Unit);

  Core* node(CoreKind kind, TypeId type, std::vector<Core*> items = {}) {
    Core* c = f.core.make(kind, type, {});
    c->items = std::move(items);
    return c;
  }
  VarId variable(const char* name, bool assigned = false) {
    f.program.variables.push_back({f.symbols.intern(name), {}, assigned});
    return VarId{static_cast<uint32_t>(f.program.variables.size() - 1)};
  }
  Core* local(VarId v, TypeId type) {
    Core* c = node(CoreKind::Local, type);
    return c->var = v, c;
  }
  Core* number(int64_t v) {
    Core* c = node(CoreKind::Const, integer_type);
    Datum* d = f.data.make(DatumKind::Integer, {});
    d->integer = v;
    return c->literal = d, c;
  }
  Core* primitive(BuiltinId id, TypeId type, std::vector<Core*> items) {
    Core* c = node(CoreKind::Primitive, type, std::move(items));
    return c->builtin = id, c;
  }
  Core* add(Core* a, Core* b) { return primitive(BuiltinId::Add, integer_type, {a, b}); }
  Core* subtract(Core* a, Core* b) { return primitive(BuiltinId::Subtract, integer_type, {a, b}); }
  Core* multiply(Core* a, Core* b) { return primitive(BuiltinId::Multiply, integer_type, {a, b}); }
  Core* less(Core* a, Core* b) { return primitive(BuiltinId::Less, bool_type, {a, b}); }
  Core* lambda(std::vector<VarId> params, TypeId type, Core* body) {
    Core* c = node(CoreKind::Lambda, type, {body});
    return c->vars = std::move(params), c;
  }
  Core* let(VarId v, Core* value, Core* body) {
    Core* c = node(CoreKind::Let, body->type, {value, body});
    return c->var = v, c;
  }
  Core* let_rec(VarId v, Core* function, Core* body) {
    Core* c = node(CoreKind::LetRec, body->type, {function, body});
    return c->vars = {v}, c;
  }
  Core* assign(VarId v, Core* value) {
    Core* c = node(CoreKind::Assign, unit_type, {value});
    return c->var = v, c;
  }
  Core* apply(Core* function, std::vector<Core*> arguments, TypeId type) {
    arguments.insert(arguments.begin(), function);
    return node(CoreKind::Apply, type, std::move(arguments));
  }
  Core* if_(Core* c, Core* a, Core* b) { return node(CoreKind::If, a->type, {c, a, b}); }
  TypeId function(TypeId a, TypeId r) { return f.types.fun(a, r); }

  GlobalId declare(const char* name, TypeId type, std::vector<TypeId> quantified = {}) {
    f.program.globals.push_back({});
    const GlobalId g{static_cast<uint32_t>(f.program.globals.size() - 1)};
    f.program[g].name = f.symbols.intern(name);
    f.core.globals.resize(f.program.globals.size());
    f.core.globals[static_cast<uint32_t>(g)].scheme = {std::move(quantified), type};
    return g;
  }
  void define(GlobalId g, Core* value) { f.core.globals[static_cast<uint32_t>(g)].value = value; }
  Core* global(GlobalId g, TypeId type, std::vector<TypeId> instance = {}) {
    Core* c = node(CoreKind::Global, type);
    return c->global = g, c->instance = std::move(instance), c;
  }
  CoreTop expression(Core* c) { return {CoreTop::Expression, {}, {}, c, c->type}; }
};

} // namespace nova
