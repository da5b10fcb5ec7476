// The lexer and the reader.
#include "frontend/read/reader.hpp"
#include "tests/unit/examples.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace nova;

namespace {

/// A text and what reading made of it.
struct Read {
  Sources sources;
  Symbols symbols;
  DatumArena arena;
  Diagnostics errors;
  std::vector<const Datum*> data;
  explicit Read(std::string text, ReadLimits limits = {}) {
    FileId f = sources.add("f.nv", std::move(text));
    data = read(sources, f, symbols, arena, errors, limits);
  }
  const Datum& only() const {
    REQUIRE(errors.all().empty());
    REQUIRE(data.size() == 1);
    return *data[0];
  }
};

/// The shape of a datum, brackets and kinds spelled out: Project is .n(e), Index !(v i), qualifiers {q ...}.
std::string shape(const Datum& d, const Symbols& s) {
  auto items = [&](std::string open, const char* close) {
    for (const Datum* x : d.items)
      open += (open.back() == '(' || open.back() == '[' ? "" : " ") + shape(*x, s);
    return open + close;
  };
  switch (d.kind) {
  case DatumKind::List: return items("(", ")");
  case DatumKind::Tuple: return items("tuple(", ")");
  case DatumKind::Vector: return items("[", "]");
  case DatumKind::Comprehension: return items("each(", ")");
  case DatumKind::Project: return items("." + std::to_string(d.integer) + "(", ")");
  case DatumKind::Index: return items("!(", ")");
  default: return print_datum(d, s);
  }
}

std::string shapes(std::string text) {
  Read r(std::move(text));
  CHECK_MESSAGE(r.errors.all().empty(), (r.errors.all().empty() ? "" : render(r.errors.all()[0], r.sources)));
  std::string out;
  for (const Datum* d : r.data) out += (out.empty() ? "" : " ") + shape(*d, r.symbols);
  return out;
}

/// "E0102 at 3..4", joined: the codes of all errors and what they point at.
std::string errors(std::string text, ReadLimits limits = {}) {
  Read r(std::move(text), limits);
  std::string out;
  for (const Diagnostic& d : r.errors.all()) {
    out += (out.empty() ? "" : " ") + d.code + "@" + std::to_string(d.span.begin) + "-" +
           std::to_string(d.span.end);
    CHECK(!render(d, r.sources).empty());
  }
  return out;
}

int64_t integer(std::string text, Element element = Element::I64) {
  Read r(std::move(text));
  CHECK(r.only().kind == DatumKind::Integer);
  CHECK(r.only().element == element);
  CHECK(r.only().suffixed == (r.only().text.find_first_of("iu") != std::string_view::npos));
  return r.only().integer;
}

double floating(std::string text, Element element = Element::F64) {
  Read r(std::move(text));
  CHECK(r.only().kind == DatumKind::Floating);
  CHECK(r.only().element == element);
  return r.only().floating;
}

int character(std::string text) {
  Read r(std::move(text));
  CHECK(r.only().kind == DatumKind::Character);
  return static_cast<int>(r.only().integer);
}

std::string string(std::string text) {
  Read r(std::move(text));
  CHECK(r.only().kind == DatumKind::String);
  return std::string(r.only().text);
}

} // namespace

TEST_CASE("comments") {
  CHECK(shapes("a ; b\nc") == "a c");
  CHECK(shapes("a #| b #| c |# d |# e") == "a e");
  CHECK(shapes("a #||# b #|#||#|# c #||||# d #|#|x|#|#") == "a b c d");
  CHECK(shapes("a #; b c #;(d (e)) f") == "a c f");
  CHECK(shapes("#; #; a b c") == "c");
  CHECK(shapes("(a #; b)(#; a #; b)") == "(a) ()");
  CHECK(shapes("#; v!i.0 a #;(x).0!2 b") == "a b");
  CHECK(shapes("(a, #; b c, d #; e)") == "tuple(a c d)");
  CHECK(shapes("[x #; y | q #; r]") == "each(x (q))");
  CHECK(shapes("#;#|x|#a b ; end") == "b");
}

TEST_CASE("integers") {
  CHECK(integer("42") == 42);
  CHECK(integer("-7") == -7);
  CHECK(integer("+5") == 5);
  CHECK(integer("0xff") == 255);
  CHECK(integer("0x1f") == 31);
  CHECK(integer("-0X1F") == -31);
  CHECK(integer("0b101") == 5);
  CHECK(integer("007") == 7);
  CHECK(integer("7i8", Element::I8) == 7);
  CHECK(integer("-128i8", Element::I8) == -128);
  CHECK(integer("0x7fi8", Element::I8) == 127);
  CHECK(integer("7i16", Element::I16) == 7);
  CHECK(integer("7i32", Element::I32) == 7);
  CHECK(integer("7i64", Element::I64) == 7);
  CHECK(integer("255u8", Element::U8) == 255);
  CHECK(integer("-0u8", Element::U8) == 0);
  CHECK(integer("65535u16", Element::U16) == 65535);
  CHECK(integer("4294967295u32", Element::U32) == 4294967295);
  CHECK(integer("18446744073709551615u64", Element::U64) == -1);
  CHECK(integer("9223372036854775808", Element::U64) == std::numeric_limits<int64_t>::min());
  CHECK(integer("0xffffffffffffffff", Element::U64) == -1);
  CHECK(integer("-9223372036854775808") == std::numeric_limits<int64_t>::min());
  CHECK(integer("9223372036854775807") == std::numeric_limits<int64_t>::max());
}

TEST_CASE("integers out of range") {
  CHECK(errors("18446744073709551616") == "E0107@0-20");
  CHECK(errors("(+ -9223372036854775809 1)") == "E0107@3-23");
  CHECK(errors("0x10000000000000000 99999999999999999999999999") == "E0107@0-19 E0107@20-46");
  CHECK(errors("128i8 -129i8 -1u8 256u8 32768i16 2147483648i32") ==
        "E0107@0-5 E0107@6-12 E0107@13-17 E0107@18-23 E0107@24-32 E0107@33-46");
  CHECK(errors("t.99999999999999999999") == "E0107@1-22");
  Read r("300i8");
  CHECK(message(r.errors.all()[0]) == "300i8 is out of range for int8 (-128 to 127)");
}

TEST_CASE("floating numerals round once, to the type they have") {
  CHECK(floating("1.0") == 1.0);
  CHECK(floating(".5") == 0.5);
  CHECK(floating("-.5") == -0.5);
  CHECK(floating("1.") == 1.0);
  CHECK(floating("1e-3") == 1e-3);
  CHECK(floating("6.02e23") == 6.02e23);
  CHECK(floating("1E+2") == 100.0);
  CHECK(floating("1.0L") == 1.0);
  CHECK(floating("1f", Element::F32) == 1.0);
  CHECK(floating("-1.5e2f", Element::F32) == -150.0);
  CHECK(floating("0.1f", Element::F32) == double{0.1f});
  CHECK(floating("9007199254740993.0") == 9007199254740992.0);
  CHECK(floating("9007199254740993.0000000000000000000000001") == 9007199254740994.0);
  // By way of double this decimal would become exactly halfway and round the other way.
  CHECK(floating("1.000000059604644775390626f", Element::F32) == double{std::nextafterf(1, 2)});
  CHECK(floating("4.9e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(floating("1.7976931348623157e308") == std::numeric_limits<double>::max());
  CHECK(floating("1e-400") == 0);
  CHECK(floating("0e99999999999999999999") == 0);
  CHECK(floating("1e-99999999999999999999") == 0);
  CHECK(floating("0." + std::string(500, '0') + "1e501") == 1.0);
  CHECK(std::signbit(floating("-0.0")));
}

TEST_CASE("infinity and not a number") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  CHECK(floating("inf") == inf);
  CHECK(floating("-inf") == -inf);
  CHECK(floating("+inf") == inf);
  CHECK(floating("inff", Element::F32) == inf);
  CHECK(std::isnan(floating("nan")));
  CHECK(floating("922E-09223372036854775807") == 0);
  CHECK(errors("922E09223372036854775807") == "E0108@0-24");
  CHECK(errors("1e400 -1e400 1e39f 1e99999999999999999999") ==
        "E0108@0-5 E0108@6-12 E0108@13-18 E0108@19-41");
  CHECK(shapes("infx nano -inf- -nan") == "infx nano -inf- -nan");
}

TEST_CASE("what only looks like a numeral") {
  CHECK(shapes("- + -> 1+ -1+ -a +x 1-") == "- + -> 1+ -1+ -a +x 1-");
  CHECK(Read("1+").only().kind == DatumKind::Symbol);
  CHECK(shapes("(- x -1) (-x)") == "(- x -1) (-x)");
  CHECK(errors("12ab 1.0.1 1..2 0b12 0xg 1e 1_000 1.5i8 5! 7i7") ==
        "E0106@0-4 E0106@5-10 E0106@11-15 E0106@16-20 E0106@21-24 E0106@25-27 E0106@28-33 E0106@34-39 "
        "E0106@40-42 "
        "E0106@43-46");
}

TEST_CASE("booleans and nil") {
  CHECK(shapes("true false #t #f nil") == "true false true false nil");
  CHECK(errors("#true #") == "E0119@0-5 E0119@6-7");
}

TEST_CASE("characters") {
  CHECK(character("#\\a") == 'a');
  CHECK(character("#\\x") == 'x');
  CHECK(character("#\\newline") == '\n');
  CHECK(character("#\\space") == ' ');
  CHECK(character("#\\ ") == ' ');
  CHECK(character("#\\tab") == '\t');
  CHECK(character("#\\x41;") == 'A');
  CHECK(character("#\\x41") == 'A');
  CHECK(character("#\\xff;") == 255);
  CHECK(character("#\\(") == '(');
  CHECK(character("#\\;") == ';');
  CHECK(character("#\\\"") == '"');
  CHECK(shapes("(#\\() #\\a!0 (f #\\))") == "(#\\() !(#\\a 0) (f #\\))");
  CHECK(errors("#\\newlin #\\x100; #\\é #\\+5 #\\") ==
        "E0109@0-8 E0112@9-16 E0110@17-21 E0109@22-26 E0109@27-29");
}

TEST_CASE("strings") {
  CHECK(string(R"("a\n\t\r\"\\b")") == "a\n\t\r\"\\b");
  CHECK(string(R"("\x41;\xe9;\0")") == std::string("A\xe9\0", 3));
  CHECK(string("\"two\r\nlines\"") == "two\r\nlines");
  CHECK(string("\"λ\"") == "λ");
  CHECK(string("\"\"") == "");
  CHECK(errors(R"("a\q" "\x" "\x100;" "\é")") == "E0111@2-4 E0112@7-9 E0112@12-18 E0111@21-24");
  CHECK(errors("(a \"b)\n(c") == "E0104@3-4");
  CHECK(errors("(a #| #| |#)") == "E0105@3-5");
}

TEST_CASE("names") {
  CHECK(shapes("(x:int) a::b :") == "(x : int) a : : b :");
  CHECK(shapes("set! (error! \"x\") (! v i) !x (f!) (a!, b!)") ==
        "set! (error! \"x\") (! v i) !x (f!) tuple(a! b!)");
  CHECK(shapes("vector#2 m.name . ... x... int->int <- | || @- _ % λx é") ==
        "vector#2 m.name . ... x... int->int <- | || @- _ % λx é");
  CHECK(shapes("a\"b\"c(d)e[f]") == "a \"b\" c (d) e [f]");
  CHECK(Read("m.name").only().kind == DatumKind::Symbol);
}

TEST_CASE("type variables") {
  CHECK(shapes("'a (x : 'a)") == "'a (x : 'a)");
  CHECK(Read("'a").only().kind == DatumKind::TypeVariable);
  CHECK(errors("'(a) ' 'a->'b") == "E0127@0-1 E0120@5-6 E0120@7-11");
  CHECK(errors("'a→ '→") == "E0120@0-5 E0120@6-10");
}

TEST_CASE("postfix") {
  CHECK(shapes("t.0.1") == ".1(.0(t))");
  CHECK(shapes("(f x).0") == ".0((f x))");
  CHECK(shapes("m.t.0") == ".0(m.t)");
  CHECK(shapes("v!i") == "!(v i)");
  CHECK(shapes("v!i.0") == ".0(!(v i))");
  CHECK(shapes("v!i!j") == "!(!(v i) j)");
  CHECK(shapes("v!0.1") == ".1(!(v 0))");
  CHECK(shapes("v!-1") == "!(v -1)");
  CHECK(shapes("v!(i, j)") == "!(v tuple(i j))");
  CHECK(shapes("v!(f x).1") == ".1(!(v (f x)))");
  CHECK(shapes("t.0!i.2!j") == "!(.2(!(.0(t) i)) j)");
  CHECK(shapes("[1 2]!0 \"ab\"!1 v!w!0") == "!([1 2] 0) !(\"ab\" 1) !(!(v w) 0)");
  CHECK(shapes("v!m.n") == "!(v m.n)");
  CHECK(shapes("x .5 (a) .0 (a)...") == "x .5 (a) .0 (a) ...");
  CHECK(errors("t.0x (f x).- t.0!") == "E0121@1-4 E0121@10-12 E0121@14-17");
  CHECK(errors("(v!#|c|#i) v!#;a") == "E0122@2-3 E0122@12-13");
}

TEST_CASE("tuples and vectors") {
  CHECK(shapes("(a, b, c)") == "tuple(a b c)");
  CHECK(shapes("(f x, y)") == "tuple((f x) y)");
  CHECK(shapes("((f x), y)") == "tuple((f x) y)");
  CHECK(shapes("((a, b), c)") == "tuple(tuple(a b) c)");
  CHECK(shapes("() [] (e) [()]") == "() [] (e) [()]");
  CHECK(shapes("[1 2 3] [1, 2, 3] [f x, y]") == "[1 2 3] [1 2 3] [(f x) y]");
  CHECK(errors("(a,)") == "E0115@2-3");
  CHECK(errors("(,a)") == "E0115@1-2");
  CHECK(errors("(,)") == "E0115@1-2");
  CHECK(errors("(a,,b) [1,]") == "E0115@3-4 E0115@9-10");
  CHECK(errors("a, b") == "E0116@1-2");
  CHECK(errors("1,000,000") == "E0116@1-2");
  std::string groups = "1"; // no number, and so each comma is told, until there are too many
  for (int k = 0; k < 300'000; ++k) groups += ",000";
  CHECK(errors(groups).starts_with("E0116@1-2 E0116@5-6 E0116@9-10"));
}

TEST_CASE("comprehensions") {
  CHECK(shapes("[x | x <- xs]") == "each(x ((x <- xs)))");
  CHECK(shapes("[x|x <- xs]") == "each(x ((x <- xs)))");
  CHECK(shapes("[1|true|2 'a|'b]") == "each(1 (true) ((2 'a)) ('b))");
  CHECK(shapes("[x.0|.5, v!i|inf|-1]") == "each(.0(x) (.5 !(v i)) (inf) (-1))");
  CHECK(shapes("[(f x) | x <- xs, (< x 3) | y <- ys]") == "each((f x) ((x <- xs) (< x 3)) ((y <- ys)))");
  CHECK(shapes("[+ a b | a <- xs, order by a]") == "each((+ a b) ((a <- xs) (order by a)))");
  CHECK(shapes("[(| a b) | (x, y) <- xs]") == "each((| a b) ((tuple(x y) <- xs)))");
  CHECK(shapes("[[x | y] | y <- ys]") == "each(each(x (y)) ((y <- ys)))");
  CHECK(shapes("(| a b) (f |) |") == "(| a b) (f |) |");
  CHECK(errors("[ | x]") == "E0117@2-3");
  CHECK(errors("[x | ]") == "E0117@3-4");
  CHECK(errors("[|]") == "E0117@1-2");
  CHECK(errors("[x | a | | b]") == "E0117@9-10");
  CHECK(errors("[x | a,]") == "E0115@6-7");
  CHECK(errors("[x, y | x <- xs]") == "E0118@1-5");
}

TEST_CASE("brackets that don't match") {
  CHECK(errors("(+ 1 2))") == "E0102@7-8");
  CHECK(errors("(a [b) c") == "E0101@3-4");
  CHECK(errors("[a (b] c)") == "E0101@3-4");
  CHECK(errors("[a (b] c]") == "E0101@3-4");
  CHECK(errors("(a ] b)") == "E0103@3-4");
  CHECK(errors("(a ] b)\n(c))") == "E0103@3-4 E0102@11-12");
  CHECK(errors(") ) (a") == "E0102@0-1 E0102@2-3 E0101@4-5");
}

TEST_CASE("a missing closer is reported at the bracket left open") {
  CHECK(errors("(define (f x)\n  (+ x 1)\n") == "E0101@0-1");
  CHECK(errors("(define (f x)\n  (+ x 1)\n\n(define (g x)\n  (* x 2))\n") == "E0101@0-1");
  CHECK(errors("(a)\n(define (f x)\n  (let ((y (+ 1 2))\n    (+ x y)))\n(b)\n") == "E0101@25-26");
  CHECK(errors("(define (f x)\n  (if (< x 1\n      x\n      2))\n(f 1)") == "E0101@20-21");
  CHECK(errors("(f (g (h 1)") == "E0101@3-4");
  CHECK(errors("(f [1 2 3\n") == "E0101@3-4");
  CHECK(errors("(define (f x) (+ x 1)\n(define (g x) x)\n(define (h x)\n  (let ((y x))\n    y)\n(define (k "
               "x) x)") == "E0101@0-1 E0101@39-40");
  CHECK(errors("(module\n  (define (f x) (+ x 1)\n  (define (g x) x))\n") == "E0101@10-11");
  CHECK(errors("(module\n(define (f x) x)\n(define (g x) x))\n") == "");
  Read r("(f (g 1");
  REQUIRE(r.data.size() == 1);
  CHECK(shape(*r.data[0], r.symbols) == "(f (g 1))");
}

TEST_CASE("several errors of one file, in the order of the text") {
  CHECK(errors("(a 12x)\n(b #\\foo)\n(c \"\\q\"))\n") == "E0106@3-6 E0109@11-16 E0111@22-24 E0102@26-27");
  std::string many;
  for (int k = 0; k < 1000; ++k) many += ") ";
  Read r(many);
  CHECK(r.errors.all().size() == 101);
  CHECK(r.errors.all().back().code == "E0125");
}

TEST_CASE("bytes") {
  CHECK(shapes("\xEF\xBB\xBF(a)") == "(a)");
  CHECK(shapes("(a\r\n\tb\f\vc)\r\n") == "(a b c)");
  CHECK(errors(std::string("a\0b", 3)) == "E0114@1-2");
  CHECK(errors("a\x01\x7f"
               "b") == "E0114@1-3");
  CHECK(errors("a\u202e 'b\u200b \uFEFF") == "E0114@0-4 E0114@5-10 E0114@11-14");
  CHECK(errors("a\xff\xfe b ;\xc0\n \"\x80\"") == "E0113@1-3 E0113@7-8 E0113@11-12");
  CHECK(errors(std::string(100000, '\xff')) == "E0113@0-100000");
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; ++b) errors({static_cast<char>(a), static_cast<char>(b)});
}

TEST_CASE("depth costs heap, not stack") {
  constexpr size_t depth = 1'000'000;
  Read r(std::string(depth, '(') + std::string(depth, ')'));
  std::string text = print_datum(r.only(), r.symbols);
  CHECK(text == std::string(depth, '(') + std::string(depth, ')'));
  CHECK(same_datum(r.only(), r.only()));
  CHECK(errors(std::string(depth, '(')) == "E0101@999999-1000000");
  CHECK(errors(std::string(depth, '[') + std::string(depth, ')'))
            .starts_with("E0103@1000000-1000001 E0103@1000001-"));
  Read comments([&] {
    std::string s;
    for (size_t k = 0; k < depth; ++k) s += "#|";
    for (size_t k = 0; k < depth; ++k) s += "|#";
    return s;
  }());
  CHECK(comments.errors.all().empty());
  CHECK(errors("((((", {3}) == "E0124@3-4");
  CHECK(errors("(((a)))", {3}) == "");
  std::string postfix = "v";
  for (size_t k = 0; k < depth; ++k) postfix += k % 2 ? "!i" : ".0";
  Read p(postfix);
  CHECK(print_datum(p.only(), p.symbols) == postfix);
}

TEST_CASE("spans") {
  Read r("  (f x.0 v!i , y)");
  const Datum& tuple = r.only();
  auto is = [&](const Datum& d, std::string_view text) { CHECK(r.sources.text(d.span) == text); };
  is(tuple, "(f x.0 v!i , y)");
  is(*tuple.items[0], "f x.0 v!i");
  is(*tuple.items[0]->items[1], "x.0");
  is(*tuple.items[0]->items[2], "v!i");
  is(*tuple.items[1], "y");
  Read c("[x|x <- xs, p | q]");
  CHECK(c.sources.text(c.only().items[1]->span) == "x <- xs, p");
  CHECK(c.sources.text(c.only().items[1]->items[0]->span) == "x <- xs");
}

namespace {

const char* const written_data[] = {
    "42",
    "-7i8",
    "0xff",
    "1.0",
    "1f",
    ".5",
    "inf",
    "-inff",
    "nan",
    "true",
    "#f",
    "nil",
    "#\\a",
    "#\\x0;",
    "#\\xff;",
    "#\\(",
    "#\\space",
    R"("a\n\"\\\x1;\x80;é")",
    "x",
    "m.name",
    "set!",
    "...",
    ".",
    "->",
    "'a",
    "vector#2",
    "()",
    "(f x y)",
    "(a, b)",
    "(f x, y, (g))",
    "[]",
    "[1 2 3]",
    "[a, f b]",
    "[x | x <- xs]",
    "[f x|x <- xs, (< x 2) | y <- ys, q]",
    "[(x,y,z) | x <- (range 1 100), y <- (range x 100), (= (+ (* x x) (* y y)) (* z z))]",
    "t.0.1",
    "(f x).0",
    "v!i.0",
    "v!i!j",
    "v!(i, j)",
    "v!0.1",
    "v!\\x",
    "\"ab\"!0",
    "#\\a!0",
    "#\\..0",
    "x!!y",
    "(lambda (x : int) : t -> t body)",
    "(let ((a, b) e) in body)",
    "v!1e5",
    "....0",
    "(1!2 0x1!b)"};

} // namespace

TEST_CASE("printing reads back") {
  for (std::string text : written_data) {
    Read r(text);
    const Datum& first = r.only();
    std::string printed = print_datum(first, r.symbols);
    FileId again = r.sources.add("again", printed);
    auto data = read(r.sources, again, r.symbols, r.arena, r.errors);
    CHECK_MESSAGE(r.errors.all().empty(), printed);
    REQUIRE(data.size() == 1);
    CHECK_MESSAGE(same_datum(first, *data[0]), text, " printed as ", printed);
    CHECK(print_datum(*data[0], r.symbols) == printed);
  }
}

TEST_CASE("made data print without a spelling") {
  Read r("x");
  auto print = [&](DatumKind kind, auto set) {
    Datum* d = r.arena.make(kind, {});
    set(*d);
    return print_datum(*d, r.symbols);
  };
  CHECK(print(DatumKind::Integer,
              [](Datum& d) { d.integer = -5, d.suffixed = true, d.element = Element::I8; }) == "-5i8");
  CHECK(print(DatumKind::Floating, [](Datum& d) { d.floating = 3, d.element = Element::F64; }) == "3.0");
  CHECK(print(DatumKind::Floating,
              [](Datum& d) { d.floating = 0.1f, d.suffixed = true, d.element = Element::F32; }) == "0.1f");
  CHECK(print(DatumKind::Floating, [](Datum& d) { d.floating = -INFINITY, d.element = Element::F64; }) ==
        "-inf");
}

TEST_CASE("different data are not the same") {
  Read r("1 2 1i8 1.0 x 'x \"a\" \"b\" (1) [1] (1 2) #\\a true t.0 t.1");
  for (const Datum* a : r.data)
    for (const Datum* b : r.data) CHECK(same_datum(*a, *b) == (a == b));
}

TEST_CASE("is_complete") {
  for (const char* text :
       {"", "a", "(a)", "(a) b", ")", "(a]", "12x", "\"a\"", "; (", "#| |#", "#;a", "(a (b)))"})
    CHECK_MESSAGE(is_complete(text), text);
  for (const char* text :
       {"(", "(a", "[", "(a [b]", "\"a", "(\"a)", "#|", "#| #| |#", "(a ; )", "#;", "(#\\)"})
    CHECK_MESSAGE(!is_complete(text), text);
}

TEST_CASE("the example of every reading error shows it") {
  for (const DiagnosticRow& row : all_diagnostics()) {
    if (!row.code.starts_with("E01") || !is_program(row.example)) continue;
    Read r{std::string(row.example)};
    REQUIRE_MESSAGE(r.errors.all().size() >= 1, row.code);
    CHECK(r.errors.all()[0].code == row.code);
  }
}
