#include "repl/session/files/exchange.hpp"
#include "frontend/expand/expander.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "interp/npy_values.hpp"
#include "repl/session/limits.hpp"
#include "repl/session/warnings.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"

namespace nova {

namespace {

/// Returns the type as one that outlives its text, if it is concrete.
std::optional<TypeId> concrete(Types& types, TypeId t) {
  return types.is_concrete(t) ? std::optional(types.substitute(t, {}, {})) : std::nullopt;
}

/// Returns the type of the only parameter of the function `top`. Returns nothing if it contains variables.
std::optional<TypeId> parameter_of(Frontend& f, const Top& top) {
  const std::vector<CoreTop> forms = check(f, std::span(&top, 1));
  if (forms.empty() || !forms.back().value || !f.types.is(forms.back().type, TypeKind::Fun)) return {};
  return concrete(f.types, f.types.arg(f.types.resolve(forms.back().type), 0));
}

} // namespace

bool Exchange::look_at(const std::string& name, const std::string& text,
                       const std::function<void(const Top&)>& look) {
  Session& s = session_;
  Frontend& f = s.frontend_;
  const SessionMark before = s.checkpoints_.mark();
  const FileId file = s.add_text(name, text);
  s.start_clock();
  limited(s.machine_, {file, 0, 0, 0}, [&] {
    auto data = s.read_text(file);
    if (f.diagnostics.has_errors()) return;
    std::vector<Top> tops;
    if (data.size() != 1 || !is_definition(f, *data[0]))
      tops = expand(f, data, Unit::Prompt); // expanding a definition would define it
    if (tops.size() == 1 && tops[0].value)
      look(tops[0]);
    else if (!f.diagnostics.has_errors())
      report_several(f, data);
  });
  const bool good = s.reports_.flush();
  s.checkpoints_.forget_since(before);
  return good;
}

std::optional<TypeId> Exchange::type_named(const std::string& text) {
  Frontend& f = session_.frontend_;
  std::optional<TypeId> type;
  const bool good = look_at("type", "(lambda ((x : " + text + ")) x)",
                            [&](const Top& top) { type = parameter_of(f, top); });
  if (good && !type) f.diagnostics.report("E0706", {}, {"an argument's type `" + text + "`"});
  return session_.reports_.flush() && good ? type : std::nullopt;
}

std::optional<std::vector<std::optional<TypeId>>> Exchange::parameter_types(const std::string& name,
                                                                            const std::string& function) {
  Frontend& f = session_.frontend_;
  std::vector<std::optional<TypeId>> types;
  const bool good = look_at(name, function, [&](const Top& top) {
    if (top.value->kind != ExprKind::Global || !f.checker->need(top.value->global)) return;
    TypeId t = f.types.resolve(f.core.globals[static_cast<uint32_t>(top.value->global)].scheme.type);
    for (; f.types.is(t, TypeKind::Fun); t = f.types.resolve(f.types.arg(t, 1))) {
      const std::optional<TypeId> parameter = concrete(f.types, f.types.arg(t, 0));
      types.push_back(parameter && is_npy_type(f.types, *parameter) ? parameter : std::nullopt);
    }
  });
  return good ? std::optional(std::move(types)) : std::nullopt;
}

void Exchange::end_text() { session_.checkpoints_.next_text(), session_.checkpoints_.keep(); }
void Exchange::keep_functions() { session_.checkpoints_.keep_functions(); }
const Layout* Exchange::layout(TypeId element) { return session_.machine_.layout(element); }
Layouts& Exchange::layouts() { return session_.machine_.layouts; }

std::optional<Outcome> Exchange::read(const Open& open, std::optional<TypeId> type) {
  Session& s = session_;
  Outcome column;
  s.start_clock();
  limited(s.machine_, {}, [&] {
    Types& types = s.frontend_.types;
    const std::unique_ptr<ByteSource> source = open();
    if (type && !is_npy_type(types, *type))
      fail("E0509", {"a .npy file", types.print(*type, s.frontend_.symbols)});
    TypedValue read = type ? TypedValue{read_npy_value(s.machine_, *source, *type), *type}
                           : read_npy_value(s.machine_, *source);
    column.value = std::move(read.value), column.type = read.type;
  });
  return s.reports_.flush() && column.value ? std::optional(std::move(column)) : std::nullopt;
}

void Exchange::write(ByteSink& sink, const Outcome& o) {
  write_npy_value(session_.machine_, sink, o.type, *o.value);
}

void Exchange::print(const Outcome& o, const std::function<void(std::string_view)>& out) {
  const Frontend& f = session_.frontend_;
  write_value(*o.value, o.type, session_.frontend_.types, f.symbols, session_.options_.abbreviate,
              [&](std::string_view piece) {
                Watch::answer();
                out(piece);
              });
}

void Exchange::forget(GlobalId g) {
  Machine& m = session_.machine_;
  run_on_big_stack([&] {
    if (const uint32_t at = m.mono.instance(g, {}); m.defined_value(at)) m.forget_global(at);
  });
}

} // namespace nova
