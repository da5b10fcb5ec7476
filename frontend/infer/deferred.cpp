// Solves deferred constraints, with a function for each kind. A constraint is solved if its types are known by now;
// at the end (`last`) it is solved by its default.
#include "frontend/infer/deferred.hpp"
#include "frontend/infer/errors/help.hpp"
#include "frontend/infer/errors/report.hpp"
#include "frontend/read/literal.hpp"
#include "runtime/watch.hpp"
#include <algorithm>

namespace nova {

void defer(Inference& in, Pending p) {
  p.form = in.f.diagnostics.form();
  if (!settle(in, p, false)) in.def.pending.push_back(p);
}

/// Decides what (e) means: a call of e if e is a function from unit, else e itself.
static bool settle_call(Inference& in, Pending& p, bool last) {
  const TypeId type = in.resolve(p.a);
  const bool function = in.is(type, TypeKind::Fun);
  const bool open = in.is(type, TypeKind::Var) || (function && in.is(in.f.types.arg(type, 0), TypeKind::Var));
  if (open && !last) return false;
  if (function && in.resolve(in.f.types.arg(type, 0)) == in.prim(Element::Unit)) {
    p.node->kind = CoreKind::Apply;
    p.node->items.push_back(in.unit(p.why.at));
    in.effects.flow(in.f.types[type].effect, p.effect);
    require_equal(in, p.b, in.f.types.arg(type, 1), p.why.at, p.why);
  } else {
    require_equal(in, p.b, type, p.why.at, p.why);
  }
  return true;
}

/// Turns (reduce f i), whose vector is missing, into a lambda that takes the vector. f and i are evaluated
/// before the lambda is made.
static void reduce_later(Inference& in, Pending& p) {
  Core* body = in.make(CoreKind::Primitive, p.a, p.node->span, std::move(p.node->items));
  body->builtin = p.node->builtin;
  const TypeId vector = in.f.types.vector(p.a);
  Core* lambda = in.make(CoreKind::Lambda, in.f.types.fun(vector, p.a, in.effects.fresh(in.def.level)),
                         p.node->span, {body});
  lambda->vars.push_back(in.fresh_variable(vector, p.node->span));
  Core* result = lambda;
  for (size_t i = 2; i-- > 0;) {
    Core*& item = body->items[i];
    if (item->kind == CoreKind::Builtin || item->kind == CoreKind::Lambda || item->kind == CoreKind::Const)
      continue;
    const VarId v = in.fresh_variable(item->type, item->span);
    Core* let = in.make(CoreKind::Let, lambda->type, item->span, {item, result});
    let->var = v, result = let;
    item = in.local_use(v, item->type, item->span);
  }
  body->items.push_back(in.local_use(lambda->vars[0], vector, p.node->span));
  for (Core*& r : in.def.reductions)
    if (r == p.node) r = body;
  require_equal(in, p.c, lambda->type, p.why.at, p.why);
  *p.node = *result;
}

/// Decides what (reduce f x) means: x is the vector if its elements have the type that f combines, else the start
/// value. The use of the result may decide too: the result is a function only if the vector is missing.
static bool settle_reduce(Inference& in, Pending& p, bool last) {
  const TypeId second = in.resolve(p.b);
  const TypeId rank = in.is(second, TypeKind::Vector) ? in.f.types.arg(second, 0) : in.f.types.rank(1);
  const TypeId vector = in.f.types.vector(rank, p.a);
  const bool function = in.is(p.c, TypeKind::Fun) || in.is(p.c, TypeKind::Var);
  const bool complete = in.unifier.may_equal(p.b, vector) && in.unifier.may_equal(p.c, p.a);
  const bool start = in.unifier.may_equal(p.b, p.a) && function;
  if (complete && start && !last) return false;
  if (complete || !start) {
    require_equal(in, vector, p.b, p.why.at, p.why);
    require_equal(in, p.c, p.a, p.why.at, p.why);
  } else {
    require_equal(in, p.a, p.b, p.why.at, p.why);
    reduce_later(in, p);
  }
  return true;
}

static bool settle_rank(Inference& in, Pending& p, bool last) {
  if (in.is(p.a, TypeKind::Var) && last) in.unifier.unify(p.a, in.f.types.rank(1));
  return last || !in.is(p.a, TypeKind::Var);
}

/// Relates the type of an index, or of dimensions, to a vector's rank: an int for rank 1, a tuple of n ints for rank n.
/// The parts of an index may be of any integer type.
static bool settle_dims(Inference& in, Pending& p, bool last) {
  const TypeId rank = in.resolve(p.a), dims = in.resolve(p.b);
  uint32_t n = dims_of(in, dims);
  if (n == 0 && last) n = 1;
  if (in.is(dims, TypeKind::Var) && dims_of(in, dims) == 0 && in.is(rank, TypeKind::Rank))
    n = in.f.types[rank].payload;
  if (n == 0) return false;
  std::vector<TypeId> ints(n, in.prim(Element::I64));
  if (p.why.kind == Why::Index)
    for (TypeId& part : ints) part = in.fresh(Index);
  const bool fits = require_equal(in, n == 1 ? ints[0] : in.f.types.tuple(ints), dims, p.why.at, p.why);
  if (fits && in.unifier.unify(rank, in.f.types.rank(n))) {
    Types::Namer namer;
    Diagnostic& d = report(in, "E0217", p.why.at, {count(n, "dimension"), describe(in, p.c, namer)});
    if (n == 2 && in.is(in.resolve(p.c), TypeKind::Vector) &&
        in.is(in.resolve(in.f.types.element_of(p.c)), TypeKind::Vector))
      d.help(p.why.kind == Why::Index
                 ? "nested vectors are indexed one after the other: v!i!j; (matrix v) has two dimensions"
                 : "(matrix v) makes a vector#2 of a vector of vectors, whose rows have one length");
    else if (n == 1)
      d.help("its places stand together: m!(i, j); its rows are (rows m)");
  }
  return true;
}

/// Relates a vector's rank to its element type `p.b`, which is a vector of `p.c` for rank 1, and `p.c` itself for
/// higher ranks. `p.why.number` is the highest rank allowed, or 0 if every rank is.
static bool settle_rows(Inference& in, Pending& p, bool last) {
  TypeId rank = in.resolve(p.a);
  if (in.is(rank, TypeKind::Var)) {
    if (!last) return false;
    in.unifier.unify(rank, in.f.types.rank(1));
    rank = in.resolve(rank);
  }
  const uint32_t n = in.f.types[rank].payload;
  if (p.why.number && n > p.why.number) {
    Types::Namer namer;
    report(in, "E0217", p.why.at,
           {count(p.why.number, "dimension"), describe(in, in.f.types.vector(rank, p.b), namer)});
    return true;
  }
  require_equal(in, n == 1 ? in.f.types.vector(p.c) : p.c, p.b, p.why.at, p.why);
  return true;
}

TypeId slice_type(Inference& in, uint32_t rank, TypeId element) {
  if (rank == 1) return element;
  return rank == 2 ? in.f.types.vector(element) : in.f.types.vector(in.f.types.rank(rank - 1), element);
}

static bool settle_slices(Inference& in, Pending& p, bool last) {
  if (!settle_rank(in, p, last)) return false;
  require_equal(in, p.c, slice_type(in, in.f.types[in.resolve(p.a)].payload, p.b), p.why.at, p.why);
  return true;
}

/// Relates the type of an array to that of its slices: vectors for rank 2, vector#(n - 1)s for rank n.
static bool settle_stack(Inference& in, Pending& p, bool last) {
  TypeId slice = in.resolve(p.a);
  if (in.is(slice, TypeKind::Var) && !last) return false;
  if (!in.is(slice, TypeKind::Vector)) {
    const TypeId row = in.f.types.vector(in.fresh());
    if (!require_equal(in, row, slice, p.why.at, p.why)) return true;
    slice = in.resolve(row);
  }
  const TypeId rank = in.resolve(in.f.types.arg(slice, 0));
  if (in.is(rank, TypeKind::Var) && !last) return false;
  if (in.is(rank, TypeKind::Var)) in.unifier.unify(rank, in.f.types.rank(1));
  const TypeId whole = in.f.types.rank(in.f.types.rank_of(slice) + 1);
  require_equal(in, p.c, in.f.types.vector(whole, in.f.types.element_of(slice)), p.why.at, p.why);
  return true;
}

/// Whether t may still become a tuple: it is a variable, and no class makes it a number.
static bool may_be_tuple(const Inference& in, TypeId t) {
  return in.is(t, TypeKind::Var) && !(in.f.types.variable(in.resolve(t)).classes & ~structural_classes);
}

static bool settle_project(Inference& in, Pending& p, bool last) {
  const TypeId type = in.resolve(p.a);
  const uint32_t position = p.node->number;
  if (in.is(type, TypeKind::Tuple) && position < in.f.types[type].count) {
    require_equal(in, p.b, in.f.types.arg(type, position), p.why.at, p.why);
    return true;
  }
  if (may_be_tuple(in, type) && !last) return false;
  Types::Namer namer;
  const std::string number = std::to_string(position);
  if (may_be_tuple(in, type))
    report_unknown(in, type, p.why.at, "." + number,
                   "take the tuple apart where it gets its name, (lambda ((x, y)) ..), or write its type: "
                   "(lambda (p : (int, int)) p." +
                       number + ")");
  else if (in.is(type, TypeKind::Tuple))
    report(in, "E0218", p.why.at, {number, describe(in, type, namer), count(in.f.types[type].count, "item")})
        .help("positions count from 0");
  else if (Diagnostic& d = report(in, "E0219", p.why.at, {number, describe(in, type, namer)});
           in.is(type, TypeKind::Vector))
    d.help("an element of a vector is written v!" + number);
  else if (in.is(type, TypeKind::Sum))
    d.help("its fields get names by a pattern: (match e " + arm_of(in, type) + " ..)");
  return true;
}

static bool settle_unzip(Inference& in, Pending& p, bool last) {
  const TypeId type = in.resolve(p.a);
  if (may_be_tuple(in, type) && !last) return false;
  if (in.is(type, TypeKind::Tuple)) {
    std::vector<TypeId> vectors;
    for (uint32_t i = 0; i < in.f.types[type].count; ++i)
      vectors.push_back(in.f.types.vector(p.c, in.f.types.arg(type, i)));
    require_equal(in, p.b, in.f.types.tuple(vectors), p.why.at, p.why);
    return true;
  }
  Types::Namer namer;
  if (may_be_tuple(in, type))
    report_unknown(in, type, p.why.at, "unzip", "write its type: (xs : vector (int, int))");
  else
    report(in, "E0203", p.why.at,
           {"an element of the argument of `unzip`", "a tuple", describe(in, type, namer)});
  return true;
}

bool settle(Inference& in, Pending& p, bool last) {
  Watch::poll();
  const Diagnostics::Form form(in.f.diagnostics, p.form);
  switch (p.kind) {
  case Pending::Call: return settle_call(in, p, last);
  case Pending::Reduce: return settle_reduce(in, p, last);
  case Pending::Rank: return settle_rank(in, p, last);
  case Pending::Dims: return settle_dims(in, p, last);
  case Pending::Rows: return settle_rows(in, p, last);
  case Pending::Slices: return settle_slices(in, p, last);
  case Pending::Stack: return settle_stack(in, p, last);
  case Pending::Project: return settle_project(in, p, last);
  case Pending::Unzip: return settle_unzip(in, p, last);
  case Pending::Field: return settle_field(in, p, last);
  case Pending::With: return settle_with(in, p, last);
  }
  return true;
}

uint32_t dims_of(const Inference& in, TypeId index) {
  if (in.is(index, TypeKind::Tuple)) return in.f.types[index].count;
  const bool number = in.is(index, TypeKind::Prim) ||
                      (in.is(index, TypeKind::Var) && in.f.types.variable(index).classes & ~(Eq | Ord));
  return number;
}

void settle_from(Inference& in, size_t from) {
  size_t kept = from;
  in.type_visits += in.def.pending.size() - from;
  for (size_t i = from; i < in.def.pending.size(); ++i)
    if (Pending p = in.def.pending[i]; !settle(in, p, false)) in.def.pending[kept++] = p;
  in.def.pending.resize(kept, {});
  for (size_t i = from; i < in.def.pending.size(); ++i)
    for (TypeId t : {in.def.pending[i].a, in.def.pending[i].b, in.def.pending[i].c})
      in.unifier.lower(t, in.def.level);
}

void settle_all(Inference& in) {
  for (size_t before = in.def.pending.size() + 1; in.def.pending.size() < before;) {
    before = in.def.pending.size();
    settle_from(in, 0);
  }
  std::vector<Pending> rest = std::exchange(in.def.pending, {});
  for (Pending& p : rest)
    if (!settle(in, p, false)) settle(in, p, true);
}

// Defaults

void default_variable(Inference& in, TypeId v) {
  const Classes classes = in.f.types.variable(v).classes;
  if (classes & AnyRank) return void(in.unifier.unify(v, in.f.types.rank(1)));
  if (classes & Wide && !(classes & Fractional)) return void(in.unifier.unify(v, in.prim(Element::U64)));
  Element e = Element::Unit;
  if (classes & Fractional)
    e = Element::F64;
  else if (classes)
    e = Element::I64;
  in.unifier.unify(v, in.prim(e));
}

void default_classes(Inference& in, std::span<const TypeId> types) {
  for (TypeId v : in.schemes.open_parts(types, 0).variables)
    if (in.f.types.variable(v).classes & ~file_classes) default_variable(in, v);
}

void report_wide_numerals(Inference& in) {
  for (const Core* c : in.def.numerals) {
    const TypeId t = in.resolve(c->type);
    const bool open = in.is(t, TypeKind::Var) && !in.f.types.variable(t).rigid;
    if (!open || c->literal->element != Element::U64 || in.f.types.variable(t).classes & Fractional) continue;
    ++in.def.errors, report_numeral(*c->literal, Element::I64, in.f.diagnostics);
    in.unifier.unify(t, in.prim(Element::U64)); // no second error
  }
}

void close_variables(Inference& in) {
  const bool clean = in.def.errors == 0; // an earlier error may be why a type is unknown
  for (auto [type, span] : in.def.files)
    if (clean && in.is(type, TypeKind::Var) && !in.f.types.variable(in.resolve(type)).rigid &&
        !(in.f.types.variable(in.resolve(type)).classes & ~file_classes))
      report(in, "E0220", span, {"the file's contents"}).help(help_with_file_type(in, span));
  for (uint32_t i = in.def.first_variable; i < in.f.types.variable_count(); ++i) {
    const Types::Variable& v = in.f.types.variable_at(i);
    if (!v.bound && !v.rigid) default_variable(in, v.type);
  }
}

void check_numerals(Inference& in) {
  for (const Core* c : in.def.numerals) check_numeral(in, *c->literal, c->type, c->span);
}

} // namespace nova
