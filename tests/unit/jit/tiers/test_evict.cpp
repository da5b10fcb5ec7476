// A form that defines nothing leaves nothing in the session.
#include "repl/session/session.hpp"
#include "runtime/buffer.hpp"
#include <doctest/doctest.h>
#include <malloc.h>

using namespace nova;

namespace {

struct Typed {
  std::string said;
  Session session;
  explicit Typed(Tier tier) : session(options(tier)) {}
  SessionOptions options(Tier tier) {
    SessionOptions o;
    o.tiers.tier = tier;
    o.out = o.err = [this](std::string_view t) { said += t; };
    return o;
  }
  /// The value of the last form, and what was printed or reported.
  std::string operator()(const std::string& text) {
    said.clear();
    std::string value;
    session.run_forms(session.type_text("prompt", text), [&](const Outcome& o) {
      if (o.value) value = session.print(o, true);
    });
    return value + said;
  }
};

size_t bytes() {
  const auto all = mallinfo2();
  return all.uordblks + all.hblkhd;
}

/// By how much a form lets the session grow, after the first ones.
double growth(Typed& run, const std::vector<std::string>& forms) {
  constexpr int before = 1200, counted = 1000;
  for (int k = 0; k < before; ++k) run(forms[k % forms.size()]);
  const size_t first = bytes();
  for (int k = 0; k < counted; ++k) run(forms[k % forms.size()]);
  return (static_cast<double>(bytes()) - static_cast<double>(first)) / counted;
}

/// Numbers that were not there before, each in a form of its own.
std::vector<std::string> numbered(const std::string& before, const std::string& after) {
  std::vector<std::string> forms;
  for (int k = 0; k < 4000; ++k) forms.push_back(before + std::to_string(k) + after);
  return forms;
}

} // namespace

TEST_CASE("forms that define nothing leave nothing") {
  constexpr double bound = 8; // bytes for each form: what a table that doubles may hold
  for (const Tier tier : {Tier::Interp, Tier::Auto}) {
    Typed run(tier);
    run("(define (f x) (* x 3)) (define xs (iota 50)) (define-datatype tree (Leaf int) (Node tree tree))");
    run("(define-macro twice ((_ e) (let (v e) in (+ v v))))");
    CHECK(growth(run, {"(+ 1 2)", "(sum (map f xs))"}) < bound);
    CHECK(growth(run, {"(let (ys (map (lambda (x) (, x 1.5)) xs)) in (map (lambda (a, b) b) ys))"}) < bound);
    CHECK(growth(run, {"(+ 1 nowhere)", "(+ 1 \"a\")", "(! xs 1000)", "(f", "(define (g x) (+ x \"a\"))"}) <
          bound);
    CHECK(growth(run, {"(((lambda (a) (lambda (b) (+ a b))) 1) 2)", "(lambda (x) (+ x 1))"}) < bound);
    CHECK(growth(run, {"(twice (f 4))", "(match (Node (Leaf 1) (Leaf 2)) ((Node a b) b) (x x))"}) < bound);
    CHECK(growth(run, numbered("(length (string-append \"text\" \"", "\"))")) < bound);
    CHECK(growth(run, numbered("(let (v", " 2) in 3)")) < bound);
  }
}

TEST_CASE("a value whose name is defined anew goes, but not one that a function names") {
  Typed run(Tier::Auto);
  for (int k = 0; k < 40; ++k) run("(define big (iota 100000))");
  const size_t before = Memory::used();
  for (int k = 0; k < 40; ++k) run("(define big (map (lambda (x) (+ x 1)) big))");
  CHECK(Memory::used() < before + 3 * 800'000);
  CHECK(run("(! big 5)") == "45");
  run("(define n 7) (define (f x) (+ x n))");
  for (int k = 0; k < 3; ++k) run("(define n 8)");
  CHECK(run("(f 1)") == "8");
  run("(define m 1) (define-macro old-m ((_) m))");
  run("(define m 2)"), run("(define m 3)");
  CHECK(run("(old-m)") == "1");
}
