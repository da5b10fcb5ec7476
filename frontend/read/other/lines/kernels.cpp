// Lines of CUDA kernels, which work on the element of their thread. A part of definitions.hpp.
#include "frontend/read/other/definitions.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr std::string_view no_threads =
    "threads have no numbers: (map f xs) does f's work for each element side by side, "
    "and (iota n) has all places";

/// Replaces each element at the thread's place in a value by a letter. Returns the vectors, one for each letter.
std::vector<std::string> take_elements(std::string& value, const std::string& place) {
  std::vector<std::string> vectors;
  const std::string element = "!" + place;
  for (size_t at = value.find(element); at != value.npos; at = value.find(element)) {
    size_t begin = at;
    while (begin > 0 && (is_letter(value[begin - 1]) || is_digit(value[begin - 1]))) --begin;
    const std::string name = value.substr(begin, at - begin);
    auto of = std::ranges::find(vectors, name);
    if (of == vectors.end()) vectors.push_back(name), of = vectors.end() - 1;
    constexpr std::string_view letters = "vwuzyxabcd";
    const auto k = std::min(static_cast<size_t>(of - vectors.begin()), letters.size() - 1);
    value = value.substr(0, begin) + letters[k] + value.substr(at + element.size());
  }
  return vectors;
}

} // namespace

std::optional<std::string> nova_thread_elements(std::string_view target, std::string_view value) {
  const auto place = nova_expression(target), of = nova_expression(value);
  const size_t sign = place ? place->find('!') : std::string::npos;
  if (sign == std::string::npos || !of) return {};
  const std::string name = place->substr(0, sign);
  std::string element = *of;
  const auto vectors = take_elements(element, place->substr(sign + 1));
  if (vectors.size() > 4 || element.find("Idx.") != element.npos) return {};
  if (vectors.empty()) return "(replicate (length " + name + ") " + element + ")";
  std::string parameters, all;
  for (size_t k = 0; k < vectors.size(); ++k)
    parameters += (k ? " " : "") + std::string(1, "vwuz"[k]), all += " " + vectors[k];
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
