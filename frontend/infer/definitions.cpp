// Definitions and top-level expressions: where types are closed.
#include "frontend/infer/infer.hpp"
#include "frontend/infer/reduction_shape.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>
#include <set>

namespace nova {

void Infer::begin_definition(Span at) {
  definition_ = at, type_visits_ += std::exchange(work_, {}).done;
  level_ = 1, effect_ = effects_.fresh(1), scope_ = {};
  pending_.clear(), rebindings_.clear(), infixes_.clear(), unknown_.clear(), numerals_.clear(),
      reductions_.clear(), files_.clear(), open_uses_.clear();
  first_variable_ = f_.types.variable_count();
  errors_ = 0, type_errors_before_ = reader_.errors(), poisoned_ = false;
}

/// What can only be told when all types are known. True if the definition is good.
bool Infer::finish_definition() {
  if (work_.exceeded()) report("E0215", definition_, {});
  close_variables();
  check_numerals();
  report_conflicts();
  for (Core* r : reductions_) r->number = r->builtin == BuiltinId::ReduceComm || commutes(*r->items[0]);
  return errors_ == 0 && reader_.errors() == type_errors_before_ && !poisoned_;
}

void Infer::check_group(std::span<const GlobalId> group) {
  try {
    infer_group(group);
  } catch (...) {
    for (GlobalId g : group) {
      global_info(g).state = State::Unchecked;
      if (index(g) < f_.core.globals.size()) f_.core.globals[index(g)].value = nullptr;
    }
    throw;
  }
}

void Infer::infer_group(std::span<const GlobalId> group) {
  begin_definition(f_.program[group[0]].span);
  for (GlobalId g : group) {
    const Global& global = f_.program[g];
    GlobalInfo& info = global_info(g);
    info.state = State::Open;
    info.type = global.value ? lambda_shape(*global.value) : fresh();
  }
  bool does_io = false;
  for (GlobalId g : group) {
    infer_global(g);
    does_io = does_io || effects_.does_io(effect_);
  }
  close_group(group, does_io);
}

void Infer::infer_global(GlobalId g) {
  const Global& global = f_.program[g];
  const TypeId type = global_info(g).type;
  if (f_.core.globals.size() <= index(g)) f_.core.globals.resize(f_.program.globals.size());
  if (global.failed) poisoned_ = true;
  scope_ = {}, effect_ = effects_.fresh(1);
  TypeId written = no_type;
  if (global.type) {
    written = reader_.read(*global.type, scope_, level_);
    equal(written, type, global.type->span, {.kind = Why::Definition, .name = f_.symbols.text(global.name)});
  }
  if (!global.value || global.failed) return;
  const Why why = global.type ? Why{.kind = Why::Annotation, .other = global.type->span}
                              : Why{.kind = Why::Definition, .name = f_.symbols.text(global.name)};
  f_.core.globals[index(g)].value = expect(*global.value, type, why);
}

void Infer::close_group(std::span<const GlobalId> group, bool does_io) {
  std::vector<TypeId> types;
  for (GlobalId g : group) types.push_back(global_info(g).type);
  settle_all();
  level_ = 0;
  const bool functions = std::ranges::all_of(types, [&](TypeId t) { return is_function(t); });
  if (!functions) default_classes(types);
  std::vector<Poly> polys(types.size());
  if (does_io) { // the value is one for all uses: so is its type
    for (size_t i = 0; i < types.size(); ++i) {
      report_open(types[i], f_.program[group[i]].span);
      unifier_.lower(types[i], 0);
      polys[i].scheme.type = types[i];
    }
  } else {
    polys = schemes_.generalise(types, 0, functions);
  }
  record_group(group, std::move(polys), finish_definition());
}

namespace {

/// Neither functions, whose effects count, nor variables in it: such a type is found again by its parts.
bool is_data(const Types& types, TypeId t, VisitedPairs& visited) {
  t = types.resolve(t);
  if (types[t].concrete && types[t].kind != TypeKind::Fun) return true;
  if (types[t].kind == TypeKind::Fun || types[t].kind == TypeKind::Var || StackGuard::exhausted())
    return false;
  return !visited.add(t, t) ||
         std::ranges::all_of(types.args(t), [&](TypeId part) { return is_data(types, part, visited); });
}

} // namespace

void Infer::record_group(std::span<const GlobalId> group, std::vector<Poly> polys, bool good) {
  for (Core* use : open_uses_) use->instance = polys[0].scheme.quantified;
  for (size_t i = 0; i < group.size(); ++i) {
    GlobalInfo& info = global_info(group[i]);
    CoreGlobal& core = f_.core.globals[index(group[i])];
    info.state = good ? State::Checked : State::Failed;
    core.checked = good, core.failed = !good;
    lasting_ += f_.program[group[i]].prelude;
    if (!good) core.value = nullptr;
    VisitedPairs visited;
    TypeId& type = polys[i].scheme.type;
    if (good && is_data(f_.types, type, visited)) type = f_.types.substitute(type, {}, {});
    core.scheme = polys[i].scheme;
    info.poly = std::move(polys[i]);
  }
}

void Infer::give_type(GlobalId g, TypeId type) {
  open_uses_.clear(); // of the definition before
  if (f_.core.globals.size() <= index(g)) f_.core.globals.resize(f_.program.globals.size());
  Poly poly;
  poly.scheme.type = type;
  record_group(std::span(&g, 1), {std::move(poly)}, true);
}

Core* Infer::check_expression(const Expr& e) {
  begin_definition(e.span);
  Core* c = infer(e);
  settle_all();
  level_ = 0;
  default_classes(std::span(&c->type, 1));
  // No value has every type: what has one, like (error! "no"), never comes to give it.
  every_type_ = is(c->type, TypeKind::Var) && !f_.types.variable(resolve(c->type)).classes;
  if (every_type_) default_variable(resolve(c->type));
  if (errors_ == 0 && !poisoned_) report_open(c->type, e.span);
  return finish_definition() ? c : nullptr;
}

/// What runs must have a concrete type. The error names what is open, and shows what an annotation could be.
void Infer::report_open(TypeId type, Span span) {
  const OpenParts open = schemes_.open_parts(std::span(&type, 1), 0);
  if (open.variables.empty() || errors_) return;
  Types::Namer namer;
  const std::string text = describe(type, namer), name = f_.types.print(open.variables[0], f_.symbols, namer);
  Diagnostic& d = report("E0202", span, {text, "`" + name + "`"});
  const bool function = is(type, TypeKind::Fun);
  TypeId element = type;
  while (is(element, TypeKind::Vector)) element = f_.types.resolve(f_.types.element_of(element));
  const bool functions = !function && is(element, TypeKind::Fun);
  for (TypeId v : open.variables) { // what a file is read at is seldom one number
    const bool file = f_.types.variable(v).classes & Storable;
    unifier_.unify(v, file ? f_.types.vector(prim(Element::F32)) : prim(Element::I64));
  }
  if (functions)
    d.help("these functions still wait for an argument; elements that are tuples are taken apart with "
           "commas: (map (lambda (x, y) ..) v)");
  d.help((function ? "it is a function that still waits for an argument; to keep it so, write its type"
                   : "write its type") +
         (", for example (... : " + shorten_at_blank(f_.types.print(type, f_.symbols), 200)) + ")");
}

void Infer::report_conflicts() {
  std::set<std::pair<FileId, uint32_t>> seen;
  for (const IoConflict& c : effects_.take_conflicts()) {
    const Span at = c.io.span.file ? c.io.span : c.ban.span;
    if (!seen.emplace(at.file, at.begin).second) continue;
    const std::string ban(c.ban.name);
    Diagnostic& d = report("E0208", at, {std::string(c.io.name), ban});
    if (at.expansion == 0) d.within = c.ban.span;
    if (c.io.via.file) d.note("`" + std::string(c.io.name) + "` does IO here", c.io.via);
    d.note("`" + ban + "` may run its function on many elements at once, in any order", c.ban.span);
  }
}

void Infer::declare(std::span<const TypeDeclId> types) {
  for (TypeDeclId t : types) {
    type_visits_ += std::exchange(work_, {}).done;
    reader_.declare(t);
    if (work_.exceeded()) report("E0215", f_.program[t].span, {});
  }
}

} // namespace nova
