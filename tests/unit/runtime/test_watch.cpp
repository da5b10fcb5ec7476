// What ends work early: who hears of it, and what is left behind.
#include "repl/session/session.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"
#include <doctest/doctest.h>

using namespace nova;

namespace {

std::string code_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Fault& fault) {
    return fault.code;
  }
  return "";
}

void poll_often() {
  for (int k = 0; k < 1000; ++k) Watch::poll();
}

} // namespace

TEST_CASE("polls are answered by the watch that is kept on the thread") {
  int outer_asked = 0, inner_asked = 0;
  poll_often(); // none is
  const Watch outer([&] { ++outer_asked; });
  poll_often();
  CHECK(outer_asked > 0);
  const int before = outer_asked;
  {
    const Watch inner([&] { ++inner_asked, fail("E0604"); });
    CHECK(code_of(poll_often) == "E0604");
    CHECK(inner_asked == 1);
    CHECK(outer_asked == before);
  }
  poll_often();
  CHECK(outer_asked > before);
}

namespace {

/// A session whose texts are interrupted at the n-th answer.
struct Interrupted {
  std::string told;
  Session session;

  explicit Interrupted(Tier tier) : session(options(tier)) {
    session.reports().listener = [this](const Diagnostic& d) { told += d.code + " "; };
    run("(define xs [3 1 2]) (define (twice x) (* 2 x))");
  }
  static SessionOptions options(Tier tier) {
    SessionOptions o;
    o.tiers.tier = tier, o.threads = 2;
    o.out = [](std::string_view) {};
    return o;
  }
  /// What the text's last form gives; nothing where it fails.
  std::string run(const std::string& text, uint64_t answers = UINT64_MAX) {
    std::string value;
    told.clear();
    Watch::interrupt_after(answers);
    session.run_forms(session.type_text("prompt", text), [&](const Outcome& o) {
      if (o.value) value = session.print(o, true);
    });
    Watch::interrupt_after(UINT64_MAX);
    session.forget_interrupt();
    return value;
  }
  /// All that was defined is what it was.
  void check_all_there() {
    CHECK(run("(map twice xs)") == "[6 2 4]");
    CHECK(told.empty());
  }
};

/// Reads, expands macros, checks functions of the prelude at their first use, and makes instances of them.
std::string long_text() {
  std::string text = "(define-macro m0 ((_ x) (+ x 1)))\n";
  for (int k = 1; k <= 9; ++k) {
    const std::string inner = "(m" + std::to_string(k - 1) + " x)";
    text += "(define-macro m" + std::to_string(k) + " ((_ x) (+ " + inner + " " + inner + ")))\n";
  }
  return text + "(types (Tree 'a : (+ (Leaf : unit) (Node : ('a, (Tree 'a), (Tree 'a))))))\n"
                "(define (sum-of t) (case t (Leaf 0) (Node (x, l, r) (+ x (+ (sum-of l) (sum-of r))))))\n"
                "(define (spread v) (sort-by (lambda (x) (neg x)) (map (lambda (i) (m9 i)) v)))\n"
                "(show (spread xs), mean [1.0 2.0], sum-of (Node (1, Leaf, Leaf)))";
}

} // namespace

TEST_CASE("an interruption at any moment leaves a session as it was") {
  for (const Tier tier : {Tier::Interp, Tier::Auto}) {
    Interrupted at(tier);
    const std::string right = Interrupted(tier).run(long_text());
    REQUIRE(!right.empty());
    uint64_t heard = 0;
    for (uint64_t n = 0; at.run(long_text(), n).empty() && n < 2000; ++n) {
      CHECK(at.told.find("E0603") != std::string::npos);
      ++heard;
      if (n % 8 == 0) at.check_all_there();
    }
    CHECK(heard > 10);
    CHECK(at.run(long_text()) == right);
    at.check_all_there();
  }
}
