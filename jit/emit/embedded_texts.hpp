// The texts of headers that generated code needs, embedded in the binary: runtime/'s scalar functions and the
// skeletons (kernel templates). CMake generates the definition of scalar_texts. Private to emit/.
#pragma once
#include <span>
#include <string_view>

namespace nova::plan {

struct ScalarText {
  std::string_view name, text; ///< the header's file name, such as "scalar_ops.h", and its content
};
std::span<const ScalarText> scalar_texts();
/// Returns the text of a header, empty if there is none of that name.
inline std::string_view scalar_text(std::string_view name) {
  for (const ScalarText& t : scalar_texts())
    if (t.name == name) return t.text;
  return {};
}

} // namespace nova::plan
