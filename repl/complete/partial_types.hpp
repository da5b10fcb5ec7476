// Types in a text that is still being typed: of what stands before a dot, of the names that the forms around
// the cursor bind.
#pragma once
#include "repl/complete/complete.hpp"
#include "repl/editor/outline.hpp"

namespace nova {

/// The type of an expression that would stand for the bytes from `begin` to `end` of a text that is being
/// typed, as far as the form around it tells; empty where it isn't known. What is wrong with the form is not
/// told. `o`: the text's.
std::string type_at(NamesInSight& names, const editor::Outline& o, std::string_view text, size_t begin,
                    size_t end, std::string_view expression);
/// The fields of a tuple's type as it is printed; none of any other.
std::vector<std::string> fields_of(std::string_view type);
/// The expression with its dots and indices that ends at this byte; empty where none does.
std::string_view expression_before(std::string_view text, size_t byte);
/// Does a type stand where this token does?
bool is_type_place(const editor::Outline& o, std::string_view text, uint32_t token);

} // namespace nova
