// Makes typing derivations. Each node of Core has the type that the checker inferred, and the rules of
// docs/semantics.md determine the premises.
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "frontend/source/stack_guard.hpp"
#include "interp/derivation.hpp"
#include "repl/derive/derive.hpp"
#include "repl/derive/term.hpp"
#include <algorithm>

namespace nova {
namespace {

class TypingProof {
 public:
  TypingProof(Session& session, size_t most) : f_(session.frontend()), session_(session), most_(most) {
    p_.typing = true;
    p_.environments.emplace_back(); // G0, which holds no variable
  }
  Proof make(std::span<const CoreTop> forms);

 private:
  using Bindings = std::vector<ProofBinding>;
  void definition(GlobalId g);
  void expression(const CoreTop& form);
  void judge(const Core& c, uint32_t parent, uint32_t g);
  void premises(const Core& c, uint32_t conclusion, uint32_t g);
  void all(std::span<Core* const> items, uint32_t conclusion, uint32_t g);
  void binder(const Core& c, uint32_t conclusion, uint32_t g);
  void let_rec(const Core& c, uint32_t conclusion, uint32_t g);
  void bind(const CorePattern& p, Bindings& out);
  Bindings parameters(const Core& lambda);
  uint32_t grown(uint32_t g, Bindings more);
  std::string name(VarId v) const { return std::string(f_.symbols.text(f_.program[v].name)); }
  std::string type(TypeId t) { return cut_text(f_.types.print(t, f_.symbols, namer_), most_); }
  std::string scheme(std::span<const TypeId> quantified, TypeId t);
  ProofBinding bound(VarId v, TypeId t, std::span<const TypeId> quantified = {}) {
    return {name(v), "", scheme(quantified, t)};
  }

  Frontend& f_;
  Session& session_;
  size_t most_;
  Types::Namer namer_; ///< names type variables, so that 'a is the same variable in the whole proof of a form
  Proof p_;
};

Proof TypingProof::make(std::span<const CoreTop> forms) {
  for (const CoreTop& form : forms) {
    for (GlobalId g : form.globals)
      if (!session_.names().in_prelude(f_.program[g].form)) definition(g);
    if (form.value) expression(form);
  }
  p_.measure();
  return std::move(p_);
}

/// Returns the text of a type scheme with its quantifiers and constraints, such as "forall 'a. Num 'a => 'a -> 'a".
std::string TypingProof::scheme(std::span<const TypeId> quantified, TypeId t) {
  std::string out;
  for (TypeId v : quantified) out += (out.empty() ? "forall " : " ") + f_.types.print(v, f_.symbols, namer_);
  const Scheme s{{quantified.begin(), quantified.end()}, t};
  return cut_text(out + (out.empty() ? "" : ". ") + print_scheme(f_, s, namer_), most_);
}

void TypingProof::definition(GlobalId g) {
  const CoreGlobal& core = f_.core.globals[static_cast<uint32_t>(g)];
  if (!core.value) return;
  namer_ = {};
  Judgement j;
  const std::string name(f_.symbols.text(f_.program[g].name));
  j.rule = "DEFINE", j.environment = 0;
  j.term = "(define " + name + " " + print_term(*core.value, f_, most_) + ")";
  j.result = name + " has " + scheme(core.scheme.quantified, core.scheme.type);
  judge(*core.value, p_.add(std::move(j)), 0);
}

void TypingProof::expression(const CoreTop& form) {
  namer_ = {};
  Judgement j;
  j.rule = "PROGRAM", j.environment = 0;
  j.term = print_term(*form.value, f_, most_), j.result = type(form.type);
  if (!form.open_type.empty()) j.result = cut_text(form.open_type, most_); // with its classes
  judge(*form.value, p_.add(std::move(j)), 0);
}

void TypingProof::judge(const Core& c, uint32_t parent, uint32_t g) {
  if (StackGuard::exhausted()) return;
  Judgement j;
  j.rule = c.kind == CoreKind::Builtin
               ? (builtin(c.builtin).kind == BuiltinKind::Scalar ? "PRIMITIVE" : "ARRAY")
           : c.kind == CoreKind::Constructor ? "CONSTRUCT"
                                             : rule_name(c, f_.types);
  j.term = print_term(c, f_, most_), j.result = type(c.type);
  j.parent = parent, j.environment = g;
  premises(c, p_.add(std::move(j)), g);
}

void TypingProof::premises(const Core& c, uint32_t conclusion, uint32_t g) {
  switch (c.kind) {
  case CoreKind::LetRec: return let_rec(c, conclusion, g);
  case CoreKind::Lambda: return judge(*c.items[0], conclusion, grown(g, parameters(c)));
  case CoreKind::Match:
    judge(*c.items[0], conclusion, g);
    for (const CoreArm& arm : c.arms) {
      Bindings more;
      bind(arm.pattern, more);
      judge(*arm.body, conclusion, grown(g, std::move(more)));
    }
    return;
  default: return binds_variable(c) ? binder(c, conclusion, g) : all(c.items, conclusion, g);
  }
}

void TypingProof::all(std::span<Core* const> items, uint32_t conclusion, uint32_t g) {
  for (const Core* item : items) judge(*item, conclusion, g);
}

void TypingProof::binder(const Core& c, uint32_t conclusion, uint32_t g) {
  const std::span<Core* const> items = c.items;
  all(items.first(items.size() - 1), conclusion, g);
  judge(*items.back(), conclusion, grown(g, {bound(c.var, c.items[0]->type, c.quantified)}));
}

/// Adds the premises of a letrec. In the functions' bodies the functions' types are monomorphic; in the letrec's body
/// they are generalised.
void TypingProof::let_rec(const Core& c, uint32_t conclusion, uint32_t g) {
  Bindings inside, after;
  for (size_t k = 0; k < c.vars.size(); ++k) {
    inside.push_back(bound(c.vars[k], c.items[k]->type));
    after.push_back(bound(c.vars[k], c.items[k]->type, c.quantified));
  }
  const uint32_t g1 = grown(g, std::move(inside));
  all(std::span(c.items).first(c.vars.size()), conclusion, g1);
  judge(*c.items.back(), conclusion, c.quantified.empty() ? g1 : grown(g, std::move(after)));
}

void TypingProof::bind(const CorePattern& p, Bindings& out) {
  if (p.kind == CorePattern::Variable) out.push_back(bound(p.var, p.type));
  for (const CorePattern& item : p.items) bind(item, out);
}

TypingProof::Bindings TypingProof::parameters(const Core& lambda) {
  Bindings all;
  TypeId t = f_.types.resolve(lambda.type);
  for (VarId v : lambda.vars) {
    all.push_back(bound(v, f_.types.arg(t, 0)));
    t = f_.types.resolve(f_.types.arg(t, 1));
  }
  return all;
}

uint32_t TypingProof::grown(uint32_t g, Bindings more) {
  if (more.empty()) return g;
  ProofEnvironment e;
  e.grew_from = g;
  for (const ProofBinding& b : p_.environments[g].all)
    if (std::none_of(more.begin(), more.end(), [&](const ProofBinding& m) { return m.name == b.name; }))
      e.all.push_back(b);
  e.all.insert(e.all.end(), more.begin(), more.end());
  const size_t most = std::min(e.all.size(), Derivation::most_variables);
  e.all.erase(e.all.begin(), e.all.end() - static_cast<std::ptrdiff_t>(most));
  e.changed = std::move(more);
  p_.environments.push_back(std::move(e));
  return static_cast<uint32_t>(p_.environments.size() - 1);
}

} // namespace

Proof typing_proof(std::span<const CoreTop> forms, Session& session, size_t characters) {
  Proof p;
  run_on_big_stack([&] { p = TypingProof(session, characters).make(forms); });
  return p;
}

} // namespace nova
