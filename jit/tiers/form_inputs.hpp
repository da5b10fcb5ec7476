// Finds the values of a form's inputs at run time and the functions that these values hold, and shortens the values
// for checks.
#pragma once
#include "interp/machine.hpp"
#include "jit/lower/lower.hpp"
#include "jit/values/marshal.hpp"

namespace nova::plan {

/// Returns the address of an input's value, or null if the input is a definition that has not run.
const Value* input_at(const Machine& machine, const Input& in, std::span<Value> frame);
/// Returns the function that is an input's value. Returns none if the input is a definition that has not run, or if
/// its value is no closure of a Lambda.
std::optional<KnownFunction> function_at(const Machine& machine, const Input& in, std::span<Value> frame);
/// Whether the inputs' values have the lengths that the plan takes for granted.
bool has_lengths(const Machine& machine, const Lowered& form, std::span<Value> frame);
/// Returns the context for marshalling values of the machine. `boxed`: the boxed functions of the plan, or null.
MarshalContext marshal_context(Machine& machine, const BoxedFunctions* boxed = nullptr);
/// Whether the plan was made for all functions that an input's value holds.
bool knows_functions(Machine& machine, const Lowered& form, const Input& in, std::span<Value> frame);
/// Returns the values of all inputs, in order. An input that is a region (a heap of cells) gets a unit as its value.
std::vector<Value> inputs_of(const Machine& machine, const Lowered& form, std::span<Value> frame);

/// What `cut_inputs` makes smaller, besides vectors of rank 1.
struct Cuts {
  bool numbers = false; ///< an int that may be a length
  bool rows = false;    ///< the vectors in vectors, and all dimensions of a vector of higher rank
  bool indices = false; ///< with `rows`: the ints in vectors, which may be indices, to at most `most` - 1
};

/// Returns the inputs with every vector of rank 1 cut to its first `most` elements, and with what `cuts` says made as
/// small. Inputs of which the plan has a table stay as they are. With `indices`, a vector that is longer by one than
/// another keeps one element more. Returns none if this changes no input.
std::optional<std::vector<Value>> cut_inputs(const std::vector<Input>& plan_inputs,
                                             const std::vector<Value>& inputs, int64_t most, Cuts cuts = {});

} // namespace nova::plan
