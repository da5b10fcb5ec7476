// Commands that draw, on the terminal or into a file: `:why`, `:plot` and `:show FORM > FILE`.
#include "repl/prompt.hpp"
#include "repl/why.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/image.hpp"
#include "runtime/io/svg_plot.hpp"
#include <algorithm>
#include <cstring>
#include <fstream>

namespace nova {
namespace {

/// What stands before `> FILE`, and the file; a file has one of the endings, so that a form's own > is none.
struct Aim {
  std::string form, file{};
};

Aim aim_of(const std::string& argument, std::initializer_list<std::string_view> endings) {
  const size_t at = argument.rfind("> ");
  if (at == std::string::npos || at == 0 || argument[at - 1] != ' ') return {argument};
  const size_t begin = argument.find_first_not_of(' ', at + 1);
  const std::string file = argument.substr(begin);
  const auto ends = [&](std::string_view e) { return file.size() > e.size() && file.ends_with(e); };
  if (std::ranges::none_of(endings, ends) || file.find_first_of("()[]\"") != std::string::npos)
    return {argument};
  return {argument.substr(0, argument.find_last_not_of(' ', at - 1) + 1), file};
}

void write_picture(Prompt& p, const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary);
  out << bytes;
  out.close();
  if (!out) return p.complain("E0506", {path, std::strerror(errno)});
  p.say("written: " + path + "\n");
}

} // namespace

/// The answer stands before the value.
void why_command(Prompt& p, const std::string& argument) {
  const Aim aim = aim_of(argument, {".svg", ".html"});
  const WhyAs as = aim.file.empty() ? WhyAs::Text : aim.file.ends_with(".svg") ? WhyAs::Picture : WhyAs::Page;
  p.held.emplace();
  const auto told = tell_why(p.session, as, [&]() -> std::optional<FileId> {
    return p.run_text(aim.form) ? std::optional(p.last_text) : std::nullopt;
  });
  const std::string values = *std::exchange(p.held, {});
  if (told) aim.file.empty() ? p.say(*told) : write_picture(p, aim.file, *told);
  p.say(values);
}

void plot_command(Prompt& p, const std::string& argument) {
  const Aim aim = aim_of(argument, {".svg"});
  const auto o = p.evaluate(aim.form);
  if (!o) return;
  const auto all = plot_of(*o);
  if (!all) {
    Frontend& f = p.session.frontend();
    Diagnostic& d = f.diagnostics.report("E0713", {}, {f.types.print(o->type, f.symbols)});
    if (f.types.is(o->type, TypeKind::Fun))
      d.help("of a function its values: :plot (map " + aim.form + " (linspace 0.0 6.0 100))");
    return void(p.session.flush_diagnostics());
  }
  aim.file.empty() ? p.say(*show_plot(*o, p.show_settings())) : write_picture(p, aim.file, svg_plot(*all));
}

void show_command(Prompt& p, const std::string& argument) {
  const Aim aim = aim_of(argument, {".png"});
  const auto o = p.evaluate(aim.form);
  if (!o) return;
  if (!aim.file.empty()) {
    const auto png = png_of(*o);
    return png ? write_picture(p, aim.file, *png)
               : p.complain("E0509", {"a PNG image", p.session.frontend().types.print(
                                                         o->type, p.session.frontend().symbols)});
  }
  p.say(show_at_length(p.session, *o, p.show_settings()));
}

} // namespace nova
