// Prints the whole CUDA text of a plan: selects the statements that become kernels, and calls for each the function
// that prints its kernels.
#include "jit/emit/cuda/emit_cuda.hpp"
#include "jit/analysis/kernels.hpp"
#include "jit/analysis/permutations.hpp"
#include "jit/emit/c/foreign.hpp"
#include "jit/emit/c/functions.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"
#include "jit/emit/cuda/grids.hpp"
#include "jit/emit/cuda/histograms.hpp"
#include "jit/emit/cuda/kernels.hpp"
#include "jit/emit/cuda/row_folds.hpp"
#include "jit/emit/cuda/segments.hpp"
#include "jit/emit/cuda/sorts.hpp"
#include "jit/passes/passes.hpp"

namespace nova::plan {

namespace {

/// Prints the kernels of a map. Three kinds are tried in this order: reductions of rows, a grid of rows and columns,
/// and, for all other maps, one element per thread.
void map_kernels(CudaPrinter& c, const Stm& s) {
  if (!fold_kernels(c, s) && !grid_kernel(c, s)) map_kernel(c, s);
}

/// An operation, and the function that prints its kernels. Operations without such a function run on the host.
struct KernelPrinter {
  Op op;
  void (*print)(CudaPrinter&, const Stm&);
};

constexpr KernelPrinter kernel_printers[] = {{Op::Iota, iota_kernel},
                                             {Op::Map, map_kernels},
                                             {Op::Each, each_kernels},
                                             {Op::Reduce, reduce_kernel},
                                             {Op::Accumulate, reduce_kernel},
                                             {Op::Scan, scan_kernel},
                                             {Op::ScanScatter, scan_kernel},
                                             {Op::Filter, filter_kernel},
                                             {Op::Rows, rows_kernels},
                                             {Op::Scatter, scatter_kernels},
                                             {Op::RowsScatter, rows_scatter_kernels},
                                             {Op::Histogram, histogram_kernels},
                                             {Op::Sort, sort_kernel}};

void kernel_of(CudaPrinter& c, const Stm& s) {
  for (const KernelPrinter& k : kernel_printers)
    if (k.op == s.op) k.print(c, s);
}

void note_made(const Body& b, std::vector<bool>& made) {
  for (const Stm& s : b.stms) {
    if ((s.op == Op::Reduce || s.op == Op::Accumulate) && !sizes_of(s))
      for (Var v : s.outs) made[static_cast<size_t>(v)] = true;
    if (s.op == Op::Filter) made[static_cast<size_t>(s.outs[0])] = true;
    if (s.splits) made[static_cast<size_t>(s.outs[1 + s.kept])] = true;
    if (s.op == Op::Rows) made[static_cast<size_t>(s.outs[1])] = true;
    if (runs_on_host(s))
      for (const Body& inner : s.bodies) note_made(inner, made);
  }
}

void launch(CudaPrinter& c, const Stm& s) {
  if (runs_on_host(s))
    for (const Body& b : s.bodies) c.body.statements(b);
  else
    c.body.apart([&] { kernel_of(c, s); });
}

std::vector<bool> device_scalars(const Plan& plan) {
  std::vector<bool> made(plan.types.size());
  for_each_root(plan, [&](const Body& b) { note_made(b, made); });
  return made;
}

/// Adds to `found` the scatters that are permutations, in `b` and in the inner bodies that run on the host.
void note_permutations(const Plan& plan, const std::vector<uint32_t>& uses, const Constants& constants,
                       const Body& b, std::unordered_set<const Stm*>& found) {
  for (size_t k = 0; k < b.stms.size(); ++k) {
    if (is_permutation(plan, uses, constants, b, k)) found.insert(&b.stms[k]);
    if (runs_on_host(b.stms[k]))
      for (const Body& inner : b.stms[k].bodies) note_permutations(plan, uses, constants, inner, found);
  }
}

std::unordered_set<const Stm*> permutations_of(const Plan& plan) {
  const std::vector<uint32_t> uses = count_uses(plan);
  std::unordered_set<const Stm*> found;
  for_each_root(plan, [&](const Body& b) { note_permutations(plan, uses, constants_of(b), b, found); });
  return found;
}

} // namespace

CudaPrinter::CudaPrinter(const Plan& plan, bool fetches)
    : body(plan, {false, [this](const Stm& s) { launch(*this, s); }}),
      made(fetches ? std::vector<bool>(plan.types.size()) : device_scalars(plan)),
      permutations(permutations_of(plan)) {}

CudaText emit_cuda(const Plan& plan, bool fetches) {
  const auto own = std::make_shared<const Plan>(plan_for_gpu(plan));
  CudaPrinter c(*own, fetches);
  print_plan_functions(c.body);
  for (const nova::plan::Function& f : own->functions)
    if (allocates(f.body)) c.body.statements(f.body), c.body.statements(f.sizes);
  c.body.statements(own->body);
  return {own, foreign_head(*own) + c.body.definitions() + foreign_definitions(own->foreigns),
          std::move(c.launches), c.made};
}

} // namespace nova::plan
