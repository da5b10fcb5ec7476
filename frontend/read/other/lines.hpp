// Recognises lines of other languages: comments, imports, definitions, types, loops, assignments, calls. A line of Nova
// at top level begins with a bracket, or is a name or a literal. So a line with more in it than these, and with the
// words or signs of another language, gets one error with the form that Nova has for it.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// A line of another language.
struct OtherLine {
  std::string_view what;  ///< what it is, with its article: "a loop"
  std::string help;       ///< how Nova writes it
  std::string function{}; ///< of a call: the name of its function, in the other language
  std::string note{};     ///< a further help; empty if there is none
  size_t shown = 0;       ///< offset in the text of the end of the line
  size_t end = 0;         ///< offset of the end of what belongs to it: its body, or further comments
};

/// Returns what the line at the offset `begin` is in another language; nothing if it may be one of Nova. `begin` is the
/// offset of the first character of the line that is not blank.
std::optional<OtherLine> find_other_line(std::string_view text, size_t begin);

/// Whether the text of another language ends within brackets, behind one of them, a comma or an operator: x = (1 +.
bool goes_on_below(std::string_view text);

/// Returns what a line of one word is in another language, where the word is no name of the program: x=5, i++, a->b.
std::optional<OtherLine> find_other_word(std::string_view word);

} // namespace nova
