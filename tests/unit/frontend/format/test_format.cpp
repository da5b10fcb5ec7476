// The formatter: what it does to lines, and on random texts that it is idempotent, keeps comments and what is
// read.
#include "frontend/format/format.hpp"
#include "frontend/read/lexer.hpp"
#include <doctest/doctest.h>
#include <random>

using namespace nova;

namespace {

std::optional<std::string> formatted(const std::string& text) {
  Sources sources;
  Diagnostics errors;
  return format(sources, sources.add("test.nv", text), errors);
}

/// Everything but blanks, in order: tokens and comments.
std::string marks(std::string_view text) {
  std::string out;
  for (char c : text)
    if (!std::isspace(static_cast<unsigned char>(c))) out += c;
  return out;
}

/// Random text that reads: nested brackets of all kinds, with random gaps.
class RandomText {
 public:
  explicit RandomText(uint32_t seed) : random_(seed) {}

  std::string text() {
    std::string out = below(20) == 0 ? "#!/usr/bin/env nova\n" : "";
    for (uint32_t n = below(6); n > 0; --n) out += datum(below(6)) + gap(true);
    return out;
  }

 private:
  std::mt19937 random_;

  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  std::string pick(std::initializer_list<const char*> words) {
    return words.begin()[below(static_cast<uint32_t>(words.size()))];
  }

  std::string gap(bool needed) {
    std::string out = needed ? " " : "";
    switch (below(12)) {
    case 0: return out + "\n" + std::string(below(30), ' ');
    case 1: return out + "\n\n\n  \t";
    case 2:
      return out +
             pick({"; a comment\n", ";\n", ";;; more  \n", "\n; one ) [ |\n\n ; two\n", "     ; far\n"});
    case 3: return out + pick({"#| a |# ", "#| x #| y |# \n  z |#\n", "\n#| ( |#\n"});
    case 4: return out + pick({"#; x ", "#;(a b) ", "#;\n x "});
    default: return out + std::string(below(2), ' ');
    }
  }
  std::string atom() {
    return pick({"x",      "longer-name", "1",   "-2.5e3", "\"a string\"", "\"two\n  lines ; (\"",
                 "#\\a",   "#\\space",    "'a",  "true",   "nil",          "1u8",
                 "f!",     "a.b",         "->",  "+",      "let",          "in",
                 "lambda", "define",      "if",  "then",   "else",         "match",
                 ":",      "t.0.1",       "v!0", "λ",      "日本語"});
  }
  std::string datum(uint32_t depth) {
    if (depth == 0) return atom();
    std::string d = compound(depth);
    while (below(6) == 0) d += below(2) ? ".0" : "!(i, " + atom() + ")";
    return d;
  }
  std::string compound(uint32_t depth) {
    switch (below(7)) {
    case 0: return "[" + row(depth, 0) + "]";
    case 1: return "(" + separated(depth, ",") + ")";
    case 2: return "[" + separated(depth, ",") + "]";
    case 3:
      return "[" + datum(depth - 1) + gap(true) + "|" + gap(true) + separated(depth, below(2) ? "," : "|") +
             "]";
    case 4:
      return "(" + pick({"let", "define", "lambda", "mu", "match", "let*", "define-macro", "module"}) +
             gap(true) + row(depth, 1) + ")";
    default: return "(" + row(depth, below(2)) + ")";
    }
  }
  std::string row(uint32_t depth, uint32_t least) {
    std::string out = gap(false);
    for (uint32_t n = least + below(below(20) == 0 ? 60 : 4); n > 0; --n)
      out += datum(below(depth)) + gap(true);
    return out;
  }
  std::string separated(uint32_t depth, const std::string& separator) {
    std::string out = gap(false);
    for (uint32_t n = 1 + below(4); n > 0; --n) out += row(depth, 1) + separator + gap(true);
    return out + datum(depth - 1);
  }
};

} // namespace

TEST_CASE("format: what the author divides stays divided, the rest is the house's") {
  CHECK(formatted("") == "");
  CHECK(formatted(" \n\n") == "");
  CHECK(formatted("(define   (f x)\n (+ x\n1))") == "(define (f x)\n  (+ x\n     1))\n");
  CHECK(formatted("(f a\n  b)") == "(f a\n  b)\n");      // by two is the author's choice
  CHECK(formatted("(f a\n      b)") == "(f a\n   b)\n"); // anything else is none
  CHECK(formatted("(f\n(a)\n)") == "(f\n  (a))\n");
  CHECK(formatted("(let (x 1) (y 2)\n in\n  (+ x y))") == "(let (x 1) (y 2)\n  in (+ x y))\n");
  CHECK(formatted("(let\n(x 1)\n(y 2)\nin x)") == "(let\n  (x 1)\n  (y 2)\nin x)\n");
  CHECK(formatted("(x:int)(y , z)[a|b<-c]") == "(x : int) (y, z) [a | b<-c]\n");
  CHECK(formatted("[x |\n x <- xs,\n (> x 1)]") == "[x\n  | x <- xs,\n    (> x 1)]\n");
  CHECK(formatted("(a\n, b)") == "(a,\n b)\n");
  CHECK(formatted("[[ 1  2]\n [10 20]]") == "[[ 1  2]\n [10 20]]\n");
  CHECK(formatted("(f (lambda (x)\n  (g x)))") == "(f (lambda (x)\n  (g x)))\n");
}

TEST_CASE("format: comments") {
  CHECK(formatted("; a\n\n\n; b   \n(f)") == "; a\n\n; b\n(f)\n");
  CHECK(formatted("(f a; why\n)") == "(f a ; why\n   )\n");
  CHECK(formatted("(define (f)\n; why\n0)") == "(define (f)\n  ; why\n  0)\n");
  CHECK(formatted("(f a   ; one\n   bb  ; two\n   c ; three\n   )") ==
        "(f a   ; one\n   bb  ; two\n   c ; three\n   )\n");
  CHECK(formatted("#!nova\n\n(f)") == "#!nova\n\n(f)\n");
  CHECK(formatted("(f #| a |# b #;(c  d) #; e)") == "(f #| a |# b #;(c d) #; e)\n");
}

TEST_CASE("format: lines that are too long") {
  const std::string word(50, 'w');
  CHECK(formatted("(f " + word + " " + word + " " + word + ")") ==
        "(f " + word + "\n   " + word + "\n   " + word + ")\n");
  CHECK(formatted("(define (fun x) (g " + word + " " + word + "))") ==
        "(define (fun x)\n  (g " + word + " " + word + "))\n");
  CHECK(formatted("(g " + word + word + word + ")") == "(g " + word + word + word + ")\n");
  std::string numbers = "[";
  for (int k = 0; k < 100; ++k) numbers += "12345 ";
  const std::string filled = *formatted(numbers + "]");
  CHECK(filled.find('\n') == 120); // 20 numbers
  CHECK(formatted(filled) == filled);
}

TEST_CASE("format: what does not read stays") {
  CHECK_FALSE(formatted("(f"));
  CHECK_FALSE(formatted("(f 12ab)"));
  CHECK(formatted(std::string(200'000, '(') + std::string(200'000, ')')));
}

TEST_CASE("format: random texts") {
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    const std::string text = RandomText(seed).text();
    const auto once = formatted(text);
    if (!once) continue; // a datum comment without a datum, and the like
    CAPTURE(seed);
    CAPTURE(text);
    REQUIRE(reads_alike(text, *once));
    REQUIRE(marks(text) == marks(*once));
    CAPTURE(*once);
    CAPTURE(*formatted(*once));
    REQUIRE(formatted(*once) == once);
  }
}
