// Ranges of code points as sequences of ranges of bytes, as UTF-8 spells them.
#pragma once
#include "frontend/regex/syntax.hpp"

namespace nova::regex {

struct ByteRange {
  uint8_t first = 0, last = 0;
};

/// Up to four bytes, each in a range: the code points whose UTF-8 they spell are neighbours.
using ByteRanges = std::vector<ByteRange>;

/// Returns the sequences that spell the code points of a range. Surrogates have no UTF-8 and are left out.
std::vector<ByteRanges> byte_ranges(Range range);

} // namespace nova::regex
