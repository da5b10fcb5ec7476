#include "frontend/source/spelling.hpp"
#include <algorithm>
#include <array>
#include <cctype>

namespace nova {
namespace {

constexpr size_t longest_name = 64;

/// Returns the Damerau-Levenshtein distance (optimal string alignment) of two texts. That is the least number of
/// edits that turn `a` into `b`, where an edit inserts, deletes or replaces one character or swaps two neighbours.
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

/// Whether both texts have the same characters, in any order and ignoring case.
bool same_letters(std::string_view a, std::string_view b) {
  const auto sorted = [](std::string_view text) {
    std::string out;
    for (const char c : text) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    std::ranges::sort(out);
    return out;
  };
  return sorted(a) == sorted(b);
}

/// Returns the largest edit distance at which a name of `length` characters counts as a misspelling of another. It is
/// small for short names, since many other names differ from them by few edits.
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
      continue; // in a short name, a replaced letter makes another word
    const size_t distance = differ_in_case_only(name, candidate) ? 0 : edit_distance(name, candidate);
    if (distance < best) best = distance, nearest = candidate;
  }
  return nearest;
}

} // namespace nova
