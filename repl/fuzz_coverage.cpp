#include "repl/fuzz_coverage.hpp"
#include "frontend/builtin.hpp"
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <vector>

namespace nova {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool is_in_number(char c) { return is_digit(c) || c == '.'; }

/// Names of the generator's own are a letter and a number, or a component of such a one; numbers, chars and strings begin otherwise than
/// words do.
bool is_word(std::string_view token) {
  if (token.empty() || token[0] == '#' || is_digit(token[0])) return false;
  if (token.size() > 1 && (token[0] == '-' || token[0] == '.') && is_digit(token[1])) return false;
  return token.size() == 1 || !std::ranges::all_of(token.substr(1), is_in_number);
}

/// Tokens between blanks, brackets and commas, those within strings left out.
std::set<std::string, std::less<>> words_of(std::string_view text) {
  std::set<std::string, std::less<>> words;
  std::string token;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    const bool ends = quoted || std::string_view("()[],\n \"").find(c) != std::string_view::npos;
    if (!ends) token += c;
    if (ends && is_word(token)) words.insert(token);
    if (ends) token.clear();
  }
  return words;
}

} // namespace

void FuzzCoverage::add(const fuzz::Program& program) {
  for (const std::string& word : words_of(fuzz::print_program(program))) ++programs_[word];
}

std::string FuzzCoverage::table() const {
  std::vector<std::pair<uint64_t, std::string_view>> all;
  for (const auto& [word, n] : programs_) all.emplace_back(n, word);
  for (const BuiltinRow& row : all_builtins())
    if (row.kind != BuiltinKind::Effect && !programs_.contains(row.spelling))
      all.emplace_back(0, row.spelling);
  std::ranges::sort(all);
  std::string out;
  char line[96];
  for (const auto& [n, word] : all)
    std::snprintf(line, sizeof line, "  %6llu %.*s\n", static_cast<unsigned long long>(n),
                  static_cast<int>(word.size()), word.data()),
        out += line;
  return out;
}

} // namespace nova
