#include "repl/prelude.hpp"
#include "repl/session.hpp"
#include "transcript.hpp"
#include <cstdio>
#include <sstream>

namespace nova {

namespace {

struct Examples {
  std::string errors;
  Session session;
  int run = 0, failed = 0;
  Examples() : session(options()) {}
  SessionOptions options() {
    SessionOptions o;
    o.out = [this](std::string_view t) { errors += t; };
    o.err = [this](std::string_view t) { errors += t; };
    return o;
  }
  void expect(const std::string& where, const std::string& form, const std::string& wanted) {
    std::string got;
    errors.clear();
    session.run_forms(session.add_text("example", form), [&](const Outcome& o) {
      got = o.value && o.value->tag() != Tag::Unit ? session.print(o, false) : "";
    });
    ++run;
    if (got == wanted && (errors.empty() || wanted.empty())) return;
    ++failed;
    std::printf("%s: %s\n  gives  %s%s\n  wanted %s\n", where.c_str(), form.c_str(), got.c_str(), errors.c_str(), wanted.c_str());
  }
};

void check_file(Examples& examples, const PreludeFile& file) {
  std::istringstream in{std::string(file.text)};
  std::string form;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(";;; => ")) examples.expect(std::string(file.name), form, line.substr(7));
    else form = line.starts_with(";;; ") ? line.substr(4) : "";
  }
}

} // namespace

int check_examples() {
  Examples examples;
  for (const BuiltinRow& row : all_builtins())
    if (!row.example.empty()) examples.expect("built-in " + std::string(row.spelling), std::string(row.example), std::string(row.result));
  for (const PreludeFile& file : prelude_files()) check_file(examples, file);
  std::printf("%d passed, %d failed\n", examples.run - examples.failed, examples.failed);
  return examples.failed;
}

} // namespace nova
