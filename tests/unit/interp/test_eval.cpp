// The interpreter's rules, on Core that is made by hand.
#include "interp/derivation.hpp"
#include "interp/profile.hpp"
#include "repl/session/session.hpp"
#include "tests/unit/core_builder.hpp"
#include "tests/unit/examples.hpp"
#include <doctest/doctest.h>

using namespace nova;

namespace {

/// A machine over hand-made Core; `value` fails the test where the run fails.
struct Run : CoreBuilder {
  MachineOptions options;
  std::unique_ptr<Machine> made;
  Machine& machine() {
    if (!made) made = std::make_unique<Machine>(f, options);
    return *made;
  }
  Value value(Core* c) {
    Result<std::optional<Value>> r = machine().run(expression(c));
    REQUIRE_MESSAGE(r, (r ? "" : r.error().code));
    return **r;
  }
  Diagnostic error(Core* c) {
    Result<std::optional<Value>> r = machine().run(expression(c));
    REQUIRE(!r);
    return r.error();
  }
  TypeId i = integer_type, ii = function(i, i), iii = function(i, ii);
  Core* in(VarId v) { return local(v, i); }
};

/// (define (deep n) (+ 1 (deep (- n 1)))), which never ends.
GlobalId define_deep(Run& r) {
  const GlobalId deep = r.declare("deep", r.ii);
  const VarId n = r.variable("n");
  Core* again = r.apply(r.global(deep, r.ii), {r.subtract(r.in(n), r.number(1))}, r.i);
  r.define(deep, r.lambda({n}, r.ii, r.add(r.number(1), again)));
  return deep;
}

/// (define (loop i acc) (if (< i n) (loop (+ i 1) (+ acc i)) acc))
GlobalId define_loop(Run& r, int64_t n) {
  const GlobalId loop = r.declare("loop", r.iii);
  const VarId i = r.variable("i"), acc = r.variable("acc");
  Core* next = r.apply(r.global(loop, r.iii), {r.add(r.in(i), r.number(1)), r.add(r.in(acc), r.in(i))}, r.i);
  r.define(loop, r.lambda({i, acc}, r.iii, r.if_(r.less(r.in(i), r.number(n)), next, r.in(acc))));
  return loop;
}

} // namespace

TEST_CASE("a tail call takes neither stack nor frame") {
  Run r;
  r.options.max_depth = 2;
  const GlobalId loop = define_loop(r, 1'000'000);
  CHECK(r.value(r.apply(r.global(loop, r.iii), {r.number(0), r.number(0)}, r.i)).as_int() == 499'999'500'000);
}

TEST_CASE("recursion without end is an error with the calls") {
  Run r;
  const GlobalId deep = define_deep(r);
  const Diagnostic d = r.error(r.apply(r.global(deep, r.ii), {r.number(2'000'000'000)}, r.i));
  CHECK(d.code == "E0605");
  CHECK(std::stoll(d.args[0]) > 10'000);
  REQUIRE(!d.notes.empty());
  CHECK(d.notes[0].text.starts_with("in deep, called here"));
  // The machine goes on afterwards.
  CHECK(r.value(r.add(r.number(1), r.number(2))).as_int() == 3);
}

TEST_CASE("--max-depth counts calls that wait") {
  Run r;
  r.options.max_depth = 10;
  const GlobalId deep = define_deep(r);
  const Diagnostic d = r.error(r.apply(r.global(deep, r.ii), {r.number(1)}, r.i));
  CHECK(d.code == "E0605");
  CHECK(d.args[0] == "10");
}

TEST_CASE("the interrupt flag ends a run") {
  Run r;
  const GlobalId loop = define_loop(r, INT64_MAX);
  r.machine().interrupt() = true;
  CHECK(r.error(r.apply(r.global(loop, r.iii), {r.number(0), r.number(0)}, r.i)).code == "E0603");
  CHECK(r.value(r.number(1)).as_int() == 1);
}

TEST_CASE("a deadline ends a run") {
  Run r;
  const GlobalId loop = define_loop(r, INT64_MAX);
  r.machine().set_deadline(std::chrono::steady_clock::now() + std::chrono::milliseconds(20));
  CHECK(r.error(r.apply(r.global(loop, r.iii), {r.number(0), r.number(0)}, r.i)).code == "E0604");
}

TEST_CASE("one instance for each list of types, made once") {
  Run r;
  const TypeId a = r.f.types.fresh(0);
  r.f.types.variable(a).rigid = true;
  const GlobalId id = r.declare("id", r.function(a, a), {a});
  const VarId x = r.variable("x");
  r.define(id, r.lambda({x}, r.function(a, a), r.local(x, a)));
  Machine& m = r.machine();
  const TypeId types[] = {r.i}, others[] = {r.bool_type};
  const uint32_t at_int = m.mono.instance(id, types);
  CHECK(m.mono.instance(id, types) == at_int);
  CHECK(m.mono.instance(id, others) != at_int);
  CHECK(m.mono[at_int].type == r.ii);
  CHECK(m.mono[at_int].value->items[0]->type == r.i);
  CHECK(r.value(r.apply(r.global(id, r.ii, {r.i}), {r.number(5)}, r.i)).as_int() == 5);
}

TEST_CASE("a lambda captures what its body uses, a letrec's functions one another's") {
  Run r;
  const VarId k = r.variable("k"), x = r.variable("x"), f = r.variable("f"), unused = r.variable("unused");
  // (let ((k 10) (unused 1)) (letrec ((f (lambda (x) (if (< x k) (f (+ x 1)) x)))) (f 0)))
  Core* again = r.apply(r.local(f, r.ii), {r.add(r.in(x), r.number(1))}, r.i);
  Core* function = r.lambda({x}, r.ii, r.if_(r.less(r.in(x), r.in(k)), again, r.in(x)));
  Core* body = r.let_rec(f, function, r.apply(r.local(f, r.ii), {r.number(0)}, r.i));
  Core* whole = r.let(k, r.number(10), r.let(unused, r.number(1), body));
  const std::optional<MonoTop> made = r.machine().mono.expression(*whole);
  REQUIRE(made);
  CHECK(made->frame_size == 2);
  const Core* lambda = made->value->items[1]->items[1]->items[0];
  REQUIRE(lambda->kind == CoreKind::Lambda);
  CHECK(lambda->frame.captures == std::vector<uint32_t>{0});
  CHECK(lambda->frame.size == 2);
  CHECK(lambda->items[0]->items[1]->tail);
  CHECK(lambda->items[0]->items[1]->items[0]->function == lambda);
  CHECK(r.value(whole).as_int() == 10);
}

TEST_CASE("function values take their arguments in any portions") {
  Run r;
  const VarId a = r.variable("a"), b = r.variable("b"), g = r.variable("g"), k = r.variable("k");
  // (let ((k 100) (g ((lambda (a b) (- (- a b) k)) 7))) (+ (g 2) (g 3)))
  Core* minus = r.lambda({a, b}, r.iii, r.subtract(r.subtract(r.in(a), r.in(b)), r.in(k)));
  Core* sum =
      r.add(r.apply(r.local(g, r.ii), {r.number(2)}, r.i), r.apply(r.local(g, r.ii), {r.number(3)}, r.i));
  Core* whole = r.let(k, r.number(100), r.let(g, r.apply(minus, {r.number(7)}, r.ii), sum));
  CHECK(r.value(whole).as_int() == (7 - 2 - 100) + (7 - 3 - 100));
}

TEST_CASE("a Caller's frame outlives tail calls of its function") {
  Run r;
  const GlobalId loop = define_loop(r, 10);
  const VarId x = r.variable("x");
  // x -> (loop x 0), a tail call
  Core* f = r.lambda({x}, r.ii, r.apply(r.global(loop, r.iii), {r.in(x), r.number(0)}, r.i));
  const Value function = r.value(f);
  Machine& m = r.machine();
  Caller first(m, function, 1), second(m, function, 1);
  for (int64_t k = 0; k < 10; ++k) {
    CHECK(first(Value::of(k)).as_int() == 45 - k * (k - 1) / 2);
    CHECK(second(Value::of(k)).as_int() == 45 - k * (k - 1) / 2);
  }
}

TEST_CASE("literals are rounded once, to the type that is asked for") {
  Run r;
  auto literal = [&](DatumKind kind, const char* text, double value, Element e) {
    Core* c = r.node(CoreKind::Const, r.f.types.prim(e));
    Datum* d = r.f.data.make(kind, {});
    if (kind == DatumKind::Integer)
      d->integer = static_cast<int64_t>(value);
    else
      d->floating = value;
    d->text = text;
    return c->literal = d, r.value(c);
  };
  CHECK(literal(DatumKind::Integer, "3", 3, Element::F64).as_double() == 3.0);
  CHECK(literal(DatumKind::Integer, "3", 3, Element::U8).as_int() == 3);
  CHECK(literal(DatumKind::Floating, "0.1", 0.1, Element::F32).as_float() == 0.1f);
  // Halfway between two floats after rounding to double, but above it in truth.
  const char* above = "1.00000005960464477539062500000000000001";
  CHECK(literal(DatumKind::Floating, above, 1.000000059604644775390625, Element::F32).as_float() ==
        0x1.000002p0f);
}

TEST_CASE("a derivation holds each rule that was applied") {
  Run r;
  Derivation d;
  r.machine().record(&d);
  const VarId x = r.variable("x");
  // (let ((x 2)) (if (< x 3) (+ x 1) 0))
  r.value(
      r.let(x, r.number(2), r.if_(r.less(r.in(x), r.number(3)), r.add(r.in(x), r.number(1)), r.number(0))));
  std::vector<std::string> lines;
  for (const Derivation::Step& s : d.steps()) {
    REQUIRE(s.state == Derivation::Step::Done);
    const std::string parent = s.parent == Derivation::none ? "-" : std::to_string(s.parent);
    lines.push_back(parent + " s" + std::to_string(s.environment) + " " +
                    std::string(rule_name(*s.form, r.f.types)) + " " + std::to_string(s.value.as_int()));
  }
  const std::vector<std::string> expected = {"- s0 LET 3",       "0 s0 CONST 2", "0 s1 IF 3",
                                             "2 s1 PRIMITIVE 1", "3 s1 ID 2",    "3 s1 CONST 3",
                                             "2 s1 PRIMITIVE 3", "6 s1 ID 2",    "6 s1 CONST 1"};
  CHECK(lines == expected);
}

TEST_CASE("a typed form that was recorded or profiled leaves nothing") {
  Session session{SessionOptions{}};
  const auto run = [&](FileId text) { CHECK(session.run_forms(text, [](const Outcome&) {})); };
  const auto type = [&](const char* text) { run(session.type_text("prompt", text)); };
  const auto record = [&] {
    Derivation d;
    const FileId text = session.type_text("prompt", "(f 3)");
    session.record(&d), run(text), session.record(nullptr);
    CHECK(d.steps().size() > 3);
  };
  const auto profile = [&] {
    Profile p;
    const FileId text = session.type_text("prompt", "(f 3)");
    session.record(nullptr, &p), run(text), session.record(nullptr);
    CHECK(!p.measured().empty());
  };
  type("(define (f n) (sum (map (* n) [1 2 3])))");
  type("(f 3)"); // makes the instances of the prelude's functions
  type("0");
  const auto size_now = [&] {
    return std::pair(session.frontend().core.nodes.size(), session.frontend().sources.size());
  };
  const auto size = size_now();
  for (int k = 0; k < 3; ++k) record(), profile();
  type("0");
  CHECK(size_now().first == size.first);
  CHECK(size_now().second == size.second);
}

TEST_CASE("what a failed call left on the stack can be forgotten") {
  Run r;
  r.options.max_depth = 1000;
  const GlobalId deep = define_deep(r);
  const Value function = r.value(r.global(deep, r.ii));
  const Checkpoint before(r.machine());
  for (int k = 0; k < 3; ++k) {
    Value argument[] = {Value::of(int64_t{1})};
    CHECK_THROWS_AS(r.machine().call(function, argument), RuntimeError);
    before.restore();
  }
  CHECK(r.value(r.add(r.number(1), r.number(2))).as_int() == 3);
}

TEST_CASE("the example of every run-time error and limit shows it") {
  for (const DiagnosticRow& row : all_diagnostics()) {
    if (!is_program(row.example) || !(row.code.starts_with("E04") || row.code.starts_with("E06"))) continue;
    SessionOptions options;
    options.max_memory = uint64_t{1} << 30;
    Session session(std::move(options));
    std::vector<std::string> codes;
    session.reports().listener = [&](const Diagnostic& d) { codes.push_back(d.code); };
    CHECK(session.run_program(session.add_text("example", std::string(row.example))) == 1);
    CHECK_MESSAGE(std::find(codes.begin(), codes.end(), row.code) != codes.end(), row.code);
  }
}
