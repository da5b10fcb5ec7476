// The syntax tree of a regular expression.
#pragma once
#include "frontend/regex/regex.hpp"
#include <memory>
#include <vector>

namespace nova::regex {

/// Code points from `first` to `last`.
struct Range {
  char32_t first = 0, last = 0;
};

constexpr char32_t last_code_point = 0x10FFFF;

/// Conditions on a place in a text. The numbers are those of `regex-holds` in prelude/regex.nv.
enum Condition : uint8_t {
  TextBegin = 1,
  TextEnd = 2,
  LineBegin = 4,
  LineEnd = 8,
  WordEdge = 16,
  NoWordEdge = 32
};

struct Node;
using NodePtr = std::unique_ptr<Node>;

struct Node {
  enum Kind : uint8_t { Empty, Set, Assert, Group, Concat, Alternate, Repeat } kind = Empty;
  std::vector<Range> set{};     ///< Set: sorted, without overlaps
  uint8_t condition = 0;        ///< Assert
  uint32_t group = 0;           ///< Group: its number, from 1
  uint32_t least = 0, most = 0; ///< Repeat; `most` is `unbounded` if there is no bound
  bool greedy = true;           ///< Repeat
  std::vector<NodePtr> items{}; ///< Group and Repeat have one
  static constexpr uint32_t unbounded = UINT32_MAX;
};

struct Pattern {
  NodePtr root;
  uint32_t groups = 1; ///< with the whole match, group 0
};

/// Parses a pattern. Throws PatternError.
Pattern parse(std::string_view pattern);

/// Sorts ranges, and joins those that overlap or touch.
std::vector<Range> normalised(std::vector<Range> ranges);
/// Returns all code points that are in none of the ranges, which are normalised.
std::vector<Range> complement(const std::vector<Range>& ranges);

} // namespace nova::regex
