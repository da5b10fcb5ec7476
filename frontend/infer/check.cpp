#include "frontend/infer/check.hpp"
#include "frontend/infer/components.hpp"
#include "frontend/infer/definitions.hpp"
#include "runtime/fault.hpp"
#include <set>
#include <tuple>

namespace nova {

std::vector<GlobalId> references(const Expr& e) {
  std::vector<GlobalId> out;
  std::vector<const Expr*> todo{&e};
  while (!todo.empty()) {
    const Expr& x = *todo.back();
    todo.pop_back();
    if (x.kind == ExprKind::Global) out.push_back(x.global);
    todo.insert(todo.end(), x.items.begin(), x.items.end());
    for (const Binding& b : x.bindings) todo.push_back(b.value);
    for (const Arm& a : x.arms) todo.push_back(a.body);
  }
  return out;
}

Checker::Checker(Frontend& f) : f_(f), state_(std::make_unique<Inference>(f)) {}
Checker::~Checker() = default;

/// Checks definitions and all definitions that they refer to, each group after the groups that it uses.
void Checker::need_all(std::span<const GlobalId> globals) {
  const auto unchecked = [&](GlobalId g) { return state_->state(g) == CheckState::Unchecked; };
  const auto next = [&](uint32_t g) {
    std::vector<uint32_t> out;
    if (const Expr* value = body(f_, GlobalId{g}))
      for (GlobalId r : references(*value))
        if (unchecked(r)) out.push_back(static_cast<uint32_t>(r));
    return out;
  };
  const auto done = [&](std::span<const uint32_t> component) {
    std::vector<GlobalId> group;
    for (uint32_t g : component) group.push_back(GlobalId{g});
    check_group(*state_, group);
    for (GlobalId g : group)
      if (f_.program[g].prelude && f_.program[g].kind == Global::Constant)
        demanded_.push_back({CoreTop::Define, f_.program[g].form, {g}, nullptr, {}});
  };
  StrongComponents components(next, done);
  for (GlobalId g : globals)
    if (unchecked(g)) components.visit(static_cast<uint32_t>(g));
}

bool Checker::need(GlobalId g) {
  need_all(std::span(&g, 1));
  return state_->state(g) == CheckState::Checked;
}

bool Checker::has_every_type() const { return state_->every_type; }
void Checker::set_open_types(WhenOpen what) { state_->when_open = what; }

/// Returns how many things exist that no rollback removes: types of built-ins that were read, and definitions of the
/// prelude that were checked.
static size_t lasting(const Inference& in) { return in.signatures.count() + in.prelude_checked; }

Checker::Mark Checker::mark() { return {state_->polys.size(), lasting(*state_), state_->effects.mark()}; }

bool Checker::lasts_since(const Mark& m) const {
  return lasting(*state_) != m.lasting || state_->effects.lasts_since(m.effects);
}

void Checker::forget(const Mark& m, const Program::Mark& program) {
  Inference& in = *state_;
  in.polys.resize(m.polys), in.effects.forget(m.effects);
  in.locals.resize(std::min(in.locals.size(), program.variables));
  in.globals.resize(std::min(in.globals.size(), program.globals));
}

uint64_t Checker::type_visits() const { return state_->visits() + type_visits_; }

void Checker::give_type(GlobalId g, TypeId type) { nova::give_type(*state_, g, type); }

namespace {

/// Reports a form (compile-now f) whose definition has no code of its own at one type. Returns whether it has.
bool has_own_code(Frontend& f, const Expr& named) {
  const GlobalId g = references(named).front();
  const std::string name(f.symbols.text(f.program[g].name));
  const bool varies =
      named.kind == ExprKind::Global && !f.core.globals[static_cast<uint32_t>(g)].scheme.quantified.empty();
  if (has_errors(f, g) || (!f.program[g].foreign && !varies)) return true;
  if (f.program[g].foreign)
    f.diagnostics.report("E0336", named.span, {name, "it is a foreign function, which has code of its own"});
  else
    f.diagnostics.report("E0336", named.span, {name, "its type varies: " + print_scheme(f, g)})
        .help("(compile-now (" + name + " : t)) compiles it at the type t");
  return false;
}

/// Reports a form (compile-now x) whose value is no function. Returns whether it is one.
bool is_function(Frontend& f, const Expr& named, TypeId type) {
  if (f.types.is(f.types.resolve(type), TypeKind::Fun)) return true;
  const std::string name(f.symbols.text(f.program[references(named).front()].name));
  f.diagnostics.report("E0336", named.span,
                       {name, "it is no function, but of type " + f.types.print(type, f.symbols)});
  return false;
}

/// Returns the kind of a form that has a value or definitions.
CoreTop::Kind kind_of(Top::Kind kind) {
  return kind == Top::Define       ? CoreTop::Define
         : kind == Top::CompileNow ? CoreTop::CompileNow
                                   : CoreTop::Expression;
}

} // namespace

/// Returns the typed form, or nothing if it has errors or there is nothing to run.
std::optional<CoreTop> Checker::check_form(const Top& form) {
  CoreTop out{kind_of(form.kind), form.span, {}, nullptr, {}};
  switch (form.kind) {
  case Top::Types: declare(*state_, form.types); return std::nullopt;
  case Top::Define:
    for (GlobalId g : form.globals)
      if (!f_.program[g].prelude && need(g)) out.globals.push_back(g);
    if (out.globals.empty()) return std::nullopt;
    return out;
  case Top::Expression:
  case Top::CompileNow: break;
  }
  need_all(references(*form.value));
  const bool compiles = form.kind == Top::CompileNow;
  if (compiles && !has_own_code(f_, *form.value)) return std::nullopt;
  out.value = check_expression(*state_, *form.value);
  if (!out.value || (compiles && !is_function(f_, *form.value, out.value->type))) return std::nullopt;
  out.type = f_.types.substitute(out.value->type, {}, {});
  out.open_type = state_->open_type;
  return out;
}

/// Removes repeated diagnostics: an error in text that a macro repeats is reported once.
void Checker::drop_repeated() {
  std::set<std::tuple<std::string, FileId, uint32_t, uint32_t, std::vector<std::string>>> told;
  for (Diagnostic& d : f_.diagnostics.take())
    if (told.emplace(d.code, d.span.file, d.span.begin, d.span.end, d.args).second)
      f_.diagnostics.add(std::move(d));
}

namespace {

/// Marks all definitions of the forms as failed, after a limit was reached.
void give_up(Program& program, std::span<const Top> forms) {
  for (const Top& form : forms)
    for (const GlobalId g : form.globals)
      if (!program[g].prelude) program[g].failed = true;
}

} // namespace

std::vector<CoreTop> Checker::check(std::span<const Top> forms) {
  std::vector<CoreTop> out;
  for (const Top& form : forms) try {
      std::optional<CoreTop> top = check_form(form);
      for (CoreTop& d : demanded_) out.push_back(std::move(d));
      demanded_.clear();
      if (top) out.push_back(std::move(*top));
    } catch (const Fault& limit) {
      give_up(f_.program, forms), f_.diagnostics.report(limit.code, form.span, limit.args);
      return {};
    }
  if (f_.diagnostics.errors() > 1) drop_repeated();
  return out;
}

std::vector<CoreTop> check(Frontend& f, std::span<const Top> forms) { return f.checker->check(forms); }

namespace {

/// Whether the other classes in `all` imply the class c, as Integral implies Num.
bool implied(Class c, Classes all) {
  const Classes others = all & ~c;
  if (!(others & ~structural_classes)) return c == Eq && others;
  if ((classes_of_complex & others) == others && !(classes_of_complex & c)) return false;
  for (int e = 0; e < element_count; ++e) {
    const Classes has = classes_of(static_cast<Element>(e));
    if ((has & others) == others && !(has & c)) return false;
  }
  return true;
}

} // namespace

std::string print_scheme(const Frontend& f, const Scheme& s) {
  Types::Namer namer;
  return print_scheme(f, s, namer);
}

std::string print_scheme(const Frontend& f, const Scheme& s, Types::Namer& namer) {
  static constexpr std::pair<Class, std::string_view> names[] = {{Integral, "Integral"},
                                                                 {Fractional, "Fractional"},
                                                                 {Num, "Num"},
                                                                 {Bits, "Bits"},
                                                                 {Scalar, "Scalar"},
                                                                 {Ord, "Ord"},
                                                                 {Eq, "Eq"},
                                                                 {Storable, "Storable"},
                                                                 {Json, "Json"},
                                                                 {Index, "Index"},
                                                                 {Wide, "Wide"}};
  const std::string type = f.types.print(s.type, f.symbols, namer);
  std::string classes;
  for (TypeId v : s.quantified) {
    if (!namer.names.contains(f.types[v].payload)) continue;
    Classes left = f.types.variable(v).classes;
    for (size_t i = std::size(names); i-- > 0;)
      if ((left & names[i].first) && implied(names[i].first, left)) left &= ~names[i].first;
    for (auto [c, name] : names)
      if (left & c)
        classes +=
            (classes.empty() ? "" : ", ") + std::string(name) + " " + f.types.print(v, f.symbols, namer);
  }
  return classes.empty() ? type : classes + " => " + type;
}

std::string print_scheme(Frontend& f, GlobalId g) {
  if (!f.checker->need(g)) return {};
  return print_scheme(f, f.core.globals[static_cast<uint32_t>(g)].scheme);
}

std::string print_scheme(BuiltinId id) { return std::string(builtin(id).scheme); }

} // namespace nova
