// The plan: its text, its checker, and its meaning against the interpreter's on the same data.
#include "jit/plan/eval.hpp"
#include "jit/plan/scalar_eval.hpp"
#include "repl/session/session.hpp"
#include <doctest/doctest.h>

using namespace nova;
using namespace nova::plan;

namespace {

Plan read_sound(const std::string& text) {
  Plan p;
  std::string error;
  const bool read = read_plan(text, p, error);
  INFO(text);
  CHECK(error == "");
  REQUIRE(read);
  return p;
}

std::string why_not(const std::string& text) {
  Plan p;
  std::string error;
  CHECK_FALSE(read_plan(text, p, error));
  return error;
}

/// (plan (body (params) statements (results r)))
std::string whole(const std::string& params, const std::string& statements, const std::string& results) {
  return "(plan (body (" + params + ") " + statements + " (results " + results + ")))";
}

// (reduce + 0.0f xs) and (map (lambda (x) (* x x)) xs) are told apart by what stands between.
const std::string sum_of_squares = R"((plan
  (site "E0402" 1 10 20 0)
  (body ((n_0 : int) (xs_1 : [float]))
    (let (zero_2 : float) (constant -0.0f))
    (let (v3 : float)
      (reduce lane start n_0 zero_2
        (body ((i_4 : int))
          (let (inside_5 : bool) (< i_4 n_0))
          (check 0 inside_5 i_4 n_0)
          (let (x_6 : float) (read xs_1 i_4))
          (let (v7 : float) (* x_6 x_6))
          (results v7))
        (body ((a_8 : float) (b_9 : float))
          (let (v10 : float) (+ a_8 b_9))
          (results v10))))
    (results v3)))
)";

/// A session to run Nova in, and plans on the same values.
class Lab {
 public:
  Lab() : session_(options()), machine_(session_.frontend(), {}) {}

  Outcome value(const std::string& text) {
    Outcome last;
    const FileId file = session_.add_text("test", text);
    INFO(text);
    CHECK(session_.run_forms(file, [&](const Outcome& o) { last = o; }));
    REQUIRE(last.value);
    return last;
  }

  /// The plan's value on the inputs (Nova expressions), as a value of a type; nothing where a Check failed.
  std::optional<Value> run(const Plan& p, const std::vector<std::string>& inputs, TypeId type) {
    std::vector<Value> values;
    FlatWords flat;
    for (const std::string& i : inputs) {
      const Outcome o = value(i);
      flatten_value(session_.frontend().types, o.type, values.emplace_back(*o.value), flat);
    }
    const Answer a = eval_plan(p, flat.words);
    CHECK(a.broken == "");
    if (a.failed) return std::nullopt;
    ValueBuilder build(session_.frontend().types, [&](TypeId t) { return machine_.layout(t); });
    return build.build(type, a.scalars, a.columns);
  }

  /// The plan gives the expression's bits.
  void agrees(const std::string& expression, const std::vector<std::string>& inputs,
              const std::string& text) {
    const Outcome want = value(expression);
    const std::optional<Value> got = run(read_sound(text), inputs, want.type);
    INFO(expression);
    REQUIRE(got);
    CHECK(session_.print({*got, want.type, nullptr}, false) == session_.print(want, false));
    CHECK(same_bits(*got, *want.value));
  }

  Session& session() { return session_; }
  Machine& machine() { return machine_; }

 private:
  static SessionOptions options() {
    SessionOptions o;
    o.tiers.tier = Tier::Interp; // the judge
    o.out = [](std::string_view) {};
    o.err = [](std::string_view text) { MESSAGE(std::string(text)); };
    return o;
  }
  Session session_;
  Machine machine_;
};

Lab& lab() {
  static Lab lab; // one prelude for all
  return lab;
}

} // namespace

TEST_CASE("plan: printing, reading and printing gives the same text") {
  CHECK(print_plan(read_sound(sum_of_squares)) == sum_of_squares);
  const std::string every = whole(
      "(n : int) (c : [double]) (b : bool) (k : char)",
      "(let (one : int) (constant 1)) (let (low : int) (constant -9223372036854775808)) (let (t : bool) "
      "(constant true))"
      "(let (u : uint8) (constant 200)) (let (s : int8) (constant -128)) (let (letter : char) (constant 97))"
      "(let (f : float) (constant inf)) (let (d : double) (constant nan)) (let (m : double) (constant "
      "-1e-300))"
      "(let (o : [int]) (iota n one one)) (let (c2 : [double]) (shift c one)) (let (c3 : [double]) (copy n "
      "c2))"
      "(let (x : double) (y : int) (if b (body () (results d one)) (body () (results m low))))"
      "(let (z : int) (loop one (body ((q : int)) (let (w : bool) (~= q n)) (results w))"
      "                         (body ((q2 : int)) (let (q3 : int) (+ q2 one)) (results q3))))"
      "(let (e : [double]) (scan exclusive n d (body ((i : int)) (let (ce : double) (read c i)) (results ce))"
      "                         (body ((p : double) (r : double)) (let (pr : double) (min p r)) (results "
      "pr))))"
      "(let (kept : int) (ks : [double]) (filter n (body ((i2 : int)) (let (v : double) (read c i2)) "
      "(results t v))))"
      "(let (order : [int]) (sort n c (body ((i3 : int) (j3 : int)) (let (less : bool) (> i3 j3)) (results "
      "less))))"
      "(let (offs : [int]) (total : int) (rs : [double]) (rows n (body ((i4 : int)) (results i4 c))))"
      "(let (sc : [double]) (scatter n one c (body ((i5 : int)) (results i5 m))))"
      "(let (hi : [double]) (histogram n one c (body ((i6 : int)) (results i6 m))"
      "                                (body ((p6 : double) (r6 : double)) (results r6))))",
      "x y z e ks order rs sc hi");
  const std::string once = print_plan(read_sound(every));
  CHECK(print_plan(read_sound(once)) == once);
  CHECK(once.find("(constant -9223372036854775808)") != once.npos);
}

TEST_CASE("plan: a name that would not read is printed without what disturbs") {
  Plan p;
  const Var v = p.make({Element::I64, false}, "9a!'->b.0");
  p.body.params = {v}, p.body.results = {v};
  const std::string text = print_plan(p);
  CHECK(text == "(plan\n  (body ((a-b0_0 : int))\n    (results a-b0_0)))\n");
  CHECK(print_plan(read_sound(text)) == text);
}

TEST_CASE("plan: what is no plan is refused, with its place") {
  CHECK(why_not("") == "it is not one plan");
  CHECK(why_not("(plan") == "it does not read: E0101");
  CHECK(why_not("(plan 3)") == "1:7: (body ...) should stand here");
  CHECK(why_not(whole("(x : integer)", "", "x")) == "1:19: a type should stand here");
  CHECK(why_not(whole("(x : int)", "(let (y : int) (frob x))", "y")) == "1:41: there is no operation frob");
  CHECK(why_not(whole("(x : int)", "(let (y : int) (+ x z))", "y")) == "1:45: a variable should stand here");
  CHECK(why_not(whole("(x : int)", "(let (x : int) (+ x x))", "x")) == "1:30: x is bound twice");
  CHECK(why_not(whole("", "(let (x : uint8) (constant 256))", "x")) ==
        "1:43: a constant of type uint8 should stand here");
  CHECK(why_not(std::string(100000, '(')).starts_with("it does not read: "));
}

TEST_CASE("plan: every rule that a plan may break is named") {
  auto refused = [](const std::string& statements, const std::string& results = "n") {
    return why_not(whole("(n : int) (c : [int]) (d : double) (b : bool)", statements, results));
  };
  CHECK(refused("(let (x : int) (+ n n n))") ==
        "scalar of x_4: arguments have types (int int int), not (int int)");
  CHECK(refused("(let (x : bool) (+ n n))") == "scalar of x_4: + is no scalar operation at its types");
  CHECK(refused("(let (x : bool) (+ b b))") == "scalar of x_4: + is no scalar operation at its types");
  CHECK(refused("(let (x : int) (and n n))") == "scalar of x_4: and is no scalar operation at its types");
  CHECK(refused("(let (x : double) (+ d n))") ==
        "scalar of x_4: arguments have types (double int), not (double double)");
  CHECK(refused("(let (x : int) (exp n))") == "scalar of x_4: exp is no scalar operation at its types");
  CHECK(refused("(let (x : [int]) (+ c c))") == "scalar of x_4: outs have types ([int]), not (int)");
  CHECK(refused("(let (x : int) (map n))") == "map of x_4: it has 0 bodies");
  CHECK(refused("(check 0 b)") == "check: there is no site 0");
  CHECK(refused("(let (x : double) (read c n))") ==
        "read of x_4: arguments have types ([int] int), not ([double] int)");
  CHECK(refused("(let (x : [double]) (shift c n))") ==
        "shift of x_4: arguments have types ([int] int), not ([double] int)");
  CHECK(refused("(let (x : [int]) (iota n))") ==
        "iota of x_4: arguments have types (int), not (int int int)");
  CHECK(refused("(let (x : [int]) (copy n d))") ==
        "copy of x_4: arguments have types (int double), not (int [double])");
  CHECK(refused("(let (x : int) (if n (body () (results n)) (body () (results n))))") ==
        "if of x_4: arguments have types (int), not (bool)");
  CHECK(refused("(let (x : int) (if b (body () (results d)) (body () (results n))))") ==
        "if of x_4: the first body's results have types (double), not (int)");
  CHECK(refused("(let (x : int) (loop n (body ((i : int)) (results b)) (body ((j : int)) (results d))))") ==
        "loop of x_4: the second body's results have types (double), not (int)");
  CHECK(refused("(let (x : [int]) (map n (body ((i : double)) (results n))))") ==
        "map of x_4: the first body's parameters have types (double), not (int)");
  CHECK(refused("(let (x : [int]) (map n (body ((i : int)) (results d))))") ==
        "map of x_4: outs have types ([int]), not ([double])");
  CHECK(refused("(let (x : [int]) (map n (body ((i : int)) (results c))))") ==
        "map of x_4: the first body's results have types ([int]), not (int)");
  CHECK(refused("(let (x : int) (kept : [int]) (filter n (body ((i : int)) (results i i))))") ==
        "filter of x_4: the first body's results have types (int int), not (bool int)");
  CHECK(refused("(let (x : int) (reduce lane n (body ((i : int)) (results i)) (body ((p : int) (q : int)) "
                "(results p))))") == "reduce of x_4: arguments have types (int), not (int int)");
  CHECK(
      refused("(let (x : [int]) (scan n n (body ((i : int)) (results i)) (body ((p : int)) (results p))))") ==
      "scan of x_4: the second body's parameters have types (int), not (int int)");
  CHECK(refused("(let (x : int) (foldl n n (body ((p : int)) (results p))))") ==
        "foldl of x_4: the first body's parameters have types (int), not (int int)");
  CHECK(refused("(let (x : int) (accumulate n d (body ((p : int) (i : int)) (results p)) (body ((p2 : int) "
                "(q : int)) (results q))))") ==
        "accumulate of x_4: arguments have types (int double), not (int int)");
  CHECK(refused("(let (x : [int]) (t : int) (r : [int]) (rows n (body ((i : int)) (results i i))))") ==
        "rows of x_4: the first body's results have types (int int), not (int [int])");
  CHECK(refused("(let (x : [int]) (scatter n n c (body ((i : int)) (results i d))))") ==
        "scatter of x_4: the first body's results have types (int double), not (int int)");
  CHECK(refused("(let (x : [int]) (histogram n n c (body ((i : int)) (results i i)) (body ((p : int)) "
                "(results p))))") ==
        "histogram of x_4: the second body's parameters have types (int), not (int int)");
  CHECK(refused("(let (x : [int]) (sort n c (body ((i : int) (j : int)) (results i))))") ==
        "sort of x_4: the first body's results have types (int), not (bool)");
  // A body's variables end with it.
  CHECK(refused("(let (x : [int]) (map n (body ((i : int)) (results i)))) (let (y : int) (+ i n))") ==
        "scalar of y_6: i_5 is not bound here");
}

TEST_CASE("plan: a plan that no text spells is checked too") {
  Plan p;
  CHECK(check_plan(p) == "");
  const Var a = p.make({Element::I64, false});
  p.body.results = {a};
  CHECK(check_plan(p) == "v0 is not bound here");
  p.body.stms.push_back({.op = Op::Constant, .outs = {a}, .bits = 7});
  CHECK(check_plan(p) == "");
  p.body.params = {a};
  CHECK(check_plan(p) == "constant of v0: v0 is bound twice");
  p.body.params = {Var{9}};
  CHECK(check_plan(p) == "?9 is no variable of the plan");
  p.body.params.clear();
  p.types[0].element = Element::I8, p.body.stms[0].element = Element::I8, p.body.stms[0].bits = 200;
  CHECK(check_plan(p) == "constant of v0: its bits are no int8");
  p.types[0].element = Element::Unit;
  CHECK(check_plan(p) == "no variable holds a unit");
  p.names.clear();
  CHECK(check_plan(p) == "a plan has one name for each type");
}

TEST_CASE("plan: scalar functions are total and of their row's types") {
  const uint64_t seven_zero[] = {7, 0};
  CHECK(scalar_function(BuiltinId::Divide, Element::I32, Element::I32).call(seven_zero) == 0);
  CHECK(scalar_function(BuiltinId::Remainder, Element::I64, Element::I64).call(seven_zero) == 0);
  CHECK(scalar_function(BuiltinId::Fma, Element::F32, Element::F32).arity == 3);
  CHECK(scalar_function(BuiltinId::FromDouble, Element::F64, Element::I16).arity == 1);
  CHECK(scalar_function(BuiltinId::BitNot, Element::Bool, Element::Bool).arity == 1);
  CHECK(scalar_function(BuiltinId::BitAnd, Element::F32, Element::F32).arity == 0);
  CHECK(scalar_function(BuiltinId::Less, Element::Bool, Element::Bool).arity == 2);
  CHECK(scalar_function(BuiltinId::Min, Element::Bool, Element::Bool).arity == 0);
  CHECK(scalar_function(BuiltinId::Map, Element::I64, Element::I64).arity == 0);
  const uint64_t wraps[] = {127, 1};
  CHECK(static_cast<int64_t>(scalar_function(BuiltinId::Add, Element::I8, Element::I8).call(wraps)) == -128);
}

TEST_CASE("plan: flat values are built again with the same bits") {
  Lab& l = lab();
  const char* values[] = {"3",
                          "nil",
                          "(1, 2.5f, nil, true)",
                          "[1 2 3]",
                          "(drop 2 [1.0 2.0 3.0])",
                          "\"text\"",
                          "[(1, #\\a) (2, #\\b)]",
                          "(drop 1 [(1, 2.0) (3, 4.0)])",
                          "[[1 2] [] [3]]",
                          "(drop 1 [[1 2] [] [3 4 5]])",
                          "(drop 1 [[(1, [1.0])] [(2, []), (3, [2.0 3.0])]])",
                          "[[nil] []]",
                          "(reshape (2, 3) (range 6))",
                          "(reshape (0, 3) (range 0))",
                          "(map (lambda (k) (reshape (k, 2) (range (* 2 k)))) [0 1 2])",
                          "(drop 1 (map (lambda (k) (reshape (k, 2) (range (* 2 k)))) [2 1 2]))",
                          "(filter (lambda (r) (> (length r) 9)) [[1] [2]])",
                          "(Some 3)",
                          "[(Some 3) (None) (Some 5)]",
                          "(drop 1 [(Some (1, \"a\")) (None) (Some (2, \"bc\"))])",
                          "(reverse [(Some [(Some 1.5)]) (None) (Some [(None) (Some 2.5)])])",
                          "(gather [2 0 2] [(Some [1]) (None) (Some [])])",
                          "(filter (lambda (m) (= m (Some 1))) [(Some 2) (None)])",
                          "[[(Some true)] [] [(None)]]"};
  for (const char* text : values) {
    const Outcome o = l.value(text);
    const auto types = flat_types(l.session().frontend().types, o.type);
    REQUIRE(types);
    // The plan that gives back its inputs: columns stay where they are, and are copied into the value.
    Plan identity;
    for (const VarType& t : *types) identity.body.params.push_back(identity.make(t));
    identity.body.results = identity.body.params;
    REQUIRE(check_plan(identity) == "");
    const std::optional<Value> back = l.run(identity, {text}, o.type);
    INFO(text);
    REQUIRE(back);
    CHECK(same_bits(*back, *o.value));
    CHECK(l.session().print({*back, o.type, nullptr}, false) == l.session().print(o, false));
  }
  CHECK_FALSE(flat_types(l.session().frontend().types,
                         l.value("(define-datatype Chain (End) (Link int Chain)) (Link 3 (End))").type));
  CHECK_FALSE(flat_types(l.session().frontend().types, l.value("[(lambda (x) (+ x 1))]").type));
}

TEST_CASE("plan: reduce and accumulate in the lane shape and the ordered shape, at every kind of size") {
  const std::string load = "(body ((i : int)) (let (x : float) (read xs i)) (results x))";
  const std::string add = "(body ((a : float) (b : float)) (let (s : float) (+ a b)) (results s))";
  auto reduce = [&](const std::string& words) {
    return whole("(n : int) (xs : [float])",
                 "(let (z : float) (constant 0.0f)) (let (r : float) (reduce " + words + " n z " + load +
                     add + "))",
                 "r");
  };
  const std::string dot = whole(
      "(n : int) (xs : [float])",
      "(let (z : float) (constant 0.0f)) (let (r : float) (accumulate n z (body ((acc : float) (k : int))"
      "(let (x : float) (read xs k)) (let (t : float) (fma x x acc)) (results t))" +
          add + "))",
      "r");
  for (const int n : {0, 1, 2, 15, 16, 17, 1023, 1024, 1025, 100003}) {
    const std::string xs =
        "(map (lambda (k) (/ (to_float (% (* k 7919) 1009)) 37f)) (range " + std::to_string(n) + "))";
    lab().agrees("(reduce + 0f " + xs + ")", {xs}, reduce("lane start"));
    lab().agrees("(reduce (lambda (a b) (let (c (+ a b)) in c)) 0f " + xs + ")", {xs},
                 reduce("ordered start"));
    if (n > 0)
      lab().agrees("(reduce (lambda (a b) (let (c (+ a b)) in c)) " + xs + ")", {xs}, reduce("ordered"));
    lab().agrees("(accumulate (lambda (s a) (fma a a s)) + 0f " + xs + ")", {xs}, dot);
  }
}

TEST_CASE("plan: scans and folds") {
  const std::string load = "(body ((i : int)) (let (x : float) (read xs i)) (results x))";
  const std::string add = "(body ((a : float) (b : float)) (let (s : float) (+ a b)) (results s))";
  auto scan = [&](const std::string& words, const std::string& after = "") {
    return whole("(n : int) (xs : [float])",
                 "(let (z : float) (constant 0.5f)) (let (r : [float]) (scan " + words + " n z " + load +
                     add + after + "))",
                 "n r");
  };
  const std::string fold =
      whole("(n : int) (xs : [float])",
            "(let (z : float) (constant 0.5f)) (let (r : float) (foldl n z (body ((acc : float) "
            "(k : int)) (let (x : float) (read xs k)) (let (t : float) (- x acc)) (results t))))",
            "r");
  for (const int n : {0, 1, 16, 17, 33, 1025, 5000}) {
    const std::string xs =
        "(map (lambda (k) (/ (to_float (% (* k 7919) 1009)) 37f)) (range " + std::to_string(n) + "))";
    lab().agrees("(scan + 0.5f " + xs + ")", {xs}, scan(""));
    lab().agrees("(exscan + 0.5f " + xs + ")", {xs}, scan("exclusive"));
    lab().agrees("(map (lambda (y i) (* y (to_float i))) (exscan + 0.5f " + xs + ") (iota " +
                     std::to_string(n) + "))",
                 {xs},
                 scan("exclusive after", "(body ((y : float) (at : int)) (let (f : float) (to_float at)) "
                                         "(let (m : float) (* y f)) (results m))"));
    lab().agrees("(foldl (lambda (s x) (- x s)) 0.5f " + xs + ")", {xs}, fold);
  }
}

TEST_CASE("plan: map, filter, iota, shift and copy") {
  Lab& l = lab();
  const std::string xs = "[5 -2 9 -7 0]";
  l.agrees(
      "(zip (map (lambda (x) (* x x)) " + xs + ") (map (lambda (x) (> x 0)) " + xs + "))", {xs},
      whole("(n : int) (xs : [int])",
            "(let (z : int) (constant 0)) (let (a : [int]) (b : [bool]) (map n (body ((i : int))"
            "(let (x : int) (read xs i)) (let (y : int) (* x x)) (let (p : bool) (> x z)) (results y p))))",
            "n a b"));
  l.agrees(
      "(map (lambda (x) (x, (neg x))) (filter (lambda (x) (>= x 0)) " + xs + "))", {xs},
      whole(
          "(n : int) (xs : [int])",
          "(let (z : int) (constant 0)) (let (m : int) (a : [int]) (b : [int]) (filter n (body ((i : int))"
          "(let (x : int) (read xs i)) (let (y : int) (neg x)) (let (p : bool) (>= x z)) (results p x y))))",
          "m a b"));
  l.agrees("(range 10 3 -2)", {"4"},
           whole("(n : int)",
                 "(let (f : int) (constant 10)) (let (s : int) (constant -2)) (let (r : [int]) (iota n f s))",
                 "n r"));
  l.agrees("(drop 2 " + xs + ")", {xs},
           whole("(n : int) (xs : [int])",
                 "(let (two : int) (constant 2)) (let (m : int) (- n two)) (let (ys : [int]) (shift xs two))",
                 "m ys"));
  l.agrees("(drop 2 " + xs + ")", {xs},
           whole("(n : int) (xs : [int])",
                 "(let (two : int) (constant 2)) (let (m : int) (- n two)) (let (zs : [int]) (copy n xs))"
                 "(let (ys : [int]) (shift zs two))",
                 "m ys"));
}

TEST_CASE("plan: rows, scatter, sort, if and loop") {
  Lab& l = lab();
  const std::string xs = "[3 0 2]";
  l.agrees("(map (lambda (k) (range k)) " + xs + ")", {xs},
           whole("(n : int) (xs : [int])",
                 "(let (z : int) (constant 0)) (let (one : int) (constant 1)) (let (o : [int]) (t : int) (r "
                 ": [int]) (rows n"
                 "(body ((i : int)) (let (m : int) (read xs i)) (let (row : [int]) (iota m z one)) (results "
                 "m row))))",
                 "n o r"));
  l.agrees("(scatter [1 2 3 4] [2 0 2] [7 8 9])", {"[1 2 3 4]", "[2 0 2]", "[7 8 9]"},
           whole("(n : int) (d : [int]) (m : int) (is : [int]) (k : int) (xs : [int])",
                 "(let (y : [int]) (scatter n m d (body ((i : int)) (let (t : int) (read is i)) (let (x : "
                 "int) (read xs i))"
                 "(results t x))))",
                 "n y"));
  l.agrees("(reduce-by-index [1 2 3 4] - 0 [2 0 2] [7 8 9])", {"[1 2 3 4]", "[2 0 2]", "[7 8 9]"},
           whole("(n : int) (d : [int]) (m : int) (is : [int]) (k : int) (xs : [int])",
                 "(let (y : [int]) (histogram n m d (body ((i : int)) (let (t : int) (read is i)) (let (x : "
                 "int) (read xs i)) (results t x))"
                 "(body ((p : int) (q : int)) (let (r : int) (- p q)) (results r))))",
                 "n y"));
  l.agrees(
      "(map (lambda (p) p.1) (sort-by (lambda (p) p.0) (zip [3 1 2 1 3] [0 1 2 3 4])))", {"[3 1 2 1 3]"},
      whole(
          "(n : int) (xs : [int])",
          "(let (p : [int]) (sort n xs (body ((i : int) (j : int)) (let (x : int) (read xs i)) (let (y : int)"
          "(read xs j)) (let (less : bool) (< x y)) (results less))))",
          "n p"));
  const std::string gcd =
      whole("(a : int) (b : int)",
            "(let (z : int) (constant 0)) (let (x : int) (y : int) (loop a b (body ((p : int) (q : int)) "
            "(let (go : bool) (~= q z))"
            "(results go)) (body ((p2 : int) (q2 : int)) (let (r : int) (% p2 q2)) (results q2 r))))"
            "(let (big : bool) (> x b)) (let (w : int) (if big (body () (results x)) (body () (let (v : int) "
            "(neg x)) (results v))))",
            "w");
  l.agrees("-21", {"1071", "462"}, gcd);
  l.agrees("5", {"5", "0"}, gcd);
}

TEST_CASE("plan: states and elements that hold columns") {
  Lab& l = lab();
  const std::string
      xs = "[3 0 2]",
      n_and_xs = "(n : int) (xs : [int])",
      row = "(let (z : int) (constant 0)) (let (one : int) (constant 1)) (let (m : int) (read xs i)) (let "
            "(r : [int]) (iota m z one))";
  l.agrees("(map (lambda (k) (range k)) " + xs + ")", {xs},
           whole(n_and_xs,
                 "(let (ms : [int]) (o : [int]) (rs : [int]) (each n (body ((i : int)) " + row +
                     " (results m r)) (body ((l : int) (c : [int])) (results l))))",
                 "n o rs"));
  const std::string
      longer = "(body ((a : int) (p : [int]) (b : int) (q : [int])) (let (less : bool) (< a b)) (let (l : "
               "int) (w : [int]) (if less (body () (results b q)) (body () (results a p)))) (results l w))",
      sizes = "(body ((k : int) (c : [int])) (results k))";
  l.agrees("[0 1 2]", {xs},
           whole(n_and_xs,
                 "(let (y : int) (ys : [int]) (reduce ordered n n xs (body ((i : int)) " + row +
                     " (results m r)) " + longer + " " + sizes + "))",
                 "y ys"));
  l.agrees("[[0 1 2] [0 1 2] [0 1 2]]", {xs},
           whole(n_and_xs,
                 "(let (none : int) (constant 0)) (let (ms : [int]) (o : [int]) (rs : [int]) (scan n none xs "
                 "(body ((i : int)) " +
                     row + " (results m r)) " + longer + " " + sizes + "))",
                 "n o rs"));
  CHECK(
      why_not(whole(n_and_xs,
                    "(let (y : int) (ys : [int]) (reduce ordered n n xs (body ((i : int)) (results i xs)) " +
                        longer + "))",
                    "y")) == "reduce of y_2: columns and their sizes belong together");
  CHECK(why_not(whole(n_and_xs,
                      "(let (o : [int]) (rs : [int]) (each n (body ((i : int)) (results xs)) (body ((c : "
                      "[int])) (results))))",
                      "n")) == "each of o_2: the sizes have types ()");
  const std::string function =
      "(plan (site \"E0602\" 0 0 0 0) (function \"same\" (body ((k : int) (c : [int])) (results c)) "
      "(body ((c2 : [int])) (results";
  CHECK(why_not(function + "))) (body ((n : int)) (results n)))") == "same: the sizes have types ()");
}

TEST_CASE("plan: a Check that does not hold ends the plan at its site") {
  const Plan p = read_sound(
      "(plan (site \"E0421\" 0 0 0 0) (site \"E0402\" 0 1 2 0)" +
      whole("(n : int)",
            "(let (five : int) (constant 5)) (let (r : [int]) (map n (body ((i : int)) (let (ok : bool)"
            "(< i five)) (check 1 ok i) (results i))))",
            "n r")
          .substr(5));
  const Word few{.bits = 5}, many{.bits = 6};
  CHECK_FALSE(eval_plan(p, {&few, 1}).failed);
  const Answer a = eval_plan(p, {&many, 1});
  CHECK(a.failed);
  CHECK(a.site == 1);
  CHECK(a.broken == "");
}

TEST_CASE("a foreign function stands in the plan's text, with its types") {
  const std::string head =
      "(plan (foreign \"f\" \"static int64_t f(int64_t n) {\\n return n; } // \\\"f\\\"\" (int [double]) ";
  const std::string good =
      head + "(tuple int bool)) (body ((n_0 : int) (xs_1 : [double])) (let (v2 : int) (v3 : bool) "
             "(foreign 0 n_0 xs_1 n_0)) (results v2 v3)))";
  const Plan p = read_sound(good);
  REQUIRE(p.foreigns.size() == 1);
  CHECK(p.foreigns[0]->text == "static int64_t f(int64_t n) {\n return n; } // \"f\"");
  CHECK(print_plan(read_sound(print_plan(p))) == print_plan(p));
  // Without the session that has linked the function, nothing calls it.
  const double column[] = {1};
  const Word inputs[] = {{.bits = 1}, {.column = column}};
  CHECK(eval_plan(p, inputs).broken == "nothing calls the foreign function f");

  const auto with = [&](const std::string& result, const std::string& statement) {
    return head + result + ") (body ((n_0 : int) (xs_1 : [double])) (let (v2 : int) " + statement +
           ") (results v2)))";
  };
  CHECK(why_not(with("int", "(foreign 1 n_0 xs_1 n_0)")).find("there is no foreign function 1") !=
        std::string::npos);
  CHECK(why_not(with("int", "(foreign 0 n_0)")).find("arguments have types") != std::string::npos);
  CHECK(why_not(with("double", "(foreign 0 n_0 xs_1 n_0)")).find("outs have types") != std::string::npos);
  CHECK(why_not(with("(pair int)", "(foreign 0 n_0 xs_1 n_0)")).find("(tuple type ..) should stand here") !=
        std::string::npos);
  CHECK(why_not(with("int", "(foreign)")).find("a number should stand in it") != std::string::npos);
}

TEST_CASE("plan: memory is charged, polls are made, and a read outside of a column is told") {
  const Plan p =
      read_sound(whole("(n : int)", "(let (r : [int]) (map n (body ((i : int)) (results i))))", "n r"));
  const Word huge{.bits = uint64_t{1} << 60}, some{.bits = 5000};
  CHECK_THROWS_AS(eval_plan(p, {&huge, 1}), Fault);
  int polls = 0;
  eval_plan(p, {&some, 1}, [&] { ++polls; });
  CHECK(polls == 4);
  CHECK_THROWS_AS(eval_plan(p, {&some, 1}, [] { fail("E0603"); }), Fault);
  const Plan q = read_sound(
      whole("(n : int)",
            "(let (r : [int]) (map n (body ((i : int)) (results i)))) (let (x : int) (read r n))", "x"));
  CHECK(eval_plan(q, {&some, 1}).broken == "element 5000 of a column of 5000 is read");
}
