// The keys of vi, and the user's own keys.
#include "frontend/read/reader.hpp"
#include "repl/editor/editor.hpp"
#include <doctest/doctest.h>
#include <random>

using namespace nova::editor;

namespace {

/// An editor at which keys are pressed by their names; `|` shows the cursor.
struct Pressed {
  std::vector<std::string> history{"(first 1)", "(second 2)", "(third 1)"};
  KeySettings settings;
  Editor::Result result = Editor::Result::Going;
  Editor editor;

  explicit Pressed(bool vi)
      : settings{vi, {}},
        editor(Hooks{.is_complete = [](std::string_view t) { return nova::is_complete(t); },
                     .complete = [](std::string_view, size_t at, bool) { return Completions{at}; },
                     .is_keyword = [](std::string_view name) { return name == "define"; },
                     .history = [this]() -> const std::vector<std::string>& { return history; },
                     .keys = &settings}) {}

  std::string press(std::string_view names) {
    const auto keys = keys_of(names);
    REQUIRE(keys);
    for (const Key& key : *keys) result = editor.press(key);
    const View v = editor.view();
    return v.text.substr(0, v.cursor) + "|" + v.text.substr(v.cursor);
  }
};

std::string vi(std::string_view names) { return Pressed(true).press(names); }

} // namespace

TEST_CASE("vi: motions") {
  CHECK(vi("(map f xs)<Esc>") == "(map f xs|)");
  CHECK(vi("(map f xs)<Esc>0") == "|(map f xs)");
  CHECK(vi("(map f xs)<Esc>0w") == "(|map f xs)");
  CHECK(vi("(map f xs)<Esc>0ww") == "(map |f xs)");
  CHECK(vi("(map f xs)<Esc>03w") == "(map f |xs)");
  CHECK(vi("(map f xs)<Esc>0e") == "(ma|p f xs)");
  CHECK(vi("(map f xs)<Esc>0ee") == "(map |f xs)");
  CHECK(vi("(map f xs)<Esc>bb") == "(map |f xs)");
  CHECK(vi("(map f xs)<Esc>hh") == "(map f |xs)");
  CHECK(vi("(map f xs)<Esc>0ll") == "(m|ap f xs)");
  CHECK(vi("(map f xs)<Esc>0$") == "(map f xs|)");
  CHECK(vi("ab<Esc>lll") == "a|b");
  CHECK(vi("ab<Esc>hhh") == "|ab");
  CHECK(vi("(f<M-Enter>x)<Esc>^") == "(f\n  |x)");
}

TEST_CASE("vi: operators") {
  CHECK(vi("(map f xs)<Esc>0dw") == "|map f xs)");
  CHECK(vi("(map f xs)<Esc>0wdw") == "(|f xs)");
  CHECK(vi("(map f xs)<Esc>0wd2w") == "(|xs)");
  CHECK(vi("(map f xs)<Esc>0wcwfilter") == "(filter| f xs)");
  CHECK(vi("x foo<Esc>0cwy") == "y| foo");
  CHECK(vi("x foo bar<Esc>02cwy") == "y| bar");
  CHECK(vi("(map f xs)<Esc>0wde") == "(| f xs)");
  CHECK(vi("(map f xs)<Esc>db") == "(map f |)");
  CHECK(vi("(map f xs)<Esc>0wD") == "|(");
  CHECK(vi("(map f xs)<Esc>0wCid)") == "(id)|");
  CHECK(vi("(map f xs)<Esc>0d$") == "|");
  CHECK(vi("(map f xs)<Esc>x") == "(map f x|s");
  CHECK(vi("(map f xs)<Esc>03x") == "|p f xs)");
  CHECK(vi("(map f xs)<Esc>X") == "(map f x|)");
  CHECK(vi("one<Esc>dd") == "|");
  CHECK(vi("(f<M-Enter>x)<Esc>dd") == "|(f");
  CHECK(vi("(f<M-Enter>x)<Esc>kdd") == "  |x)");
  CHECK(vi("one<Esc>ccx") == "x|");
  CHECK(vi("abc<Esc>rx") == "ab|x");
  CHECK(vi("abcd<Esc>02rxx") == "x|cd"); // the number is that of r alone
  CHECK(vi("abc<Esc>2rx") == "ab|c");
  CHECK(vi("a b c d e<Esc>02d2w") == "|e");
  CHECK(vi("a b c d e<Esc>0d<C-e>x") == "a b c d |e"); // no motion of vi
  CHECK(vi("abc<Esc>xu3<C-r>hx") == "|b");
  CHECK(vi("abc<Esc>0dzx") == "|bc"); // z is no motion
}

TEST_CASE("vi: typing, cuts, undo") {
  CHECK(vi("bc<Esc>Ia") == "a|bc");
  CHECK(vi("ab<Esc>0ax") == "ax|b");
  CHECK(vi("ab<Esc>0Ac") == "abc|");
  CHECK(vi("ab<Esc>ix") == "ax|b");
  CHECK(vi("(f<Esc>ox)") == "(f\n  x)|");
  CHECK(vi("abc<Esc>0xp") == "b|ac");
  CHECK(vi("abc def<Esc>0dwP") == "abc| def");
  CHECK(vi("abc<Esc>0ylp") == "a|abc");
  CHECK(vi("(f<M-Enter>x)<Esc>kddp") == "  x)\n|(f");
  CHECK(vi("abc<Esc>xxu") == "a|b");
  CHECK(vi("abc<Esc>xxuu<C-r>") == "a|b");
}

TEST_CASE("vi: history") {
  CHECK(vi("<Esc>k") == "(third 1|)");
  CHECK(vi("<Esc>kkk") == "(first 1|)");
  CHECK(vi("<Esc>kkj") == "(third 1|)");
  CHECK(vi("<Esc>kx") == "(third |1");
  CHECK(vi("<Esc>/1<Enter>n") == "(first |1)");
  CHECK(vi("<Esc>/1<Enter>nN") == "(third |1)");
  Pressed p(true);
  p.press("(+ 1 2)<Esc><Enter>");
  CHECK(p.result == Editor::Result::Done);
  p.editor.clear();
  CHECK(p.press("x") == "x|"); // a new input is typed
}

TEST_CASE("vi: any keys leave the cursor within the text") {
  constexpr std::string_view pieces[] = {
      "<Esc>", "h",  "j", "k", "l",  "w", "b", "e",     "0",    "$",     "x",     "dd",      "d", "c",
      "y",     "D",  "C", "i", "a",  "A", "p", "P",     "u",    "/",     "n",     "<Enter>", "G", "(",
      ")",     "\"", "3", " ", "漢", "λ", "r", "<C-r>", "<Up>", "<C-w>", "<Tab>", "o"};
  std::mt19937 dice(11);
  Pressed p(true);
  for (int i = 0; i < 30000; ++i) {
    p.press(pieces[dice() % std::size(pieces)]);
    const View v = p.editor.view();
    REQUIRE(v.cursor <= v.text.size());
    REQUIRE((v.cursor == v.text.size() || (v.text[v.cursor] & 0xC0) != 0x80));
    if (v.text.size() > 200) p.editor.clear();
  }
}

TEST_CASE("keys: names, and a user's own") {
  CHECK(special_key("<C-x>") == ctrl('x'));
  CHECK(special_key("<C-M-f>") == ctrl_alt('f'));
  CHECK(special_key("<M-GT>") == alt('>'));
  CHECK(special_key("<C-Left>")->ctrl);
  CHECK(!special_key("<x>"));
  CHECK(!special_key("x"));
  CHECK(!special_key("<C-nope>"));
  CHECK(!keys_of("a<"));
  CHECK(!own_key("<C-x>", "<Nope>"));
  Pressed p(false);
  p.settings.own = {*own_key("<C-x>", "<C-a>(time <C-e>)"), *own_key("<M-v>", ":vars")};
  CHECK(p.press("f x<C-x>") == "(time f x)|");
  CHECK(p.press("<M-v>") == "(time f x)|");
  CHECK(p.result == Editor::Result::Command);
  CHECK(p.editor.command() == ":vars");
}
