// Assignments of other languages. A part of definitions.hpp.
#include "frontend/read/other/arrays.hpp"
#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/haskell/clauses.hpp"
#include "frontend/read/other/signatures.hpp"
#include "frontend/read/other/statements.hpp"
#include <algorithm>
#include <array>
#include <cctype>

namespace nova {
namespace {

/// Returns the index of the first word outside of brackets that assigns: `=`, `:=`, `<-`, `+=`; or the number of words.
size_t assigning_word(const OtherText& t) {
  constexpr std::string_view signs[] = {"=",  ":=", "<-",  "+=",  "-=", "*=", "%=",  "//=",   "**=",
                                        "|=", "&=", "<<=", ">>=", ".=", "=:", "<<-", "\u2190"};
  size_t depth = 0;
  for (size_t k = 0; k < t.words.size(); ++k) {
    const std::string_view w = t.words[k].text;
    if (t.words[k].kind != OtherWord::Sign) continue;
    depth += w == "(" || w == "[" || w == "{";
    depth -= depth > 0 && (w == ")" || w == "]" || w == "}");
    if (depth == 0 && is_one_of(w, signs)) return k;
  }
  return t.words.size();
}

/// Returns the names in the parentheses that begin the text.
std::string parameters_behind(std::string_view text) {
  const std::string names = parameter_names(text.substr(1, text.find(')') - 1));
  return names.empty() ? names : names.substr(1);
}

/// Returns the vector of pairs for a dictionary of Python's, {"a": 1, "b": 2}.
std::string pairs_of(std::string_view braces) {
  std::string pairs;
  for (const std::string_view part : split_at(braces.substr(1, braces.size() - 2), ",")) {
    if (const size_t loop = part.find(" for "), colon = part.find(':');
        loop != part.npos && colon < loop) // {k: v for ..}
      if (auto all = nova_expression("[(" + std::string(part.substr(0, colon)) + ", " +
                                     std::string(part.substr(colon + 1, loop - colon - 1)) + ")" +
                                     std::string(part.substr(loop)) + "]"))
        return *all;
    const auto pair = split_at(part, ":");
    const auto key = nova_expression(pair[0]), value = nova_expression(pair.back());
    if (part.empty()) continue; // behind the last comma
    if (pair.size() != 2 || !key || !value) return "[(key, value) ...]";
    pairs += (pairs.empty() ? "(" : " (") + *key + ", " + *value + ")";
  }
  return "[" + pairs + "]";
}

/// Returns the vector of C's {{1, 2}, {3, 4}}, or the text of a `char name[] = "ann"`.
std::optional<std::string> elements_in_braces(std::string_view text) {
  std::string all(without_blanks(text));
  std::ranges::replace(all, '{', '[');
  std::ranges::replace(all, '}', ']');
  return nova_expression(all);
}

/// Returns the vector of literals with elements of C's type, and zeros up to the count that is declared: [1.0 2.0 0.0] of
/// `double v[3] = {1, 2}`.
std::string elements_of_type(const std::string& vector, std::string_view type, std::string_view count) {
  const std::string end = type == "double" ? ".0" : type == "float" ? "f" : "";
  constexpr size_t most_digits = 4;
  const bool counted = !count.empty() && count.size() <= most_digits && std::ranges::all_of(count, is_digit);
  std::string all;
  size_t elements = 1;
  for (size_t at = 0; at < vector.size(); ++at) {
    const bool numeral =
        is_digit(vector[at]) && (vector[at - 1] == ' ' || vector[at - 1] == '[' || vector[at - 1] == '-');
    elements += vector[at] == ' ';
    if (!numeral) {
      all += vector[at];
      continue;
    }
    const size_t behind = std::min(vector.find_first_of(" ]", at), vector.size());
    const std::string text = vector.substr(at, behind - at);
    const bool whole = std::ranges::all_of(text, is_digit);
    all += text + (whole ? end : end == "f" && !text.ends_with('f') ? "f" : ""), at = behind - 1;
  }
  const size_t n = counted ? static_cast<size_t>(std::stol(std::string(count))) : elements;
  if (n <= elements || all.find('[', 1) != all.npos || all.find('(') != all.npos) return all;
  const std::string zero = "0" + end, zeros = "(replicate " + std::to_string(n - elements) + " " + zero + ")";
  return all == "[" + zero + "]" ? "(replicate " + std::string(count) + " " + zero + ")"
                                 : "(++ " + all + " " + zeros + ")";
}

/// Returns the text from word `first` to the one before word k.
std::string_view between(const OtherText& t, size_t first, size_t k) {
  return without_blanks(
      t.line.substr(static_cast<size_t>(t.words[first].text.data() - t.line.data()),
                    static_cast<size_t>(t.words[k].text.data() - t.words[first].text.data())));
}

/// Returns a value of J's, whose signs are those of APL in other letters.
std::string value_of_j(std::string_view text) {
  constexpr std::pair<char, std::string_view> signs[] = {
      {'%', "\u00f7"}, {'#', "\u2262"}, {'*', "\u00d7"}, {'_', "\u00af"}, {'^', "*"}};
  if (text.starts_with("i. ")) return "(iota " + expression_or(text.substr(3), "e") + ")";
  std::string apl;
  for (const char c : text) {
    const auto* const at = std::ranges::find(signs, c, &std::pair<char, std::string_view>::first);
    apl += at == std::end(signs) ? std::string(1, c) : std::string(at->second);
  }
  if (const auto f = nova_array_function(apl)) return *f;
  if (const auto e = nova_array(apl)) return *e;
  return expression_or(text, "e");
}

/// Returns the value behind the assigning word. A row of numerals, as APL has it, is a vector.
std::string value_of(const OtherText& t, size_t from) {
  if (without_blanks(t.from(from)) == "do") return "(begin e ...)";
  const bool row = t.words.size() > from + 1 &&
                   std::all_of(t.words.begin() + static_cast<ptrdiff_t>(from), t.words.end(),
                               [](const OtherWord& w) { return w.kind == OtherWord::Numeral; });
  const std::string_view text = t.from(from);
  const bool apl = t.word(from - 1) == "\u2190" && std::ranges::any_of(text, [](char c) { return c & 0x80; });
  if (t.word(from - 1) == "=:") return value_of_j(text);
  if (auto vector = allocation(t, text)) return *vector;
  if (text.ends_with("[]") && !nova_type(text.substr(0, text.size() - 2)).empty()) // xs = Int[] of Julia
    return "([] : vector " + std::string(nova_type(text.substr(0, text.size() - 2))) + ")";
  if (text.starts_with("@. "))
    if (const auto e = dotted_expression(text.substr(3))) return *e;
  if (const size_t where = text.find(" where "); where != text.npos && text.find(" = ", where) != text.npos) {
    const size_t sign = text.find(" = ", where);
    const auto e = nova_expression(text.substr(0, where)), value = nova_expression(text.substr(sign + 3));
    const std::string name(without_blanks(text.substr(where + 7, sign - where - 7)));
    if (e && value && std::ranges::all_of(name, is_letter))
      return "(let (" + name + " " + *value + ") in " + *e + ")";
  }
  if (const auto e = t.word(from - 1) == "\u2190" && !apl ? nova_array(text) : std::nullopt) return *e;
  if (const auto f = apl ? nova_array_function(text) : std::nullopt) return *f;
  if (const auto e = apl ? nova_array(text) : std::nullopt) return *e;
  if (apl && text.find("\u2375") == text.npos) return "e";
  if (apl) return "(lambda (x) body)";
  if (text.starts_with("function") || text.starts_with("\\(")) {
    if (auto f = nova_expression(text)) return *f;
    const size_t open = text.find('('), close = text.find(')');
    if (open == text.npos || close == text.npos) return "(lambda (x) body)";
    const std::string names = parameters_behind(text.substr(open));
    return "(lambda (" + names + ") " + body_of(text.substr(close + 1), names) + ")";
  }
  if (const size_t open = text.find("](");
      text.starts_with('[') && open != text.npos && text.find('{') != text.npos)
    return "(lambda (" + parameters_behind(text.substr(open + 1)) + ") " +
           body_of(text.substr(text.find('{'))) + ")";
  if (text.starts_with('{') && text.ends_with('}') && text.find(':') != text.npos) return pairs_of(text);
  if (text.starts_with('{') && text.ends_with('}')) {
    const std::string all = expression_or("[" + std::string(text.substr(1, text.size() - 2)) + "]", "e");
    const size_t open = t.line.find("vector<"), close = t.line.find('>', std::min(open, t.line.size()));
    return open == OtherText::none || close == OtherText::none
               ? all
               : elements_of_type(all, t.line.substr(open + 7, close - open - 7), {});
  }
  if (is_type_word(t.word(0))) return expression_or(split_at(text, ",")[0], "e"); // double x = 1, y = 2
  return row ? "[" + std::string(text) + "]" : expression_or(split_at(text, ";")[0], "e");
}

/// Returns the meaning of `f x y = e`, where word k is the sign.
OtherMeaning meaning_of_equation(const OtherText& t, size_t first, size_t k) {
  const std::string name(t.word(first)), value = value_of(t, k + 1);
  if (auto all = first == 0 ? function_of_equations(t.block, {}) : std::nullopt; all && k > 1)
    return {"a function's definition", *all};
  std::string names;
  if (t.word(first + 1) == "(" && t.word(k - 1) == ")" && t.word(first + 3) == ",") // norm (x, y) = ..
    return {"a function's definition",
            "(define (" + name + " " + std::string(between(t, first + 1, k)) + ") " + value + ")"};
  for (size_t i = first + 1; i < k; ++i)
    if (t.is_name(i)) names += " " + std::string(t.word(i));
  const bool literals = std::any_of(t.words.begin() + static_cast<ptrdiff_t>(first),
                                    t.words.begin() + static_cast<ptrdiff_t>(k),
                                    [](const OtherWord& w) { return w.kind == OtherWord::Numeral; });
  if (literals) return {"a function's definition", "(define (" + name + " x) (match x (0 a) (n b)))"};
  return {"a function's definition", "(define (" + name + names + ") " + value + ")"};
}

/// Returns the name of the function that word k, the first of a value, calls; or an empty text.
std::string function_of(const OtherText& t, size_t k) {
  const bool call = t.is_name(k) && t.word(k + 1) == "(" && t.touches(k + 1) && t.word(k) != "function";
  return std::string(call ? t.word(k) : std::string_view{});
}

bool is_plain_name(std::string_view text) {
  return !text.empty() && is_letter(text[0]) &&
         std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c); });
}

/// Returns the parts of a place: m, i and (+ j 1) of m!i!(+ j 1). The first one is a name; returns nothing else.
std::vector<std::string> parts_of_place(const std::string& place) {
  std::vector<std::string> parts{{}};
  size_t depth = 0;
  for (const char c : place) {
    depth += c == '(' || c == '[';
    depth -= depth > 0 && (c == ')' || c == ']');
    if (c == '!' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return is_plain_name(parts[0]) && std::ranges::none_of(parts, &std::string::empty)
             ? parts
             : std::vector<std::string>{};
}

/// Returns the vector of the first `k` parts with the value at the place of the others: (put i (put j 0 m!i) m).
std::string with_element(std::span<const std::string> parts, size_t k, const std::string& value) {
  std::string of = parts[0];
  for (size_t i = 1; i < k; ++i) of += "!" + parts[i];
  const std::string inner = k + 1 < parts.size() ? with_element(parts, k + 1, value) : value;
  return "(put " + parts[k] + " " + inner + " " + of + ")";
}

/// Returns the definition for xs[1:3] = [7, 8] and x[1:3] <- 0, whose place is (drop 1 (take 3 xs)); nothing for others.
std::optional<std::string> part_set(const std::string& place, const std::string& value) {
  std::string_view rest = place;
  std::string from = "0", to;
  const auto takes = [&](std::string_view head, std::string& n) {
    if (!rest.starts_with(head) || !rest.ends_with(')')) return;
    const size_t end = rest.find(' ', head.size());
    n = rest.substr(head.size(), end - head.size());
    rest = rest.substr(end + 1, rest.size() - end - 2);
  };
  takes("(drop ", from), takes("(take ", to);
  const std::string xs(rest);
  if (rest.size() == place.size() || !is_plain_name(xs) || (from + to).find('(') != to.npos) return {};
  const std::string ends = to.empty() ? "(length " + xs + ")" : to,
                    count = from == "0" ? ends : "(- " + ends + " " + from + ")";
  std::string part = value[0] == '[' || value[0] == '(' ? value : "(replicate " + count + " " + value + ")";
  if (!to.empty()) part = "(++ " + part + " (drop " + to + " " + xs + "))";
  return "(define " + xs + " " + (from == "0" ? part : "(++ (take " + from + " " + xs + ") " + part + ")") +
         ")";
}

/// Returns the record `of` with a value in its field, which may be one of a field's record: x, or pos.x.
std::string with_field(const std::string& of, const std::string& field, const std::string& value) {
  const size_t dot = field.find('.');
  if (dot == field.npos) return "(with " + of + " (" + field + " " + value + "))";
  const std::string outer = field.substr(0, dot);
  return "(with " + of + " (" + outer + " " + with_field(of + "." + outer, field.substr(dot + 1), value) +
         "))";
}

/// Returns how a field is set: target is p.x.
std::string field_set(const std::string& target, const std::string& value) {
  const size_t dot = target.find('.');
  const std::string of = target.substr(0, dot),
                    made = " " + with_field(of, target.substr(dot + 1), value) + ")";
  return "a record is made anew: (define " + of + made + "; a local variable is assigned with (set! " + of +
         made;
}

/// Returns how an element is set, of a local variable, and of a vector that has a name.
std::string element_set(const std::string& place, const std::string& value) {
  const std::string filter = "(filter (lambda (v) ";
  if (const size_t end = place.find(") ", filter.size()); place.starts_with(filter) && end != place.npos) {
    const size_t last = place.rfind(") "); // x[x == 2] = 0
    const std::string xs = place.substr(last + 2, place.size() - last - 3);
    return "a vector is made anew: (define " + xs + " (map (lambda (v) (if " +
           place.substr(filter.size(), last - filter.size()) + " " + value + " v)) " + xs + "))";
  }
  if (const std::string keys = "(snd (first (filter (lambda (k, v) (= k ";
      place.starts_with(keys)) { // d["a"] = 2
    const size_t end = place.find(")) ");
    const std::string key = place.substr(keys.size(), end - keys.size()),
                      pairs = place.substr(end + 3, place.size() - end - 6);
    return "pairs are made anew: (define " + pairs + " (++ (filter (lambda (k, v) (~= k " + key + ")) " +
           pairs + ") [(" + key + ", " + value + ")]))";
  }
  if (place.starts_with("(last ")) { // xs[-1] = 5
    const std::string xs = place.substr(6, place.size() - 7);
    return "a vector is made anew: (define " + xs + " (put (- (length " + xs + ") 1) " + value + " " + xs +
           "))";
  }
  if (const auto all = part_set(place, value)) return "a vector is made anew: " + *all;
  const auto parts = parts_of_place(place);
  if (parts.size() < 2)
    return "a vector is made anew: (put i " + value + " xs) is xs with " + value + " at i";
  const std::string set = parts.size() > 2 ? with_element(parts, 2, value) : value,
                    outer = parts[0] + "!" + parts[1];
  return "an element of a local variable is set by (set! " + outer + " " + set +
         "); a vector of the program is made anew: (define " + parts[0] + " " +
         with_element(parts, 1, value) + ")";
}

/// Returns the definitions of names by the parts of a tuple. Names that the tuple uses get their values from one more name.
std::string definitions_of_parts(std::span<const std::string_view> names, const std::string& tuple) {
  const auto parts = tuple.starts_with('(')
                         ? split_at(std::string_view(tuple).substr(1, tuple.size() - 2), ",")
                         : std::vector<std::string_view>{};
  const auto is_name = [&](std::string_view w) { return std::ranges::find(names, w) != names.end(); };
  bool used = parts.size() != names.size();
  for (const OtherWord& w : other_words(tuple).value_or(std::vector<OtherWord>{})) used |= is_name(w.text);
  std::string own = "t";
  for (const std::string_view other : {"both", "all"})
    if (is_name(own) || tuple == own) own = other;
  std::string all = used ? "(define " + own + " " + tuple + ")" : "";
  for (size_t n = 0; n < names.size(); ++n)
    all += (all.empty() ? "(define " : " (define ") + std::string(names[n]) + " " +
           (used ? own + "." + std::to_string(n) : std::string(parts[n])) + ")";
  return all;
}

/// Returns the meaning of `x, y = 1, 2`, where word k is the sign: definitions, or a pattern where a value uses a name.
std::optional<OtherMeaning> names_in_row(const OtherText& t, size_t first, size_t k) {
  const auto names = split_at(between(t, first, k), ",");
  auto values = split_at(t.from(k + 1), ",");
  if (const std::string_view all = t.from(k + 1);
      values.size() == 1 && all.starts_with('(') && all.ends_with(')'))
    if (auto parts = split_at(all.substr(1, all.size() - 2), ","); parts.size() == names.size())
      values = std::move(parts);
  if (names.size() < 2) return {};
  if (std::ranges::any_of(names, [](std::string_view n) { return n.starts_with('*'); }))
    return OtherMeaning{"an assignment", "the first element is (first xs), the rest (drop 1 xs): (let (xs " +
                                             expression_or(t.from(k + 1), "e") + ") in body)"};
  std::string pattern, parts, all;
  const bool each = values.size() == names.size();
  bool uses = !each;
  for (size_t n = 0; n < names.size(); ++n) {
    const std::string value = each ? expression_or(values[n], "e") : "";
    for (const OtherWord& w : other_words(value).value_or(std::vector<OtherWord>{}))
      uses |= std::ranges::find(names, w.text) != names.end();
    pattern += (n ? ", " : "") + std::string(names[n]), parts += (n ? ", " : "") + value;
    all += (n ? " " : "") + ("(define " + std::string(names[n]) + " " + value + ")");
  }
  if (!uses) return OtherMeaning{"an assignment", "each name gets its value by a form of its own: " + all};
  const std::string value = each ? "(" + parts + ")" : expression_or(t.from(k + 1), "e");
  return OtherMeaning{"an assignment",
                      "each name gets its value by a form of its own: " + definitions_of_parts(names, value),
                      {},
                      "within a form it is (let ((" + pattern + ") " + value + ") in body)"};
}

/// Returns the value as one of the type. Ints of fewer bits, and those without a sign, are converted to, as C does.
std::string of_type(const std::string& value, std::string_view type) {
  const bool converted = type.starts_with("uint") || (type.starts_with("int") && type != "int");
  const bool numeral = std::ranges::all_of(value.substr(value.starts_with('-')), is_digit);
  return !converted || numeral || value == "e" ? value : "(to_" + std::string(type) + " " + value + ")";
}

/// Returns the definitions of `double x = 1, y = 2`, where word k is the first sign.
std::string typed_names(const OtherText& t, size_t first, size_t k, std::string_view type) {
  std::string all;
  const auto parts = first > 0 ? split_at(t.from(k + 1), ",") : std::vector{t.from(k + 1)};
  std::string_view name = t.word(first), value = parts[0];
  for (size_t n = 0; n < parts.size(); ++n) {
    if (n > 0) {
      const size_t sign = parts[n].find('=');
      if (sign == parts[n].npos) continue;
      name = without_blanks(parts[n].substr(0, sign)), value = parts[n].substr(sign + 1);
    }
    all += (n ? " " : "") + ("(define (" + std::string(name) + " : " + std::string(type) + ") ") +
           of_type(expression_or(value, "e"), type) + ")";
  }
  return all;
}

/// Returns Nova's type for the one that stands before word `first` or, behind a colon, after it; an empty text if there is
/// none.
std::string_view type_beside(const OtherText& t, size_t first) {
  if (first == 0 || (is_binding_word(t.word(first - 1)) && t.word(first + 1) == ":"))
    return nova_type(t.word(first + 2));
  constexpr std::string_view whole[] = {"char", "int", "long", "short", "signed", "unsigned"};
  size_t k = first - 1;
  while (k > 0 && is_one_of(t.word(k), whole) && is_one_of(t.word(k - 1), whole)) --k;
  const std::string_view type = nova_type(between(t, k, first));
  const bool number =
      type == "char" && first + 2 < t.words.size() && t.words[first + 2].kind == OtherWord::Numeral;
  return number ? std::string_view("int8") : type; // char c = 65
}

/// Returns the definition of a name; of a lambda, as that of a function.
std::string definition_of(const std::string& name, const std::string& value) {
  const std::string waiting = "(scanl1 "; // of Haskell, whose vector is left out
  if (value.starts_with(waiting) && value.ends_with(')') && value.find(' ', waiting.size()) == value.npos) {
    const std::string of[] = {value.substr(waiting.size(), value.size() - waiting.size() - 1), "xs"};
    return "(define (" + name + " xs) " + lisp_call("scanl1", of).value_or(value) + ")";
  }
  const std::string_view lambda = "(lambda (";
  return value.starts_with(lambda)
             ? "(define (" + name + (value[lambda.size()] == ')' ? "" : " ") + value.substr(lambda.size())
             : "(define " + name + " " + value + ")";
}

/// Returns the meaning of `x += 1` and `xs[i] *= 2`, where word k is the sign.
OtherMeaning meaning_of_change(const OtherText& t, size_t first, size_t k) {
  const std::string sign(t.word(k).substr(0, t.word(k).size() - 1)), target(between(t, first, k));
  const bool name = k == first + 1;
  const auto place = nova_expression(target);
  const auto set = nova_expression(t.from(k + 1));
  if (t.word(k) == ".=" && place && set) {
    const bool number = is_digit((*set)[0]) || (*set)[0] == '-';
    const std::string all = number ? "(replicate (length " + *place + ") " + *set + ")" : *set;
    return {"an assignment", name ? "a name gets its value by (define " + *place + " " + all +
                                        "); a local variable is assigned with (set! " + *place + " " + all +
                                        ")"
                                  : element_set(*place, all)};
  }
  if (sign == "+" && name && place && set && set->starts_with('['))
    return {"an assignment", "a name gets its value by (define " + *place + " (++ " + *place + " " + *set +
                                 ")); a local variable is assigned with (set! " + *place + " (++ " + *place +
                                 " " + *set + "))"};
  const auto value = nova_expression(target + " " + sign + " (" + std::string(t.from(k + 1)) + ")");
  if (value && name && target.find('.') != target.npos) return {"an assignment", field_set(target, *value)};
  const bool key = place && place->starts_with("(snd (first (filter ");
  if (!place || !value || (place->starts_with('(') && !key) ||
      (!name && !key && place->find('!') == place->npos))
    return {"an assignment",
            "a local variable is assigned with (set! x e), an element of it with (set! xs!i e)"};
  const std::string all = "(set! " + *place + " " + *value + ")";
  if (!name) return {"an assignment", element_set(*place, *value)};
  return {"an assignment", "a name gets its value by (define " + *place + " " + *value +
                               "); a local variable is assigned with " + all};
}

/// Returns the meaning of `x = y = 3`, where word k is the first sign; nothing if there is one sign only.
std::optional<OtherMeaning> several_targets(const OtherText& t, size_t first, size_t k) {
  if (t.word(k) != "=" || k != first + 1) return {};
  std::vector<std::string> names{std::string(t.word(first))};
  size_t at = k;
  for (; t.is_name(at + 1) && t.word(at + 2) == "="; at += 2) names.emplace_back(t.word(at + 1));
  if (names.size() == 1) return {};
  std::string value = value_of(t, at + 1), all;
  for (size_t n = names.size(); n-- > 0; value = names[n])
    all += (all.empty() ? "" : " ") + ("(define " + names[n] + " " + value + ")");
  return OtherMeaning{"an assignment", "each name gets its value by a form of its own: " + all};
}

/// Returns the meaning of an assignment to what stands before word k, beginning at word `first`.
std::optional<OtherMeaning> meaning_of_target(const OtherText& t, size_t first, size_t k) {
  const std::string value = value_of(t, k + 1), sign(t.word(k));
  std::string name(t.word(first));
  if (sign == "\u2190" && value.find("(" + name + " ") != value.npos)
    name = "my-" + name; // it is no recursion
  if (sign.ends_with('=') && sign.size() > 1 && sign[0] != ':') return meaning_of_change(t, first, k);
  if (const auto all = several_targets(t, first, k)) return all;
  if (const auto table = t.word(k + 1) == "data.frame" ? table_of_records(name, value) : std::nullopt)
    return OtherMeaning{"an assignment", "a table is a vector of records: " + *table};
  if (const std::string_view type = type_beside(t, first);
      !type.empty() && (first > 0 || t.word(1) == ":" || t.word(1) == "::"))
    return OtherMeaning{"a definition", "it is " + typed_names(t, first, k, type), function_of(t, k + 1)};
  if (k == first + 1 && sign == "=" && name.find('.') != name.npos) // p.x = 3.0
    return OtherMeaning{"an assignment", field_set(name, value)};
  if (k == first + 1 && first == 0 && t.block.find("where") != OtherText::none)
    if (const auto parts = split_where(t.block); parts && !parts->definitions.empty())
      if (const auto line = as_line(parts->head); line && line->word(1) == "=")
        return OtherMeaning{"an assignment", "a name gets its value by (define " + name + " (begin " +
                                                 parts->definitions + expression_or(line->from(2), "e") +
                                                 "))"};
  if (k == first + 1 || (t.is_name(first) && (t.word(first + 1) == ":" || t.word(first + 1) == "::")))
    return OtherMeaning{"an assignment", "a name gets its value by " + definition_of(name, value),
                        function_of(t, k + 1)};
  const bool call = t.word(first + 1) == "(" && t.touches(first + 1);
  if (call && sign == "<-" && t.word(k - 1) == ")" && k == first + 4 &&
      t.is_name(first + 2)) { // names(x) <- c("a", "b")
    const std::string x(t.word(first + 2));
    return OtherMeaning{
        "an assignment",
        name == "names" ? "vectors have no names, pairs of names and elements have: (define " + x + " (zip " +
                              value + " " + x + "))"
                        : "nothing is changed in its place; a new value is (define " + x + " " + value + ")"};
  }
  if (call) return meaning_of_function(t, first);
  if (t.word(first + 1) == "[" && t.touches(first + 1))
    return OtherMeaning{"an assignment",
                        element_set(expression_or(between(t, first, k), name + "!i"), value)};
  if (const auto all = names_in_row(t, first, k)) return all;
  if (t.word(first + 1) == ",")
    return OtherMeaning{"an assignment",
                        "several names get their values by a pattern: (let ((a, b) e) in body)"};
  if (t.word(first + 1) == "(" || t.word(first + 1) == "[") // f (x:xs) = .., f [] = ..
    if (const std::string before(between(t, first, k));
        sign == "=" && before.find_first_of(":[") != before.npos)
      return OtherMeaning{"a function's definition",
                          "vectors have no patterns: (define (" + name +
                              " xs) (if (= (length xs) 0) a b)), where b takes xs!0 and (drop 1 xs)"};
  const bool names = std::all_of(t.words.begin() + static_cast<ptrdiff_t>(first),
                                 t.words.begin() + static_cast<ptrdiff_t>(k), [](const OtherWord& w) {
                                   return w.kind == OtherWord::Name || w.kind == OtherWord::Numeral ||
                                          w.text == "(" || w.text == ")" || w.text == ",";
                                 });
  return names && sign == "=" ? std::optional(meaning_of_equation(t, first, k)) : std::nullopt;
}

} // namespace

/// Returns the definitions of JavaScript's `const {a, b} = p`.
static std::optional<OtherMeaning> fields_in_braces(const OtherText& t) {
  const size_t close = t.line.find("} = ");
  if (!is_binding_word(t.word(0)) || t.word(1) != "{" || close == t.line.npos) return {};
  const auto record = nova_expression(t.line.substr(close + 4));
  std::string all;
  for (size_t k = 2; t.word(k) != "}"; ++k) {
    if (t.word(k) == ",") continue;
    if (!t.is_name(k)) return {};
    const std::string name(t.word(k));
    all += " (define " + name + " " + record.value_or("p") + "." + name + ")";
  }
  const bool plain = record && record->find_first_of(" ([") == record->npos;
  return plain && !all.empty() ? std::optional(OtherMeaning{"an assignment", "it is" + all}) : std::nullopt;
}

/// Returns the meaning of `x = a[i++]` and `x = a[++i]`, whose step is a definition of its own.
static std::optional<OtherMeaning> assignment_with_step(const OtherText& t) {
  const auto is_step = [&](size_t k) { return t.word(k) == "++" || t.word(k) == "--"; };
  size_t k = 1;
  while (k < t.words.size() && !is_step(k)) ++k;
  if (k == t.words.size() || t.words.size() < 5) return {};
  const bool behind = t.is_name(k - 1) && t.touches(k) && !t.is_name(k + 1),
             before = t.is_name(k + 1) && t.touches(k + 1);
  if (behind == before) return {};
  const std::string name(t.word(behind ? k - 1 : k + 1)), sign(1, t.word(k)[0]);
  const size_t at = static_cast<size_t>(t.words[k].text.data() - t.line.data());
  const std::string rest = std::string(t.line.substr(0, at)) + std::string(t.line.substr(at + 2));
  const auto line = as_line(rest);
  const auto meaning = line ? assignment_meaning(*line) : std::nullopt;
  const size_t define = meaning ? meaning->help.find("(define ") : OtherText::none;
  if (define == OtherText::none) return {};
  const std::string form = meaning->help.substr(define, meaning->help.find("; ", define) - define);
  if (form.ends_with(" e)")) return {};
  const std::string step = "(define " + name + " (" + sign + " " + name + " 1))";
  return OtherMeaning{"an assignment", "it is " + (behind ? form + " " + step : step + " " + form)};
}

/// Returns the meaning of Julia's `let x = 1`, whose body stands in the lines below it.
static std::optional<OtherMeaning> let_block(const OtherText& t) {
  if (t.word(0) != "let" || t.block.size() == t.line.size() || !without_blanks(t.block).ends_with("end"))
    return {};
  std::string bindings, names;
  size_t count = 0;
  for (const std::string_view part : split_at(t.from(1), ",")) {
    const auto line = as_line(part);
    const auto value =
        line && line->is_name(0) && line->word(1) == "=" ? nova_expression(line->from(2)) : std::nullopt;
    if (!value) return {};
    bindings += (count++ ? " (" : "(") + std::string(line->word(0)) + " " + *value + ")",
        names += " " + std::string(line->word(0));
  }
  std::string_view rest = without_blanks(t.block.substr(t.line.size()));
  rest = without_blanks(rest.substr(0, rest.size() - 3));
  const std::string body = body_of(rest, names);
  if (body == "body" || count == 0) return {};
  return OtherMeaning{"a local definition",
                      "it is (let " + (count > 1 ? "(" + bindings + ") " : bindings + " in ") + body + ")"};
}

std::optional<OtherMeaning> assignment_meaning(const OtherText& t) {
  if (auto fields = fields_in_braces(t)) return fields;
  if (auto stepping = assignment_with_step(t)) return stepping;
  if (auto element = thread_meaning(t)) return element;
  if (auto local = let_block(t)) return local;
  const size_t k = assigning_word(t);
  if (k == 0 || k == t.words.size() || !t.is_name(0) || t.word(0) == "lambda") return {};
  if (t.word(0) == "\u2395")
    return OtherMeaning{"a call", "a value is printed by (println " + value_of(t, k + 1) + ")"};
  if (const size_t in = t.line.find(" in "); t.word(0) == "let" && t.word(1) == "(" && in != t.line.npos)
    return OtherMeaning{
        "a local definition",
        "(let (" + std::string(without_blanks(t.line.substr(3, t.line.find('=') - 3))) + " " +
            expression_or(t.line.substr(t.line.find('=') + 1, in - t.line.find('=') - 1), "e") + ") in " +
            expression_or(t.line.substr(in + 4), "body") + ")"};
  if (t.word(0) == "let" && t.word(1) == "(")
    return OtherMeaning{"a definition",
                        "several names get their values by a pattern: (let (" +
                            std::string(without_blanks(t.line.substr(3, t.line.find('=') - 3))) + " " +
                            value_of(t, k + 1) + ") in body)"};
  if (t.word(0) == "let" && t.line.find(" in ") != t.line.npos)
    if (auto e = nova_expression(t.line)) return OtherMeaning{"a local definition", *e};
  size_t first = 0;
  while (is_binding_word(t.word(first)) || t.word(first) == "rec") ++first;
  const bool bound = first > 0;
  while (first + 1 < k && is_type_word(t.word(first))) ++first;
  if (t.word(first) == "std" && t.word(first + 1) == "::" && t.is_name(k - 1))
    first = k - 1; // std::vector<int> v = ..
  while (first > 0 && (t.word(first) == "*" || t.word(first) == "&")) ++first;
  if (first >= k || !t.is_name(first)) return {};
  if (!bound && first > 0 && t.word(first + 1) == "[") {
    const auto all = elements_in_braces(t.from(k + 1));
    return OtherMeaning{"an assignment",
                        "it is (define " + std::string(t.word(first)) + " " +
                            (all ? elements_of_type(*all, t.word(first - 1), t.word(first + 2)) : "[1 2 3]") +
                            ")"};
  }
  auto meaning = meaning_of_target(t, first, k);
  if (t.word(k) != "\u2190" || !meaning || !meaning->help.ends_with(" e)")) return meaning;
  if (const auto value = array_meaning(
          {t.from(k + 1), t.from(k + 1), {t.words.begin() + static_cast<ptrdiff_t>(k) + 1, t.words.end()}}))
    meaning->help += "; " + value->help;
  return meaning;
}

} // namespace nova
