// What waits for a type: each kind looks whether it can tell by now, and at the end takes its default.
#include "frontend/infer/infer.hpp"
#include "runtime/watch.hpp"
#include <algorithm>

namespace nova {

void Infer::wait(Pending p) {
  p.form = f_.diagnostics.form();
  if (!settle(p, false)) pending_.push_back(std::move(p));
}

bool Infer::settle(Pending& p, bool last) {
  Watch::poll();
  const Diagnostics::Form form(f_.diagnostics, p.form);
  switch (p.kind) {
  case Pending::Call: return settle_call(p, last);
  case Pending::Reduce: return settle_reduce(p, last);
  case Pending::Rank: return settle_rank(p, last);
  case Pending::Dims: return settle_dims(p, last);
  case Pending::Rows: return settle_rows(p, last);
  case Pending::Project: return settle_project(p, last);
  case Pending::Unzip: return settle_unzip(p, last);
  }
  return true;
}

/// (e): e's call if e is a function from unit, else e itself.
bool Infer::settle_call(Pending& p, bool last) {
  const TypeId type = resolve(p.a);
  const bool function = is(type, TypeKind::Fun);
  const bool open = is(type, TypeKind::Var) || (function && is(f_.types.arg(type, 0), TypeKind::Var));
  if (open && !last) return false;
  if (function && resolve(f_.types.arg(type, 0)) == prim(Element::Unit)) {
    p.node->kind = CoreKind::Apply;
    p.node->items.push_back(unit(p.why.at));
    effects_.flow(f_.types[type].effect, p.effect);
    equal(p.b, f_.types.arg(type, 1), p.why.at, p.why);
  } else {
    equal(p.b, type, p.why.at, p.why);
  }
  return true;
}

/// (reduce f x): x is the vector if its elements are what f combines, else the start value. How the result is
/// used may tell too: it is a function only if the vector is still to come.
bool Infer::settle_reduce(Pending& p, bool last) {
  const TypeId vector = f_.types.vector(p.a);
  const bool function = is(p.c, TypeKind::Fun) || is(p.c, TypeKind::Var);
  const bool complete = unifier_.may_equal(p.b, vector) && unifier_.may_equal(p.c, p.a);
  const bool start = unifier_.may_equal(p.b, p.a) && function;
  if (complete && start && !last) return false;
  if (complete || !start) {
    equal(vector, p.b, p.why.at, p.why);
    equal(p.c, p.a, p.why.at, p.why);
  } else {
    equal(p.a, p.b, p.why.at, p.why);
    reduce_later(p);
  }
  return true;
}

/// Turns (reduce f i) into a lambda of the vector; what stands in f and i is evaluated first.
void Infer::reduce_later(Pending& p) {
  Core* body = make(CoreKind::Primitive, p.a, p.node->span, std::move(p.node->items));
  body->builtin = p.node->builtin;
  const TypeId vector = f_.types.vector(p.a);
  Core* lambda =
      make(CoreKind::Lambda, f_.types.fun(vector, p.a, effects_.fresh(level_)), p.node->span, {body});
  lambda->vars.push_back(fresh_variable(vector, p.node->span));
  Core* result = lambda;
  for (size_t i = 2; i-- > 0;) {
    Core*& item = body->items[i];
    if (item->kind == CoreKind::Builtin || item->kind == CoreKind::Lambda || item->kind == CoreKind::Const)
      continue;
    const VarId v = fresh_variable(item->type, item->span);
    Core* let = make(CoreKind::Let, lambda->type, item->span, {item, result});
    let->var = v, result = let;
    item = local_use(v, item->type, item->span);
  }
  body->items.push_back(local_use(lambda->vars[0], vector, p.node->span));
  for (Core*& r : reductions_)
    if (r == p.node) r = body;
  equal(p.c, lambda->type, p.why.at, p.why);
  *p.node = *result;
}

bool Infer::settle_rank(Pending& p, bool last) {
  if (is(p.a, TypeKind::Var) && last) unifier_.unify(p.a, f_.types.rank(1));
  return last || !is(p.a, TypeKind::Var);
}

/// How many dimensions an index names: a number one, a tuple of n n; 0 where that is still open.
uint32_t Infer::dims_of(TypeId index) const {
  if (is(index, TypeKind::Tuple)) return f_.types[index].count;
  const bool number = is(index, TypeKind::Prim) ||
                      (is(index, TypeKind::Var) && f_.types.variable(index).classes & ~(Eq | Ord));
  return number;
}

/// An int indexes rank 1, a tuple of n ints rank n.
bool Infer::settle_dims(Pending& p, bool last) {
  const TypeId rank = resolve(p.a), dims = resolve(p.b);
  uint32_t n = dims_of(dims);
  if (n == 0 && last) n = 1;
  if (is(dims, TypeKind::Var) && dims_of(dims) == 0 && is(rank, TypeKind::Rank)) n = f_.types[rank].payload;
  if (n == 0) return false;
  const std::vector<TypeId> ints(n, prim(Element::I64));
  const bool fits = equal(n == 1 ? ints[0] : f_.types.tuple(ints), dims, p.why.at, p.why);
  if (fits && unifier_.unify(rank, f_.types.rank(n))) {
    Types::Namer namer;
    Diagnostic& d = report("E0217", p.why.at, {count(n, "dimension"), describe(p.c, namer)});
    if (n == 2 && is(resolve(p.c), TypeKind::Vector) &&
        is(resolve(f_.types.element_of(p.c)), TypeKind::Vector))
      d.help("nested vectors are indexed one after the other: v!i!j");
    else if (n == 1)
      d.help("its places stand together: m!(i, j); its rows are (rows m)");
  }
  return true;
}

/// Rank 1: the elements are rows; else they are the elements themselves. `number` of why: the highest rank
/// allowed.
bool Infer::settle_rows(Pending& p, bool last) {
  TypeId rank = resolve(p.a);
  if (is(rank, TypeKind::Var)) {
    if (!last) return false;
    unifier_.unify(rank, f_.types.rank(1));
    rank = resolve(rank);
  }
  const uint32_t n = f_.types[rank].payload;
  if (p.why.number && n > p.why.number) {
    Types::Namer namer;
    report("E0217", p.why.at,
           {count(p.why.number, "dimension"), describe(f_.types.vector(rank, p.b), namer)});
    return true;
  }
  equal(n == 1 ? f_.types.vector(p.c) : p.c, p.b, p.why.at, p.why);
  return true;
}

/// Still open, and no class says that it is a number.
bool Infer::may_be_tuple(TypeId t) const {
  return is(t, TypeKind::Var) && !(f_.types.variable(resolve(t)).classes & ~(Eq | Ord | Storable));
}

void Infer::report_unknown(TypeId type, Span span, std::string what, std::string help) {
  if (poisoned_ || !unknown_.insert(resolve(type)).second) return; // another error may be why
  report("E0220", span, {std::move(what)}).help(std::move(help));
}

/// `((Mk a b) a)`, of the type's first constructor with fields.
std::string Infer::arm_of(TypeId sum) const {
  const SumType& s = f_.types.sum_type(SumId{f_.types[sum].payload});
  for (const Constructor& c : s.constructors) {
    if (c.fields.empty()) continue;
    std::string pattern = "(" + std::string(f_.symbols.text(c.name));
    for (size_t k = 0; k < c.fields.size(); ++k)
      pattern += k < 26 ? std::string(" ") + static_cast<char>('a' + k) : " _";
    return "(" + pattern + ") a)";
  }
  return "(x e)";
}

bool Infer::settle_project(Pending& p, bool last) {
  const TypeId type = resolve(p.a);
  const uint32_t position = p.node->number;
  if (is(type, TypeKind::Tuple) && position < f_.types[type].count) {
    equal(p.b, f_.types.arg(type, position), p.why.at, p.why);
    return true;
  }
  if (may_be_tuple(type) && !last) return false;
  Types::Namer namer;
  const std::string number = std::to_string(position);
  if (may_be_tuple(type))
    report_unknown(type, p.why.at, "." + number,
                   "take the tuple apart where it gets its name, (lambda ((x, y)) ..), or write its type: "
                   "(lambda (p : (int, int)) p." +
                       number + ")");
  else if (is(type, TypeKind::Tuple))
    report("E0218", p.why.at, {number, describe(type, namer), count(f_.types[type].count, "item")})
        .help("positions count from 0");
  else if (Diagnostic& d = report("E0219", p.why.at, {number, describe(type, namer)});
           is(type, TypeKind::Vector))
    d.help("an element of a vector is written v!" + number);
  else if (is(type, TypeKind::Sum))
    d.help("its fields get names by a pattern: (match e " + arm_of(type) + " ..)");
  return true;
}

bool Infer::settle_unzip(Pending& p, bool last) {
  const TypeId type = resolve(p.a);
  if (may_be_tuple(type) && !last) return false;
  if (is(type, TypeKind::Tuple)) {
    std::vector<TypeId> vectors;
    for (uint32_t i = 0; i < f_.types[type].count; ++i)
      vectors.push_back(f_.types.vector(f_.types.arg(type, i)));
    equal(p.b, f_.types.tuple(vectors), p.why.at, p.why);
    return true;
  }
  Types::Namer namer;
  if (may_be_tuple(type))
    report_unknown(type, p.why.at, "unzip", "write its type: (xs : vector (int, int))");
  else
    report("E0203", p.why.at, {"an element of the argument of `unzip`", "a tuple", describe(type, namer)});
  return true;
}

/// At the end of a let's right side: what can be told is; what still waits keeps its types from being
/// generalised.
void Infer::settle_from(size_t from) {
  size_t kept = from;
  type_visits_ += pending_.size() - from;
  for (size_t i = from; i < pending_.size(); ++i)
    if (Pending p = pending_[i]; !settle(p, false)) pending_[kept++] = p;
  pending_.resize(kept, {});
  for (size_t i = from; i < pending_.size(); ++i)
    for (TypeId t : {pending_[i].a, pending_[i].b, pending_[i].c}) unifier_.lower(t, level_);
}

/// At the end of a definition: as long as something can be told, nothing takes its default.
void Infer::settle_all() {
  for (size_t before = pending_.size() + 1; pending_.size() < before;) {
    before = pending_.size();
    settle_from(0);
  }
  std::vector<Pending> rest = std::exchange(pending_, {});
  for (Pending& p : rest)
    if (!settle(p, false)) settle(p, true);
}

// Defaults

/// Literals are int or double, other classes int; what nothing constrains holds no value: unit.
void Infer::default_variable(TypeId v) {
  const Classes classes = f_.types.variable(v).classes;
  Element e = Element::Unit;
  if (classes & Fractional)
    e = Element::F64;
  else if (classes)
    e = Element::I64;
  unifier_.unify(v, prim(e));
}

/// Gives class-constrained variables of some types their default.
void Infer::default_classes(std::span<const TypeId> types) {
  for (TypeId v : schemes_.open_parts(types, 0).variables)
    if (f_.types.variable(v).classes & ~Storable) default_variable(v);
}

/// Gives every variable of the definition that is still open, and not generalised, its default.
void Infer::close_variables() {
  const bool clean = errors_ == 0; // else the error may be why it is unknown
  for (auto [type, span] : files_)
    if (clean && is(type, TypeKind::Var) && !f_.types.variable(resolve(type)).rigid &&
        !(f_.types.variable(resolve(type)).classes & ~Storable))
      report("E0220", span, {"the file's contents"})
          .help("write the type: (read-npy \"x.npy\" : vector float)");
  for (uint32_t i = first_variable_; i < f_.types.variable_count(); ++i) {
    const Types::Variable& v = f_.types.variable_at(i);
    if (!v.bound && !v.rigid) default_variable(v.type);
  }
}

void Infer::check_numerals() {
  for (const Core* c : numerals_) check_numeral(*c->literal, c->type, c->span);
}

} // namespace nova
