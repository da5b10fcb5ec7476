// The names that a C text defines for all that stands behind it, so that several texts can stand in one file.
#pragma once
#include <set>
#include <string>
#include <string_view>

namespace nova {

struct TextNames {
  std::set<std::string> macros;  ///< defined by #define
  std::set<std::string> defined; ///< functions, variables, types and tags at file scope
};
/// Returns the names that a C text defines. A declaration without a definition, such as a prototype, defines nothing.
TextNames names_defined(std::string_view text);

} // namespace nova
