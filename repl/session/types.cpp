// Types that are asked for: of forms that do not run, and inside of such as are still being typed.
#include "frontend/expand/expander.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/session/limits.hpp"

namespace nova {

/// A name's scheme may be open; any other expression's type is what running it would give.
std::optional<std::string> Session::type_of_form(const Top& top) {
  if (top.value->kind == ExprKind::Global) return print_scheme(frontend_, top.value->global);
  if (top.value->kind == ExprKind::Builtin) return print_scheme(top.value->builtin);
  const std::vector<CoreTop> forms = check(frontend_, std::span(&top, 1));
  if (forms.empty() || !forms.back().value)
    return {}; // before it stand constants that it is the first to use
  if (frontend_.checker->has_every_type()) return "'a";
  return frontend_.types.print(forms.back().type, frontend_.symbols);
}

std::optional<std::string> Session::type_of(const std::string& text) {
  const auto before = mark();
  FileId file = add_text("prompt", text);
  std::optional<std::string> answer;
  start_clock();
  limited(*machine_, {file, 0, 0, 0}, [&] {
    auto data = read_text(file);
    if (frontend_.diagnostics.has_errors()) return;
    std::vector<Top> tops;
    if (data.size() != 1 || !defines(*data[0]))
      tops = expand(frontend_, data, Unit::Prompt); // a definition would be made
    if (tops.size() == 1 && tops[0].value)
      answer = type_of_form(tops[0]);
    else if (!frontend_.diagnostics.has_errors())
      report_several(data);
  });
  const bool good = flush_diagnostics();
  forget_since(*before);
  return good ? answer : std::nullopt;
}

/// The checker goes on behind errors: what it has made of the expression is there, whatever is wrong
/// elsewhere.
std::optional<std::string> Session::type_inside(const std::string& text, uint32_t begin, uint32_t end) {
  const auto before = mark();
  const size_t first_node = frontend_.core.nodes.size(), first_global = frontend_.program.globals.size();
  const FileId file = add_text("prompt", text);
  std::optional<std::string> answer;
  frontend_.expander->keeps_wrong = true;
  run_on_big_stack([&] {
    check(frontend_, expand(frontend_, read_text(file), Unit::Prompt));
    const auto& nodes = frontend_.core.nodes;
    const auto stands_there = [&](const Core& c) {
      const bool unknown = c.kind == CoreKind::Const && c.literal &&
                           c.literal->is(DatumKind::Nil); // a name that means nothing
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
  forget_since(*before);
  return answer;
}

} // namespace nova
