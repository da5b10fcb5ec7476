#include "frontend/read/other/lines.hpp"
#include "frontend/read/braces.hpp"
#include "frontend/read/lexer.hpp"
#include "frontend/read/other/arrays.hpp"
#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/counting.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/form_texts.hpp"
#include "frontend/read/other/haskell/clauses.hpp"
#include "frontend/read/other/statements.hpp"
#include "frontend/read/other/texts.hpp"
#include <algorithm>
#include <array>

namespace nova {
namespace {

using Meaning = std::optional<OtherMeaning>;

std::string_view line_at(std::string_view text, size_t at) {
  return text.substr(at, text.find('\n', at) - at);
}

// Comments.

/// Returns the sign that makes the line a comment in another language, or an empty text.
std::string_view comment_sign(std::string_view line) {
  constexpr std::string_view directives[] = {"#include", "#define", "#pragma", "#if",
                                             "#ifdef",   "#endif",  "#undef"};
  for (const std::string_view word : directives)
    if (line.starts_with(word)) return {};
  for (const std::string_view sign : {"//", "--", "/*", "{-", "#=", "NB.", "\u235d"}) {
    if (!line.starts_with(sign)) continue;
    const char next = line.size() > sign.size() ? line[sign.size()] : '\0';
    return next == ' ' || std::isalpha(static_cast<unsigned char>(next)) || sign == "/*" || sign == "{-"
               ? sign
               : std::string_view{};
  }
  return line.starts_with("# ") || line.starts_with("##") ? line.substr(0, 1) : std::string_view{};
}

OtherLine comment_at(std::string_view text, size_t begin, std::string_view sign) {
  OtherLine found{"a comment", "a comment is `;` and the rest of the line, or #| .. |#"};
  found.shown = found.end = begin + line_at(text, begin).size();
  const std::string_view closer = sign == "/*" ? "*/" : sign == "{-" ? "-}" : sign == "#=" ? "=#" : "";
  const size_t close = closer.empty() ? text.npos : text.find(closer, begin);
  if (close != text.npos) return found.end = close + closer.size(), found;
  while (closer.empty() && found.end + 1 < text.size()) { // further lines of the comment
    const std::string_view next = line_at(text, found.end + 1);
    const size_t at = next.find_first_not_of(" \t");
    if (at == next.npos || comment_sign(next.substr(at)) != sign) break;
    found.end += 1 + next.size();
  }
  return found;
}

// Imports.

Meaning import_meaning(const OtherText& t) {
  constexpr std::string_view words[] = {"from", "import", "package", "require",
                                        "use",  "using",  "library", "open"};
  constexpr std::string_view help =
      "what is built in and the prelude need no import; (import \"path.nv\") brings a "
      "file's definitions, (import name) a module's";
  if (t.word(0) == "#" && t.word(1) == "define" && t.is_name(2))
    return OtherMeaning{"a definition", "a name gets its value by (define " + std::string(t.word(2)) + " " +
                                            expression_or(t.from(3), "e") +
                                            "); a macro is (define-macro name ((_ x) template))"};
  if (t.word(0) == "#" && t.word(1) == "pragma")
    return OtherMeaning{"a directive",
                        "loops need no marks: (map f xs) and (reduce f start xs) work on their "
                        "elements side by side where that pays"};
  if (t.word(0) == "#" && t.touches(1)) return OtherMeaning{"an import", std::string(help)};
  if (t.word(0) == "module" && t.is_name(1))
    return OtherMeaning{"a module",
                        "a module is (module " + std::string(t.word(1)) + " form ...); a file is one, too"};
  if (!is_one_of(t.word(0), words) || t.words.size() < 2) return {};
  if ((t.word(0) == "library" || t.word(0) == "require") && t.word(1) == "(")
    return OtherMeaning{"an import", std::string(help)};
  const bool from = t.word(0) == "from" && t.line.find(" import ") != t.line.npos;
  const bool other = t.word(0) != "from" && (t.is_name(1) || t.words[1].kind == OtherWord::String);
  return from || other ? Meaning(OtherMeaning{"an import", std::string(help)}) : Meaning{};
}

// Printing.

/// Returns the call of `printf` with the arguments: (print (format "{} {}\n" a b)).
std::string formatted(std::span<const std::string_view> arguments) {
  const std::string pattern = format_template(arguments[0], arguments.size() > 1);
  std::string values;
  for (const std::string_view value : arguments.subspan(1)) values += " " + expression_or(value, "e");
  return values.empty() ? "(print " + pattern + ")" : "(print (format " + pattern + values + "))";
}

Meaning printing_meaning(const OtherText& t) {
  if (Meaning reads = scanning_meaning(t)) return reads;
  constexpr std::string_view words[] = {
      "console.log", "cout",    "disp",     "display", "echo",     "fmt.Println",        "print",
      "printf",      "println", "putStrLn", "puts",    "std.cout", "System.out.println", "say",
      "cat"};
  if (!is_one_of(t.word(0), words) && !t.line.starts_with("std::cout")) return {};
  constexpr std::string_view what = "a call";
  const size_t stream = t.line.find("<<");
  if (stream != t.line.npos) {
    std::string values;
    std::string_view rest = t.line.substr(stream + 2);
    for (size_t at = 0; at != rest.npos; rest = at == rest.npos ? rest : rest.substr(at + 2)) {
      at = rest.find("<<");
      const std::string_view part = without_blanks(rest.substr(0, at));
      if (part.find("endl") == part.npos && part != "\"\\n\"") values += " " + expression_or(part, "e");
    }
    return OtherMeaning{what, "values are printed by (println*" + values + ")"};
  }
  const bool parentheses = t.word(1) == "(" && t.touches(1);
  if (t.word(0) == "printf" && parentheses && t.line.ends_with(')')) {
    const std::string_view inner = t.from(2);
    const auto arguments = split_at(inner.substr(0, inner.size() - 1), ",");
    if (!arguments[0].empty()) return OtherMeaning{what, "it is " + formatted(arguments)};
  }
  const bool text =
      t.words.size() > 1 && (t.words[1].kind == OtherWord::String || t.line.find(" $ ") != t.line.npos);
  if (!parentheses && !text) return {};
  const auto call = nova_expression(t.line);
  return OtherMeaning{what, call ? "it is " + *call : "values are printed by (println x) and (println* x y)"};
}

// Expressions.

/// Whether word k is an operator with an operand on either side, as in `x + 1`, but not in `x -1`.
bool is_between(const OtherText& t, size_t k) {
  constexpr std::string_view operators[] = {
      "&",      ">>",  "+",   "-",   "*",  "/",  "<",    ">",   "<=",     ">=",     "%",      "^",
      "and",    "or",  "==",  "!=",  "&&", "||", "**",   "|>",  "!!",     "===",    "$",      "++",
      "<<",     "//",  "/=",  "~=",  "<>", "in", "`",    "\\",  "\u00d7", "\u00f7", "\u2264", "\u2265",
      "\u2260", "mod", "div", "rem", "!",  "is", "%in%", "%>%", "%%",     "%/%",    "%*%",    "%o%"};
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
    if (t.word(k) == "," && k > 1) return true; // map (+ 1) [1, 2, 3]
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
  if (t.word(0) == "@" && t.touches(1)) {
    const std::string e = expression_or(t.from(2), "e");
    if (t.word(2) == "for")
      if (const auto loop = as_line(t.from(2))) return loop_meaning(*loop);
    const bool time = t.word(1).find("time") != OtherText::none || t.word(1) == "elapsed";
    return OtherMeaning{"a macro's use",
                        time ? "at the prompt :time " + e + " tells how long it takes"
                             : "a macro is used like a function: (" + std::string(t.word(1)) + " " + e + ")"};
  }
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

Meaning expression_meaning(const OtherText& t) {
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
  if (Meaning m = sign_meaning(t)) return m;
  const OtherWord::Kind first = t.words[0].kind;
  if (first == OtherWord::Sign && t.word(0) != "!" && t.word(0) != "-" && t.word(0) != "(") return {};
  if (!has_other_signs(t)) return {};
  const bool call = t.is_name(0) && t.word(1) == "(" && t.touches(1) && t.line.ends_with(')');
  const auto e = nova_expression(t.line);
  const std::string name(t.is_name(0) ? t.word(0) : "");
  const bool whole = call || !e || e->starts_with("(" + name + " ") || is_translated(name);
  const std::string function = whole ? name : "";
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

/// Whether the text behind `//` may be the divisor of a quotient: it is one word, and the text before it is no whole
/// statement of C.
bool may_divide(std::string_view before, std::string_view behind) {
  before = without_blanks(before);
  if (before.empty() || std::string_view(";{}").find(before.back()) != before.npos) return false;
  const auto words = other_words(before);
  const bool declares = words && !words->empty() && is_type_word(words->front().text);
  return !declares && !behind.empty() && behind.find_first_of(" \t") == behind.npos;
}

/// Returns the line from `begin` on, without blanks, semicolons and comments of other languages at its end.
std::string_view plain_line(std::string_view text, size_t begin) {
  std::string_view line = line_at(text, begin);
  bool quoted = false;
  for (size_t at = 0; at < line.size(); ++at) {
    quoted ^= line[at] == '"' && (at == 0 || line[at - 1] != '\\');
    if (quoted || at == 0 || line[at - 1] != ' ') continue;
    const std::string_view rest = line.substr(at);
    const bool slashes =
        rest.starts_with("// ") && !may_divide(line.substr(0, at), without_blanks(rest.substr(3)));
    if (slashes || rest.starts_with("# ") || rest.starts_with("-- ")) line = line.substr(0, at);
  }
  line = without_blanks(line);
  while (line.ends_with(';')) line = without_blanks(line.substr(0, line.size() - 1));
  return line;
}

/// Whether the line goes on with what the lines above it have begun: it is indented, or begins with a word that ends or
/// divides a body.
bool goes_on(std::string_view line, const OtherText& t, size_t indentation) {
  const size_t at = line.find_first_not_of(" \t");
  if (at == line.npos) return false;
  const std::string_view rest = line.substr(at);
  if (at > indentation) return true;
  if (rest.starts_with('}') || rest.starts_with("| ")) return true;
  for (const std::string_view word : {"else", "elif", "elseif", "end", "except", "finally", "catch", "where"})
    if (rest.starts_with(word) &&
        (rest.size() == word.size() || std::string_view(" :;({").find(rest[word.size()]) != rest.npos))
      return true;
  if (rest.starts_with("... ")) return true; // Python's prompt for further lines
  const std::string_view name = t.word(0);   // f 0 = 1, and then f n = ..; f :: Int, and then f x = ..
  const bool equation =
      t.word(1) == "::" || (t.line.find(" = ") != t.line.npos && t.words.size() > 1 && t.word(1) != "=");
  return equation && t.is_name(0) && rest.starts_with(name) && rest.size() > name.size() &&
         rest[name.size()] == ' ' && rest.find(" = ") != rest.npos;
}

/// Returns the offset of the end of what belongs to the line: the text in its braces, and the lines that go on with it.
size_t end_of_block(std::string_view text, size_t begin, const OtherText& t) {
  const std::string_view line = line_at(text, begin);
  const size_t start = text.rfind('\n', begin) + 1, indentation = begin > start ? begin - start : 0;
  size_t end = begin + line.size();
  if (const size_t brace = line.find('{'); brace != line.npos) {
    const size_t close = end_of_braces(text, begin + brace);
    end = std::max(end, close + line_at(text, close).size());
  }
  while (end + 1 < text.size() && goes_on(line_at(text, end + 1), t, indentation))
    end += 1 + line_at(text, end + 1).size();
  return end;
}

} // namespace

Meaning meaning_of(const OtherText& t) {
  using Recogniser = Meaning (*)(const OtherText&);
  constexpr Recogniser all[] = {import_meaning,   type_meaning,       loop_meaning,     choice_meaning,
                                function_meaning, assignment_meaning, printing_meaning, array_meaning,
                                change_meaning,   expression_meaning};
  for (const Recogniser r : all)
    if (Meaning m = r(t)) return m;
  return {};
}

namespace {

/// Returns the meaning of a line. Where a name follows a number and `//`, as in `x = 5 // five`, it may be a comment or
/// a divisor, and the help tells both.
Meaning meaning_of_line(const OtherText& t) {
  for (const auto of_haskell : {equations_meaning, actions_meaning, bind_meaning})
    if (Meaning m = of_haskell(t)) return m;
  if (Meaning several = statements_meaning(t, meaning_of)) return several;
  Meaning whole = meaning_of(t);
  const size_t at = t.line.find(" // ");
  if (!whole || at == t.line.npos) return whole;
  const auto before = as_line(t.line.substr(0, at));
  const size_t k = before ? before->words.size() : 0;
  if (k < 2 || before->words.back().kind != OtherWord::Numeral || !t.is_name(k + 1)) return whole;
  Meaning commented = meaning_of(*before);
  if (commented) commented->help += "; where // divides, " + whole->help;
  return commented ? commented : whole;
}

/// Whether the line has an element of Nova's in it, as v!(0, 1), which is no call of a function v!.
bool has_index(std::string_view line) {
  constexpr std::string_view changing[] = {"append", "delete", "empty", "filter",  "insert",
                                           "map",    "pop",    "push",  "reverse", "sort"};
  const size_t at = line.find("!(");
  return at != line.npos && !is_one_of(line.substr(0, at), changing); // push!(xs, 1) is Julia's
}

/// Whether what stands before the first semicolon is of another language: behind it may be a comment of Nova's.
bool is_other_before_semicolon(const OtherText& t) {
  bool quoted = false;
  size_t end = 0;
  for (; end < t.line.size() && (quoted || t.line[end] != ';'); ++end)
    quoted ^= t.line[end] == '"' && (end == 0 || t.line[end - 1] != '\\');
  if (end == t.line.size()) return true;
  const auto before = as_line(t.line.substr(0, end));
  const size_t open = t.line.find('('), close = t.line.find(')');
  const bool call =
      t.is_name(0) && t.word(1) == "(" && t.touches(1) && t.line.substr(0, end).find('=') == t.line.npos;
  if (call && open < end && close != t.line.npos && close > end && t.line.find('=', end) < close)
    return true; // f(xs; init=0) of Julia
  return before && before->words.size() > 1 && meaning_of(*before).has_value();
}

/// Whether the line is one name of Nova, as a=b and //c are: it may be defined.
bool is_one_name(std::string_view line) {
  Lexer lexer(line);
  const Token t = lexer.next();
  return t.kind == TokenKind::Symbol && t.begin == 0 && t.end == without_blanks(line).size();
}

/// Returns the size of another language's prompt that begins the line, with the blank behind it; 0 if there is none.
size_t prompt_size(std::string_view line) {
  constexpr std::string_view prompts[] = {">>> ",      "julia> ",  "ghci> ",  "Prelude> ", "user=> ",
                                          "CL-USER> ", "scheme> ", "utop # ", "octave:1> "};
  for (const std::string_view prompt : prompts)
    if (line.starts_with(prompt)) return prompt.size();
  const std::string_view numbered = "In [";
  if (!line.starts_with(numbered)) return 0;
  const size_t end = line.find_first_not_of("0123456789", numbered.size());
  return end != line.npos && end > numbered.size() && line.substr(end).starts_with("]: ") ? end + 3 : 0;
}

/// Returns the meaning of a line whose text counts elements from 1, or may do so. The places are then those of Nova.
Meaning with_places(Meaning meaning, const OtherText& t, Counting counting) {
  constexpr std::string_view from_zero = "elements count from 0";
  if (!meaning || counting == Counting::FromZero) return meaning;
  const auto block = counted_from_zero(t.block);
  if (!block) {
    const bool open = counting == Counting::Open;
    if (!open && has_places(t.line) && meaning->what == "an expression")
      meaning->help = "the first element is xs!0, the last (last xs), those from a to b - 1 (slice a 1 b xs)";
    if ((!open && has_places(t.block)) || gives_places(t.block)) meaning->note = from_zero;
    return meaning;
  }
  OtherText other{plain_line(*block, 0), *block, {}};
  auto words = other_words(other.line);
  if (!words) return meaning;
  other.words = std::move(*words);
  Meaning counted = meaning_of_line(other);
  if (!counted || counted->help == meaning->help) return meaning;
  const std::string form = shown_forms(counted->help);
  meaning->note = from_zero;
  if (counting == Counting::FromOne)
    counted->note = t.line.find("[\"") == OtherText::none ? from_zero : "", meaning = std::move(counted);
  else if (!form.empty() && t.block.find("[-1]") != OtherText::none)
    meaning->note += "; in R, where -1 leaves out the first, it is " + form;
  else if (!form.empty())
    meaning->note += "; counted from 1, as in Julia and R, it is " + form;
  return meaning;
}

/// Returns from which number the line's text counts: that of its own signs, or of those near it.
Counting counting_near(std::string_view text, size_t begin, std::string_view block) {
  constexpr size_t looked_at = 2000;
  const Counting own = counting_of(block);
  if (own != Counting::Open || !has_places(block)) return own;
  const size_t from = begin < looked_at ? 0 : begin - looked_at;
  return counting_of(text.substr(from, begin - from + looked_at)) == Counting::FromOne ? Counting::FromOne
                                                                                       : own;
}

std::optional<OtherLine> find_line(std::string_view text, size_t begin);

/// Returns what the line at `begin` is behind a prompt of `size` bytes. A line that may be one of Nova is told without
/// the prompt.
OtherLine find_behind_prompt(std::string_view text, size_t begin, size_t size) {
  const std::string_view whole = line_at(text, begin), line = without_blanks(whole.substr(size));
  if (prompt_size(line) == 0)
    if (auto found = find_line(text, begin + size)) return *found;
  OtherLine found{"a prompt", "a line is typed without it: " + std::string(line)};
  found.shown = found.end = begin + whole.size();
  return found;
}

/// Finds a line of one text in single quotes, or one of a cast as C has it: 'text', ((double) 0).
std::optional<OtherLine> find_quoted_or_cast(std::string_view text, size_t begin) {
  const std::string_view whole = line_at(text, begin), line = plain_line(text, begin);
  const size_t end = begin + whole.size();
  const auto found = [&](std::string_view what, const std::string& help) {
    return OtherLine{what, help, {}, {}, end, end};
  };
  const bool quoted = line.size() > 2 && line[0] == '\'' && line.find('\'', 1) == line.size() - 1;
  const std::string_view inner = quoted ? line.substr(1, line.size() - 2) : std::string_view{};
  if (quoted && inner.find_first_of("()[]\"\\") == inner.npos)
    return found("a text", inner.size() > 1 ? "it is " + nova_text(inner)
                                            : "as a text it is " + nova_text(inner) + ", as a character " +
                                                  nova_character(inner));
  const auto words = line.starts_with('\'') && !quoted ? other_words(line) : std::nullopt;
  if (words && words->size() > 2 && words->front().kind == OtherWord::String) // 'abc' in s, 'abc' + x
    if (const auto e = nova_expression(line); e && e->starts_with('('))
      return found("an expression", "it is " + *e);
  constexpr std::string_view casts[] = {"((double) ", "((float) ", "((int) ", "((long) ",
                                        "(double) ",  "(float) ",  "(int) ",  "(long) "};
  const bool cast = std::ranges::any_of(casts, [&](std::string_view c) { return line.starts_with(c); });
  if (const auto e = cast ? nova_expression(line) : std::nullopt; e && e->starts_with("(to_"))
    return found("a cast", "it is " + *e);
  return {};
}

/// Whether a form of Nova stands directly behind a word, as in q(define x 3): it is no call.
bool has_form_behind_word(const OtherText& t) {
  const bool word = t.is_name(0) || (!t.words.empty() && t.words[0].kind == OtherWord::String);
  const std::string_view head = t.word(2);
  const bool takes_name = head == "define" || head == "match" || head == "begin";
  return word && t.word(1) == "(" && t.touches(1) && is_form_head(head) && !t.touches(3) &&
         t.words.size() > 4 && (t.word(3) == "(" || (takes_name && t.is_name(3)));
}

/// Finds what the line at `begin` is in another language, also where it is a name of Nova.
std::optional<OtherLine> find_line(std::string_view text, size_t begin) {
  constexpr size_t longest = 1000;
  constexpr std::string_view own = "([;#`'";
  const std::string_view whole = line_at(text, begin);
  if (whole.empty() || whole.size() > longest) return {};
  if (const size_t size = prompt_size(whole);
      size > 0 && whole.find_first_not_of(" \t\r", size) != whole.npos)
    return find_behind_prompt(text, begin, size);
  if (const std::string_view sign = comment_sign(whole); !sign.empty()) return comment_at(text, begin, sign);
  if (std::string_view("(|0123456789").find(whole[0]) != own.npos && has_array_sign(whole))
    if (const auto e = nova_array(whole))
      return OtherLine{"an array expression", "it is " + *e,       {}, {},
                       begin + whole.size(),  begin + whole.size()};
  if (auto found = find_quoted_or_cast(text, begin)) return found;
  const bool directive =
      whole.starts_with("#include") || whole.starts_with("#define") || whole.starts_with("#pragma");
  const bool question =
      whole.find(") ? ") != whole.npos && whole.find(" : ") != whole.npos; // (1 < 2) ? 3 : 4
  if (whole[0] == '(' || whole[0] == '[')
    if (auto e = question ? std::nullopt : expression_behind_bracket(plain_line(text, begin)))
      return OtherLine{"an expression",
                       without_primes("it is " + *e),
                       {},
                       has_places(whole) && counting_of(whole) == Counting::Open ? "elements count from 0"
                                                                                 : "",
                       begin + whole.size(),
                       begin + whole.size()};
  if (own.find(whole[0]) != own.npos && !directive && !question) return {};
  OtherText t{plain_line(text, begin), {}, {}};
  auto words = other_words(t.line);
  if (!words || words->empty()) return {};
  t.words = std::move(*words);
  if (has_index(t.line) || has_form_behind_word(t) || !is_other_before_semicolon(t)) return {};
  constexpr size_t looked_at =
      8192; // of the lines behind, so that a text of Nova is not read again from each line
  OtherLine found;
  const std::string_view near = text.substr(0, begin + std::max(looked_at, whole.size()));
  t.block = text.substr(begin, end_of_block(near, begin, t) - begin);
  const bool tries = t.line == "try" && t.block.size() > t.line.size(); // of Julia
  Meaning meaning = t.words.size() > 1 || tries ? meaning_of_line(t) : glyph_meaning(t);
  if (!meaning) return {};
  meaning = with_places(std::move(meaning), t, counting_near(text, begin, t.block));
  found.note = std::move(meaning->note);
  found.end = end_of_block(text, begin, t), found.shown = begin + whole.size();
  found.what = meaning->what, found.help = without_primes(meaning->help),
  found.function = std::move(meaning->function);
  return found;
}

} // namespace

std::optional<OtherLine> find_other_line(std::string_view text, size_t begin) {
  return is_one_name(line_at(text, begin)) ? std::nullopt : find_line(text, begin);
}

std::optional<OtherLine> find_other_word(std::string_view word) {
  return word.empty() ? std::nullopt : find_line(word, 0);
}

} // namespace nova
