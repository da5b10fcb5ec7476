// The examples in the prelude's comments, run.
#include "repl/session/session.hpp"
#include "transcript.hpp"
#include <cstdio>

namespace nova {

namespace {

struct Examples {
  std::string printed, errors;
  Session session;
  int run = 0, failed = 0;
  Examples() : session(options()) {}
  SessionOptions options() {
    SessionOptions o;
    o.out = [this](std::string_view t) { printed += t; };
    o.err = [this](std::string_view t) { errors += t; };
    return o;
  }
  void fail(const std::string& where, const std::string& what) {
    ++failed;
    std::printf("%s: %s\n", where.c_str(), what.c_str());
  }
  /// What the form prints and, unless it is nil, its value.
  void expect(const std::string& where, const std::string& form, const std::string& wanted) {
    std::string got;
    printed.clear(), errors.clear();
    session.run_forms(session.add_text("example", form), [&](const Outcome& o) {
      got = o.value && o.value->tag() != Tag::Unit ? session.print(o, false) : "";
    });
    got = (wanted.empty() ? "" : printed) + got;
    while (got.ends_with('\n')) got.pop_back();
    ++run;
    if (got != wanted || !errors.empty())
      fail(where, form + "\n  gives  " + got + errors + "\n  wanted " + wanted);
  }
};

void check_entry(Examples& examples, const PreludeEntry& entry) {
  if (entry.cost.empty() || entry.examples.empty())
    examples.fail(entry.file, "no cost or no example above " + entry.name);
  for (const auto& [form, value] : entry.examples) examples.expect(entry.file, form, value);
}

} // namespace

int check_examples() {
  Examples examples;
  for (const BuiltinRow& row : all_builtins())
    if (!row.example.empty())
      examples.expect("built-in " + std::string(row.spelling), std::string(row.example),
                      std::string(row.result));
  for (const PreludeEntry& entry : prelude_entries()) check_entry(examples, entry);
  std::printf("%d passed, %d failed\n", examples.run - examples.failed, examples.failed);
  return examples.failed;
}

} // namespace nova
