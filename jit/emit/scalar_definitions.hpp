// Selects the definitions of scalar functions that a generated text needs. If cc had to read all of them, that would
// take a third of the compile time of a short form.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace nova::plan {

enum class TextLanguage : uint8_t { C, Cuda };

/// Returns the definitions of all types of the scalar functions, and of those functions and tables that the text uses
/// directly or through other functions.
std::string scalar_definitions(std::string_view text, TextLanguage language);

} // namespace nova::plan
