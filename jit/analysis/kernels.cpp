#include "jit/analysis/kernels.hpp"
#include "jit/analysis/queries.hpp"
#include <algorithm>

namespace nova::plan {

bool is_kernel(const Stm& s) {
  return !is_control(s.op) && has_flag(s.op, Stores | Changes | Counts | Steps);
}

namespace {

/// Returns the number of kernels in the body and in the bodies of its control statements. A call of a function that
/// allocates columns counts as one kernel, and so does a Foldl without kernels in its body.
uint32_t kernels_in(const Body& b) {
  uint32_t n = 0;
  for (const Stm& s : b.stms) {
    n += is_kernel(s) || (s.op == Op::Call && s.allocates);
    if (!is_control(s.op)) continue;
    uint32_t within = 0;
    for (const Body& inner : s.bodies) within += kernels_in(inner);
    n += std::max<uint32_t>(within, s.op == Op::Foldl);
  }
  return n;
}

} // namespace

bool is_recursive(const Plan& plan) {
  return std::ranges::any_of(plan.functions, &plan::Function::recursive);
}

bool has_text_alone(const Plan& plan) {
  return std::ranges::any_of(plan.foreigns,
                             [](const auto& f) { return f->cuda != CudaKind::None && !f->has_reference; });
}

uint32_t count_kernels(const Plan& plan) { return kernels_in(plan.body); }

bool may_have_kernels(const Plan& plan) {
  bool may = is_recursive(plan);
  for_each_root(plan, [&](const Body& root) {
    for_each_stm(root, [&](const Stm& s) { may |= is_kernel(s) || s.op == Op::Foldl || s.op == Op::Loop; });
  });
  return may;
}

bool allocates_columns(const Stm& s) {
  return stores(s.op) || ((s.op == Op::Call || s.op == Op::Foreign) && s.allocates);
}

bool allocates(const Body& b) {
  bool found = false;
  for_each_stm(b, [&](const Stm& s) { found |= allocates_columns(s); });
  return found;
}

/// Besides control statements, the host executes reductions and scans whose states hold columns. It launches kernels
/// for the work on each element.
bool runs_on_host(const Stm& s) { return is_control(s.op) || (s.op != Op::Each && sizes_of(s)); }

namespace {

/// Whether a run of the body may launch a kernel. A Copy launches none, since the driver itself copies device memory.
bool has_launch(const Body& b) {
  return std::ranges::any_of(b.stms, [](const Stm& s) {
    return runs_on_host(s) ? std::ranges::any_of(s.bodies, has_launch) : is_kernel(s) && s.op != Op::Copy;
  });
}

} // namespace

std::optional<NoKernel> why_no_kernel(const Plan& plan, Target target) {
  const bool has_own_loop =
      target == Target::Cpu && (is_recursive(plan) || count_of(plan.body, Op::Loop) > 0);
  if (count_kernels(plan) == 0 && !has_own_loop) return NoKernel::NothingOverElements;
  if (target == Target::Cpu) return {};
  const auto launches = [](const plan::Function& f) {
    return allocates(f.body) && (has_launch(f.body) || has_launch(f.sizes));
  };
  if (has_launch(plan.body) || std::ranges::any_of(plan.functions, launches)) return {};
  return NoKernel::NoLaunch;
}

} // namespace nova::plan
