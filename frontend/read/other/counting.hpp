// Places of elements in languages that count from 1, as Julia, R and MATLAB do. Nova counts from 0.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// The place of the first element in the language of a text.
enum class Counting : uint8_t { FromZero, FromOne, Open };

/// Returns from which number a text counts, by the signs of its languages.
Counting counting_of(std::string_view text);

/// Returns the text with its places counted from 0, in Python's notation: x[1] as x[0], x[2:end] as x[1:]. Returns nothing
/// if it has no places, or one that is not understood.
std::optional<std::string> counted_from_zero(std::string_view text);

/// Whether the text takes an element by its place in brackets, as x[1].
bool has_places(std::string_view text);

/// Whether a function's value in the text is a place: which(x > 2), findfirst(f, xs).
bool gives_places(std::string_view text);

} // namespace nova
