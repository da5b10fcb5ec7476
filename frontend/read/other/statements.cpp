#include "frontend/read/other/statements.hpp"
#include <algorithm>

namespace nova {
namespace {

/// Returns the index of the word behind the bracket that begins the line; 0 if it is never closed.
size_t word_behind(std::span<const OtherWord> words) {
  size_t depth = 0;
  for (size_t k = 0; k < words.size(); ++k) {
    if (words[k].kind != OtherWord::Sign) continue;
    depth += words[k].text == "(" || words[k].text == "[";
    depth -= depth > 0 && (words[k].text == ")" || words[k].text == "]");
    if (depth == 0) return k + 1;
  }
  return 0;
}

/// Whether the parenthesis that begins the line is closed at its end or on a later line. It may say no of a line with quotes.
bool is_one_list(std::string_view line) {
  if (!line.starts_with('(')) return false;
  size_t depth = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"' || line[at] == '\'') return false;
    depth += line[at] == '(' || line[at] == '[';
    depth -= line[at] == ')' || line[at] == ']';
    if (depth == 0) return at + 1 == line.size();
  }
  return true;
}

} // namespace

std::string shown_forms(std::string_view help) {
  constexpr std::string_view leads[] = {
      "it is ",      "assigned with ", "by ",    "of its own: ", "a loop is ",
      "made anew: ", "other: ",        "type: ", "types: "};
  for (const std::string_view lead : leads) {
    const size_t at = help.find(lead);
    if (at == help.npos) continue;
    const std::string_view rest = help.substr(at + lead.size());
    return std::string(rest.substr(0, rest.find("; ")));
  }
  return help.starts_with('(') ? std::string(help) : std::string();
}

std::optional<OtherText> as_line(std::string_view text) {
  OtherText t{without_blanks(text), {}, {}};
  t.block = t.line;
  auto words = other_words(t.line);
  if (!words || words->empty()) return {};
  t.words = std::move(*words);
  return t;
}

std::optional<OtherMeaning> statements_meaning(const OtherText& t, const MeaningOf& meaning_of) {
  const size_t brace = t.line.find('{'); // the braces of a vector stay within its statement
  const bool vector = brace != t.line.npos && brace > 2 && t.line.substr(brace - 2, 2) == "= ";
  if (t.line.find(';') == t.line.npos || (brace != t.line.npos && !vector) || t.word(0) == "for" ||
      t.words.back().text == "end")
    return {};
  std::string all, first;
  std::string_view what;
  size_t count = 0;
  for (const std::string_view part : split_at(t.line, ";")) {
    if (part.empty()) continue;
    const auto line = as_line(part);
    const auto meaning = line ? meaning_of(*line) : std::nullopt;
    std::string form = meaning                           ? shown_forms(meaning->help)
                       : line && line->words.size() == 1 ? std::string(part)
                                                         : std::string();
    const bool defines = form.starts_with("(define ") && form.find(" (let (") == form.find(' ', 8);
    if (const size_t loop = form.find(") in (for ");
        loop != form.npos && (defines || form.starts_with("(let ("))) {
      const size_t name = form.rfind(' ');
      form = form.substr(loop + 5, name - loop - 5); // its variable is the statement's before it
    }
    if (form.empty() || form.find("...") != form.npos) return {};
    if (const size_t blank = all.find(' ', 9); // int n; scanf("%d", &n);
        blank != all.npos && all.starts_with("(define (") &&
        form.starts_with("(define " + all.substr(9, blank - 9) + " ") &&
        form.find("(read-stdin)") != form.npos)
      all.clear(), count = 1;
    if (what.empty() && meaning) what = meaning->what;
    all += (count++ ? " " : "") + form;
    if (form.find("(set! ") != form.npos && first.empty()) return {};
    if (count == 1 && form.starts_with("(define ") && form[8] != '(')
      first = form.substr(8, form.find(' ', 8) - 8);
  }
  if (all.find("(set! " + first + " ") != all.npos && !first.empty()) { // a sum that a loop makes
    const size_t end = all.find(") ");
    return OtherMeaning{what, "it is (let ((" + all.substr(8, end - 8) + ")) " + all.substr(end + 2) + " " +
                                  first + ")"};
  }
  if (all.find("(set! ") != all.npos) return {};
  if (count < 2 || what.empty()) return {};
  return OtherMeaning{what, "it is " + std::string(without_blanks(all))};
}

/// Whether the words in brackets are a comprehension with an operator between operands, as Haskell has it, or with a
/// range of Julia's: [x * 2 | x <- xs], [i for i in 1:3].
static bool is_other_comprehension(std::span<const OtherWord> words) {
  constexpr std::string_view operators[] = {"+", "-", "*", "/", "^", "**", "++"};
  if (words.size() < 8 || words[0].text != "[" || words[1].kind == OtherWord::Sign) return false;
  bool bar = false, arrow = false, loop = false, range = false;
  for (size_t k = 2; k < words.size(); ++k) {
    bar |= words[k].text == "|", arrow |= words[k].text == "<-", loop |= words[k].text == "for";
    range |= words[k].text == ":" && words[k - 1].kind == OtherWord::Numeral;
  }
  const OtherWord &sign = words[2], &next = words[3];
  const bool infix = is_one_of(sign.text, operators) &&
                     sign.text.data() + sign.text.size() < next.text.data() &&
                     words[1].text.data() + words[1].text.size() < sign.text.data();
  return (bar && arrow && infix) || (loop && range);
}

std::optional<std::string> expression_behind_bracket(std::string_view line) {
  constexpr std::string_view operators[] = {
      "+",   "-",  "*", "/", "%",  "**", "//", "==", "!=",   "<",  ">",   "<=",  ">=",     "&&",
      "and", "or", "^", "`", "->", "=>", "%%", "++", "%in%", "|>", "%>%", "<$>", "\u00d7", "\u00f7"};
  constexpr std::string_view joining[] = {"+", "-", "*", "/", "%", "**", "^"};
  if (is_one_list(line)) return {};
  const auto words = other_words(line);
  const size_t k = words ? word_behind(*words) : 0;
  if (words && k == words->size() && is_other_comprehension(*words)) return nova_expression(line);
  if (k == 0 || k + 1 >= words->size()) return {};
  const bool index = (*words)[k].text == "[" && (*words)[k].text.data() == (*words)[k - 1].text.data() + 1;
  if (index && line.ends_with(']')) return nova_expression(line);
  const bool method =
      (*words)[k].text == "." && (*words)[k + 1].kind == OtherWord::Name && line.ends_with(')');
  if (method && k + 2 < words->size() && (*words)[k + 2].text == "(")
    return nova_expression(line); // [1].append(2)
  const OtherWord &sign = (*words)[k], &next = (*words)[k + 1];
  const bool apart = sign.text.data() + sign.text.size() < next.text.data() || sign.text == "`";
  const bool operand = next.kind != OtherWord::Sign || next.text == "(" || next.text == "[";
  const bool infix = line[0] == '(' && k > 3 && (*words)[1].kind != OtherWord::Sign && // (a + b)/2
                     is_one_of((*words)[2].text, operators) && is_one_of(sign.text, joining) &&
                     (*words)[1].text.data() + (*words)[1].text.size() < (*words)[2].text.data();
  if (!is_one_of(sign.text, operators) || (!apart && !infix) || !operand || line.find(';') != line.npos)
    return {};
  auto e = nova_expression(line);
  return e ? e : nova_expression(line, true);
}

std::string without_primes(std::string_view help) {
  std::string out;
  for (size_t at = 0; at < help.size(); ++at) {
    const bool ends = at + 1 == help.size() || help[at + 1] == ' ' || help[at + 1] == ')';
    const bool prime =
        help[at] == '\'' && at > 0 && (is_letter(help[at - 1]) || is_digit(help[at - 1])) && ends;
    out += prime ? std::string("-prime") : std::string(1, help[at]);
  }
  return out;
}

} // namespace nova
