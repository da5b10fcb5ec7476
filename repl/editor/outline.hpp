// The outline of a text while it is typed: its tokens, by the reader's lexer, and which brackets match. Also the
// motions of the cursor by characters, words, lines and forms. Every text has an outline, even a wrong or unfinished
// one. A byte that is not valid UTF-8 counts as a character of its own.
#pragma once
#include "frontend/read/lexer.hpp"
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nova::editor {

inline constexpr uint32_t no_token = UINT32_MAX;

struct Outline {
  std::vector<Token> tokens;     ///< all tokens but the End
  std::vector<uint32_t> partner; ///< for each token: index of the matching bracket's token, or no_token
  std::vector<uint32_t> inside;  ///< for each token: index of the opening bracket around it, or no_token

  explicit Outline(std::string_view text);
  /// Returns the index of the first token that ends after the byte with offset `byte`, or no_token.
  uint32_t token_after(size_t byte) const;
  /// Returns the index of the token of the innermost bracket that is open at offset `byte`, or no_token.
  uint32_t open_at(size_t byte) const;
};

// Motion by characters. A character is a code point with the combining ones after it.
size_t next_character(std::string_view text, size_t at);
size_t previous_character(std::string_view text, size_t at);
// Motion by words, which consist of letters and digits of any script.
size_t next_word(std::string_view text, size_t at);
size_t previous_word(std::string_view text, size_t at);
/// Returns the offset at which the last run of non-blanks before `at` begins.
size_t previous_blank(std::string_view text, size_t at);
// Motion by lines.
size_t line_begin(std::string_view text, size_t at);
size_t line_end(std::string_view text, size_t at);
/// Returns the number of columns between the line's begin and `at`.
size_t column_of(std::string_view text, size_t at);
/// Returns the offset of the character that covers the given column of a line, or of the line's end if the line is
/// shorter. `in_line` is the offset of any byte of the line.
size_t at_column(std::string_view text, size_t in_line, size_t column);
// Motion by forms. A form is a token, or a pair of brackets with all between. If `at` lies within brackets and no
// form of theirs follows in the direction of the motion, the result is `at`.
size_t next_form(std::string_view text, size_t at);
size_t previous_form(std::string_view text, size_t at);

/// Returns a message about what is still open, and since which line: "open: ( of line 1, the string of line 2". The
/// message also names a comment that may contain the missing bracket, and a last line that looks like a command, but
/// is neither a command nor a type's name. It is empty if nothing is open.
std::string what_is_open(std::string_view text, const std::function<bool(std::string_view)>& is_type = {});

/// Whether the text ends inside of a string or a block comment.
bool is_in_text(std::string_view text);
/// Whether the line that begins at offset `line` is a command. The text before the line must be an unfinished form. A
/// line within a string or block comment is no command.
bool is_command_within(std::string_view text, size_t line,
                       const std::function<bool(std::string_view)>& is_command);

/// Returns the number of columns by which a new line after the first `at` bytes is indented. `is_keyword` says for
/// which names the body is indented by two. For any other name, the line is aligned with its first argument.
size_t indentation(std::string_view text, size_t at, const std::function<bool(std::string_view)>& is_keyword);

} // namespace nova::editor
