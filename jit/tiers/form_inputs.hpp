// The values that a form meets: its inputs where they lie, the functions among them, and shorter ones for checks.
#pragma once
#include "interp/machine.hpp"
#include "jit/lower/lower.hpp"
#include "jit/values/marshal.hpp"

namespace nova::plan {

/// Where an input lies; null while its definition has not run.
const Value* input_at(const Machine& machine, const Input& in, std::span<Value> frame);
/// The function in an input; nothing where there is none yet.
std::optional<KnownFunction> function_at(const Machine& machine, const Input& in, std::span<Value> frame);
/// How the machine's values are marshalled.
MarshalContext marshal_context(Machine& machine, const BoxedFunctions* boxed = nullptr);
/// Does the plan know all functions in an input?
bool knows_functions(Machine& machine, const Lowered& form, const Input& in, std::span<Value> frame);
/// All inputs' values; a unit for each region.
std::vector<Value> inputs_of(const Machine& machine, const Lowered& form, std::span<Value> frame);

/// The inputs, every vector among them cut to its first elements, and with `numbers` every larger `int`, which may be a
/// length, to `most`; nothing if there is none to cut.
std::optional<std::vector<Value>> cut_inputs(const std::vector<Value>& inputs, int64_t most,
                                             bool numbers = false);

} // namespace nova::plan
