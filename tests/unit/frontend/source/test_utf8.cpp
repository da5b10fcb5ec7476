// UTF-8: code points as bytes, and back.
#include "frontend/source/utf8.hpp"
#include <doctest/doctest.h>

using namespace nova;

TEST_CASE("UTF-8: each code point is read back from its bytes") {
  uint32_t different = 0;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue; // surrogates are no code points of a text
    const std::string bytes = encode_utf8(c);
    const CodePoint read = decode_utf8(bytes, 0);
    different += !read.valid || read.value != c || read.length != bytes.size();
  }
  CHECK(different == 0);
  CHECK(encode_utf8(U'\u20AC') == "\xE2\x82\xAC");
}
