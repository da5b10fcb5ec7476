// Queries for types: of a form that does not run, and of an expression inside of a form that is still being typed.
#include "frontend/expand/expander.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/session/files/exchange.hpp"
#include "repl/session/warnings.hpp"

namespace nova {

namespace {

/// Returns the type scheme of a name, which may be polymorphic. For any other expression, returns the type of its
/// value.
std::optional<std::string> type_of_form(Frontend& f, const Top& top) {
  if (top.value->kind == ExprKind::Global) return print_scheme(f, top.value->global);
  if (top.value->kind == ExprKind::Builtin) return print_scheme(top.value->builtin);
  const std::vector<CoreTop> forms = check(f, std::span(&top, 1));
  if (forms.empty() || !forms.back().value)
    // The last form is the expression. The forms before it are constants that the expression is the first to use.
    return {};
  if (f.checker->has_every_type()) return "'a";
  if (!forms.back().open_type.empty()) return forms.back().open_type;
  return f.types.print(forms.back().type, f.symbols);
}

} // namespace

std::optional<std::string> Session::type_of(const std::string& text, const std::string& place) {
  std::optional<std::string> answer;
  const bool good = Exchange(*this).look_at(place, text, [&](const Top& top) {
    const OpenTypes open(*frontend_.checker);
    answer = type_of_form(frontend_, top);
  });
  return good ? answer : std::nullopt;
}

/// The checker continues after errors. So the expression has a node of Core with its type, even if there are errors
/// elsewhere in the form.
std::optional<std::string> Session::type_inside(const std::string& text, uint32_t begin, uint32_t end) {
  const SessionMark before = checkpoints_.mark();
  const size_t first_node = frontend_.core.nodes.size(), first_global = frontend_.program.globals.size();
  const FileId file = add_text("prompt", text);
  std::optional<std::string> answer;
  frontend_.expander->keeps_wrong = true;
  run_on_big_stack([&] {
    check(frontend_, expand(frontend_, read_text(file), Unit::Prompt));
    const auto& nodes = frontend_.core.nodes;
    const auto stands_there = [&](const Core& c) {
      const bool unknown = c.kind == CoreKind::Const && c.literal &&
                           c.literal->is(DatumKind::Nil); // stands for an unknown name
      return !unknown && c.span.file == file && c.span.expansion == 0 && c.span.begin == begin &&
             c.span.end == end;
    };
    for (size_t n = first_node; n < nodes.size() && !answer; ++n)
      if (stands_there(nodes[n]))
        answer = frontend_.types.print(frontend_.types.substitute(nodes[n].type, {}, {}), frontend_.symbols);
  });
  frontend_.expander->keeps_wrong = false, frontend_.diagnostics.take();
  for (size_t g = first_global; g < frontend_.program.globals.size(); ++g)
    frontend_.program.globals[g].failed = true;
  checkpoints_.forget_since(before);
  return answer;
}

} // namespace nova
