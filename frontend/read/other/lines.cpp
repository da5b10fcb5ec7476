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
  if (at != line.npos && line.substr(at + 2).starts_with('"')) return false; // println!("x") of Rust
  return at != line.npos && !is_one_of(line.substr(0, at), changing);        // push!(xs, 1) is Julia's
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
  if (line.starts_with('{') && line.find("\u2375") != line.npos) return false; // a function of APL
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
  const std::string_view program = "a vector of the program is made anew: ";
  const size_t of_program = counted->help.find(program);
  const std::string form = of_program == OtherText::none ? shown_forms(counted->help)
                                                         : counted->help.substr(of_program + program.size());
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
  const auto call =
      line.find('(') == line.npos || line.find(' ') < line.find('(') ? nova_expression(line) : std::nullopt;
  const bool bare = call && call->starts_with('(') && is_letter(line[0]); // map f xs of Haskell
  OtherLine found{"a prompt", "a line is typed without it: " + (bare ? *call : std::string(line))};
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
  if (const std::string_view execute = "\u234e'"; line.starts_with(execute) && line.ends_with('\'')) {
    const std::string_view run = line.substr(execute.size(), line.size() - execute.size() - 1);
    const auto e = has_array_sign(run) ? nova_array(run) : nova_expression(run);
    if (e && run.find('\'') == run.npos)
      return found("a text's run", "no text is run as a program; what it says is " + *e);
  }
  constexpr std::string_view casts[] = {"((double) ", "((float) ", "((int) ", "((long) ",
                                        "(double) ",  "(float) ",  "(int) ",  "(long) "};
  const bool cast = std::ranges::any_of(casts, [&](std::string_view c) { return line.starts_with(c); });
  if (const auto e = cast ? nova_expression(line) : std::nullopt; e && e->starts_with("(to_"))
    return found("a cast", "it is " + *e);
  return {};
}

/// Returns `(x, y) = e` and `(.) f g = e` without the brackets: x, y = e, compose f g = e; "" for other lines.
std::string without_brackets(std::string_view line) {
  const size_t close = line.find(')'), sign = line.find(" = ");
  if (!line.starts_with('(') || close == line.npos || sign == line.npos || close > sign) return {};
  const std::string_view inner = line.substr(1, close - 1), behind = line.substr(close + 1);
  if (inner == "." && !behind.starts_with(" =")) return "compose" + std::string(behind);
  const bool names = inner.find(',') != inner.npos && std::ranges::all_of(inner, [](char c) {
                       return is_letter(c) || is_digit(c) || c == ',' || c == ' ';
                     });
  return names && behind.starts_with(" = ") && behind.size() > 3 ? std::string(inner) + std::string(behind)
                                                                 : std::string();
}

/// Finds lines that their shape tells: (x, y) = (1, 2), (,) 1 2, and arrays without glyphs, x,4.
std::optional<OtherLine> find_shaped(std::string_view text, size_t begin) {
  const std::string_view line = plain_line(text, begin);
  const size_t end = begin + line_at(text, begin).size();
  if (const std::string own = without_brackets(line); !own.empty())
    if (const auto t = as_line(own))
      if (Meaning m = meaning_of(*t)) return OtherLine{m->what, m->help, {}, m->note, end, end};
  if (const size_t prime = line.find('\'');
      prime != line.npos && prime > 0 && prime + 1 < line.size()) { // A'A of Julia
    const std::string_view a = line.substr(0, prime), b = line.substr(prime + 1);
    const auto plain = [](std::string_view e) {
      return is_letter(e[0]) && std::ranges::all_of(e, [](char c) { return is_letter(c) || is_digit(c); });
    };
    if (plain(a) && plain(b) && std::isupper(static_cast<unsigned char>(a[0])))
      return OtherLine{"an expression",
                       "it is (matmul (transpose " + std::string(a) + ") " + std::string(b) + ")",
                       {},
                       {},
                       end,
                       end};
  }
  const std::string_view pair = "(,) ";
  if (line.starts_with(pair))
    if (const auto parts = split_at(line.substr(pair.size()), " "); parts.size() == 2)
      if (const auto a = nova_expression(parts[0]), b = nova_expression(parts[1]); a && b)
        return OtherLine{"an expression", "it is (" + *a + ", " + *b + ")", {}, {}, end, end};
  const size_t comma = line.find(','), dots = line.find("..");
  if (line.starts_with('[') && line.ends_with(']') && comma < dots && dots != line.npos &&
      line.find('|') == line.npos)
    if (const auto row = nova_expression(line); row && row->starts_with("(range ")) // [1,3..9] of Haskell
      return OtherLine{"a range", "it is " + *row, {}, {}, end, end};
  const auto array = line.starts_with('(') ? masked_array(line) : plain_array(line);
  if (!array) return {};
  const bool joins = line.find(',') != line.npos && array->find('"') == array->npos && line[0] != '{';
  return OtherLine{"an array expression",
                   "it is " + *array,
                   {},
                   joins ? "a tuple is (" + std::string(line.substr(0, line.find(','))) + ", " +
                               std::string(line.substr(line.find(',') + 1)) + ")"
                         : "",
                   end,
                   end};
}

/// Whether a form of Nova stands directly behind a word, as in q(define x 3): it is no call.
bool has_form_behind_word(const OtherText& t) {
  const bool word = t.is_name(0) || (!t.words.empty() && t.words[0].kind == OtherWord::String);
  const std::string_view head = t.word(2);
  const bool takes_name = head == "define" || head == "match" || head == "begin";
  return word && t.word(1) == "(" && t.touches(1) && is_form_head(head) && !t.touches(3) &&
         t.words.size() > 4 && (t.word(3) == "(" || (takes_name && t.is_name(3)));
}

/// Returns the offset behind the bracket that closes what the line at `begin` leaves open, in the lines below it; npos if
/// it leaves nothing open, or has braces.
size_t end_of_brackets(std::string_view text, size_t begin) {
  constexpr size_t most = 2000;
  const size_t line_end = begin + line_at(text, begin).size();
  size_t depth = 0;
  char quote = 0;
  for (size_t at = begin; at < text.size() && at < begin + most; ++at) {
    const char c = text[at];
    if (quote) {
      at += c == '\\', quote = c == quote || c == '\n' ? '\0' : quote;
      continue;
    }
    if (c == '{' || c == ';' || (at >= line_end && depth == 0)) return text.npos;
    if (c == '"') quote = c;
    depth += c == '(' || c == '[';
    depth -= depth > 0 && (c == ')' || c == ']');
    if (depth == 0 && at > line_end) return at + 1;
  }
  return text.npos;
}

/// Returns the lines with one more behind them: behind a blank, or as a further row of a matrix, [1 2 and 3 4].
std::string with_next_line(std::string lines, std::string_view next) {
  if (lines.empty() || next.empty()) return lines + std::string(next);
  const bool row = is_digit(lines.back()) && is_digit(next[0]);
  return lines + (row ? "; " : " ") + std::string(next);
}

/// Finds what several lines are whose first one leaves a bracket open: x = (1 +, and 2) below it.
std::optional<OtherLine> find_open_line(std::string_view text, size_t begin) {
  const size_t close = end_of_brackets(text, begin);
  if (close == text.npos) return {};
  const size_t end = close + line_at(text, close).size();
  std::string joined;
  for (size_t at = begin; at < end; at += line_at(text, at).size() + 1)
    joined = with_next_line(std::move(joined), plain_line(text.substr(0, end), at));
  OtherText t{joined, joined, {}};
  auto words = other_words(t.line);
  if (!words || words->size() < 2) return {};
  t.words = std::move(*words);
  Meaning meaning = meaning_of_line(t);
  if (!meaning) return {};
  meaning = with_places(std::move(meaning), t, counting_near(text, begin, t.block));
  return OtherLine{meaning->what,
                   without_primes(meaning->help),
                   std::move(meaning->function),
                   std::move(meaning->note),
                   begin + line_at(text, begin).size(),
                   end};
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
  if (auto found = find_shaped(text, begin)) return found;
  constexpr std::string_view directives[] = {"#include", "#define", "#pragma", "#if",
                                             "#el",      "#endif",  "#undef"};
  const bool directive =
      std::ranges::any_of(directives, [&](std::string_view d) { return whole.starts_with(d); });
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
  if (auto open = find_open_line(text, begin)) return open;
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
  const bool tries = without_blanks(line_at(text, begin)) == "try"; // of Julia, whose block has a catch
  return is_one_name(line_at(text, begin)) && !(tries && text.find("\ncatch", begin) != text.npos)
             ? std::nullopt
             : find_line(text, begin);
}

bool goes_on_below(std::string_view text) {
  text = without_blanks(text);
  if (text.empty() || std::string_view("([,+-*/=<>&|").find(text.back()) == text.npos) return false;
  if (text.find_first_of("{;") != text.npos) return false;
  const auto words = other_words(text);
  size_t depth = 0;
  for (const OtherWord& w : words.value_or(std::vector<OtherWord>{})) {
    if (w.kind != OtherWord::Sign) continue;
    depth += w.text == "(" || w.text == "[";
    depth -= depth > 0 && (w.text == ")" || w.text == "]");
  }
  return depth > 0;
}

std::optional<OtherLine> find_other_word(std::string_view word) {
  return word.empty() ? std::nullopt : find_line(word, 0);
}

} // namespace nova
