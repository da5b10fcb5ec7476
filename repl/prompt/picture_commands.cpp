// Commands that draw on the terminal or into a file: `:why`, `:plot`, `:show` and `:derive FORM > FILE`. Also
// `:step`, which steps through an evaluation.
#include "repl/derive/derive.hpp"
#include "repl/prompt/prompt.hpp"
#include "repl/session/status.hpp"
#include "repl/show/profile_report.hpp"
#include "repl/show/why.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/images/image.hpp"
#include <algorithm>
#include <cstring>
#include <fstream>
#include <utility>

namespace nova {
namespace {

/// The parts of an argument `FORM > FILE`.
struct Aim {
  std::string form, file{};
};

/// Whether the text looks like a file's name and not like a part of a form: it has an ending of letters or begins
/// with `/`, `./` or `../`, and has no blanks, brackets or quotes.
bool is_file_name(std::string_view text) {
  const size_t dot = text.rfind('.');
  const auto letter = [](unsigned char c) { return std::isalpha(c) != 0; };
  const bool ends = dot != text.npos && dot > 0 && dot + 1 < text.size() &&
                    std::ranges::all_of(text.substr(dot + 1), letter);
  const bool placed = text.starts_with("/") || text.starts_with("./") || text.starts_with("../");
  return (ends || placed) && text.find_first_of("()[]{}\"' ") == text.npos;
}

/// Splits an argument `FORM > FILE` into its parts. The blanks are optional, and the file may be in quotes. Returns
/// nothing if there is no file. A `>` inside of brackets or in a name belongs to the form.
std::optional<Aim> split_aim(std::string_view argument) {
  const bool quoted = argument.size() > 2 && argument.back() == '"';
  const size_t last = quoted ? argument.rfind('"', argument.size() - 2) : argument.npos;
  const size_t at = last == 0 ? argument.npos : argument.rfind('>', last == argument.npos ? last : last - 1);
  if (at == argument.npos) return {};
  const std::string_view file =
      argument.substr(std::min(argument.find_first_not_of(' ', at + 1), argument.size()));
  const size_t form = at == 0 ? argument.npos : argument.find_last_not_of(' ', at - 1);
  if (form == argument.npos ||
      (form + 1 == at && std::string_view("-=<>").find(argument[form]) != argument.npos))
    return {};
  if (quoted ? file.size() != argument.size() - last : !is_file_name(file)) return {};
  return Aim{std::string(argument.substr(0, form + 1)),
             std::string(quoted ? file.substr(1, file.size() - 2) : file)};
}

} // namespace

std::optional<std::string> aimed_at(const std::string& argument) {
  const auto aim = split_aim(argument.starts_with('>') ? "it " + argument : argument);
  return aim ? std::optional(aim->file) : std::nullopt;
}

namespace {

/// Splits a command's argument `FORM > FILE`, where `> FILE` may be missing. If the file's name has none of
/// `endings`, reports an error and returns nothing.
std::optional<Aim> aim_of(Prompt& p, const char* command, const std::string& argument,
                          std::initializer_list<std::string_view> endings) {
  const auto aim = split_aim(argument);
  if (!aim) return Aim{argument};
  if (std::ranges::any_of(endings, [&](std::string_view e) { return aim->file.ends_with(e); })) return aim;
  std::string all;
  for (const std::string_view e : endings) all += (all.empty() ? "x" : ", x") + std::string(e);
  p.complain("E0717", {aim->file, command, all});
  return {};
}

void write_picture(Prompt& p, const std::string& path, const std::string& bytes) {
  if (p.write_file(path, bytes)) p.say("written: " + path + "\n");
}

} // namespace

bool Prompt::write_file(const std::string& path, const std::string& bytes) {
  if (is_worker()) return true;
  if (page) {
    try {
      return session.files().write(path, bytes), true;
    } catch (const Fault& fault) {
      return complain(fault.code.c_str(), fault.args), false;
    }
  }
  std::ofstream out(path, std::ios::binary);
  out << bytes;
  out.close();
  if (!out) complain("E0506", {path, std::strerror(errno)});
  return bool(out);
}

/// Runs a form, prints an explanation of how the tiers ran it, and then prints the form's values. The explanation is
/// text, a picture or an HTML page. Without an argument, prints the report on the text that ran last.
void why_command(Prompt& p, const std::string& argument) {
  if (argument.empty()) return p.say(p.session.tiers().why(p.texts.ran));
  const auto aim = aim_of(p, ":why", argument, {".svg", ".html"});
  if (!aim) return;
  const bool drawn = p.page || aim->file.ends_with(".svg");
  const WhyAs as = aim->file.ends_with(".html") ? WhyAs::Page : drawn ? WhyAs::Picture : WhyAs::Text;
  p.held.emplace();
  const auto told = tell_why(p.session, as, [&]() -> std::optional<FileId> {
    return p.run_text(aim->form) ? std::optional(p.texts.ran) : std::nullopt;
  });
  const std::string values = *std::exchange(p.held, {});
  if (!told) return p.say(values);
  if (!aim->file.empty())
    write_picture(p, aim->file, *told);
  else
    p.page ? p.page->display({p.session.tiers().why(p.texts.ran), {}, *told}) : p.say(*told);
  p.say(values);
}

void plot_command(Prompt& p, const std::string& argument) {
  const auto aim = aim_of(p, ":plot", argument, {".svg"});
  if (!aim) return;
  const auto o = p.evaluate(aim->form, ":plot");
  if (!o) return;
  const auto svg = svg_of(*o);
  if (!svg) {
    Frontend& f = p.session.frontend();
    Diagnostic& d = f.diagnostics.report("E0713", {}, {f.types.print(o->type, f.symbols)});
    if (f.types.is(o->type, TypeKind::Tuple))
      d.help("points are (zip xs ys), several lines a vector of vectors: [xs ys]");
    if (f.types.is(o->type, TypeKind::Fun))
      d.help("of a function its values: :plot (map " + aim->form + " (linspace 0.0 6.0 100))");
    return void(p.session.reports().flush());
  }
  if (!aim->file.empty()) return write_picture(p, aim->file, *svg);
  const std::string text = *show_plot(*o, p.show_settings());
  p.page ? p.page->result({text, {}, *svg}) : p.picture(text);
}

void show_command(Prompt& p, const std::string& argument) {
  const auto aim = aim_of(p, ":show", argument, {".png"});
  if (!aim) return;
  const auto o = p.evaluate(aim->form, ":show");
  if (!o) return;
  if (!aim->file.empty()) {
    const auto png = png_of(*o);
    return png ? write_picture(p, aim->file, *png)
               : p.complain("E0509", {"a PNG image", p.session.frontend().types.print(
                                                         o->type, p.session.frontend().symbols)});
  }
  if (const auto image = p.page ? std::nullopt : show_image(p.session, *o, p.show_settings()))
    return p.picture(*image);
  const std::string text = show_at_length(p.session, *o, p.show_settings());
  if (!p.page) return p.say(text);
  RichResult r = rich_result(p.session, *o, p.show_settings());
  r.text = text, r.png = png_of(*o).value_or("");
  p.page->result(std::move(r));
}

namespace {

/// Parses the options --typing, --html, --latex and --prelude before a form. Returns the text after them.
std::string take_options(std::string text, DeriveArguments& d) {
  const std::pair<std::string_view, bool*> all[] = {
      {"--typing ", &d.typing}, {"--html ", &d.html}, {"--latex ", &d.latex}, {"--prelude ", &d.prelude}};
  for (bool more = true; more;) {
    more = false;
    for (const auto& [word, on] : all)
      if (text.starts_with(word)) *on = more = true, text.erase(0, text.find_first_not_of(' ', word.size()));
  }
  return text;
}

/// Runs a form and writes the derivation of its value to `out`; with `d.typing`, that of its type.
void tell_proof(Prompt& p, const std::string& form, const DeriveArguments& d, const Write& out) {
  const FileId file = p.session.type_text(p.place, form);
  if (!p.results.define_mentioned(p.session, form)) return void(p.session.reports().flush());
  std::optional<Status> status(std::in_place, p.output, p.session);
  const auto proof = proof_of_forms(p.session, file, d, [&p](std::string_view t) { p.say(t); });
  status.reset();
  if (proof) write_proof(*proof, d, out);
  p.names.change();
}

} // namespace

void derive_command(Prompt& p, const std::string& argument) {
  DeriveArguments d{.typed = true};
  const auto aim = aim_of(p, ":derive", take_options(argument, d), {".html", ".tex", ".txt"});
  if (!aim) return;
  d.html |= aim->file.ends_with(".html"), d.latex |= aim->file.ends_with(".tex"), d.typed = aim->file.empty();
  std::string text;
  tell_proof(p, aim->form, d, [&text](std::string_view t) { text += t; });
  if (!text.empty()) aim->file.empty() ? p.say(text) : write_picture(p, aim->file, text);
}

namespace {

/// Takes an option with a file's name, `--svg FILE`, from the beginning of the argument. Returns the name, or "".
std::string take_file_option(std::string& argument, std::string_view option) {
  if (!argument.starts_with(std::string(option) + " ")) return "";
  const size_t begin = argument.find_first_not_of(' ', option.size()),
               end = std::min(argument.find(' ', begin), argument.size());
  std::string file = begin == argument.npos ? "" : argument.substr(begin, end - begin);
  argument.erase(0, std::min(argument.find_first_not_of(' ', end), argument.size()));
  return file;
}

} // namespace

void profile_command(Prompt& p, const std::string& argument) {
  std::string form = argument;
  std::string folded = take_file_option(form, "--folded");
  const std::string svg = take_file_option(form, "--svg");
  if (folded.empty()) folded = take_file_option(form, "--folded");
  if (form.empty()) return run_command(p, ":help profile");
  // A form that fails has been measured up to there.
  const std::vector<std::string> breakpoints = std::exchange(p.breakpoints, {}); // it would be of the stepper
  p.texts.ran = p.session.type_text(p.place, form); // before: what is typed while forms are measured is kept
  bool good = true;
  const ProfileReport report(p.session, p.texts.ran, [&] { good = p.run(p.texts.ran, p.on_error); });
  p.breakpoints = breakpoints;
  if (!good && report.is_empty()) return; // its error is told
  if (!folded.empty()) write_picture(p, folded, report.folded_stacks());
  if (!svg.empty()) write_picture(p, svg, report.flame_graph());
  if (folded.empty() && svg.empty()) p.say(report.table());
}

/// Adds, removes or lists breakpoints.
void break_command(Prompt& p, const std::string& argument) {
  const bool off = argument == "off" || argument.starts_with("off ");
  const std::string name =
      off ? argument.substr(std::min(argument.find_first_not_of(' ', 3), argument.size())) : argument;
  if (off && name.empty()) return p.breakpoints.clear();
  const auto known = std::ranges::find(p.breakpoints, name);
  if (off && known == p.breakpoints.end()) return p.say("there is no breakpoint at " + name + "\n");
  if (off) return void(p.breakpoints.erase(known));
  if (name.empty()) {
    for (const std::string& f : p.breakpoints) p.say("  " + f + "\n");
    if (p.breakpoints.empty()) p.say("there are no breakpoints; :break f makes one at the calls of f\n");
    return;
  }
  const auto& all = p.names.all();
  const auto it = std::ranges::find(all, name, &NameInSight::name);
  if (it == all.end()) return p.complain_of_name(name);
  const bool function = it->kind == NameInSight::Definition && p.session.names().is_own(it->global) &&
                        p.session.frontend().program[it->global].kind == Global::Function;
  if (!function)
    return p.say(name + " is no function of the session; a breakpoint stands at the calls of one\n");
  if (known == p.breakpoints.end()) p.breakpoints.push_back(name);
  p.say("forms are interpreted and recorded from now on, and the stepper opens where " + name +
        " is called\n");
}

void step_command(Prompt& p, const std::string& argument) {
  DeriveArguments d{.step = true, .typed = true};
  tell_proof(p, argument, d, {});
  std::fflush(stdout);
}

} // namespace nova
