// Sets of code points: classes by letter and by name, complement, both cases of letters.
#include "frontend/regex/sets.hpp"
#include <algorithm>
#include <array>

namespace nova::regex {

std::vector<Range> normalised(std::vector<Range> ranges) {
  std::ranges::sort(ranges, {}, &Range::first);
  std::vector<Range> all;
  for (const Range& r : ranges)
    if (!all.empty() && r.first <= all.back().last + 1)
      all.back().last = std::max(all.back().last, r.last);
    else
      all.push_back(r);
  return all;
}

std::vector<Range> complement(const std::vector<Range>& ranges) {
  std::vector<Range> all;
  char32_t from = 0;
  for (const Range& r : ranges) {
    if (r.first > from) all.push_back({from, r.first - 1});
    from = r.last + 1;
  }
  if (from <= last_code_point) all.push_back({from, last_code_point});
  return all;
}

std::optional<std::vector<Range>> escape_set(char letter) {
  std::vector<Range> set;
  switch (letter | 32) {
  case 'd': set = {{'0', '9'}}; break;
  case 'w': set = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}; break;
  case 's': set = {{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}}; break;
  default: return {};
  }
  return letter & 32 ? set : complement(set);
}

namespace {

struct PosixClass {
  std::string_view name;
  std::vector<Range> set;
};

const std::array<PosixClass, 14>& posix_classes() {
  static const std::array<PosixClass, 14> all{{{"alnum", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}},
                                               {"alpha", {{'A', 'Z'}, {'a', 'z'}}},
                                               {"ascii", {{0, 127}}},
                                               {"blank", {{'\t', '\t'}, {' ', ' '}}},
                                               {"cntrl", {{0, 31}, {127, 127}}},
                                               {"digit", {{'0', '9'}}},
                                               {"graph", {{'!', '~'}}},
                                               {"lower", {{'a', 'z'}}},
                                               {"print", {{' ', '~'}}},
                                               {"punct", {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
                                               {"space", {{'\t', '\r'}, {' ', ' '}}},
                                               {"upper", {{'A', 'Z'}}},
                                               {"word", {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}},
                                               {"xdigit", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}}}};
  return all;
}

} // namespace

std::optional<std::vector<Range>> posix_set(std::string_view name) {
  const auto at = std::ranges::find(posix_classes(), name, &PosixClass::name);
  return at == posix_classes().end() ? std::nullopt : std::optional(at->set);
}

std::vector<Range> with_both_cases(std::vector<Range> set) {
  const size_t count = set.size();
  const auto add = [&](const Range& r, char32_t first, char32_t last, int shift) {
    const char32_t from = std::max(r.first, first), to = std::min(r.last, last);
    if (from <= to)
      set.push_back({static_cast<char32_t>(static_cast<int64_t>(from) + shift),
                     static_cast<char32_t>(static_cast<int64_t>(to) + shift)});
  };
  for (size_t k = 0; k < count; ++k) {
    const Range r = set[k];
    add(r, 'a', 'z', -32), add(r, 'A', 'Z', 32);
  }
  return normalised(std::move(set));
}

} // namespace nova::regex
