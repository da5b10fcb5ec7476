// Declarations of C and records of Haskell. A part of definitions.hpp.
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/signatures.hpp"
#include <algorithm>

namespace nova {

std::string_view nova_type(std::string_view type) {
  constexpr std::pair<std::string_view, std::string_view> types[] = {
      {"Bool", "bool"}, {"Double", "double"}, {"Float64", "double"}, {"Int", "int"},     {"Int64", "int"},
      {"bool", "bool"}, {"char", "char"},     {"double", "double"},  {"float", "float"}, {"int", "int"}};
  const auto* at = std::ranges::find(types, type, &std::pair<std::string_view, std::string_view>::first);
  return at == std::end(types) ? std::string_view{} : at->second;
}

namespace {

/// Returns the value that a name of the type has at first; an empty text for other types.
std::string_view zero_of(std::string_view type) {
  return type == "double" ? "0.0" : type == "float" ? "0f" : type == "int" ? "0" : "";
}

} // namespace

std::optional<OtherMeaning> declaration_meaning(const OtherText& t) {
  const std::string name(t.word(1)), type(nova_type(t.word(0))), zero(zero_of(type));
  if (t.word(0) == "typedef" && t.words.size() == 3 && !nova_type(t.word(1)).empty())
    return OtherMeaning{"a type's declaration", "a name for a type is (types (" + std::string(t.word(2)) +
                                                    " : " + std::string(nova_type(t.word(1))) + "))"};
  const size_t brace = t.line.find('{');
  if (t.word(0) == "struct" && t.is_name(2) && t.word(3) == "=" && brace != t.line.npos &&
      t.line.ends_with('}')) {
    std::string values;
    for (const std::string_view e : split_at(t.line.substr(brace + 1, t.line.size() - brace - 2), ","))
      values += " " + expression_or(e, "e");
    return OtherMeaning{"a definition",
                        "it is (define " + std::string(t.word(2)) + " (" + name + values + "))"};
  }
  if (type.empty() || zero.empty() || !t.is_name(1)) return {};
  const auto defined = [&](std::string_view of) {
    return "(define (" + std::string(of) + " : " + type + ") " + zero + ")";
  };
  if (t.words.size() == 2)
    return OtherMeaning{"a declaration", "a name gets its value with its type: " + defined(name)};
  if (t.word(2) == "," && std::ranges::all_of(t.words, [](const OtherWord& w) {
        return w.kind == OtherWord::Name || w.text == ",";
      })) { // int x, y;
    std::string all;
    for (size_t k = 1; k < t.words.size(); k += 2) all += (k > 1 ? " " : "") + defined(t.word(k));
    return OtherMeaning{"a declaration", "names get their values with their types: " + all};
  }
  if (t.word(2) == "[" && t.word(4) == "]" && t.words.size() == 5 && t.words[3].kind == OtherWord::Numeral)
    return OtherMeaning{"a declaration", "a vector is there with its elements: (define " + name +
                                             " (replicate " + std::string(t.word(3)) + " " + zero + "))"};
  return {};
}

std::optional<std::string> allocation(const OtherText& t, std::string_view value) {
  const size_t open = value.find("malloc("), size = value.find("sizeof");
  const std::string_view zero = zero_of(nova_type(t.word(0)));
  if (open == value.npos || size == value.npos || size < open || zero.empty()) return {};
  std::string_view count = without_blanks(value.substr(open + 7, size - open - 7));
  if (!count.ends_with('*')) return {};
  const auto n = nova_expression(count.substr(0, count.size() - 1));
  return n ? std::optional("(replicate " + *n + " " + std::string(zero) + ")") : std::nullopt;
}

std::optional<std::string> braces_as_record(const OtherText& t) {
  const size_t sign = t.block.find('='), open = t.block.find('{'), close = t.block.rfind('}');
  if (sign == t.block.npos || open == t.block.npos || close == t.block.npos || open < sign) return {};
  std::string fields;
  for (const std::string_view part : split_at(t.block.substr(open + 1, close - open - 1), ",")) {
    const size_t colons = part.find("::");
    if (colons == part.npos) return {};
    fields += " (" + std::string(without_blanks(part.substr(0, colons))) + " : " +
              type_or(part.substr(colons + 2)) + ")";
  }
  const std::string name(t.word(1));
  std::string variables;
  for (size_t k = 2; t.is_name(k); ++k) variables += " '" + std::string(t.word(k));
  return "(define-record " + (variables.empty() ? name : "(" + name + variables + ")") + fields + ")";
}

std::optional<std::string> struct_as_record(const OtherText& t) {
  const size_t open = t.block.find('{'), close = t.block.rfind('}');
  if (open == t.block.npos || close == t.block.npos) return {};
  std::string fields;
  for (const std::string_view part : split_at(t.block.substr(open + 1, close - open - 1), ";")) {
    const auto words = other_words(part);
    if (part.empty()) continue;
    const std::string_view type = words && words->size() == 2 ? nova_type(words->front().text) : "";
    if (type.empty()) return {};
    fields += " (" + std::string(words->back().text) + " : " + std::string(type) + ")";
  }
  return "(define-record " + std::string(t.word(1)) + fields + ")";
}

std::optional<std::string> fields_as_record(const OtherText& t) {
  std::string fields;
  for (const std::string_view line : split_at(t.block.substr(t.line.size()), "\n")) {
    if (line.empty() || line == "end") continue;
    const auto words = other_words(line);
    if (!words || words->size() != 3 || (*words)[1].text != "::" || nova_type((*words)[2].text).empty())
      return {};
    fields += " (" + std::string((*words)[0].text) + " : " + std::string(nova_type((*words)[2].text)) + ")";
  }
  if (fields.empty()) return {};
  return "(define-record " + std::string(t.word(1)) + fields + ")";
}

} // namespace nova
