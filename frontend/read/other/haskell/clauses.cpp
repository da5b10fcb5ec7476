#include "frontend/read/other/haskell/clauses.hpp"
#include "frontend/read/other/signatures.hpp"
#include "frontend/read/other/statements.hpp"
#include <algorithm>

namespace nova {
namespace {

using Text = std::optional<std::string>;
using Meaning = std::optional<OtherMeaning>;

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

/// Returns the offset of the word outside of texts, with blanks around it; npos if it stands nowhere.
size_t find_word(std::string_view text, std::string_view word) {
  bool quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    quoted ^= text[at] == '"' && (at == 0 || text[at - 1] != '\\');
    const size_t end = at + word.size();
    if (!quoted && text.substr(at).starts_with(word) && (at == 0 || is_blank(text[at - 1])) &&
        (end == text.size() || is_blank(text[end])))
      return at;
  }
  return text.npos;
}

/// Returns the name that an equation defines.
std::string_view defined_name(std::string_view line) {
  const auto words = other_words(line);
  return words && !words->empty() && words->front().kind == OtherWord::Name ? words->front().text
                                                                            : std::string_view{};
}

bool mentions(std::string_view text, std::string_view name) {
  const auto words = other_words(text).value_or(std::vector<OtherWord>{});
  return std::ranges::find(words, name, &OtherWord::text) != words.end();
}

/// Returns the definition of the equations of one name; nothing if they are not understood.
Text definition_of_equations(const std::string& equations) {
  const auto line = as_line(std::string_view(equations).substr(0, equations.find('\n')));
  if (!line || line->words.size() < 3 || !line->is_name(0)) return {};
  if (line->word(1) != "=") return function_of_equations(equations, {});
  const Text value = nova_expression(line->from(2));
  return value && equations.find('\n') == equations.npos
             ? Text("(define " + std::string(line->word(0)) + " " + *value + ")")
             : Text{};
}

/// Returns the equations of a `where` or `let`, those of one name together.
std::vector<std::string> groups_of_equations(std::string_view text) {
  std::vector<std::string> groups;
  std::string_view last;
  for (const std::string_view line : split_at(text, "\n;")) {
    if (line.empty() || line.find(" :: ") != line.npos) continue;
    const std::string_view name = defined_name(line);
    if (!groups.empty() && name == last && !name.empty())
      groups.back() += "\n" + std::string(line);
    else
      groups.emplace_back(line);
    last = name;
  }
  return groups;
}

} // namespace

std::optional<WhereClause> split_where(std::string_view block) {
  const size_t at = find_word(block, "where");
  if (at == block.npos) return WhereClause{block, {}};
  const std::vector<std::string> groups = groups_of_equations(block.substr(at + 5));
  std::string definitions;
  for (size_t k = 0; k < groups.size(); ++k) {
    const Text form = definition_of_equations(groups[k]);
    const bool value = form && !form->starts_with("(define (");
    for (size_t later = k; value && later < groups.size(); ++later) // its order is free in Haskell alone
      if (mentions(groups[k].substr(groups[k].find('=')), defined_name(groups[later]))) return {};
    if (!form) return {};
    definitions += *form + " ";
  }
  return WhereClause{without_blanks(block.substr(0, at)), definitions};
}

/// Returns `let go 0 acc = acc; go n acc = .. in go 10 0` as definitions and the body behind them.
static Meaning equations_with_body(const OtherText& t) {
  const size_t in = find_word(t.block, "in");
  const size_t begin = static_cast<size_t>(t.words[1].text.data() - t.block.data());
  if (in == t.block.npos || in < begin || t.word(2) == "=") return {};
  std::string forms;
  for (const std::string& group : groups_of_equations(t.block.substr(begin, in - begin))) {
    const Text form = definition_of_equations(group);
    if (!form) return {};
    forms += *form + " ";
  }
  const Text body = nova_expression(without_blanks(t.block.substr(in + 2)));
  return body && !forms.empty()
             ? Meaning(OtherMeaning{"a local definition", "it is (begin " + forms + *body + ")"})
             : Meaning{};
}

Meaning equations_meaning(const OtherText& t) {
  const bool let = t.word(0) == "let" && t.is_name(1);
  if (t.line.find('{') != t.line.npos || t.word(1) == "::" || is_type_word(t.word(0))) return {};
  if (let && t.line.data() == t.block.data())
    if (Meaning local = equations_with_body(t)) return local;
  if (find_word(t.block, "in") != OtherText::none) return {};
  const std::string_view text = let ? t.from(1) : t.line;
  const std::string_view behind = t.block.substr(std::min(t.line.size(), t.block.size()));
  const std::vector<std::string> groups = groups_of_equations(std::string(text) + std::string(behind));
  const size_t lines = split_at(groups.empty() ? std::string_view{} : groups[0], "\n").size();
  if (groups.size() != 1 || (!let && lines < 2) || (let && lines < 2 && t.word(2) == "=")) return {};
  const auto first = as_line(std::string_view(groups[0]).substr(0, groups[0].find('\n')));
  if (!first || first->words.size() < 4 || first->word(1) == "=" || first->word(1) == "(") return {};
  const Text all = function_of_equations(groups[0], {});
  return all ? Meaning(OtherMeaning{"a function's definition", *all}) : Meaning{};
}

namespace {

/// Returns the forms of actions, each of which sees the names that those before it bind; nothing if one is not understood.
Text forms_of_actions(std::span<const std::string_view> actions, size_t& reads) {
  if (actions.empty()) return {};
  std::string_view action = actions[0];
  const auto rest = actions.subspan(1);
  const size_t arrow = action.find(" <- ");
  const bool let = action.starts_with("let ");
  reads += action.find("getLine") != action.npos || action.find("getContents") != action.npos;
  if (arrow != action.npos || let) {
    const size_t sign = let ? action.find(" = ") : arrow;
    if (sign == action.npos || rest.empty()) return {};
    const auto name = as_line(action.substr(let ? 4 : 0, sign - (let ? 4 : 0)));
    const Text value = nova_expression(action.substr(sign + (let ? 3 : 4)));
    const Text body = value ? forms_of_actions(rest, reads) : Text{};
    if (!body || !name || name->words.size() != 1 || !name->is_name(0)) return {};
    return "(let (" + std::string(name->line) + " " + *value + ") in " + *body + ")";
  }
  for (const std::string_view word : {"return ", "pure "})
    if (action.starts_with(word)) action.remove_prefix(word.size());
  const Text form = nova_expression(action);
  if (!form) return {};
  if (rest.empty()) return form;
  const Text others = forms_of_actions(rest, reads);
  return others ? Text(*form + " " + *others) : Text{};
}

/// Returns the actions in braces, or in lines that are indented alike; nothing if a line belongs to the one above it.
std::vector<std::string_view> actions_in(std::string_view text) {
  text = without_blanks(text);
  if (text.starts_with('{') && text.ends_with('}')) {
    auto all = split_at(text.substr(1, text.size() - 2), ";\n");
    std::erase_if(all, [](std::string_view a) { return a.empty(); });
    return all;
  }
  std::vector<std::string_view> all;
  size_t depth = text.npos;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const size_t own = line.find_first_not_of(" \t");
    if (own != line.npos && at > 0 && depth != text.npos && own != depth) return {};
    if (own != line.npos && at > 0) depth = own;
    if (own != line.npos) all.push_back(without_blanks(line));
    at = end + 1;
  }
  return all;
}

} // namespace

Meaning actions_meaning(const OtherText& t) {
  if (t.word(0) == "main" && t.word(1) == "::" &&
      t.block.size() > t.line.size()) // main :: IO (), and main = .. below
    if (const auto rest = as_line(t.block.substr(t.line.size())); rest && rest->word(1) == "=") {
      if (Meaning m = actions_meaning(*rest)) return m;
      const Text e = nova_expression(rest->from(2));
      return e ? Meaning(OtherMeaning{"a function's definition",
                                      "the forms of a file run one after the other: " + *e})
               : Meaning{};
    }
  const size_t at = find_word(t.block, "do");
  const size_t brace = t.block.find("do {") != t.block.npos ? t.block.find("do {") : t.block.find("do{");
  const size_t begin = std::min(at, brace);
  if (begin == t.block.npos || t.block.find("while") != t.block.npos) return {};
  const std::string_view head = without_blanks(t.block.substr(0, begin));
  const bool alone = head.empty();
  if (!alone && (!head.ends_with('=') || !t.is_name(0) || head.find('\n') != head.npos)) return {};
  size_t reads = 0;
  const auto actions = actions_in(t.block.substr(begin + 2));
  const bool braces = without_blanks(t.block.substr(begin + 2)).starts_with('{');
  if (alone && braces && t.block.ends_with(";")) return {}; // a loop of C's
  const Text forms = forms_of_actions(actions, reads);
  if (!forms || reads > 1 || actions.size() > 30) return {}; // standard input is read as a whole
  const bool binds = forms->starts_with("(let (");
  if (alone)
    return OtherMeaning{"an expression",
                        actions.size() > 1 && !binds ? "it is (begin " + *forms + ")" : "it is " + *forms};
  const auto name = as_line(head.substr(0, head.size() - 1));
  if (!name ||
      !std::ranges::all_of(name->words, [](const OtherWord& w) { return w.kind == OtherWord::Name; }))
    return {};
  if (name->line == "main")
    return OtherMeaning{"a function's definition", "the forms of a file run one after the other: " + *forms};
  return OtherMeaning{"a function's definition", "(define (" + std::string(name->line) + ") " + *forms + ")"};
}

Meaning bind_meaning(const OtherText& t) {
  const size_t at = t.line.find(" >>= ");
  if (at == t.line.npos || t.line.find(" >>= ", at + 1) != t.line.npos) return {};
  const std::string_view left = without_blanks(t.line.substr(0, at)),
                         right = without_blanks(t.line.substr(at + 5));
  if (right.empty() || is_digit(right[0])) return {}; // of C
  const auto m = nova_expression(left), f = nova_expression(right);
  if (!m || !f) return {};
  const std::string begin = "(lambda (";
  const size_t close = f->find(')');
  const bool lambda = f->starts_with(begin) && f->find(' ', begin.size()) > close;
  const std::string name = lambda ? f->substr(begin.size(), close - begin.size()) : "v",
                    body = lambda ? f->substr(close + 2, f->size() - close - 3) : "(" + *f + " v)";
  const bool reads = left == "getLine" || left == "getContents" || left.starts_with("readFile ");
  if (reads && lambda)
    return OtherMeaning{"an expression", "it is (let (" + name + " " + *m + ") in " + body + ")"};
  if (reads) return OtherMeaning{"an expression", "it is (" + *f + " " + *m + ")"};
  const std::string maybe = "(match " + *m + " (None None) ((Some " + name + ") " + body + "))";
  if (left.starts_with("Just ") || left == "Nothing") return OtherMeaning{"an expression", "it is " + maybe};
  return OtherMeaning{"an expression",
                      "of a Maybe it is " + maybe + ", of a vector (concat-map " + *f + " " + *m + ")"};
}

} // namespace nova
