// Numbers of C types in bytes: made at random, printed, compared.
#pragma once
#include "jit/user_kernels/check.hpp"
#include <random>

namespace nova::plan {

/// Kinds of random values. Small: whole numbers from 0 to 9. Edges: NaN, infinities, zeros, the extremes.
enum class Values : uint8_t { Small, Any, Edges };
/// Appends a random number of the type.
void add_random(std::vector<std::byte>& out, std::string_view type, Values values, std::mt19937_64& random);
/// Prints the number at `at`.
std::string print_element(const std::byte* at, std::string_view type);
/// Whether `got` is within the distance of `wanted`.
bool is_near(const std::byte* got, const std::byte* wanted, std::string_view type, const Distance& distance);

} // namespace nova::plan
