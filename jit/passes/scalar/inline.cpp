// Replaces calls of the plan's functions by their bodies if that costs little: for functions that are small or called
// once, and those whose copies together stay below a limit. A function that calls itself, or that is large and often
// used, is printed once.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/scalar/paster.hpp"
#include "jit/plan/call_costs.hpp"

namespace nova::plan {
namespace {

constexpr size_t small = 16, most_growth = 300; ///< in statements

std::vector<size_t> count_calls(const Plan& plan) {
  std::vector<size_t> calls(plan.functions.size());
  for_each_root(plan, [&](const Body& b) {
    for_each_stm(b, [&](const Stm& s) {
      if (s.op == Op::Call) ++calls[s.function];
    });
  });
  return calls;
}

/// Appends function k to `order`, after those that it calls. Cycles are cut.
void add_behind_callees(const Plan& plan, uint32_t k, std::vector<bool>& seen, std::vector<uint32_t>& order) {
  if (seen[k]) return;
  seen[k] = true;
  for_each_stm(plan.functions[k].body, [&](const Stm& s) {
    if (s.op == Op::Call) add_behind_callees(plan, s.function, seen, order);
  });
  order.push_back(k);
}

/// Returns the functions' numbers, callees first.
std::vector<uint32_t> callees_first(const Plan& plan) {
  std::vector<bool> seen(plan.functions.size());
  std::vector<uint32_t> order;
  for (uint32_t k = 0; k < seen.size(); ++k) add_behind_callees(plan, k, seen, order);
  return order;
}

/// Removes functions without calls, and renumbers the others.
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

/// Whether a small function calls itself only through others, and makes no columns. Once it is inlined in these, they
/// call themselves directly. On the host such a function stays, since threads share independent calls there.
bool is_link(const Plan& plan, uint32_t k) {
  bool link = size_of(plan.functions[k].body) <= small && plan.functions[k].sizes.params.empty();
  for_each_stm(plan.functions[k].body, [&](const Stm& s) {
    link &= s.op == Op::Call ? s.function != k && !s.allocates
                             : s.op == Op::If || (!is_loop(s.op) && s.op != Op::Iota && s.op != Op::Copy);
  });
  return link;
}

} // namespace

/// Callees come first, so that a function's size after inlining decides whether it is inlined itself. Otherwise small
/// functions that each call another one twice would grow exponentially with their number.
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
