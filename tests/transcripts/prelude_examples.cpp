#include "repl/prelude.hpp"
#include "repl/session.hpp"
#include "transcript.hpp"
#include <algorithm>
#include <cstdio>
#include <sstream>

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
    if (got != wanted || !errors.empty()) fail(where, form + "\n  gives  " + got + errors + "\n  wanted " + wanted);
  }
};

/// The documentation above a definition: `;;; text`, `;;; cost: ...`, `;;; form` and below it `;;; => value` (or what it
/// prints). Every definition has a cost and an example.
struct PreludeReader {
  Examples& examples;
  std::string file, form;
  bool cost = false, example = false;

  void line(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.starts_with(";;;")) return comment(text.substr(std::min<size_t>(4, text.size())));
    if (text.starts_with("(define ") || text.starts_with("(define-macro ")) {
      ++examples.run;
      if (!cost || !example) examples.fail(file, "no cost or no example above " + std::string(text));
    }
    form.clear(), cost = example = false;
  }
  void comment(std::string_view text) {
    if (text.starts_with("cost: ")) cost = true;
    if (!text.starts_with("=> ")) return void(form = text);
    example = true;
    examples.expect(file, form, std::string(text.substr(3)));
  }
};

void check_file(Examples& examples, const PreludeFile& file) {
  PreludeReader reader{examples, std::string(file.name), ""};
  std::istringstream in{std::string(file.text)};
  for (std::string line; std::getline(in, line);) reader.line(line);
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
