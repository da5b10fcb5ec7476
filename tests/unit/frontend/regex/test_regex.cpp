// Patterns to tables: what is refused, and how large tables are. tests/text_against_python.py compares matches.
#include "frontend/regex/regex.hpp"
#include <doctest/doctest.h>

using namespace nova::regex;

namespace {

std::string table(std::string_view pattern) {
  const auto made = compile(pattern);
  REQUIRE(std::holds_alternative<std::string>(made));
  return std::get<std::string>(made);
}
size_t number(const std::string& t, size_t at) {
  const auto byte = [&](size_t k) { return static_cast<size_t>(static_cast<unsigned char>(t[at + k])); };
  return byte(0) | byte(1) << 8 | byte(2) << 16;
}
/// The number of states: the bytes of moves over those of a row.
size_t states(const std::string& t) { return (number(t, 9) - number(t, 6)) / (2 * number(t, 0)); }

void refused(std::string_view pattern, size_t begin, size_t end) {
  INFO(pattern);
  const auto made = compile(pattern);
  REQUIRE(std::holds_alternative<PatternError>(made));
  const auto& error = std::get<PatternError>(made);
  CHECK(error.begin == begin);
  CHECK(error.end == end);
  CHECK(!error.why.empty());
}

} // namespace

TEST_CASE("regex: errors have their place") {
  refused("a(b", 1, 2);
  refused("ab)", 2, 3);
  refused("x[ab", 1, 2);
  refused("a**", 0, 3);
  refused("*a", 0, 1);
  refused("[b-a]", 1, 4);
  refused("a{3,2}", 1, 6);
  refused("a{1001}", 1, 7);
  refused("(?=a)", 0, 3);
  refused("(?<!a)", 0, 4);
  refused("(a)\\1", 3, 5);
  refused("\\q", 0, 2);
  refused("a\\", 1, 2);
  refused("\\x{110000}", 0, 10);
  refused("[[:nope:]]", 1, 9);
  refused("a\xFF", 1, 2);
}

TEST_CASE("regex: what is too large is refused, and soon") {
  refused("[ab]{14}a[ab]*x", 0, 15);
  refused("((((a{100}){100}){100}){100})", 0, 29);
  refused("(?:(?:(?:a|){1000}){1000}){1000}", 0, 32);
  refused(".{1000}", 0, 7);
  std::string nested(5000, '(');
  refused(nested, 99, 100);
  nested.clear();
  for (int k = 0; k < 5000; ++k) nested += "(?:";
  refused(nested, 600, 601);
}

TEST_CASE("regex: tables are small") {
  CHECK(states(table("a")) == 2);
  CHECK(states(table("(a*)*b")) == 3);
  CHECK(states(table("(x+x+)+y")) == 4);
  CHECK(states(table("(?:a?){50}a{50}")) == 52);
  CHECK(states(table("[\\w.+-]+@[\\w-]+\\.[\\w.-]+")) == 9);
  CHECK(states(table("(?:(?:){1000}){1000}")) == 1);
  CHECK(number(table("(a)(?:b)(?P<c>c)"), 18) == 3);
}
