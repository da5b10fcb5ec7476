#include "frontend/read/other/signatures.hpp"
#include "frontend/read/other/haskell/clauses.hpp"
#include <algorithm>

namespace nova {
namespace {

/// Returns a type of Haskell as Nova writes it, or an empty text for one that Nova does not have by that name.
std::string own_type(std::string_view type) {
  type = without_blanks(type);
  constexpr std::pair<std::string_view, std::string_view> names[] = {
      {"Bool", "bool"}, {"Char", "char"}, {"Double", "double"}, {"Float", "float"},
      {"Int", "int"},   {"()", "unit"},   {"Integer", "int"},   {"String", "vector char"}};
  for (const auto& [other, own] : names)
    if (type == other) return std::string(own);
  if (type.size() < 2) return type.empty() ? std::string() : "'" + std::string(type);
  if (type.front() == '[' && type.back() == ']') {
    const std::string element = own_type(type.substr(1, type.size() - 2));
    return element.empty() ? ""
                           : "vector " + (element.find(' ') == element.npos ? element : "(" + element + ")");
  }
  if (type.front() != '(' || type.back() != ')') return {};
  std::string parts;
  for (const std::string_view part : split_at(type.substr(1, type.size() - 2), ",")) {
    const std::string own = own_type(part);
    if (own.empty()) return {};
    parts += (parts.empty() ? "" : ", ") + own;
  }
  return "(" + parts + ")";
}

/// Returns the types of `Int -> [a] -> Bool`, as Nova writes them.
std::vector<std::string> own_types(std::string_view signature) {
  std::string arrows(signature); // with one sign for each arrow, at which split_at can split
  if (const size_t classes = arrows.find("=>"); classes != arrows.npos) arrows.erase(0, classes + 2);
  for (size_t at = arrows.find("->"); at != arrows.npos; at = arrows.find("->", at))
    arrows.replace(at, 2, "\x01");
  std::vector<std::string> types;
  for (const std::string_view part : split_at(arrows, "\x01")) types.push_back(own_type(part));
  return types;
}

/// An equation `f p q = e`.
struct Equation {
  std::vector<std::string> patterns;
  std::string value;
  bool names_only = true, constructors = false;
};

std::optional<Equation> equation_in(std::string_view line) {
  const auto words = other_words(line);
  if (!words || words->size() < 4) return {};
  Equation e;
  size_t k = 1;
  for (; k + 1 < words->size() && (*words)[k].text != "="; ++k) {
    const OtherWord& w = (*words)[k];
    if (w.text == "(") { // (Circle r)
      std::string pattern = "(";
      while (++k < words->size() && (*words)[k].kind == OtherWord::Name)
        pattern +=
            (pattern.size() > 1 ? " " : "") + std::string((*words)[k].text == "_" ? "_" : (*words)[k].text);
      const bool constructor = pattern.size() > 1 && std::isupper(static_cast<unsigned char>(pattern[1]));
      if (!constructor || k >= words->size() || (*words)[k].text != ")") return {};
      e.names_only = false, e.constructors = true;
      e.patterns.push_back(pattern + ")");
      continue;
    }
    const bool literal = w.kind == OtherWord::Numeral || w.text == "True" || w.text == "False";
    if (w.kind != OtherWord::Name && w.kind != OtherWord::Numeral) return {};
    e.names_only &= !literal && w.text != "_";
    e.patterns.push_back(w.text == "True" ? "true" : w.text == "False" ? "false" : std::string(w.text));
  }
  const auto value =
      k + 1 < words->size() && (*words)[k].text == "="
          ? nova_expression(line.substr(static_cast<size_t>((*words)[k + 1].text.data() - line.data())))
          : std::nullopt;
  if (!value || e.patterns.empty()) return {};
  e.value = *value;
  return e;
}

std::string joined_by(const std::vector<std::string>& all, std::string_view between) {
  std::string out;
  for (const std::string& one : all) out += (&one == all.data() ? "" : std::string(between)) + one;
  return out;
}

/// Returns `(define (f (x : int) y) : int body)` of names x, y and types int, "", int.
std::string typed_function(const std::string& f, const std::vector<std::string>& names,
                           std::span<const std::string> types, const std::string& body) {
  std::string out = "(define (" + f;
  for (size_t k = 0; k < names.size(); ++k) {
    const bool typed = k < types.size() && !types[k].empty();
    out += typed ? " (" + names[k] + " : " + types[k] + ")" : " " + names[k];
  }
  const bool result = types.size() == names.size() + 1 && !types.back().empty();
  return out + ")" + (result ? " : " + types.back() : "") + " " + body + ")";
}

/// Returns names for n parameters.
std::vector<std::string> parameters(size_t n) {
  constexpr std::string_view letters = "xyzuvw";
  std::vector<std::string> names;
  for (size_t k = 0; k < n; ++k)
    names.push_back(k < letters.size() ? std::string(1, letters[k]) : "p" + std::to_string(k));
  return names;
}

} // namespace

std::string type_or(std::string_view type) {
  const std::string own = own_type(type);
  return own.empty() ? "t" : own;
}

std::optional<std::string> function_of_equations(std::string_view block, std::span<const std::string> types) {
  std::vector<Equation> equations;
  std::string name;
  const auto parts = split_where(block);
  if (!parts) return {};
  for (const std::string_view line : split_at(parts->head, "\n")) {
    if (line.empty()) continue;
    auto e = equation_in(line);
    if (!e || (!equations.empty() && e->patterns.size() != equations[0].patterns.size())) return {};
    if (equations.empty()) name = std::string(other_words(line)->front().text);
    equations.push_back(std::move(*e));
  }
  if (equations.empty()) return {};
  const Equation& first = equations[0];
  const std::string& definitions = parts->definitions;
  if (equations.size() == 1 && first.names_only)
    return typed_function(name, first.patterns, types, definitions + first.value);
  if (!definitions.empty()) equations.back().value = "(begin " + definitions + equations.back().value + ")";
  const std::vector<std::string> names = parameters(first.patterns.size());
  const bool one = names.size() == 1;
  std::string match = "(match " + (one ? names[0] : "(" + joined_by(names, ", ") + ")");
  for (const Equation& e : equations) {
    const std::string pattern = joined_by(e.patterns, ", ");
    match += " (" + (one ? pattern : "(" + pattern + ")") + " " + e.value + ")";
  }
  if (equations.size() == 1 && !equations[0].constructors) match += one ? " (n e)" : " (else e)";
  return typed_function(name, names, types, match + ")");
}

std::optional<OtherMeaning> signature_meaning(const OtherText& t) {
  const bool signs = t.is_name(0) && t.word(1) == "::" && !t.touches(1);
  if (!signs || t.line.find('=') < t.line.find("=>")) return {};
  const std::vector<std::string> types = own_types(t.from(2));
  const std::string_view rest = without_blanks(t.block.substr(std::min(t.line.size(), t.block.size())));
  const std::string name(t.word(0));
  if (auto all = rest.empty() ? std::nullopt : function_of_equations(rest, types))
    return OtherMeaning{"a function's definition", *all};
  if (const auto line = types.size() == 1 && !types[0].empty() ? other_words(rest) : std::nullopt;
      line && line->size() > 2 && (*line)[0].text == name && (*line)[1].text == "=")
    return OtherMeaning{"a definition", "(define (" + name + " : " + types[0] + ") " +
                                            expression_or(rest.substr(rest.find('=') + 1), "e") + ")"};
  if (types.size() < 2)
    return OtherMeaning{"a type", "a name's type stands in its definition: (define (" + name + " : " +
                                      (types.empty() || types[0].empty() ? "t" : types[0]) + ") e)"};
  return OtherMeaning{"a type", "types stand in the definition, behind colons: " +
                                    typed_function(name, parameters(types.size() - 1), types, "body")};
}

} // namespace nova
