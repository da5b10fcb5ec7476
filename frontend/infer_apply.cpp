// Calls: functions are unary and curried, but are typed with all the arguments that stand in one pair of
// parentheses.
#include "frontend/infer.hpp"
#include <algorithm>

namespace nova {

Core* Infer::apply(const Expr& e) {
  if (e.items.size() == 1 && e.items[0]->kind != ExprKind::Constructor) return call_or_self(e);
  switch (e.items[0]->kind) {
  case ExprKind::Builtin: return apply_builtin(e);
  case ExprKind::Constructor: return apply_constructor(e);
  default: return apply_value(e);
  }
}

/// `(e)`: e, or its call if e is a function from unit.
Core* Infer::call_or_self(const Expr& e) {
  Core* inner = infer(*e.items[0]);
  Core* c = make(CoreKind::Sequence, fresh(), e.span, {inner});
  wait({.kind = Pending::Call,
        .a = inner->type,
        .b = c->type,
        .node = c,
        .effect = effect_,
        .why = {.at = e.span}});
  return c;
}

/// What to call a callee in messages: its name, if it has one.
std::string_view Infer::name_of(const Expr& e) const {
  switch (e.kind) {
  case ExprKind::Local: return f_.symbols.text(f_.program[e.var].name);
  case ExprKind::Global: return f_.symbols.text(f_.program[e.global].name);
  case ExprKind::Builtin: return builtin(e.builtin).spelling;
  case ExprKind::Index: return "!";
  case ExprKind::Constructor: return f_.symbols.text(f_.program[e.decl].constructors[e.number].name);
  default: return {};
  }
}

TypeId Infer::force(Argument& a, TypeId hint) {
  if (!a.core) a.core = infer(*a.expr, hint);
  return a.core->type;
}

bool Infer::expect(Argument& a, TypeId expected, const Why& why) {
  return equal(expected, force(a, expected), a.span, why);
}

TypeId Infer::fun_type(std::span<const TypeId> parameters, TypeId result, EffectId last) {
  TypeId t = result;
  for (size_t i = parameters.size(); i-- > 0;)
    t = f_.types.fun(parameters[i], t, i + 1 == parameters.size() ? last : effects_.fresh(level_));
  return t;
}

Core* Infer::apply_value(const Expr& e) {
  std::vector<Argument> arguments;
  for (size_t i = 1; i < e.items.size(); ++i) arguments.push_back({e.items[i], nullptr, e.items[i]->span});
  return apply_core(infer(*e.items[0]), name_of(*e.items[0]), arguments, e.span);
}

/// Any function value applied to arguments. Lambdas among them come last: what the others are tells their
/// parameters.
Core* Infer::apply_core(Core* callee, std::string_view name, std::span<Argument> arguments, Span span) {
  std::vector<TypeId> parameters;
  TypeId rest = callee->type;
  for (size_t i = 0; i < arguments.size(); ++i) {
    rest = resolve(rest);
    if (is(rest, TypeKind::Var)) {
      const TypeId parameter = fresh(), result = fresh();
      const TypeId function = f_.types.fun(parameter, result, effects_.fresh(level_));
      if (unifier_.unify(rest, function)) {
        too_many(callee->span, arguments[i].span, name, i, arguments.size(), rest);
        break;
      }
      rest = function;
    }
    if (!is(rest, TypeKind::Fun)) {
      too_many(callee->span, arguments[i].span, name, i, arguments.size(), rest);
      break;
    }
    parameters.push_back(f_.types.arg(rest, 0));
    effects_.flow(f_.types[rest].effect, effect_);
    rest = f_.types.arg(rest, 1);
  }
  for (const bool lambdas : {false, true})
    for (uint32_t i = 0; i < arguments.size(); ++i) {
      Argument& a = arguments[i];
      if (a.is_lambda() != lambdas) continue;
      if (i < parameters.size())
        expect(a, parameters[i], {.kind = Why::Argument, .number = i + 1, .name = name});
      else
        force(a);
    }
  Core* c = make(CoreKind::Apply, parameters.size() == arguments.size() ? rest : fresh(), span, {callee});
  for (Argument& a : arguments) c->items.push_back(a.core);
  return c;
}

/// Reports a call of something that takes no (more) arguments.
void Infer::too_many(Span callee, Span extra, std::string_view name, size_t takes, size_t given,
                     TypeId type) {
  Types::Namer namer;
  if (takes == 0) {
    const std::string what = name.empty() ? "this" : "`" + std::string(name) + "`";
    report("E0206", callee, {what, describe(type, namer)});
    return;
  }
  const std::string what = name.empty() ? "this function" : "`" + std::string(name) + "`";
  Diagnostic& d = report("E0207", extra, {what, count(takes, "argument"), std::to_string(given)});
  static constexpr std::string_view nests[] = {"+", "*", "min", "max", "&", "|", "^", "++"};
  for (std::string_view n : nests)
    if (n == name) d.help("nest it: (" + std::string(n) + " (" + std::string(n) + " a b) c)");
}

// Built-ins

Core* Infer::apply_builtin(const Expr& e) {
  const bool index = e.kind == ExprKind::Index;
  const BuiltinId id = index ? BuiltinId::Index : e.items[0]->builtin;
  Call c{builtin(id), e.span, index ? e.span : e.items[0]->span, {}};
  c.arguments.reserve(e.items.size());
  for (size_t i = index ? 0 : 1; i < e.items.size(); ++i)
    c.arguments.push_back({e.items[i], nullptr, e.items[i]->span});
  return c.row.kind == BuiltinKind::Special ? apply_special(c) : apply_signature(c);
}

/// A built-in whose row says its type. Fully applied it is a Primitive, with less a function value.
Core* Infer::apply_signature(Call& c) {
  std::vector<TypeId> instance;
  Signature s = schemes_.instantiate(signature(c.row.id), level_, instance);
  const size_t takes = s.parameters.size(), given = std::min(takes, c.arguments.size());
  if (c.arguments.size() < takes) {
    std::vector<Argument> arguments = std::move(c.arguments);
    return apply_core(builtin_value(c.row.id, c.callee), c.row.spelling, arguments, c.span);
  }
  restrict_callbacks(c.row, s.parameters, c.callee);
  const auto why = [&](uint32_t i) {
    return Why{.kind = Why::Operand, .number = i + 1, .name = c.row.spelling};
  };
  for (const bool lambdas : {false, true})
    for (uint32_t i = 0; i < given; ++i)
      if (c.arguments[i].is_lambda() == lambdas && !expect(c.arguments[i], s.parameters[i], why(i)))
        std::ranges::replace(s.parameters, TypeId{s.parameters[i]},
                             fresh()); // one error for operands of one type
  if (c.row.kind == BuiltinKind::Effect) effects_.mark_io(effect_, {c.span, c.row.spelling, {}});
  Core* p = make(CoreKind::Primitive, s.result, c.span);
  p->builtin = c.row.id;
  for (size_t i = 0; i < given; ++i) p->items.push_back(c.arguments[i].core);
  note_files(instance, c.span);
  if (given == c.arguments.size()) return p;
  if (!is(s.result, TypeKind::Fun) &&
      (!is(s.result, TypeKind::Var) || f_.types.variable(resolve(s.result)).classes)) {
    too_many(c.callee, c.arguments[given].span, c.row.spelling, takes, c.arguments.size(), s.result);
    for (size_t i = given; i < c.arguments.size(); ++i) force(c.arguments[i]);
    return broken(c.span);
  }
  return apply_core(p, {}, std::span(c.arguments).subspan(given), c.span);
}

/// Types that files are read or written at must be known by the end: no default fits a file.
void Infer::note_files(std::span<const TypeId> instance, Span span) {
  for (TypeId t : instance)
    if (f_.types.variable(t).classes & Storable) files_.emplace_back(t, span);
}

/// What a built-in does to the functions it is given: `foldl` does what its function does, all others allow
/// no IO.
void Infer::restrict_callbacks(const BuiltinRow& row, std::span<const TypeId> parameters, Span span) {
  if (row.kind == BuiltinKind::Scalar || row.kind == BuiltinKind::Effect) return;
  for (TypeId t : parameters)
    for (t = resolve(t); is(t, TypeKind::Fun); t = resolve(f_.types.arg(t, 1))) {
      if (row.id == BuiltinId::Foldl)
        effects_.flow(f_.types[t].effect, effect_);
      else
        effects_.forbid(f_.types[t].effect, {span, row.spelling});
    }
}

/// A built-in as a value, or with fewer arguments than it takes.
Core* Infer::builtin_value(BuiltinId id, Span span, std::vector<Argument> arguments) {
  const BuiltinRow& row = builtin(id);
  if (row.kind == BuiltinKind::Special) {
    Call c{row, span, span, std::move(arguments)};
    return apply_special(c);
  }
  Core* c = make(CoreKind::Builtin, no_type, span);
  c->builtin = id;
  const Signature s = schemes_.instantiate(signature(id), level_, c->instance);
  const EffectId last = effects_.fresh(level_), outer = std::exchange(effect_, last);
  restrict_callbacks(row, s.parameters, span);
  effect_ = outer;
  if (row.kind == BuiltinKind::Effect) effects_.mark_io(last, {span, row.spelling, {}});
  c->type = fun_type(s.parameters, s.result, last);
  note_files(c->instance, span);
  c->instance.clear(); // its type says it all
  return c;
}

// Constructors

Core* Infer::apply_constructor(const Expr& e) {
  const Expr& callee = *e.items[0];
  const size_t given = e.items.size() - 1;
  const auto [fields, type] = schemes_.constructor_at(reader_.sum(callee.decl), callee.number, level_);
  if (fields.empty() && given <= 1) {
    Core* c = make(CoreKind::Constructor, type, e.span);
    c->number = callee.number;
    if (given == 0) return c;
    Core* argument = expect(*e.items[1], prim(Element::Unit),
                            {.kind = Why::Argument, .number = 1, .name = name_of(callee)});
    return argument->kind == CoreKind::Const ? c : make(CoreKind::Sequence, type, e.span, {argument, c});
  }
  if (given == 1 && fields.size() > 1) return construct_from_tuple(e, fields, type);
  if (given != fields.size()) {
    if (given == 0) return call_or_self(e);
    return apply_value(e);
  }
  Core* c = make(CoreKind::Construct, type, e.span);
  c->number = callee.number;
  for (uint32_t i = 0; i < given; ++i)
    c->items.push_back(expect(*e.items[i + 1], fields[i],
                              {.kind = Why::Argument, .number = i + 1, .name = name_of(callee)}));
  return c;
}

/// One argument to a constructor of several fields is the tuple of them all.
Core* Infer::construct_from_tuple(const Expr& e, std::span<const TypeId> fields, TypeId type) {
  const Expr& callee = *e.items[0];
  Core* argument = expect(*e.items[1], f_.types.tuple(fields),
                          {.kind = Why::Argument, .number = 1, .name = name_of(callee)});
  Core* c = make(CoreKind::Construct, type, e.span);
  c->number = callee.number;
  if (argument->kind == CoreKind::Tuple) return c->items = argument->items, c;
  CorePattern parts;
  parts.kind = CorePattern::Tuple, parts.type = argument->type, parts.span = argument->span;
  for (TypeId t : fields) {
    CorePattern& part = parts.items.emplace_back();
    part.kind = CorePattern::Variable, part.type = t, part.span = argument->span;
    part.var = fresh_variable(t, argument->span);
    c->items.push_back(local_use(part.var, t, argument->span));
  }
  return match_one(argument, std::move(parts), c, false);
}

} // namespace nova
