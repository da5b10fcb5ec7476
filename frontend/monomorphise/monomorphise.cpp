#include "frontend/monomorphise/monomorphise.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/monomorphise/parts.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <map>

namespace nova {
namespace {

/// How many chars a string literal may have for plans to hold it as constants.
constexpr size_t longest_text = 256;

/// Returns the default type for a type variable that nothing determines. No value of this type can be observed.
TypeId default_type(Types& types, TypeId var) {
  const Classes c = types.variable(var).classes;
  if (c & Fractional) return types.prim(Element::F64);
  if (c & (Num | Integral | Bits | Ord | Scalar)) return types.prim(Element::I64);
  return types.prim(Element::Unit);
}

/// Makes types concrete: replaces a scheme's variables by given types, and any other variable by its default. A part
/// that several types share is made concrete once.
class Substitution {
 public:
  explicit Substitution(Types& types) : types_(&types) {}
  /// Returns a copy of this substitution that replaces more variables.
  Substitution with(std::span<const TypeId> variables, std::span<const TypeId> by) const {
    Substitution s(*types_);
    s.replaced_ = replaced_;
    for (size_t k = 0; k < variables.size(); ++k)
      s.replaced_.emplace_back(types_->resolve(variables[k]), by[k]);
    s.known_.insert(s.replaced_.begin(), s.replaced_.end());
    return s;
  }
  bool is_empty() const { return replaced_.empty(); }
  uint64_t steps() const { return steps_; }

  /// Returns t, made concrete. `rank`: whether t is a vector's rank, the n of vector#n.
  TypeId operator()(TypeId t, bool rank = false) {
    t = types_->resolve(t);
    ++steps_;
    if ((*types_)[t].concrete) return t;
    if (const auto at = known_.find(t); at != known_.end()) return at->second;
    Watch::poll();
    if (StackGuard::exhausted()) fail("E0602");
    const TypeId made = (*types_)[t].kind != TypeKind::Var ? parts(t)
                        : rank                             ? types_->rank(1)
                                                           : default_type(*types_, t);
    return known_[t] = made;
  }

 private:
  TypeId parts(TypeId t) {
    const TypeNode n = (*types_)[t]; // a copy, because new types may move the nodes
    std::vector<TypeId> args(n.count);
    for (uint32_t i = 0; i < n.count; ++i)
      args[i] = (*this)(types_->arg(t, i), n.kind == TypeKind::Vector && i == 0);
    switch (n.kind) {
    case TypeKind::Tuple: return types_->tuple(args);
    case TypeKind::Fun: return types_->fun(args[0], args[1]);
    case TypeKind::Vector: return types_->vector(args[0], args[1]);
    default: return types_->sum(SumId{n.payload}, args);
    }
  }

  Types* types_;
  std::vector<std::pair<TypeId, TypeId>> replaced_;
  std::unordered_map<TypeId, TypeId> known_; ///< the concrete types of the types that were converted so far
  uint64_t steps_ = 0;
};

/// A local Let or LetRec whose variables are generalised, and its copies. There is a copy for each list of types that
/// some use has for the quantified type variables. Each copy has variables of its own.
struct Generalised {
  struct Copy {
    std::vector<TypeId> types;
    std::vector<VarId> vars;
  };
  const Core* node = nullptr;
  std::vector<VarId> vars;
  std::deque<Copy> copies;
};

/// Copies one definition's or form's Core at concrete types.
class Copier {
 public:
  Copier(Frontend& f, Monomorphiser& mono, std::span<const TypeId> from, std::span<const TypeId> to)
      : f_(f), types_(f.types), mono_(mono), at_(Substitution(f.types).with(from, to)) {}
  ~Copier() {
    if (f_.checker) f_.checker->note_type_visits(at_.steps() + inner_steps_);
  }
  Copier(const Copier&) = delete;

  Core* copy(const Core* c);
  TypeId type(TypeId t) { return at_(t); }

 private:
  Core* plain(const Core* c);
  Core* constant(const Core* c);
  Core* long_text(const Core& c);
  Core* local(const Core* c);
  Core* global(const Core* c);
  Core* let(const Core* c);
  Core* let_rec(const Core* c);
  Core* lambda(const Core* c);
  Core* match(const Core* c);
  Core* with_variable(const Core* c);

  Core* make(const Core* c);
  Core* make_let(const Core* c, VarId var, Core* value, Core* body);
  Core* copied_let(const Core* c, const Generalised::Copy& copy, Core* body);
  Core* copied_let_rec(const Core* c, const Generalised::Copy& copy, Core* body);
  Core* group(const Core* c, std::vector<VarId> vars, Core* body);
  CorePattern pattern(const CorePattern& p);
  VarId bind(VarId v);
  VarId fresh(VarId v);
  const Generalised::Copy& copy_for(Generalised& g, std::vector<TypeId> types);
  std::vector<TypeId> types_of(std::span<const TypeId> instance, std::span<const TypeId> quantified);
  template <class F> Core* at_types(std::span<const TypeId> from, std::span<const TypeId> to, F make_copy);

  Frontend& f_;
  Types& types_;
  Monomorphiser& mono_;
  Substitution at_;
  uint64_t inner_steps_ = 0;
  uint32_t copying_ = 0; ///< number of generalised Lets around the node; above 0, variables are renamed
  std::unordered_map<VarId, VarId> renamed_;
  std::unordered_map<VarId, Generalised*> generalised_;
};

/// Returns the default types of a definition's quantified variables, for a definition that nothing uses. The
/// definition's type shows which variables are ranks.
std::vector<TypeId> unit_types(Types& types, std::span<const TypeId> quantified, TypeId type) {
  std::vector<TypeId> all;
  if (quantified.empty()) return all;
  Substitution open(types);
  open(type);
  for (TypeId q : quantified) all.push_back(open(q));
  return all;
}

Core* Copier::make(const Core* c) {
  Core* n = f_.core.make(c->kind, type(c->type), c->span);
  n->builtin = c->builtin, n->number = c->number, n->var = c->var, n->global = c->global;
  n->literal = c->literal, n->name = c->name;
  return n;
}

/// Returns the result of `make_copy`. During the call, types are copied with the type variables `from` replaced by
/// `to`, in addition to the present replacements.
template <class F>
Core* Copier::at_types(std::span<const TypeId> from, std::span<const TypeId> to, F make_copy) {
  Substitution outer = std::exchange(at_, at_.with(from, to));
  ++copying_;
  Core* done = make_copy();
  inner_steps_ += at_.steps();
  at_ = std::move(outer), --copying_;
  return done;
}

Core* Copier::copy(const Core* c) {
  check_depth(c->span);
  switch (c->kind) {
  case CoreKind::Const: return constant(c);
  case CoreKind::Local: return local(c);
  case CoreKind::Global: return global(c);
  case CoreKind::Builtin: return eta_builtin(f_, mono_, *c, type(c->type));
  case CoreKind::Constructor: return eta_constructor(f_, *c, type(c->type));
  case CoreKind::Let: return let(c);
  case CoreKind::LetRec: return let_rec(c);
  case CoreKind::Lambda: return lambda(c);
  case CoreKind::Match: return match(c);
  case CoreKind::Assign: return with_variable(c);
  default: return binds_variable(*c) ? with_variable(c) : plain(c);
  }
}

Core* Copier::plain(const Core* c) {
  Core* n = make(c);
  n->items.reserve(c->items.size());
  for (const Core* item : c->items) n->items.push_back(copy(item));
  if (c->kind != CoreKind::Primitive) return n;
  convert_arguments(f_, *n);
  return with_own_arithmetic(f_, mono_, n);
}

/// Copies a constant. In a definition that is not generalised, makes the node itself concrete instead, because a
/// vector literal may have a million of them.
Core* Copier::constant(const Core* c) {
  const TypeId t = type(c->type);
  if (c->literal && types_.is_complex(t)) return complex_constant(f_, *c->literal, t, c->span);
  Core* n = at_.is_empty() ? const_cast<Core*>(c) : make(c);
  n->type = t;
  if (c->literal) n->constant = literal_value(types_, *c->literal, n->type);
  const bool is_long =
      c->literal && c->literal->is(DatumKind::String) && c->literal->text.size() > longest_text;
  return is_long ? long_text(*n) : n;
}

/// Returns the use of a definition that holds a long text. The node keeps the literal, which derivations show.
Core* Copier::long_text(const Core& c) {
  Core* use = f_.core.make(CoreKind::Global, c.type, c.span);
  use->literal = c.literal;
  use->number = mono_.long_text(c);
  return use;
}

// ---- variables ----

VarId Copier::fresh(VarId v) {
  auto& all = f_.program.variables;
  const Variable same = all[static_cast<uint32_t>(v)];
  all.push_back(same);
  return VarId{static_cast<uint32_t>(all.size() - 1)};
}

/// Returns the variable that replaces v in this copy.
VarId Copier::bind(VarId v) { return copying_ ? renamed_[v] = fresh(v) : v; }

Core* Copier::local(const Core* c) {
  Core* n = make(c);
  if (auto renamed = renamed_.find(c->var); renamed != renamed_.end()) return n->var = renamed->second, n;
  auto found = generalised_.find(c->var);
  if (found == generalised_.end()) return n;
  Generalised& g = *found->second;
  const Generalised::Copy& copy = copy_for(g, types_of(c->instance, g.node->quantified));
  for (size_t i = 0; i < g.vars.size(); ++i)
    if (g.vars[i] == c->var) n->var = copy.vars[i];
  return n;
}

/// Returns the concrete types of a definition's quantified variables at a use. A use within the definition's own
/// group has no instance: there the types are those that the group's variables have in this copy.
std::vector<TypeId> Copier::types_of(std::span<const TypeId> instance, std::span<const TypeId> quantified) {
  std::vector<TypeId> all;
  for (TypeId t : instance.size() == quantified.size() ? instance : quantified) all.push_back(type(t));
  return all;
}

const Generalised::Copy& Copier::copy_for(Generalised& g, std::vector<TypeId> types) {
  for (const Generalised::Copy& copy : g.copies)
    if (copy.types == types) return copy;
  std::vector<VarId> vars;
  for (VarId v : g.vars) vars.push_back(fresh(v));
  return g.copies.emplace_back(Generalised::Copy{std::move(types), std::move(vars)});
}

Core* Copier::global(const Core* c) {
  Core* n = make(c);
  const std::vector<TypeId> types = types_of(c->instance, scheme_of(f_, c->global).quantified);
  if (const auto other = stand_in(f_, c->global, types))
    return prelude_function(f_, mono_, other->name, other->types, c->span);
  n->number = mono_.instance(c->global, types);
  return n;
}

// ---- binding forms ----

Core* Copier::make_let(const Core* c, VarId var, Core* value, Core* body) {
  Core* n = f_.core.make(CoreKind::Let, body->type, c->span);
  if (value->kind == CoreKind::Lambda && value->name.empty()) value->name = name_of(f_, var);
  n->var = var, n->items = {value, body};
  return n;
}

/// Copies a let. If a generalised value is never used, it gets a copy at the default types all the same, because its
/// evaluation may fail.
Core* Copier::let(const Core* c) {
  if (c->quantified.empty()) {
    Core* value = copy(c->items[0]);
    const VarId var = bind(c->var);
    return make_let(c, var, value, copy(c->items[1]));
  }
  Generalised g{c, {c->var}, {}};
  renamed_.erase(c->var);
  generalised_[c->var] = &g;
  Core* body = copy(c->items[1]);
  if (g.copies.empty() && c->items[0]->kind != CoreKind::Lambda)
    copy_for(g, unit_types(types_, c->quantified, c->items[0]->type));
  for (const Generalised::Copy& each : g.copies) body = copied_let(c, each, body);
  generalised_.erase(c->var);
  return body;
}

Core* Copier::copied_let(const Core* c, const Generalised::Copy& made, Core* body) {
  return at_types(c->quantified, made.types,
                  [&] { return make_let(c, made.vars[0], copy(c->items[0]), body); });
}

Core* Copier::let_rec(const Core* c) {
  if (c->quantified.empty()) {
    std::vector<VarId> vars;
    for (VarId v : c->vars) vars.push_back(bind(v));
    return group(c, std::move(vars), nullptr);
  }
  Generalised g{c, c->vars, {}};
  for (VarId v : c->vars) renamed_.erase(v), generalised_[v] = &g;
  Core* body = copy(c->items.back());
  for (VarId v : c->vars) generalised_.erase(v);
  for (const Generalised::Copy& each : g.copies) body = copied_let_rec(c, each, body);
  return body;
}

Core* Copier::copied_let_rec(const Core* c, const Generalised::Copy& made, Core* body) {
  for (size_t i = 0; i < c->vars.size(); ++i) renamed_[c->vars[i]] = made.vars[i];
  Core* n = at_types(c->quantified, made.types, [&] { return group(c, made.vars, body); });
  for (VarId v : c->vars) renamed_.erase(v);
  return n;
}

/// Returns a copy of a LetRec, with the functions `vars` and the body `body`. If `body` is null, copies c's own body.
Core* Copier::group(const Core* c, std::vector<VarId> vars, Core* body) {
  Core* n = make(c);
  for (size_t i = 0; i < vars.size(); ++i) {
    Core* function = copy(c->items[i]);
    if (function->name.empty()) function->name = name_of(f_, vars[i]);
    n->items.push_back(function);
  }
  n->items.push_back(body ? body : copy(c->items.back()));
  n->type = n->items.back()->type;
  n->vars = std::move(vars);
  return n;
}

Core* Copier::lambda(const Core* c) {
  Core* n = make(c);
  for (VarId v : c->vars) n->vars.push_back(bind(v));
  for (const Core* item : c->items) n->items.push_back(copy(item));
  return n;
}

CorePattern Copier::pattern(const CorePattern& p) {
  if (p.literal && types_.is_complex(type(p.type))) return pattern(complex_pattern(f_, p));
  CorePattern n = p;
  n.type = type(p.type);
  n.items.clear();
  if (p.kind == CorePattern::Variable) n.var = bind(p.var);
  if (p.literal) n.constant = literal_value(types_, *p.literal, n.type);
  for (const CorePattern& item : p.items) n.items.push_back(pattern(item));
  return n;
}

Core* Copier::match(const Core* c) {
  Core* n = make(c);
  n->items.push_back(copy(c->items[0]));
  n->arms.reserve(c->arms.size());
  for (const CoreArm& arm : c->arms) {
    CoreArm& made = n->arms.emplace_back();
    made.pattern = pattern(arm.pattern);
    made.body = copy(arm.body);
  }
  return n;
}

/// Copies an Assign, which refers to a variable, or a control form that binds one in its last item.
Core* Copier::with_variable(const Core* c) {
  Core* n = make(c);
  for (size_t i = 0; i + 1 < c->items.size(); ++i) n->items.push_back(copy(c->items[i]));
  if (binds_variable(*c))
    n->var = bind(c->var);
  else if (auto renamed = renamed_.find(c->var); renamed != renamed_.end())
    n->var = renamed->second;
  n->items.push_back(copy(c->items.back()));
  return n;
}

struct InstanceHash {
  size_t operator()(const std::pair<GlobalId, std::vector<TypeId>>& k) const {
    size_t h = static_cast<size_t>(k.first);
    for (TypeId t : k.second) h = h * 0x9e3779b97f4a7c15u + static_cast<size_t>(t) + 1;
    return h;
  }
};

} // namespace

// ---- definitions ----

struct Monomorphiser::Impl {
  Frontend& f;
  Monomorphiser& self;
  std::deque<MonoGlobal> globals;
  std::unordered_map<std::pair<GlobalId, std::vector<TypeId>>, uint32_t, InstanceHash> by_instance;
  std::map<std::pair<TypeId, int64_t>, uint32_t>
      text_functions;                                   ///< by type and `tuples`: index into `globals`
  std::unordered_map<std::string, uint32_t> long_texts; ///< by text: index into `globals`
  uint32_t made = 0;                                    ///< globals before this index have their values
  bool making = false;

  Core* concrete(const Core& c, std::span<const TypeId> from, std::span<const TypeId> to);
  void make_all();
  template <class Make> auto together(Make make);
  uint32_t instance(GlobalId g, std::span<const TypeId> types);
  uint32_t text_function(TypeId t, int64_t tuples);
};

/// Returns a concrete copy of c, or null if it nests too deeply, which is reported.
Core* Monomorphiser::Impl::concrete(const Core& c, std::span<const TypeId> from, std::span<const TypeId> to) {
  try {
    return Copier(f, self, from, to).copy(&c);
  } catch (const TooDeep& deep) {
    f.diagnostics.report("E0602", deep.span);
    return nullptr;
  }
}

/// Makes the values of all instances that have none yet. Copying one may add more instances.
void Monomorphiser::Impl::make_all() {
  if (std::exchange(making, true)) return;
  for (; made < globals.size(); ++made) {
    MonoGlobal& g = globals[made];
    if (g.global == GlobalId{}) continue; // a text function, or a long text
    const CoreGlobal& open = f.core.globals[static_cast<uint32_t>(g.global)];
    if (!open.value) continue;
    Core* value = concrete(*open.value, open.scheme.quantified, g.instance);
    if (!value) continue;
    if (value->kind == CoreKind::Lambda && value->name.empty()) value->name = g.name;
    if (const std::optional<uint32_t> slots = assign_frames(f, *value))
      g.value = value, g.frame_size = *slots;
  }
  making = false;
}

Monomorphiser::Monomorphiser(Frontend& f) : impl_(new Impl{f, *this, {}, {}, {}, {}}) {}
Monomorphiser::~Monomorphiser() = default;
const MonoGlobal& Monomorphiser::operator[](uint32_t index) const { return impl_->globals[index]; }
uint32_t Monomorphiser::size() const { return static_cast<uint32_t>(impl_->globals.size()); }

bool Monomorphiser::are_of(uint32_t from, GlobalId first) const {
  const auto& all = impl_->globals;
  return std::all_of(all.begin() + from, all.end(),
                     [first](const MonoGlobal& g) { return g.global >= first; });
}

void Monomorphiser::forget_from(uint32_t from) {
  Impl& m = *impl_;
  for (; m.globals.size() > from; m.globals.pop_back())
    m.by_instance.erase({m.globals.back().global, m.globals.back().instance});
  m.made = std::min(m.made, from);
}

/// Calls `make`. If it throws because of a limit, removes all instances that the outermost such call has added.
template <class Make> auto Monomorphiser::Impl::together(Make make) {
  const bool outermost = !making;
  const uint32_t before = self.size();
  try {
    return make();
  } catch (...) {
    if (!outermost) throw;
    making = false, self.forget_from(before);
    const auto is_new = [before](const auto& known) { return known.second >= before; };
    std::erase_if(by_instance, is_new), std::erase_if(text_functions, is_new),
        std::erase_if(long_texts, is_new);
    throw;
  }
}

uint32_t Monomorphiser::instance(GlobalId g, std::span<const TypeId> types) {
  return impl_->together([&] { return impl_->instance(g, types); });
}

uint32_t Monomorphiser::Impl::instance(GlobalId g, std::span<const TypeId> types) {
  std::vector<TypeId> key(types.begin(), types.end());
  auto [at, added] = by_instance.try_emplace({g, key}, self.size());
  const uint32_t index = at->second;
  if (!added) return index;
  const Scheme& scheme = scheme_of(f, g);
  Copier at_types(f, self, scheme.quantified, key);
  const TypeId type = at_types.type(scheme.type);
  globals.push_back({g, std::move(key), nullptr, type, std::string(f.symbols.text(f.program[g].name)), 0});
  make_all();
  return index;
}

uint32_t Monomorphiser::unit_instance(GlobalId g) {
  const Scheme& scheme = scheme_of(impl_->f, g);
  return instance(g, unit_types(impl_->f.types, scheme.quantified, scheme.type));
}

uint32_t Monomorphiser::text_function(TypeId t) {
  return impl_->together([&] { return impl_->text_function(t, 0); });
}

uint32_t Monomorphiser::short_text_function(TypeId t, int64_t tuples) {
  return impl_->together([&] { return impl_->text_function(t, tuples); });
}

uint32_t Monomorphiser::prelude_function(std::string_view name) {
  return impl_->together([&] { return prelude_instance(impl_->f, *this, name); });
}

/// Returns the index of the function that converts values to text; with `tuples` = 0 they are not abbreviated.
uint32_t Monomorphiser::Impl::text_function(TypeId t, int64_t tuples) {
  t = f.types.resolve(t);
  const bool string = t == f.types.resolve(f.types.string());
  if (string && !tuples) return prelude_instance(f, self, "string->text");
  auto [at, added] = text_functions.try_emplace({t, tuples}, self.size());
  const uint32_t index = at->second;
  if (!added) return index;
  globals.push_back({{}, {t}, nullptr, f.types.fun(t, f.types.string()), "show", 0});
  make_all();
  Core* value = make_text_function(f, self, t, tuples);
  if (assign_frames(f, *value)) globals[index].value = value;
  return index;
}

uint32_t Monomorphiser::long_text(const Core& literal) {
  auto [at, added] = impl_->long_texts.try_emplace(std::string(literal.literal->text), size());
  if (!added) return at->second;
  Core* value = impl_->f.core.make(CoreKind::Const, literal.type, literal.span);
  value->literal = literal.literal;
  impl_->globals.push_back({{}, {}, value, literal.type, "text", 0});
  impl_->make_all();
  return at->second;
}

std::optional<MonoTop> Monomorphiser::expression(const Core& c) {
  Impl& m = *impl_;
  Core* value = m.concrete(c, {}, {});
  if (!value) return {};
  m.make_all();
  const std::optional<uint32_t> frame = assign_frames(m.f, *value);
  if (!frame) return {};
  return MonoTop{value, *frame, value->type};
}

} // namespace nova
