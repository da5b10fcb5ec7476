// A regular expression as positions, each of which matches a byte, and what may follow each of them.
#pragma once
#include "frontend/regex/syntax.hpp"
#include <bitset>
#include <vector>

namespace nova::regex {

using ByteSet = std::bitset<256>;

/// One way on from a position: to another one, or to the end of the match.
struct Follow {
  uint32_t to = 0;        ///< a position; 0: the match ends
  uint8_t conditions = 0; ///< all of these hold between the two
  std::vector<uint8_t>
      saves{}; ///< slots that are set to this place in the text: 2 g where group g begins, 2 g + 1 where it ends
};

/// Position 0 is the place before the match; the others match one byte each.
struct Program {
  std::vector<ByteSet> bytes;               ///< by position; that of 0 is empty
  std::vector<std::vector<Follow>> follows; ///< by position, the preferred ones first
  uint32_t groups = 1;
  uint8_t conditions = 0; ///< all conditions that occur
};

/// Compiles a syntax tree. Throws PatternError if it is too large.
Program make_program(const Pattern& pattern, size_t length);

} // namespace nova::regex
