#include "repl/kernel_cells.hpp"
#include "frontend/big_stack.hpp"
#include "frontend/lexer.hpp"
#include "frontend/utf8.hpp"
#include "repl/derive.hpp"
#include "repl/prompt.hpp"
#include "repl/why.hpp"
#include "runtime/io/svg_plot.hpp"
#include <algorithm>

namespace nova::notebook {
namespace {

/// Bytes of a text's first characters.
uint32_t bytes_of(std::string_view text, uint32_t characters) {
  uint32_t at = 0;
  for (; at < text.size() && characters > 0; --characters) at += decode_utf8(text, at).length;
  return at;
}
uint32_t characters_of(std::string_view text) {
  uint32_t n = 0;
  for (size_t at = 0; at < text.size(); at += decode_utf8(text, at).length) ++n;
  return n;
}
bool in_name(char c) { return std::string_view("][()\",;:' \t\r\n!").find(c) == std::string_view::npos; }

SessionOptions with_page(SessionOptions o, const Page& page) {
  o.out = page.out, o.err = page.err;
  return o;
}

} // namespace

Cells::Cells(SessionOptions options, Page page)
    : page_(std::move(page)), session_(with_page(std::move(options), page_)) {
  session_.allow_read(".");
  session_.on_diagnostic = [this](const Diagnostic& d) { take(d); };
}

void Cells::take(const Diagnostic& d) {
  std::string text = render(d, session_.frontend().sources, true);
  if (d.severity() == Severity::Warning) return page_.err(text);
  failures_.push_back({d.code, message(d), std::move(text)});
}

void Cells::complain(const char* code, const std::string& what) {
  session_.frontend().diagnostics.report(code, {}, {what});
  session_.flush_diagnostics();
}

std::vector<Failure> Cells::run(const std::string& code, int number, bool silent) {
  number_ = number;
  code.starts_with(":") ? run_command(code) : void(run_file(cell(code), silent));
  return std::exchange(failures_, {});
}

FileId Cells::cell(const std::string& code) {
  return session_.type_text("In [" + std::to_string(number_) + "]", code);
}

/// All values but the last are printed; each piece's last is the next one's `it`. False where a form failed.
bool Cells::run_file(FileId file, bool silent) {
  std::optional<RichResult> last;
  Outcome result;
  uint64_t held = 0;
  last_ = file;
  const auto before = [&](std::string_view text) {
    result = {}, held = Memory::used();
    return results_.define_mentioned(session_, text).has_value();
  };
  const auto after = [&](std::string_view) {
    const uint64_t now = Memory::used();
    if (result.value) results_.add(session_, result, now - std::min(now, held), 0);
  };
  const auto done = [&](const Outcome& o) {
    if (o.top) results_.note_definitions(session_, o);
    if (!o.value || o.value->tag() == Tag::Unit) return;
    if (last) page_.out(last->text);
    last = rich_result(session_, o, settings_), result = o;
  };
  const bool good = session_.run_forms(last_, {done, before, after});
  if (last && !silent) page_.result(*last);
  return good;
}

/// The last value of forms that are run to look at it.
std::optional<Outcome> Cells::evaluate(const std::string& code) {
  std::optional<Outcome> last;
  last_ = cell(code);
  const auto before = [&](std::string_view text) {
    return results_.define_mentioned(session_, text).has_value();
  };
  const bool good = session_.run_forms(last_, {[&](const Outcome& o) { last = o; }, before, {}});
  return good && last && last->value ? last : std::nullopt;
}

/// The prompt's commands that tell something of the language or of a value.
void Cells::run_command(const std::string& line) {
  const size_t space = std::min(line.find_first_of(" \n"), line.size());
  const std::string name = line.substr(0, space),
                    rest = line.substr(std::min(line.find_first_not_of(" \n", space), line.size()));
  for (const Command* c = commands; c->name; ++c)
    if (name == c->name) return (this->*c->run)(rest);
  refuse(name);
}

/// What there is only at the terminal's prompt is told apart from what there is not.
void Cells::refuse(const std::string& name) {
  const bool elsewhere = name.size() > 1 && find_command(name.substr(1)) != nullptr;
  session_.frontend()
      .diagnostics.report("E0702", {}, {name})
      .help(elsewhere ? "the prompt on a terminal has it; :help lists those of a cell" : ":help lists them");
  session_.flush_diagnostics();
}

void Cells::help(const std::string&) {
  page_.out("Forms run; `it` is the last result, it1 it2 it3 are those before it. A cell may begin with a "
            "command:\n");
  for (const Command* c = commands; c->name; ++c) {
    const nova::Command& row = *find_command(c->name + 1);
    page_.out("  " + std::string(c->name) + " " + std::string(row.argument) + "  " + std::string(row.help) +
              "\n");
  }
}

void Cells::derive(const std::string& code) {
  if (!results_.define_mentioned(session_, code)) return void(session_.flush_diagnostics());
  const DeriveArguments a{.typed = true};
  if (const auto proof = proof_of_forms(session_, last_ = cell(code), a, page_.out))
    write_proof(*proof, a, page_.out);
}

void Cells::load(const std::string& path) {
  const auto file = session_.load_file(path);
  file ? void(run_file(*file, false)) : void(session_.flush_diagnostics());
}

void Cells::tell_type(const std::string& code) {
  if (!results_.define_mentioned(session_, code)) return void(session_.flush_diagnostics());
  if (const auto type = session_.type_of(code)) page_.out(code + " : " + *type + "\n");
}

void Cells::tell_doc(const std::string& name) {
  const auto told = session_.documentation(name);
  told ? page_.out(*told) : complain("E0703", name);
}

/// Of a form with a picture; alone of what ran last.
void Cells::tell_why(const std::string& code) {
  if (code.empty()) return page_.out(session_.why(last_));
  const auto picture = nova::tell_why(session_, WhyAs::Picture, [&]() -> std::optional<FileId> {
    return run_forms(code) ? std::optional(last_) : std::nullopt;
  });
  if (picture) page_.display({session_.why(last_), {}, *picture});
}

void Cells::plot(const std::string& code) {
  const auto o = evaluate(code);
  if (!o) return;
  if (const auto all = plot_of(*o)) return page_.result({*show_plot(*o, settings_), {}, svg_plot(*all)});
  complain("E0713", session_.frontend().types.print(o->type, session_.frontend().symbols));
}

void Cells::show(const std::string& code) {
  const auto o = evaluate(code);
  if (!o) return;
  RichResult r = rich_result(session_, *o, settings_);
  r.text = show_at_length(session_, *o, settings_), r.png = png_of(*o).value_or("");
  page_.result(r);
}

const Cells::Command Cells::commands[] = {
    {":type", &Cells::tell_type}, {":doc", &Cells::tell_doc}, {":why", &Cells::tell_why},
    {":plot", &Cells::plot},      {":show", &Cells::show},    {":derive", &Cells::derive},
    {":load", &Cells::load},      {":help", &Cells::help},    {nullptr, nullptr}};

/// What the cell itself defines, which has not run yet; what has is known with its type.
std::vector<std::string> Cells::defined_in(std::string_view code) {
  std::vector<std::string> out;
  Lexer lexer(code);
  bool defines = false;
  for (Token t = lexer.next(); t.kind != TokenKind::End; t = lexer.next()) {
    const std::string word(code.substr(t.begin, t.end - t.begin));
    if (defines && t.kind == TokenKind::Symbol && !session_.documentation(word)) out.push_back(word);
    defines = word == "define" || (defines && t.kind == TokenKind::Open);
  }
  return out;
}

Found Cells::complete(const std::string& code, uint32_t cursor) {
  const uint32_t end = bytes_of(code, cursor);
  uint32_t begin = end;
  while (begin > 0 && in_name(code[begin - 1])) --begin;
  Found found{{}, characters_of(code.substr(0, begin)), characters_of(code.substr(0, end))};
  run_on_big_stack([&] {
    Completer names(session_.frontend(), code.substr(begin, end - begin));
    for (const std::string& name : defined_in(code)) names.add(name, "", CompletionKind::Function);
    names.add_names();
    found.names = names.take();
  });
  failures_.clear();
  return found;
}

std::optional<std::string> Cells::inspect(const std::string& code, uint32_t cursor) {
  uint32_t begin = bytes_of(code, cursor), end = begin;
  while (begin > 0 && in_name(code[begin - 1])) --begin;
  while (end < code.size() && in_name(code[end])) ++end;
  std::optional<std::string> told;
  run_on_big_stack(
      [&] { told = begin == end ? std::nullopt : session_.documentation(code.substr(begin, end - begin)); });
  return told;
}

bool Cells::is_whole(const std::string& code) { return is_complete(code); }

} // namespace nova::notebook
