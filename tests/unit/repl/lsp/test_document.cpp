// Places in UTF-16 units and bytes of UTF-8, and texts under edits.
#include "repl/lsp/document.hpp"
#include <doctest/doctest.h>
#include <random>

using namespace nova::lsp;

TEST_CASE("lsp text: places count UTF-16 units") {
  const Text t("a\xC3\xA9\xE6\x97\xA5\xF0\x9D\x84\x9Ez\r\nsecond\rthird\n"); // aé日𝄞z
  CHECK(t.place_of(0) == Place{0, 0});
  CHECK(t.place_of(1) == Place{0, 1});
  CHECK(t.place_of(3) == Place{0, 2});
  CHECK(t.place_of(6) == Place{0, 3});
  CHECK(t.place_of(8) == Place{0, 3}); // inside the clef
  CHECK(t.place_of(10) == Place{0, 5});
  CHECK(t.byte_at({0, 4}) == 6); // between its halves
  CHECK(t.byte_at({0, 5}) == 10);
  CHECK(t.byte_at({0, 99}) == 11);
  CHECK(t.byte_at({1, 0}) == 13);
  CHECK(t.byte_at({2, 1}) == 21);
  CHECK(t.byte_at({3, 0}) == t.size());
  CHECK(t.byte_at({99, 3}) == t.size());
  CHECK(t.place_of(999) == Place{3, 0});
}

TEST_CASE("lsp text: a byte's place is that byte's, in any text and after any edit") {
  std::mt19937 random(1);
  const auto piece = [&] {
    constexpr const char* pieces[] = {
        "a", "(", "\n", "\r\n", "\r", "\xC3\xA9", "\xE6\x97\xA5", "\xF0\x9D\x84\x9E", "\xFF", "  "};
    return std::string(pieces[random() % std::size(pieces)]);
  };
  Text t;
  for (int round = 0; round < 3000; ++round) {
    const Place begin{static_cast<uint32_t>(random() % 9), static_cast<uint32_t>(random() % 9)};
    const Place end{begin.line + static_cast<uint32_t>(random() % 2), static_cast<uint32_t>(random() % 9)};
    const uint32_t from = t.byte_at(begin), to = std::max(from, t.byte_at(end));
    const std::string by = piece() + piece();
    const std::string wanted = t.all().substr(0, from) + by + t.all().substr(to);
    t.replace({begin, end}, by);
    REQUIRE(t.all() == wanted);
    for (uint32_t byte = 0; byte <= t.size(); ++byte) {
      const uint32_t again = t.byte_at(t.place_of(byte));
      REQUIRE(again <= byte);
      REQUIRE(byte - again < 4); // the beginning of its character, or of the line end that it is in
      REQUIRE(t.place_of(again) == t.place_of(byte));
    }
  }
}

TEST_CASE("lsp text: the difference of two texts makes one of the other") {
  std::mt19937 random(2);
  const auto text = [&] {
    std::string out;
    for (uint32_t n = random() % 6; n > 0; --n)
      out += random() % 2 ? "\xE6\x97\xA5" : random() % 2 ? "\xE6\x97\xA6" : "x";
    return out;
  };
  for (int round = 0; round < 2000; ++round) {
    const std::string a = text(), b = text();
    const auto edit = difference(a, b);
    CHECK(edit.has_value() == (a != b));
    if (!edit) continue;
    CHECK(a.substr(0, edit->begin) + std::string(edit->by) + a.substr(edit->end) == b);
    CHECK(Text(a).byte_at(Text(a).place_of(edit->begin)) == edit->begin);
    CHECK(Text(a).byte_at(Text(a).place_of(edit->end)) == edit->end);
  }
}
