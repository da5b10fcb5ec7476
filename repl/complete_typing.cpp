#include "repl/complete_typing.hpp"
#include <utility>

namespace nova {
namespace {

using editor::no_token;
using editor::Outline;

constexpr std::string_view open_type = "E0202";

/// The forms around a place as far as they bind names, each still open: what is written behind them is
/// checked among those names.
class Around {
 public:
  Around(const Outline& o, std::string_view text, size_t byte) : o_(o), text_(text), byte_(byte) {
    for (uint32_t open = o.open_at(byte); open != no_token; open = o.inside[open]) add(open);
  }
  std::string with(std::string_view expression) const {
    return before_ + std::string(expression) + std::string(forms_, ')');
  }

 private:
  const Outline& o_;
  std::string_view text_;
  size_t byte_;
  std::string before_;
  size_t forms_ = 0;

  std::string_view word(uint32_t i) const {
    return i < o_.tokens.size() ? text_.substr(o_.tokens[i].begin, o_.tokens[i].end - o_.tokens[i].begin)
                                : "";
  }
  bool opens(uint32_t i) const { return i < o_.tokens.size() && word(i) == "("; }
  /// The token behind a datum, or no_token where it is not closed before the place.
  uint32_t behind(uint32_t i) const {
    const uint32_t last = opens(i) ? o_.partner[i] : i;
    return last == no_token || last >= o_.tokens.size() || o_.tokens[last].end > byte_ ? no_token : last + 1;
  }
  std::string_view between(uint32_t first, uint32_t behind) const {
    if (first == behind) return "";
    return text_.substr(o_.tokens[first].begin, o_.tokens[behind - 1].end - o_.tokens[first].begin);
  }
  void put(std::string_view head, std::string_view bound, std::string_view end) {
    if (bound.empty()) return;
    before_ = "(" + std::string(head) + " " + std::string(bound) + std::string(end) + before_, ++forms_;
  }
  void add(uint32_t open) {
    const std::string_view head = word(open + 1);
    if (head == "lambda") return add_parameters(open + 2);
    if (head == "define" && opens(open + 2) && behind(open + 2) != no_token)
      return put("lambda (", between(open + 4, o_.partner[open + 2]), ") ");
    if (head.starts_with("let")) add_bindings(head, open + 2);
  }
  /// The first is a list of them, or one with its type; all others of those have types.
  void add_parameters(uint32_t first) {
    uint32_t end = first;
    while (opens(end) && behind(end) != no_token && (end == first || word(end + 2) == ":")) end = behind(end);
    put("lambda", between(first, end), " ");
  }
  /// Scheme's in a list, behind a loop's name; or NOVA's before `in`.
  void add_bindings(std::string_view head, uint32_t first) {
    const uint32_t list = opens(first) ? first : first + 1;
    uint32_t end = list;
    if (!opens(list)) return;
    const bool scheme = opens(list + 1) && behind(list + 1) != no_token && word(behind(list + 1)) != ",";
    while (opens(end) && behind(end) != no_token && (end == list || !scheme)) end = behind(end);
    if (end != list) put(head, between(first, end), scheme ? " " : " in ");
  }
};

/// Where the last of `a -> b -> c` begins.
size_t last_of_arrows(std::string_view type) {
  size_t begin = 0, depth = 0;
  for (size_t i = 0; i < type.size(); ++i) {
    if (type[i] == '(') ++depth;
    if (type[i] == ')') --depth;
    const std::string_view rest = type.substr(i);
    if (depth == 0 && (rest.starts_with(" -> ") || rest.starts_with(" => "))) begin = i + 4;
  }
  return begin;
}

/// A function's type may be open: that is told by a diagnostic.
std::string quiet_type_of(Session& s, const std::string& text) {
  std::string open;
  const auto heard = std::exchange(s.on_diagnostic, [&](const Diagnostic& d) {
    if (d.code == open_type && !d.args.empty()) open = std::string(d.args[0]), std::erase(open, '`');
  });
  const auto type = s.type_of(text);
  s.on_diagnostic = heard;
  return type.value_or(open);
}

} // namespace

std::vector<std::string> fields_of(std::string_view type) {
  std::vector<std::string> out;
  if (!type.starts_with("(")) return out;
  size_t depth = 0, begin = 1;
  for (size_t i = 0; i < type.size(); ++i) {
    if (type[i] == '(') ++depth;
    if (type[i] == ')' && --depth == 0 && i + 1 != type.size()) return {}; // a function of a tuple
    if (depth != (type[i] == ')' ? 0 : 1) || (type[i] != ',' && type[i] != ')')) continue;
    out.emplace_back(type.substr(begin, i - begin));
    begin = i + 2;
  }
  return out.size() > 1 ? out : std::vector<std::string>();
}

/// It is checked with a truth value beside it: a tuple's type ends where the text's does, whatever is bound
/// around it.
std::string type_at(NamesInSight& names, const Outline& o, std::string_view text, size_t byte,
                    std::string_view expression) {
  std::string whole = Around(o, text, byte).with("(" + std::string(expression) + ", true)");
  for (const auto& r : names.results())
    if (whole.find(r.text) != whole.npos) whole = "(lambda (" + r.text + " : " + r.note + ") " + whole + ")";
  const std::string type = quiet_type_of(names.session(), whole);
  const auto fields = fields_of(std::string_view(type).substr(last_of_arrows(type)));
  return fields.size() == 2 && fields[1] == "bool" ? fields[0] : "";
}

std::string_view expression_before(std::string_view text, size_t byte) {
  const Outline o(text.substr(0, byte));
  if (o.tokens.empty() || o.tokens.back().end != byte) return {};
  const auto touches = [&](size_t i) { return i > 0 && o.tokens[i - 1].end == o.tokens[i].begin; };
  for (size_t i = o.tokens.size() - 1;; --i) {
    if (o.tokens[i].kind == TokenKind::Close) {
      if (o.partner[i] == no_token) return {};
      i = o.partner[i];
    }
    const bool joined = o.tokens[i].kind == TokenKind::Project || o.tokens[i].kind == TokenKind::Index ||
                        (touches(i) && o.tokens[i - 1].kind == TokenKind::Index);
    if (joined && !touches(i)) return {};
    if (!joined) return text.substr(o.tokens[i].begin, byte - o.tokens[i].begin);
  }
}

bool is_type_place(const Outline& o, std::string_view text, uint32_t token) {
  const auto word = [&](uint32_t i) {
    return text.substr(o.tokens[i].begin, o.tokens[i].end - o.tokens[i].begin);
  };
  while (token > 0) {
    const uint32_t before = token - 1;
    const std::string_view w = word(before);
    if (w == ":" || w == "->") return true;
    const bool in_tuple = o.tokens[before].kind == TokenKind::Comma && o.inside[before] != no_token;
    if (!in_tuple && w != "(" && !w.starts_with("vector")) return false;
    token = in_tuple ? o.inside[before] : before;
  }
  return false;
}

} // namespace nova
