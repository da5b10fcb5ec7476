// Types as trees, and how far they are from a wanted one.
#include "repl/help/type_search.hpp"
#include <doctest/doctest.h>

using namespace nova;

namespace {

std::optional<uint32_t> distance(std::string_view wanted, std::string_view has) {
  const auto w = parse_type(wanted), h = parse_type(has);
  REQUIRE(w);
  REQUIRE(h);
  return type_distance(*w, *h);
}

bool nearer(std::string_view wanted, std::string_view a, std::string_view b) {
  const auto to_a = distance(wanted, a), to_b = distance(wanted, b);
  REQUIRE(to_a);
  REQUIRE(to_b);
  return *to_a < *to_b;
}

} // namespace

TEST_CASE("type search: the names of variables do not count") {
  CHECK(distance("'a -> 'b -> 'a", "'x -> 'y -> 'x") == 0);
  CHECK(distance("vector vector int", "vector (vector int)") == 0);
  CHECK(distance("int -> (int -> bool)", "int -> int -> bool") == 0);
  CHECK(distance("vector#2 'a -> int", "vector#2 'b -> int") == 0);
  CHECK(distance("(Maybe int, 'a) -> 'a", "((Maybe int), 'b) -> 'b") == 0);
}

TEST_CASE("type search: the same, then other orders, more general, more special") {
  const std::string_view wanted = "vector 'a -> int -> vector 'a";
  CHECK(nearer(wanted, "vector 'b -> int -> vector 'b", "int -> vector 'a -> vector 'a"));
  CHECK(nearer(wanted, "int -> vector 'a -> vector 'a", "'a -> int -> 'a"));
  CHECK(nearer(wanted, "'a -> int -> 'a", "int -> 'a -> 'a"));
  CHECK(nearer(wanted, "int -> 'a -> 'a", "vector char -> int -> vector char"));
  CHECK(nearer(wanted, "vector char -> int -> vector char", "int -> vector char -> vector char"));
  CHECK(nearer("vector int -> int", "vector 'a -> 'a", "'a -> 'b"));
}

TEST_CASE("type search: what does not fit") {
  CHECK(!distance("int -> int", "int -> double"));
  CHECK(!distance("int -> int", "int -> int -> int"));
  CHECK(!distance("int -> double", "'a -> 'a"));
  CHECK(!distance("vector int -> int", "vector#2 'a -> 'a"));
  CHECK(distance("vector#2 int -> int", "vector#'n 'a -> 'a"));
  CHECK(distance("vector#2 int -> int", "vector#n 'a -> 'a"));
  CHECK(!distance("int", "int -> int"));
}

TEST_CASE("type search: classes of variables") {
  CHECK(distance("vector int -> int", "Num 'a => vector 'a -> 'a"));
  CHECK(!distance("vector char -> char", "Num 'a => vector 'a -> 'a"));
  CHECK(!distance("int -> int", "Fractional 'a => 'a -> 'a"));
  CHECK(distance("float -> float", "Num 'a, Fractional 'a => 'a -> 'a"));
  CHECK(!distance("(int -> int) -> bool", "Ord 'a => 'a -> bool"));
  CHECK(distance("Num 'a => 'a -> 'a", "double -> double"));
  CHECK(!distance("Num 'a => 'a -> 'a", "char -> char"));
}

TEST_CASE("type search: what is no type") {
  for (const char* text : {"", "->", "int ->", "(int", "int)", "(int,)", "vector", "vector ->", "Num 'a =>",
                           "Num =>", "()", "=>"})
    CHECK_MESSAGE(!parse_type(text), text);
  CHECK(!parse_type(std::string(5000, '(')));
  CHECK(!parse_type(std::string(5000, '(') + "int" + std::string(5000, ')')));
}
