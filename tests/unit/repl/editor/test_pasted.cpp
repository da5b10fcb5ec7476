// What is left of a session that was copied from a terminal.
#include "repl/editor/outline.hpp"
#include "repl/editor/pasted.hpp"
#include <doctest/doctest.h>

using namespace nova::editor;

namespace {

std::string typed(std::string_view text) {
  return without_prompts(text, [](std::string_view input) { return what_is_open(input).empty(); });
}

} // namespace

TEST_CASE("pasted sessions: prompts and output are left out") {
  CHECK(typed("nova> (+ 1 2)\n3 : int\nnova> (* 2\n  ... 3)\n6 : int\n") == "(+ 1 2)\n(* 2\n3)");
  CHECK(typed("nova> (define (f x)\n        (* x 3))\nf : int -> int\nnova> (f 2)") ==
        "(define (f x)\n        (* x 3))\n(f 2)");
  CHECK(typed("nova> :type 5\n5 : int\nnova> ") == ":type 5\n");
  CHECK(typed("nova> (f\n\nnova> (g)") == "(f\n\n(g)");
}

TEST_CASE("pasted texts without prompts stay as they are") {
  for (const char* text : {"", "(+ 1 2)\n3", "  nova> x", "nova>", "(f\n nova> 1)"})
    CHECK(typed(text) == text);
}
