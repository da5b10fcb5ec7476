// Types in a text that is still being typed: the type of the expression before a dot, and the types of the local
// names around the cursor.
#pragma once
#include "repl/complete/complete.hpp"
#include "repl/editor/outline.hpp"

namespace nova {

/// Returns the type that `expression` has if it replaces the bytes from `begin` to `end` of `text`. Returns "" if the
/// type is not known. Errors in the surrounding form are not reported. `o` is the token structure of `text`.
std::string type_at(NamesInSight& names, const editor::Outline& o, std::string_view text, size_t begin,
                    size_t end, std::string_view expression);
/// Returns the field types of a tuple type, which is given as printed text. For "(int, float)" they are int and
/// float. Returns an empty vector for another type.
std::vector<std::string> fields_of(std::string_view type);
/// Returns the expression that ends at this byte, including field and element accesses as in p.0 or v!i. Returns ""
/// if no expression ends there.
std::string_view expression_before(std::string_view text, size_t byte);
/// Whether a type is expected at the position of this token.
bool is_type_place(const editor::Outline& o, std::string_view text, uint32_t token);

} // namespace nova
