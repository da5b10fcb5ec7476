// Known values: FIPS 180-4's examples, and RFC 4231's for the signature.
#include "repl/sha256.hpp"
#include <doctest/doctest.h>
#include <vector>

using namespace nova;

namespace {

std::string hex(std::string_view bytes) {
  std::string out;
  for (unsigned char c : bytes) (out += "0123456789abcdef"[c >> 4]) += "0123456789abcdef"[c & 15];
  return out;
}

} // namespace

TEST_CASE("sha256") {
  CHECK(hex(sha256("")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hex(sha256("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(hex(sha256(std::string(1'000'000, 'a'))) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("hmac_sha256") {
  const std::vector<std::string> greeting{"Hi ", "", "There"};
  CHECK(hmac_sha256(std::string(20, '\x0b'), greeting) ==
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  const std::vector<std::string> question{"what do ya want for nothing?"};
  CHECK(hmac_sha256("Jefe", question) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  const std::vector<std::string> long_key{"Test Using Larger Than Block-Size Key - Hash Key First"};
  CHECK(hmac_sha256(std::string(131, '\xaa'), long_key) ==
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}
