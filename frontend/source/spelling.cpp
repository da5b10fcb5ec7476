#include "frontend/source/spelling.hpp"
#include <algorithm>
#include <array>
#include <cctype>

namespace nova {
namespace {

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
