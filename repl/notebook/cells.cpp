#include "repl/notebook/cells.hpp"
#include "frontend/read/reader.hpp"
#include "frontend/source/big_stack.hpp"
#include "frontend/source/utf8.hpp"
#include "repl/prompt/run_prompt.hpp"
#include <algorithm>
#include <filesystem>

namespace nova::notebook {
namespace {

/// Returns the number of bytes of the text's first `characters` characters.
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

} // namespace

Cells::Cells(SessionOptions options, Page page) : shown_(std::move(page)), session_(std::move(options)) {
  session_.reports().drawn = [this](std::string_view svg, std::optional<std::string> description) {
    plots_.take(svg, std::move(description));
  };
  session_.files().allow_read(".");
  session_.reports().listener = [this](const Diagnostic& d) { take(d); };
  prompt_.on_error = OnError::Stop;
}

/// Receives a diagnostic of a cell: keeps an error as a failure, and prints a warning. If the error is a denied
/// access to a file, adds a help that says how to allow the access when the kernel is installed.
void Cells::take(Diagnostic d) {
  for (const auto& [code, option] :
       {std::pair("E0502", "--allow-read"), std::pair("E0503", "--allow-write")}) {
    if (d.code != code) continue;
    const std::string folder = d.args[1] == std::filesystem::current_path() ? "." : d.args[1];
    d.help("`nova kernel install " + std::string(option) + " " + folder +
           "` lets cells do so, once their kernel starts again");
  }
  std::string text = render(d, session_.frontend().sources, true);
  if (d.severity() == Severity::Warning) return prompt_.note(text);
  prompt_.failed = true;
  failures_.push_back({d.code, message(d), std::move(text)});
}

void Cells::hold(RichResult r) {
  if (last_) prompt_.say(last_->text);
  if (!r.svg.empty()) r.vega_lite = plots_.vega_lite(r.svg);
  last_ = std::move(r);
}

std::vector<Failure> Cells::run(const std::string& code, int number, bool silent) {
  prompt_.place = "In [" + std::to_string(number) + "]", prompt_.failed = false;
  last_.reset();
  prompt_.run_pieces(code);
  if (last_ && !silent) shown_.result(std::move(*last_));
  return std::exchange(failures_, {});
}

bool Cells::reads(const std::string& code) {
  if (has_commands(code)) return true; // a command's argument may be anything
  Sources sources;
  Symbols symbols;
  DatumArena data;
  Diagnostics wrong;
  run_on_big_stack([&] { read(sources, sources.add("cell", code), symbols, data, wrong); });
  return !wrong.has_errors();
}

CompletionKind Cells::kind_of(std::string_view name) {
  if (name.starts_with(':')) return CompletionKind::Keyword;
  const auto& all = prompt_.names.all();
  const auto it = std::ranges::lower_bound(all, name, {}, &NameInSight::name);
  return it != all.end() && it->name == name ? nova::kind_of(session_.frontend(), *it)
                                             : CompletionKind::Variable;
}

Found Cells::complete(const std::string& code, uint32_t cursor) {
  const uint32_t end = bytes_of(code, cursor);
  const editor::Completions c = complete_typed(prompt_, code, end, true);
  Found found{{}, characters_of(code.substr(0, c.begin)), characters_of(code.substr(0, end))};
  for (const editor::Candidate& name : c.candidates)
    found.names.push_back({name.text, name.note, "", kind_of(name.text)});
  failures_.clear();
  return found;
}

std::optional<std::string> Cells::inspect(const std::string& code, uint32_t cursor) {
  uint32_t begin = bytes_of(code, cursor), end = begin;
  while (begin > 0 && in_name(code[begin - 1])) --begin;
  while (end < code.size() && in_name(code[end])) ++end;
  if (begin == end) return {};
  const std::string name = code.substr(begin, end - begin);
  const bool command = begin > 0 && code[begin - 1] == ':' && (begin == 1 || code[begin - 2] == '\n');
  if (const Command* c = command ? find_command(name) : nullptr) return usage(*c, prompt_.columns());
  std::optional<std::string> told;
  run_on_big_stack([&] { told = prompt_.documentation(name); });
  failures_.clear();
  return told;
}

} // namespace nova::notebook
