// Misspelt names and what they may mean.
#include "frontend/source/spelling.hpp"
#include <array>
#include <doctest/doctest.h>

using namespace nova;

TEST_CASE("nearest_name") {
  std::string_view known[] = {"map", "reduce", "length", "filter", "zip", "if", "transpose"};
  auto near = [&](std::string_view name) { return nearest_name(name, known).value_or("-"); };
  CHECK(near("mpa") == "map");
  CHECK(near("Map") == "map");
  CHECK(near("REDUCE") == "reduce");
  CHECK(near("lenght") == "length");
  CHECK(near("tranpsoe") == "transpose");
  CHECK(near("fi") == "if");
  CHECK(near("x") == "-");
  CHECK(nearest_name("p", std::array<std::string_view, 2>{"q", "P"}) == "P");
  CHECK(near("frobnicate") == "-");
  CHECK(near("") == "-");
  CHECK(near(std::string(100000, 'a')) == "-");
}
