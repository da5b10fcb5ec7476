// Entries: the `__global__` functions that call a skeleton with a functor, and their launch parameters.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"
#include "jit/emit/cuda/functors.hpp"

namespace nova::plan {

/// Returns the number of threads for a block whose shared memory holds `each` values of `value` bytes per thread: the
/// largest of 256, 128, 64 and 32 with which they fit into nova_most_shared bytes. Returns 32 if they never fit.
uint32_t threads_for(uint32_t value, uint32_t each);
/// Sets the threads and the shared memory of a block that scans (kernels/cuda/cells.h). `value` and `stored`: the types
/// of a running value, and of what is stored of it. Returns whether the block's cells are in shared memory.
bool size_scan(Launch& l, const std::vector<VarType>& value, const std::vector<VarType>& stored);

/// The same for a filter's block. `written`: the types of what is written of an element.
bool size_filter(Launch& l, const std::vector<VarType>& written);

/// Prints a comment on what `kernel` does, chosen by the suffix of its name. Prints nothing for a name without a
/// known suffix.
void note_kernel(BodyPrinter& p, const std::string& kernel);
/// Prints the `__global__` function `kernel`. It builds the functor `f` from its captures and `members`. It calls the
/// skeleton `call` with the run's data `g`, the number of elements, the functor, and a word for each type in
/// `arguments`.
void entry(CudaPrinter& c, const Functor& f, const Names& members, const std::string& kernel,
           const std::string& call, const Names& arguments, uint32_t threads);
/// Sets the kernel's name, captures and value size in the launch of the functor's statement, and returns that launch.
/// `arena`: whether each thread needs an arena.
Launch& launch_of(CudaPrinter& c, const Functor& f, bool arena);
/// Prints two kernels for rows: one computes the rows' offsets from their lengths, the other tests whether memory has
/// room for all elements.
void offsets_kernel(BodyPrinter& p, const Launch& l);

} // namespace nova::plan
