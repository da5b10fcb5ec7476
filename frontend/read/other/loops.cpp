// Loops, conditions and choices of other languages. A part of lines.hpp.
#include "frontend/read/other/bodies.hpp"
#include "frontend/read/other/statements.hpp"
#include <algorithm>

namespace nova {
namespace {

using Meaning = std::optional<OtherMeaning>;

/// Returns a text without the signs that open a body at its end: `x > 0:`, `(x > 0) {`, `x > 0 do`.
std::string_view without_opener(std::string_view text) {
  text = text.substr(0, text.find('{'));
  text = without_blanks(text);
  for (const std::string_view word : {":", " do", " then", " of", " with"})
    if (text.ends_with(word)) text = without_blanks(text.substr(0, text.size() - word.size()));
  return text;
}

/// Returns the form of a loop's body of one statement, or `body ...`.
std::string statement_form(std::string_view body) {
  const auto line = as_line(body);
  const auto meaning = line ? meaning_of(*line) : std::nullopt;
  std::string form = meaning ? shown_forms(meaning->help) : expression_or(body, "");
  return form.empty() ? "body ..." : form;
}

/// Returns the one statement behind a loop's head, `{ s += x; }` or `s += x`; nothing if there are several.
std::string_view body_in(std::string_view text) {
  text = without_blanks(text);
  if (text.starts_with('{') && text.ends_with('}')) text = without_blanks(text.substr(1, text.size() - 2));
  while (text.ends_with(';')) text = without_blanks(text.substr(0, text.size() - 1));
  return text.find_first_of(";{}") == text.npos ? text : std::string_view{};
}

/// Returns `(for (i 0 n) body ...)` for `int i = 0; i < n; i++`.
Meaning counting_loop(std::string_view head, std::string_view body) {
  const auto parts = split_at(head, ";");
  const size_t sign = parts[0].find('='), bound = parts.size() > 1 ? parts[1].find_first_of("<>") : head.npos;
  if (sign == head.npos || bound == head.npos)
    return OtherMeaning{"a loop", "a loop is (for (i 0 n) body ...)"};
  const std::string own = statement_form(body);
  const auto words = other_words(parts[0].substr(0, sign));
  const std::string name = words && !words->empty() ? std::string(words->back().text) : "i";
  const bool last = parts[1].substr(bound).starts_with("<=");
  std::string to = expression_or(parts[1].substr(bound + 1 + last), "n");
  if (last) to = "(+ " + to + " 1)";
  return OtherMeaning{"a loop", "a loop is (for (" + name + " " +
                                    expression_or(parts[0].substr(sign + 1), "0") + " " + to + ") " + own +
                                    "); for all elements use (map f xs)"};
}

/// Returns the expression after the last number of a range, one more than `last`.
std::string one_more(const std::string& last) {
  constexpr size_t most_digits = 9;
  const bool number =
      last.size() <= most_digits && std::ranges::all_of(last, [](char c) { return c >= '0' && c <= '9'; });
  return number ? std::to_string(std::stol(last) + 1) : "(+ " + last + " 1)";
}

/// Returns the meaning of `for NAME in SOURCE BODY`; the body may be empty.
std::string drawing_loop(const std::string& name, std::string_view source, std::string_view body = {}) {
  const std::string own = statement_form(body);
  const auto loop = [&](const std::string& bounds) {
    return "a loop is (for (" + name + " " + bounds + ") " + own + "), a vector of its values [e | " + name +
           " <- (range " + bounds + ")]";
  };
  if (source.starts_with("range(") && source.ends_with(')')) {
    const auto parts = split_at(source.substr(6, source.size() - 7), ",");
    std::string bounds = parts.size() == 1 ? "0" : "";
    for (const std::string_view part : parts)
      bounds += (bounds.empty() ? "" : " ") + expression_or(part, "n");
    return loop(bounds);
  }
  for (const std::string_view indices : {"eachindex(", "seq_along(", "1:length("})
    if (source.starts_with(indices) && source.ends_with(')'))
      return loop("0 (length " +
                  expression_or(source.substr(indices.size(), source.size() - indices.size() - 1), "xs") +
                  ")");
  for (const std::string_view dots : {"..", ":"}) {
    const size_t at = source.find(dots);
    if (at == source.npos) continue;
    return loop(expression_or(source.substr(0, at), "a") + " " +
                one_more(expression_or(source.substr(at + dots.size()), "b")));
  }
  const std::string xs = expression_or(source, "xs");
  return "for all elements use (map (lambda (" + name + ") e) " + xs + "), with IO (for (i 0 (length " + xs +
         ")) body ...)";
}

/// Returns the condition that begins the text, as Nova writes it: `(x > 0) {`, `x > 0:`, `(x > 0) x--`.
std::string condition_of(std::string_view text) {
  size_t depth = 0, close = 0;
  for (; text.starts_with('(') && close < text.size(); ++close) {
    depth += text[close] == '(', depth -= text[close] == ')';
    if (depth == 0) break;
  }
  const std::string_view behind = without_blanks(text.substr(std::min(close + 1, text.size())));
  const bool joined = !behind.empty() && std::string_view("=<>&|+*/%?").find(behind[0]) != behind.npos;
  if (close > 0 && close < text.size() && !joined) return expression_or(text.substr(0, close + 1), "c");
  if (const size_t colon = text.find(": "); colon != text.npos) text = text.substr(0, colon);
  return expression_or(without_opener(text), "c");
}

/// Returns the offset of the bracket that closes what the text stands in.
size_t closing(std::string_view text) {
  size_t depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ')' && depth == 0) return at;
    depth += text[at] == '(', depth -= text[at] == ')';
  }
  return text.npos;
}

/// Returns the loop of `for i, x in enumerate(xs): BODY` and `for a, b in zip(xs, ys): BODY`.
Meaning loop_of_names(const OtherText& t) {
  const size_t in = t.line.find(" in ");
  if (in == t.line.npos || t.word(2) != ",") return {};
  const auto names = split_at(t.line.substr(4, in - 4), ",");
  const std::string_view source = t.line.substr(in + 4);
  const size_t close = source.find(')');
  const bool enumerates = source.starts_with("enumerate("), zips = source.starts_with("zip(");
  if ((!enumerates && !zips) || close == source.npos || names.size() != 2) return {};
  const size_t open = source.find('(') + 1, colon = source.find(": ", close);
  const auto of = split_at(source.substr(open, close - open), ",");
  const std::string body = colon == source.npos ? "body ..."
                                                : expression_or(source.substr(colon + 2), "body ..."),
                    a(names[0]), b(names[1]);
  std::vector<std::string> xs;
  for (const std::string_view part : of) xs.push_back(expression_or(part, "xs"));
  if (enumerates)
    return OtherMeaning{"a loop", "a loop is (for (" + a + " 0 (length " + xs[0] + ")) (let (" + b + " " +
                                      xs[0] + "!" + a + ") in " + body + "))"};
  if (xs.size() != 2) return {};
  return OtherMeaning{"a loop", "a loop is (for (i 0 (length " + xs[0] + ")) (let (" + a + " " + xs[0] +
                                    "!i) (" + b + " " + xs[1] + "!i) in " + body +
                                    ")); a vector is (map (lambda (" + a + " " + b + ") e) " + xs[0] + " " +
                                    xs[1] + ")"};
}

/// Returns the loop of `do { BODY } while (c)`: its body stands before it, too.
std::optional<std::string> do_while(std::string_view block) {
  const size_t open = block.find('{'), close = block.rfind('}'), word = block.find("while", close);
  if (open == block.npos || close == block.npos || word == block.npos) return {};
  std::string_view head = without_blanks(block.substr(word));
  while (head.ends_with(';')) head.remove_suffix(1);
  const auto whole =
      nova_statement(std::string(head) + " " + std::string(block.substr(open, close + 1 - open)));
  const auto c = whole ? loop_head(head) : std::nullopt;
  const size_t at = c ? whole->find(c->opening) : std::string::npos;
  if (at == std::string::npos || !whole->starts_with("(let (")) return {};
  const size_t begin = at + c->opening.size(), end = whole->rfind(") ");
  return whole->substr(0, at) + whole->substr(begin, end - begin) + " " + whole->substr(at);
}

/// Returns the help for a statement's form. The value of the one name that it assigns becomes that name's again.
std::string help_with_statement(const std::string& form) {
  const std::string begin = "(let (";
  const size_t blank = form.find(' ', begin.size());
  if (!form.starts_with(begin) || blank == form.npos) return "it is " + form;
  const std::string name = form.substr(begin.size(), blank - begin.size());
  if (!form.starts_with(begin + name + " " + name + ") in ")) return "it is " + form;
  return "it is (define " + name + " " + form + ")";
}

} // namespace

/// Returns the call of `map(xs) do x`, whose block is the function that comes first.
static Meaning do_block_meaning(const OtherText& t) {
  const size_t word = t.line.find(") do "), open = t.line.find('(');
  if (word == t.line.npos || open == t.line.npos || !t.is_name(0) || t.word(1) != "(") return {};
  const std::string_view names = without_blanks(t.line.substr(word + 5));
  std::string parameters(names);
  std::erase(parameters, ',');
  const auto body = nova_body(t.block.substr(std::min(t.line.size(), t.block.size())), parameters);
  const auto rest = nova_expression(t.line.substr(open + 1, word - open - 1));
  if (!body || !rest) return {};
  return OtherMeaning{"a call", "it is (" + std::string(t.word(0)) + " (lambda (" + parameters + ") " +
                                    *body + ") " + *rest + ")"};
}

/// Returns the meaning of a condition or a loop of Julia that stands on one line.
static Meaning one_line_meaning(const OtherText& t) {
  const auto lines = t.line.size() == t.block.size() ? with_lines_of_its_own(t) : std::nullopt;
  const auto whole = lines ? nova_statement(*lines) : std::nullopt;
  if (!whole) return {};
  return OtherMeaning{t.word(0) == "if" ? "a condition" : "a loop", help_with_statement(*whole)};
}

/// Returns the meaning of a loop that is left by a word such as `break`; nothing for others.
static Meaning left_loop_meaning(const OtherText& t) {
  constexpr std::string_view heads[] = {"loop", "repeat", "while"};
  if (!is_one_of(t.word(0), heads) || t.words.size() < 2) return {};
  const bool asks = t.word(0) == "while";
  const std::string c = asks ? condition_of(t.from(1)) : "true";
  const size_t at = t.block.find("break");
  const bool word = at != t.block.npos && at > 0 && !is_letter(t.block[at - 1]);
  if (!word && (asks || !t.block.substr(t.word(0).size()).starts_with(" {"))) return {};
  return OtherMeaning{"a loop", "a loop is (while " +
                                    (c == "true" ? "(not done)" : "(and " + c + " (not done))") +
                                    " body ...); it has no `break`: it ends where its condition is false"};
}

Meaning loop_meaning(const OtherText& t) {
  const std::string_view first = t.word(0);
  if (auto whole = one_line_meaning(t)) return whole;
  if (auto call = do_block_meaning(t)) return call;
  if ((first == "while" || first == "for") && t.words.size() > 2)
    if (const auto whole = nova_statement(t.block))
      return OtherMeaning{"a loop", help_with_statement(*whole)};
  if (Meaning left = left_loop_meaning(t)) return left;
  if (first == "while" && t.words.size() > 1)
    return OtherMeaning{"a loop", "a loop is (while " + condition_of(t.from(1)) + " body ...)"};
  if (first == "do" && t.word(1) == "{")
    if (const auto whole = do_while(t.block)) return OtherMeaning{"a loop", help_with_statement(*whole)};
  if (first == "do" && t.word(1) == "{")
    return OtherMeaning{"a loop", "a loop is (while c body ...), which asks before each round"};
  if (first == "foreach" || first == "loop" || first == "repeat")
    return t.words.size() > 1 ? Meaning(OtherMeaning{"a loop", drawing_loop("x", "xs")}) : Meaning{};
  if (first != "for" || t.words.size() < 3) return {};
  const size_t k = t.word(1) == "(" ? 2 : 1;
  const bool draws = t.is_name(k) && (t.word(k + 1) == "in" || t.word(k + 1) == "=" || t.word(k + 1) == "of");
  if (draws && t.line.find(';') == t.line.npos) {
    std::string_view source = without_opener(t.from(k + 2)), body;
    if (const size_t colon = source.find(": "); colon != source.npos)
      body = source.substr(colon + 2), source = source.substr(0, colon);
    const size_t depth_end = k == 2 ? closing(source) : source.npos; // for (i in 1:10) print(i)
    if (depth_end != source.npos) body = source.substr(depth_end + 1), source = source.substr(0, depth_end);
    if (source.ends_with(" end")) source = split_at(source, " ")[0]; // of Julia, with its body
    if (k == 2 && source.ends_with(')') && std::ranges::count(source, ')') > std::ranges::count(source, '('))
      source.remove_suffix(1);
    return OtherMeaning{"a loop", drawing_loop(std::string(t.word(k)), source, body)};
  }
  if (auto several = loop_of_names(t)) return several;
  const size_t open = t.line.find('(');
  if (open != t.line.npos && t.line.find(';') != t.line.npos)
    return counting_loop(t.line.substr(open + 1, t.line.find(')', open) - open - 1),
                         body_in(t.line.substr(std::min(t.line.find(')', open), t.line.size() - 1) + 1)));
  return OtherMeaning{"a loop", "a loop is (for (i 0 n) body ...); for all elements use (map f xs)"};
}

namespace {

/// Returns the branches of Haskell's `Just n -> n` in the lines of a block; or an empty text if one is written otherwise.
std::string arms_in(std::string_view block) {
  std::string arms;
  for (const std::string_view line : split_at(block, "\n")) {
    const size_t arrow = line.find(" -> ");
    if (line.empty()) continue;
    const auto pattern = arrow == line.npos ? std::nullopt : nova_expression(line.substr(0, arrow)),
               value = pattern ? nova_expression(line.substr(arrow + 4)) : std::nullopt;
    if (!value) return {};
    const std::string_view text = without_blanks(line.substr(0, arrow));
    arms += " (" + (text == "_" || text == "otherwise" ? std::string("else") : *pattern) + " " + *value + ")";
  }
  return arms;
}

} // namespace

Meaning choice_meaning(const OtherText& t) {
  constexpr std::string_view continuing[] = {"elif",  "else",    "elseif",   "except",
                                             "catch", "finally", "otherwise"};
  const std::string_view first = t.word(0);
  if (is_one_of(first, continuing) && (t.words.size() > 1))
    return OtherMeaning{"a branch", "several conditions are (cond (c a) (d b) (else e))"};
  if (first == "if" && t.word(1) == "__name__") {
    const size_t colon = t.line.find(": ");
    const std::string_view behind =
        colon == t.line.npos ? t.block.substr(t.line.size()) : t.line.substr(colon + 2);
    return OtherMeaning{"a condition", "the forms of a file run one after the other: " +
                                           nova_body(behind).value_or("(f x)")};
  }
  if (first == "if" && t.words.size() > 1) {
    const bool assigns = t.line.find(" = ") != t.line.npos || t.line.find(" <- ") != t.line.npos;
    if (const auto whole = assigns ? std::nullopt : nova_expression(t.line);
        whole && (whole->starts_with("(if ") || whole->starts_with("(when ")))
      return OtherMeaning{"a condition", "it is " + *whole};
    const bool block = t.block.size() > t.line.size() || t.line.find('{') != t.line.npos;
    if (const auto whole = nova_statement(block ? t.block : t.line))
      return OtherMeaning{"a condition", help_with_statement(*whole)};
    const size_t colon = t.line.find(": ");
    const auto body = colon == t.line.npos || t.line.find(" = ", colon) != t.line.npos
                          ? std::nullopt
                          : nova_expression(t.line.substr(colon + 2));
    return OtherMeaning{"a condition", body ? "it is (when " + condition_of(t.from(1)) + " " + *body + ")"
                                            : "it is (if " + condition_of(t.from(1)) + " a b)"};
  }
  if (Meaning choice = switch_meaning(t)) return choice;
  if (Meaning failure = failure_meaning(t)) return failure;
  if ((first == "case" || first == "match" || first == "switch") && t.words.size() > 1) {
    if (t.block.find("[]") != t.block.npos)
      return OtherMeaning{"a choice",
                          "vectors have no patterns: ask for (length xs), and take xs!0 and (drop 1 xs)"};
    const std::string arms = arms_in(t.block.substr(std::min(t.line.size(), t.block.size())));
    return OtherMeaning{"a choice", "it is (match " + condition_of(t.from(1)) +
                                        (arms.empty() ? " (pattern body) ... (else body))" : arms + ")")};
  }
  if (const size_t open = t.line.find("open(\""); first == "with" && open != t.line.npos)
    return OtherMeaning{"a form for files",
                        "a file's text is (read-text " +
                            std::string(t.line.substr(open + 5, t.line.find('"', open + 6) - open - 4)) +
                            ")"};
  if (first == "with" && t.words.size() > 1)
    return OtherMeaning{
        "a form for errors and files",
        "a program stops by (error! \"text\") or (assert e); what may be missing is a (Maybe 'a); a "
        "file's text is (read-text \"path\")"};
  if (first == "assert" && t.words.size() > 1)
    return OtherMeaning{"an assertion",
                        "it is (assert " + expression_or(split_at(t.from(1), ",")[0], "e") + ")"};
  if (first == "return" && t.words.size() > 1)
    return OtherMeaning{"a function's result",
                        "the value of a function is that of its last form: " + expression_or(t.from(1), "e")};
  return {};
}

} // namespace nova
