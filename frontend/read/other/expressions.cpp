// A parser by precedence of operators, whose functions return the text of what they have parsed.
#include "frontend/read/other/expressions.hpp"
#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/operators.hpp"
#include "frontend/read/other/texts.hpp"
#include <algorithm>
#include <array>
#include <utility>

namespace nova {
namespace {

using Text = std::optional<std::string>;

Text negation(const Text& e) { return e ? Text("(not " + *e + ")") : Text{}; }

Text both(const std::string& a, const Text& b) { return b ? Text("(and " + a + " " + *b + ")") : Text{}; }

/// Whether an expression in Nova is a comprehension.
bool is_comprehension(std::string_view e) { return e.starts_with("[") && e.find(" | ") != e.npos; }

/// Returns Nova's function of bools, which takes a question and a vector, for one that takes the bools alone: any(x > 1
/// for x in xs), sum(x > 1 for x in xs). Returns "" for other functions.
std::string_view function_of_bools(std::string_view f, std::string_view comprehension) {
  constexpr std::string_view comparisons[] = {"[(< ", "[(> ", "[(<= ", "[(>= ", "[(= ", "[(~= "};
  const bool compares =
      std::ranges::any_of(comparisons, [&](std::string_view c) { return comprehension.starts_with(c); });
  if (f == "any" || f == "all") return f;
  return f == "sum" && compares ? "count" : "";
}

/// Returns the call of f, a name, a function or a call that lacks its last argument, with that argument.
std::string behind_arguments(const std::string& f, const std::string& last) {
  const bool call = f.starts_with('(') && !f.starts_with("(lambda ");
  return call ? f.substr(0, f.size() - 1) + " " + last + ")" : "(" + f + " " + last + ")";
}

/// Returns the arguments of a print that writes a blank between two values, as Python's does.
std::string with_blanks_between(const std::vector<std::string>& arguments) {
  std::string all = arguments[0];
  for (size_t k = 1; k < arguments.size(); ++k) {
    const bool text = all.back() == '"' && arguments[k - 1].front() == '"';
    all = (text ? all.substr(0, all.size() - 1) + " \"" : all + " \" \"") + " " + arguments[k];
  }
  return all;
}

/// Returns the column of df["price"], which has a method; other expressions as they are.
std::string column_of(const std::string& e) {
  const std::string begin = "(filter (lambda (k, v) (= k \"", behind = "\")) ";
  const size_t end = e.find(behind);
  if (!e.starts_with(begin) || end == e.npos) return e;
  const std::string name = e.substr(begin.size(), end - begin.size());
  return std::ranges::all_of(name, is_letter)
             ? "(map (lambda (r) r." + name + ") " + e.substr(end + behind.size())
             : e;
}

/// The element xs!i, where i may count from the end.
std::string element_at(const std::string& xs, const std::string& i) { return xs + "!" + place(i, xs); }

/// Returns the question (filter (> x 2)) of R's columns as one of a row; other calls as they are.
std::string row_question(const std::string& call) {
  for (const std::string_view sign : {"<", ">", "<=", ">=", "=", "~="}) {
    const std::string begin = "(filter (" + std::string(sign) + " ";
    if (call.starts_with(begin) && call.size() > begin.size() && is_letter(call[begin.size()]))
      return "(filter (lambda (r) (" + std::string(sign) + " r." + call.substr(begin.size()) + ")";
  }
  return call;
}

/// Returns Nova's function for a member of arrays; an empty text for others.
std::string_view member(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> members[] = {
      {"T", "transpose"}, {"length", "length"}, {"shape", "shape"}, {"size", "length"}};
  const auto* at = std::ranges::find(members, name, &std::pair<std::string_view, std::string_view>::first);
  return at == std::end(members) ? std::string_view{} : at->second;
}

class Parser {
 public:
  /// `forms`: whether lists are forms of Nova, which stay as they are.
  Parser(std::vector<OtherWord> words, bool forms) : words_(std::move(words)), forms_(forms) {}

  Text whole() {
    const Text all = ranged(expression());
    return at_ == words_.size() ? all : std::nullopt;
  }

 private:
  std::vector<OtherWord> words_;
  bool forms_;
  size_t at_ = 0;
  int depth_ = 0;
  bool in_ends_ = false; // whether the word `in` ends an expression, as in let x = 1 in e

  OtherWord word(size_t ahead = 0) const {
    return at_ + ahead < words_.size() ? words_[at_ + ahead] : OtherWord{};
  }
  bool is(std::string_view text) const { return word().text == text && word().kind != OtherWord::String; }
  bool take(std::string_view text) { return is(text) && ++at_; }

  Text expression() {
    constexpr int deepest = 40;
    if (++depth_ > deepest) return {};
    Text e = take("if") ? conditional() : is("let") ? local() : is_function() ? function() : binary(1);
    if (e && take("if")) e = behind(*e);
    if (e && take("?")) e = question(*e);
    if (e && is(".") && !touches() && take(".")) {
      const Text g = binary(1);
      e = g ? Text("(lambda (x) (" + *e + " (" + *g + " x)))") : Text{};
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
  /// Returns the range a:b of numerals, where `a` is parsed; else `a`.
  Text ranged(Text a) {
    if (!a || !is_digit(a->front()) || !take(":")) return a;
    const Text b = binary(1);
    return b ? Text("[" + *a + ".." + *b + "]") : Text{};
  }
  Text conditional() { // if a then b else c, if (a) b else c; the `if` is taken
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
  Text behind(const std::string& a) { // a if c else b
    const Text c = binary(1), b = c && take("else") ? expression() : Text{};
    return b ? Text("(if " + *c + " " + a + " " + *b + ")") : Text{};
  }
  Text question(const std::string& c) { // c ? a : b
    const Text a = binary(1), b = a && take(":") ? expression() : Text{};
    return b ? Text("(if " + c + " " + *a + " " + *b + ")") : Text{};
  }
  Text local() { // let x = a in b
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

  // Functions without names: \x y -> e, lambda x, y: e, x -> e, (x, y) => e.

  bool is_function() const {
    return is("\\") || is("lambda") || (is("function") && word(1).text == "(") ||
           (word().kind == OtherWord::Name && is_arrow(word(1))) || is_parameter_list();
  }
  static bool is_arrow(const OtherWord& w) { return w.text == "->" || w.text == "=>"; }
  bool is_parameter_list() const {
    if (!is("(")) return false;
    size_t k = 1;
    while (word(k).kind == OtherWord::Name || word(k).text == ",") ++k;
    return word(k).text == ")" && is_arrow(word(k + 1));
  }
  Text function() {
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

  // Operators.

  const Operator* binary_operator(int level) const {
    if (word().kind != OtherWord::Sign && word().kind != OtherWord::Name) return nullptr;
    if (in_ends_ && is("in")) return nullptr;
    const Operator* at = find_operator(word().text);
    return at && at->level == level ? at : nullptr;
  }
  Text binary(int level) {
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
          left = o ? applied(*o, *left, *right, true)
                   : Text("(" + renaming(f) + " " + *left + " " + *right + ")");
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
  Text prefixed() {
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

  // Calls: f x y, f(x, y); elements: xs[i].

  bool begins_operand() const {
    const OtherWord w = word();
    constexpr std::string_view others[] = {"if", "then", "else", "in",  "for", "and",
                                           "or", "not",  "mod",  "div", "rem", "is"};
    if (w.kind == OtherWord::Name) return std::ranges::find(others, w.text) == std::end(others);
    return w.kind == OtherWord::Numeral || w.kind == OtherWord::String || is("(") || is("[");
  }
  Text application() {
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
    if (auto own = row ? Text{} : lisp_call(*f, arguments)) return own;
    return row ? call : call + ")";
  }
  /// The number that Haskell's `read` reads, of the type behind it: read s :: Int. The type is taken.
  Text read_as(const std::string& text) {
    const bool typed = is("::") && word(1).kind == OtherWord::Name;
    const std::string_view type = typed ? word(1).text : std::string_view{};
    at_ += typed ? 2 : 0;
    const bool fraction = type == "Double" || type == "Float" || (!typed && text.find('.') != text.npos);
    if (typed && !fraction && type != "Int" && type != "Integer") return {};
    return std::string(fraction ? "(parse-double " : "(parse-int ") + text + ")";
  }
  bool touches() const { // whether the next word stands directly behind the last one
    return at_ > 0 && at_ < words_.size() &&
           words_[at_ - 1].text.data() + words_[at_ - 1].text.size() == words_[at_].text.data();
  }
  Text operand() {
    Text e = atom();
    while (e && touches()) {
      if (is(".") && word(1).kind == OtherWord::Name && word(2).text == "(") {
        const std::string f(word(1).text);
        at_ += 3;
        std::string named;
        const auto arguments = expressions(")", named);
        e = arguments && named.empty() ? method_call(column_of(*e), f, *arguments) : Text{};
      } else if (is(".") && word(1).kind == OtherWord::Name && !member(word(1).text).empty()) {
        e = "(" + std::string(member(word(1).text)) + " " + *e + ")", at_ += 2; // xs.filter(f).length
      } else if (is(".") && word(1).text == "(") {
        ++at_;
        e = call("map " + *e);
      } else if (is("$") && word(1).kind == OtherWord::Name) { // a column of R
        e = "(map (lambda (r) r." + std::string(word(1).text) + ") " + *e + ")", at_ += 2;
      } else if (is("(") && is_digit(e->back()) && is_digit(e->front())) { // 3(x + 1)
        const Text factor = atom();
        e = factor ? Text("(* " + *e + " " + *factor + ")") : Text{};
      } else if (is("("))
        e = call(*e);
      else if (is("["))
        e = element(*e);
      else if (take("'"))
        e = "(transpose " + *e + ")";
      else
        break;
    }
    return e;
  }
  /// Parses expressions up to the word `end`, with commas between them. Those with a name, as reverse=True, are
  /// added to `named` as they are written. Returns nothing if there is something else.
  std::optional<std::vector<std::string>> expressions(std::string_view end, std::string& named) {
    std::vector<std::string> all;
    while (!take(end)) {
      const bool has_name = word().kind == OtherWord::Name && word(1).text == "=";
      if (has_name) named += (named.empty() ? "" : ", ") + std::string(word().text) + "=", at_ += 2;
      Text e = function_word();
      if (!e) e = ranged(expression());
      if (const Text value = e && take("=>") ? expression() : Text{}) e = "(" + *e + ", " + *value + ")";
      if (e && all.empty() && take("for")) { // sum(x for x in xs)
        e = comprehension(*e, "in", end);
        return e ? std::optional(std::vector{*e}) : std::nullopt;
      }
      if (!e || (!take(",") && !is(end) && !(end == ")" && take(";")))) return {};
      has_name ? void(named += *e) : all.push_back(*e);
    }
    return all;
  }
  /// Parses an operator that is an argument: reduce(+, xs), Reduce(`+`, xs).
  Text function_word() {
    const bool quoted = is("`") && word(2).text == "`";
    const OtherWord sign = word(quoted), next = word(quoted ? 3 : 1);
    const Operator* o = find_operator(sign.text);
    if (sign.kind != OtherWord::Sign || !o || (next.text != "," && next.text != ")")) return {};
    at_ += quoted ? 3 : 1;
    return std::string(o->function);
  }
  static std::string joined(const std::vector<std::string>& all, const char* between) {
    std::string text;
    for (const std::string& e : all) text += (text.empty() ? "" : between) + e;
    return text;
  }
  Text call(const std::string& f) {
    const bool blanks = at_ > 0 && (words_[at_ - 1].text == "print" || words_[at_ - 1].text == "console.log");
    ++at_;
    if (word(1).text == "~") return formula(f);
    std::string named;
    const auto arguments = expressions(")", named);
    if (!arguments) return {};
    if (!named.empty()) return call_with_names(f, *arguments, named);
    if (auto own = own_call(f, *arguments)) return own;
    const size_t dot = f.rfind('.');
    const bool method = dot != f.npos && f[0] != '(' && !f.starts_with("map ") && renaming(f) == f;
    if (method) return method_call(f.substr(0, dot), f.substr(dot + 1), *arguments);
    if (arguments->size() == 1 && is_comprehension((*arguments)[0]))
      if (const auto function = function_of_bools(f, (*arguments)[0]); !function.empty())
        return "(" + std::string(function) + " identity " + (*arguments)[0] + ")";
    const std::string rest = joined(*arguments, " "), name = renaming(f);
    if (name == "map" && arguments->size() == 2 && ((*arguments)[0] == "int" || (*arguments)[0] == "float")) {
      const std::string& of = (*arguments)[1];
      const bool reads = of.starts_with("(words ") || of.starts_with("(split ") || of.starts_with("(lines ");
      const std::string type = (*arguments)[0] == "int" ? "int" : "double";
      return "(map " + (reads ? "parse-" : std::string("to_")) + type + " " + of + ")";
    }
    if (name == "println" && arguments->size() > 1)
      return "(println* " + (blanks ? with_blanks_between(*arguments) : rest) + ")";
    return "(" + name + (rest.empty() ? "" : " " + rest) + ")";
  }
  /// Parses the rest of f(to ~ by, data = df, FUN = g), behind the bracket.
  Text formula(const std::string& function) {
    const std::string to(word().text), by(word(2).text);
    if (word().kind != OtherWord::Name || word(2).kind != OtherWord::Name) return {};
    at_ += 3;
    std::string more[2]; // the data and the function
    for (size_t k = 0; k < 2 && take(","); ++k) {
      const bool named = word(1).text == "=";
      const size_t which = named ? is("FUN") : k;
      at_ += named ? 2 : 0;
      if (word().kind != OtherWord::Name) return {};
      more[which] = renaming(words_[at_++].text);
    }
    return take(")") ? formula_call(function, to, by, more[0], more[1]) : Text{};
  }
  Text element(const std::string& xs) {
    ++at_;
    Text first, to, step;
    if (is(",") || (is(":") && word(1).text == ",")) { // a column: [:, j], [, j] of R
      at_ += is(",") ? 1 : 2;
      const Text column = expression();
      return column && take("]") ? Text("(map (lambda (r) r!" + *column + ") " + xs + ")") : Text{};
    }
    if (!is(":") && !is("::") && !(first = expression())) return {};
    const bool stepped = take("::");
    if (!stepped && !take(":")) return one_element(xs, *first);
    if (!stepped && is("end") && word(1).text == "]") ++at_;
    if (!stepped && !is("]") && !is(":") && !(to = expression())) return {};
    if ((stepped || take(":")) && !is("]") && !(step = expression())) return {};
    return take("]") ? slice(xs, first, to, step) : Text{};
  }
  /// The element at `first`, or of a matrix the one that a second place follows.
  Text one_element(const std::string& xs, const std::string& first) {
    if (take(",")) {
      const bool row = (is(":") && word(1).text == "]") || is("]");
      if (row) return at_ += is(":") + 1, one_element_of(xs, first);
      const Text second = expression();
      return second && take("]") ? Text(element_at(element_at(xs, first), *second)) : Text{};
    }
    return take("]") ? one_element_of(xs, first) : Text{};
  }
  static Text one_element_of(const std::string& xs, const std::string& first) {
    if (auto chosen = chosen_elements(xs, first)) return chosen;
    const std::string lambda = "(map (lambda (v) ", end = ") " + xs + ")"; // xs[xs .> 1]
    if (first.starts_with(lambda) && first.ends_with(end)) return "(filter" + first.substr(4);
    if (first[0] == '"') return "(filter (lambda (k, v) (= k " + first + ")) " + xs + ")"; // of a dictionary
    if (first[0] == '[' && first.find('"') == first.npos) return "(gather " + first + " " + xs + ")";
    return first == "-1" || first == "end" ? "(last " + xs + ")" : element_at(xs, first);
  }

  // Atoms.

  Text atom() {
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
  Text form() { // its bracket is taken
    const char* const begin = words_[at_ - 1].text.data();
    for (size_t depth = 1; at_ < words_.size(); ++at_) {
      if (words_[at_].kind != OtherWord::Sign) continue;
      depth += is("(") || is("[");
      depth -= is(")") || is("]");
      if (depth == 0) return std::string(begin, words_[at_++].text.data() + 1);
    }
    return {};
  }
  /// Parses a section of Haskell's, (+), (+ 1) or (> 1); returns nothing if none begins here.
  Text section() {
    const Operator* o = find_operator(word().text);
    if (word().kind != OtherWord::Sign || !o) return {};
    const size_t start = at_++;
    if (take(")")) return std::string(o->function);
    const bool prefix = o->sign == "-" || o->sign == "!"; // (-x) and (!x) are no sections
    const Text operand = prefix ? Text{} : binary(1);
    if (!operand || !take(")")) return at_ = start, Text{};
    if (o->function == "+" || o->function == "*")
      return "(" + std::string(o->function) + " " + *operand + ")";
    const Text body = applied(*o, "v", *operand);
    return body ? Text("(lambda (v) " + *body + ")") : Text{};
  }
  /// Parses a cast of C's, (double) n, whose bracket is taken; returns nothing if none begins here.
  Text cast() {
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
  Text parenthesised() {
    if (Text s = section()) return s;
    if (Text c = cast()) return c;
    std::string named;
    const auto all = expressions(")", named);
    if (!all || all->empty() || !named.empty()) return {};
    return all->size() == 1 ? all->front() : "(" + joined(*all, ", ") + ")";
  }
  Text bracketed() {
    if (take("]")) return "[]";
    const Text first = expression();
    if (!first) return {};
    if (take("for")) return comprehension(*first, word(1).text == "=" ? "=" : "in", "]");
    if (take("|")) return comprehension(*first, "<-", "]");
    if (is(";") && is_digit(first->front())) return rows(*first);
    if (take("..") || (first->front() != '"' && take(":"))) {
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
  /// Parses the rest of [1, 3..9], behind the dots.
  Text stepped(const std::string& first, const std::string& second) {
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
  /// Parses the rest of the matrix [1 2; 3 4], whose first row is parsed.
  Text rows(const std::string& first) {
    std::string all = "[" + first + "]";
    while (take(";")) {
      const Text row = expression();
      if (!row) return {};
      all += " [" + *row + "]";
    }
    return take("]") ? Text("[" + all + "]") : Text{};
  }
  /// Parses the rest of [e for x in xs if c] or [e | x <- xs, c], behind the `for` or the bar, up to the bracket `end`.
  Text comprehension(const std::string& e, std::string_view arrow, std::string_view end) {
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
      if (draws && after_comma && arrow != "<-") {
        matrix = true;
        qualifiers = name + " <- " + *of + "] | " + qualifiers;
      } else
        qualifiers += (qualifiers.empty() ? "" : ", ") + (draws ? name + " <- " + *of : *of);
      after_comma = is(",");
    } while (take(",") || take("for") || take("if"));
    return take(end) ? Text((matrix ? "[[" : "[") + e + " | " + qualifiers + "]") : Text{};
  }
};

} // namespace

bool is_translated(std::string_view name) {
  if (name.starts_with("np.") && has_own_call(name.substr(3))) return true;
  return renaming(name) != name || has_own_call(name) || has_lisp_call(name) || name == "np.array" ||
         name == "numpy.array";
}

std::optional<std::string> nova_expression(std::string_view text, bool forms) {
  constexpr size_t longest = 300;
  if (text.size() > longest) return {};
  auto words = other_words(text, forms);
  return words && !words->empty() ? Parser(std::move(*words), forms).whole() : std::nullopt;
}

} // namespace nova
