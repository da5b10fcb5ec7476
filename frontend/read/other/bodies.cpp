#include "frontend/read/other/bodies.hpp"
#include "frontend/read/other/definitions.hpp"
#include <algorithm>

namespace nova {
namespace {

struct Line {
  size_t depth;
  std::string text;
};
using Lines = std::span<const Line>;
using Body = std::optional<std::string>;

constexpr size_t longest_body = 1500, most_lines = 40;

/// Returns the lines of a body that is indented. A line that only ends a block is left out.
std::vector<Line> indented_lines(std::string_view body) {
  std::vector<Line> lines;
  for (size_t at = 0; at < body.size();) {
    const size_t end = std::min(body.find('\n', at), body.size());
    const std::string_view line = body.substr(at, end - at), text = without_blanks(line);
    if (!text.empty() && text != "end" && text != "pass")
      lines.push_back({at == 0 ? 0 : line.find_first_not_of(" \t"), std::string(text)});
    at = end + 1;
  }
  if (lines.size() > 1) // its own blanks are cut off
    lines[0].depth = std::ranges::min_element(lines.begin() + 1, lines.end(), {}, &Line::depth)->depth;
  return lines;
}

/// Returns the offset behind the bracket that closes the one at `open`.
size_t behind_bracket(std::string_view text, size_t open) {
  size_t depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    depth += text[at] == '(', depth -= text[at] == ')';
    if (depth == 0) return at + 1;
  }
  return text.npos;
}

/// Adds the statements of C's `text`, from `at` on up to the closing brace, as lines of this depth. Returns the offset
/// behind them. `one`: whether it is one statement, as behind `if (c)`.
size_t add_statements(std::string_view text, size_t at, size_t depth, bool one, std::vector<Line>& lines) {
  while (lines.size() < most_lines) {
    at = std::min(text.find_first_not_of(" \t\n;", at), text.size());
    if (at == text.size() || text[at] == '}') return std::min(at + 1, text.size());
    const std::string_view rest = text.substr(at);
    if (rest[0] == '{') {
      at = add_statements(text, at + 1, depth, false, lines);
    } else if (rest.starts_with("if (") || rest.starts_with("if(")) {
      const size_t open = text.find('(', at), end = behind_bracket(text, open);
      if (end == text.npos) return text.size();
      lines.push_back({depth, "if " + std::string(text.substr(open, end - open)) + ":"});
      at = add_statements(text, end, depth + 1, true, lines);
      const size_t next = std::min(text.find_first_not_of(" \t\n", at), text.size());
      if (!text.substr(next).starts_with("else")) {
        if (one) return at;
        continue;
      }
      lines.push_back({depth, "else:"});
      at = add_statements(text, next + 4, depth + 1, true, lines);
    } else {
      const size_t end = std::min(text.find(';', at), text.size());
      lines.push_back({depth, std::string(without_blanks(text.substr(at, end - at)))});
      at = end + 1;
    }
    if (one) return std::min(at, text.size());
  }
  return text.size();
}

class Statements {
 public:
  explicit Statements(bool sets) : sets_(sets) {}
  /// Returns the expression of the lines, behind which nothing follows.
  Body sequence(Lines lines) {
    if (lines.empty() || ++steps_ > 2 * most_lines) return {};
    const std::string_view first = lines[0].text;
    if (first.starts_with("if ")) return condition(lines);
    if (first.starts_with("return ")) return nova_expression(first.substr(7));
    if (const size_t sign = first.find(" = "); sign != first.npos && lines.size() > 1)
      return local(lines, sign);
    const size_t sign = first.find(" = ");
    if (lines.size() > 1 || (sign != first.npos && !sets_)) return {};
    if (sign == first.npos) return nova_expression(first);
    const Body value = nova_expression(first.substr(sign + 3));
    const std::string name(first.substr(0, sign));
    return value && std::ranges::all_of(name, is_letter) ? Body("(set! " + name + " " + *value + ")")
                                                         : Body{};
  }

 private:
  size_t steps_ = 0;
  bool sets_;

  static Lines within(Lines lines) {
    size_t n = 1;
    while (n < lines.size() && lines[n].depth > lines[0].depth) ++n;
    return lines.subspan(1, n - 1);
  }
  Body condition(Lines lines) {
    std::string_view head = std::string_view(lines[0].text);
    head.remove_prefix(head.starts_with("el") ? head.find("if ") + 3 : 3);
    const size_t sign = head.ends_with(':') ? head.size() - 1 : head.find(": "),
                 colon = std::min(sign, head.size());
    const std::string_view inline_body =
        colon + 1 < head.size() ? without_blanks(head.substr(colon + 1)) : "";
    const Body c = nova_expression(head.substr(0, colon));
    const Lines inner = within(lines), rest = lines.subspan(1 + inner.size());
    const Line own{lines[0].depth + 1, std::string(inline_body)};
    const Body a = inner.empty() ? sequence(std::span(&own, 1)) : sequence(inner);
    if (!c || !a || rest.empty()) return {};
    const bool otherwise = rest[0].text.starts_with("else"),
               again = rest[0].text.starts_with("el") && !otherwise;
    const Line last{rest[0].depth + 1, rest[0].text.size() > 6 ? rest[0].text.substr(6) : std::string()};
    const Body b = again                  ? condition(rest)
                   : !otherwise           ? sequence(rest)
                   : within(rest).empty() ? sequence(std::span(&last, 1))
                                          : sequence(within(rest));
    return b ? Body("(if " + *c + " " + *a + " " + *b + ")") : Body{};
  }
  Body local(Lines lines, size_t sign) {
    const auto words = other_words(std::string_view(lines[0].text).substr(0, sign));
    const bool names = words && !words->empty() && std::ranges::all_of(*words, [](const OtherWord& w) {
                         return w.kind == OtherWord::Name;
                       });
    if (!names || (words->size() > 1 && !is_type_word(words->front().text) && words->front().text != "local"))
      return {};
    const Body value = nova_expression(std::string_view(lines[0].text).substr(sign + 3)),
               rest = sequence(lines.subspan(1));
    if (!value || !rest) return {};
    return "(let (" + std::string(words->back().text) + " " + *value + ") in " + *rest + ")";
  }
};

} // namespace

std::optional<std::string> nova_body(std::string_view body, bool sets) {
  if (body.size() > longest_body) return {};
  std::vector<Line> lines;
  if (body.find(';') != body.npos || body.find('{') != body.npos)
    add_statements(body, 0, 0, false, lines);
  else
    lines = indented_lines(body);
  return lines.size() < most_lines ? Statements(sets).sequence(lines) : Body{};
}

} // namespace nova
