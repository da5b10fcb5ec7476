// Inference of calls. Functions are unary and curried, but a call is typed with all arguments that stand in one pair
// of parentheses.
#include "frontend/infer/calls.hpp"
#include "frontend/infer/deferred.hpp"
#include "frontend/infer/errors/calls.hpp"
#include "frontend/infer/errors/report.hpp"
#include "frontend/infer/expressions.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace nova {

Core* infer_apply(Inference& in, const Expr& e, TypeId hint) {
  if (e.items.size() == 1 && e.items[0]->kind != ExprKind::Constructor) return call_or_self(in, e);
  switch (e.items[0]->kind) {
  case ExprKind::Builtin: return apply_builtin(in, e, hint);
  case ExprKind::Constructor: return apply_constructor(in, e, hint);
  default: return apply_value(in, e);
  }
}

Core* call_or_self(Inference& in, const Expr& e) {
  Core* inner = infer(in, *e.items[0]);
  Core* c = in.make(CoreKind::Sequence, in.fresh(), e.span, {inner});
  defer(in, {.kind = Pending::Call,
             .a = inner->type,
             .b = c->type,
             .node = c,
             .effect = in.def.effect,
             .why = {.at = e.span}});
  return c;
}

std::string_view name_of(const Inference& in, const Expr& e) {
  switch (e.kind) {
  case ExprKind::Local: return in.f.symbols.text(in.f.program[e.var].name);
  case ExprKind::Global: return in.f.symbols.text(in.f.program[e.global].name);
  case ExprKind::Builtin: return builtin(e.builtin).spelling;
  case ExprKind::Index: return "!";
  case ExprKind::Constructor: return in.f.symbols.text(in.f.program[e.decl].constructors[e.number].name);
  default: return {};
  }
}

TypeId force(Inference& in, Argument& a, TypeId hint) {
  if (!a.core) a.core = infer(in, *a.expr, hint);
  return a.core->type;
}

bool expect(Inference& in, Argument& a, TypeId expected, const Why& why) {
  return require_equal(in, expected, force(in, a, expected), a.span, why);
}

TypeId fun_type(Inference& in, std::span<const TypeId> parameters, TypeId result, EffectId last) {
  TypeId t = result;
  for (size_t i = parameters.size(); i-- > 0;)
    t = in.f.types.fun(parameters[i], t, i + 1 == parameters.size() ? last : in.effects.fresh(in.def.level));
  return t;
}

TypeId vectors_to_any(Inference& in, size_t n) {
  std::vector<TypeId> vectors;
  for (size_t k = 0; k < n; ++k) vectors.push_back(in.f.types.vector(in.fresh(AnyRank), in.fresh()));
  return fun_type(in, vectors, in.fresh(), in.effects.fresh(in.def.level));
}

Core* apply_value(Inference& in, const Expr& e, TypeId result) {
  std::vector<Argument> arguments;
  for (size_t i = 1; i < e.items.size(); ++i) arguments.push_back({e.items[i], nullptr, e.items[i]->span});
  const bool constructor = e.items[0]->kind == ExprKind::Constructor;
  const TypeId taken = is_open_map(*e.items[0]) ? vectors_to_any(in, arguments.size())
                       : constructor            ? result
                                                : no_type;
  Core* callee = infer(in, *e.items[0], taken);
  const bool open = in.is(callee->type, TypeKind::Var);
  if (open) note_infix(in, e, callee->type);
  return apply_core(in, callee, name_of(in, *e.items[0]), arguments, e.span);
}

/// Whether a type is no function's, and can't become one.
static bool is_no_function(const Inference& in, TypeId t) {
  t = in.resolve(t);
  return !in.is(t, TypeKind::Fun) && (!in.is(t, TypeKind::Var) || in.f.types.variable(t).classes);
}

Core* apply_core(Inference& in, Core* callee, std::string_view name, std::span<Argument> arguments,
                 Span span) {
  std::vector<TypeId> parameters;
  TypeId rest = callee->type;
  const Why why{.kind = Why::Argument, .name = name, .callee = callee};
  size_t checked = 0;
  bool said = true; // whether all arrows so far come from the callee's own type
  const auto check = [&] {
    Why numbered = why;
    numbered.number = static_cast<uint32_t>(checked);
    const size_t n = parameters.size() - checked;
    check_arguments(in, arguments.subspan(checked, n), std::span(parameters).subspan(checked), numbered);
    checked += n;
  };
  while (parameters.size() < arguments.size()) {
    rest = in.resolve(rest);
    const bool open = in.is(rest, TypeKind::Var) && !is_no_function(in, rest);
    if (open && said && checked < parameters.size()) check(), rest = in.resolve(rest);
    if (open && in.is(rest, TypeKind::Var)) {
      const TypeId function = in.f.types.fun(in.fresh(), in.fresh(), in.effects.fresh(in.def.level));
      if (!in.unifier.unify(rest, function)) rest = function, said = false;
    }
    if (!in.is(rest, TypeKind::Fun)) {
      for (Argument& a : arguments) force(in, a);
      report_too_many(in, callee->span, arguments, why, parameters.size(), rest);
      break;
    }
    parameters.push_back(in.f.types.arg(rest, 0));
    in.effects.flow(in.f.types[rest].effect, in.def.effect);
    rest = in.f.types.arg(rest, 1);
  }
  const bool complete = parameters.size() == arguments.size();
  if (complete) check();
  for (Argument& a : arguments) force(in, a);
  Core* c = in.make(CoreKind::Apply, complete ? rest : in.fresh(), span, {callee});
  for (Argument& a : arguments) c->items.push_back(a.core);
  return c;
}

bool check_arguments(Inference& in, std::span<Argument> arguments, std::span<TypeId> parameters, Why why) {
  std::vector<Misfit> misfits;
  for (const bool lambdas : {false, true})
    for (uint32_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].is_lambda() != lambdas) continue;
      const TypeId expected = parameters[i], actual = force(in, arguments[i], expected);
      const UnifyFailure failure = expected == actual ? UnifyFailure{} : in.unifier.unify(expected, actual);
      if (!failure) continue;
      misfits.push_back({i, expected, failure});
      std::ranges::replace(parameters, TypeId{expected}, in.fresh());
    }
  report_misfits(in, arguments, misfits, why);
  return misfits.empty();
}

// Built-ins

bool is_open_map(const Expr& e) {
  return e.kind == ExprKind::Apply && e.items.size() == 2 && e.items[0]->kind == ExprKind::Builtin &&
         e.items[0]->builtin == BuiltinId::Map;
}

Core* apply_builtin(Inference& in, const Expr& e, TypeId hint) {
  const bool index = e.kind == ExprKind::Index;
  const BuiltinId id = index ? BuiltinId::Index : e.items[0]->builtin;
  Call c{builtin(id), e.span, index ? e.span : e.items[0]->span, {}};
  c.arguments.reserve(e.items.size());
  for (size_t i = index ? 0 : 1; i < e.items.size(); ++i)
    c.arguments.push_back({e.items[i], nullptr, e.items[i]->span});
  c.comprehension = index ? 0 : e.number, c.hint = hint;
  return c.row.kind == BuiltinKind::Special ? apply_special(in, c) : apply_signature(in, c);
}

/// Records the types at which a call reads or writes a file in `in.def.files`. They must be known when the definition
/// ends, because no default fits a file.
static void note_files(Inference& in, std::span<const TypeId> instance, Span span) {
  for (TypeId t : instance)
    if (in.f.types.variable(t).classes & file_classes) in.def.files.emplace_back(t, span);
}

/// Constrains the effects of the functions that a built-in takes. A call of `foldl` or `scanl` does IO if its function
/// does. All other array built-ins forbid IO in their functions.
static void restrict_callbacks(Inference& in, const BuiltinRow& row, std::span<const TypeId> parameters,
                               Span span) {
  if (row.kind == BuiltinKind::Scalar || row.kind == BuiltinKind::Effect) return;
  for (TypeId t : parameters)
    for (t = in.resolve(t); in.is(t, TypeKind::Fun); t = in.resolve(in.f.types.arg(t, 1))) {
      if (row.id == BuiltinId::Foldl || row.id == BuiltinId::Scanl)
        in.effects.flow(in.f.types[t].effect, in.def.effect);
      else
        in.effects.forbid(in.f.types[t].effect, {span, row.spelling});
    }
}

/// Checks the arguments of the join-by that a comprehension made of a filter (= l r). The keys l and r are checked as
/// operands of `=`, so that errors speak of the filter.
static bool check_join(Inference& in, Call& c, std::span<TypeId> parameters) {
  Argument operands[2];
  for (size_t side : {0u, 1u}) {
    Argument &f = c.arguments[side], &source = c.arguments[2 + side];
    if (!expect(in, source, parameters[2 + side], {.kind = Why::Source})) return false;
    const TypeId p = in.resolve(parameters[side]);
    const TypeId any = in.f.types.fun(in.f.types.arg(p, 0), in.fresh(), in.f.types[p].effect);
    const auto number = static_cast<uint32_t>(side + 1);
    if (!expect(in, f, any, {.kind = Why::Argument, .number = number, .name = c.row.spelling})) return false;
    operands[side] = {nullptr, f.core->kind == CoreKind::Lambda ? f.core->items[0] : f.core, f.span};
  }
  if (c.comprehension > 1) std::swap(operands[0], operands[1]);
  std::vector<TypeId> instance;
  const BuiltinRow& equal = builtin(BuiltinId::Equal);
  Signature s = in.schemes.instantiate(in.signatures.of(equal.id), in.def.level, instance);
  Why why{.kind = Why::Operand, .name = equal.spelling};
  for (TypeId t : instance) why.classes |= in.f.types.variable(t).classes;
  return check_arguments(in, operands, s.parameters, why);
}

Core* apply_signature(Inference& in, Call& c) {
  if (c.arguments.size() > c.row.arity && several(c.row.id) != Several::None) return apply_several(in, c);
  std::vector<TypeId> instance;
  Signature s = in.schemes.instantiate(in.signatures.of(c.row.id), in.def.level, instance);
  const size_t takes = s.parameters.size(), given = std::min(takes, c.arguments.size());
  if (c.arguments.size() < takes) {
    std::vector<Argument> arguments = std::move(c.arguments);
    return apply_core(in, builtin_value(in, c.row.id, c.callee), c.row.spelling, arguments, c.span);
  }
  restrict_callbacks(in, c.row, s.parameters, c.callee);
  Why why{.kind = Why::Operand, .name = c.row.spelling};
  if (c.comprehension && c.row.id == BuiltinId::GroupBy) why.name = "group by";
  if (c.comprehension && c.row.id == BuiltinId::SortBy) why.name = "order by";
  if (c.comprehension && c.row.id == BuiltinId::RangeTo) why.name = "[a..b]";
  if (c.row.kind != BuiltinKind::Scalar) why.scheme = c.row.scheme;
  for (TypeId t : instance) why.classes |= in.f.types.variable(t).classes;
  if (report_function_behind(in, std::span(c.arguments).first(given), s.parameters, why))
    return broken(in, c.span);
  if (given < c.arguments.size() && is_no_function(in, s.result)) {
    for (Argument& a : c.arguments) force(in, a);
    return report_too_many(in, c.callee, c.arguments, why, takes, s.result), broken(in, c.span);
  }
  const bool joins = c.comprehension && c.row.id == BuiltinId::JoinBy;
  if (c.comprehension && c.row.id == BuiltinId::Filter &&
      !expect(in, c.arguments[1], s.parameters[1], {.kind = Why::Source}))
    return broken(in, c.span);
  const bool fits = joins ? check_join(in, c, s.parameters)
                          : check_arguments(in, std::span(c.arguments).first(given), s.parameters, why);
  if (joins && !fits) return broken(in, c.span);
  if (!fits && in.is(s.result, TypeKind::Var)) s.result = in.fresh();
  if (c.row.kind == BuiltinKind::Effect) in.effects.mark_io(in.def.effect, {c.span, c.row.spelling, {}});
  Core* p = in.make(CoreKind::Primitive, s.result, c.span);
  p->builtin = c.row.id, p->number = c.comprehension > 1;
  for (size_t i = 0; i < given; ++i) p->items.push_back(c.arguments[i].core);
  note_files(in, instance, c.span);
  if (given == c.arguments.size()) return p;
  if (is_no_function(in, s.result)) {
    report_too_many(in, c.callee, c.arguments, why, takes, s.result);
    for (size_t i = given; i < c.arguments.size(); ++i) force(in, c.arguments[i]);
    return broken(in, c.span);
  }
  return apply_core(in, p, {}, std::span(c.arguments).subspan(given), c.span);
}

// Operators of more than two operands

namespace {

Core* make_operation(Inference& in, BuiltinId id, TypeId type, Core* a, Core* b, Span span) {
  Core* p = in.make(CoreKind::Primitive, type, span, {a, b});
  return p->builtin = id, p;
}

/// The operation on the first two operands, on its result and the third, and so on.
Core* fold_operands(Inference& in, const Call& c, TypeId result) {
  Core* all = c.arguments[0].core;
  for (size_t k = 1; k < c.arguments.size(); ++k) {
    const bool last = k + 1 == c.arguments.size();
    const Span span = last ? c.span : join(c.arguments[0].span, c.arguments[k].span);
    all = make_operation(in, c.row.id, result, all, c.arguments[k].core, span);
  }
  return all;
}

/// Whether the comparison holds of each two neighbours. Operands that take time are evaluated once, in their order,
/// before the first comparison.
Core* compare_neighbours(Inference& in, Call& c, TypeId result) {
  EvaluatedFirst before(in);
  for (Argument& a : c.arguments) before.add(a.core);
  Core* all = nullptr;
  for (size_t k = 1; k < c.arguments.size(); ++k) {
    const Argument &a = c.arguments[k - 1], &b = c.arguments[k];
    Core* holds = make_operation(in, c.row.id, result, a.core, b.core, join(a.span, b.span));
    all = all ? make_operation(in, BuiltinId::And, result, all, holds, c.span) : holds;
  }
  return before.around(all);
}

} // namespace

Core* apply_several(Inference& in, Call& c) {
  std::vector<TypeId> instance;
  Signature s = in.schemes.instantiate(in.signatures.of(c.row.id), in.def.level, instance);
  Why why{.kind = Why::Operand, .name = c.row.spelling};
  for (TypeId t : instance) why.classes |= in.f.types.variable(t).classes;
  std::vector<TypeId> operands(c.arguments.size(), s.parameters[0]);
  check_arguments(in, c.arguments, operands, why);
  return several(c.row.id) == Several::Fold ? fold_operands(in, c, s.result)
                                            : compare_neighbours(in, c, s.result);
}

// Built-ins as values

Core* builtin_value(Inference& in, BuiltinId id, Span span, std::vector<Argument> arguments) {
  const BuiltinRow& row = builtin(id);
  if (row.kind == BuiltinKind::Special) {
    Call c{row, span, span, std::move(arguments)};
    return apply_special(in, c);
  }
  Core* c = in.make(CoreKind::Builtin, no_type, span);
  c->builtin = id;
  const Signature s = in.schemes.instantiate(in.signatures.of(id), in.def.level, c->instance);
  const EffectId last = in.effects.fresh(in.def.level), outer = std::exchange(in.def.effect, last);
  restrict_callbacks(in, row, s.parameters, span);
  in.def.effect = outer;
  if (row.kind == BuiltinKind::Effect) in.effects.mark_io(last, {span, row.spelling, {}});
  c->type = fun_type(in, s.parameters, s.result, last);
  note_files(in, c->instance, span);
  c->instance.clear(); // its type determines the instance
  return c;
}

// Constructors

std::optional<ConstructorId> choose_constructor(Inference& in, ConstructorId written, TypeId expected,
                                                Span at) {
  const TypeDecl::Constructor& c = in.f.program[written.type].constructors[written.number];
  if (c.namesakes.empty()) return written;
  TypeId sum = in.resolve(expected);
  while (in.is(sum, TypeKind::Fun)) sum = in.resolve(in.f.types.arg(sum, 1));
  std::vector<ConstructorId> all{written};
  for (const ConstructorId n : c.namesakes)
    if (!in.f.program[n.type].failed) all.push_back(n);
  if (all.size() == 1) return written;
  if (sum != no_type && !in.is(sum, TypeKind::Var)) {
    const auto is_expected = [&](ConstructorId n) {
      return in.is(sum, TypeKind::Sum) && in.reader.sum(n.type) == SumId{in.f.types[sum].payload};
    };
    const auto found = std::ranges::find_if(all, is_expected);
    return found == all.end() ? written : *found; // what else is expected does not fit: that is reported
  }
  const auto name = [&](ConstructorId n) {
    return std::string(in.f.symbols.text(in.f.program[n.type].name));
  };
  std::string types;
  for (const ConstructorId n : all) types += (types.empty() ? "`" : ", `") + name(n) + "`";
  const std::string constructor(in.f.symbols.text(c.name));
  report(in, "E0224", at, {constructor, types})
      .help("write which one: (" + (c.fields.empty() ? constructor : "(" + constructor + " ..)") + " : " +
            name(all[0]) + ")");
  return std::nullopt;
}

/// Returns hints for the types of a constructor's fields. They follow from `hint`, the type that is expected of the
/// constructor's result. If nothing follows from it, returns `fields`, the types that the arguments must have.
static std::vector<TypeId> field_hints(Inference& in, uint32_t constructor, std::vector<TypeId> fields,
                                       TypeId type, TypeId hint) {
  hint = in.resolve(hint);
  if (!in.is(hint, TypeKind::Sum) || in.f.types[hint].payload != in.f.types[type].payload ||
      in.f.types[hint].count == 0)
    return fields;
  return in.f.types.fields_at(hint, constructor);
}

Core* apply_constructor(Inference& in, const Expr& e, TypeId hint) {
  const Expr& callee = *e.items[0];
  const size_t given = e.items.size() - 1;
  const auto which = choose_constructor(in, {callee.decl, callee.number}, hint, callee.span);
  if (!which) return broken(in, e.span);
  const auto [fields, type] =
      in.schemes.constructor_at(in.reader.sum(which->type), which->number, in.def.level);
  if (fields.empty() && given <= 1) {
    Core* c = in.make(CoreKind::Constructor, type, e.span);
    c->number = which->number;
    if (given == 0) return c;
    Core* argument = expect(in, *e.items[1], in.prim(Element::Unit),
                            {.kind = Why::Argument, .number = 1, .name = name_of(in, callee)});
    return argument->kind == CoreKind::Const ? c : in.make(CoreKind::Sequence, type, e.span, {argument, c});
  }
  if (given == 1 && fields.size() > 1) return construct_from_tuple(in, e, which->number, fields, type, hint);
  if (given != fields.size()) {
    if (given == 0) return call_or_self(in, e);
    return apply_value(in, e, hint);
  }
  Core* c = in.make(CoreKind::Construct, type, e.span);
  c->number = which->number;
  const std::vector<TypeId> hints = field_hints(in, which->number, fields, type, hint);
  for (uint32_t i = 0; i < given; ++i) {
    Core* item = infer(in, *e.items[i + 1], hints[i]);
    require_equal(in, fields[i], item->type, e.items[i + 1]->span,
                  {.kind = Why::Argument, .number = i + 1, .name = name_of(in, callee)});
    c->items.push_back(item);
  }
  return c;
}

Core* construct_from_tuple(Inference& in, const Expr& e, uint32_t constructor,
                           const std::vector<TypeId>& fields, TypeId type, TypeId hint) {
  const Expr& callee = *e.items[0];
  Core* argument = infer(in, *e.items[1], in.f.types.tuple(field_hints(in, constructor, fields, type, hint)));
  const bool fits = require_equal(in, in.f.types.tuple(fields), argument->type, e.items[1]->span,
                                  {.kind = Why::Argument, .number = 1, .name = name_of(in, callee)});
  if (!fits)
    in.f.diagnostics.last().help(
        fmt::format("it has {} fields: give it all, or one tuple of them; by its name alone it is a function "
                    "of one after the other, as in (map {} xs ys)",
                    fields.size(), name_of(in, callee)));
  Core* c = in.make(CoreKind::Construct, type, e.span);
  c->number = constructor;
  if (argument->kind == CoreKind::Tuple) return c->items = argument->items, c;
  CorePattern parts;
  parts.kind = CorePattern::Tuple, parts.type = argument->type, parts.span = argument->span;
  for (TypeId t : fields) {
    CorePattern& part = parts.items.emplace_back();
    part.kind = CorePattern::Variable, part.type = t, part.span = argument->span;
    part.var = in.fresh_variable(t, argument->span);
    c->items.push_back(in.local_use(part.var, t, argument->span));
  }
  return match_one(in, argument, std::move(parts), c, false);
}

} // namespace nova
