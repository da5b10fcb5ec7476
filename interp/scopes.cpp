#include "interp/scopes.hpp"
#include "frontend/source/stack_guard.hpp"
#include "runtime/fault.hpp"

namespace nova {

const Scope* Scopes::bind(const Scope* outer, VarId var, uint32_t slot, TypeId type, const Core* function) {
  return &scopes_.emplace_back(Scope{outer, var, slot, type, function});
}

const Scope* Scopes::bind(const Scope* outer, const CorePattern& p) {
  if (p.kind == CorePattern::Variable) return bind(outer, p.var, p.slot, p.type);
  for (const CorePattern& item : p.items) outer = bind(outer, item);
  return outer;
}

namespace {

/// Returns the variable in `slot`: s or one of the variables outside of it. Returns null if there is none.
const Scope* in_slot(const Scope* s, uint32_t slot) {
  while (s && (s->function || s->slot != slot)) s = s->outer;
  return s;
}

} // namespace

/// Records the scopes of the nodes in a Lambda's body. Its variables in scope are the functions of the letrecs around
/// it, its captured variables and its parameters. `around` is the scope of the Lambda itself.
void Scopes::lambda(const Core& c, const Scope* around) {
  const Scope* s = nullptr;
  for (const Scope* f = around; f; f = f->outer)
    if (f->function) s = bind(s, f->var, 0, f->type, f->function);
  const auto params = static_cast<uint32_t>(c.vars.size());
  for (uint32_t k = 0; k < c.frame.captures.size(); ++k)
    if (const Scope* captured = in_slot(around, c.frame.captures[k]))
      s = bind(s, captured->var, params + k, captured->type);
  TypeId t = types_.resolve(c.type);
  for (uint32_t k = 0; k < params; ++k, t = types_.resolve(types_.arg(t, 1)))
    s = bind(s, c.vars[k], k, types_.resolve(types_.arg(t, 0)));
  walk(*c.items[0], s);
}

void Scopes::group(const Core& c, const Scope* s) {
  for (size_t k = 0; k < c.vars.size(); ++k) s = bind(s, c.vars[k], 0, c.items[k]->type, c.items[k]);
  for (const Core* item : c.items) walk(*item, s);
}

void Scopes::walk(const Core& c, const Scope* s) {
  if (StackGuard::exhausted()) fail("E0602");
  at_[&c] = s;
  switch (c.kind) {
  case CoreKind::Lambda: return lambda(c, s);
  case CoreKind::LetRec: return group(c, s);
  case CoreKind::Match:
    walk(*c.items[0], s);
    for (const CoreArm& arm : c.arms) walk(*arm.body, bind(s, arm.pattern));
    return;
  default:
    for (const Core* item : c.items) {
      const bool in_scope = item == c.items.back() && binds_variable(c);
      walk(*item, in_scope ? bind(s, c.var, c.slot, c.items[0]->type) : s);
    }
  }
}

void Scopes::add(const Core& root) {
  if (!at_.contains(&root)) walk(root, nullptr);
}

const Scope* Scopes::at(const Core& node) const {
  const auto found = at_.find(&node);
  return found == at_.end() ? nullptr : found->second;
}

} // namespace nova
