#include "frontend/diagnostics/diagnostic.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>
#include <array>
#include <cctype>

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

/// "{0} and {1}" with the arguments put in; braces that name no argument stay as they are.
std::string fill(std::string_view words, const std::vector<std::string>& args) {
  constexpr size_t longest = 2000; // a name may be a megabyte
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

constexpr size_t longest_name = 64;

/// Damerau-Levenshtein distance (optimal string alignment): insert, delete, replace, swap two neighbours.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::array<size_t, longest_name + 1> before{}, row{}, next{};
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] != b[j - 1])});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) next[j] = std::min(next[j], before[j - 2] + 1);
    }
    before = row, row = next;
  }
  return row[b.size()];
}

bool differ_in_case_only(std::string_view a, std::string_view b) {
  auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::equal(a, b, {}, lower, lower);
}

/// In any order, and in any case.
bool same_letters(std::string_view a, std::string_view b) {
  const auto sorted = [](std::string_view text) {
    std::string out;
    for (const char c : text) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    std::ranges::sort(out);
    return out;
  };
  return sorted(a) == sorted(b);
}

/// How many edits a name of this length may be away: a short name has too many neighbours.
size_t edit_bound(size_t length) { return length < 2 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3; }

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

/// A note without words has a name for the message to begin with: what the user called, where the library
/// failed.
std::string message(const Diagnostic& d) {
  const auto about_call =
      std::ranges::find_if(d.notes, [](const Note& n) { return n.text.empty() && !n.callee.empty(); });
  const std::string about = about_call == d.notes.end() ? "" : about_call->callee + ": ";
  if (const DiagnosticRow* row = find_diagnostic(d.code)) return about + fill(row->message, d.args);
  std::string words = "(a diagnostic without words)"; // the tests keep every reported code in a table
  for (const std::string& arg : d.args) words += " " + arg;
  return words;
}

std::string count(size_t n, std::string_view thing) {
  return std::to_string(n) + " " + std::string(thing) + (n == 1 ? "" : "s");
}

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string_view> candidates) {
  if (name.empty() || name.size() > longest_name) return std::nullopt;
  size_t best = edit_bound(name.size()) + 1;
  std::optional<std::string> nearest;
  for (std::string_view candidate : candidates) {
    size_t gap = std::max(candidate.size(), name.size()) - std::min(candidate.size(), name.size());
    if (candidate == name || candidate.size() > longest_name || gap >= best) continue;
    if (name.size() < 4 && gap == 0 && !same_letters(name, candidate))
      continue; // another letter: another word
    size_t distance = differ_in_case_only(name, candidate) ? 1 : edit_distance(name, candidate);
    if (distance < best) best = distance, nearest = candidate;
  }
  return nearest;
}

} // namespace nova
