// Stored tests of exported functions: inputs, and hashes of what the interpreter gives for them.
#pragma once
#include "frontend/core/types.hpp"
#include "jit/emit/ahead/ahead.hpp"
#include "jit/plan/words.hpp"
#include "runtime/value.hpp"
#include <functional>
#include <optional>

namespace nova {

/// The flat variables of a value (values/flat_layout.hpp): scalars, and the bytes of columns.
struct TestValue {
  std::vector<uint64_t> scalars;
  std::vector<std::vector<char>> columns;
};

/// Makes the parameters' variables as the C self-test does (kernels/c/test_inputs.h), `n` elements in each vector.
TestValue made_inputs(const std::vector<plan::AheadPart>& parts, uint64_t seed, int64_t n);

/// Returns the hash of a value's variables, whose parts are given. `regions`: have its values of recursive types.
uint64_t hash_of_value(const std::vector<plan::AheadPart>& parts, std::span<const plan::Word> words,
                       const std::vector<plan::AheadRegion>& regions = {});
uint64_t hash_of_error(const std::string& place, const std::string& code);

} // namespace nova
