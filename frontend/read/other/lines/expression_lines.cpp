// Lines that are expressions of other languages. A part of definitions.hpp.
#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/statements.hpp"
#include "frontend/read/other/texts.hpp"

namespace nova {
namespace {

using Meaning = std::optional<OtherMeaning>;

/// Whether word k is an operator with an operand on either side, as in `x + 1`, but not in `x -1`.
bool is_between(const OtherText& t, size_t k) {
  constexpr std::string_view operators[] = {
      "&",   ">>", "+",  "-",    "*",   "/",  "<",      ">",      "<=",     ">=",     "%",      "^",   "and",
      "or",  "==", "!=", "&&",   "||",  "**", "|>",     "!!",     "===",    "$",      "++",     "<<",  "//",
      "/=",  "~=", "<>", "in",   "`",   "\\", "\u00d7", "\u00f7", "\u2264", "\u2265", "\u2260", "mod", "div",
      "rem", "!",  "is", "%in%", "%>%", "%%", "%/%",    "%*%",    "%o%",    "<$>"};
  if (k + 1 >= t.words.size() || t.words[k].kind == OtherWord::String || !is_one_of(t.word(k), operators))
    return false;
  if (t.word(k) == "`") return t.word(k + 2) == "`";
  return !t.touches(k) && !t.touches(k + 1);
}

/// Whether the words have something that no expression of Nova at top level has.
bool has_other_signs(const OtherText& t) {
  constexpr std::string_view signs[] = {"->", "=>", "?", "if", "==", "&&", "||", "!="};
  for (size_t k = 1; k < t.words.size(); ++k) {
    const bool text = t.words[k].kind == OtherWord::String;
    if (text && k == 1 && t.word(0) == "f" && t.touches(1)) return true; // f"x is {x}"
    constexpr size_t quoted_letter = 3;
    if (text && t.words[k].text[0] == '\'' && t.words[k].text.size() == quoted_letter && !t.touches(k))
      return true; // f 'x'
    if (text) continue;
    const bool negated = k == 2 && t.word(0) == "!" && t.word(2) == "(" && t.line.ends_with(')'); // !f(x)
    if (negated && t.touches(1) && t.touches(2)) return true;
    if (is_one_of(t.word(k), signs) && k + 1 < t.words.size()) return true;
    if (t.word(k) == "::" && t.word(0) == "read") return true; // read s :: Int
    if (is_between(t, k)) return true;
    const bool bracket = t.word(k) == "(" || t.word(k) == "[";
    if (bracket && k == 1 && t.touches(k) && t.line.ends_with(t.word(k) == "(" ? ')' : ']')) return true;
    if (t.word(k) == "." && k + 1 < t.words.size()) return true;
    if (t.word(k) == "," && k > 1) return true;                          // map (+ 1) [1, 2, 3]
    if (t.word(k) == ".." && t.word(k + 1) == "]" && k > 1) return true; // takeWhile (< 10) [1..]
    if (t.word(k) == "(" && t.word(k + 2) == ")" && t.words[k + 1].kind == OtherWord::Sign) return true;
    const bool section =
        t.word(k) == "(" && (t.word(k + 1) == "*" || t.word(k + 1) == "^") && t.touches(k + 2);
    if (section && t.word(k + 3) == ")") return true; // map (*2) xs
  }
  return false;
}

constexpr std::string_view kernel_call = "a kernel is a function that is mapped: (map f xs) does its work "
                                         "for each element side by side, on a GPU where that "
                                         "pays";

constexpr std::string_view last_results = "the last result is `it`; it1, it2 and it3 are the last three";

/// Returns the meaning of Julia's `A'` and `@. sin(xs) + 1`.
Meaning julia_meaning(const OtherText& t) {
  if (t.words.size() == 2 && t.is_name(0) && t.word(1) == "'" && t.touches(1)) // A' of Julia
    return OtherMeaning{"an expression", "it is (transpose " + std::string(t.word(0)) + ")"};
  if (t.word(0) == "@" && t.word(1) == "." && t.touches(1))
    if (const auto e = dotted_expression(t.from(2))) return OtherMeaning{"an expression", "it is " + *e};
  return {};
}

/// Returns the meaning of a macro's use in Julia: `@time f(x)`, `@inbounds for i in 1:n`.
Meaning macro_meaning(const OtherText& t) {
  const std::string e = expression_or(t.from(2), "e");
  if (t.word(2) == "for")
    if (auto loop = as_line(t.from(2))) {
      loop->block = t.block.substr(static_cast<size_t>(t.words[2].text.data() - t.block.data()));
      return loop_meaning(*loop);
    }
  if (t.word(1) == "show")
    return OtherMeaning{"a macro's use",
                        "it is (println* " + nova_text(std::string(t.from(2)) + " = ") + " " + e + ")"};
  const bool time = t.word(1).find("time") != OtherText::none || t.word(1) == "elapsed";
  return OtherMeaning{"a macro's use",
                      time ? "at the prompt :time " + e + " tells how long it takes"
                           : "a macro is used like a function: (" + std::string(t.word(1)) + " " + e + ")"};
}

/// Returns the meaning of a line with a sign of C or Julia that no expression has: `k<<<1, 256>>>(x)`, `p->x`, `@time f(x)`.
Meaning sign_meaning(const OtherText& t) {
  if (Meaning m = julia_meaning(t)) return m;
  if (t.line.find("<<<") != t.line.npos && t.is_name(0))
    return OtherMeaning{"a call", std::string(kernel_call)};
  if (t.words.size() == 3 && t.word(1) == "$" && t.touches(1) && t.touches(2) && t.is_name(2))
    return OtherMeaning{"a column", "the column of a vector of records is (map (lambda (r) r." +
                                        std::string(t.word(2)) + ") " + std::string(t.word(0)) + ")"};
  if (constexpr std::string_view words[] = {"global", "nonlocal"};
      is_one_of(t.word(0), words) && t.is_name(1))
    return OtherMeaning{
        "a declaration",
        "a name of the program is seen everywhere; a function hands on what it changes, as its value"};
  if (t.word(0) == "del" && t.words.size() > 1)
    return OtherMeaning{"a statement", "a name stays, and a vector goes once nothing uses it"};
  if ((t.word(0) == "Out" || t.word(0) == "In") && t.word(1) == "[" && t.touches(1))
    return OtherMeaning{"an expression", std::string(last_results)};
  if (t.word(1) == "->" && t.touches(1) && t.touches(2) && t.words.size() == 3)
    return OtherMeaning{"a field", "a field is " + std::string(t.word(0)) + "." + std::string(t.word(2))};
  if (t.word(0) == "*" && t.touches(1) && t.is_name(1) && t.word(2) == "=" && t.words.size() > 3) // *p = 5
    return OtherMeaning{"an assignment", "there are no pointers: a name gets its value by (define " +
                                             std::string(t.word(1)) + " " + expression_or(t.from(3), "e") +
                                             ")"};
  if ((t.word(0) == "&" || t.word(0) == "*") && t.touches(1) && t.is_name(1) && t.words.size() == 2)
    return OtherMeaning{"a pointer",
                        "there are no pointers: a name stands for its value, " + std::string(t.word(1))};
  if (t.word(0) == "@" && t.touches(1)) return macro_meaning(t);
  if (t.word(0) == "not" && t.words.size() > 1)
    return OtherMeaning{"an expression", "it is " + expression_or(t.line, "(not x)")};
  if (t.word(1) == ":" && t.touches(1) && t.is_name(0) && t.words.size() > 2 &&
      t.words[2].kind == OtherWord::Numeral)
    return OtherMeaning{
        "an assignment",
        "a name gets its value by (define " + std::string(t.word(0)) + " " +
            (t.words.size() > 3 ? "[" + std::string(t.from(2)) + "]" : std::string(t.from(2))) + ")"};
  if (t.word(0) == "-" && t.words.size() == 2 && t.words[1].kind == OtherWord::Numeral && !t.touches(1))
    return OtherMeaning{"an expression", "it is -" + std::string(t.word(1))};
  if (t.words.size() == 5 && t.word(1) == ":" && t.word(3) == ":" && t.words[0].kind == OtherWord::Numeral &&
      t.words[2].kind == OtherWord::Numeral && t.words[4].kind == OtherWord::Numeral) { // 1:2:9
    const std::array ends{std::string(t.word(0)), std::string(t.word(4))};
    if (auto row = call_with_names("seq", ends, "by=" + std::string(t.word(2))))
      return OtherMeaning{"a range", "it is " + *row};
  }
  if (t.words.size() == 3 && t.word(1) == ":" && t.words[0].kind == OtherWord::Numeral)
    return OtherMeaning{"a range", "it is [" + std::string(t.word(0)) + ".." + std::string(t.word(2)) + "]"};
  if (t.words.size() == 3 && t.word(1) == ":" && t.is_name(0) && t.is_name(2) && !t.touches(1))
    return OtherMeaning{"an expression", "a vector with x before it is (++ [" + std::string(t.word(0)) +
                                             "] " + std::string(t.word(2)) + "), a name with its type " +
                                             "(x : int)"};
  return {};
}

/// Whether an argument of the call is given by its name, as in `f(x=3)`.
bool has_named_argument(const OtherText& t) {
  for (size_t k = 3; k < t.words.size(); ++k)
    if (t.word(k) == "=" && t.is_name(k - 1) &&
        (t.word(k - 2) == "(" || t.word(k - 2) == "," || t.word(k - 2) == ";"))
      return true;
  return false;
}

/// Returns the call f(1, x=3), whose arguments have names, with its arguments in a row; nothing if one is not understood.
std::optional<std::string> call_in_order(const OtherText& t) {
  std::string call = "(" + std::string(t.word(0));
  const std::string_view inside = t.from(2);
  for (std::string_view part : split_at(inside.substr(0, inside.size() - 1), ",;")) {
    const auto words = as_line(part);
    if (words && words->is_name(0) && words->word(1) == "=") part = words->from(2);
    const auto e = nova_expression(part);
    if (!e) return {};
    call += " " + *e;
  }
  return call + ")";
}

} // namespace

std::optional<OtherMeaning> expression_meaning(const OtherText& t) {
  constexpr std::string_view what = "an expression";
  if (t.word(0) == "\\" || (t.word(0) == "lambda" && t.words.size() > 2))
    return OtherMeaning{"a function", "it is " + expression_or(t.line, "(lambda (x) body)")};
  const auto is_step = [&](size_t k) { return t.word(k) == "++" || t.word(k) == "--"; };
  if (t.words.size() == 2 && (is_step(0) || is_step(1))) {
    const size_t k = is_step(0) ? 1 : 0;
    const std::string x(t.word(k));
    if (t.is_name(k)) {
      const std::string value = std::string("(") + t.word(1 - k)[0] + " " + x + " 1)";
      return OtherMeaning{"an assignment", "a name gets its value by (define " + x + " " + value +
                                               "); a local variable is assigned with (set! " + x + " " +
                                               value + ")"};
    }
  }
  if (auto m = sign_meaning(t)) return m;
  const OtherWord::Kind first = t.words[0].kind;
  const bool pointer = t.word(0) == "*" && t.touches(1) && t.word(1) == "std";
  if (first == OtherWord::Sign && t.word(0) != "!" && t.word(0) != "-" && t.word(0) != "(" && !pointer)
    return {};
  if (!has_other_signs(t)) return {};
  const bool call = t.is_name(0) && t.word(1) == "(" && t.touches(1) && t.line.ends_with(')');
  if (call && t.word(0) == "type")
    return OtherMeaning{what, "types are known before a program runs: at the prompt :type " +
                                  expression_or(t.from(2).substr(0, t.from(2).size() - 1), "e") +
                                  " tells it"};
  const auto e = nova_expression(t.line);
  const std::string name(t.is_name(0) ? t.word(0) : "");
  const bool whole = call || !e || e->starts_with("(" + name + " ") || is_translated(name);
  const std::string function = whole ? name : "";
  if (const auto in_order = call && has_named_argument(t) ? call_in_order(t) : std::nullopt;
      in_order && in_order == e)
    return OtherMeaning{"a call",
                        "arguments have no names; they stand in the order of the parameters: " + *in_order,
                        function};
  if (e && t.line.find("..]") != t.line.npos)
    return OtherMeaning{what, "it is " + *e, function, "no vector is endless: here it ends at 1000"};
  if (e && (e->starts_with('(') || call || t.word(1) == "[" || t.word(1) == "!!" || t.word(1) == "!"))
    return OtherMeaning{call ? "a call" : what, "it is " + *e, function};
  if (call && has_named_argument(t))
    return OtherMeaning{"a call",
                        "arguments have no names; they stand in the order of the parameters: " +
                            call_in_order(t).value_or("(" + std::string(t.word(0)) + " x y)"),
                        function};
  if (call) return OtherMeaning{"a call", "a call is (" + std::string(t.word(0)) + " x y)", function};
  return {};
}

} // namespace nova
