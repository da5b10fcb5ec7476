// Replaces calls of the plan's functions by their bodies if that costs little: if the function is small, is called
// once, or if all copies of its body together are below a limit. Functions that call themselves, and large ones that
// are called often, stay functions.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/scalar/paster.hpp"
#include "jit/plan/call_costs.hpp"

namespace nova::plan {
namespace {

/// small: the most statements of a function that is inlined however often it is called; most_growth: the most
/// statements that the additional copies of any other function may have together
constexpr size_t small = 16, most_growth = 300;

std::vector<size_t> count_calls(const Plan& plan) {
  std::vector<size_t> calls(plan.functions.size());
  for_each_root(plan, [&](const Body& b) {
    for_each_stm(b, [&](const Stm& s) {
      if (s.op == Op::Call) ++calls[s.function];
    });
  });
  return calls;
}

/// Appends to `order` the functions that function k calls, and then k itself. Functions that are marked in `seen` are
/// skipped, so recursion ends.
void add_behind_callees(const Plan& plan, uint32_t k, std::vector<bool>& seen, std::vector<uint32_t>& order) {
  if (seen[k]) return;
  seen[k] = true;
  for_each_stm(plan.functions[k].body, [&](const Stm& s) {
    if (s.op == Op::Call) add_behind_callees(plan, s.function, seen, order);
  });
  order.push_back(k);
}

/// Returns the indices of all functions of the plan, each function after those that it calls.
std::vector<uint32_t> callees_first(const Plan& plan) {
  std::vector<bool> seen(plan.functions.size());
  std::vector<uint32_t> order;
  for (uint32_t k = 0; k < seen.size(); ++k) add_behind_callees(plan, k, seen, order);
  return order;
}

/// Removes the functions that are never called, and renumbers the others. Returns whether it removed any.
bool drop_unused(Plan& plan) {
  const std::vector<size_t> calls = count_calls(plan);
  std::vector<uint32_t> number(calls.size());
  std::vector<Function> kept;
  for (size_t k = 0; k < calls.size(); ++k) {
    number[k] = static_cast<uint32_t>(kept.size());
    if (calls[k]) kept.push_back(std::move(plan.functions[k]));
  }
  const bool changed = kept.size() < calls.size();
  plan.functions = std::move(kept);
  for_each_root(plan, [&](Body& b) {
    for_each_stm(b, [&](Stm& s) {
      if (s.op == Op::Call) s.function = number[s.function];
    });
  });
  return changed;
}

/// Whether function k is small, makes no columns, and does not call itself directly. If such a function is part of a
/// recursion, it is inlined in the other functions of the recursion, which then call themselves directly. This is not
/// done on the host, where threads share independent calls.
bool is_link(const Plan& plan, uint32_t k) {
  bool link = size_of(plan.functions[k].body) <= small && plan.functions[k].sizes.params.empty();
  for_each_stm(plan.functions[k].body, [&](const Stm& s) {
    link &= s.op == Op::Call ? s.function != k && !s.allocates
                             : s.op == Op::If || (!is_loop(s.op) && s.op != Op::Iota && s.op != Op::Copy);
  });
  return link;
}

} // namespace

/// The pass `inline`. It visits callees before callers, so that a function's size after inlining decides whether it
/// is inlined itself. Otherwise a chain of small functions that each call the next one twice would grow
/// exponentially.
bool inline_calls(Plan& plan) {
  const std::vector<bool> on_host = functions_on_host(plan);
  const std::vector<size_t> calls = count_calls(plan);
  Paster paster(plan);
  for (const uint32_t k : callees_first(plan)) {
    nova::plan::Function& f = plan.functions[k];
    paster.clean(f.body), paster.clean(f.sizes);
    const size_t size = size_of(f.body);
    if (calls[k] == 0 || is_kept(f.name) || (f.recursive && (on_host[k] || !is_link(plan, k)))) continue;
    if (size > small && size * (calls[k] - 1) > most_growth) continue;
    paster.paste(k);
  }
  paster.clean(plan.body);
  return drop_unused(plan) || paster.pasted();
}

} // namespace nova::plan
