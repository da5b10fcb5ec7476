// The outline of a text while it is typed: the reader's own tokens, which brackets belong together, and the
// places where one may go from any byte. Every text has one, also a wrong or an unfinished one; bytes that
// are no UTF-8 are characters of their own.
#pragma once
#include "frontend/read/lexer.hpp"
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nova::editor {

inline constexpr uint32_t no_token = UINT32_MAX;

struct Outline {
  std::vector<Token> tokens;     ///< without the End
  std::vector<uint32_t> partner; ///< of each token: the other bracket, or no_token
  std::vector<uint32_t> inside;  ///< of each token: the open bracket that it stands in, or no_token

  explicit Outline(std::string_view text);
  /// The first token that ends after the byte; no_token where none does.
  uint32_t token_after(size_t byte) const;
  /// The innermost bracket that is open at the byte, or no_token.
  uint32_t open_at(size_t byte) const;
};

// Characters: a code point with the combining ones after it.
size_t next_character(std::string_view text, size_t at);
size_t previous_character(std::string_view text, size_t at);
// Words: letters and digits of any script.
size_t next_word(std::string_view text, size_t at);
size_t previous_word(std::string_view text, size_t at);
/// Where the run without blanks before `at` begins.
size_t previous_blank(std::string_view text, size_t at);
// Lines.
size_t line_begin(std::string_view text, size_t at);
size_t line_end(std::string_view text, size_t at);
/// Columns from the line's begin.
size_t column_of(std::string_view text, size_t at);
/// The byte of a line (given by any byte of it) that stands in a column or last before it.
size_t at_column(std::string_view text, size_t in_line, size_t column);
// Forms: a datum, or all between two brackets; at the end of what one stands in, `at` itself.
size_t next_form(std::string_view text, size_t at);
size_t previous_form(std::string_view text, size_t at);

/// What is still to be closed, and since which line: "open: ( of line 1, the string of line 2"; and where a
/// comment may have swallowed the bracket, the comment. That the last line looks like a command, and is
/// neither that nor a type's name, is told too. Empty where nothing is open.
std::string what_is_open(std::string_view text, const std::function<bool(std::string_view)>& is_type = {});

/// Does the text end inside of a string or a block comment?
bool is_in_text(std::string_view text);
/// Is the line that begins at `line` a command, although what stands before it is still open?
bool is_command_within(std::string_view text, size_t line,
                       const std::function<bool(std::string_view)>& is_command);

/// Columns that a new line after the first `at` bytes is indented by. `is_keyword`: the names whose bodies
/// are indented by two; what follows any other is aligned with its first argument.
size_t indentation(std::string_view text, size_t at, const std::function<bool(std::string_view)>& is_keyword);

} // namespace nova::editor
