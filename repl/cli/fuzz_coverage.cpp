#include "repl/cli/fuzz_coverage.hpp"
#include "frontend/core/builtin.hpp"
#include <algorithm>
#include <cstdio>
#include <vector>

namespace nova {
void FuzzCoverage::add(std::string_view text) {
  for (const std::string& word : fuzz::words_of(text)) ++programs_[word];
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
