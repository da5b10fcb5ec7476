// Type rules written by hand (NOVA section 3.3.1), for built-ins whose arity or shape depends on their arguments.
#include "frontend/infer/calls.hpp"
#include "frontend/infer/deferred.hpp"
#include "frontend/infer/errors/argument_order.hpp"
#include "frontend/infer/errors/calls.hpp"
#include "frontend/infer/errors/report.hpp"
#include <array>

namespace nova {

namespace {

constexpr size_t no_limit = SIZE_MAX;

/// The least and the largest number of arguments that a built-in takes.
struct Arity {
  size_t least = 1, most = 1;
};

Arity arity_of(BuiltinId id) {
  switch (id) {
  case BuiltinId::Map: return {2, no_limit};
  case BuiltinId::Reduce:
  case BuiltinId::ReduceComm: return {2, 3};
  case BuiltinId::Accumulate: return {4, no_limit};
  case BuiltinId::Range: return {1, 3};
  case BuiltinId::Zip: return {2, no_limit};
  case BuiltinId::Put:
  case BuiltinId::Stencil: return {3, 3};
  case BuiltinId::StencilWith: return {4, 4};
  case BuiltinId::Index:
  case BuiltinId::Reshape:
  case BuiltinId::Tabulate:
  case BuiltinId::MakeArray:
  case BuiltinId::Matmul:
  case BuiltinId::Unstack:
  case BuiltinId::Stack:
  case BuiltinId::CheckEqual: return {2, 2};
  default: return {1, 1};
  }
}

} // namespace

bool is_atom(const Core& c, const Program& program) {
  switch (c.kind) {
  case CoreKind::Local: return !program[c.var].assigned;
  case CoreKind::Const:
  case CoreKind::Global:
  case CoreKind::Builtin:
  case CoreKind::Constructor:
  case CoreKind::Lambda: return true;
  default: return false;
  }
}

void EvaluatedFirst::add(Core*& c) {
  if (is_atom(*c, in_.f.program)) return;
  values_.emplace_back(in_.fresh_variable(c->type, c->span), c);
  c = in_.local_use(values_.back().first, c->type, c->span);
}

Core* EvaluatedFirst::around(Core* body) const {
  for (size_t k = values_.size(); k-- > 0;) {
    Core* let = in_.make(CoreKind::Let, body->type, body->span, {values_[k].second, body});
    let->var = values_[k].first, body = let;
  }
  return body;
}

/// Returns how many arguments of the call are still missing. A map without vectors takes as many as the context demands:
/// the parameters of the type that it asks for (NOVA section 3.3.1).
static size_t missing_arguments(const Inference& in, const Call& c, size_t least) {
  const size_t missing = least - c.arguments.size();
  if (c.row.id != BuiltinId::Map || c.arguments.size() != 1 || c.hint == no_type) return missing;
  size_t demanded = 0;
  for (TypeId t = in.resolve(c.hint); in.is(t, TypeKind::Fun); t = in.resolve(in.f.types.arg(t, 1)))
    ++demanded;
  return std::max(missing, demanded);
}

Core* apply_special(Inference& in, Call& c) {
  const Arity arity = arity_of(c.row.id);
  if (c.arguments.size() < arity.least) return eta_special(in, c, missing_arguments(in, c, arity.least));
  if (c.row.id == BuiltinId::Reshape && report_dimensions(in, c)) return broken(in, c.span);
  if (c.arguments.size() <= arity.most) return complete_special(in, c);
  std::vector<Argument> all = c.arguments;
  const Why why{.kind = Why::Argument, .name = c.row.spelling, .scheme = c.row.scheme};
  c.arguments.resize(arity.most);
  Core* called = complete_special(in, c);
  std::ranges::copy(c.arguments, all.begin());
  const TypeId type = in.resolve(called->type);
  if (in.is(type, TypeKind::Fun) || (in.is(type, TypeKind::Var) && !in.f.types.variable(type).classes))
    return apply_core(in, called, {}, std::span(all).subspan(arity.most), c.span);
  report_too_many(in, c.callee, all, why, arity.most, type);
  for (Argument& a : std::span(all).subspan(arity.most)) force(in, a);
  return broken(in, c.span);
}

Core* complete_special(Inference& in, Call& c) {
  switch (c.row.id) {
#define NOVA_RULE_Array(id, function)
#define NOVA_RULE_Special(id, function)                                                                      \
  case BuiltinId::id:                                                                                        \
    return rule_##function(in, c);
#define NOVA_BUILTIN(id, function, spelling, kind, ...) NOVA_RULE_##kind(id, function)
#include "frontend/builtins/arrays.def"
#undef NOVA_BUILTIN
#undef NOVA_RULE_Special
#undef NOVA_RULE_Array
  default: return broken(in, c.span); // only arrays.def has Special rows
  }
}

Core* eta_special(Inference& in, Call& c, size_t missing) {
  EvaluatedFirst before(in);
  for (Argument& a : c.arguments)
    if (!a.is_lambda()) { // a lambda's parameter types are determined by the rule
      const bool nested = c.row.id == BuiltinId::Map && a.expr && is_open_map(*a.expr);
      force(in, a, nested ? vectors_to_any(in, missing) : no_type);
      before.add(a.core);
    }
  Core* lambda = in.make(CoreKind::Lambda, no_type, c.span);
  std::vector<TypeId> parameters;
  for (size_t i = 0; i < missing; ++i) {
    parameters.push_back(in.fresh());
    lambda->vars.push_back(in.fresh_variable(parameters.back(), c.span));
    c.arguments.push_back({nullptr, in.local_use(lambda->vars.back(), parameters.back(), c.span), c.callee});
  }
  const EffectId own = in.effects.fresh(in.def.level), outer = std::exchange(in.def.effect, own);
  Core* body = complete_special(in, c);
  in.def.effect = outer;
  lambda->items.push_back(body);
  lambda->type = fun_type(in, parameters, body->type, own);
  return before.around(lambda);
}

/// Returns the type of a function that a built-in runs on elements, and forbids IO in it.
static TypeId callback_type(Inference& in, const Call& c, std::span<const TypeId> parameters, TypeId result) {
  TypeId t = result;
  for (size_t i = parameters.size(); i-- > 0;) {
    const EffectId e = in.effects.fresh(in.def.level);
    in.effects.forbid(e, {c.callee, c.row.spelling});
    t = in.f.types.fun(parameters[i], t, e);
  }
  return t;
}

static Why why_argument(const Call& c, size_t i) {
  if (c.comprehension && c.row.id == BuiltinId::Put)
    return {.kind = Why::SetVector, .at = c.arguments[i].span}; // of (set! v!i e)
  const bool shown = arity_of(c.row.id).most != no_limit || c.arguments.size() <= c.row.arity;
  return {.kind = c.comprehension ? Why::Source : Why::Argument,
          .number = static_cast<uint32_t>(i + 1),
          .name = c.row.spelling,
          .at = c.arguments[i].span,
          .scheme = shown && !c.comprehension ? c.row.scheme : std::string_view()};
}

void expect_vector(Inference& in, Call& c, size_t i, TypeId expected) {
  Why why = why_argument(c, i);
  if (in.is(force(in, c.arguments[i]), TypeKind::Fun) && in.is(force(in, c.arguments[0]), TypeKind::Vector))
    why.swapped = 1, why.arguments = spans_of(c.arguments);
  if (c.row.id == BuiltinId::Put) why.arguments = spans_of(c.arguments);
  if (i == 2 && starts_behind(in, c.row.spelling, c.arguments))
    why.swapped = 2, why.arguments = spans_of(c.arguments);
  c.failed = !expect(in, c.arguments[i], expected, why) || c.failed;
}

void expect_function(Inference& in, Call& c, size_t i, TypeId expected) {
  Argument& a = c.arguments[i];
  const TypeId actual = force(in, a, expected);
  if (c.failed) return;
  const UnifyFailure failure = in.unifier.unify(expected, actual);
  if (failure.kind == UnifyFailure::Class && a.core->kind == CoreKind::Builtin) {
    report_operator(in, failure, a);
    if (c.arguments.size() > 3 && several(a.core->builtin) != Several::None)
      help_with_several(in.f.diagnostics.last(), builtin(a.core->builtin));
  } else if (failure) {
    Why why = why_argument(c, i);
    for (Argument& other : c.arguments)
      if (const TypeId t = in.resolve(force(in, other));
          in.is(t, TypeKind::Vector) && in.is(in.resolve(in.f.types.arg(t, 0)), TypeKind::Rank))
        why.rows |= in.f.types.rank_of(t) > 1;
    report_mismatch(in, failure, expected, actual, a.span, why);
  }
}

std::pair<TypeId, TypeId> container(Inference& in, Call& c, size_t i) {
  const TypeId known = in.resolve(force(in, c.arguments[i]));
  if (in.is(known, TypeKind::Vector)) return {in.f.types.arg(known, 0), in.f.types.arg(known, 1)};
  const TypeId rank = in.fresh(AnyRank), element = in.fresh();
  expect_vector(in, c, i, in.f.types.vector(rank, element));
  return {rank, element};
}

/// The same for a built-in that needs the rank by the end of the definition, where it is 1 if it stays open.
static std::pair<TypeId, TypeId> ranked_container(Inference& in, Call& c, size_t i) {
  const std::pair<TypeId, TypeId> parts = container(in, c, i);
  if (in.is(in.resolve(parts.first), TypeKind::Var)) defer(in, {.kind = Pending::Rank, .a = parts.first});
  return parts;
}

TypeId vector_argument(Inference& in, Call& c, size_t i) {
  const TypeId known = in.resolve(force(in, c.arguments[i]));
  if (in.is(known, TypeKind::Vector) && in.resolve(in.f.types.arg(known, 0)) == in.f.types.rank(1))
    return in.f.types.arg(known, 1);
  const TypeId element = in.fresh();
  expect_vector(in, c, i, in.f.types.vector(element));
  return element;
}

static Core* make_primitive(Inference& in, const Call& c, TypeId type) {
  Core* p = in.make(CoreKind::Primitive, type, c.span);
  p->builtin = c.row.id;
  p->items.reserve(c.arguments.size());
  for (const Argument& a : c.arguments) p->items.push_back(a.core);
  return p;
}

/// Returns the rank and the element types of the arguments from index `from` on, which must be vectors of one rank.
static std::pair<TypeId, std::vector<TypeId>> containers(Inference& in, Call& c, size_t from) {
  const auto [rank, first] = container(in, c, from);
  std::vector<TypeId> elements{first};
  for (size_t i = from + 1; i < c.arguments.size(); ++i) {
    const auto [other, element] = container(in, c, i);
    if (!c.failed && in.resolve(other) != in.resolve(rank))
      expect_vector(in, c, i, in.f.types.vector(rank, element));
    elements.push_back(element);
  }
  return {rank, elements};
}

/// Infers the vectors of a map whose function is a name that takes a sum type: that type says which constructors the
/// elements have, if several types have them.
static void infer_mapped_sums(Inference& in, Call& c) {
  const Expr* const f = c.arguments[0].expr;
  if (!f || (f->kind != ExprKind::Global && f->kind != ExprKind::Local)) return;
  TypeId type = in.resolve(force(in, c.arguments[0]));
  for (Argument& a : std::span(c.arguments).subspan(1)) {
    if (!in.is(type, TypeKind::Fun)) return;
    const TypeId parameter = in.resolve(in.f.types.arg(type, 0));
    if (in.is(parameter, TypeKind::Sum)) force(in, a, in.f.types.vector(parameter));
    type = in.resolve(in.f.types.arg(type, 1));
  }
}

Core* rule_map(Inference& in, Call& c) {
  infer_mapped_sums(in, c);
  const auto [rank, elements] = containers(in, c, 1);
  const TypeId result = in.fresh();
  const uint32_t errors = in.def.errors;
  expect_function(in, c, 0, callback_type(in, c, elements, result));
  const Expr* const f = c.arguments[0].expr;
  const bool several = f && f->kind == ExprKind::Lambda && f->parameters.size() > 1;
  if (in.def.errors > errors && several && elements.size() == 1 &&
      in.is(in.resolve(elements[0]), TypeKind::Tuple)) {
    Diagnostic& d = in.f.diagnostics.last();
    // Remove the help that was added: it is about a wrong cause.
    std::erase_if(d.notes, [](const Note& n) { return n.kind == Note::Help; });
    d.help("each element is one argument; a tuple is taken apart by a pattern: (lambda (x, y) e)");
  }
  return make_primitive(in, c, in.f.types.vector(rank, result));
}

/// Infers a reduction with a start value, without one, or with its vector still missing. The types decide which it
/// is.
Core* rule_reduce(Inference& in, Call& c) {
  const bool start = c.arguments.size() == 3;
  const TypeId shape[] = {fun_type(in, std::array{in.fresh()}, in.fresh(), in.effects.fresh(in.def.level)),
                          in.fresh(), in.fresh()};
  if (start && report_function_behind(in, c.arguments, shape, why_argument(c, 0))) return broken(in, c.span);
  const TypeId element = start ? container(in, c, 2).second : in.fresh();
  const TypeId second = force(in, c.arguments[1], start ? element : no_type), pair[] = {element, element};
  // A start value of another type is reported only if the function fits the elements.
  const bool plausible = start && !c.failed && in.unifier.may_equal(element, second);
  if (plausible) expect(in, c.arguments[1], element, why_argument(c, 1));
  const uint32_t errors = in.def.errors;
  expect_function(in, c, 0, callback_type(in, c, pair, element));
  if (start && !plausible && !c.failed && errors == in.def.errors)
    expect(in, c.arguments[1], element, why_argument(c, 1));
  Core* p = make_primitive(in, c, start ? element : in.fresh());
  in.def.reductions.push_back(p);
  if (!start)
    defer(in, {.kind = Pending::Reduce,
               .a = element,
               .b = second,
               .c = p->type,
               .node = p,
               .why = why_argument(c, 1)});
  return p;
}

Core* rule_accumulate(Inference& in, Call& c) {
  const TypeId state = force(in, c.arguments[2]);
  std::vector<TypeId> step{state};
  for (size_t i = 3; i < c.arguments.size(); ++i) step.push_back(container(in, c, i).second);
  const TypeId join[] = {state, state};
  expect_function(in, c, 0, callback_type(in, c, step, state));
  expect_function(in, c, 1, callback_type(in, c, join, state));
  Core* p = make_primitive(in, c, state);
  p->number = 1;
  return p;
}

Core* rule_range(Inference& in, Call& c) {
  const TypeId number = in.fresh(Integral);
  for (uint32_t i = 0; i < c.arguments.size(); ++i)
    expect(in, c.arguments[i], number,
           {.kind = Why::Operand,
            .number = i + 1,
            .name = c.comprehension ? "[a..<b]" : c.row.spelling,
            .classes = Integral});
  return make_primitive(in, c, in.f.types.vector(number));
}

Core* rule_zip(Inference& in, Call& c) {
  const auto [rank, elements] = containers(in, c, 0);
  return make_primitive(in, c, in.f.types.vector(rank, in.f.types.tuple(elements)));
}

Core* rule_unzip(Inference& in, Call& c) {
  const auto [rank, element] = container(in, c, 0);
  const TypeId result = in.fresh();
  defer(in,
        {.kind = Pending::Unzip, .a = element, .b = result, .c = rank, .why = {.at = c.arguments[0].span}});
  return make_primitive(in, c, result);
}

/// Requires that an index has as many ints as the vector, whose rank is `rank`, has dimensions. Returns whether they
/// surely differ.
static bool expect_index(Inference& in, Argument& index, const Argument& vector, TypeId rank) {
  const TypeId type = in.resolve(force(in, index));
  const uint32_t dims = dims_of(in, type),
                 known = in.is(in.resolve(rank), TypeKind::Rank) ? in.f.types.rank_of(vector.core->type) : 0;
  defer(in, {.kind = Pending::Dims,
             .a = rank,
             .b = type,
             .c = vector.core->type,
             .why = {.kind = Why::Index, .other = vector.span, .at = index.span}});
  return dims && known && dims != known;
}

Core* rule_index(Inference& in, Call& c) {
  const auto [rank, element] = ranked_container(in, c, 0);
  const uint32_t known = in.is(in.resolve(rank), TypeKind::Rank) ? in.f.types[in.resolve(rank)].payload : 0;
  if (known > 1 && dims_of(in, in.resolve(force(in, c.arguments[1]))) == 1) { // a slice
    Argument& i = c.arguments[1];
    require_equal(in, in.fresh(Index), i.core->type, i.span,
                  {.kind = Why::Index, .other = c.arguments[0].span, .at = i.span});
    return make_primitive(in, c, slice_type(in, known, element));
  }
  const bool misfit = expect_index(in, c.arguments[1], c.arguments[0], rank);
  return make_primitive(in, c, misfit ? in.fresh() : element); // a fresh type: no second error
}

/// Infers a put, which a `set!` of an element is, too.
Core* rule_put(Inference& in, Call& c) {
  const auto [rank, element] = ranked_container(in, c, 2);
  const bool misfit = !c.failed && expect_index(in, c.arguments[0], c.arguments[2], rank);
  const Why set{.kind = Why::NewElement, .other = c.arguments[2].span};
  if (!c.failed && !misfit) expect(in, c.arguments[1], element, c.comprehension ? set : why_argument(c, 1));
  force(in, c.arguments[1]);
  return make_primitive(in, c, c.arguments[2].core->type);
}

Core* rule_length(Inference& in, Call& c) {
  container(in, c, 0);
  return make_primitive(in, c, in.prim(Element::I64));
}

Core* rule_shape(Inference& in, Call& c) {
  container(in, c, 0);
  return make_primitive(in, c, in.f.types.vector(in.prim(Element::I64)));
}

Core* rule_flatten(Inference& in, Call& c) {
  const auto [rank, element] = ranked_container(in, c, 0);
  const TypeId inner = in.fresh();
  defer(in, {.kind = Pending::Rows,
             .a = rank,
             .b = element,
             .c = inner,
             .why = {.kind = Why::Component, .name = c.row.spelling, .at = c.arguments[0].span}});
  return make_primitive(in, c, in.f.types.vector(inner));
}

Core* rule_reshape(Inference& in, Call& c) {
  const auto [rank, element] = ranked_container(in, c, 1);
  const TypeId shaped = in.fresh(), dims = force(in, c.arguments[0]);
  const TypeId result = in.f.types.vector(shaped, element);
  defer(in, {.kind = Pending::Dims, .a = shaped, .b = dims, .c = result, .why = why_argument(c, 0)});
  return make_primitive(in, c, result);
}

Core* rule_rows(Inference& in, Call& c) {
  force(in, c.arguments[0],
        in.f.types.vector(in.f.types.rank(2), in.fresh())); // a nested literal is a vector#2 here
  const auto [rank, element] = ranked_container(in, c, 0);
  const TypeId known = in.resolve(rank);
  const bool open = !in.is(known, TypeKind::Rank);
  const uint32_t n = open ? 2 : std::max(2u, in.f.types[known].payload);
  if (!c.failed) expect_vector(in, c, 0, in.f.types.vector(in.f.types.rank(n), element));
  return make_primitive(in, c, in.f.types.vector(slice_type(in, n, element)));
}

Core* rule_unstack(Inference& in, Call& c) {
  const auto [rank, element] = ranked_container(in, c, 1);
  const TypeId slice = in.fresh();
  if (!c.failed) expect(in, c.arguments[0], in.prim(Element::I64), why_argument(c, 0));
  defer(in, {.kind = Pending::Slices, .a = rank, .b = element, .c = slice, .why = why_argument(c, 1)});
  return make_primitive(in, c, in.f.types.vector(slice));
}

Core* rule_stack(Inference& in, Call& c) {
  const TypeId slice = vector_argument(in, c, 1), result = in.fresh();
  if (!c.failed) expect(in, c.arguments[0], in.prim(Element::I64), why_argument(c, 0));
  defer(in, {.kind = Pending::Stack, .a = slice, .c = result, .why = why_argument(c, 1)});
  return make_primitive(in, c, result);
}

Core* rule_transpose(Inference& in, Call& c) {
  const auto [rank, element] = ranked_container(in, c, 0);
  defer(in,
        {.kind = Pending::Rows,
         .a = rank,
         .b = element,
         .c = in.fresh(),
         .why = {.kind = Why::Component, .number = 2, .name = c.row.spelling, .at = c.arguments[0].span}});
  return make_primitive(in, c, c.arguments[0].core->type);
}

Core* rule_matmul(Inference& in, Call& c) {
  const auto [rank, element] = ranked_container(in, c, 0);
  const TypeId number = in.fresh(Num), both = c.arguments[0].core->type;
  defer(in,
        {.kind = Pending::Rows,
         .a = rank,
         .b = element,
         .c = number,
         .why = {.kind = Why::Component, .number = 2, .name = c.row.spelling, .at = c.arguments[0].span}});
  if (!c.failed) expect(in, c.arguments[1], both, why_argument(c, 1));
  return make_primitive(in, c, both);
}

/// Infers a stencil. `at`: the place of the window's size among the arguments.
static Core* infer_stencil(Inference& in, Call& c, size_t at) {
  const auto [rank, element] = ranked_container(in, c, at + 2);
  const TypeId result = in.fresh(), window[] = {in.f.types.vector(rank, element)};
  defer(in, {.kind = Pending::Dims,
             .a = rank,
             .b = force(in, c.arguments[at]),
             .c = c.arguments[at + 2].core->type,
             .why = why_argument(c, at)});
  expect_function(in, c, at + 1, callback_type(in, c, window, result));
  return make_primitive(in, c, in.f.types.vector(rank, result));
}

Core* rule_stencil(Inference& in, Call& c) { return infer_stencil(in, c, 0); }

Core* rule_stencil_with(Inference& in, Call& c) {
  const auto [rank, element] = ranked_container(in, c, 3);
  const TypeId parameter[] = {element};
  const auto border = std::ranges::find(in.f.program.types, in.f.symbols.intern("Border"), &TypeDecl::name);
  if (border == in.f.program.types.end()) return broken(in, c.span); // there is no prelude
  const SumId id = in.reader.sum(TypeDeclId{static_cast<uint32_t>(border - in.f.program.types.begin())});
  if (!c.failed) expect(in, c.arguments[0], in.f.types.sum(id, parameter), why_argument(c, 0));
  return infer_stencil(in, c, 1);
}

Core* rule_make_array(Inference& in, Call& c) {
  const TypeId shaped = in.fresh(), dims = force(in, c.arguments[0]);
  const TypeId result = in.f.types.vector(shaped, force(in, c.arguments[1]));
  defer(in, {.kind = Pending::Dims, .a = shaped, .b = dims, .c = result, .why = why_argument(c, 0)});
  return make_primitive(in, c, result);
}

/// Whether the function argument of a tabulate takes the indices one after the other, where the dimensions are a
/// tuple of `rank` ints: it takes as many arguments, of which the first is no tuple.
static bool takes_indices_apart(Inference& in, Argument& f, size_t rank) {
  if (f.is_lambda()) return f.expr->parameters.size() == rank;
  TypeId type = in.resolve(force(in, f));
  if (!in.is(type, TypeKind::Fun) || in.is(in.resolve(in.f.types.arg(type, 0)), TypeKind::Tuple))
    return false;
  for (size_t k = 0; k < rank; ++k, type = in.resolve(in.f.types.arg(type, 1)))
    if (!in.is(type, TypeKind::Fun)) return false;
  return true;
}

/// Infers a tabulate. Its function takes an index as `!` does, or as many ints as there are dimensions; then the
/// Primitive's number is 1.
Core* rule_tabulate(Inference& in, Call& c) {
  const TypeId shaped = in.fresh(), element = in.fresh(), dims = in.resolve(force(in, c.arguments[0]));
  const TypeId result = in.f.types.vector(shaped, element);
  defer(in, {.kind = Pending::Dims, .a = shaped, .b = dims, .c = result, .why = why_argument(c, 0)});
  std::vector<TypeId> indices{dims};
  const size_t rank = in.is(dims, TypeKind::Tuple) ? in.f.types[dims].count : 1;
  const bool apart = rank > 1 && takes_indices_apart(in, c.arguments[1], rank);
  if (apart) {
    const std::span<const TypeId> each = in.f.types.args(dims);
    indices.assign(each.begin(), each.end());
  }
  expect_function(in, c, 1, callback_type(in, c, indices, element));
  Core* p = make_primitive(in, c, result);
  return p->number = apart, p;
}

// These have the type of their scheme, and are special only in what they print.
Core* rule_assert_true(Inference& in, Call& c) { return apply_signature(in, c); }
Core* rule_check_equal(Inference& in, Call& c) { return apply_signature(in, c); }

} // namespace nova
