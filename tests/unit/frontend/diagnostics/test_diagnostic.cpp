// Messages and how they are rendered.
#include "frontend/diagnostics/diagnostic.hpp"
#include "frontend/source/symbol.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>
#include <doctest/doctest.h>
#include <set>

using namespace nova;

namespace {

#define NOVA_DIAGNOSTIC(code, message, story, example) code,
constexpr std::string_view reading[] = {
    "E01",
#include "frontend/diagnostics/reading.def"
};
constexpr std::string_view types[] = {
    "E02",
#include "frontend/diagnostics/types.def"
};
constexpr std::string_view names[] = {
    "E03",
#include "frontend/diagnostics/names.def"
};
constexpr std::string_view running[] = {
    "E04",
#include "frontend/diagnostics/running.def"
};
constexpr std::string_view files[] = {
    "E05",
#include "frontend/diagnostics/files.def"
};
constexpr std::string_view limits[] = {
    "E06",
#include "frontend/diagnostics/limits.def"
};
constexpr std::string_view commandline[] = {
    "E07",
#include "frontend/diagnostics/commandline.def"
};
constexpr std::string_view warnings[] = {
    "W0",
#include "frontend/diagnostics/warnings.def"
};
#undef NOVA_DIAGNOSTIC

constexpr std::span<const std::string_view> tables[] = {reading, types,  names,       running,
                                                        files,   limits, commandline, warnings};

std::string show(std::string text, Span span, std::vector<Note> notes = {}) {
  Sources sources;
  span.file = sources.add("f.nv", std::move(text));
  for (Note& note : notes)
    if (note.span.end) note.span.file = span.file;
  return render({"E0102", span, {")"}, std::move(notes)}, sources);
}

Span at(uint32_t begin, uint32_t end) { return {0, begin, end, 0}; }

} // namespace

TEST_CASE("every table is sorted and keeps to its own codes") {
  for (auto table : tables) {
    CHECK_MESSAGE(std::ranges::is_sorted(table.subspan(1)), table[0]);
    for (std::string_view code : table.subspan(1)) {
      CHECK(code.starts_with(table[0]));
      CHECK(code.size() == 5);
    }
  }
}

TEST_CASE("codes are unique and every row has its words") {
  std::set<std::string_view> seen;
  for (const DiagnosticRow& row : all_diagnostics()) {
    CHECK_MESSAGE(seen.insert(row.code).second, row.code);
    CHECK(find_diagnostic(row.code) == &row);
    CHECK_MESSAGE(!row.message.empty(), row.code);
    CHECK_MESSAGE(row.story.size() > 20, row.code);
  }
  CHECK(find_diagnostic("E9999") == nullptr);
}

TEST_CASE("message puts the arguments in") {
  CHECK(message({"E0103", {}, {")", "["}, {}}) == "`)` can't close `[`");
  CHECK(message({"E0103", {}, {"{1}"}, {}}) == "`{1}` can't close `{1}`"); // an argument is not looked into
}

TEST_CASE("render shows place, words, line and carets") {
  CHECK(show("(f x)\n  (g y))\n", at(13, 14)) ==
        "f.nv:2:8: error[E0102]: this `)` closes nothing\n 2 |   (g y))\n   |        ^\n");
  CHECK(show("abc def", at(4, 7)) ==
        "f.nv:1:5: error[E0102]: this `)` closes nothing\n 1 | abc def\n   |     ^^^\n");
}

TEST_CASE("render: a span over several lines marks the first, one of no width gets one caret") {
  CHECK(show("ab (c\n d)", at(3, 9)).ends_with(" 1 | ab (c\n   |    ^^\n"));
  CHECK(show("ab\n", at(2, 2)).ends_with(" 1 | ab\n   |   ^\n"));
  CHECK(
      show("ab\n", at(3, 3)).ends_with("f.nv:2:1: error[E0102]: this `)` closes nothing\n 2 | \n   | ^\n") ==
      true);
  CHECK(show("", at(0, 0)).ends_with(" 1 | \n   | ^\n"));
  CHECK(show("ab", at(100, 200)).ends_with(" 1 | ab\n   |   ^\n"));
}

TEST_CASE("render: tabs, CRLF, wide, combining and other non-ASCII characters stay aligned") {
  CHECK(show("\tab\r\nc", at(2, 3)) ==
        "f.nv:1:3: error[E0102]: this `)` closes nothing\n 1 |     ab\n   |      ^\n");
  CHECK(show("λx)", at(3, 4)) == "f.nv:1:3: error[E0102]: this `)` closes nothing\n 1 | λx)\n   |   ^\n");
  CHECK(show("漢字)", at(6, 7)) ==
        "f.nv:1:3: error[E0102]: this `)` closes nothing\n 1 | 漢字)\n   |     ^\n");
  CHECK(show("e\u0301)", at(3, 4)).ends_with(" 1 | e\u0301)\n   |  ^\n"));
}

TEST_CASE("render: hostile text is inert") {
  std::string shown = show("\x1b[2J \u202e \xff \u009b x", at(0, 1),
                           {{Note::Plain,
                             "a\x1b"
                             "b\nf.nv:1:1: error",
                             {}}});
  CHECK(shown.find('\x1b') == std::string::npos);
  CHECK(shown.find(" 1 | \\x1b[2J \\u202e \\xff \\u009b x\n   | ^^^^\n") != std::string::npos);
  CHECK(shown.find("note: a\\x1bb\n      f.nv:1:1: error\n") != std::string::npos);
  Sources sources;
  FileId f = sources.add("evil\x1b\n.nv", "x");
  CHECK(render({"E0102", {f, 0, 1, 0}, {"\x07\n"}, {}}, sources)
            .starts_with("evil\\x1b\\n.nv:1:1: error[E0102]: this `\\x07\n"));
  for (int byte = 0; byte < 256; ++byte)
    for (unsigned char c : inert(std::string(1, static_cast<char>(byte)))) CHECK((c >= 32 && c < 127));
}

TEST_CASE("render: a long line is cut around the span") {
  std::string text = std::string(5000, 'a') + "λ)" + std::string(5000, 'b');
  std::string shown = show(text, at(5002, 5003));
  CHECK(shown.starts_with("f.nv:1:5002: error"));
  CHECK(shown.size() < 600);
  size_t line = shown.find(" | ") + 3, marks = shown.find(" | ", line) + 3;
  CHECK(shown.substr(line).starts_with("…aaa"));
  std::string before = shown.substr(line, shown.find(')', line) - line);
  size_t columns = std::ranges::count_if(before, [](char c) { return (c & 0xC0) != 0x80; });
  CHECK(shown.find('^') - marks == columns);
  CHECK(show(std::string(5000, 'a'), at(5000, 5000)).ends_with("^\n"));
}

TEST_CASE("render: notes and helps, with and without a place") {
  std::string shown =
      show("(a\n b]", at(5, 6), {{Note::Plain, "opened here", at(0, 1)}, {Note::Help, "write `)`", {}}});
  CHECK(shown.ends_with("f.nv:1:1: note: opened here\n 1 | (a\n   | ^\nhelp: write `)`\n"));
}

TEST_CASE("render: an error in an expansion points at the user's form and shows the macro") {
  Sources sources;
  FileId prelude = sources.add("prelude.nv", "(define-macro twice () ((_ e) (+ e e)))");
  FileId user = sources.add("f.nv", "\n(twice x)");
  uint32_t use = sources.add_expansion({"twice", {user, 1, 10, 0}, {prelude, 0, 39, 0}});
  std::string shown = render({"E0102", {prelude, 31, 32, use}, {")"}, {}}, sources);
  CHECK(shown == "f.nv:2:1: error[E0102]: this `)` closes nothing\n 2 | (twice x)\n   | ^^^^^^^^^\n"
                 "prelude.nv:1:32: note: in the expansion of macro `twice`\n"
                 " 1 | (define-macro twice () ((_ e) (+ e e)))\n   |                                ^\n");
}

TEST_CASE("render breaks lines of words at blanks, where it is told how long they may be") {
  Sources sources;
  FileId f = sources.add("f.nv", "x");
  Diagnostic d{
      "E0203", {f, 0, 1, 0}, {"this", "`vector (int, double)`", "`int -> (int -> λλλλλ) -> int`"}, {}};
  d.note(std::string(50, 'w') + " end");
  CHECK(render(d, sources, false, 40) ==
        "f.nv:1:1: error[E0203]: this should be\n      `vector (int, double)`, but is\n"
        "      `int -> (int -> λλλλλ) -> int`\n 1 | x\n   | ^\n"
        "note:\n      " +
            std::string(50, 'w') + "\n      end\n");
  CHECK(render(d, sources, false, 0) == render(d, sources));
}

TEST_CASE("render in colour only adds SGR sequences") {
  Sources sources;
  FileId f = sources.add("f.nv", "x)");
  Diagnostic d{"E0102", {f, 1, 2, 0}, {")"}, {}};
  std::string plain = render(d, sources), coloured = render(d, sources, true);
  for (size_t at = coloured.find('\x1b'); at != coloured.npos; at = coloured.find('\x1b'))
    coloured.erase(at, coloured.find('m', at) - at + 1);
  CHECK(coloured == plain);
}

TEST_CASE("a diagnostic without a place or of an unknown code still says something") {
  Sources sources;
  CHECK(render({"E0102", {}, {")"}, {}}, sources) == "error[E0102]: this `)` closes nothing\n");
  CHECK(render({"E0199", {}, {"x"}, {}}, sources).find("x") != std::string::npos);
}

TEST_CASE("positions") {
  Sources sources;
  FileId f = sources.add("f", "ab\r\nλc\n");
  auto is = [&](uint32_t byte, uint32_t line, uint32_t column) {
    Position p = sources.position(f, byte);
    CHECK(p.line == line);
    CHECK(p.column == column);
  };
  is(0, 1, 1), is(3, 1, 4), is(4, 2, 1), is(6, 2, 2), is(8, 3, 1), is(99, 3, 1);
  CHECK(sources.line_at(f, 1) == "ab");
  CHECK(sources.line_at(f, 5) == "λc");
  CHECK(sources.line_at(f, 8) == "");
  CHECK(sources.text(Span{f, 4, 6, 0}) == "λ");
  CHECK(sources.text(Span{f, 90, 99, 0}) == "");
  CHECK(sources.position(0, 0).line == 1);
}

TEST_CASE("symbols") {
  Symbols symbols;
  Symbol a = symbols.intern("a"), fresh = symbols.fresh("a");
  CHECK(symbols.intern("a") == a);
  CHECK(fresh != a);
  CHECK(symbols.text(fresh) == "a");
  CHECK(symbols.intern("") != a);
}

TEST_CASE("UTF-8: what is valid") {
  CHECK(find_invalid_utf8("abc λ 漢 😀 and more than eight") == std::string_view::npos);
  for (std::string_view bad :
       {"\x80", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\xf0\x80\x80\x80", "\xff"})
    CHECK(find_invalid_utf8(std::string("12345678") += bad) == 8);
}
