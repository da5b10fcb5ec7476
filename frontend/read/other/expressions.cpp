#include "frontend/read/other/expressions.hpp"
#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/expressions/parser.hpp"
#include "frontend/read/other/form_texts.hpp"
#include <algorithm>
#include <array>

namespace nova {

using Text = std::optional<std::string>;

namespace {

Text negation(const Text& e) { return e ? Text("(not " + *e + ")") : Text{}; }

Text both(const std::string& a, const Text& b) { return b ? Text("(and " + a + " " + *b + ")") : Text{}; }

/// Returns the call of f, a name, a function or a call that lacks its last argument, with that argument.
std::string behind_arguments(const std::string& f, const std::string& last) {
  const bool call = f.starts_with('(') && !f.starts_with("(lambda ");
  return call ? f.substr(0, f.size() - 1) + " " + last + ")" : "(" + f + " " + last + ")";
}

/// Returns the value of f of what a Maybe holds, as a Maybe.
std::string mapped_maybe(const std::string& f, const std::string& maybe) {
  return "(match " + maybe + " (None None) ((Some v) (Some " + behind_arguments(f, "v") + ")))";
}

/// Returns the question (filter (> x 2)) of R's columns as one of a row; other calls as they are.
std::string row_question(const std::string& call) {
  for (const std::string_view sign : {"<", ">", "<=", ">=", "=", "~="}) {
    const std::string begin = "(filter (" + std::string(sign) + " ";
    if (call.starts_with(begin) && call.size() > begin.size() && is_letter(call[begin.size()]))
      return "(filter (lambda (r) (" + std::string(sign) + " r." + call.substr(begin.size()) + ")";
  }
  return call;
}

} // namespace

Text Parser::whole() {
  const Text all = ranged(expression());
  return at_ == words_.size() ? all : std::nullopt;
}

Text Parser::expression() {
  constexpr int deepest = 40;
  if (++depth_ > deepest) return {};
  Text e = take("if") ? conditional() : is("let") ? local() : is_function() ? function() : binary(1);
  if (e && take("if")) e = behind(*e);
  if (e && take("?")) e = question(*e);
  if (e && is(".") && !touches() && take(".")) {
    const Text g = binary(1);
    e = g ? Text("(lambda (x) (" + *e + " (" + *g + " x)))") : Text{};
  }
  if (e && take("<$>")) { // of Haskell
    const Text of = expression();
    const bool reads = of && of->find("(read-stdin)") != of->npos;
    e = reads ? Text(behind_arguments(*e, *of))
        : of  ? Text(of->starts_with("(Some ") || of->starts_with("(find ") ? mapped_maybe(*e, *of)
                                                                            : "(map " + *e + " " + *of + ")")
              : Text{};
  }
  if (e && take("$")) { // of Haskell
    const Text argument = expression();
    e = argument ? Text(behind_arguments(*e, *argument)) : Text{};
  }
  while (e && (is("|>") || is("%>%"))) {
    const bool of_rows = is("%>%");
    const Text g = (++at_, binary(1)), f = g && of_rows ? row_question(*g) : g;
    e = f ? Text(behind_arguments(*f, *e)) : Text{};
  }
  --depth_;
  return e;
}

Text Parser::ranged(Text a) {
  if (!a || !is_digit(a->front()) || !take(":")) return a;
  const Text b = binary(1);
  return b ? Text("[" + *a + ".." + *b + "]") : Text{};
}

Text Parser::conditional() {
  const bool bracket = is("(");
  const size_t start = at_;
  Text c = expression();
  if (bracket && !is("then")) at_ = start + 1, c = expression();
  const bool begun = c && (take("then") || (bracket && take(")")));
  const bool returns = begun && take("return");
  const Text a = begun ? expression() : Text{};
  while (is(";")) ++at_;
  const bool other = a && take("else");
  if (other) take("return");
  const Text b = other ? expression() : Text{};
  if (a && !other && returns) return "(if " + *c + " " + *a + " b)";
  if (a && !other && bracket && at_ == words_.size()) return "(when " + *c + " " + *a + ")";
  return b ? Text("(if " + *c + " " + *a + " " + *b + ")") : Text{};
}

Text Parser::behind(const std::string& a) {
  const Text c = binary(1), b = c && take("else") ? expression() : Text{};
  return b ? Text("(if " + *c + " " + a + " " + *b + ")") : Text{};
}

Text Parser::question(const std::string& c) {
  const Text a = binary(1), b = a && take(":") ? expression() : Text{};
  return b ? Text("(if " + c + " " + *a + " " + *b + ")") : Text{};
}

Text Parser::local() {
  if (word(1).kind != OtherWord::Name) return {};
  const std::string name(word(1).text);
  std::string names;
  for (at_ += 2; word().kind == OtherWord::Name; ++at_)
    names += (names.empty() ? "" : " ") + std::string(word().text);
  if (!take("=")) return {};
  const bool outer = std::exchange(in_ends_, true);
  Text value = expression();
  if (value && !names.empty()) value = "(lambda (" + names + ") " + *value + ")";
  in_ends_ = outer;
  const Text body = value && take("in") ? expression() : Text{};
  return body ? Text("(let (" + name + " " + *value + ") in " + *body + ")") : Text{};
}

bool Parser::is_function() const {
  return is("\\") || is("lambda") || (is("function") && word(1).text == "(") ||
         (word().kind == OtherWord::Name && is_arrow(word(1))) || is_parameter_list();
}

bool Parser::is_parameter_list() const {
  if (!is("(")) return false;
  size_t k = 1;
  while (word(k).kind == OtherWord::Name || word(k).text == ",") ++k;
  return word(k).text == ")" && is_arrow(word(k + 1));
}

Text Parser::function() {
  std::string names;
  const bool list = word(1).text == "(" && !is("(") && !is("lambda"); // function(x) e, \(x) e
  for (; !is_arrow(word()) && !is(":") && !(list && is(")")); ++at_) {
    if (word().kind == OtherWord::End) return {};
    if (word().kind == OtherWord::Name && !is("lambda") && !is("function"))
      names += (names.empty() ? "" : " ") + std::string(word().text);
  }
  ++at_;
  if (list && is_arrow(word())) ++at_; // \(x, y) -> e
  const Text body = expression();
  return body ? Text("(lambda (" + names + ") " + *body + ")") : Text{};
}

const Operator* Parser::binary_operator(int level) const {
  if (word().kind != OtherWord::Sign && word().kind != OtherWord::Name) return nullptr;
  if (in_ends_ && is("in")) return nullptr;
  const Operator* at = find_operator(word().text);
  return at && at->level == level ? at : nullptr;
}

Text Parser::binary(int level) {
  if (level == prefix_level) return prefixed();
  if (level == comparison_level && take("not")) return negation(binary(level));
  Text left = level < highest_level ? binary(level + 1) : application();
  // 0 <= x < n are two comparisons, 0 < x < n is one: the last one's right side, and the operator if it is the only one
  std::string compared;
  const Operator* same = nullptr;
  while (left) {
    if (level == comparison_level && is("not") && word(1).text == "in") {
      at_ += 2;
      const Text of = binary(level + 1);
      left = of ? Text("(not (contains " + *left + " " + *of + "))") : Text{};
      continue;
    }
    const bool each = is(".") && at_ + 1 < words_.size(); // .+ of Julia
    at_ += each;
    if (level == backquote_level && is("`") && word(2).text == "`") {
      const std::string f(word(1).text);
      at_ += 3;
      const Text right = binary(level + 1);
      const Operator* const o = find_operator(f); // as `div`
      if (!right) return {};
      const std::array both{*left, *right};
      if (Text own = !o ? lisp_call(f, both) : Text{})
        left = std::move(own);
      else
        left =
            o ? applied(*o, *left, *right, true) : Text("(" + renaming(f) + " " + *left + " " + *right + ")");
      continue;
    }
    const Operator* o = binary_operator(level);
    if (!o) return at_ -= each, left;
    ++at_;
    const Text right = level < highest_level ? binary(level + 1) : prefixed();
    if (!right) return {};
    if (each)
      left = for_each(*o, *left, *right);
    else if (level == comparison_level && same == o && o->function != "~=")
      left->back() = ' ', *left += *right + ")";
    else if (level == comparison_level)
      left = compared.empty() ? applied(*o, *left, *right) : both(*left, applied(*o, compared, *right));
    else
      left = applied(*o, *left, *right);
    same = !each && (compared.empty() || same == o) ? o : nullptr;
    compared = *right;
  }
  return left;
}

Text Parser::prefixed() {
  if ((is("&") || is("*")) && word(1).kind == OtherWord::Name) ++at_; // a pointer, or Python's *xs
  if (take("~")) {
    const Text bits = prefixed();
    return bits ? Text("(~ " + *bits + ")") : Text{};
  }
  const bool minus = take("-"), not_ = !minus && (take("!") || take("not"));
  if (!minus && !not_) return binary(highest_level);
  const Text e = prefixed();
  if (!e) return {};
  if (minus && is_digit((*e)[0])) return "-" + *e;
  return minus ? Text("(neg " + *e + ")") : negation(e);
}

bool Parser::begins_operand() const {
  const OtherWord w = word();
  constexpr std::string_view others[] = {"if", "then", "else", "in",  "for", "and",
                                         "or", "not",  "mod",  "div", "rem", "is"};
  if (w.kind == OtherWord::Name) return std::ranges::find(others, w.text) == std::end(others);
  return w.kind == OtherWord::Numeral || w.kind == OtherWord::String || is("(") || is("[");
}

Text Parser::application() {
  Text f = operand();
  if (!f || !begins_operand()) return f;
  const bool row = is_digit((*f)[0]) || (*f)[0] == '"'; // [3 1 2] has its commas left out
  std::string call = (row ? "" : "(") + *f;
  std::vector<std::string> arguments;
  while (begins_operand()) {
    const Text argument = operand();
    if (!argument) return {};
    call += " " + *argument, arguments.push_back(*argument);
  }
  if ((*f == "and" || *f == "or") && arguments.size() == 1) // of Haskell, of a list
    return std::string(*f == "and" ? "(all" : "(any") + " identity " + arguments[0] + ")";
  if (*f == "read" && arguments.size() == 1) return read_as(arguments[0]);
  if (*f == "map" && arguments.size() == 2 && arguments[1].starts_with("(Some ")) // fmap (+1) (Just 3)
    return mapped_maybe(arguments[0], arguments[1]);
  if (auto own = row ? Text{} : lisp_call(*f, arguments)) return own;
  return row ? call : call + ")";
}
bool is_translated(std::string_view name) {
  if (name.starts_with("np.") && has_own_call(name.substr(3))) return true;
  return renaming(name) != name || has_own_call(name) || has_lisp_call(name) || name == "np.array" ||
         name == "numpy.array";
}

std::optional<std::string> nova_expression(std::string_view text, bool forms) {
  constexpr size_t longest = 300;
  if (text.size() > longest) return {};
  auto words = other_words(text, forms);
  const auto e = words && !words->empty() ? Parser(std::move(*words), forms).whole() : std::nullopt;
  return e ? Text(with_values_of_keys(*e)) : e;
}

} // namespace nova
