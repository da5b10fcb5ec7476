// Elements, slices and methods of other languages. A part of calls.hpp.
#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/calls/call_tables.hpp"
#include "frontend/read/other/calls/tables.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/texts.hpp"
#include <algorithm>
#include <vector>

namespace nova {

using Text = std::optional<std::string>;

std::string place(const std::string& index, const std::string& xs) {
  const bool negative = index.starts_with('-') && index.find_first_not_of("0123456789", 1) == index.npos;
  return negative ? "(- (length " + xs + ") " + index.substr(1) + ")" : index;
}

static std::string joined_words(std::span<const std::string> all) {
  std::string text;
  for (const std::string& e : all) text += (text.empty() ? "" : " ") + e;
  return text;
}

/// Returns the call that splits a text at another; nothing if that is longer than a character.
static Text split_text(std::string_view at, const std::string& of) {
  const bool one = at.size() == 1 || at == "\\n" || at == "\\t";
  return one ? Text("(split " + nova_character(at) + " " + of + ")") : Text{};
}

std::optional<std::string> slice(const std::string& xs, const Text& first, const Text& to, const Text& step) {
  const std::string from = place(first.value_or("0"), xs),
                    end = place(to.value_or("(length " + xs + ")"), xs);
  if (step == "-1" && !first && !to) return "(reverse " + xs + ")";
  if (step && step->starts_with('-')) return {};
  if (step) // a slice of Python ends where its list does
    return "(slice " + from + " " + *step + " " +
           (to && !to->starts_with('-') ? "(min " + end + " (length " + xs + "))" : end) + " " + xs + ")";
  const std::string begin = to ? "(take " + end + " " + xs + ")" : xs;
  return from == "0" ? begin : "(drop " + from + " " + begin + ")";
}

std::optional<std::string> dotted_expression(std::string_view text) {
  const auto words = other_words(text);
  if (!words) return {};
  std::string_view xs;
  std::string of_element;
  const char* behind = text.data();
  for (size_t k = 0; k < words->size(); ++k) {
    const OtherWord& w = (*words)[k];
    const bool called = k + 1 < words->size() && (*words)[k + 1].text == "(";
    if (w.kind != OtherWord::Name || called) continue;
    if (!xs.empty() && w.text != xs) return {};
    xs = w.text;
    of_element += std::string(behind, w.text.data()) + "v", behind = w.text.data() + w.text.size();
  }
  if (xs.empty()) return {};
  const auto e = nova_expression(of_element + std::string(behind, text.data() + text.size()));
  return e ? Text("(map (lambda (v) " + *e + ") " + std::string(xs) + ")") : Text{};
}

constexpr std::string_view modules[] = {"Math", "jnp", "math", "np", "numpy", "torch"};

/// Returns random.random() and random.randint(1, 6) of Python, by a name `seed`.
static Text random_number(std::string_view f, std::span<const std::string> arguments) {
  if (f == "random" || arguments.size() != 2) return "(random seed 0)";
  return "(first (random-integers (key seed) " + arguments[0] + " (+ " + arguments[1] + " 1) 1))";
}

std::optional<std::string> method_call(const std::string& of, const std::string& f,
                                       std::span<const std::string> arguments) {
  const std::string rest = joined_words(arguments);
  const std::string module = of.substr(0, of.find('.'));
  if (of == "random" && (f == "random" || f == "randint")) return random_number(f, arguments);
  if (std::ranges::find(modules, module) != std::end(modules)) {
    if (f == "array" && arguments.size() == 1) return rest;
    if (f == "var" && arguments.size() == 1) return "(variance " + rest + ")"; // by n, where R's is by n - 1
    if (auto own = own_call(f, arguments)) return own;
    return "(" + f + (rest.empty() ? "" : " " + rest) + ")";
  }
  if (auto own = table_method(of, f, arguments); own || stands_for_groups(of)) return own;
  if (f == "format" && of[0] == '"')
    return has_plain_fields(of) ? std::optional<std::string>("(format " + of + " " + rest + ")")
                                : format_by_number(of, arguments);
  if ((f == "append" || f == "push" || f == "push_back") && arguments.size() == 1)
    return "(++ " + of + " [" + rest + "])";
  if (f == "reshape" && arguments.size() > 1) {
    std::string dims;
    for (const std::string& n : arguments) dims += (dims.empty() ? "" : ", ") + n;
    return "(reshape (" + dims + ") " + of + ")";
  }
  constexpr OtherCall calls[] = {{"begin", 1, "$1"},
                                 {"copy", 1, "$1"},
                                 {"end", 1, "$1"},
                                 {"count", 2, "(count (= $2) $1)"},
                                 {"dot", 2, "(dot $1 $2)"},
                                 {"empty", 1, "(= (length $1) 0)"},
                                 {"extend", 2, "(++ $1 $2)"},
                                 {"forEach", 2, "(for (i 0 (length $1)) ($2 $1!i))"},
                                 {"flatten", 1, "(flatten $1)"},
                                 {"get", 2, "(find (lambda (k, v) (= k $2)) $1)"},
                                 {"index", 2, "(first (indices-where (= $2) $1))"},
                                 {"indexOf", 2, "(first (indices-where (= $2) $1))"},
                                 {"insert", 3, "(++ (take $2 $1) (++ [$3] (drop $2 $1)))"},
                                 {"isdigit", 1, "(all is-digit $1)"},
                                 {"isalpha", 1, "(all is-letter $1)"},
                                 {"items", 1, "$1"},
                                 {"keys", 1, "(map fst $1)"},
                                 {"pop", 1, "(last $1)"},
                                 {"remove", 2, "(filter (~= $2) $1)"},
                                 {"replace", 3, "(replace-text $2 $3 $1)"},
                                 {"values", 1, "(map snd $1)"}};
  std::vector<std::string> all{of};
  all.insert(all.end(), arguments.begin(), arguments.end());
  if (const OtherCall* c = find_call(calls, f); c && c->count == all.size()) return filled(c->call, all);
  if (f == "join" && arguments.size() == 1) return "(join " + of + " " + rest + ")";
  if (f == "split" && arguments.empty()) return "(words " + of + ")";
  if (f == "split" && rest[0] == '"') return split_text(rest.substr(1, rest.size() - 2), of);
  constexpr std::pair<std::string_view, std::string_view> methods[] = {
      {"endswith", "ends-with"},     {"length", "length"}, {"size", "length"},
      {"startswith", "starts-with"}, {"strip", "trim"},    {"toLowerCase", "lower"},
      {"toUpperCase", "upper"}};
  const auto* at = std::ranges::find(methods, f, &std::pair<std::string_view, std::string_view>::first);
  const std::string name(at == std::end(methods) ? f : at->second);
  const bool letter = of.find('!') != of.npos && of.find_first_of(" (\"") == of.npos; // s[0].upper()
  if (letter && arguments.empty() && (name == "upper" || name == "lower"))
    return "(" + name + " [" + of + "])";
  return "(" + name + (rest.empty() ? "" : " " + rest) + " " + of + ")";
}
} // namespace nova
