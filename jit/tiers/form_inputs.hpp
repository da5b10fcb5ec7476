// A form's inputs at run time: finds their values and the functions that these hold, and shortens values for checks.
#pragma once
#include "interp/machine.hpp"
#include "jit/lower/lower.hpp"
#include "jit/values/marshal.hpp"

namespace nova::plan {

/// Returns the address of an input's value, or null while its definition has not run.
const Value* input_at(const Machine& machine, const Input& in, std::span<Value> frame);
/// Returns the function that an input holds; none if its definition has not run, or if it is no closure of a Lambda.
std::optional<KnownFunction> function_at(const Machine& machine, const Input& in, std::span<Value> frame);
/// Returns the context for marshalling values of the machine.
MarshalContext marshal_context(Machine& machine, const BoxedFunctions* boxed = nullptr);
/// Whether the plan was made for all functions that an input's value holds.
bool knows_functions(Machine& machine, const Lowered& form, const Input& in, std::span<Value> frame);
/// Returns the values of all inputs; a unit for each region.
std::vector<Value> inputs_of(const Machine& machine, const Lowered& form, std::span<Value> frame);

/// Returns the inputs with every vector of rank 1 cut to its first `most` elements. With `numbers`, every larger
/// `int`, which may be a length, becomes `most`. Returns none if nothing is to be cut.
std::optional<std::vector<Value>> cut_inputs(const std::vector<Value>& inputs, int64_t most,
                                             bool numbers = false);

} // namespace nova::plan
