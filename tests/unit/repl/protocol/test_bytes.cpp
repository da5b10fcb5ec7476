// base64, of any bytes and of texts that are none.
#include "repl/protocol/bytes.hpp"
#include <doctest/doctest.h>

using namespace nova::protocol;

TEST_CASE("base64: bytes come back, and other texts are refused") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foobar") == "Zm9vYmFy");
  std::string bytes;
  for (int k = 0; k < 700; ++k) {
    CHECK(from_base64(base64(bytes)) == bytes);
    bytes += static_cast<char>(k * 37);
  }
  for (const char* wrong :
       {"Z", "Zg", "Zg=", "Z===", "====", "Zg==Zg==", "Zm9v\n", "Zm 9v", "Zm9v=", "=m9v", "Z=9v"})
    CHECK_FALSE(from_base64(wrong));
}
