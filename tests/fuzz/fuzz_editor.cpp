// Any bytes that a terminal may send: the cursor stays in the text, and what is written to the terminal moves
// only its cursor, paints and clears.
#include "frontend/read/reader.hpp"
#include "frontend/source/utf8.hpp"
#include "repl/editor/highlight.hpp"
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace nova;
using namespace nova::editor;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fputs(what, stderr);
  std::abort();
}

const std::vector<std::string> entries = {"(map f xs)", "(begin\n  1\n  2)", "\"\xFF 漢\"", "(+ 1 2)"};

Completions complete(std::string_view text, size_t cursor, bool) {
  Completions c{cursor};
  while (c.begin > 0 && text[c.begin - 1] > ' ' && text[c.begin - 1] != '(') --c.begin;
  for (const char* name : {"map", "match", "λλ", "λμ"})
    if (std::string_view(name).starts_with(text.substr(c.begin, cursor - c.begin)))
      c.candidates.push_back({name, "type"});
  return c;
}

/// Between escape sequences stands inert text.
void check_bytes(std::string_view bytes) {
  require(find_invalid_utf8(bytes) == bytes.npos, "a byte that is no UTF-8 got through");
  for (size_t at = 0; at < bytes.size(); ++at) {
    if (bytes[at] == '\r' || bytes[at] == '\n') continue;
    require(static_cast<unsigned char>(bytes[at]) >= ' ' || bytes[at] == '\x1b',
            "a control byte got through");
    if (bytes[at] != '\x1b') continue;
    require(bytes[++at] == '[', "an escape got through");
    while (++at < bytes.size() && (bytes[at] == ';' || (bytes[at] >= '0' && bytes[at] <= '9'))) {
    }
    require(std::string_view("ACDKJm").find(bytes[at]) != std::string_view::npos,
            "another sequence got through");
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  if (size < 2 || size > 2000) return 0;
  const Size window{12 + bytes[0] % 100u, 1 + bytes[1] % 30u};
  const auto is_keyword = [](std::string_view name) { return name == "let"; };
  Editor editor({[](std::string_view t) { return is_complete(t); }, complete, is_keyword,
                 []() -> const std::vector<std::string>& { return entries; }});
  Painter painter(bytes[0] & 1);
  KeyDecoder decoder;
  decoder.feed({reinterpret_cast<const char*>(bytes) + 2, size - 2});
  for (;;) {
    auto key = decoder.next();
    if (!key) key = decoder.settle();
    if (!key) return 0;
    const Editor::Result result = editor.press(*key);
    const View v = editor.view();
    require(v.cursor <= v.text.size(), "the cursor is outside of the text");
    const Frame f = lay_out(v, highlight(v.text, v.cursor, is_keyword), window);
    require(f.rows.size() <= window.rows && f.row < f.rows.size() && f.column < window.columns,
            "outside of the window");
    check_bytes(painter.paint(f));
    if (result != Editor::Result::Going) editor.clear();
  }
}
