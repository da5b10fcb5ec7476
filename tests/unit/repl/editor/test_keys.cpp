// Bytes of a terminal as keys.
#include "repl/editor/keys.hpp"
#include <doctest/doctest.h>
#include <random>
#include <vector>

using namespace nova::editor;

namespace {

/// All keys of the bytes, which arrive in pieces of so many; what waits in the end is settled.
std::vector<Key> keys(std::string_view bytes, size_t piece = 1000) {
  KeyDecoder d;
  std::vector<Key> out;
  const auto take = [&] {
    while (auto k = d.next()) out.push_back(*k);
  };
  for (size_t at = 0; at < bytes.size(); at += piece) d.feed(bytes.substr(at, piece)), take();
  while (auto k = d.settle()) out.push_back(*k), take();
  return out;
}

Key key(Key::Code code, bool ctrl = false, bool alt = false, bool shift = false) {
  return {code, ctrl, alt, shift, ""};
}

} // namespace

TEST_CASE("keys: what terminals send") {
  CHECK(keys("aλ\x01\x7f\r") ==
        std::vector{character("a"), character("λ"), ctrl('a'), key(Key::Backspace), key(Key::Enter)});
  CHECK(keys("\x1b[A\x1bOB\x1b[1;5C\x1b[1;3D\x1b[H\x1b[4~\x1b[3~\x1b[Z") ==
        std::vector{key(Key::Up), key(Key::Down), key(Key::Right, true), key(Key::Left, false, true),
                    key(Key::Home), key(Key::End), key(Key::Delete), key(Key::Tab, false, false, true)});
  CHECK(keys("\x1b"
             "f\x1b\x06\x1b\r\x1b\x7f\x1f\x1b_") ==
        std::vector{alt('f'), ctrl_alt('f'), key(Key::Enter, false, true), key(Key::Backspace, false, true),
                    ctrl('_'), alt('_')});
  CHECK(keys("\x1b[13;3u\x1b[27;3;13~\x1b[97;5u\x1b\x1b[A") ==
        std::vector{key(Key::Enter, false, true), key(Key::Enter, false, true), ctrl('a'),
                    key(Key::Up, false, true)});
}

TEST_CASE("keys: an escape alone is one after a pause, and two are two") {
  CHECK(keys("\x1b") == std::vector{key(Key::Escape)});
  CHECK(keys("\x1b\x1b") == std::vector{key(Key::Escape), key(Key::Escape)});
  KeyDecoder d;
  d.feed("\x1b");
  CHECK(!d.next());
  CHECK(d.waiting());
}

TEST_CASE("keys: a paste is one key, and no byte of it is another") {
  const auto k = keys("\x1b[200~(+ 1\r\n\x1b[A 2)\r\x03\x1b[201~x");
  REQUIRE(k.size() == 2);
  CHECK(k[0].code == Key::Paste);
  CHECK(k[0].text == "(+ 1\n[A 2)\n");
  CHECK(k[1] == character("x"));
}

TEST_CASE("keys: bytes mean the same however they are split") {
  const std::string bytes = "aλ漢\x1b[1;5C\x1b[200~paste\r\nlines\x1b[201~\x1b\x06\x1b[13;3u\x1bOAé\x1b[A";
  const auto whole = keys(bytes);
  for (size_t piece = 1; piece < bytes.size(); ++piece) CHECK(keys(bytes, piece) == whole);
}

TEST_CASE("keys: any bytes end as keys") {
  std::mt19937 dice(1);
  const std::string_view likely = "\x1b[;0123456789~OAu\xC3\xA9\xFF\xE6\r";
  for (int round = 0; round < 3000; ++round) {
    std::string bytes;
    for (size_t n = dice() % 40; n > 0; --n)
      bytes += dice() % 3 ? likely[dice() % likely.size()] : static_cast<char>(dice());
    if (bytes.find("\x1b[200~") != bytes.npos) continue; // a paste waits for its end
    KeyDecoder d;
    d.feed(bytes);
    size_t count = 0;
    while (d.next() || d.settle()) ++count;
    CHECK(!d.waiting());
    CHECK(count <= bytes.size());
  }
}
