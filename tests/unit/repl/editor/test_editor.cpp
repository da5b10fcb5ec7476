// The line editor, key by key.
#include "frontend/read/reader.hpp"
#include "repl/editor/editor.hpp"
#include "repl/editor/outline.hpp"
#include <doctest/doctest.h>
#include <random>

using namespace nova::editor;

namespace {

/// An editor at which keys are pressed as a terminal sends them; `|` shows the cursor.
struct Typed {
  std::vector<std::string> history;
  std::vector<Candidate> names;
  Editor::Result result = Editor::Result::Going;
  Editor editor;

  explicit Typed(std::vector<std::string> entries = {})
      : history(std::move(entries)),
        editor(Hooks{[](std::string_view t) { return nova::is_complete(t); },
                     [this](std::string_view t, size_t cursor, bool) { return complete(t, cursor); },
                     [](std::string_view name) { return name == "define" || name == "let"; },
                     [this]() -> const std::vector<std::string>& { return history; },
                     [](std::string_view line) { return line.starts_with(":vars"); }}) {}

  Completions complete(std::string_view text, size_t cursor) {
    Completions c;
    const size_t blank = text.substr(0, cursor).find_last_of(" ()\n");
    c.begin = blank == text.npos ? 0 : blank + 1;
    for (const Candidate& name : names)
      if (cursor > c.begin && name.text.starts_with(text.substr(c.begin, cursor - c.begin)))
        c.candidates.push_back(name);
    return c;
  }
  std::string press(std::string_view bytes) {
    KeyDecoder d;
    d.feed(bytes);
    for (auto k = d.next(); k; k = d.next()) result = editor.press(*k);
    while (auto k = d.settle()) result = editor.press(*k);
    return shown();
  }
  std::string shown() const {
    const View v = editor.view();
    return v.text.substr(0, v.cursor) + "|" + v.text.substr(v.cursor);
  }
};

std::string after(std::string_view bytes) { return Typed().press(bytes); }

const std::string up = "\x1b[A", down = "\x1b[B", left = "\x1b[D", right = "\x1b[C", ctrl_c = "\x03";

} // namespace

TEST_CASE("editor: characters, words, lines") {
  CHECK(after("abc\x02\x02X") == "aX|bc");
  CHECK(after("abc\x01X\x05Y") == "XabcY|");
  CHECK(after("abc\x01\x06\x04") == "a|c");
  CHECK(after("(foo bar)\x1b"
              "b\x1b"
              "bX") == "(X|foo bar)");
  CHECK(after("(foo bar)\x01\x1b"
              "fX") == "(fooX| bar)");
  CHECK(after("ab\x14") == "ba|");
  CHECK(after("abc\x02\x14") == "acb|");
  CHECK(after("foo bar\x1b"
              "b\x1b"
              "u") == "foo BAR|");
}

TEST_CASE("editor: wide and combining characters are one each") {
  CHECK(after("漢e\xCC\x81x" + left + left) == "漢|e\xCC\x81x");
  CHECK(after("漢e\xCC\x81\x7f") == "漢|");
  CHECK(after("漢e\xCC\x81\x7f\x7f") == "|");
  CHECK(after("a\xFFz" + left + left) == "a|\xFFz");
}

TEST_CASE("editor: cutting and pasting") {
  CHECK(after("foo bar\x17\x19\x19") == "foo barbar|");
  CHECK(after("foo bar\x1b\x7f\x1b\x7f\x19") == "foo bar|"); // cuts in a row are one
  CHECK(after("foo bar\x01\x1b"
              "d\x1b"
              "d\x19") == "foo bar|");
  CHECK(after("abc\x01\x0b\x19") == "abc|");
  CHECK(after("one\x15two\x15\x19\x1b"
              "y") == "one|");
  CHECK(after("one\x15two\x15\x19\x1b"
              "y\x1b"
              "y") == "two|");
  CHECK(after("x\x1b[200~(+ 1\r2)\x1b[201~") == "x(+ 1\n2)|");
}

TEST_CASE("editor: undo and redo") {
  CHECK(after("abc\x1f") == "|");
  CHECK(after("abc def\x1f") == "abc |");
  CHECK(after("abc\x15\x1f") == "abc|");
  CHECK(after("abc\x15\x1f\x1b_") == "|");
  CHECK(after("\x1f\x1f\x1b_x") == "x|");
}

TEST_CASE("editor: forms") {
  CHECK(after("(a (b [c]) d)\x01\x1b\x06") == "(a (b [c]) d)|");
  CHECK(after("(a (b [c]) d)\x01\x06\x1b\x06\x1b\x06") == "(a (b [c])| d)");
  CHECK(after("(a (b [c]) d)\x1b\x02") == "|(a (b [c]) d)");
  CHECK(after("(a \")\" d)" + left + "\x1b\x02\x1b\x02") == "(a |\")\" d)");
  CHECK(after("(a b" + left + left + left + "\x1b\x06\x1b\x06\x1b\x06") == "(a b|");
}

TEST_CASE("editor: Enter runs what is complete, else begins a line that is indented") {
  Typed t;
  CHECK(t.press("(define (f x)\r") == "(define (f x)\n  |");
  CHECK(t.result == Editor::Result::Going);
  CHECK(t.press("(+ x\r") == "(define (f x)\n  (+ x\n     |");
  CHECK(t.press("1))\r") == "(define (f x)\n  (+ x\n     1))|");
  CHECK(t.result == Editor::Result::Done);
  CHECK(after("[1\r") == "[1\n |");
  CHECK(after("\"a (\r") == "\"a (\n|"); // a string keeps its blanks
  CHECK(after("(a b)\x1b\rc") == "(a b)\nc|");
  CHECK(after("(define a\r\x7f") == "(define a\n|");
}

TEST_CASE("editor: a command in an open form is taken out of it") {
  Typed t;
  t.press("(+ 1\r:vars\r");
  CHECK(t.result == Editor::Result::Aside);
  CHECK(t.editor.take_command() == ":vars");
  CHECK(t.shown() == "(+ 1\n   |");
  t.press("2)\r");
  CHECK(t.result == Editor::Result::Done);
  CHECK(after("(+ 1\r:var\r") == "(+ 1\n   :var\n   |");      // it is none
  CHECK(after("\"a\r:vars\r") == "\"a\n:vars\n|");            // in a string
  CHECK(after("#| a\r:vars\r") == "#| a\n:vars\n|");          // in a comment
  CHECK(after("(+ 1\r:vars" + up + "\r").find('|') == 5 + 3); // Enter in the line above it
}

TEST_CASE("editor: leaving") {
  Typed t;
  t.press("\x04");
  CHECK(t.result == Editor::Result::End);
  t.press("x\x04");
  CHECK(t.result == Editor::Result::Going);
  t.press(ctrl_c);
  CHECK(t.result == Editor::Result::Dropped);
}

TEST_CASE("editor: Up and Down move in the form, then through entries with its beginning") {
  Typed t({"(map f xs)", "(+ 1 2)", "(map g\n  ys)"});
  CHECK(t.press("(m" + up) == "(map g|\n  ys)");
  CHECK(t.press(up) == "(map f xs)|");
  CHECK(t.press(up) == "(map f xs)|");
  CHECK(t.press(down) == "(map g|\n  ys)");
  CHECK(t.press(down) == "(map g\n  ys)|");
  CHECK(t.press(down) == "(m|");
  Typed m;
  CHECK(m.press("(abc\x1b\r(defg" + up) == "(abc|\n  (defg");
  CHECK(m.press(down).ends_with("(defg|"));
}

TEST_CASE("editor: ^R finds what was typed") {
  Typed t({"(map f xs)", "(sum [1 2])", "(map g ys)"});
  CHECK(t.press("draft\x12map") == "(|map g ys)");
  CHECK(t.editor.view().prompt == "search `map`: ");
  CHECK(t.press("\x12") == "(|map f xs)");
  CHECK(t.press("\x12") == "(|map f xs)");
  CHECK(t.editor.view().prompt == "no `map`: ");
  CHECK(t.press("\x07") == "draft|");
  CHECK(t.press("\x12map\x12\x13") == "(|map g ys)");
  CHECK(t.editor.view().prompt == "search `map`: ");
  CHECK(t.press("\x13") == "(|map g ys)");
  CHECK(t.editor.view().prompt == "no `map`: ");
  CHECK(t.press("\x07") == "draft|");
  CHECK(t.press("\x12sum\r") == "(sum [1 2])|");
  CHECK(t.result == Editor::Result::Going);
  CHECK(t.press("\r") == "(sum [1 2])|");
  CHECK(t.result == Editor::Result::Done);
}

TEST_CASE("editor: Tab completes, lists, and goes through what fits") {
  Typed t;
  t.names = {{"reduce", "1"}, {"reverse", "2"}, {"repeat", "3"}, {"filter", "4"}};
  CHECK(t.press("(fi\t") == "(filter|");
  CHECK(t.press(" r\t") == "(filter re|");
  CHECK(t.editor.view().menu.size() == 3);
  CHECK(t.press("\t") == "(filter reduce|");
  CHECK(t.press("\t") == "(filter reverse|");
  CHECK(t.press("\x1b[Z") == "(filter reduce|");
  CHECK(t.press(" ") == "(filter reduce |");
  CHECK(t.editor.view().menu.empty());
  CHECK(t.press("zz\t") == "(filter reduce zz|");
}

TEST_CASE("editor: what could follow is hinted, and taken by Right") {
  Typed t({"(reduce + 0 xs)"});
  t.names = {{"filter", ""}};
  t.press("(red");
  CHECK(t.editor.view().hint == "uce + 0 xs)");
  CHECK(t.press(right) == "(reduce + 0 xs)|");
  CHECK(t.press(" fil").ends_with("fil|"));
  CHECK(t.editor.view().hint == "ter");
  t.press(left);
  CHECK(t.editor.view().hint.empty());
}

TEST_CASE("editor: any keys leave the cursor between characters") {
  std::mt19937 dice(7);
  const std::vector<std::string> pieces = {"a",
                                           "(",
                                           ")",
                                           "[",
                                           " ",
                                           "\"",
                                           "λ",
                                           "漢",
                                           "\xCC\x81",
                                           "\xFF",
                                           "\r",
                                           "\t",
                                           "\x1b\r",
                                           up,
                                           down,
                                           left,
                                           right,
                                           "\x01",
                                           "\x05",
                                           "\x0b",
                                           "\x15",
                                           "\x17",
                                           "\x19",
                                           "\x1by",
                                           "\x1f",
                                           "\x1b_",
                                           "\x14",
                                           "\x12",
                                           "\x1b\x06",
                                           "\x1b\x02",
                                           "\x7f",
                                           "\x04",
                                           "\x1bu",
                                           "\x1b[Z",
                                           "\x1b"
                                           "d",
                                           ";",
                                           "#|",
                                           "|#",
                                           "x|y",
                                           "\x07"};
  Typed t({"(map\n  漢 xs)", "(+ 1", "\xFF\xFE"});
  t.names = {{"abc", "x"}, {"abd", "y"}, {"λλ", "z"}};
  for (int i = 0; i < 30000; ++i) {
    t.press(pieces[dice() % pieces.size()]);
    const View v = t.editor.view();
    REQUIRE(v.cursor <= v.text.size());
    if (v.text.size() > 200) t.editor.clear();
  }
}

TEST_CASE("editor: what a terminal pastes as keys keeps its own indentation") {
  Typed t;
  t.editor.set_pasted(true);
  CHECK(t.press("(define (f x)\r    (+ x\r  1") == "(define (f x)\n    (+ x\n  1|");
  CHECK(t.press("\r2") == "(define (f x)\n    (+ x\n  1\n       2|");
}
