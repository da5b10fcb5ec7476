// The scalar functions as generated text takes them: definitions one by one, of which a text gets those that it
// needs. To read all of them took cc a third of the time that a short form needs.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace nova::plan {

enum class TextLanguage : uint8_t { C, Cuda };

/// The types of the scalar functions, and the functions and tables that the words of the text lead to.
std::string scalar_definitions(std::string_view text, TextLanguage language);

} // namespace nova::plan
