#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/arrays.hpp"
#include "frontend/read/other/bodies.hpp"
#include "frontend/read/other/definitions/typed.hpp"
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
      "Bool",   "Double",  "Float",       "Int",        "String",     "auto",     "bool",    "char",
      "const",  "double",  "extern",      "final",      "float",      "int",      "long",    "mutable",
      "public", "short",   "size_t",      "static",     "string",     "unsigned", "var",     "void",
      "inline", "private", "std::string", "__global__", "__device__", "int16_t",  "int32_t", "int64_t",
      "int8_t", "signed",  "uint16_t",    "uint32_t",   "uint64_t",   "uint8_t"};
  return is_one_of(word, types);
}

std::string parameter_names(std::string_view list) {
  std::string names;
  for (const OtherParameter& p : parameters_in(list)) names += " " + p.name;
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

/// Returns the type of a function's result, which stands before its name or before the body; it is removed from that.
static std::string result_of(std::string_view before, std::string_view& body) {
  const std::string_view behind = without_blanks(body);
  const bool colons = body.starts_with("::");
  if (!colons && !behind.starts_with("->") && !behind.starts_with("where"))
    return type_of_other(before, false);
  const std::string_view type = behind.substr(std::min<size_t>(2, behind.size()));
  body = body.substr(std::min(body.find_first_of("=:{\n", 2), body.size()));
  return type_of_other(type.substr(0, type.find_first_of("=:{\n ", type.find_first_not_of(' '))), !colons);
}

/// Returns the function of C that writes through its parameters, as one that gives their new values: (define (swap a b) (b,
/// a)) of `void swap(int *a, int *b) {..}`. Returns nothing for others.
static std::optional<OtherMeaning> function_of_pointers(const std::string& name,
                                                        const std::vector<OtherParameter>& parameters,
                                                        std::string_view body) {
  const size_t open = body.find('{'), close = body.rfind('}');
  if (open == body.npos || close == body.npos) return {};
  std::vector<std::string_view> statements = split_at(body.substr(open + 1, close - open - 1), ";\n");
  std::erase_if(statements, [](std::string_view s) { return s.empty(); });
  const bool swaps =
      statements.size() == 3 && statements[1].starts_with('*') && statements[2].starts_with('*');
  if (parameters.empty() || (!swaps && (statements.size() != 1 || !statements[0].starts_with('*'))))
    return {};
  std::string names;
  for (const OtherParameter& p : parameters) names += " " + p.name;
  const std::string &a = parameters[0].name, &b = parameters.back().name;
  const bool both = swaps && parameters.size() == 2 && statements[1] == "*" + a + " = *" + b;
  const auto change = both ? std::nullopt : as_line(statements[0].substr(1));
  const bool steps = change && change->is_name(0) && change->words.size() > 2 &&
                     (change->word(1) == "=" || change->word(1) == "+=" || change->word(1) == "-=" ||
                      change->word(1) == "*=");
  const std::string sign(steps ? change->word(1).substr(0, change->word(1).size() - 1) : std::string_view{});
  const std::string own(steps ? change->word(0) : std::string_view{});
  const auto value = !steps ? std::nullopt
                     : sign.empty()
                         ? nova_expression(change->from(2))
                         : nova_expression(own + " " + sign + " (" + std::string(change->from(2)) + ")");
  if (!both && !value) return {};
  OtherMeaning m{"a function's definition",
                 "(define (" + name + names + ") " + (both ? "(" + b + ", " + a + ")" : *value) + ")"};
  m.note = both ? "there are no pointers: the names get their new values by (let ((" + a + ", " + b + ") (" +
                      name + names + ")) in body)"
                : "there are no pointers: the name gets its new value by (define " + own + " (" + name +
                      names + "))";
  return m;
}

/// Returns the definition's name, or another one where the body calls Nova's function of that name, which would call the
/// definition itself: power-of for `def power(b, e): return b ** e`. `text` is the body in the other language.
static std::string name_of_definition(const std::string& name, std::string_view body, std::string_view text) {
  constexpr std::string_view power = "power"; // pow of ints is (power b e)
  const auto calls = [&](const std::string& f) { return body.find("(" + f + " ") != body.npos; };
  bool itself = false; // a method of that name, xs.sum(), is no call of it
  for (size_t at = text.find(name + "("); at != text.npos; at = text.find(name + "(", at + 1))
    itself |= at == 0 || text[at - 1] != '.';
  const bool nova = calls(name) || (name == power && calls("pow"));
  return nova && !itself ? name + "-of" : name;
}

/// Returns the call with all of a definition's arguments, the values of parameters with `=` filled in; nothing if no
/// parameter has a value.
static std::optional<std::string> call_with_values(const std::string& name, std::string_view list) {
  std::string call = "(" + name;
  bool any = false;
  for (const std::string_view part : split_at(list, ",;")) {
    const size_t sign = part.find('=');
    if (sign != part.npos && part.substr(sign).starts_with("==")) return {};
    const std::string own = parameter_names(part.substr(0, sign));
    any |= sign != part.npos;
    if (own.empty()) continue;
    call += sign == part.npos ? own : " " + expression_or(part.substr(sign + 1), own.substr(1));
  }
  return any ? std::optional(call + ")") : std::nullopt;
}

OtherMeaning meaning_of_function(const OtherText& t, size_t k) {
  const std::string_view rest = t.block.substr(static_cast<size_t>(t.words[k].text.data() - t.block.data()));
  const size_t open = rest.find('(');
  size_t close = open, depth = 0;
  for (; close < rest.size(); ++close) {
    depth += rest[close] == '(', depth -= rest[close] == ')';
    if (depth == 0) break;
  }
  const std::string_view list = rest.substr(open + 1, close - open - 1);
  const std::string names = parameter_names(list), name(t.word(k));
  std::string whole;
  for (const std::string_view part : split_at(list, ","))
    if ((part.starts_with("int ") || part.starts_with("long ")) && part.find('*') == part.npos)
      whole += parameter_names(part);
  std::string_view body = close < rest.size() ? rest.substr(close + 1) : std::string_view{};
  if (without_blanks(body) == ";" || (t.word(0) == "extern" && body.empty()))
    return {"a declaration",
            "a function needs no declaration before its use: (" + name + arguments_of(list) + ")"};
  const auto parameters = parameters_in(list);
  if (auto changing = function_of_pointers(name, parameters, body)) return *changing;
  const std::string result = result_of(t.block.substr(0, t.block.size() - rest.size()), body);
  const std::string value = body_of(body, names, whole), own = name_of_definition(name, value, body);
  OtherMeaning meaning{"a function's definition", typed_definition(own, parameters, result, value, body)};
  if (const auto call = call_with_values(own, list))
    meaning.note = "parameters have no values of their own: a call gives all of them, " + *call;
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
  if (t.word(0) == "async" && is_one_of(t.word(1), words) && is_head(2)) {
    OtherMeaning m = meaning_of_function(t, 2);
    if (m.note.empty()) m.note = "nothing is waited for: a call gives its value, and `await` is left out";
    return m;
  }
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
