// Declares the passes of the optimiser. Each pass rewrites the plan in place and returns whether it changed it. The
// rows of passes.def say what each one does.
#pragma once
#include "jit/plan/plan.hpp"

namespace nova::plan {

#define PASS(name, function, ...) bool function(Plan& plan);
#include "jit/passes/passes.def"
#undef PASS

// Passes that have no row, of a plan for a GPU or a CPU
bool grid_rows(Plan& plan);
bool split_filters(Plan& plan);
/// For GPUs: in kernels, launches of CUDA kernels become calls of their references.
bool use_references_in_kernels(Plan& plan);
/// For GPUs: calls of foreign functions at the host's level become kernels of one element.
bool launch_foreign_calls(Plan& plan);
bool flatten_nests(Plan& plan);
bool distribute_rows(Plan& plan);
bool share_few_rows(Plan& plan);
bool remove_checks_in_branches(Plan& plan); ///< for a GPU's plan
bool store_long_elements_for_gpu(Plan& plan);
void reduce_extremes_in_lanes(Plan& plan); ///< for a CPU's plan
void fuse_transposes(Plan& plan);          ///< for a CPU's plan
void overwrite_states(Plan& plan);         ///< for a CPU's plan
void replace_small_states(Plan& plan);     ///< for a CPU's plan

} // namespace nova::plan
