// The checker: types of programs, errors of programs, and the shape of what it makes.
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/session/prelude.hpp"
#include "tests/unit/examples.hpp"
#include <doctest/doctest.h>

using namespace nova;

namespace {

/// One text, checked: what it defines and evaluates to, and what was reported.
struct Checked {
  Frontend f;
  std::vector<CoreTop> tops;

  explicit Checked(std::string text, bool prelude = false) {
    run_on_big_stack([&] {
      std::vector<const Datum*> library; // its files refer to each other
      if (prelude)
        for (const PreludeFile& p : prelude_files())
          for (const Datum* d : data_of(std::string(p.name), std::string(p.text))) library.push_back(d);
      if (prelude) add(library, Unit::Prelude);
      add(data_of("test.nv", std::move(text)), Unit::File);
    });
  }
  std::vector<const Datum*> data_of(std::string name, std::string text) {
    const FileId file = f.sources.add(std::move(name), std::move(text));
    return read(f.sources, file, f.symbols, f.data, f.diagnostics);
  }
  void add(std::span<const Datum* const> data, Unit unit) {
    for (CoreTop& t : check(f, expand(f, data, unit))) tops.push_back(std::move(t));
  }
  /// The type of the last form.
  std::string type() {
    if (tops.empty()) return codes();
    const CoreTop& t = tops.back();
    return t.kind == CoreTop::Define ? print_scheme(f, t.globals.back()) : f.types.print(t.type, f.symbols);
  }
  std::string codes() const {
    std::string out;
    for (const Diagnostic& d : f.diagnostics.all()) out += (out.empty() ? "" : " ") + d.code;
    return out;
  }
  std::string first_message() const {
    return f.diagnostics.all().empty() ? "" : message(f.diagnostics.all()[0]);
  }
  std::string_view first_text() const {
    return f.diagnostics.all().empty() ? "" : f.sources.text(f.diagnostics.all()[0].span);
  }
};

std::string type_of(const std::string& text) {
  Checked c(text);
  return c.codes().empty() ? c.type() : c.codes() + ": " + c.first_message();
}
std::string errors_of(const std::string& text) { return Checked(text).codes(); }

/// The shape that a reduction gets: the last form is one.
uint32_t shape_of(const std::string& text) {
  Checked c(text);
  REQUIRE(c.codes() == "");
  REQUIRE(c.tops.back().value->kind == CoreKind::Primitive);
  return c.tops.back().value->number;
}

constexpr const char* maybe = "(define-datatype (Maybe 'a) (Some 'a) (None)) ";
constexpr const char* list = "(types (List 'a : (+ (Nil : unit) (Cons : ('a, (List 'a)))))) ";

} // namespace

TEST_CASE("checker: literals take the type asked for") {
  CHECK(type_of("1") == "int");
  CHECK(type_of("1.5") == "double");
  CHECK(type_of("(+ 1 2.5)") == "double");
  CHECK(type_of("(+ 1f 2)") == "float");
  CHECK(type_of("(1 : uint8)") == "uint8");
  CHECK(type_of("[1 2 3f]") == "vector float");
  CHECK(type_of("\"abc\"") == "vector char");
  CHECK(type_of("nil") == "unit");
  CHECK(errors_of("(300 : int8)") == "E0201");
  CHECK(errors_of("(-1 : uint8)") == "E0201");
  CHECK(errors_of("(define (f (x : int16)) x) (f 32768)") == "E0201");
  CHECK(errors_of("(-128 : int8)") == "");
}

TEST_CASE("checker: let-polymorphism") {
  CHECK(type_of("(define (id x) x)") == "'a -> 'a");
  CHECK(type_of("(define (f x y) (+ x 1))") == "Num 'a => 'a -> 'b -> 'a");
  CHECK(type_of("(let ((id (lambda (x) x))) ((id 1), (id \"a\")))") == "(int, vector char)");
  CHECK(type_of("(let ((f, g) ((lambda (x) x), (lambda (x y) y))) in ((f 1), (f \"a\"), (g 1 true)))") ==
        "(int, vector char, bool)");
  CHECK(type_of("(let (e []) in ((length e), [1], e))").starts_with("E0202"));
  CHECK(type_of("(define e []) ") == "vector 'a");
  CHECK(type_of("(define x 5)") == "int");
  CHECK(type_of("(let (x 5) in (+ x 1.5))") == "double");
  CHECK(type_of("(lambda (x) (+ x 1))") == "int -> int");
  CHECK(type_of("(define inc (+ 1))") == "Num 'a => 'a -> 'a");
  // A variable of a surrounding lambda is not generalised.
  CHECK(errors_of("(lambda (x) (let (y x) in ((+ y 1), (! y 0))))") == "E0203");
  CHECK(type_of("(define (f x) (let (g (lambda (y) (x, y))) in ((g 1), (g \"a\"))))") ==
        "Num 'b => 'a -> (('a, 'b), ('a, vector char))");
}

TEST_CASE("checker: recursion, generalised by groups") {
  CHECK(type_of("(define (len l n) (if (= n 0) 0 (+ 1 (len l (- n 1)))))") ==
        "Num 'b, Num 'c => 'a -> 'b -> 'c");
  const std::string even =
      "(define (even n) (if (= n 0) true (odd (- n 1)))) (define (odd n) (if (= n 0) false (even (- n 1))))";
  CHECK(type_of(even) == "Num 'a => 'a -> bool");
  CHECK(type_of(even + " (even 3i8)") == "bool");
  CHECK(type_of("(define (f x) (g x)) (define (g x) x) ((f 1), (f true))") == "(int, bool)");
  CHECK(type_of("(letrec ((f (lambda (n) (if (= n 0) [] (g n)))) (g (lambda (n) (f (- n 1))))) (++ (f 1) "
                "[true]))") == "vector bool");
  CHECK(type_of("((mu (f : int -> int) (lambda (n) (if (< n 2) 1 (f (- n 1))))) 5)") == "int");
  // The variable that only g mentions is f's too.
  CHECK(type_of("(define (f x) (if (= x 0) 0 (length (g x)))) (define (g x) (if (= (f x) 0) [] [])) (f 1)") ==
        "int");
}

TEST_CASE("checker: calls") {
  CHECK(type_of("((lambda (x y) x) 1)").starts_with("E0202"));
  CHECK(type_of("(((lambda (x y) y) 1) 2.5)") == "double");
  CHECK(type_of("(define (main) 5) (main)") == "int");
  CHECK(type_of("(define (main) 5) ((main))") == "int");
  CHECK(type_of("(define x 5) (x)") == "int");
  CHECK(type_of("(define (call f) (f)) (call 5)") == "int");
  CHECK(type_of("(define (make) (lambda (x) (+ x 1))) ((make) 5)") == "int");
  CHECK(errors_of("(define x 5) (x 1)") == "E0206");
  CHECK(errors_of("(% 1 2 3)") == "E0207");
  CHECK(errors_of("(define (f (x : int)) x) (f 1 2)") == "E0207");
  CHECK(errors_of("(define (f x) (x x))") == "E0204");
}

TEST_CASE("checker: annotations") {
  CHECK(type_of("(define (f (x : int)) : float (to_float x))") == "int -> float");
  CHECK(errors_of("(define (f (x : int)) : float x)") == "E0203");
  CHECK(type_of("(define (f (x : 'a) (y : 'a)) (+ x y))") == "Num 'a => 'a -> 'a -> 'a");
  CHECK(errors_of("(define (f (x : 'a) (y : 'a)) x) (f 1 true)") == "E0203");
  CHECK(type_of("(define (f (x : 'a)) (let (g (lambda (y : 'a) y)) in (g \"b\"))) (f 1)") == "vector char");
  CHECK(type_of("(types (Pair 'a : ('a, 'a))) (define (f (p : (Pair int))) p.1)") == "(int, int) -> int");
  CHECK(type_of("([] : vector int)") == "vector int");
}

TEST_CASE("checker: meanings that wait for a type") {
  CHECK(type_of("(map (lambda (p) p.0) [(1, true)])") == "vector int");
  CHECK(type_of("(let (f (lambda (p) p.1)) in (f (1, true)))") == "bool");
  CHECK(errors_of("(define (f p) p.0)") == "E0220");
  CHECK(errors_of("(1, 2).2") == "E0218");
  CHECK(errors_of("(define x 5) x.0") == "E0219");
  CHECK(type_of("(reduce + [1 2])") == "int");
  CHECK(type_of("(map (reduce + 0) [[1]])") == "vector int");
  CHECK(type_of("(map (reduce ++ []) [[[1]]])") == "vector vector int");
  CHECK(type_of("(map (reduce ++) [[[1]]])") == "vector vector int");
  CHECK(type_of("(define (f g x) (reduce g x))") == "('a -> 'a -> 'a) -> vector 'a -> 'a");
  CHECK(type_of("(define (f g x) (map g x))") == "('a -> 'b) -> vector#'n 'a -> vector#'n 'b");
}

TEST_CASE("checker: rules written by hand") {
  CHECK(type_of("(map (lambda (x y z) (+ x (+ y z))) [1] [2] [3.0])") == "vector double");
  CHECK(type_of("((map neg) [1])") == "vector int");
  CHECK(type_of("(map neg (reshape (2, 2) [1 2 3 4]))") == "vector#2 int");
  CHECK(type_of("(map (map neg) [[1]])") == "vector vector int");
  CHECK(type_of("(reshape 4 [1 2 3 4])") == "vector int");
  CHECK(type_of("(reshape (1, 2, 2) [1 2 3 4])") == "vector#3 int");
  CHECK(type_of("(let (m (reshape (2, 2) [1 2 3 4])) in m!(0, 1))") == "int");
  CHECK(type_of("[[1] [2]]!0!0") == "int");
  CHECK(errors_of("[[1] [2]]!(0, 1)") == "E0217");
  CHECK(errors_of("[1]!true") == "E0203");
  CHECK(type_of("(zip [1] [2.0] [true])") == "vector (int, double, bool)");
  CHECK(type_of("((zip [1]) [true])") == "vector (int, bool)");
  CHECK(type_of("(unzip [(1, true)])") == "(vector int, vector bool)");
  CHECK(type_of("(transpose (reshape (2, 1) [1 2]))") == "vector#2 int");
  CHECK(type_of("(transpose [[1]])") == "vector vector int");
  CHECK(errors_of("(transpose [1])") == "E0203");
  CHECK(type_of("(matmul [[1 2]] [[1.5] [2]])") == "vector vector double");
  CHECK(type_of("(flatten (reshape (1, 1) [true]))") == "vector bool");
  CHECK(type_of("(flatten [[true]])") == "vector bool");
  CHECK(type_of("(range 1i8 5)") == "vector int8");
  CHECK(errors_of("(range 1.5)") == "E0205");
  CHECK(type_of("(stencil 3 (lambda (w) (reduce + 0 w)) [1 2])") == "vector int");
  CHECK(type_of("(stencil (3, 3) (lambda (w) w!(1, 1)) (reshape (1, 1) [true]))") == "vector#2 bool");
  CHECK(type_of("(accumulate (lambda (s a b) (fma a b s)) + 0.0 [1.0] [2.0])") == "double");
  CHECK(type_of("(length (reshape (1, 1) [1]))") == "int");
  CHECK(type_of("(foldl (foldl +) 0 [[1]])") == "int");
  CHECK(type_of("(let (l length) in (+ (l [1]) 1))") == "int");
}

TEST_CASE("checker: sum types and patterns") {
  CHECK(type_of(std::string(list) + "(Cons 1 (Cons (2, Nil)))") == "(List int)");
  CHECK(type_of(std::string(list) + "(None2)").starts_with("E0301"));
  CHECK(type_of(std::string(maybe) + "[(Some 1) None (None) (None nil)]") == "vector (Maybe int)");
  CHECK(type_of(std::string(list) + "(define (f l) (case l (Nil x 0) (Cons p (+ 1 (f p.1)))))") ==
        "Num 'b => (List 'a) -> 'b");
  CHECK(type_of(std::string(list) + "(map (lambda (f) (f Nil)) [(let (c Cons) in (c 1))])") ==
        "vector (List int)");
  CHECK(type_of(std::string(list) + "(define (g p) (Cons p))") == "('a, (List 'a)) -> (List 'a)");
  CHECK(type_of("(define-datatype P (P int bool)) (define (f (P a b)) b)") == "P -> bool");
  CHECK(type_of("(define-datatype P (P int bool)) (let ((P a b) (P 1 true)) in b)") == "bool");
  CHECK(errors_of(std::string(maybe) + "(match (Some 1) ((Some x) x))") == "E0209");
  CHECK(Checked(std::string(maybe) + "(match (true, None) ((true, (Some x)) x) ((false, _) 0))")
            .first_message() == "not all values are matched: (true, (None)) is missing");
  CHECK(errors_of("(match 1 (1 2))") == "E0209");
  CHECK(errors_of("(match true (true 1) (false 2))") == "");
  CHECK(errors_of("(match 1 (x x) (2 3))") == "W0201");
  CHECK(errors_of(std::string(maybe) + "(match (Some 1) ((Some _) 1) (None 2) (else 3))") == "W0201");
  CHECK(errors_of(std::string(maybe) + "(let ((Some x) (Some 1)) in x)") == "E0210");
  CHECK(errors_of("(match 1 (1 true) (_ 2))") == "E0203");
}

TEST_CASE("checker: which sums are recursive") {
  Checked c("(types (Tree : (+ (Leaf : int) (Node : (vector Tree)))) (A : (+ (A : B))) (B : (+ (B : A) (End "
            ": unit)))"
            " (Box 'a : (+ (Box : 'a))) (Flat : (+ (Flat : (Box int)))) (Deep : (+ (Deep : (Box Deep)))))");
  REQUIRE(c.codes() == "");
  std::string recursive;
  for (uint32_t i = 0; i < 6; ++i) recursive += c.f.types.sum_type(SumId{i}).recursive ? 'y' : 'n';
  // Numbered as they are first needed: Tree A B Box Flat Deep.
  CHECK(recursive == "yyynny");
}

TEST_CASE("checker: classes") {
  CHECK(errors_of("(+ true 1)") == "E0205");
  CHECK(errors_of("(% 1.5 2)") == "E0205");
  CHECK(errors_of("(= (lambda (x) x) neg)") == "E0205");
  CHECK(errors_of(std::string(maybe) + "(< (Some neg) None)") == "E0205");
  CHECK(errors_of("(define-datatype Shade (Dark) (Light)) (< (Dark) (Light))") == "E0205");
  CHECK(type_of(std::string(maybe) + "(< (Some 1) None)") == "bool");
  CHECK(type_of(std::string(maybe) + "(= (Some 1) None)") == "bool");
  CHECK(errors_of(std::string(maybe) + "(= (Some neg) None)") == "E0205");
  CHECK(type_of("(< (1, \"a\") (2, \"b\"))") == "bool");
  CHECK(type_of("(< true false)") == "bool");
  CHECK(type_of("(& true false)") == "bool");
  CHECK(type_of("(define (f x) (+ (% x 2) x))") == "Integral 'a => 'a -> 'a");
  CHECK(errors_of("(println (read-npy \"x.npy\"))") == "E0220");
  CHECK(type_of("(read-npy \"x.npy\" : vector float)") == "vector float");
  CHECK(type_of("(define (load p) (read-npy p))") == "Storable 'a => vector char -> 'a");
}

TEST_CASE("checker: assignment") {
  CHECK(type_of("(let (x 0) in (begin (set! x (+ x 1.5)) x))") == "double");
  CHECK(errors_of("(let (x 0) in (begin (set! x true) x))") == "E0203");
  CHECK(type_of("(let (s []) in (begin (for (i 0 3) (set! s (++ s [i]))) s))") == "vector int");
  CHECK(errors_of("(while 1 2)") == "E0203");
  CHECK(errors_of("(for (i 0.5 1) i)") == "E0203");
  CHECK(errors_of("(if true 5)") == "E0203");
}

TEST_CASE("checker: effects") {
  const std::string shout = "(define (shout x) (begin (println x) x)) ";
  CHECK(errors_of("(map (lambda (x) (println x)) [1])") == "E0208");
  CHECK(Checked("(map (lambda (x) (println x)) [1])").first_text() == "(println x)");
  CHECK(errors_of(shout + "(map shout [1])") == "E0208");
  CHECK(errors_of(shout + "(foldl (lambda (a x) (shout x)) 0 [1])") == "");
  CHECK(errors_of(shout +
                  "(define (twice f x) (f (f x))) (twice shout 1) (map (lambda (x) (twice neg x)) [1])") ==
        "");
  CHECK(errors_of(shout + "(define (twice f x) (f (f x))) (map (lambda (x) (twice shout x)) [1])") ==
        "E0208");
  CHECK(errors_of(shout + "(define (each f xs) (map f xs)) (each neg [1]) (each shout [1])") == "E0208");
  CHECK(errors_of(shout + "(let (m (lambda (f) (map f [1]))) in (begin (m neg) (m shout)))") == "E0208");
  CHECK(errors_of(shout + "(define (f g) (let (h (lambda (x) (g x))) in (map h [1]))) (f shout)") == "E0208");
  CHECK(errors_of(shout +
                  "(types (Act : (+ (Do : (int -> int))))) (define (run (Do f)) (f 1)) (run (Do shout))"
                  " (map (lambda (x) (run (Do neg))) [1])") == "E0208");
  CHECK(errors_of("(map (lambda (x) (begin (assert (= x 1)) x)) [1])") == "");
  CHECK(errors_of("(foreign (f : (int -> int))) (map f [1])") == "");
  CHECK(errors_of("(reduce (lambda (a b) (begin (println a) b)) 0 [1])") == "E0208");
  CHECK(errors_of("(define x (begin (println 1) []))") == "E0202");
}

TEST_CASE("checker: the shape of reductions") {
  CHECK(shape_of("(reduce + 0 [1 2])") == 1);
  CHECK(shape_of("(reduce max [1 2])") == 1);
  CHECK(shape_of("(reduce - 0 [1 2])") == 0);
  CHECK(shape_of("(reduce (lambda (a b) (+ a b)) 0 [1 2])") == 1);
  CHECK(shape_of("(reduce (lambda (a b) (- a b)) 0 [1 2])") == 0);
  CHECK(shape_of("(reduce (lambda (a b) (+ a a)) 0 [1 2])") == 0);
  CHECK(shape_of("(reduce (lambda (a b) ((+ a.0 b.0), (max a.1 b.1))) (0, 0) [(1, 2)])") == 1);
  CHECK(shape_of("(reduce (lambda (a b) ((+ a.0 b.1), (max a.1 b.0))) (0, 0) [(1, 2)])") == 0);
  CHECK(shape_of("(reduce (lambda ((a, b) (c, d)) ((+ a c), (max b d))) (0, 0) [(1, 2)])") == 1);
  CHECK(shape_of("(reduce (lambda ((a, b) (c, d)) ((+ a c), (- b d))) (0, 0) [(1, 2)])") == 0);
  CHECK(shape_of("(reduce-comm (lambda (a b) (- a b)) 0 [1 2])") == 1);
  CHECK(shape_of("(accumulate + + 0 [1 2])") == 1);
}

TEST_CASE("checker: what Core holds") {
  Checked c("(map (reduce - 0) [[1]])");
  const Core& map = *c.tops.back().value;
  REQUIRE(map.items[0]->kind == CoreKind::Lambda);
  CHECK(map.items[0]->items[0]->items.size() == 3);
  Checked same("(let ((id (lambda (x) x))) (id 1))");
  const Core& let = *same.tops.back().value;
  REQUIRE(let.kind == CoreKind::Let);
  CHECK(let.quantified.size() == 1);
  CHECK(let.items[1]->items[0]->instance.size() == 1);
  Checked none(std::string(maybe) + "(define (f m) (case m (Some x x) (None u 0)))");
  CHECK(none.codes() == "");
}

TEST_CASE("checker: errors do not cascade, and one does not hide the next") {
  CHECK(errors_of("(define x (+ 1 \"a\")) (+ x 1) (define y (if 1 2 3)) y") == "E0205 E0203");
  CHECK(errors_of("(+ (+ true 1) (+ 1 \"a\"))") == "E0205 E0205");
  Checked c("(define x (+ 1 \"a\")) (define y 2) (+ x 1) y");
  CHECK(c.type() == "int");
  CHECK(c.tops.size() == 2);
}

TEST_CASE("checker: messages say why") {
  CHECK(Checked("(if 1 2 3)").first_message() == "the condition of `if` should be `bool`, but is a number");
  CHECK(Checked("(if true 1i8 \"x\")").first_message() ==
        "the else branch of `if` should be `int8`, but is `vector char`");
  CHECK(Checked("[1i8 2 \"x\"]").first_message() ==
        "element 3 of the vector should be `int8`, but is `vector char`");
  CHECK(Checked("(map neg 1i8)").first_message() ==
        "argument 2 of `map` should be `vector 'a`, but is `int8`");
  CHECK(Checked("(+ true 1)").first_message() == "`+` needs numbers, but this is `bool`");
}

TEST_CASE("checker: types of exponential size and deep nesting end in errors") {
  // Sixteen times as many variables in each: so is the type, as a graph too.
  std::string tower = "(define p0 (lambda (x) x))";
  for (int i = 1; i < 6; ++i) {
    const std::string before = "p" + std::to_string(i - 1);
    tower += "(define p" + std::to_string(i) + " (";
    for (int k = 0; k < 16; ++k) tower += (k ? ", " : "") + before;
    tower += "))";
  }
  CHECK(errors_of(tower) == "E0215");
  // As a tree alone.
  std::string twice = "(define f0 (lambda (x) (x, x)))";
  for (int i = 1; i < 10; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    twice += "(define f" + std::to_string(i) + " (lambda (x) (" + before + " (" + before + " x))))";
  }
  CHECK(errors_of(twice) == "");
  constexpr size_t depth = 1'000'000;
  std::string deep;
  for (size_t i = 0; i < depth; ++i) deep += "(+ 1 ";
  const std::string codes = errors_of(deep + "1" + std::string(depth, ')'));
  CHECK((codes == "" || codes == "E0602"));
  CHECK((errors_of(std::string(depth, '[') + std::string(depth, ']')).starts_with("E0")));
}

TEST_CASE("checker: the prelude is checked when it is used, and then is good") {
  Checked c("(sum [1 2])", true);
  CHECK(c.codes() == "");
  CHECK(c.type() == "int");
  size_t checked = 0;
  for (const CoreGlobal& g : c.f.core.globals) checked += g.checked;
  CHECK(checked < 10);
  run_on_big_stack([&] {
    for (uint32_t g = 1; g < c.f.program.globals.size(); ++g) {
      INFO(c.f.symbols.text(c.f.program[GlobalId{g}].name));
      CHECK(print_scheme(c.f, GlobalId{g}) != "");
    }
  });
  CHECK(c.codes() == "");
}

TEST_CASE("checker: every type diagnostic has an example that shows it") {
  for (const DiagnosticRow& row : all_diagnostics()) {
    if (!row.code.starts_with("E02") && !row.code.starts_with("W02")) continue;
    if (!is_program(row.example)) continue;
    INFO(row.code);
    CHECK(errors_of(std::string(row.example)).find(row.code) != std::string::npos);
  }
}
