// Definitions of other languages as Nova writes them: `x = 5`, `def f(x): return x + 1`, `f x = x + 1`, `int x = 3;`,
// `data T = A | B Int`. A part of other_lines.hpp.
#pragma once
#include "frontend/read/other/expressions.hpp"
#include <algorithm>
#include <span>

namespace nova {

/// A line of another language, without the semicolon at its end, and what follows it.
struct OtherText {
  static constexpr size_t none = std::string_view::npos;
  std::string_view line;
  std::string_view block; ///< the line with the lines of its body
  std::vector<OtherWord> words;

  std::string_view word(size_t k) const { return k < words.size() ? words[k].text : std::string_view{}; }
  bool is_name(size_t k) const { return k < words.size() && words[k].kind == OtherWord::Name; }
  /// Whether word k stands directly behind the word before it.
  bool touches(size_t k) const;
  /// Returns the text from word k to the end of the line.
  std::string_view from(size_t k) const;
};

/// What a line is, and how Nova writes it.
struct OtherMeaning {
  std::string_view what;
  std::string help;
  std::string function{}; ///< of a call: the name of its function
};

/// Whether the word is one of these.
template <size_t N> bool is_one_of(std::string_view word, const std::string_view (&all)[N]) {
  return std::ranges::find(all, word) != std::end(all);
}

/// Whether the word begins a declaration in C or its like: a type, or a word before one.
bool is_type_word(std::string_view word);
std::string_view without_blanks(std::string_view text);
/// Returns an expression as Nova writes it, or `otherwise` if it is not understood.
std::string expression_or(std::string_view text, std::string_view otherwise);
/// Splits a text at those of the `signs` that stand in no brackets and in no string.
std::vector<std::string_view> split_at(std::string_view text, std::string_view signs);

/// Returns the meaning of a function's definition that begins with a word for it or with a type: `def`, `function`,
/// `int f(int x) {`.
std::optional<OtherMeaning> function_meaning(const OtherText& t);
/// Returns the meaning of a definition or assignment, with `=`, `:=`, `<-` or `+=` in it.
std::optional<OtherMeaning> assignment_meaning(const OtherText& t);
/// Returns the meaning of a type's declaration: `data`, `struct`, `class`, `f :: Int -> Int`.
std::optional<OtherMeaning> type_meaning(const OtherText& t);
/// Returns the meaning of a line, whichever it is.
std::optional<OtherMeaning> meaning_of(const OtherText& t);
/// Returns the meaning of a loop: `for (int i = 0; ..)`, `for x in xs:`, `while c {`.
std::optional<OtherMeaning> loop_meaning(const OtherText& t);
/// Returns the meaning of a condition or a choice: `if c then a else b`, `case x of`, `switch (x) {`, `try:`, `return x`.
std::optional<OtherMeaning> choice_meaning(const OtherText& t);
/// Returns the meaning of an array expression: APL's and J's glyphs, `1 2 3 + 4`.
std::optional<OtherMeaning> array_meaning(const OtherText& t);
/// Returns the meaning of a line of one word, if it has a glyph of APL's before a numeral or a name.
std::optional<OtherMeaning> glyph_meaning(const OtherText& t);

} // namespace nova
