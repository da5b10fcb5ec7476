// The function `form_places`, which finds the forms of a text without reading them. It is used for the prelude alone: a
// session reads each of its functions at the first use.
#pragma once
#include "frontend/source/source.hpp"
#include <optional>
#include <string_view>
#include <vector>

namespace nova {

/// The place of a form at top level. `name` is where a definition `(define (f ..) ..)` has its f; nothing for all others.
struct FormPlace {
  Span form;
  std::optional<Span> name;
};

/// Returns the places of all forms of the text, in order. Requires a text without errors, block comments and `#;`.
std::vector<FormPlace> form_places(std::string_view text, FileId file);

} // namespace nova
