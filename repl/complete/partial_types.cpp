#include "repl/complete/partial_types.hpp"
#include <algorithm>

namespace nova {
namespace {

using editor::no_token;
using editor::Outline;

/// Texts for parts of a form that the user has not typed yet, such as a body of let or branches of if. To complete an
/// unfinished form, type_at puts a text before the form's closing bracket. It tries one text after the other.
constexpr std::string_view missing[] = {"", " nil", " nil nil", " in nil"};

/// A form with an expression in it. The expression is the argument of a call whose function has the type 'a -> 'b, so
/// that any argument type is allowed and any result type fits the context.
struct Form {
  std::string text;
  uint32_t begin = 0, end = 0; ///< range of the expression, in bytes of `text`
};
constexpr std::string_view before_it = "((letrec ((f (lambda (x) (f x)))) f) ", behind_it = ")";

/// Returns the outermost form, other than a module, around the bytes from `begin` to `end`. In the returned form,
/// `expression` replaces these bytes. A form that is not closed is assumed to end before the next line that begins
/// with a bracket.
Form form_around(const Outline& o, std::string_view text, size_t begin, size_t end,
                 std::string_view expression) {
  const auto head = [&](uint32_t open) { return text.substr(o.tokens[open].end).substr(0, 6); };
  uint32_t outer = no_token;
  for (uint32_t open = o.open_at(begin); open != no_token; open = o.inside[open])
    if (head(open) != "module") outer = open;
  size_t from = begin, to = end;
  if (outer != no_token) {
    const uint32_t last = o.partner[outer];
    from = o.tokens[outer].begin;
    to = last != no_token ? o.tokens[last].end : std::min(text.find("\n(", end), text.size());
  }
  Form out{std::string(text.substr(from, begin - from)) + std::string(before_it) + std::string(expression)};
  out.end = static_cast<uint32_t>(out.text.size());
  out.begin = out.end - static_cast<uint32_t>(expression.size());
  out.text += std::string(behind_it) + std::string(text.substr(end, to - end));
  return out;
}

/// Returns the closing brackets that `text` lacks. If an unclosed form begins with a keyword, such as `let` or `if`,
/// its last parts may not be typed yet. So `missing`, which stands for them, is put before the form's closing
/// bracket.
std::string closing(NamesInSight& names, std::string_view text, std::string_view missing) {
  const Outline o(text);
  std::string out;
  for (uint32_t open = o.open_at(text.size()); open != no_token; open = o.inside[open]) {
    const Token* head = open + 1 < o.tokens.size() ? &o.tokens[open + 1] : nullptr;
    const bool form = head && names.is_keyword(text.substr(head->begin, head->end - head->begin));
    out += text[o.tokens[open].begin] == '[' ? "]" : (form ? std::string(missing) : "") + ")";
  }
  return out;
}

/// For each earlier result (`it`, `it1`, ..) that the form's text mentions, wraps the form in a lambda whose
/// parameter has the result's name and type.
void bind_results(const NamesInSight& names, Form& form) {
  for (const auto& r : names.results()) {
    if (form.text.find(r.text) == form.text.npos) continue;
    const std::string before = "(lambda (" + r.text + " : " + r.note + ") ";
    const auto moved = static_cast<uint32_t>(before.size());
    form = {before + form.text + ")", form.begin + moved, form.end + moved};
  }
}

} // namespace

std::vector<std::string> fields_of(std::string_view type) {
  std::vector<std::string> out;
  if (!type.starts_with("(")) return out;
  size_t depth = 0, begin = 1;
  for (size_t i = 0; i < type.size(); ++i) {
    if (type[i] == '(') ++depth;
    if (type[i] == ')' && --depth == 0 && i + 1 != type.size()) return {}; // a function type
    if (depth != (type[i] == ')' ? 0 : 1) || (type[i] != ',' && type[i] != ')')) continue;
    out.emplace_back(type.substr(begin, i - begin));
    begin = i + 2;
  }
  return out.size() > 1 ? out : std::vector<std::string>();
}

std::string type_at(NamesInSight& names, const Outline& o, std::string_view text, size_t begin, size_t end,
                    std::string_view expression) {
  const Form form = form_around(o, text, begin, end, expression);
  for (const std::string_view more : missing) {
    Form whole{form.text + closing(names, form.text, more), form.begin, form.end};
    bind_results(names, whole);
    if (auto type = names.session().type_inside(whole.text, whole.begin, whole.end)) return *type;
  }
  return "";
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
    const bool field = text[o.tokens[i].begin] == '.' && touches(i); // a field of a record, as in (f x).mass
    const bool joined = field || o.tokens[i].kind == TokenKind::Project ||
                        o.tokens[i].kind == TokenKind::Index ||
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
