// Data -> resolved expressions: forms of both surface styles, hygiene, scopes, comprehensions, errors.
#include "frontend/expand/expander.hpp"
#include "frontend/read/form_places.hpp"
#include "frontend/source/big_stack.hpp"
#include "frontend/state/frontend.hpp"
#include "repl/session/prelude.hpp"
#include <algorithm>
#include <doctest/doctest.h>
#include <map>

using namespace nova;

namespace {

/// A session of the frontend alone: texts go in, what they expand to comes out.
struct Expanding {
  Frontend f;
  std::map<std::string, std::string> files; ///< what `import` finds
  std::vector<Top> tops;
  std::vector<Diagnostic> errors;

  Expanding() {
    f.load = [this](const std::string& path, Span at) -> std::optional<FileId> {
      if (auto file = files.find(path); file != files.end()) return f.sources.add(path, file->second);
      f.diagnostics.report("E0501", at, {path, "no such file"});
      return std::nullopt;
    };
    std::vector<const Datum*> data;
    for (const PreludeFile& file : prelude_files())
      if (file.name == "forms.nv" || file.name == "harlan.nv") append(data, std::string(file.text));
    nova::expand(f, data, Unit::Prelude);
    REQUIRE(f.diagnostics.take().empty());
  }
  void append(std::vector<const Datum*>& data, std::string text) {
    auto more = read(f.sources, f.sources.add("test.nv", std::move(text)), f.symbols, f.data, f.diagnostics);
    data.insert(data.end(), more.begin(), more.end());
  }
  /// The forms' expressions as text, a line each.
  std::string expand(std::string text, Unit unit = Unit::File) {
    std::vector<const Datum*> data;
    append(data, std::move(text));
    run_on_big_stack([&] { tops = nova::expand(f, data, unit); });
    errors = f.diagnostics.take();
    std::string out;
    for (const Top& top : tops) {
      if (top.kind == Top::Types) continue;
      if (!out.empty()) out += "\n";
      if (top.kind == Top::Expression) out += print_expr(*top.value, f.program, f.symbols);
      for (GlobalId g : top.globals)
        out += std::string(f.symbols.text(f.program[g].name)) + " = " +
               (f.program[g].value ? print_expr(*f.program[g].value, f.program, f.symbols) : "?");
    }
    return out;
  }
  std::string codes() const {
    std::string out;
    for (const Diagnostic& d : errors) out += (out.empty() ? "" : " ") + d.code;
    return out;
  }
};

/// What one text without errors expands to; it may have warnings.
std::string expand(std::string text) {
  Expanding e;
  std::string out = e.expand(std::move(text));
  CHECK(e.codes().find('E') == std::string::npos);
  return out;
}

/// The codes of one text's errors.
std::string codes(std::string text) {
  Expanding e;
  e.expand(std::move(text));
  return e.codes();
}

} // namespace

TEST_CASE("expander: lambda in NOVA's style and in Scheme's") {
  CHECK(expand("(lambda (x : int) (y : int) : int (+ x y))") ==
        "(lambda ((x : int) (y : int)) : int (+ x y))");
  CHECK(expand("(lambda (x : int) : (int -> int) (lambda (y : int) : int (+ x y)))") ==
        "(lambda ((x : int)) : int -> int (lambda ((y : int)) : int (+ x y)))");
  CHECK(expand("(lambda (x y) x)") == "(lambda (x y) x)");
  CHECK(expand("(lambda ((x : int) y) x)") == "(lambda ((x : int) y) x)");
  CHECK(expand("(lambda (a, b) a)") == "(lambda ((a, b)) a)");
  CHECK(expand("(lambda ((a, b) c) a)") == "(lambda ((a, b) c) a)");
  CHECK(expand("(lambda ((a, b) : (int, float)) a)") == "(lambda (((a, b) : (int, float))) a)");
  CHECK(expand("(lambda () 1)") == "(lambda () 1)");
  CHECK(expand("(lambda (x) (println x) x)") == "(lambda (x) (begin (println x) x))");
  CHECK(expand("(lambda (x : int) (x : int))") == "(lambda ((x : int)) (x : int))");
}

TEST_CASE("expander: let in its styles") {
  CHECK(expand("(let (x 1) (y x) in (+ x y))") == "(let (x 1) (y x) in (+ x y))");
  CHECK(expand("(let ((x 1) (y 2)) (+ x y))") == "(let (x 1) (y 2) in (+ x y))");
  CHECK(expand("(let (x 1) in (let ((x 2) (y x)) y))") == "(let (x 1) in (let (x#2 2) (y x) in y))");
  CHECK(expand("(let (x 1) (x (+ x 1)) in x)") == "(let (x 1) (x#2 (+ x 1)) in x#2)");
  CHECK(expand("(let* ((x 1) (y x)) y)") == "(let (x 1) (y x) in y)");
  CHECK(expand("(let ((a, b) (1, 2)) in a)") == "(let ((a, b) (1, 2)) in a)");
  CHECK(expand("(let (((a, b) (1, 2))) a)") == "(let ((a, b) (1, 2)) in a)");
  CHECK(expand("(let (x : int 1) in x)") == "(let ((x : int) 1) in x)");
  CHECK(expand("(let loop ((i 0)) (if (< i 3) (loop (+ i 1)) i))") ==
        "(letrec ((loop (lambda (i) (if (< i 3) (loop (+ i 1)) i)))) (loop 0))");
  CHECK(expand("(let () 1)") == "1");
  CHECK(expand("(let (in 5) in (let ((y 1)) in y))") == "(let (in 5) in (let (y 1) in (begin in y)))");
}

TEST_CASE("expander: mu and letrec") {
  CHECK(expand("(mu (fib : int -> int) (lambda (n : int) (if (< n 2) then 1 else (+ (fib (- n 1)) (fib (- n "
               "2))))))") == "(letrec (((fib : int -> int) (lambda ((n : int)) (if (< n 2) 1 (+ (fib (- n "
                             "1)) (fib (- n 2))))))) fib)");
  CHECK(expand("(letrec ((even (lambda (n) (odd n))) (odd (lambda (n) (even n)))) (even 1))") ==
        "(letrec ((even (lambda (n) (odd n))) (odd (lambda (n#2) (even n#2)))) (even 1))");
  CHECK(codes("(mu (x : int) (+ x 1))") == "E0314");
  CHECK(codes("(letrec ((x 1)) x)") == "E0314");
}

TEST_CASE("expander: types, constructors, case and match") {
  std::string types =
      "(types (Maybe 'a : (+ (Some : 'a) (None : unit))) (L : (+ (Nil : unit) (Cons : (int, L)))))";
  CHECK(expand(types + "(match (Some 3) ((Some x) x) (None 0))") ==
        "(match (Some 3) ((Some x) x) ((None) 0))");
  CHECK(expand(types + "(case (Cons 1 (Nil)) (Nil x 0) (Cons c c.0))") ==
        "(match (Cons 1 Nil) ((Nil x) 0) ((Cons c) c.0))");
  CHECK(expand(types + "(match (Nil nil) ((Cons h (Cons _ t)) (println h) h) (else 0))") ==
        "(match Nil ((Cons h (Cons _ t)) (begin (println h) h)) (_ 0))");
  CHECK(expand(types + "(match 3 (3 1) (x x))") == "(match 3 (3 1) (x x))");
  CHECK(expand("(define-datatype E (variable int) (lambda E))\n(lambda (variable 0))") ==
        "(lambda (variable 0))");
  CHECK(expand("(lambda (x) x)\n(define-datatype E (lambda int))") == "(lambda (x) x)");
  CHECK(codes("(types (T : (+ (A : int))))(match (A 1) ((A x y) x))") == "E0310");
  CHECK(codes("(match 1 ((Foo x) x))") == "E0309");
  CHECK(codes("(types (R : (int, R)))") == "E0326");
  CHECK(codes("(types (P : (Q int)) (Q 'a : (+ (Q : 'a))))") == "");
  CHECK(codes("(types (Q 'a : (+ (Q : 'b))))") == "E0329");
}

TEST_CASE("expander: written types") {
  CHECK(expand("(lambda (f : int -> (int -> int) -> vector vector#2 int) f)") ==
        "(lambda ((f : int -> (int -> int) -> vector vector#2 int)) f)");
  CHECK(expand("(lambda (f : vector int -> bool) f)") == "(lambda ((f : vector int -> bool)) f)");
  CHECK(expand("(lambda (f : (closure (int (vec float)) -> bool)) f)") ==
        "(lambda ((f : int -> vector float -> bool)) f)");
  CHECK(expand("(lambda (f : (closure () -> bool)) f)") == "(lambda ((f : unit -> bool)) f)");
  CHECK(expand("(read-npy \"x\" : vector float)") == "((read-npy \"x\") : vector float)");
  CHECK(codes("(lambda (x : integer) x)") == "E0306");
  CHECK(codes("(lambda (x : vector) x)") == "E0308");
  CHECK(codes("(lambda (x : ->) x)") == "E0308 E0308");
}

TEST_CASE("expander: definitions and bodies") {
  CHECK(expand("(define (f (x : int)) : int -> int (+ x))") == "f = (lambda ((x : int)) : int -> int (+ x))");
  CHECK(expand("(define (x : int) 3)") == "x = 3");
  CHECK(expand("(define ((f a) b) a)") == "f = (lambda (a b) a)");
  CHECK(expand("(define (f x) (define y 1) (define (g a) (h a)) (define (h a) (g y)) (g 3))") ==
        "f = (lambda (x) (let (y 1) in (letrec ((g (lambda (a) (h a))) (h (lambda (a#2) (g y)))) (g 3))))");
  CHECK(expand("(define (f x) (define x (+ x 1)) x)") == "f = (lambda (x) (let (x#2 (+ x 1)) in x#2))");
  CHECK(codes("(define (f x) (define y 2))") == "E0320");
  CHECK(codes("(+ 1 (define x 2))") == "E0319");
}

TEST_CASE("expander: which definition a use sees") {
  CHECK(codes("(define (f) (g)) (define (g) 1)") == "");
  CHECK(codes("(println x) (define x 1)") == "E0303");
  CHECK(codes("(println (g)) (define (g) 1)") == "");
  CHECK(codes("(define (f) x) (define x 1)") == "");
  Expanding e;
  e.expand("(define x 1) x (define x 2) x", Unit::Prompt);
  CHECK(e.codes() == "");
  CHECK(e.tops[1].value->global == e.tops[0].globals[0]);
  CHECK(e.tops[3].value->global == e.tops[2].globals[0]);
  GlobalId newest = e.tops[2].globals[0];
  CHECK(e.expand("x", Unit::Prompt) == "x");
  CHECK(e.tops[0].value->global == newest);
  e.expand("(define x nowhere)", Unit::Prompt);
  CHECK(e.codes() == "E0301");
  e.expand("x", Unit::Prompt); // what failed was never defined
  CHECK(e.tops[0].value->global == newest);
}

TEST_CASE("expander: no word is reserved") {
  CHECK(expand("(define (if a b c) a) (if 1 2 3)") == "if = (lambda (a b c) a)\n(if 1 2 3)");
  CHECK(expand("(let ((define 1)) define)") == "(let (define 1) in define)");
  CHECK(expand("(lambda (and) (and 1 2))") == "(lambda (and) (and 1 2))");
  CHECK(expand("(reduce and true [true])") == "(reduce and true [true])");
  CHECK(codes("(map if [true])") == "E0302");
}

TEST_CASE("macros: a macro's temporaries and the user's names never meet") {
  std::string swap = "(define-macro swap! () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp))))";
  CHECK(expand(swap + "(lambda (tmp other) (swap! tmp other) tmp)") ==
        "(lambda (tmp other) (begin (let (tmp#2 tmp) in (begin (set! tmp other) (set! other tmp#2))) tmp))");
  std::string either = "(define-macro my-or ((_ a b) (let ((t a)) (if t t b))))";
  CHECK(expand(either + "(let ((t 5) (if 6)) (my-or t if))") ==
        "(let (t 5) (if 6) in (let (t#2 t) in (if t#2 t#2 if)))");
}

TEST_CASE("macros: a template means what it means where it is defined") {
  CHECK(expand("(define-macro inc ((_ x) (+ x 1))) (let ((+ 5)) (inc +))") == "(let (+#2 5) in (+ +#2 1))");
  CHECK(
      expand("(define (helper x) x) (define-macro use ((_ x) (helper x))) (lambda (helper) (use helper))") ==
      "helper = (lambda (x) x)\n(lambda (helper#2) (helper helper#2))");
  Expanding e;
  e.expand("(define k 1) (define-macro get-k ((_) k))", Unit::Prompt);
  GlobalId first = e.tops[0].globals[0];
  e.expand("(define k 2) (get-k)", Unit::Prompt);
  CHECK(e.tops[1].value->global == first);
}

TEST_CASE("macros: patterns and templates") {
  CHECK(expand("(define-macro m ((_ (k v ...) ...) [(k, [v ...]) ...])) (m (1 2 3) (4) )") ==
        "[(1, [2 3]) (4, [])]");
  CHECK(expand("(define-macro m ((_ (v ...) ...) [v ... ...])) (m (1 2) () (3))") == "[1 2 3]");
  CHECK(expand("(define-macro m ((_ (k v ...) ...) [(k, v) ... ...])) (m (1 2 3) (4 5))") ==
        "[(1, 2) (1, 3) (4, 5)]");
  CHECK(expand("(define-macro m ((_ a ... z) (z, [a ...]))) (m 1 2 3)") == "(3, [1 2])");
  CHECK(expand("(define-macro m ((_ a ... y z) (y, z))) (m 1 2)") == "(1, 2)");
  CHECK(expand("(define-macro m ((_ f . r) (f . r))) (m + 1 2)") == "(+ 1 2)");
  CHECK(expand("(define-macro m ((_ ((a, b), c)) [a b c])) (m ((1, 2), 3))") == "[1 2 3]");
  CHECK(expand("(define-macro m ((_ [a b ...]) (+ a (sum2 b ...)))) (define (sum2 a b) a) (m [1 2 3])") ==
        "sum2 = (lambda (a b) a)\n(+ 1 (sum2 2 3))");
  CHECK(expand("(define-macro m ((_ x xs e) [e | x <- xs])) (m y [1 2] (+ y 1))") ==
        "(map (lambda (y) (+ y 1)) [1 2])");
  CHECK(expand("(define-macro m (=>) ((_ a => b) (a, b)) ((_ a b c) [a b c])) (m 1 => 2)") == "(1, 2)");
  CHECK(expand("(define-macro m (=>) ((_ a => b) (a, b)) ((_ a b c) [a b c])) (lambda (=>) (m 1 => 2))") ==
        "(lambda (=>) [1 => 2])");
  CHECK(expand("(define-macro m ((_ 1 \"a\" #\\b) true) ((_ x ...) false)) (m 1 \"a\" #\\b)") == "true");
  CHECK(
      expand(
          "(define-macro m ((_ name) (define-macro name ((_ x (... ...)) [x (... ...)])))) (m v) (v 1 2)") ==
      "[1 2]");
  CHECK(expand("(define-macro m ((_ _ x _) x)) (m 1 2 3)") == "2");
}

TEST_CASE("macros: they define, within bodies too") {
  CHECK(expand("(define-macro def ((_ n v) (begin (define n v) (define tmp v)))) (define tmp 1) (def a 2) (+ "
               "a tmp)") == "tmp = 1\na = 2\ntmp = 2\n(+ a tmp)");
  CHECK(expand("(define (f x) (define-macro twice ((_ e) (+ e e))) (twice x))") ==
        "f = (lambda (x) (+ x x))");
  CHECK(expand("(define (f x) (define-macro get ((_) x)) (let ((x 1)) (get)))") ==
        "f = (lambda (x) (let (x#2 1) in x))");
  CHECK(expand("(define (f) (later 1)) (define-macro later ((_ x) x))") == "f = (lambda () 1)");
}

TEST_CASE("macros: errors point at the user's form and name the macro") {
  Expanding e;
  e.expand("(define-macro bad ((_ x) (+ x nowhere)))\n(bad 3)");
  REQUIRE(e.codes() == "E0301");
  Span at = e.f.sources.user_span(e.errors[0].span);
  CHECK(e.f.sources.text(at) == "(bad 3)");
  CHECK(e.f.sources.expansion(e.errors[0].span.expansion).macro == "bad");
}

TEST_CASE("macros: limits and malformed definitions") {
  CHECK(codes("(define-macro m ((_ x) (m x))) (m 1)") == "E0317");
  CHECK(codes("(define-macro m ((_ x ...) (m x ... x ...))) (m 1)") == "E0318");
  CHECK(codes("(define-macro m ((_ x ...) x)) (m 1)") == "E0316");
  CHECK(codes("(define-macro m ((_ x) (x ...)))") == "E0316");
  CHECK(codes("(define-macro m ((_ x x) x))") == "E0305");
  CHECK(codes("(define-macro m ((_ (x ...) (y ...)) [(x, y) ...])) (m (1 2) (3))") == "E0316");
  CHECK(codes("(define-macro m ((_ a) a)) (m)") == "E0315");
}

TEST_CASE("expander: assignment stays local") {
  CHECK(
      expand("(define (f n) (let ((s 0)) (for (i 0 n) (set! s (+ s i))) (while (< s 9) (set! s 9)) s))") ==
      "f = (lambda (n) (let (s 0) in (begin (for (i 0 n) (set! s (+ s i))) (while (< s 9) (set! s 9)) s)))");
  CHECK(codes("(define n 0) (define (f) (set! n 1))") == "E0312");
  CHECK(codes("(define (f) (let ((n 0)) (set! n 1) (lambda () n)))") == "E0313");
  CHECK(codes("(define (f) (let ((n 0)) [n | x <- [1]] (set! n 1)))") == "E0313");
}

TEST_CASE("comprehensions become built-ins") {
  CHECK(expand("[(+ x 1) | x <- [1 2]]") == "(map (lambda (x) (+ x 1)) [1 2])");
  CHECK(expand("[x | x <- [1 2], (> x 1)]") == "(filter (lambda (x) ((> x 1) : bool)) [1 2])");
  CHECK(expand("[(x, y) | x <- (iota 3), y <- (iota x)]") ==
        "(map (lambda ((x, y)) (x, y)) (concat-map (lambda (x#2) (map (lambda (y#2) (x#2, y#2)) (iota x#2))) "
        "(iota 3)))");
  CHECK(expand("[y | x <- (iota 3), y <- (iota x)]") == "(concat-map (lambda (x) (iota x)) (iota 3))");
  CHECK(expand("[(x, y) | x <- [1] | y <- [2]]") == "(map (lambda ((x, y)) (x, y)) (zip [1] [2]))");
  CHECK(expand("[x | x <- [2 1], order by (neg x)]") == "(sort-by (lambda (x) (neg x)) [2 1])");
  CHECK(expand("[k | (k, _) <- [(1, 2)]]") == "(map (lambda ((k, _)) k) [(1, 2)])");
  CHECK(expand("(let ((map 1) (filter 2)) [x | x <- [map], (> x filter)])") ==
        "(let (map 1) (filter#2 2) in (filter (lambda (x) ((> x filter#2) : bool)) [map]))");
  CHECK(codes("[x | x <- [1], <- 3]") == "E0328");
}

TEST_CASE("an equation after a generator makes an equi-join") {
  CHECK(
      expand("[y | x <- [1 2], (k, y) <- [(1, 2)], (= x k)]") ==
      "(map (lambda ((x, (k, y))) y) (join-by (lambda (x#2) x#2) (lambda ((k#2, y#2)) k#2) [1 2] [(1, 2)]))");
  CHECK(expand("[y | x <- [1], y <- (iota 2), (= y x)]") ==
        "(let (rows [1]) in (map (lambda ((x, y)) y) (join-by (lambda (x#2) x#2) (lambda (y#2) y#2) rows "
        "(concat-map (lambda (_) ((iota 2) : vector 'item)) (take 1 rows)))))");
  const auto joins = [](const std::string& text) {
    return expand(text).find("join-by") != std::string::npos;
  };
  CHECK(joins("[y | x <- [1], z <- [2], y <- [x], (= y z)]") == false); // the source uses x
  CHECK(joins("[y | x <- [1], z <- [2], y <- [z], (= y x)]") == false);
  CHECK(joins("[x | x <- [1], x <- [2], (= x 1)]") == false);
  CHECK(joins("[y | x <- [1], y <- [2], (= x 1)]") == false);
  CHECK(joins("[y | x <- [1], y <- [2], (= (+ x y) 1)]") == false);
  CHECK(joins("[y | x <- [1], y <- [2], (> x y), (= x y)]"));
  CHECK(joins("[y | x <- [1], y <- [2], (> (/ 6 x) y), (= x y)]") == false); // the condition may fail
  CHECK(joins("(let (= <) in [y | x <- [1], y <- [2], (= x y)])") == false);
  CHECK(joins("[y | (x : int) <- [1], (y : int) <- [2], (= (/ 1 y) (/ 1 x))]"));
  CHECK(codes("[y | x <- [1], (y y) <- [(2, 2)], (= x y)]") == "E0309");
  CHECK(codes("[y | x <- [1], y <- [2], (= x z)]") == "E0301");
}

TEST_CASE("an equation moves up to the generator that it joins") {
  const auto same = [](const std::string& rest, const std::string& moved) {
    const std::string begin = "[(x, y) | x <- [1 2], y <- [2 1], ";
    return expand("(define (f v) " + begin + rest + "])") == expand("(define (f v) " + begin + moved + "])");
  };
  CHECK(same("z <- v, (= x y), (= y z)", "(= x y), z <- v, (= y z)"));
  CHECK(same("(a, b) <- v, (< a 3), (= x y)", "(= x y), (a, b) <- v, (< a 3)"));
  CHECK(same("z <- v, (< (+ z 1) x), (= x y)", "(= x y), z <- v, (< (+ z 1) x)"));
  CHECK_FALSE(same("z <- (iota x), (= x y)", "(= x y), z <- (iota x)")); // the source may fail
  CHECK_FALSE(same("(1, z) <- v, (= x y)", "(= x y), (1, z) <- v"));     // the pattern may not fit
  CHECK_FALSE(same("x <- v, (= x y)", "(= x y), x <- v"));               // another x
  CHECK_FALSE(same("z <- v, (= (/ 1 x) y)", "(= (/ 1 x) y), z <- v"));   // the key may fail
  CHECK_FALSE(
      same("z <- v, order by z, (= x y)", "(= x y), z <- v, order by z")); // sorts stand where they are
}

TEST_CASE("modules and imports") {
  CHECK(expand("(module m (define (f) 1) (define (g) (f))) (import m) (f) (m.g) (define (f) 2) (f)") ==
        "f = (lambda () 1)\ng = (lambda () (m.f))\n(f)\n(m.g)\nf = (lambda () 2)\n(f)");
  CHECK(codes("(module m (define (f) 1)) (f)") == "E0301");
  CHECK(codes("(import nowhere)") == "E0321");
  Expanding e;
  e.files["lib.nv"] = "(define (f x) x) (define-macro twice ((_ x) (f x)))";
  CHECK(e.expand("(import \"lib.nv\") (twice 1) (lib.f 2)") == "f = (lambda (x) x)\n(lib.f 1)\n(lib.f 2)");
  CHECK(e.codes() == "");
  e.files["a.nv"] = "(import \"b.nv\")", e.files["b.nv"] = "(import \"a.nv\")";
  e.expand("(import \"a.nv\")");
  CHECK(e.codes() == "E0322");
}

TEST_CASE("programs: Harlan's module with a main, NOVA's inputs") {
  Expanding e;
  CHECK(e.expand("(%testspec) (module (import random) (define (main) (println* 1 2) (scan + 0 [1]) 0))") ==
        "main = (lambda () (begin (print 1) (println 2) (exscan + 0 [1]) 0))");
  CHECK(e.codes() == "");
  CHECK(unit_facts(e.f).main == e.tops[0].globals[0]);
  CHECK(e.expand("((xs : vector float) (n : int)) (reduce + 0f xs)") == "xs = ?n = ?\n(reduce + 0f xs)");
  CHECK(unit_facts(e.f).inputs.size() == 2);
  CHECK_FALSE(unit_facts(e.f).main);
}

TEST_CASE("one error does not hide the next, nor raise others") {
  CHECK(codes("(foo 1) (foo 2) (bar)") == "E0301 E0301 E0301");
  CHECK(codes("(foo (foo 1) (foo 2))") == "E0301");
  CHECK(codes("(define (f) (if)) (f)") == "E0304");
  CHECK(codes("(let ((x)) 1) (lambda x x)") == "E0304 E0304");
  CHECK(codes("(define (g) (define v (for x x)) v)") == "E0304");
  CHECK(codes("(begin (define x 1) (if) (define y x))") == "E0304");
}

TEST_CASE("what seems wrong where the reading failed is not said") {
  CHECK(codes("(define (f x)) (+ x 1))\n(define (g x) (f x))") == "E0102");
  CHECK(codes("(define (f x) (+ x 1)\n(define (g x) (f (h x)))") == "E0101 E0301");
  CHECK(codes("(define (f x) (g (h x)))\n(println \"abc)\n(define (g x) x)") == "E0104 E0301");
  CHECK(codes("(define (f x) (if 12ab))") == "E0106 E0304");
}

TEST_CASE("begin at top level: definitions are spliced, expressions are one") {
  CHECK(expand("(begin 1 2 3)") == "(begin 1 2 3)");
  CHECK(expand("(begin (begin 1 2) (begin) (begin 3))") == "(begin 1 2 nil 3)");
  CHECK(expand("(begin (define x 1) x x (define y x) y)") == "x = 1\n(begin (begin x x) nil)\ny = x\ny");
  CHECK(expand("(begin (define-macro m ((_ a) (- a))) (m 1))") == "(- 1)");
}

TEST_CASE("depth is an error") {
  std::string lambdas;
  for (int i = 0; i < 1'500'000; ++i) lambdas += "(lambda (x) ";
  CHECK(codes(lambdas + "x" + std::string(1'500'000, ')')) == "E0602");
  std::string pattern;
  for (int i = 0; i < 100'000; ++i) pattern += "(";
  CHECK(codes("(lambda (" + pattern + "x" + std::string(100'000, ')') + ") 1)") == "E0602");
}

TEST_CASE("definitions are found by their names, and forgotten with their texts") {
  Program p;
  const Symbol a{1}, b{2};
  const GlobalId first = p.add_global(a), other = p.add_global(b);
  const Program::Mark before = p.mark();
  const GlobalId second = p.add_global(a);
  CHECK(std::ranges::equal(p.named(a), std::vector{first, second}));
  p.forget(before);
  CHECK(std::ranges::equal(p.named(a), std::vector{first}));
  CHECK(std::ranges::equal(p.named(b), std::vector{other}));
  CHECK(p.named(Symbol{3}).empty());
}

namespace {

/// Adds the prelude's texts to the frontend and returns their files.
std::vector<FileId> prelude_texts(Frontend& f) {
  std::vector<FileId> files;
  for (const PreludeFile& file : prelude_files())
    files.push_back(f.sources.add("prelude/" + std::string(file.name), std::string(file.text)));
  return files;
}

} // namespace

TEST_CASE("the forms of the prelude are found where the reader finds them") {
  Frontend f;
  for (const FileId file : prelude_texts(f)) {
    std::vector<std::pair<uint32_t, uint32_t>> found, read_ones;
    for (const FormPlace& p : form_places(f.sources.text(file), file))
      found.emplace_back(p.form.begin, p.form.end);
    for (const Datum* d : read(f.sources, file, f.symbols, f.data, f.diagnostics))
      read_ones.emplace_back(d->span.begin, d->span.end);
    CHECK_MESSAGE(found == read_ones, f.sources.name(file));
  }
}

TEST_CASE("the prelude's functions are expanded when they are used") {
  Frontend f;
  run_on_big_stack([&] { nova::expand_prelude(f, prelude_texts(f)); });
  size_t waiting = 0;
  for (uint32_t k = 1; k < f.program.globals.size(); ++k) {
    const bool waits = !f.program.globals[k].value;
    waiting += waits;
    const Expander::Mark before = f.expander->mark();
    const Expr* value = nullptr;
    run_on_big_stack([&] { value = body(f, GlobalId{k}); });
    const std::string name(f.symbols.text(f.program.globals[k].name));
    CHECK_MESSAGE((value && body(f, GlobalId{k}) == value), name);
    CHECK_MESSAGE(f.expander->lasts_since(before) == waits, name);
  }
  CHECK(waiting > 500);
  CHECK(f.diagnostics.take().empty());
}
