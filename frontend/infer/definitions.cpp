// Inference of definitions and top-level expressions, whose types are generalised or defaulted at their end.
#include "frontend/infer/definitions.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/infer/deferred.hpp"
#include "frontend/infer/errors/report.hpp"
#include "frontend/infer/expressions.hpp"
#include "frontend/infer/reduction_shape.hpp"
#include <algorithm>

namespace nova {

static void begin_definition(Inference& in, Span at) {
  in.type_visits += std::exchange(in.work, {}).done;
  in.def = {};
  in.def.span = at, in.def.effect = in.effects.fresh(in.def.level);
  in.def.first_variable = in.f.types.variable_count(), in.def.type_errors_before = in.reader.errors();
}

/// Makes the checks that need all types to be known. Returns true if the definition has no errors.
static bool finish_definition(Inference& in) {
  if (in.work.exceeded()) report(in, "E0215", in.def.span, {});
  report_wide_numerals(in);
  close_variables(in);
  check_numerals(in);
  report_conflicts(in);
  for (Core* r : in.def.reductions) r->number = r->builtin == BuiltinId::ReduceComm || commutes(*r->items[0]);
  return in.def.errors == 0 && in.reader.errors() == in.def.type_errors_before && !in.def.poisoned;
}

namespace {

/// Whether a type contains neither functions, whose effects matter, nor variables. Such a type can be interned.
bool is_data(const Types& types, TypeId t, VisitedPairs& visited) {
  t = types.resolve(t);
  if (types[t].concrete && types[t].kind != TypeKind::Fun) return true;
  if (types[t].kind == TypeKind::Fun || types[t].kind == TypeKind::Var || StackGuard::exhausted())
    return false;
  return !visited.add(t, t) ||
         std::ranges::all_of(types.args(t), [&](TypeId part) { return is_data(types, part, visited); });
}

} // namespace

static void record_group(Inference& in, std::span<const GlobalId> group, std::vector<Poly> polys, bool good) {
  for (Core* use : in.def.open_uses) use->instance = polys[0].scheme.quantified;
  for (size_t i = 0; i < group.size(); ++i) {
    GlobalInfo& info = in.global_info(group[i]);
    CoreGlobal& core = in.f.core.globals[index_of(group[i])];
    info.state = good ? CheckState::Checked : CheckState::Failed;
    core.checked = good, core.failed = !good;
    in.prelude_checked += in.f.program[group[i]].prelude;
    if (!good) core.value = nullptr;
    VisitedPairs visited;
    TypeId& type = polys[i].scheme.type;
    if (good && is_data(in.f.types, type, visited)) type = in.f.types.substitute(type, {}, {});
    core.scheme = polys[i].scheme;
    info.poly = std::move(polys[i]);
    info.poly.effects.of_prelude = in.f.program[group[i]].prelude;
  }
}

static void close_group(Inference& in, std::span<const GlobalId> group, bool does_io) {
  std::vector<TypeId> types;
  for (GlobalId g : group) types.push_back(in.global_info(g).type);
  settle_all(in);
  in.def.level = 0;
  const bool functions = std::ranges::all_of(types, [&](TypeId t) { return in.is_function(t); });
  if (!functions) report_wide_numerals(in), default_classes(in, types);
  std::vector<Poly> polys(types.size());
  if (does_io) { // all uses share one value, so they share one type
    for (size_t i = 0; i < types.size(); ++i) {
      report_open(in, types[i], in.f.program[group[i]].span);
      in.unifier.lower(types[i], 0);
      polys[i].scheme.type = types[i];
    }
  } else {
    polys = in.schemes.generalise(types, 0, functions);
  }
  record_group(in, group, std::move(polys), finish_definition(in));
}

/// Returns the type of a foreign function's parameter or result as C has it; nothing if C has none. Only a library
/// returns vectors.
static std::optional<ForeignType> foreign_type(Inference& in, TypeId type, bool vectors) {
  const Types& types = in.f.types;
  const TypeId t = in.resolve(type);
  const auto scalar = [&](TypeId item) {
    return in.is(item, TypeKind::Prim) && !foreign_c_type(types.element(in.resolve(item))).empty();
  };
  if (in.is(t, TypeKind::Prim) && types.element(t) == Element::Unit) return ForeignType{};
  if (scalar(t)) return ForeignType{ForeignType::Scalar, {types.element(t)}};
  if (in.is(t, TypeKind::Tuple) && std::ranges::all_of(types.args(t), scalar)) {
    ForeignType made;
    for (const TypeId item : types.args(t)) made.elements.push_back(types.element(in.resolve(item)));
    return made;
  }
  const bool vector = vectors && in.is(t, TypeKind::Vector) && in.is(types.arg(t, 0), TypeKind::Rank) &&
                      types.rank_of(t) == 1 && scalar(types.arg(t, 1));
  if (!vector) return std::nullopt;
  return ForeignType{ForeignType::Vector, {types.element(in.resolve(types.arg(t, 1)))}};
}

/// Returns why a foreign function can't have the type `bad`, which is `whole`, a parameter, or the `result`.
static std::string why_not_foreign(Inference& in, const ForeignFunction& f, TypeId whole, TypeId bad,
                                   bool result) {
  if (!in.is_function(whole)) return "it is no function";
  if (in.is_function(bad)) return "C can't call a function of Nova";
  if (f.cuda == CudaKind::Kernel)
    return result ? "a kernel gives a vector of numbers, or a tuple of vectors"
                  : "a kernel takes numbers and vectors of numbers";
  const bool vector = result && foreign_type(in, bad, true);
  return vector ? "only a library's function returns vectors" : "C has none like it";
}

static std::vector<TypeId> items_of(Inference& in, TypeId tuple) {
  const std::span<const TypeId> items = in.f.types.args(in.resolve(tuple));
  return {items.begin(), items.end()};
}

/// Sets the elements of the results of a CUDA kernel, by their type: a vector, or a tuple of vectors. Returns false if
/// it is another type.
static bool note_outputs(Inference& in, ForeignSignature& made, TypeId result) {
  const bool several = in.is(result, TypeKind::Tuple);
  std::vector<TypeId> all{result};
  if (several) all = items_of(in, result);
  for (const TypeId t : all) {
    const auto one = foreign_type(in, t, true);
    if (!one || one->kind != ForeignType::Vector) return false;
    made.outputs.push_back(one->elements[0]);
  }
  return !all.empty();
}

/// Whether a foreign function can have a parameter of the type `t`. A kernel takes no tuples.
static bool takes(const ForeignFunction& f, const std::optional<ForeignType>& t) {
  return t && (f.cuda != CudaKind::Kernel || t->kind != ForeignType::Tuple);
}

/// Sets the signature of a foreign function, by its type. Reports a type that C has not (E0225). A function without a
/// text or a library can't be called, so only functions among its parameters are reported. Returns false if it reports.
static bool note_signature(Inference& in, const Global& g, TypeId type) {
  ForeignFunction& f = *g.foreign;
  const bool lenient = f.in_library && f.library.empty();
  std::optional<TypeId> bad;
  ForeignSignature made;
  if (!in.is_function(type)) bad = type;
  TypeId rest = in.resolve(type);
  for (; in.is_function(rest); rest = in.resolve(in.f.types.arg(rest, 1))) {
    const TypeId of = in.f.types.arg(rest, 0);
    const auto t = foreign_type(in, of, true);
    made.parameters.push_back(t.value_or(ForeignType()));
    if (!takes(f, t) && !bad && (!lenient || in.is_function(of))) bad = of;
    if (!t) f.linkable = false;
  }
  const auto result = foreign_type(in, rest, f.in_library);
  const bool good = f.cuda == CudaKind::Kernel ? note_outputs(in, made, rest) : result.has_value();
  if (!good) f.linkable = false;
  if (!good && !bad && !lenient) bad = rest;
  made.result = result.value_or(ForeignType()), f.signature = std::move(made);
  if (!bad || (lenient && !in.is_function(type))) return true;
  report(in, "E0225", g.type->span,
         {f.name, in.f.types.print(*bad, in.f.symbols), why_not_foreign(in, f, type, *bad, *bad == rest)});
  return false;
}

/// Appends a parameter to the lambda for each argument that a function of this type takes. Appends their uses to
/// `uses`, and returns the type of the result.
static TypeId add_parameters(Inference& in, Core& lambda, TypeId type, std::vector<Core*>& uses) {
  TypeId rest = in.resolve(type);
  for (; in.is_function(rest); rest = in.resolve(in.f.types.arg(rest, 1))) {
    const TypeId of = in.f.types.arg(rest, 0);
    lambda.vars.push_back(in.fresh_variable(of, lambda.span));
    Variable& parameter = in.f.program[lambda.vars.back()];
    parameter.used = true, parameter.name = in.f.symbols.intern("x" + std::to_string(lambda.vars.size()));
    uses.push_back(in.local_use(lambda.vars.back(), of, lambda.span));
  }
  return rest;
}

/// Returns the Lambda that stands for a foreign function: it passes its arguments to `callee`, the reference of a CUDA
/// text, or to the function itself if that is null.
static Core* foreign_lambda(Inference& in, GlobalId g, TypeId type, Core* callee = nullptr) {
  const Span span = in.f.program[g].span;
  Core* const lambda = in.make(CoreKind::Lambda, type, span);
  Core* const call = in.make(callee ? CoreKind::Apply : CoreKind::Foreign, type, span);
  if (callee) call->items = {callee}, lambda->global = g;
  if (!callee) call->global = g;
  call->type = add_parameters(in, *lambda, type, call->items);
  lambda->items = {call}, lambda->name = in.f.symbols.text(in.f.program[g].name);
  return lambda;
}

/// Reports (E0226) that a part of a kernel's geometry has another type than it should have.
static void report_part(Inference& in, const Global& g, Span at, const std::string& should_be, TypeId t) {
  default_classes(in, std::span(&t, 1)); // so that a numeral has the type of its value
  report(in, "E0226", at,
         {g.foreign->name, should_be + ", and this is " + in.f.types.print(in.resolve(t), in.f.symbols)});
}

/// Reports (E0226) that the form has `given` of something, and the type of the kernel `needed`.
static void report_count(Inference& in, const Global& g, const std::string& what, size_t given,
                         size_t needed) {
  report(in, "E0226", g.type->span,
         {g.foreign->name,
          "its type has " + count(needed, what) + ", the form tells of " + std::to_string(given)});
}

/// Whether `t` is int, or becomes int, or is a tuple of two or three ints where `several` says so.
static bool is_size(Inference& in, TypeId t, bool several) {
  const auto is_int = [&](TypeId item) { return !in.unifier.unify(item, in.prim(Element::I64)); };
  const TypeId r = in.resolve(t);
  if (!several || !in.is(r, TypeKind::Tuple)) return is_int(r);
  const std::vector<TypeId> items = items_of(in, r);
  return items.size() <= 3 && std::ranges::all_of(items, is_int);
}

/// Checks the types of the parts of a kernel's geometry: an int for the length of each result and for the bytes of shared
/// memory; an int or a tuple of ints for the threads and the block.
static void check_geometry(Inference& in, const Global& g, TypeId made) {
  const std::vector<TypeId> parts = items_of(in, made);
  const std::vector<const Expr*>& written = g.geometry->items[0]->items;
  const size_t lengths = parts.size() - 3;
  for (size_t k = 0; k < parts.size(); ++k) {
    const bool several = k == lengths || k == lengths + 1;
    const std::string what = k < lengths    ? "the length of a result"
                             : k == lengths ? "the number of threads"
                             : several      ? "the block"
                                            : "the number of bytes of shared memory";
    if (!is_size(in, parts[k], several))
      report_part(in, g, written[k]->span,
                  what + (several ? " is an int or a tuple of two or three ints" : " is an int"), parts[k]);
  }
}

/// Checks that the written types of a kernel's results are those of `result`, the result of its type.
static void check_results(Inference& in, const Global& g, TypeId result) {
  const bool several = in.is(result, TypeKind::Tuple);
  std::vector<TypeId> all{result};
  if (several) all = items_of(in, result);
  if (all.size() != g.results.size()) return report_count(in, g, "result", g.results.size(), all.size());
  for (size_t k = 0; k < all.size(); ++k)
    require_equal(in, in.reader.read(g.results[k], in.def.scope, in.def.level), all[k], g.results[k].span,
                  {.kind = Why::Annotation, .other = g.type->span});
}

/// Infers the geometry of a CUDA kernel of the type `type`, and adds its call to the kernel's Lambda.
static void add_geometry(Inference& in, const Global& g, TypeId type, Core* lambda) {
  if (g.geometry->parameters.size() != lambda->vars.size())
    return report_count(in, g, "argument", g.geometry->parameters.size(), lambda->vars.size());
  Core* const call = in.make(CoreKind::Apply, in.fresh(), lambda->span);
  TypeId rest = in.resolve(type), expected = call->type;
  std::vector<TypeId> arguments;
  for (const VarId v : lambda->vars) {
    arguments.push_back(in.f.types.arg(rest, 0)), rest = in.resolve(in.f.types.arg(rest, 1));
    call->items.push_back(in.local_use(v, arguments.back(), lambda->span));
  }
  for (size_t k = arguments.size(); k-- > 0;)
    expected = in.f.types.fun(arguments[k], expected, in.effects.fresh(1));
  Core* const made = expect(in, *g.geometry, expected, {.kind = Why::Annotation, .other = g.type->span});
  call->items.insert(call->items.begin(), made);
  check_geometry(in, g, call->type), check_results(in, g, rest);
  lambda->items.push_back(call);
}

/// Returns the Lambda of a foreign function of the type `type`. The reference of a CUDA text has the same type.
static Core* foreign_value(Inference& in, GlobalId g, TypeId type) {
  const Global& global = in.f.program[g];
  const bool good = !global.foreign || note_signature(in, global, type);
  Core* callee = nullptr;
  if (global.value)
    callee = expect(in, *global.value, type, {.kind = Why::Annotation, .other = global.type->span});
  if (!in.is_function(type)) return nullptr;
  Core* const lambda = foreign_lambda(in, g, type, callee);
  if (global.geometry && good) add_geometry(in, global, type, lambda);
  return lambda;
}

static void infer_definition(Inference& in, GlobalId g) {
  const Global& global = in.f.program[g];
  const TypeId type = in.global_info(g).type;
  if (in.f.core.globals.size() <= index_of(g)) in.f.core.globals.resize(in.f.program.globals.size());
  if (global.failed) in.def.poisoned = true;
  in.def.scope = {}, in.def.effect = in.effects.fresh(1);
  TypeId written = no_type;
  if (global.type) {
    written = in.reader.read(*global.type, in.def.scope, in.def.level);
    require_equal(in, written, type, global.type->span,
                  {.kind = Why::Definition, .name = in.f.symbols.text(global.name)});
  }
  if (global.kind == Global::Foreign && !global.failed)
    return void(in.f.core.globals[index_of(g)].value = foreign_value(in, g, written));
  if (!global.value || global.failed) return;
  const Why why = global.type ? Why{.kind = Why::Annotation, .other = global.type->span}
                              : Why{.kind = Why::Definition, .name = in.f.symbols.text(global.name)};
  in.f.core.globals[index_of(g)].value = expect(in, *global.value, type, why);
}

static void infer_group(Inference& in, std::span<const GlobalId> group) {
  begin_definition(in, in.f.program[group[0]].span);
  for (GlobalId g : group) {
    const Global& global = in.f.program[g];
    GlobalInfo& info = in.global_info(g);
    info.state = CheckState::Open;
    const bool own = global.value && global.kind != Global::Foreign;
    info.type = own ? lambda_shape(in, *global.value) : in.fresh();
  }
  bool does_io = false;
  for (GlobalId g : group) {
    infer_definition(in, g);
    does_io = does_io || in.effects.does_io(in.def.effect);
  }
  close_group(in, group, does_io);
}

void check_group(Inference& in, std::span<const GlobalId> group) {
  try {
    infer_group(in, group);
  } catch (...) {
    for (GlobalId g : group) {
      in.global_info(g).state = CheckState::Unchecked;
      if (index_of(g) < in.f.core.globals.size()) in.f.core.globals[index_of(g)].value = nullptr;
    }
    throw;
  }
}

void give_type(Inference& in, GlobalId g, TypeId type) {
  in.def.open_uses.clear(); // they belong to the previous definition
  if (in.f.core.globals.size() <= index_of(g)) in.f.core.globals.resize(in.f.program.globals.size());
  Poly poly;
  poly.scheme.type = type;
  record_group(in, std::span(&g, 1), {std::move(poly)}, true);
}

/// Returns a type with open variables as text; "" if it has none.
static std::string open_type(Inference& in, TypeId type) {
  const OpenParts open = in.schemes.open_parts(std::span(&type, 1), 0);
  Scheme scheme;
  scheme.type = type, scheme.quantified = open.variables;
  return open.variables.empty() ? "" : print_scheme(in.f, scheme);
}

/// Lets an expression have an open type, or run at one instance of it. What a file holds has no such type, so that is an error.
static void keep_open(Inference& in, TypeId type, Span span) {
  const OpenParts open = in.schemes.open_parts(std::span(&type, 1), 0);
  const auto is_of_file = [&](TypeId v) { return in.f.types.variable(v).classes & file_classes; };
  if (std::ranges::any_of(open.variables, is_of_file)) return report_open(in, type, span);
  if (in.open_type.empty()) in.open_type = open_type(in, type);
  for (const TypeId v : open.variables)
    if (in.f.types.variable(v).classes & AnyRank) default_variable(in, v);
  if (in.when_open == WhenOpen::Variables) return void(in.schemes.generalise(std::span(&type, 1), 0, true));
  for (const TypeId v : open.variables) in.unifier.unify(v, in.prim(Element::I64));
}

Core* check_expression(Inference& in, const Expr& e) {
  begin_definition(in, e.span);
  in.open_type.clear();
  Core* c = infer(in, e);
  settle_all(in);
  in.def.level = 0;
  // Numbers get a type of their own where none is said, but a function keeps the classes of its arguments.
  const bool open = in.when_open != WhenOpen::Error, function = in.is(c->type, TypeKind::Fun);
  if (open && function) in.open_type = open_type(in, c->type);
  report_wide_numerals(in);
  if (in.when_open != WhenOpen::Variables || !function) default_classes(in, std::span(&c->type, 1));
  // No value has a free variable as its type: an expression of such a type, like (error! "no"), never returns.
  in.every_type = in.is(c->type, TypeKind::Var) && !in.f.types.variable(in.resolve(c->type)).classes;
  if (in.every_type) default_variable(in, in.resolve(c->type));
  if (in.def.errors == 0 && !in.def.poisoned)
    open ? keep_open(in, c->type, e.span) : report_open(in, c->type, e.span);
  return finish_definition(in) ? c : nullptr;
}

void declare(Inference& in, std::span<const TypeDeclId> types) {
  for (TypeDeclId t : types) {
    in.type_visits += std::exchange(in.work, {}).done;
    in.reader.declare(t);
    if (in.work.exceeded()) report(in, "E0215", in.f.program[t].span, {});
  }
}

} // namespace nova
