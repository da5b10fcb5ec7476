// The dimensions of the arrays that a text declares, as far as the text says them plainly.
#pragma once
#include "runtime/foreign/cuda_tokens.hpp"
#include <map>

namespace nova::plan {

/// For each name of an array of two or more dimensions: the dimensions that its declarations give it, each of them whole
/// numbers, names of such (#define and const) or sums and products of these. A declaration with others has no entry.
using ArrayShapes = std::multimap<std::string, std::vector<uint64_t>>;
ArrayShapes array_shapes(const CudaTokens& tokens);

} // namespace nova::plan
