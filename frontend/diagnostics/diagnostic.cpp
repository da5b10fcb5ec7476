#include "frontend/diagnostics/diagnostic.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr DiagnosticRow rows[] = {
#define NOVA_DIAGNOSTIC(code, message, story, example) {code, message, story, example},
#include "frontend/diagnostics/reading.def"

#include "frontend/diagnostics/types.def"

#include "frontend/diagnostics/names.def"

#include "frontend/diagnostics/running.def"

#include "frontend/diagnostics/files.def"

#include "frontend/diagnostics/limits.def"

#include "frontend/diagnostics/commandline.def"

#include "frontend/diagnostics/warnings.def"
#undef NOVA_DIAGNOSTIC
};

/// Returns `words` with {0}, {1} and so on replaced by the arguments. Braces that name no argument stay as they are.
std::string fill(std::string_view words, const std::vector<std::string>& args) {
  constexpr size_t longest = 2000; // bytes of an argument that are shown: a name may have a megabyte
  std::string out;
  for (size_t at = 0; at < words.size(); ++at) {
    bool slot = words[at] == '{' && at + 2 < words.size() && words[at + 2] == '}';
    size_t which = slot ? static_cast<size_t>(words[at + 1] - '0') : args.size();
    if (which < args.size())
      out += shorten(args[which], longest), at += 2;
    else
      out += words[at];
  }
  return out;
}

} // namespace

std::span<const DiagnosticRow> all_diagnostics() { return rows; }

const DiagnosticRow* find_diagnostic(std::string_view code) {
  auto row = std::ranges::find(rows, code, &DiagnosticRow::code);
  return row == std::end(rows) ? nullptr : row;
}

void Diagnostics::keep(size_t n, std::string_view code) {
  if (list_.size() <= n) return;
  const auto forgotten = std::remove_if(list_.begin() + static_cast<ptrdiff_t>(n), list_.end(),
                                        [&](const Diagnostic& d) { return d.code != code; });
  list_.erase(forgotten, list_.end());
  errors_ = static_cast<size_t>(
      std::ranges::count(list_, Severity::Error, [](const Diagnostic& d) { return d.severity(); }));
}

bool name_callee(const std::string& code, const std::string& callee, std::vector<std::string>& args) {
  constexpr std::string_view begin_with_name[] = {"E0403", "E0404", "E0407", "E0408", "E0413"};
  if (code == "E0401" && args.size() > 3) return args[0] = callee, args[1] = "one", args[3] = "another", true;
  if (std::ranges::find(begin_with_name, code) != std::end(begin_with_name)) {
    if (!args.empty()) args[0] = callee;
    return true;
  }
  if (code == "E0411" && callee == "matmul") return true; // its message begins so
  return !code.starts_with("E04");
}

/// If an error arose inside of the prelude, a note without text holds the name of the function that the user called.
/// The message then begins with that name.
std::string message(const Diagnostic& d) {
  const auto about_call =
      std::ranges::find_if(d.notes, [](const Note& n) { return n.text.empty() && !n.callee.empty(); });
  const std::string about = about_call == d.notes.end() ? "" : about_call->callee + ": ";
  if (const DiagnosticRow* row = find_diagnostic(d.code)) return about + fill(row->message, d.args);
  std::string words = "(a diagnostic without words)"; // the code has no row: a mistake in the compiler
  for (const std::string& arg : d.args) words += " " + arg;
  return words;
}

std::string count(size_t n, std::string_view thing) {
  return std::to_string(n) + " " + std::string(thing) + (n == 1 ? "" : "s");
}

} // namespace nova
