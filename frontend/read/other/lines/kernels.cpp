// Lines of CUDA kernels, which work on the element of their thread. A part of definitions.hpp.
#include "frontend/read/other/definitions.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr std::string_view no_threads =
    "threads have no numbers: (map f xs) does f's work for each element side by side, "
    "and (iota n) has all places";

/// Whether the text has the letter as a name of its own.
bool has_name(std::string_view text, char letter) {
  const auto in_name = [&](size_t at) {
    return at < text.size() && (is_letter(text[at]) || is_digit(text[at]));
  };
  for (size_t at = text.find(letter); at != text.npos; at = text.find(letter, at + 1))
    if (!in_name(at + 1) && (at == 0 || !in_name(at - 1))) return true;
  return false;
}

/// A vector, and the letter that stands for its element.
struct Element {
  std::string vector;
  char letter;
};

/// Replaces each element at the thread's place in a value by a letter that the value does not have yet. Returns the letters
/// with their vectors; nothing if there are more vectors than letters.
std::optional<std::vector<Element>> take_elements(std::string& value, const std::string& place) {
  std::string letters;
  for (const char letter : std::string_view("vwuzyxpq"))
    if (!has_name(value, letter)) letters += letter;
  std::vector<Element> all;
  const std::string element = "!" + place;
  for (size_t at = value.find(element); at != value.npos; at = value.find(element)) {
    size_t begin = at;
    while (begin > 0 && (is_letter(value[begin - 1]) || is_digit(value[begin - 1]))) --begin;
    const std::string name = value.substr(begin, at - begin);
    auto of = std::ranges::find(all, name, &Element::vector);
    if (of == all.end() && all.size() == letters.size()) return {};
    if (of == all.end()) of = all.insert(of, {name, letters[all.size()]});
    value = value.substr(0, begin) + of->letter + value.substr(at + element.size());
  }
  return all;
}

} // namespace

std::optional<std::string> nova_thread_elements(std::string_view target, std::string_view value) {
  const auto place = nova_expression(target), of = nova_expression(value);
  const size_t sign = place ? place->find('!') : std::string::npos;
  if (sign == std::string::npos || !of) return {};
  const std::string name = place->substr(0, sign);
  std::string element = *of;
  const auto elements = take_elements(element, place->substr(sign + 1));
  if (!elements || element.find("Idx.") != element.npos) return {};
  if (elements->empty()) return "(replicate (length " + name + ") " + element + ")";
  std::string parameters, all;
  for (const auto& [vector, letter] : *elements)
    parameters += (parameters.empty() ? "" : " ") + std::string(1, letter), all += " " + vector;
  return "(map (lambda (" + parameters + ") " + element + ")" + all + ")";
}

std::optional<OtherMeaning> thread_meaning(const OtherText& t) {
  const size_t sign = t.line.find(" = "), index = t.line.find("Idx.");
  if (sign == t.line.npos || index == t.line.npos || t.line.find('{') != t.line.npos) return {};
  const std::string_view target = without_blanks(t.line.substr(0, sign));
  const auto all =
      target.ends_with(']') ? nova_thread_elements(target, t.line.substr(sign + 3)) : std::nullopt;
  if (!all) return OtherMeaning{"an assignment", std::string(no_threads)};
  return OtherMeaning{"an assignment", "all elements get their values at once: (define " +
                                           std::string(target.substr(0, target.find('['))) + " " + *all +
                                           ")"};
}

} // namespace nova
