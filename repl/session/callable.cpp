#include "repl/session/callable.hpp"
#include "frontend/infer/check.hpp"
#include "repl/session/limits.hpp"
#include <algorithm>
#include <array>

namespace nova {

namespace {

/// Returns the form (define name e), in which e is at its own place of the text.
const Datum* definition_of(Frontend& f, const std::string& name, const Datum* e) {
  Datum* const define = f.data.make(DatumKind::Symbol, e->span);
  Datum* const defined = f.data.make(DatumKind::Symbol, e->span);
  Datum* const form = f.data.make(DatumKind::List, e->span);
  define->symbol = f.symbols.intern("define"), defined->symbol = f.symbols.intern(name);
  const std::array<const Datum*, 3> items{define, defined, e};
  form->items = f.data.items(items);
  return form;
}

std::string next_name(const Frontend& f) { return "$f" + std::to_string(f.program.globals.size()); }

} // namespace

/// Texts that are added next stay for ever.
void Callable::keep_texts(Session& session) {
  session.checkpoints_.next_text();
  session.checkpoints_.keep();
}

std::unique_ptr<Callable> Callable::of_text(Session& s, const std::string& name, std::string text) {
  keep_texts(s);
  Frontend& f = s.frontend_;
  const FileId file = s.add_text(name, std::move(text));
  const std::string own = next_name(f);
  const Datum* form = nullptr;
  s.start_clock();
  limited(s.machine_, {file, 0, 0, 0}, [&] {
    const auto data = s.read_text(file);
    if (f.diagnostics.has_errors()) return;
    if (data.size() == 1 && !is_definition(f, *data[0]))
      form = definition_of(f, own, data[0]);
    else
      f.diagnostics.report("E0718", {},
                           {"the text of a function is one expression, such as the name of a definition"});
  });
  if (!s.reports_.flush() || !form) return nullptr;
  std::optional<GlobalId> made;
  const FormHooks hooks{[&](const Outcome& o) {
                          for (const GlobalId g : o.top->globals)
                            if (s.names_.name_of(g) == own) made = g;
                        },
                        {},
                        {}};
  if (!s.run_unit(std::span(&form, 1), hooks) || !made) return nullptr;
  std::unique_ptr<Callable> callable(new Callable(s, *made, own));
  if (f.types.is(f.core.globals[static_cast<uint32_t>(*made)].scheme.type, TypeKind::Fun)) return callable;
  callable->refuse("`" + std::string(f.sources.text(form->span)) + "` is no function, its type is " +
                   callable->type_text());
  return nullptr;
}

std::optional<Outcome> Callable::geometry_of(Session& s, GlobalId kernel) {
  const CoreGlobal& global = s.frontend_.core.globals[static_cast<uint32_t>(kernel)];
  const Core& launch = *global.value;
  Core* const geometry = launch.items.at(1);
  Types& types = s.frontend_.types;
  std::vector<TypeId> parameters;
  for (TypeId t = types.resolve(global.scheme.type); parameters.size() < launch.vars.size();
       t = types.resolve(types.arg(t, 1)))
    parameters.push_back(types.arg(t, 0));
  CoreTop top;
  top.span = launch.span, top.type = geometry->type;
  for (; !parameters.empty(); parameters.pop_back()) top.type = types.fun(parameters.back(), top.type);
  top.value = s.frontend_.core.make(CoreKind::Lambda, top.type, launch.span);
  top.value->vars = launch.vars, top.value->items = {geometry};
  bool failed = false;
  std::optional<Value> value = s.run_one(top, failed);
  if (!value) return {};
  return Outcome{std::move(value), top.type, nullptr, {}};
}

std::unique_ptr<Callable> Callable::of_value(Session& s, const Outcome& function) {
  const std::string own = next_name(s.frontend_);
  s.start_clock();
  keep_texts(s);
  std::unique_ptr<Callable> callable(new Callable(s, s.define_value(own, function), own));
  if (s.frontend_.types.is(function.type, TypeKind::Fun)) return callable;
  callable->refuse("a value of type " + callable->type_text() + " is no function");
  return nullptr;
}

std::optional<TypeId> Callable::type() const {
  Frontend& f = session_.frontend_;
  const Scheme& scheme = f.core.globals[static_cast<uint32_t>(definition_)].scheme;
  if (!scheme.quantified.empty() || !f.types.is_concrete(scheme.type)) return {};
  return f.types.substitute(scheme.type, {}, {});
}

std::string Callable::type_text() const { return print_scheme(session_.frontend_, definition_); }

bool Callable::refuse(std::string why, std::vector<Note> notes) const {
  session_.reports_.report({"E0718", {}, {std::move(why)}, std::move(notes)});
  return false;
}

/// Whether the arguments have the types of the function's parameters. Only for a function that is not polymorphic.
bool Callable::takes(std::span<const Outcome> arguments) const {
  const Types& types = session_.frontend_.types;
  const Symbols& symbols = session_.frontend_.symbols;
  TypeId t = *type();
  for (size_t k = 0; k < arguments.size(); ++k) {
    if (!types.is(t, TypeKind::Fun))
      return refuse("there are " + std::to_string(arguments.size()) + " arguments for a function of type " +
                    type_text());
    if (types.arg(t, 0) != arguments[k].type)
      return refuse("argument " + std::to_string(k + 1) + " is of type " +
                    types.print(arguments[k].type, symbols) + "; the function takes " +
                    types.print(types.arg(t, 0), symbols));
    t = types.arg(t, 1);
  }
  return true;
}

/// Returns the text whose value is the function at the types of the arguments.
std::string Callable::form(std::span<const Outcome> arguments) const {
  if (type()) return name_;
  std::string parameters, call;
  for (size_t k = 0; k < arguments.size(); ++k) {
    const std::string variable = "$" + std::to_string(k + 1);
    const Frontend& f = session_.frontend_;
    parameters += " (" + variable + " : " + f.types.print(arguments[k].type, f.symbols) + ")";
    call += " " + variable;
  }
  return "(lambda" + parameters + " (" + name_ + call + "))";
}

/// Whether a polymorphic function takes arguments of these types: whether the form, which applies it to them, has a type.
bool Callable::accepts(std::span<const Outcome> arguments, const std::string& form) const {
  Frontend& f = session_.frontend_;
  const SessionMark before = session_.checkpoints_.mark();
  const FileId file = session_.add_text("call", form);
  std::optional<bool> has_type; // none: a limit has ended the check
  std::vector<Note> helps;      // those that name no variable of the form
  limited(session_.machine_, {file, 0, 0, 0}, [&] {
    check(f, expand(f, session_.read_text(file), Unit::Prompt));
    has_type = !f.diagnostics.has_errors();
    for (const Diagnostic& d : f.diagnostics.take())
      for (const Note& n : d.notes)
        if (n.kind == Note::Help && n.text.find('$') == n.text.npos)
          helps.push_back({Note::Help, n.text, {}});
  });
  session_.checkpoints_.forget_since(before);
  if (!has_type) return session_.reports_.flush();
  if (*has_type) return true;
  std::string types;
  for (const Outcome& a : arguments) types += (types.empty() ? "" : ", ") + f.types.print(a.type, f.symbols);
  return refuse("the function is of type " + type_text() + ", which does not take " + types,
                std::move(helps));
}

std::optional<Callable::Instance> Callable::make(std::span<const Outcome> arguments) {
  if (type() && !takes(arguments)) return {};
  keep_texts(session_);
  std::optional<Instance> made;
  const std::string text = form(arguments);
  if (!type() && !accepts(arguments, text)) return {};
  const FileId file = session_.add_text("call", text);
  const bool good = session_.run_forms(file, [&](const Outcome& o) {
    if (o.value) made = Instance{{}, *o.value, o.type, o.made, o.top->span};
  });
  if (!good || !made) return {};
  const Types& types = session_.frontend_.types;
  for (const Outcome& a : arguments)
    made->types.push_back(a.type), made->result = types.arg(types.resolve(made->result), 1);
  return made;
}

Callable::Instance* Callable::instance(std::span<const Outcome> arguments) {
  for (Instance& i : instances_)
    if (std::ranges::equal(i.types, arguments, {}, {}, &Outcome::type)) return &i;
  std::optional<Instance> made = make(arguments);
  return made ? &instances_.emplace_back(std::move(*made)) : nullptr;
}

std::optional<Outcome> Callable::call(std::span<const Outcome> arguments) {
  constexpr size_t few = 8;
  session_.start_clock();
  if (arguments.empty())
    return refuse("a call has an argument at least, () for a function of unit"), std::nullopt;
  const Instance* const i = instance(arguments);
  if (!i) return {};
  std::array<Value, few> in_place;
  std::vector<Value> many(arguments.size() > few ? arguments.size() : 0);
  const std::span<Value> values =
      many.empty() ? std::span(in_place).first(arguments.size()) : std::span(many);
  for (size_t k = 0; k < values.size(); ++k) values[k] = *arguments[k].value;
  Result<Value> result = session_.machine_.apply(i->function, values, i->at);
  session_.reports_.flush();
  last_ = session_.tiers_.made_by_call(i->made);
  if (result) return Outcome{std::move(*result), i->result, nullptr, last_};
  session_.reports_.report(result.error());
  return {};
}

std::string Callable::why() const {
  if (!last_) return "nothing was called yet\n";
  return session_.tiers_.why(*last_);
}

} // namespace nova
