// Calls: functions are unary and curried, but are typed with all the arguments that stand in one pair of
// parentheses.
#include "frontend/infer/infer.hpp"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace nova {

Core* Infer::apply(const Expr& e, TypeId hint) {
  if (e.items.size() == 1 && e.items[0]->kind != ExprKind::Constructor) return call_or_self(e);
  switch (e.items[0]->kind) {
  case ExprKind::Builtin: return apply_builtin(e);
  case ExprKind::Constructor: return apply_constructor(e, hint);
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
  Core* callee = infer(*e.items[0]);
  const bool open = is(callee->type, TypeKind::Var);
  Core* call = apply_core(callee, name_of(*e.items[0]), arguments, e.span);
  if (open) note_infix(e, callee->type);
  return call;
}

static bool is_operator(const Expr& e) {
  if (e.kind != ExprKind::Builtin) return false;
  const std::string_view name = builtin(e.builtin).spelling;
  return name == "and" || name == "or" || !std::isalpha(static_cast<unsigned char>(name[0]));
}

/// Keeps a call like (n = 0) in mind, in case n turns out to be no function.
void Infer::note_infix(const Expr& call, TypeId callee) {
  if (call.items.size() == 3 && is_operator(*call.items[1]))
    infixes_.push_back({callee, call.span, call.items});
}

/// Any function value applied to arguments. What takes one more than it says is known only when the arguments
/// so far are: ((lambda (x) x) f 1).
Core* Infer::apply_core(Core* callee, std::string_view name, std::span<Argument> arguments, Span span) {
  std::vector<TypeId> parameters;
  TypeId rest = callee->type;
  const Why why{.kind = Why::Argument, .name = name, .callee = callee};
  size_t checked = 0;
  bool said = true; // the function's type says of itself what it takes
  const auto check = [&] {
    Why numbered = why;
    numbered.number = static_cast<uint32_t>(checked);
    const size_t n = parameters.size() - checked;
    check_arguments(arguments.subspan(checked, n), std::span(parameters).subspan(checked), numbered);
    checked += n;
  };
  while (parameters.size() < arguments.size()) {
    rest = resolve(rest);
    if (is(rest, TypeKind::Var) && said && checked < parameters.size()) check(), rest = resolve(rest);
    if (is(rest, TypeKind::Var)) {
      const TypeId function = f_.types.fun(fresh(), fresh(), effects_.fresh(level_));
      if (!unifier_.unify(rest, function)) rest = function, said = false;
    }
    if (!is(rest, TypeKind::Fun)) {
      too_many(callee->span, arguments, why, parameters.size(), rest);
      break;
    }
    parameters.push_back(f_.types.arg(rest, 0));
    effects_.flow(f_.types[rest].effect, effect_);
    rest = f_.types.arg(rest, 1);
  }
  const bool complete = parameters.size() == arguments.size();
  if (complete) check();
  for (Argument& a : arguments) force(a);
  Core* c = make(CoreKind::Apply, complete ? rest : fresh(), span, {callee});
  for (Argument& a : arguments) c->items.push_back(a.core);
  return c;
}

/// Checks arguments against parameters. Lambdas come last: what the others are tells their parameters. One
/// error is enough for parameters of one type. `number` of why: how many arguments stand before them.
bool Infer::check_arguments(std::span<Argument> arguments, std::span<TypeId> parameters, Why why) {
  std::vector<Misfit> misfits;
  for (const bool lambdas : {false, true})
    for (uint32_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].is_lambda() != lambdas) continue;
      const TypeId expected = parameters[i], actual = force(arguments[i], expected);
      const UnifyFailure failure = expected == actual ? UnifyFailure{} : unifier_.unify(expected, actual);
      if (!failure) continue;
      misfits.push_back({i, expected, failure});
      std::ranges::replace(parameters, TypeId{expected}, fresh());
    }
  report_misfits(arguments, misfits, why);
  return misfits.empty();
}

/// `(reduce 0 + v)`: the function that belongs first stands further behind.
bool Infer::report_function_behind(std::span<Argument> arguments, std::span<const TypeId> parameters,
                                   Why why) {
  const auto is_function = [&](TypeId t) { return is(resolve(t), TypeKind::Fun); };
  if (arguments.empty() || !is_function(parameters[0]) || arguments[0].is_lambda()) return false;
  for (uint32_t k = 1; k < arguments.size(); ++k) {
    if (is_function(parameters[k]) || (!arguments[k].is_lambda() && !is_function(force(arguments[k]))))
      continue;
    const TypeId first = resolve(force(arguments[0], parameters[0]));
    if (is_function(first) || (is(first, TypeKind::Var) && !f_.types.variable(first).classes)) return false;
    Types::Namer namer;
    why.number = 1, why.swapped = k + 1;
    Diagnostic& d =
        report("E0203", arguments[0].span, {nova::describe(why), "a function", describe(first, namer)});
    explain_callee(d, why);
    for (Argument& a : arguments)
      if (!a.is_lambda()) force(a);
    return true;
  }
  return false;
}

void Infer::report_misfits(std::span<const Argument> arguments, std::span<const Misfit> misfits, Why why) {
  const uint32_t before = why.number;
  const auto fits = [&](const Misfit& to, const Misfit& from) {
    return unifier_.may_equal(to.expected, arguments[from.argument].core->type);
  };
  const bool swapped = misfits.size() == 2 && fits(misfits[0], misfits[1]) && fits(misfits[1], misfits[0]);
  for (const Misfit& m : misfits) {
    const Argument& a = arguments[m.argument];
    why.number = before + m.argument + 1;
    why.mate = arguments.size() == 2 ? arguments[1 - m.argument].core : nullptr,
    why.mate_first = m.argument == 1;
    if (swapped) why.swapped = before + misfits[1].argument + 1;
    report_mismatch(m.failure, m.expected, a.core->type, a.span, why);
    if (swapped) return;
  }
}

/// Reports a call of something that takes no (more) arguments.
void Infer::too_many(Span callee, std::span<const Argument> arguments, const Why& why, size_t takes,
                     TypeId type) {
  const std::string_view name = why.name;
  const auto infix = std::find_if(arguments.begin() + static_cast<ptrdiff_t>(takes), arguments.end(),
                                  [](const Argument& a) { return a.expr && is_operator(*a.expr); });
  if (takes == 0) {
    report_no_function(callee, name, type);
    if (infix == arguments.end()) help_with_no_function(name, arguments, type);
  } else {
    const std::string what = name.empty() ? "this function" : "`" + std::string(name) + "`";
    report("E0207", arguments[takes].span,
           {what, count(takes, "argument"), std::to_string(arguments.size())});
    explain_callee(f_.diagnostics.last(), why);
  }
  Diagnostic& d = f_.diagnostics.last();
  if (name == "sort")
    d.help("it sorts ascending; descending is (reverse (sort xs)), by a key (sort-by key xs)");
  else if (infix != arguments.end())
    d.help("operators stand in front: (" + std::string(builtin(infix->expr->builtin).spelling) + " a b)");
  static constexpr std::string_view nests[] = {"+", "-", "*", "/", "min", "max", "&", "|", "^", "++"};
  for (std::string_view n : nests)
    if (takes > 0 && n == name) d.help("nest it: (" + std::string(n) + " (" + std::string(n) + " a b) c)");
  if (name == "print" || name == "println")
    d.help("several are printed by (" + std::string(name) + "* a b c)");
}

/// A vector behind which an index stands; numbers side by side.
void Infer::help_with_no_function(std::string_view name, std::span<const Argument> arguments, TypeId type) {
  Diagnostic& d = f_.diagnostics.last();
  const TypeId t = resolve(type);
  const std::string v = name.empty() ? "v" : std::string(name);
  if (is(t, TypeKind::Vector) && arguments.size() == 1)
    d.help("an element is " + v + "!i, or (! " + v + " i)");
  const bool numeral = is(t, TypeKind::Var) && f_.types.variable(t).classes & (Num | Integral | Fractional);
  if (numeral || (is(t, TypeKind::Prim) && is_number(f_.types.element(t))))
    d.help("a tuple has commas: (a, b, c); a vector has square brackets: [a b c]");
}

void Infer::report_no_function(Span callee, std::string_view name, TypeId type) {
  Types::Namer namer;
  report("E0206", callee, {name.empty() ? "this" : "`" + std::string(name) + "`", describe(type, namer)});
}

// Built-ins

Core* Infer::apply_builtin(const Expr& e) {
  const bool index = e.kind == ExprKind::Index;
  const BuiltinId id = index ? BuiltinId::Index : e.items[0]->builtin;
  Call c{builtin(id), e.span, index ? e.span : e.items[0]->span, {}};
  c.arguments.reserve(e.items.size());
  for (size_t i = index ? 0 : 1; i < e.items.size(); ++i)
    c.arguments.push_back({e.items[i], nullptr, e.items[i]->span});
  c.comprehension = !index && e.number;
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
  Why why{.kind = Why::Operand, .name = c.row.spelling};
  if (c.comprehension && c.row.id == BuiltinId::GroupBy) why.name = "group by";
  if (c.comprehension && c.row.id == BuiltinId::SortBy) why.name = "order by";
  if (c.row.kind != BuiltinKind::Scalar) why.scheme = c.row.scheme;
  for (TypeId t : instance) why.classes |= f_.types.variable(t).classes;
  if (report_function_behind(std::span(c.arguments).first(given), s.parameters, why)) return broken(c.span);
  const bool fits = check_arguments(std::span(c.arguments).first(given), s.parameters, why);
  if (!fits && is(s.result, TypeKind::Var)) s.result = fresh();
  if (c.row.kind == BuiltinKind::Effect) effects_.mark_io(effect_, {c.span, c.row.spelling, {}});
  Core* p = make(CoreKind::Primitive, s.result, c.span);
  p->builtin = c.row.id;
  for (size_t i = 0; i < given; ++i) p->items.push_back(c.arguments[i].core);
  note_files(instance, c.span);
  if (given == c.arguments.size()) return p;
  if (!is(s.result, TypeKind::Fun) &&
      (!is(s.result, TypeKind::Var) || f_.types.variable(resolve(s.result)).classes)) {
    too_many(c.callee, c.arguments, why, takes, s.result);
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

/// What a type that is asked for says of a constructor's fields; they are checked against their own types.
std::vector<TypeId> Infer::field_hints(const Expr& constructor, std::vector<TypeId> fields, TypeId type,
                                       TypeId hint) {
  hint = resolve(hint);
  if (!is(hint, TypeKind::Sum) || f_.types[hint].payload != f_.types[type].payload ||
      f_.types[hint].count == 0)
    return fields;
  const std::span<const TypeId> known = f_.types.args(hint);
  return f_.types.fields_at(SumId{f_.types[hint].payload}, constructor.number,
                            std::vector(known.begin(), known.end()));
}

Core* Infer::apply_constructor(const Expr& e, TypeId hint) {
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
  if (given == 1 && fields.size() > 1) return construct_from_tuple(e, fields, type, hint);
  if (given != fields.size()) {
    if (given == 0) return call_or_self(e);
    return apply_value(e);
  }
  Core* c = make(CoreKind::Construct, type, e.span);
  c->number = callee.number;
  const std::vector<TypeId> hints = field_hints(callee, fields, type, hint);
  for (uint32_t i = 0; i < given; ++i) {
    Core* item = infer(*e.items[i + 1], hints[i]);
    equal(fields[i], item->type, e.items[i + 1]->span,
          {.kind = Why::Argument, .number = i + 1, .name = name_of(callee)});
    c->items.push_back(item);
  }
  return c;
}

/// One argument to a constructor of several fields is the tuple of them all.
Core* Infer::construct_from_tuple(const Expr& e, const std::vector<TypeId>& fields, TypeId type,
                                  TypeId hint) {
  const Expr& callee = *e.items[0];
  Core* argument = infer(*e.items[1], f_.types.tuple(field_hints(callee, fields, type, hint)));
  const bool fits = equal(f_.types.tuple(fields), argument->type, e.items[1]->span,
                          {.kind = Why::Argument, .number = 1, .name = name_of(callee)});
  if (!fits)
    f_.diagnostics.last().help(
        fmt::format("it has {} fields: give it all, or one tuple of them; by its name alone it is a function "
                    "of one after the other, as in (map {} xs ys)",
                    fields.size(), name_of(callee)));
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
