// Entries: the `__global__` functions that call a skeleton with a functor, and their launch parameters.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"
#include "jit/emit/cuda/functors.hpp"

namespace nova::plan {

/// Returns the number of threads of a block, at most 256, so that `each` values of `value` bytes per thread fit into
/// nova_most_shared bytes of shared memory. It is never below 32, even if they do not fit then.
uint32_t threads_for(uint32_t value, uint32_t each);

/// Prints a comment on what the kernel does, chosen by the suffix of its name. A name without a known suffix gets
/// none.
void note_kernel(BodyPrinter& p, const std::string& kernel);
/// Prints the kernel that calls skeleton `call` with g, n, the functor and further words of the types `arguments`.
void entry(CudaPrinter& c, const Functor& f, const Names& members, const std::string& kernel,
           const std::string& call, const Names& arguments, uint32_t threads);
/// Fills in and returns the launch of the functor's statement.
Launch& launch_of(CudaPrinter& c, const Functor& f, bool arena);
/// Prints two kernels: one turns lengths of rows into offsets, one tests whether there is room for all elements.
void offsets_kernel(BodyPrinter& p, const Launch& l);

} // namespace nova::plan
