// Type rules written by hand (NOVA section 3.3.1): built-ins whose arity or shape depends on their arguments.
#include "frontend/infer/infer.hpp"
#include <array>

namespace nova {
namespace {

constexpr size_t no_limit = SIZE_MAX;

/// How many arguments a built-in takes, at least and at most.
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
  case BuiltinId::Stencil: return {3, 3};
  case BuiltinId::Index:
  case BuiltinId::Reshape:
  case BuiltinId::Matmul:
  case BuiltinId::CheckEqual: return {2, 2};
  default: return {1, 1};
  }
}

/// May be evaluated later than it stands: it neither fails nor takes time.
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

} // namespace

Core* Infer::apply_special(Call& c) {
  const Arity arity = arity_of(c.row.id);
  if (c.arguments.size() < arity.least) return eta_special(c, arity.least - c.arguments.size());
  if (c.row.id == BuiltinId::Reshape && report_dimensions(c)) return broken(c.span);
  if (c.arguments.size() <= arity.most) return complete_special(c);
  std::vector<Argument> all = c.arguments;
  c.arguments.resize(arity.most);
  Core* called = complete_special(c);
  const TypeId type = resolve(called->type);
  if (is(type, TypeKind::Fun) || (is(type, TypeKind::Var) && !f_.types.variable(type).classes))
    return apply_core(called, {}, std::span(all).subspan(arity.most), c.span);
  too_many(c.callee, all, {.kind = Why::Argument, .name = c.row.spelling, .scheme = c.row.scheme}, arity.most,
           type);
  for (Argument& a : std::span(all).subspan(arity.most)) force(a);
  return broken(c.span);
}

Core* Infer::complete_special(Call& c) {
  switch (c.row.id) {
  case BuiltinId::Map: return rule_map(c);
  case BuiltinId::Reduce:
  case BuiltinId::ReduceComm: return rule_reduce(c);
  case BuiltinId::Accumulate: return rule_accumulate(c);
  case BuiltinId::Range: return rule_range(c);
  case BuiltinId::Zip: return rule_zip(c);
  case BuiltinId::Unzip: return rule_unzip(c);
  case BuiltinId::Index: return rule_index(c);
  case BuiltinId::Length: return rule_measure(c, prim(Element::I64));
  case BuiltinId::Shape: return rule_measure(c, f_.types.vector(prim(Element::I64)));
  case BuiltinId::Flatten: return rule_flatten(c);
  case BuiltinId::Reshape: return rule_reshape(c);
  case BuiltinId::Transpose: return rule_transpose(c);
  case BuiltinId::Matmul: return rule_matmul(c);
  case BuiltinId::Stencil: return rule_stencil(c);
  default: return apply_signature(c); // assert and check-equal: special only in what they print
  }
}

/// A partial application: a lambda that takes the missing arguments. Those at hand are evaluated before.
Core* Infer::eta_special(Call& c, size_t missing) {
  std::vector<std::pair<VarId, Core*>> before;
  for (Argument& a : c.arguments) {
    if (a.is_lambda()) continue; // its parameters are known after the rule
    force(a);
    if (is_atom(*a.core, f_.program)) continue;
    const VarId v = fresh_variable(a.core->type, a.span);
    before.emplace_back(v, a.core);
    a.core = local_use(v, a.core->type, a.span);
  }
  Core* lambda = make(CoreKind::Lambda, no_type, c.span);
  std::vector<TypeId> parameters;
  for (size_t i = 0; i < missing; ++i) {
    parameters.push_back(fresh());
    lambda->vars.push_back(fresh_variable(parameters.back(), c.span));
    c.arguments.push_back({nullptr, local_use(lambda->vars.back(), parameters.back(), c.span), c.callee});
  }
  const EffectId own = effects_.fresh(level_), outer = std::exchange(effect_, own);
  Core* body = complete_special(c);
  effect_ = outer;
  lambda->items.push_back(body);
  lambda->type = fun_type(parameters, body->type, own);
  for (; !before.empty(); before.pop_back()) {
    Core* let = make(CoreKind::Let, lambda->type, c.span, {before.back().second, lambda});
    let->var = before.back().first, lambda = let;
  }
  return lambda;
}

/// The type of a function that a built-in runs on elements: it must do no IO.
TypeId Infer::callback(const Call& c, std::span<const TypeId> parameters, TypeId result) {
  TypeId t = result;
  for (size_t i = parameters.size(); i-- > 0;) {
    const EffectId e = effects_.fresh(level_);
    effects_.forbid(e, {c.callee, c.row.spelling});
    t = f_.types.fun(parameters[i], t, e);
  }
  return t;
}

Why Infer::why_argument(const Call& c, size_t i) const {
  const bool shown = arity_of(c.row.id).most != no_limit || c.arguments.size() <= c.row.arity;
  return {.kind = c.comprehension ? Why::Source : Why::Argument,
          .number = static_cast<uint32_t>(i + 1),
          .name = c.row.spelling,
          .at = c.arguments[i].span,
          .scheme = shown && !c.comprehension ? c.row.scheme : std::string_view()};
}

void Infer::expect_vector(Call& c, size_t i, TypeId expected) {
  Why why = why_argument(c, i);
  if (is(force(c.arguments[i]), TypeKind::Fun) && is(force(c.arguments[0]), TypeKind::Vector))
    why.swapped = 1;
  c.failed = !expect(c.arguments[i], expected, why) || c.failed;
}

/// The function that is run on the elements; it is not looked at where those are unknown by an error.
void Infer::expect_function(Call& c, size_t i, TypeId expected) {
  Argument& a = c.arguments[i];
  const TypeId actual = force(a, expected);
  if (c.failed) return;
  const UnifyFailure failure = unifier_.unify(expected, actual);
  if (failure.kind == UnifyFailure::Class && a.core->kind == CoreKind::Builtin)
    report_operator(failure, a);
  else if (failure) {
    Why why = why_argument(c, i);
    for (Argument& other : c.arguments)
      if (const TypeId t = resolve(force(other));
          is(t, TypeKind::Vector) && is(resolve(f_.types.arg(t, 0)), TypeKind::Rank))
        why.rows |= f_.types.rank_of(t) > 1;
    report_mismatch(failure, expected, actual, a.span, why);
  }
}

/// Rank and element of an argument that must be a vector of some rank.
std::pair<TypeId, TypeId> Infer::container(Call& c, size_t i) {
  const TypeId known = resolve(force(c.arguments[i]));
  if (is(known, TypeKind::Vector)) return {f_.types.arg(known, 0), f_.types.arg(known, 1)};
  const TypeId rank = fresh(), element = fresh();
  expect_vector(c, i, f_.types.vector(rank, element));
  wait({.kind = Pending::Rank, .a = rank});
  return {rank, element};
}

/// The element of an argument that must be a vector of rank 1.
TypeId Infer::vector_argument(Call& c, size_t i) {
  const TypeId known = resolve(force(c.arguments[i]));
  if (is(known, TypeKind::Vector) && resolve(f_.types.arg(known, 0)) == f_.types.rank(1))
    return f_.types.arg(known, 1);
  const TypeId element = fresh();
  expect_vector(c, i, f_.types.vector(element));
  return element;
}

Core* Infer::primitive(const Call& c, TypeId type) {
  Core* p = make(CoreKind::Primitive, type, c.span);
  p->builtin = c.row.id;
  p->items.reserve(c.arguments.size());
  for (const Argument& a : c.arguments) p->items.push_back(a.core);
  return p;
}

Core* Infer::rule_map(Call& c) {
  const auto [rank, first] = container(c, 1);
  std::vector<TypeId> elements{first};
  for (uint32_t i = 2; i < c.arguments.size(); ++i) {
    const auto [other, element] = container(c, i);
    if (!c.failed && resolve(other) != resolve(rank)) expect_vector(c, i, f_.types.vector(rank, element));
    elements.push_back(element);
  }
  const TypeId result = fresh();
  const uint32_t errors = errors_;
  expect_function(c, 0, callback(c, elements, result));
  const Expr* const f = c.arguments[0].expr;
  const bool several = f && f->kind == ExprKind::Lambda && f->parameters.size() > 1;
  if (errors_ > errors && several && elements.size() == 1 && is(resolve(first), TypeKind::Tuple)) {
    Diagnostic& d = f_.diagnostics.last();
    std::erase_if(d.notes, [](const Note& n) { return n.kind == Note::Help; }); // of the wrong cause
    d.help("each element is one argument; a tuple is taken apart by a pattern: (lambda (x, y) e)");
  }
  return primitive(c, f_.types.vector(rank, result));
}

/// With a start value, or without one, or waiting for one vector more: told apart by type.
Core* Infer::rule_reduce(Call& c) {
  const bool start = c.arguments.size() == 3;
  const TypeId shape[] = {fun_type(std::array{fresh()}, fresh(), effects_.fresh(level_)), fresh(), fresh()};
  if (start && report_function_behind(c.arguments, shape, why_argument(c, 0))) return broken(c.span);
  const TypeId element = start ? vector_argument(c, 2) : fresh();
  const TypeId second = force(c.arguments[1], start ? element : no_type), pair[] = {element, element};
  // A start value of another type is to blame only if the function agrees with the elements.
  const bool plausible = start && !c.failed && unifier_.may_equal(element, second);
  if (plausible) expect(c.arguments[1], element, why_argument(c, 1));
  const uint32_t errors = errors_;
  expect_function(c, 0, callback(c, pair, element));
  if (start && !plausible && !c.failed && errors == errors_)
    expect(c.arguments[1], element, why_argument(c, 1));
  Core* p = primitive(c, start ? element : fresh());
  reductions_.push_back(p);
  if (!start)
    wait({.kind = Pending::Reduce,
          .a = element,
          .b = second,
          .c = p->type,
          .node = p,
          .why = why_argument(c, 1)});
  return p;
}

Core* Infer::rule_accumulate(Call& c) {
  const TypeId state = force(c.arguments[2]);
  std::vector<TypeId> step{state};
  for (size_t i = 3; i < c.arguments.size(); ++i) step.push_back(vector_argument(c, i));
  const TypeId join[] = {state, state};
  expect_function(c, 0, callback(c, step, state));
  expect_function(c, 1, callback(c, join, state));
  Core* p = primitive(c, state);
  p->number = 1;
  return p;
}

Core* Infer::rule_range(Call& c) {
  const TypeId number = fresh(Integral);
  for (uint32_t i = 0; i < c.arguments.size(); ++i)
    expect(c.arguments[i], number,
           {.kind = Why::Operand, .number = i + 1, .name = c.row.spelling, .classes = Integral});
  return primitive(c, f_.types.vector(number));
}

Core* Infer::rule_zip(Call& c) {
  std::vector<TypeId> elements;
  for (size_t i = 0; i < c.arguments.size(); ++i) elements.push_back(vector_argument(c, i));
  return primitive(c, f_.types.vector(f_.types.tuple(elements)));
}

Core* Infer::rule_unzip(Call& c) {
  const TypeId element = vector_argument(c, 0), result = fresh();
  wait({.kind = Pending::Unzip, .a = element, .b = result, .why = {.at = c.arguments[0].span}});
  return primitive(c, result);
}

Core* Infer::rule_index(Call& c) {
  const auto [rank, element] = container(c, 0);
  const TypeId index = resolve(force(c.arguments[1]));
  const uint32_t dims = dims_of(index),
                 known = is(resolve(rank), TypeKind::Rank) ? f_.types.rank_of(c.arguments[0].core->type) : 0;
  wait({.kind = Pending::Dims,
        .a = rank,
        .b = index,
        .c = c.arguments[0].core->type,
        .why = {.kind = Why::Index, .other = c.arguments[0].span, .at = c.arguments[1].span}});
  const bool misfit = dims && known && dims != known; // what it gives is unknown, and no second error
  return primitive(c, misfit ? fresh() : element);
}

Core* Infer::rule_measure(Call& c, TypeId result) {
  container(c, 0);
  return primitive(c, result);
}

Core* Infer::rule_flatten(Call& c) {
  const auto [rank, element] = container(c, 0);
  const TypeId inner = fresh();
  wait({.kind = Pending::Rows,
        .a = rank,
        .b = element,
        .c = inner,
        .why = {.kind = Why::Component, .name = c.row.spelling, .at = c.arguments[0].span}});
  return primitive(c, f_.types.vector(inner));
}

Core* Infer::rule_reshape(Call& c) {
  const auto [rank, element] = container(c, 1);
  const TypeId shaped = fresh(), dims = force(c.arguments[0]);
  const TypeId result = f_.types.vector(shaped, element);
  wait({.kind = Pending::Dims, .a = shaped, .b = dims, .c = result, .why = why_argument(c, 0)});
  return primitive(c, result);
}

/// `(reshape m 3 3)`, `(reshape m (3, 3))`, `(reshape [3 3] m)`: the dimensions are a tuple, and come first.
bool Infer::report_dimensions(Call& c) {
  const auto is_vector = [&](Argument& a) { return is(resolve(force(a)), TypeKind::Vector); };
  const bool many = c.arguments.size() > 2;
  if (!many && !is_vector(c.arguments[0])) return false;
  const auto is_literal = [](const Argument& a) { return a.expr && a.expr->kind == ExprKind::Vector; };
  const bool last =
      is_vector(c.arguments.back()) && (many || !is_literal(c.arguments.back())); // what is reshaped
  const Argument& whole = last ? c.arguments.back() : c.arguments[0];
  const std::span<const Argument> rest = std::span(c.arguments).subspan(!last, c.arguments.size() - 1);
  std::string dims;
  const auto add = [&](Span s) { dims += (dims.empty() ? "" : ", ") + operand_text(s, "n"); };
  if (rest.size() == 1 && is_literal(rest[0]))
    for (const Expr* item : rest[0].expr->items) add(item->span);
  else
    for (const Argument& a : rest) add(a.span);
  const bool several = dims.find(',') != dims.npos && !dims.starts_with('(');
  if (many) {
    report("E0207", c.arguments[2].span, {"`reshape`", "2 arguments", std::to_string(c.arguments.size())});
  } else {
    Types::Namer namer;
    report("E0203", c.arguments[0].span,
           {"argument 1 of `reshape`", "the dimensions, a tuple of numbers",
            describe(c.arguments[0].core->type, namer)});
  }
  f_.diagnostics.last().help("the dimensions come first, as a tuple: (reshape " +
                             (several ? "(" + dims + ")" : dims) + " " + operand_text(whole.span, "v") + ")");
  for (Argument& a : c.arguments) force(a);
  return true;
}

Core* Infer::rule_transpose(Call& c) {
  const auto [rank, element] = container(c, 0);
  wait({.kind = Pending::Rows,
        .a = rank,
        .b = element,
        .c = fresh(),
        .why = {.kind = Why::Component, .number = 2, .name = c.row.spelling, .at = c.arguments[0].span}});
  return primitive(c, c.arguments[0].core->type);
}

Core* Infer::rule_matmul(Call& c) {
  const auto [rank, element] = container(c, 0);
  const TypeId number = fresh(Num), both = c.arguments[0].core->type;
  wait({.kind = Pending::Rows,
        .a = rank,
        .b = element,
        .c = number,
        .why = {.kind = Why::Component, .number = 2, .name = c.row.spelling, .at = c.arguments[0].span}});
  if (!c.failed) expect(c.arguments[1], both, why_argument(c, 1));
  return primitive(c, both);
}

Core* Infer::rule_stencil(Call& c) {
  const auto [rank, element] = container(c, 2);
  const TypeId result = fresh(), window[] = {f_.types.vector(rank, element)};
  wait({.kind = Pending::Dims,
        .a = rank,
        .b = force(c.arguments[0]),
        .c = c.arguments[2].core->type,
        .why = why_argument(c, 0)});
  expect_function(c, 1, callback(c, window, result));
  return primitive(c, f_.types.vector(rank, result));
}

} // namespace nova
