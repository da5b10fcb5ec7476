// Lines of a generated text, and values for a scope.
#include "jit/emit/c/modes.hpp"
#include "jit/emit/c/text_writer.hpp"
#include <doctest/doctest.h>

using namespace nova::plan;

TEST_CASE("a text is indented by what is open, and definitions stand apart") {
  TextWriter w;
  w.open("if (a)");
  w.apart([&] { w.open("struct s"), w.line("int x;"), w.close(";"); });
  w.line("b;");
  w.otherwise();
  w.indented([&] { w.line("c;"); });
  w.close();
  CHECK(w.text() == "if (a) {\n  b;\n} else {\n    c;\n}\n");
  CHECK(w.definitions() == "struct s {\n  int x;\n};\n\n");
}

TEST_CASE("fresh names differ, and numbers that no line shows may be given back") {
  TextWriter w;
  CHECK(w.fresh("i") == "nova_i_1");
  const uint32_t used = w.numbers();
  CHECK(w.fresh("k") == "nova_k_2");
  w.give_back(used);
  CHECK(w.number() == 2);
}

TEST_CASE("a scope's value is undone at its end") {
  Modes modes;
  modes.known[Var{1}] = true;
  {
    const Scoped host(modes.host, false);
    const Scoped known(modes.known);
    modes.known[Var{2}] = false;
    CHECK(!modes.host);
    CHECK(known.before().size() == 1);
  }
  CHECK(modes.host);
  CHECK(modes.known.size() == 1);
}
