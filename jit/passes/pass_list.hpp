// Declares the passes of the optimiser. Each pass rewrites the plan in place and returns whether it changed it. The
// list in passes.cpp says what each one does.
#pragma once
#include "jit/plan/plan.hpp"

namespace nova::plan {

bool remove_dead_code(Plan& plan);
bool simplify(Plan& plan);
bool eliminate_common(Plan& plan);
bool evaluate_constant_rows(Plan& plan);
bool hoist_invariants(Plan& plan);
bool order_checks(Plan& plan);
bool unroll_short(Plan& plan);
bool fuse_iota(Plan& plan);
bool fuse_map_map(Plan& plan);
bool fuse_map_reduce(Plan& plan);
bool fuse_map_scan(Plan& plan);
bool fuse_scan_map(Plan& plan);
bool fuse_scan_scatter(Plan& plan);
bool fuse_map_filter(Plan& plan);
bool fuse_map_rows(Plan& plan);
bool fuse_rows(Plan& plan);
bool fuse_rows_map(Plan& plan);
bool even_rows(Plan& plan);
bool grid_rows(Plan& plan);
bool split_filters(Plan& plan);
/// For GPUs: in kernels, launches of CUDA kernels become calls of their references.
bool use_references_in_kernels(Plan& plan);
/// For GPUs: calls of foreign functions at the host's level become kernels of one element.
bool launch_foreign_calls(Plan& plan);
bool flatten_nests(Plan& plan);
bool distribute_rows(Plan& plan);
bool share_few_rows(Plan& plan);
bool fuse_rows_scatter(Plan& plan);
bool fuse_map_read(Plan& plan);
bool recompute_cheap(Plan& plan);
bool fuse_filter_map(Plan& plan);
bool fuse_filter_filter(Plan& plan);
bool fuse_filter_reduce(Plan& plan);
bool fuse_horizontal(Plan& plan);
bool remove_checks(Plan& plan);
bool remove_checks_in_branches(Plan& plan); ///< for a GPU's plan
bool keep_stored(Plan& plan);
bool own_states(Plan& plan);
bool reduce_by_levels(Plan& plan);
bool sink_into_branches(Plan& plan);
bool store_long_elements(Plan& plan);
bool store_long_elements_for_gpu(Plan& plan);
bool inline_calls(Plan& plan);
bool accumulate_calls(Plan& plan);
bool carry_numbers(Plan& plan);
bool peel_recursions(Plan& plan);
bool fold_groups(Plan& plan);
void fuse_transposes(Plan& plan);      ///< for a CPU's plan
void overwrite_states(Plan& plan);     ///< for a CPU's plan
void replace_small_states(Plan& plan); ///< for a CPU's plan

} // namespace nova::plan
