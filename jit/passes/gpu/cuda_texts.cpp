// Where a CUDA text of the user's can't run, removes it: what is left is the call of its reference. That is so in a plan
// for a CPU, and for a whole CUDA kernel in another kernel.
#include "jit/analysis/kernels.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/passes.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>
#include <map>

namespace nova::plan {
namespace {

bool is_cuda(const std::shared_ptr<const ForeignFunction>& f) { return f->cuda != CudaKind::None; }

using Replaced = std::map<Var, Var>;

void replace(std::vector<Var>& vars, const Replaced& by) {
  for (Var& v : vars)
    if (const auto at = by.find(v); at != by.end()) v = at->second;
}

void replace(Body& b, const Replaced& by) {
  for (Stm& s : b.stms) {
    replace(s.args, by);
    for (Body& inner : s.bodies) replace(inner, by);
  }
  replace(b.results, by);
}

/// Puts a constant at the plan's beginning and returns its variable.
Var constant_at_front(Plan& plan, Element e, uint64_t bits) {
  const Var v = plan.make({e, false});
  plan.body.stms.insert(plan.body.stms.begin(),
                        Stm{.op = Op::Constant, .outs = {v}, .element = e, .bits = bits});
  return v;
}

/// Removes the CUDA functions from the plan's foreign functions, and numbers the others anew in their calls.
void drop_cuda_functions(Plan& plan) {
  std::vector<uint32_t> numbers;
  uint32_t next = 0;
  for (const auto& f : plan.foreigns) numbers.push_back(is_cuda(f) ? next : next++);
  std::erase_if(plan.foreigns, is_cuda);
  for_each_root(plan, [&](Body& b) {
    for_each_stm(b, [&](Stm& s) {
      if (s.op == Op::Foreign) s.function = numbers[s.function];
    });
  });
}

// ---- kernels in kernels ----

/// Returns the variables that tell the text mode, and what they are where no text is used: the mode itself, 0, and its
/// comparisons with constants at the host's level.
Replaced unused_mode(Plan& plan) {
  const Var mode = *plan.text_mode;
  std::map<Var, uint64_t> constants;
  std::map<Var, bool> compared;
  for_each_stm(plan.body, [&](const Stm& s) {
    if (s.op == Op::Constant) constants[s.outs[0]] = s.bits;
    if (s.op != Op::Scalar || s.builtin != BuiltinId::Equal ||
        std::ranges::find(s.args, mode) == s.args.end())
      return;
    const auto other = constants.find(s.args[s.args[0] == mode ? 1 : 0]);
    if (other != constants.end()) compared[s.outs[0]] = other->second == 0;
  });
  const Var yes = constant_at_front(plan, Element::Bool, 1), no = constant_at_front(plan, Element::Bool, 0);
  Replaced by{{mode, constant_at_front(plan, Element::I64, 0)}};
  for (const auto& [v, is] : compared) by[v] = is ? yes : no;
  return by;
}

bool launches(const Stm& s) {
  return s.op == Op::Launch ||
         std::ranges::any_of(s.bodies, [](const Body& b) { return std::ranges::any_of(b.stms, launches); });
}

/// Replaces the text mode in the kernels that hold a Launch.
void replace_in_kernels(Body& b, const Replaced& by) {
  for (Stm& s : b.stms)
    for (Body& inner : s.bodies)
      if (runs_on_host(s))
        replace_in_kernels(inner, by);
      else if (launches(s))
        replace(inner, by);
}

bool kernel_launches(const Body& b) {
  return std::ranges::any_of(b.stms, [](const Stm& s) {
    return runs_on_host(s) ? std::ranges::any_of(s.bodies, kernel_launches)
                           : !s.bodies.empty() && launches(s);
  });
}

} // namespace

bool use_references(Plan& plan) {
  if (!plan.text_mode) return false;
  replace(plan.body, {{*plan.text_mode, constant_at_front(plan, Element::I64, 0)}});
  plan.text_mode.reset();
  plan.names.resize(plan.types.size());
  while (simplify(plan) || remove_dead_code(plan)) {
  }
  drop_cuda_functions(plan);
  return true;
}

bool use_references_in_kernels(Plan& plan) {
  if (!plan.text_mode || !kernel_launches(plan.body)) return false;
  const Replaced by = unused_mode(plan);
  replace_in_kernels(plan.body, by);
  plan.names.resize(plan.types.size());
  while (simplify(plan) || remove_dead_code(plan)) {
  }
  return true;
}

} // namespace nova::plan
