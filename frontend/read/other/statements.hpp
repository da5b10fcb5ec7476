// Several statements on one line, and lines that begin with a bracket: parts of lines.hpp.
#pragma once
#include "frontend/read/other/definitions.hpp"
#include <functional>

namespace nova {

using MeaningOf = std::function<std::optional<OtherMeaning>(const OtherText&)>;

/// Returns the forms that a help shows: (define x 1) of "a name gets its value by (define x 1)"; or an empty text.
std::string shown_forms(std::string_view help);

/// Returns the text as one line with its words; nothing if it has a string that is never closed, or no words.
std::optional<OtherText> as_line(std::string_view text);

/// Returns the meaning of several statements with semicolons between them: the forms one after the other. Returns
/// nothing if there is one statement, or if a form is not known.
std::optional<OtherMeaning> statements_meaning(const OtherText& t, const MeaningOf& meaning_of);

/// Returns the expression of a line that begins with a bracket and goes on with an operator or an index: (x + 1) * 2, [1, 2][0].
/// Returns nothing for other lines, which are Nova's.
std::optional<std::string> expression_behind_bracket(std::string_view line);

/// Returns the text with names that Nova can't have, as x', changed: x-prime.
std::string without_primes(std::string_view help);

} // namespace nova
