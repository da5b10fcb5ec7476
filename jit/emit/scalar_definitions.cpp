#include "jit/emit/scalar_definitions.hpp"
#include "jit/emit/embedded_texts.hpp"
#include <algorithm>
#include <cctype>
#include <unordered_set>
#include <vector>

namespace nova::plan {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Calls f with each identifier of the text that begins with nv_, and with the character after it.
template <class F> void for_each_word(std::string_view text, F f) {
  for (size_t at = 0, end; at < text.size(); at = end) {
    end = at + 1;
    if (!in_word(text[at])) continue;
    while (end < text.size() && in_word(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (word.starts_with("nv_")) f(word, end < text.size() ? text[end] : ' ');
  }
}

struct Definition {
  std::string_view text;
  std::string_view name;                 ///< the name of a function or table; "" for a type
  std::vector<std::string_view> words{}; ///< the nv_ identifiers in the text
};

/// Returns a definition's text, name and nv_ identifiers. A function's name stands before a parenthesis, a table's
/// name before a square bracket.
Definition definition(std::string_view text) {
  Definition d{text, {}};
  const bool type = text.find("typedef") < text.find_first_of("{;(");
  for_each_word(text, [&](std::string_view word, char behind) {
    if (d.name.empty() && !type && (behind == '(' || behind == '[')) d.name = word;
    d.words.push_back(word);
  });
  return d;
}

/// Returns the index at which the definition that begins at `at` ends: after a function's body or after a semicolon.
size_t end_of_definition(std::string_view text, size_t at) {
  size_t depth = 0;
  for (bool function = false; at < text.size(); ++at) {
    if (text[at] == '{' && depth++ == 0) function = text[text.find_last_not_of(" \n", at - 1)] == ')';
    if (text[at] == '}' && --depth == 0 && function) return at + 1;
    if (text[at] == ';' && depth == 0) return at + 1;
  }
  return text.size();
}

std::vector<Definition> all_definitions(std::string_view header) {
  const std::string_view text = scalar_text(header);
  std::vector<Definition> all;
  for (size_t at = 0, end; (at = text.find_first_not_of(" \n", at)) != text.npos; at = end) {
    end = end_of_definition(text, at);
    all.push_back(definition(text.substr(at, end - at)));
  }
  return all;
}

} // namespace

std::string scalar_definitions(std::string_view text, TextLanguage language) {
  static const std::vector<Definition> of[] = {all_definitions("scalar_functions.h"),
                                               all_definitions("scalar_functions.cuh")};
  const std::vector<Definition>& all = of[static_cast<size_t>(language)];
  std::unordered_set<std::string_view> wanted;
  for_each_word(text, [&](std::string_view word, char) { wanted.insert(word); });
  std::vector<bool> needed(all.size());
  for (size_t k = all.size(); k-- > 0;) { // backwards, since definitions use only earlier ones
    needed[k] = all[k].name.empty() || wanted.contains(all[k].name);
    if (needed[k] && !all[k].name.empty())
      for (const std::string_view word : all[k].words) wanted.insert(word);
  }
  std::string out;
  for (size_t k = 0; k < all.size(); ++k)
    if (needed[k]) out += std::string(all[k].text) + "\n";
  if (out.find("NV_CONVERTS_ONE") != out.npos) out.insert(0, scalar_text("scalar_machine.h"));
  return out;
}

} // namespace nova::plan
