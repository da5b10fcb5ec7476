// Conditions and loops of Julia, Lua and Ruby on one line, `if x > 0 f(x) else g(x) end`, with their parts on lines of their
// own. A part of definitions.hpp.
#include "frontend/read/other/definitions.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr std::string_view dividing[] = {"if",    "elseif", "elsif", "else", "end",
                                         "while", "for",    "then",  "do"};

/// Whether the word goes on with an expression, so that what follows is a part of it.
bool is_joining(const OtherWord& w) {
  constexpr std::string_view words[] = {"and",   "or",    "not", "in",  "if", "elseif",
                                        "elsif", "while", "for", "mod", "div"};
  return w.kind == OtherWord::Sign ? w.text != ")" && w.text != "]" : is_one_of(w.text, words);
}

/// Returns the index of the word that begins the statement behind the condition that begins at word k: that behind a
/// semicolon, `then` or `do`, or a name behind a whole operand. Returns the number of words if there is none.
size_t statement_behind(std::span<const OtherWord> words, size_t k) {
  size_t depth = 0;
  for (size_t at = k; at < words.size(); ++at) {
    const OtherWord& w = words[at];
    const bool sign = w.kind == OtherWord::Sign;
    const bool touches = at > 0 && words[at - 1].text.data() + words[at - 1].text.size() == w.text.data();
    if (sign && depth == 0 && w.text == ";") return at + 1;
    if (w.kind == OtherWord::Name && depth == 0 && (w.text == "then" || w.text == "do")) return at + 1;
    const bool begins = w.kind == OtherWord::Name && depth == 0 && at > k && !touches &&
                        !is_joining(words[at - 1]) && !is_joining(w);
    if (begins) return at;
    if (sign) depth += w.text == "(" || w.text == "[", depth -= depth > 0 && (w.text == ")" || w.text == "]");
  }
  return words.size();
}

} // namespace

std::optional<std::string> with_lines_of_its_own(const OtherText& t) {
  const std::string_view first = t.word(0);
  if ((first != "if" && first != "while" && first != "for") || t.words.back().text != "end") return {};
  const auto text = [&](size_t from, size_t to) {
    std::string_view part = t.line.substr(static_cast<size_t>(t.words[from].text.data() - t.line.data()));
    if (to < t.words.size())
      part = part.substr(0, static_cast<size_t>(t.words[to].text.data() - part.data()));
    part = without_blanks(part);
    while (part.ends_with(';')) part = without_blanks(part.substr(0, part.size() - 1));
    return std::string(part);
  };
  std::string out;
  for (size_t k = 0; k < t.words.size() && t.word(k) != "end";) {
    size_t body = t.word(k) == "else" ? k + 1 : statement_behind(t.words, k + 1);
    if (body >= t.words.size()) return {};
    size_t end = body;
    while (end < t.words.size() && !(t.is_name(end) && is_one_of(t.word(end), dividing))) ++end;
    if (end == t.words.size() || (t.word(end) != "end" && !t.word(end).starts_with("els"))) return {};
    size_t head = body;
    if (t.word(k) != "else" &&
        (t.word(head - 1) == "then" || t.word(head - 1) == "do" || t.word(head - 1) == ";"))
      --head;
    out += text(k, head) + "\n";
    for (const std::string_view s : split_at(text(body, end), ";"))
      if (!s.empty()) out += "  " + std::string(s) + "\n";
    k = end;
  }
  return out + "end";
}

} // namespace nova
