// Private to emit/prologue.cpp and the text that CMake makes: runtime/'s scalar headers, inside the binary.
#pragma once
#include <span>
#include <string_view>

namespace nova::plan {

struct ScalarText {
  std::string_view name, text; ///< scalar_ops.h
};
std::span<const ScalarText> scalar_texts();

} // namespace nova::plan
