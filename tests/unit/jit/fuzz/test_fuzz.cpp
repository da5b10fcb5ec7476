// The generator finds what it is for: wrong passes, each planted here, are found, named and shrunk.
#include "frontend/core/builtin.hpp"
#include "jit/fuzz/trial.hpp"
#include "repl/session/session.hpp"
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <map>
#include <set>

using namespace nova;
using namespace nova::fuzz;
using fuzz::Type;
using plan::Op;
using plan::Plan;
using plan::Stm;

namespace {

/// Applies f, which says whether it changed something, to every statement.
template <class F> bool change(Plan& p, F f) {
  bool changed = false;
  for_each_stm(p.body, [&](Stm& s) { changed |= f(s); });
  return changed;
}

bool swap_builtin(Plan& p, BuiltinId from, BuiltinId to) {
  return change(p, [&](Stm& s) { return s.op == Op::Scalar && s.builtin == from && (s.builtin = to, true); });
}

bool swap_operands(Plan& p, BuiltinId id) {
  return change(p, [&](Stm& s) {
    if (s.op != Op::Scalar || s.builtin != id) return false;
    return std::swap(s.args[0], s.args[1]), true;
  });
}

bool change_op(Plan& p, Op op, void (*to)(Stm&)) {
  return change(p, [&](Stm& s) { return s.op == op && (to(s), true); });
}

constexpr plan::Pass planted[] = {
    {"plant-min-for-max", "", [](Plan& p) { return swap_builtin(p, BuiltinId::Max, BuiltinId::Min); }},
    {"plant-add-for-subtract", "",
     [](Plan& p) { return swap_builtin(p, BuiltinId::Subtract, BuiltinId::Add); }},
    {"plant-at-most-for-less", "",
     [](Plan& p) { return swap_builtin(p, BuiltinId::Less, BuiltinId::LessEqual); }},
    {"plant-or-for-and", "", [](Plan& p) { return swap_builtin(p, BuiltinId::BitAnd, BuiltinId::BitOr); }},
    {"plant-operand-order", "", [](Plan& p) { return swap_operands(p, BuiltinId::Divide); }},
    {"plant-other-shape", "",
     [](Plan& p) {
       return change_op(p, Op::Reduce,
                        [](Stm& s) { s.shape = plan::Shape{s.shape == plan::Shape::Ordered}; });
     }},
    {"plant-no-start", "", [](Plan& p) { return change_op(p, Op::Reduce, [](Stm& s) { s.start = false; }); }},
    {"plant-exclusive", "",
     [](Plan& p) { return change_op(p, Op::Scan, [](Stm& s) { s.exclusive = !s.exclusive; }); }},
    {"plant-other-branch", "",
     [](Plan& p) { return change_op(p, Op::If, [](Stm& s) { std::swap(s.bodies[0], s.bodies[1]); }); }},
    {"plant-constant-off-by-one", "",
     [](Plan& p) {
       return change(p, [](Stm& s) { return s.op == Op::Constant && s.element == Element::I64 && ++s.bits; });
     }},
    {"plant-combined-order", "",
     [](Plan& p) {
       return change_op(p, Op::Reduce, [](Stm& s) {
         std::vector<plan::Var>& v = s.bodies[1].params;
         if (v.size() > 2) return; // parts of several columns each would not fit together
         std::rotate(v.begin(), v.begin() + static_cast<ptrdiff_t>(v.size() / 2), v.end());
       });
     }},
    {"plant-check-lost", "",
     [](Plan& p) { return std::erase_if(p.body.stms, [](const Stm& s) { return s.op == Op::Check; }) > 0; }},
};

SessionOptions quiet() {
  SessionOptions o;
  o.out = o.err = [](std::string_view) {};
  o.max_memory = uint64_t{2} << 30; // of the process, in which other tests have left some
  return o;
}

} // namespace

TEST_CASE("fuzz: a seed is a program, the same every time") {
  CHECK(print_program(make_program(7)) == print_program(make_program(7)));
  CHECK(print_program(make_program(7)) != print_program(make_program(8)));
}

TEST_CASE("fuzz: planted wrong passes are found, named, and shrunk to a line") {
  for (const plan::Pass& wrong : planted) {
    Session session(quiet()); // one for each, since a session keeps all texts in memory
    TrialOptions options;
    options.planted = {&wrong, 1};
    TrialRoom room(session.frontend(), options);
    const std::string name(wrong.name);
    auto differs = [&](const fuzz::Program& p) {
      const Trial t = room.run(p);
      return t.outcome == Trial::Differs && t.why.starts_with(name);
    };
    INFO(name);
    size_t shortest = SIZE_MAX; // now and then one stays long
    for (uint64_t seed = 0, found = 0; shortest >= 320 && found < 4 && seed < 12000; ++seed) {
      if (!differs(make_program(seed))) continue;
      const fuzz::Program small = shrink(make_program(seed), differs);
      CHECK_MESSAGE(differs(small), print_program(small));
      shortest = std::min(shortest, print_program(small).size()), ++found;
    }
    CHECK(shortest < 320);
  }
}

namespace {

/// The words of a program's text.
void add_words(const std::string& text, std::set<std::string>& words) {
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = std::min(text.find_first_of(" ()[]\n,", at), text.size());
    if (end > at) words.insert(text.substr(at, end - at));
    at = end + 1;
  }
}

/// Built-ins that no random program has, and why.
const std::map<std::string, std::string> never = {
    {"print", "IO"},
    {"println", "IO"},
    {"read-text", "IO"},
    {"write-text", "IO"},
    {"read-stdin", "IO"},
    {"read-npy", "IO"},
    {"write-npy", "IO"},
    {"read-npz", "IO"},
    {"write-npz", "IO"},
    {"read-mtx", "IO"},
    {"write-mtx", "IO"},
    {"read-csv", "IO"},
    {"write-csv", "IO"},
    {"read-csv-with", "IO"},
    {"read-json", "IO"},
    {"write-json", "IO"},
    {"read-json-lines", "IO"},
    {"write-json-lines", "IO"},
    {"read-arrow", "IO"},
    {"write-arrow", "IO"},
    {"read-h5", "IO"},
    {"read-image", "IO"},
    {"write-image", "IO"},
    {"write-png", "IO"},
    {"write-svg", "IO"},
    {"clock", "IO, and another value each time"},
    {"plot", "made by the interpreter in every tier, so that there is nothing to compare"},
};

} // namespace

TEST_CASE("fuzz: every built-in is generated, but for those that do IO, and plots") {
  std::set<std::string> words;
  for (uint64_t seed = 0; seed < 2000; ++seed) add_words(print_program(make_program(seed)), words);
  for (const BuiltinRow& row : all_builtins()) {
    INFO(row.spelling);
    CHECK(words.contains(std::string(row.spelling)) != never.contains(std::string(row.spelling)));
  }
}

TEST_CASE("fuzz: what is rewritten differs in text and means the same") {
  Session session(quiet());
  TrialRoom room(session.frontend(), {});
  uint32_t changed = 0;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const fuzz::Program p = make_program(seed), other = rewritten(p, random);
    changed += print_program(p) != print_program(other);
    if (room.begin(p, 0).outcome <= Trial::Agreed) CHECK(room.begin_same(other, 1).outcome <= Trial::Limited);
  }
  CHECK(changed == 50);
  const auto number = [](const char* text) { return fuzz::Program{{}, {Type{}, {text}, {}}}; };
  room.begin(number("(+ 1 2)"), 0);
  CHECK(room.begin_same(number("3"), 1).outcome == Trial::Agreed);
  CHECK(room.begin_same(number("4"), 1).outcome == Trial::Differs);
}

TEST_CASE("fuzz: a planted wrong rule of the emitter is found, named and shrunk") {
  const std::string folder = (std::filesystem::temp_directory_path() / "nova-planted-rule").string();
  std::filesystem::remove_all(folder);
  plan::CpuDevice device({1, folder, "cc", "-O0"});
  if (!device.available()) return;
  Session session(quiet());
  TrialOptions options;
  options.cpu = &device;
  options.tamper = [](std::string text) {
    for (size_t at = 0; (at = text.find("nv_max_", at)) != text.npos;) text.replace(at, 7, "nv_min_");
    return text;
  };
  TrialRoom room(session.frontend(), options);
  auto differs = [&](const fuzz::Program& p) {
    const std::string text = print_program(p);
    if (text.size() > 800 || text.find("max") == std::string::npos)
      return false; // the compiler takes its time
    const Trial t = room.run(p);
    return t.outcome == Trial::Differs && t.why.starts_with("cpu: ");
  };
  uint64_t seed = 0;
  while (seed < 1000 && !differs(make_program(seed))) ++seed;
  REQUIRE(seed < 1000);
  const fuzz::Program small = shrink(make_program(seed), differs, 200);
  INFO(print_program(small));
  CHECK(differs(small));
  CHECK(print_program(small).size() < 300);
  std::filesystem::remove_all(folder);
}
