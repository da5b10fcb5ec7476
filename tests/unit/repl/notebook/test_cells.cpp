// Cells as any notebook asks for them, without one.
#include "repl/notebook/cells.hpp"
#include <doctest/doctest.h>

using namespace nova;
using namespace nova::notebook;

namespace {

struct Shown {
  std::string printed, result;
  Cells cells{options(), {[this](const RichResult& r) { result = r.text; }, {}}};

  SessionOptions options() {
    SessionOptions o;
    o.tiers.tier = Tier::Interp;
    o.out = o.err = [this](std::string_view text) { printed += text; };
    return o;
  }
  std::vector<Failure> run(const std::string& code, bool silent = false) {
    printed.clear(), result.clear();
    return cells.run(code, 1, silent);
  }
};

} // namespace

TEST_CASE("a cell's last value is its result, the others are printed") {
  Shown s;
  CHECK(s.run("(println \"one\")\n2\n3").empty());
  CHECK(s.printed == "one\n2 : int\n");
  CHECK(s.result == "3 : int\n");
  CHECK(s.run("(+ it 1)", true).empty());
  CHECK(s.printed + s.result == "");
}

TEST_CASE("a cell ends where it fails first") {
  Shown s;
  const std::vector<Failure> failures = s.run("(define a 1)\n:type nope\n(println \"never\")");
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].name == "E0301");
  CHECK(s.printed + s.result == "");
  CHECK(s.run("a").empty());
  CHECK(s.result == "1 : int\n");
}

TEST_CASE("names are completed where the cursor stands, in characters") {
  Shown s;
  const Found names = s.cells.complete("(println \"λλ\")\n(enumera", 23);
  REQUIRE(names.names.size() == 1);
  CHECK(names.names[0].label == "enumerate");
  CHECK(names.begin == 16);
  CHECK(names.end == 23);
}
