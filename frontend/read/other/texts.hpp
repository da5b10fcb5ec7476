// Texts and templates of other languages as Nova writes them. A part of other_expressions.hpp.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nova {

/// Returns the character of a text that has one, or an escape: `a` as #\a, `\n` as #\newline.
std::string nova_character(std::string_view text);

/// Returns what stands between single quotes as a text of Nova: its double quotes get backslashes.
std::string nova_text(std::string_view inner);

/// Returns a template of C's `printf` with the fields of Nova's `format`: "%5.2f of %d" as "{:5.2f} of {}". `fields`:
/// whether it has fields, so that its own braces are doubled.
std::string format_template(std::string_view text, bool fields);

/// Returns the call of `format` for a template whose fields have numbers, "{1} {0:.2f}"; nothing for other templates.
std::optional<std::string> format_by_number(std::string_view text, std::span<const std::string> arguments);

/// Whether the fields of a template of Python's are those of Nova's: {} and {:.2f}, but not {0} or {name}.
bool has_plain_fields(std::string_view text);

/// Returns the text "x is $x", with its quotes, as a call of `format`.
std::string text_with_dollars(std::string_view text);

/// Returns the text "x is {x}" of f"x is {x}", with its quotes, as a call of `format`. Returns nothing if a value in it is
/// no expression.
std::optional<std::string> text_with_braces(std::string_view text);

/// Returns a numeral such as 1_000 as Nova writes it.
std::string without_underscores(std::string_view numeral);

/// Returns a numeral; of 2x, as Julia multiplies, a product.
std::string nova_numeral(std::string_view text);

/// Returns a text in quotes of another language; of one letter in single quotes, a character. Returns nothing if a value in
/// it is no expression.
std::optional<std::string> nova_quoted(std::string_view text);

} // namespace nova
