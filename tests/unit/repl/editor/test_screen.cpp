// What the editor draws.
#include "frontend/source/utf8.hpp"
#include "repl/editor/highlight.hpp"
#include <chrono>
#include <doctest/doctest.h>
#include <random>

using namespace nova::editor;

namespace {

/// A terminal: what the painter's bytes do to a screen without an end below.
struct Screen {
  std::vector<std::vector<std::string>> rows{{}};
  size_t row = 0, column = 0;

  void write(std::string_view bytes) {
    for (size_t at = 0; at < bytes.size();) {
      if (bytes[at] == '\x1b')
        at = control(bytes, at + 2);
      else if (bytes[at] == '\r')
        column = 0, ++at;
      else if (bytes[at] == '\n')
        ++row, rows.resize(std::max(rows.size(), row + 1)), ++at;
      else
        at += put(bytes, at);
    }
  }
  size_t control(std::string_view bytes, size_t at) {
    size_t n = 0;
    for (; (bytes[at] >= '0' && bytes[at] <= '9') || bytes[at] == ';'; ++at)
      n = bytes[at] == ';' ? 0 : n * 10 + static_cast<size_t>(bytes[at] - '0');
    const size_t steps = std::max<size_t>(n, 1);
    const char what = bytes[at];
    REQUIRE((what != 'A' || row >= steps));
    REQUIRE((what != 'D' || column >= steps));
    if (what == 'A') row -= steps;
    if (what == 'C') column += steps;
    if (what == 'D') column -= steps;
    if (what == 'K' || what == 'J') rows[row].resize(std::min(rows[row].size(), column));
    if (what == 'J') rows.resize(row + 1);
    return at + 1;
  }
  size_t put(std::string_view bytes, size_t at) {
    const nova::CodePoint c = nova::decode_utf8(bytes, at);
    REQUIRE(c.valid);
    const std::string text(bytes.substr(at, c.length));
    const auto width = static_cast<size_t>(nova::display_width(c.value));
    if (width == 0) {
      size_t last = column - 1;
      while (rows[row][last].empty()) --last;
      rows[row][last] += text;
      return c.length;
    }
    rows[row].resize(std::max(rows[row].size(), column + width), " ");
    rows[row][column] = text;
    if (width == 2) rows[row][column + 1] = "";
    column += width;
    return c.length;
  }
  std::string text() const {
    std::string out;
    for (const auto& r : rows) {
      for (const std::string& cell : r) out += cell;
      out += '\n';
    }
    return out;
  }
};

std::string text_of(const Frame& f) {
  std::string out;
  for (const Row& r : f.rows) {
    for (const Cell& c : r) out += c.text;
    out += '\n';
  }
  return out;
}

bool no_keyword(std::string_view) { return false; }

View view(std::string text, size_t cursor) {
  View v;
  v.prompt = "nova> ", v.text = std::move(text), v.cursor = cursor;
  return v;
}

Frame frame(const View& v, Size size = {}) {
  return lay_out(v, highlight(v.text, v.cursor, no_keyword), size);
}

} // namespace

TEST_CASE("screen: rows end before the terminal does, the cursor stands where it belongs") {
  const Frame f = frame(view("(+ 1\n12345678901234567890)", 5), {20, 24});
  CHECK(text_of(f) == "nova> (+ 1\n  ... 1234567890123\n4567890)\n");
  CHECK(f.row == 1);
  CHECK(f.column == 6);
  const Frame wide = frame(view("漢漢漢漢漢漢漢", 21), {20, 24});
  CHECK(text_of(wide) == "nova> 漢漢漢漢漢漢\n漢\n");
  CHECK(wide.column == 2);
  CHECK(frame(view("a\t\x01\xFF", 4)).rows[0].size() == 6 + 1 + 1 + 4 + 4); // escapes, and a tab's blanks
}

TEST_CASE("screen: emoji that are joined are shown one by one, any other joiner as what it is") {
  const Frame f = frame(view("\"👩\u200d💻\"", 13));
  CHECK(text_of(f) == "nova> \"👩💻\"\n");
  CHECK(f.column == 12);
  CHECK(text_of(frame(view("a\u200db", 5))) == "nova> a\\u200db\n");
}

TEST_CASE("screen: of a form that is too tall the rows around the cursor are shown") {
  std::string text = "(";
  for (int i = 0; i < 50; ++i) text += "\n" + std::to_string(i);
  const Frame f = frame(view(text, text.find("\n30") + 1), {80, 10});
  CHECK(f.rows.size() == 10);
  CHECK(text_of(f).find("  ... 30\n") != std::string::npos);
  CHECK(f.row == 5);
}

TEST_CASE("screen: a menu is as wide as the terminal, and shows what is selected") {
  View v = view("re", 2);
  for (int i = 0; i < 30; ++i) v.menu.push_back({"reverse" + std::to_string(i), "vector 'a -> vector 'a"});
  v.selected = 25;
  const Frame f = frame(v, {24, 24});
  CHECK(f.rows.size() == 12);
  CHECK(text_of(f).find("reverse25") != std::string::npos);
  CHECK(text_of(f).find("20 more") != std::string::npos);
  for (const Row& r : f.rows) CHECK(r.size() < 24);
}

TEST_CASE("screen: only what has changed is written") {
  Painter p(true);
  p.paint(frame(view("(+ 12 3)", 4)));
  CHECK(p.paint(frame(view("(+ 12 3)", 5))).size() <= 4); // the cursor alone
  const std::string changed = p.paint(frame(view("(+ 14 3)", 5)));
  CHECK(changed.find("4") != std::string::npos);
  CHECK(changed.find("+") == std::string::npos);
  CHECK(changed.find("3)") == std::string::npos);
}

TEST_CASE("screen: wiped are the rows that a terminal has made of those painted, and no more") {
  Painter p(false);
  const View v =
      view("(+ 1\n12345678901234567890)", 26); // rows of 10 and 27 columns, the cursor behind the last
  const auto paint = [&] { p.forget(), p.paint(frame(v)); };
  paint();
  CHECK(!p.breaks(27));
  CHECK(p.breaks(20));
  CHECK(p.wipe({}) == "\r\x1b[A\x1b[J"); // lines that stay as they are
  paint();
  CHECK(p.wipe(27) == "\r\x1b[A\x1b[J"); // filled to its edge
  paint();
  CHECK(p.wipe(20) == "\r\x1b[2A\x1b[J");
  paint();
  CHECK(p.wipe(9) == "\r\x1b[4A\x1b[J"); // 2 of the first, the cursor in the third of the second
  p.forget(), p.paint(frame(view("(漢漢漢)", 11)));
  CHECK(p.wipe(8) == "\r\x1b[A\x1b[J"); // no half of a wide one stands at the edge
  CHECK(p.wipe(80) == "\r\x1b[J");      // nothing is shown
}

TEST_CASE("screen: without colour there are none") {
  View v = view("(let ((x 1)) \"s\" 'a None )) ; c", 3);
  const std::string bytes = Painter(false).paint(frame(v));
  for (const char* colour : {"31", "32", "33", "34", "35", "36", "90"})
    CHECK(bytes.find(";" + std::string(colour)) == std::string::npos);
}

TEST_CASE("screen: what the painter writes makes the terminal show each frame") {
  std::mt19937 dice(3);
  const std::vector<std::string> pieces = {"a",    "(",  ")",  "\n",  "漢",     "e\xCC\x81",
                                           "\xFF", "\t", "\"", "; x", "define "};
  for (const size_t columns : {13u, 20u, 80u}) {
    Painter p(dice() % 2);
    Screen screen;
    std::string text;
    for (int i = 0; i < 3000; ++i) {
      size_t at = text.empty() ? 0 : dice() % (text.size() + 1);
      while (at > 0 && at < text.size() && (text[at] & 0xC0) == 0x80) --at;
      if (dice() % 3)
        text.insert(at, pieces[dice() % pieces.size()]);
      else
        text.erase(at, dice() % 5);
      if (text.size() > 150) text.clear();
      View v = view(text, at = std::min(at, text.size()));
      if (dice() % 4 == 0) v.menu = {{"one", "int"}, {"two", "漢"}}, v.hint = "hint";
      const Frame f = frame(v, {columns, 1000});
      screen.write(p.paint(f));
      REQUIRE(screen.text() == text_of(f));
      REQUIRE(screen.row == f.row);
      REQUIRE(screen.column == f.column);
    }
  }
}

TEST_CASE("screen: a key in a form of 200 lines is shown within 5 ms") {
  std::string text = "(define (f x)\n";
  for (int i = 0; i < 200; ++i)
    text += "  (let ((y" + std::to_string(i) + " (* x 3.5))) (println \"text\")) ; line\n";
  Painter p(true);
  p.paint(frame(view(text, 5000), {100, 50}));
  double least = 1e9;
  for (int i = 0; i < 20; ++i) {
    const auto start = std::chrono::steady_clock::now();
    text.insert(5000, "x");
    p.paint(frame(view(text, 5001), {100, 50}));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    least = std::min(least, took.count());
  }
  MESSAGE("a key in 200 lines: " << least << " ms");
#ifdef NOVA_ADDRESS_SANITIZER
  CHECK(least < 100);
#else
  CHECK(least < 5);
#endif
}

TEST_CASE("highlight: the reader's words, and the matching bracket") {
  const auto is_let = [](std::string_view n) { return n == "let"; };
  const std::string text = "(let \"a\" 1.5 #\\b 'a Some x) ; let";
  const auto s = highlight(text, 0, is_let);
  CHECK(s[0] == Style::Match);
  CHECK(s[text.find(')')] == Style::Match);
  CHECK(s[1] == Style::Keyword);
  CHECK(s[5] == Style::String);
  CHECK(s[9] == Style::Number);
  CHECK(s[13] == Style::String);
  CHECK(s[17] == Style::Type);
  CHECK(s[20] == Style::Constructor);
  CHECK(s[25] == Style::Plain);
  CHECK(s.back() == Style::Comment);
  CHECK(highlight("(a))", 4, is_let)[3] == Style::Wrong);
  CHECK(highlight("(a)", 3, is_let)[0] == Style::Match);
  CHECK(highlight("\"open", 5, is_let)[3] == Style::String);
}
