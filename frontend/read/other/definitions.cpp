#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/arrays.hpp"
#include "frontend/read/other/bodies.hpp"
#include "frontend/read/other/haskell/clauses.hpp"
#include "frontend/read/other/signatures.hpp"
#include "frontend/read/other/statements.hpp"
#include <algorithm>
#include <array>
#include <cctype>

namespace nova {

bool OtherText::touches(size_t k) const {
  return k > 0 && k < words.size() &&
         words[k - 1].text.data() + words[k - 1].text.size() == words[k].text.data();
}

std::string_view OtherText::from(size_t k) const {
  return k < words.size() ? line.substr(static_cast<size_t>(words[k].text.data() - line.data()))
                          : std::string_view{};
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n\f\v";
  const size_t from = text.find_first_not_of(blanks);
  return from == text.npos ? std::string_view{} : text.substr(from, text.find_last_not_of(blanks) + 1 - from);
}

std::string expression_or(std::string_view text, std::string_view otherwise) {
  text = without_blanks(text);
  while (text.ends_with(';')) text = without_blanks(text.substr(0, text.size() - 1));
  return nova_expression(text).value_or(std::string(otherwise));
}

std::vector<std::string_view> split_at(std::string_view text, std::string_view signs) {
  std::vector<std::string_view> parts;
  size_t from = 0, depth = 0;
  char quote = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote) {
      at += c == '\\', quote = c == quote ? '\0' : quote;
      continue;
    }
    if (c == '"') quote = c;
    depth += c == '(' || c == '[' || c == '{';
    depth -= depth > 0 && (c == ')' || c == ']' || c == '}');
    if (depth == 0 && signs.find(c) != signs.npos)
      parts.push_back(without_blanks(text.substr(from, at - from))), from = at + 1;
  }
  parts.push_back(without_blanks(text.substr(from)));
  return parts;
}

bool is_type_word(std::string_view word) {
  constexpr std::string_view types[] = {
      "Bool",   "Double",  "Float",       "Int",        "String",    "auto",     "bool", "char",
      "const",  "double",  "extern",      "final",      "float",     "int",      "long", "mutable",
      "public", "short",   "size_t",      "static",     "string",    "unsigned", "var",  "void",
      "inline", "private", "std::string", "__global__", "__device__"};
  return is_one_of(word, types);
}

std::string parameter_names(std::string_view list) {
  std::string names;
  for (std::string_view part : split_at(list, ",;")) { // f(x; y=2) of Julia
    part = part.substr(0, std::min({part.find(':'), part.find('='), part.size()}));
    const auto words = other_words(part);
    std::string_view name;
    for (const OtherWord& w : words.value_or(std::vector<OtherWord>{}))
      if (w.kind == OtherWord::Name) name = w.text;
    if (!name.empty() && name != "self" && name != "void") names += " " + std::string(name);
  }
  return names;
}

bool is_binding_word(std::string_view word) {
  constexpr std::string_view words[] = {"const", "global", "let", "local", "my",
                                        "val",   "var",    "mut", "where"};
  return is_one_of(word, words);
}

std::string body_of(std::string_view body, std::string_view parameters, std::string_view whole) {
  body = without_blanks(body);
  for (bool more = true; more;) {
    more = false;
    for (const std::string_view begin : {"{", ":", "="})
      if (body.starts_with(begin)) body = without_blanks(body.substr(begin.size())), more = true;
    for (const std::string_view end : {"}", "end", ";"})
      if (body.size() > end.size() && body.ends_with(end))
        body = without_blanks(body.substr(0, body.size() - end.size())), more = true;
  }
  if (body.find_first_of("\n;{") != body.npos) return nova_body(body, parameters, whole).value_or("body");
  if (body.starts_with("return ")) body.remove_prefix(7);
  return body.empty() ? "body" : expression_or(body, "body");
}

namespace {

/// Returns the names of a prototype's parameters, each with a blank before it; letters where it has types alone.
std::string arguments_of(std::string_view list) {
  std::string names;
  size_t k = 0;
  for (const std::string_view part : split_at(list, ",")) {
    const auto words = other_words(part);
    if (part.empty() || part == "void" || !words) continue;
    const bool named =
        words->size() > 1 && words->back().kind == OtherWord::Name && !is_type_word(words->back().text);
    names += " " + (named ? std::string(words->back().text) : std::string(1, "xyzuvw"[k % 6])), ++k;
  }
  return names;
}

} // namespace

OtherMeaning meaning_of_function(const OtherText& t, size_t k) {
  const std::string_view rest = t.block.substr(static_cast<size_t>(t.words[k].text.data() - t.block.data()));
  const size_t open = rest.find('(');
  size_t close = open, depth = 0;
  for (; close < rest.size(); ++close) {
    depth += rest[close] == '(', depth -= rest[close] == ')';
    if (depth == 0) break;
  }
  const std::string_view list = rest.substr(open + 1, close - open - 1);
  const std::string names = parameter_names(list);
  std::string whole;
  for (const std::string_view part : split_at(list, ","))
    if ((part.starts_with("int ") || part.starts_with("long ")) && part.find('*') == part.npos)
      whole += parameter_names(part);
  std::string_view body = close < rest.size() ? rest.substr(close + 1) : std::string_view{};
  if (without_blanks(body) == ";" || (t.word(0) == "extern" && body.empty()))
    return {"a declaration", "a function needs no declaration before its use: (" + std::string(t.word(k)) +
                                 arguments_of(list) + ")"};
  if (body.starts_with("::") || without_blanks(body).starts_with("->") ||
      without_blanks(body).starts_with("where"))
    body = body.substr(std::min(body.find_first_of("=:{\n", 2), body.size()));
  OtherMeaning meaning{"a function's definition", "(define (" + std::string(t.word(k)) + names + ") " +
                                                      body_of(body, names, whole) + ")"};
  if (const size_t sign = list.find('='); sign != list.npos && list.find("==") == list.npos)
    meaning.note = "parameters have no values of their own: a call gives all of them, (" +
                   std::string(t.word(k)) + names + ")";
  return meaning;
}

/// Returns the function of `abs x`, with lines `| x < 0 = -x` below it: its guards are clauses of a `cond`.
static std::optional<OtherMeaning> guards_meaning(const OtherText& t) {
  const size_t bar = std::min(t.line.find(" | "), t.line.size()); // f a b | a > b = a
  const auto head = as_line(t.line.substr(0, bar));
  if (!head || head->words.size() < 2 || (t.block.size() == t.line.size() && bar == t.line.size()) ||
      !std::ranges::all_of(head->words, [](const OtherWord& w) { return w.kind == OtherWord::Name; }))
    return {};
  const auto parts = split_where(t.block);
  if (!parts || parts->head.size() < bar) return {};
  std::string clauses, guards(parts->head.substr(bar));
  for (size_t at = guards.find(" | "); at != guards.npos; at = guards.find(" | ", at + 1)) guards[at] = '\n';
  for (std::string_view line : split_at(guards, "\n")) {
    const size_t sign = line.find(" = ");
    if (line.empty()) continue;
    if (!line.starts_with('|') || sign == line.npos) return {};
    const std::string_view c = without_blanks(line.substr(1, sign - 1));
    clauses += " (" + (c == "otherwise" || c == "True" ? "else" : expression_or(c, "c")) + " " +
               expression_or(line.substr(sign + 3), "e") + ")";
  }
  return OtherMeaning{"a function's definition", "(define (" + std::string(head->line) + ") " +
                                                     parts->definitions + "(cond" + clauses + "))"};
}

std::optional<OtherMeaning> function_meaning(const OtherText& t) {
  if (auto guards = guards_meaning(t)) return guards;
  constexpr std::string_view words[] = {"def", "defp", "fn", "fun", "func", "function", "sub"};
  const auto is_head = [&](size_t k) { return t.is_name(k) && t.word(k + 1) == "(" && t.touches(k + 1); };
  if (is_one_of(t.word(0), words) && is_head(1)) return meaning_of_function(t, 1);
  size_t k = 0;
  while (is_type_word(t.word(k)) || (k > 0 && (t.word(k) == "*" || t.word(k) == "&"))) ++k;
  if (t.word(0).starts_with("__") && t.word(0).size() > 2)
    return OtherMeaning{
        "a kernel", "a kernel is a function of one element, and (map f xs) does its work for each, on a GPU "
                    "where that pays"};
  if (k > 0 && is_head(k)) return meaning_of_function(t, k);
  if (t.word(0) == "template")
    for (size_t of = 1; of < t.words.size(); ++of)
      if (is_head(of)) return meaning_of_function(t, of);
  if (t.word(0) == "function" && t.word(1) == "(")
    if (auto f = nova_expression(t.line)) return OtherMeaning{"a function", "it is " + *f};
  if (t.word(0) == "fun" || t.word(0) == "func" || t.word(0) == "function")
    return t.words.size() > 1
               ? std::optional(OtherMeaning{"a function's definition", "(define (f x y) body)"})
               : std::nullopt;
  return {};
}

} // namespace nova
