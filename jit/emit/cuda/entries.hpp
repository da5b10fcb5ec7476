// Entries: the kernels that call a skeleton with a functor, and how they are launched.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"
#include "jit/emit/cuda/functors.hpp"

namespace nova::plan {

/// Threads of a block whose shared memory holds `each` values a thread, within nova_most_shared bytes.
uint32_t threads_for(uint32_t value, uint32_t each);

/// What a kernel does beside others of its statement, by the end of its name.
void note_kernel(BodyPrinter& p, const std::string& kernel);
/// The kernel that calls a skeleton with g, n, the functor and `arguments`, types of further words.
void entry(CudaPrinter& c, const Functor& f, const Names& members, const std::string& kernel,
           const std::string& call, const Names& arguments, uint32_t threads);
/// The launch of the functor's kernel.
Launch& launch_of(CudaPrinter& c, const Functor& f, bool arena);
/// Lengths to offsets, and whether there is room for all.
void offsets_kernel(BodyPrinter& p, const Launch& l);

} // namespace nova::plan
