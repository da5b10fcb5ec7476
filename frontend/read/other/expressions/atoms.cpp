// Atoms: names, literals, and what stands in brackets. A part of expressions/parser.hpp.
#include "frontend/read/other/expressions/parser.hpp"
#include "frontend/read/other/texts.hpp"
#include <algorithm>
#include <utility>

namespace nova {

using Text = std::optional<std::string>;

Text Parser::atom() {
  const OtherWord w = word();
  if (w.kind == OtherWord::End || w.text == ")" || w.text == "]") return {};
  ++at_;
  if (w.text == "f" && touches() && word().kind == OtherWord::String)
    return text_with_braces(words_[at_++].text);
  const bool standard = w.text == "std" && is("::") && word(1).kind == OtherWord::Name; // std::sort
  if (standard) return ++at_, renaming(words_[at_++].text);
  if (w.kind == OtherWord::Name) return renaming(w.text);
  if (w.kind == OtherWord::Numeral) return nova_numeral(w.text);
  if (w.kind == OtherWord::String) return nova_quoted(w.text);
  if (forms_ && (w.text == "(" || w.text == "[")) return form();
  if (w.text == "(") return parenthesised();
  if (const Operator* o =
          w.kind == OtherWord::Sign && is("(") && touches() ? find_operator(w.text) : nullptr) {
    std::string named; // +(1, 2) of Julia
    const auto both = (++at_, expressions(")", named));
    return both && both->size() == 2 && named.empty() ? applied(*o, (*both)[0], (*both)[1]) : Text{};
  }
  return w.text == "[" ? bracketed() : Text{};
}

Text Parser::form() {
  const char* const begin = words_[at_ - 1].text.data();
  for (size_t depth = 1; at_ < words_.size(); ++at_) {
    if (words_[at_].kind != OtherWord::Sign) continue;
    depth += is("(") || is("[");
    depth -= is(")") || is("]");
    if (depth == 0) return std::string(begin, words_[at_++].text.data() + 1);
  }
  return {};
}

Text Parser::section() {
  const Operator* o = find_operator(word().text);
  if (word().kind != OtherWord::Sign || !o) return {};
  const size_t start = at_++;
  if (take(")")) return std::string(o->function);
  const bool prefix = o->sign == "-" || o->sign == "!"; // (-x) and (!x) are no sections
  const Text operand = prefix ? Text{} : binary(1);
  if (!operand || !take(")")) return at_ = start, Text{};
  if (o->function == "+" || o->function == "*") return "(" + std::string(o->function) + " " + *operand + ")";
  const Text body = applied(*o, "v", *operand);
  return body ? Text("(lambda (v) " + *body + ")") : Text{};
}

Text Parser::cast() {
  constexpr std::pair<std::string_view, std::string_view> casts[] = {
      {"double", "(to_double "}, {"float", "(to_float "}, {"int", "(to_int "}, {"long", "(to_int "}};
  const auto* to =
      std::ranges::find(casts, word().text, &std::pair<std::string_view, std::string_view>::first);
  const size_t stars = word(1).text == "*";
  if (to == std::end(casts) || word(1 + stars).text != ")") return {};
  const size_t start = at_;
  at_ += 2 + stars;
  const Text e = begins_operand() || is("-") ? binary(highest_level) : Text{};
  if (!e) return at_ = start, Text{};
  return stars ? e : Text(std::string(to->second) + *e + ")");
}

Text Parser::parenthesised() {
  if (Text s = section()) return s;
  if (Text c = cast()) return c;
  std::string named;
  const auto all = expressions(")", named);
  if (!all || all->empty() || !named.empty()) return {};
  return all->size() == 1 ? all->front() : "(" + joined(*all, ", ") + ")";
}

Text Parser::bracketed() {
  if (take("]")) return "[]";
  const Text first = expression();
  if (!first) return {};
  if (take("for")) return comprehension(*first, word(1).text == "=" ? "=" : "in", "]");
  if (take("|")) return comprehension(*first, "<-", "]");
  if (is(";") && is_digit(first->front())) return rows(*first);
  if (take("..") || (first->front() != '"' && take(":"))) {
    if (take("]")) return "[" + *first + "..1000]"; // an end is needed
    const Text to = expression();
    return to && take("]") ? Text("[" + *first + ".." + *to + "]") : Text{};
  }
  std::string items = *first;
  while (take(",")) {
    const Text next = is("]") ? Text("") : expression();
    if (!next) return {};
    if (items == *first && take("..")) return stepped(*first, *next);
    items += next->empty() ? "" : " " + *next;
  }
  return take("]") ? Text("[" + items + "]") : Text{};
}

Text Parser::stepped(const std::string& first, const std::string& second) {
  const Text last = expression();
  const bool numbers = std::ranges::all_of(first + second, is_digit) && first.size() + second.size() < 16;
  if (!last || !take("]")) return {};
  const std::string step =
      numbers ? std::to_string(std::stol(second) - std::stol(first)) : "(- " + second + " " + first + ")";
  const long after = numbers && std::stol(second) < std::stol(first) ? -1 : 1;
  const bool plain = std::ranges::all_of(*last, is_digit) && last->size() < 9;
  const std::string end = plain ? std::to_string(std::stol(*last) + after) : "(+ " + *last + " 1)";
  return "(range " + first + " " + end + " " + step + ")";
}

Text Parser::rows(const std::string& first) {
  std::string all = "[" + first + "]";
  while (take(";")) {
    const Text row = expression();
    if (!row) return {};
    all += " [" + *row + "]";
  }
  return take("]") ? Text("[" + all + "]") : Text{};
}

/// Returns the expression with the number that the text `name` tells, for conversions of it.
static std::string with_parsing(std::string e, const std::string& name) {
  for (const auto& [from, to] : {std::pair{"(to_int ", "(parse-int "}, {"(to_double ", "(parse-double "}})
    for (size_t at = e.find(from + name + ")"); at != e.npos; at = e.find(from + name + ")"))
      e.replace(at, std::string_view(from).size(), to);
  return e;
}

Text Parser::comprehension(std::string e, std::string_view arrow, std::string_view end) {
  std::string qualifiers;
  bool matrix = false, after_comma = false; // [e for i in a, j in b] of Julia
  do {
    const bool pair = word(1).text == "," && word(2).kind == OtherWord::Name && word(3).text == arrow;
    const bool draws = word().kind == OtherWord::Name && (pair || word(1).text == arrow);
    const std::string name = pair ? "(" + std::string(word().text) + ", " + std::string(word(2).text) + ")"
                                  : std::string(word().text); // for x, y in zip(a, b)
    if (draws) at_ += pair ? 4 : 2;
    const Text of = ranged(binary(1));
    if (!of) return {};
    if (of->starts_with("(words ") || of->starts_with("(split ") ||
        of->starts_with("(lines ")) // texts are read
      e = with_parsing(std::move(e), name);
    if (draws && after_comma && arrow != "<-") {
      matrix = true;
      qualifiers = name + " <- " + *of + "] | " + qualifiers;
    } else
      qualifiers += (qualifiers.empty() ? "" : ", ") + (draws ? name + " <- " + *of : *of);
    after_comma = is(",");
  } while (take(",") || take("for") || take("if"));
  return take(end) ? Text((matrix ? "[[" : "[") + e + " | " + qualifiers + "]") : Text{};
}
} // namespace nova
