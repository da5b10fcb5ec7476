// Translation of concrete Core to Code: each node gets the function of its rule, and each direct call the function
// that it calls.
#include "frontend/source/stack_guard.hpp"
#include "interp/derivation.hpp"
#include "interp/eval.hpp"
#include "interp/profile.hpp"
#include <algorithm>

namespace nova {

/// Translates the body of one function to Code.
class NodeLinker {
 public:
  NodeLinker(Linker& all, Function& function)
      : all_(all), machine_(all.machine_), types_(machine_.frontend.types), function_(function) {}
  void parameters(const Core& lambda) {
    plain_ = lambda.frame.captures.empty();
    TypeId t = types_.resolve(lambda.type);
    for (size_t k = 0; k < lambda.vars.size(); ++k, t = types_.resolve(types_.arg(t, 1)))
      bind(types_.arg(t, 0));
  }
  void body(const Core& c) {
    Code* code = all_.nodes(1);
    link(*code, c);
    if (all_.watching_ == Linker::Watching::Time) measure_body(*code, c);
    tell_outer(function_.around, 0);
    function_.body = code;
    function_.plain = plain_;
    function_.stack_need = deepest_ * (all_.watching_ != Linker::Watching::Nothing ? 1024 : 512);
  }

 private:
  void link(Code& out, const Core& c);
  void link_kind(Code& out, const Core& c);
  void ask_tiers(Code& out, const Core& c, size_t first_inner);
  void tell_outer(const Tiers::Form* outer, size_t first_inner) {
    for (const Tiers::Form** place : std::span(outers_).subspan(first_inner)) *place = outer;
    outers_.resize(first_inner);
  }
  void record(Code& out, const Core& c);
  void measure(Code& out, const Core& c, bool body = false);
  void measure_body(Code& out, const Core& c);
  void items(Code& out, std::span<Core* const> from, size_t more = 0);
  void all_items(Code& out, const Core& c, void (*rule)(Code&)) { items(out, c.items), rule(out); }

  void constant(Code& out, const Core& c);
  void local(Code& out, const Core& c);
  void global(Code& out, const Core& c);
  void apply(Code& out, const Core& c);
  bool calls_compiled(const Core& c) const;
  void compiled_app(Code& out, const Core& c);
  void primitive(Code& out, const Core& c);
  void index(Code& out, const Core& c);
  void construct(Code& out, const Core& c);
  void vector(Code& out, const Core& c);
  void binder(Code& out, const Core& c, void (*rule)(Code&));
  void let(Code& out, const Core& c);
  void control_form(Code& out, const Core& c, void (*rule)(Code&));
  void assign(Code& out, const Core& c);
  void match(Code& out, const Core& c);
  void lambda(Code& out, const Core& c);
  void mu(Code& out, const Core& c);

  Tag tag_of(TypeId t) const;
  const Function* known(const Core& callee);
  void object(Code& out, Value v);
  void bind(TypeId t) { plain_ = plain_ && tag_of(t) <= Tag::Unit; }
  void bind(const CorePattern& p);

  Linker& all_;
  Machine& machine_;
  Types& types_;
  Function& function_;
  bool plain_ = true;
  uint32_t loops_ = 0; ///< how many loops of the function enclose the form that is being linked
  uint32_t depth_ = 0, deepest_ = 0;
  const Core* compiled_call_ = nullptr; ///< the call with slots that is being linked (compiled_app), or null
  /// Addresses of the members `outer` of forms and `around` of functions that are linked already. tell_outer sets
  /// them, once the form that encloses them is known.
  std::vector<const Tiers::Form**> outers_{};
};

Tag NodeLinker::tag_of(TypeId t) const {
  switch (types_[types_.resolve(t)].kind) {
  case TypeKind::Prim: return static_cast<Tag>(types_.element(types_.resolve(t)));
  case TypeKind::Tuple: return Tag::Tuple;
  case TypeKind::Vector: return Tag::Vector;
  case TypeKind::Sum: return Tag::Sum;
  default: return Tag::Function;
  }
}

void NodeLinker::items(Code& out, std::span<Core* const> from, size_t more) {
  Code* to = all_.nodes(from.size() + more);
  for (size_t k = 0; k < from.size(); ++k) link(to[k], *from[k]);
  out.items = to, out.count = static_cast<uint32_t>(from.size() + more);
}

namespace {
bool is_tail_call(const Core& c) { return c.kind == CoreKind::Apply && c.tail; }
/// Whether the node may first ask the tiers for its value. Every node may, except for a tail call that is not a
/// direct call.
bool may_be_form(const Code& out, const Core& c) { return !is_tail_call(c) || out.function; }
/// Whether a profile measures the form: calls, array built-ins and loops.
bool is_measured(const Core& c) {
  if (c.kind == CoreKind::Primitive)
    return c.builtin != BuiltinId::Index && builtin(c.builtin).kind != BuiltinKind::Scalar;
  return (c.kind == CoreKind::Apply && c.items.size() > 1) || c.kind == CoreKind::Foreign || repeats_items(c);
}
} // namespace

void NodeLinker::link(Code& out, const Core& c) {
  if (StackGuard::exhausted()) fail("E0602");
  deepest_ = std::max(deepest_, ++depth_);
  out.core = &c, out.tag = tag_of(c.type);
  const size_t first_inner = outers_.size();
  if (calls_compiled(c)) return compiled_app(out, c), void(--depth_);
  link_kind(out, c);
  if (all_.records())
    record(out, c);
  else if (machine_.options.tiers && may_be_form(out, c))
    ask_tiers(out, c, first_inner);
  if (all_.watching_ == Linker::Watching::Time && is_measured(c)) measure(out, c);
  --depth_;
}

/// If a tier may run `c`, makes `out` a node that asks the tiers, at each evaluation, whether one of them runs `c`
/// instead of the interpreter. `first_inner` is the index in `outers_` of the first entry for a form or function
/// inside of `c`; those have `c` as their outer form.
void NodeLinker::ask_tiers(Code& out, const Core& c, size_t first_inner) {
  Tiers::Form* const form = machine_.options.tiers->wants(c);
  if (!form) return;
  if (is_tail_call(c)) rules::set_known_app(out, false); // no tail call any more: its value is needed here
  rules::set_tiered(out, all_.nodes(1), form);
  tell_outer(form, first_inner);
  outers_.push_back(&form->outer);
}

void NodeLinker::record(Code& out, const Core& c) {
  Code* inner = all_.nodes(2);
  const bool known_call = c.kind == CoreKind::Apply && out.function;
  if (known_call) link(inner[1], *c.items[0]);
  record_rule(out, inner, all_.scopes_->at(c), known_call);
}

void NodeLinker::measure(Code& out, const Core& c, bool body) {
  const uint32_t site = machine_.options.profile->add_site(c);
  profile_rule(out, all_.nodes(1), site, !body && is_tail_call(c), body);
}

/// Has a function's body measured, or a top-level form that is not measured otherwise.
void NodeLinker::measure_body(Code& out, const Core& c) {
  const Core* last = &c;
  while (last->kind == CoreKind::LetRec) last = last->items.back(); // (let loop (..) ..) is its first call
  if (function_.lambda)
    measure(out, *function_.lambda, true);
  else if (!is_measured(*last))
    measure(out, c);
}

void NodeLinker::link_kind(Code& out, const Core& c) {
  switch (c.kind) {
  case CoreKind::Const: return constant(out, c);
  case CoreKind::Local: return local(out, c);
  case CoreKind::Global: return global(out, c);
  case CoreKind::Apply: return apply(out, c);
  case CoreKind::Primitive: return primitive(out, c);
  case CoreKind::Construct: return construct(out, c);
  case CoreKind::Tuple: return all_items(out, c, rules::set_tuple);
  case CoreKind::Project: return out.slot = c.number, all_items(out, c, rules::set_tuple_access);
  case CoreKind::Vector: return vector(out, c);
  case CoreKind::Let: return let(out, c);
  case CoreKind::LetRec: return mu(out, c);
  case CoreKind::Lambda: return lambda(out, c);
  case CoreKind::Match: return match(out, c);
  case CoreKind::Assign: return assign(out, c);
  case CoreKind::Sequence: return all_items(out, c, rules::set_sequence);
  case CoreKind::Foreign: return all_items(out, c, rules::set_foreign);
#define NOVA_NODE(Name, name, ...)                                                                           \
  case CoreKind::Name:                                                                                       \
    return control_form(out, c, rules::set_##name);
#include "frontend/core/forms.def"
#undef NOVA_NODE
  case CoreKind::Builtin:
  case CoreKind::Constructor: break; // monomorphise leaves none
  }
}

void NodeLinker::object(Code& out, Value v) {
  out.object = &all_.linked().constants.emplace_back(std::move(v));
  rules::set_const(out);
}

void NodeLinker::constant(Code& out, const Core& c) {
  if (c.literal && c.literal->is(DatumKind::String))
    return object(out, Value::vector(text_array(machine_.layouts, c.literal->text)));
  if (out.is_word())
    out.constant = c.constant.bits();
  else
    out.object = &c.constant;
  rules::set_const(out);
}

void NodeLinker::local(Code& out, const Core& c) {
  if (c.function) return lambda(out, c);
  out.slot = c.slot;
  out.local = out.is_word();
  out.fixed = !machine_.frontend.program[c.var].assigned;
  rules::set_id(out);
}

/// Links the use of a global. If the global is a function or a long text, its value is stored now; other globals get
/// their values when their definitions run.
void NodeLinker::global(Code& out, const Core& c) {
  out.slot = c.number;
  if (!machine_.value_of_global(c.number))
    if (const Function* f = known(c)) machine_.set_global(c.number, f->value);
  rules::set_global(out);
}

const Function* NodeLinker::known(const Core& callee) {
  if (callee.kind == CoreKind::Local && callee.function) return all_.function(*callee.function);
  if (callee.kind != CoreKind::Global) return nullptr;
  const Core* value = machine_.mono[callee.number].value;
  return value && value->kind == CoreKind::Lambda ? all_.function(*value) : nullptr;
}

void NodeLinker::apply(Code& out, const Core& c) {
  if (c.items.size() == 1) return all_items(out, c, rules::set_parentheses);
  const Function* f = known(*c.items[0]);
  if (!f || f->params != c.items.size() - 1) return all_items(out, c, rules::set_app);
  if (f->captures) plain_ = false;
  out.function = f;
  items(out, std::span(c.items).subspan(1));
  rules::set_known_app(out, c.tail);
}

namespace {

/// Returns a call of f whose arguments are the slots of a frame, from 0 on.
Core& call_with_slots(Machine& machine, Core& f, std::span<const TypeId> types, TypeId result, Span span) {
  const Core& lambda = *machine.mono[f.number].value;
  Core& call = *machine.frontend.core.make(CoreKind::Apply, result, span);
  call.items.push_back(&f);
  for (uint32_t k = 0; k < types.size(); ++k) {
    Core& x = *machine.frontend.core.make(CoreKind::Local, types[k], span);
    x.slot = k, x.var = lambda.vars[k];
    call.items.push_back(&x);
  }
  return call;
}

} // namespace

/// Whether c is a call, in a top-level form, of a function that was compiled by itself.
bool NodeLinker::calls_compiled(const Core& c) const {
  if (all_.compiled_.empty() || function_.lambda || all_.records() || &c == compiled_call_) return false;
  if (c.kind != CoreKind::Apply || c.items[0]->kind != CoreKind::Global) return false;
  const uint32_t number = c.items[0]->number;
  return all_.compiled_.contains(number) && c.items.size() - 1 == machine_.mono[number].value->vars.size();
}

void NodeLinker::compiled_app(Code& out, const Core& c) {
  std::vector<TypeId> types;
  for (const Core* argument : std::span(c.items).subspan(1)) types.push_back(argument->type);
  items(out, std::span(c.items).subspan(1), 1);
  const Core& call = call_with_slots(machine_, *c.items[0], types, c.type, c.span);
  const Core* const outer = std::exchange(compiled_call_, &call);
  link(const_cast<Code&>(out.items[types.size()]), call);
  compiled_call_ = outer;
  rules::set_compiled_app(out);
}

void NodeLinker::primitive(Code& out, const Core& c) {
  if (c.builtin == BuiltinId::Index) return index(out, c);
  items(out, c.items);
  if (builtin(c.builtin).kind == BuiltinKind::Scalar) {
    const Tag operand = out.items[0].tag;
    return rules::set_primitive(out, operand <= Tag::Unit ? static_cast<Element>(operand) : Element::Unit);
  }
  out.builtin = array_builtin(c.builtin);
  rules::set_array(out);
}

void NodeLinker::index(Code& out, const Core& c) {
  out.builtin = array_builtin(c.builtin);
  items(out, c.items);
  const bool tuple = out.items[1].tag == Tag::Tuple;
  const bool vector1 = types_.rank_of(types_.resolve(c.items[0]->type)) == 1;
  if (tuple)
    rules::set_vectorn_access(out);
  else if (vector1)
    rules::set_vector1_access(out);
  else
    rules::set_array(out);
}

void NodeLinker::construct(Code& out, const Core& c) {
  if (c.items.empty()) return object(out, Value::sum(c.number));
  out.slot = c.number;
  all_items(out, c, rules::set_construct);
}

/// Links a vector literal. If all items are constants (other than strings), it becomes one constant.
void NodeLinker::vector(Code& out, const Core& c) {
  out.layout = machine_.layout(types_.element_of(c.type));
  const bool constant = std::all_of(c.items.begin(), c.items.end(), [](const Core* item) {
    return item->kind == CoreKind::Const && !(item->literal && item->literal->is(DatumKind::String));
  });
  if (!constant) return all_items(out, c, rules::set_vector);
  ColumnBuilder column(out.layout, static_cast<int64_t>(c.items.size()));
  for (const Core* item : c.items) column.push(item->constant);
  object(out, Value::vector(Array(column.finish())));
}

void NodeLinker::binder(Code& out, const Core& c, void (*rule)(Code&)) {
  out.slot = c.slot;
  bind(c.items[0]->type);
  all_items(out, c, rule);
}

void NodeLinker::let(Code& out, const Core& c) {
  const bool drops = loops_ > 0 && !all_.records() && tag_of(c.items[0]->type) > Tag::Unit;
  binder(out, c, drops ? rules::set_let_in_loop : rules::set_let);
}

void NodeLinker::control_form(Code& out, const Core& c, void (*rule)(Code&)) {
  loops_ += repeats_items(c);
  binds_variable(c) ? binder(out, c, rule) : all_items(out, c, rule);
  loops_ -= repeats_items(c);
}

namespace {

/// Whether an expression sets the variable in `slot`.
bool sets(const Core& c, uint32_t slot) {
  const auto in = [slot](const Core* part) { return part && sets(*part, slot); };
  return (c.kind == CoreKind::Assign && c.slot == slot) || std::ranges::any_of(c.items, in) ||
         std::ranges::any_of(c.arms, in, &CoreArm::body);
}

/// Whether c is (++ x e) for the variable x in `slot`, and e does not set x.
bool appends_to(const Core& c, uint32_t slot) {
  if (c.kind != CoreKind::Primitive || c.builtin != BuiltinId::Concat) return false;
  const Core& first = *c.items[0];
  return first.kind == CoreKind::Local && !first.function && first.slot == slot && !sets(*c.items[1], slot);
}

/// Whether c is (put i e x) for the variable x in `slot`.
bool puts_into(const Core& c, uint32_t slot) {
  if (c.kind != CoreKind::Primitive || c.builtin != BuiltinId::Put) return false;
  const Core& vector = *c.items[2];
  return vector.kind == CoreKind::Local && !vector.function && vector.slot == slot;
}

} // namespace

void NodeLinker::assign(Code& out, const Core& c) {
  const bool grows = !all_.records() && appends_to(*c.items[0], c.slot),
             puts = !all_.records() && puts_into(*c.items[0], c.slot);
  if (!grows && !puts) return binder(out, c, rules::set_assign);
  out.slot = c.slot;
  bind(c.items[0]->type);
  items(out, c.items, puts ? 2 : 1);
  const Code& value = out.items[0];
  const Code* call = &value;
  while (call->count == 1) call = call->items; // with one item, the node asks the tiers or measures first
  const_cast<Code&>(out.items[1]) = call->items[puts ? 0 : 1];
  if (puts) const_cast<Code&>(out.items[2]) = call->items[1];
  puts ? rules::set_put(out) : rules::set_append(out);
}

void NodeLinker::bind(const CorePattern& p) {
  if (p.kind == CorePattern::Variable) bind(p.type);
  for (const CorePattern& item : p.items) bind(item);
}

void NodeLinker::match(Code& out, const Core& c) {
  items(out, c.items, c.arms.size());
  for (size_t k = 0; k < c.arms.size(); ++k) {
    bind(c.arms[k].pattern);
    link(const_cast<Code&>(out.items[k + 1]), *c.arms[k].body);
  }
  rules::set_case(out);
}

/// Links a Lambda, or a letrec's function that is used as a value.
void NodeLinker::lambda(Code& out, const Core& c) {
  Function* const function = all_.function(c.function ? *c.function : c);
  out.function = function;
  if (!c.function) outers_.push_back(&function->around); // a letrec's function may be used in an inner form
  rules::set_lambda(out);
}

void NodeLinker::mu(Code& out, const Core& c) {
  items(out, std::span(c.items).last(1));
  rules::set_mu(out);
}

// ---- functions ----

Linker::Linker(Machine& machine) : machine_(machine) {}
Linker::~Linker() = default;

Code* Linker::nodes(size_t n) { return linked().nodes.emplace_back(std::make_unique<Code[]>(n)).get(); }

/// Makes a function and its partial applications, which run the same body. Returns the function.
Function* Linker::add_function(uint32_t params, uint32_t captures, uint32_t frame_size,
                               std::string_view name) {
  Function* next = nullptr;
  for (uint32_t supplied = std::max(params, 1u); supplied-- > 0;) {
    Function& f = functions_.emplace_back();
    f.params = params, f.captures = captures, f.supplied = supplied, f.frame_size = frame_size, f.name = name;
    f.one_more = std::exchange(next, &f);
  }
  if (captures == 0) next->value = Value::function(next, {});
  return next;
}

Function* Linker::function(const Core& lambda) {
  auto [at, added] = by_lambda_.try_emplace(&lambda, nullptr);
  if (!added) return at->second;
  const auto params = static_cast<uint32_t>(lambda.vars.size());
  const auto captures = static_cast<uint32_t>(lambda.frame.captures.size());
  Function* f = add_function(params, captures, lambda.frame.size, lambda.name);
  for (Function* p = f; p; p = p->one_more) p->lambda = &lambda;
  unlinked_.emplace_back(f, &lambda);
  return by_lambda_[&lambda] = f;
}

/// Adds the scopes of a function whose rules are recorded.
void Linker::add_scopes(const Core& lambda) {
  if (records() && lambda.frame.captures.empty()) scopes_->add(lambda);
}

/// Links the bodies of all functions that are not linked yet. While recording, Scopes::add is called only for
/// functions without captures. It walks through all functions inside of them, and each function with captures is
/// inside of one.
void Linker::link_bodies() {
  while (!unlinked_.empty()) {
    auto [f, lambda] = unlinked_.back();
    unlinked_.pop_back();
    add_scopes(*lambda);
    NodeLinker linker(*this, *f);
    linker.parameters(*lambda);
    linker.body(*lambda->items[0]);
    for (Function* p = f->one_more; p; p = p->one_more) p->plain = f->plain;
    set_body(f, {f->body, f->stack_need});
  }
}

void Linker::set_body(Function* f, Body body) {
  for (Function* p = f; p; p = p->one_more) p->body = body.code, p->stack_need = body.stack_need;
}

bool Linker::lasts_since(const Mark& m, std::span<const Core* const> gone) const {
  if (m.watching || watching_ != Watching::Nothing) return true;
  const auto linked = std::ranges::count_if(
      gone, [this](const Core* c) { return c->kind == CoreKind::Lambda && by_lambda_.contains(c); });
  return by_lambda_.size() != m.lambdas + static_cast<size_t>(linked);
}

void Linker::forget(const Mark& m, std::span<const Core* const> gone) {
  for (const Core* c : gone)
    if (c->kind == CoreKind::Lambda) by_lambda_.erase(c);
  functions_.resize(m.functions), forms_.resize(m.forms), unlinked_.clear();
  unwatched_.nodes.resize(m.nodes), unwatched_.constants.resize(m.constants);
}

void Linker::watch(Watching what) {
  if (what == watching_) return;
  if (watching_ != Watching::Nothing) end_watching();
  if (what == Watching::Nothing) return;
  watching_ = what;
  if (records()) {
    scopes_ = std::make_unique<Scopes>(machine_.frontend.types);
    for (const Core* form : forms_) scopes_->add(*form);
  }
  for (const auto& [lambda, f] : by_lambda_) {
    bodies_before_[f] = {f->body, f->stack_need};
    unlinked_.emplace_back(f, lambda);
  }
  link_bodies();
}

/// Gives functions their bodies that watch nothing, and removes the others.
void Linker::end_watching() {
  watching_ = Watching::Nothing;
  for (const auto& [lambda, f] : by_lambda_)
    if (const auto before = bodies_before_.find(f); before != bodies_before_.end())
      set_body(f, before->second);
    else
      unlinked_.emplace_back(f, lambda); // linked for the first time meanwhile
  bodies_before_.clear(), scopes_.reset();
  link_bodies();
  watched_ = {};
}

const Function& Linker::closure(const Core& lambda, uint32_t supplied) {
  const Function* f = function(lambda);
  link_bodies();
  while (f->supplied < supplied) f = f->one_more;
  return *f;
}

std::string Linker::compile(const Core& f) {
  const Core* const lambda = f.kind == CoreKind::Global ? machine_.mono[f.number].value : nullptr;
  if (!lambda || lambda->kind != CoreKind::Lambda) return "its value is computed, and no function as written";
  Types& types = machine_.frontend.types;
  std::vector<TypeId> parameters;
  TypeId result = types.resolve(f.type);
  for (size_t k = 0; k < lambda->vars.size(); ++k) {
    parameters.push_back(types.resolve(types.arg(result, 0)));
    result = types.resolve(types.arg(result, 1));
  }
  Tiers& tiers = *machine_.options.tiers;
  const Core& call = call_with_slots(machine_, const_cast<Core&>(f), parameters, result, f.span);
  Tiers::Form* const form = tiers.wants(call);
  if (!form) return "it has no array expression, recursion or loop";
  std::vector<Value> frame(parameters.size());
  std::string why = tiers.compile(*form, frame);
  if (why.empty()) compiled_.insert(f.number);
  return why;
}

const Function& Linker::link(const MonoTop& top) {
  Function* f = add_function(0, 0, top.frame_size, "");
  forms_.push_back(top.value);
  if (records()) scopes_->add(*top.value);
  NodeLinker(*this, *f).body(*top.value);
  link_bodies();
  return *f;
}

} // namespace nova
