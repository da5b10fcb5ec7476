#include "jit/analysis/permutations.hpp"
#include <algorithm>

namespace nova::plan {

const Stm* filling_map(const std::vector<uint32_t>& uses, const Body& b, Var column) {
  const auto made = std::ranges::find_if(
      b.stms, [&](const Stm& s) { return s.op == Op::Map && s.outs == std::vector<Var>{column}; });
  const bool constant = made != b.stms.end() && std::ranges::all_of(made->bodies[0].stms, [](const Stm& s) {
                          return s.op == Op::Constant;
                        });
  return constant && uses[static_cast<size_t>(column)] == 1 ? &*made : nullptr;
}

namespace {

/// Whether the statement is a Map that only checks that the first n elements of the column are true.
bool checks_all(const Stm& s, Var n, Var column) {
  if (s.op != Op::Map || s.args[0] != n || !s.outs.empty()) return false;
  const std::vector<Stm>& asked = s.bodies[0].stms;
  return asked.size() == 2 && asked[0].op == Op::Read &&
         asked[0].args == std::vector<Var>{column, s.bodies[0].params[0]} && asked[1].op == Op::Check &&
         asked[1].args == asked[0].outs;
}

} // namespace

bool is_permutation(const Plan& plan, const std::vector<uint32_t>& uses, const Constants& constants,
                    const Body& b, size_t k) {
  const Stm& s = b.stms[k];
  if (s.op != Op::Scatter || s.args[0] != s.args[1] || k + 1 == b.stms.size()) return false;
  const auto is = [&](Var v, uint64_t bits) {
    const auto at = constants.find(v);
    return plan[v].element == Element::Bool && at != constants.end() && at->second == bits;
  };
  const Stm* const unmarked = filling_map(uses, b, s.args.back());
  return unmarked && is(unmarked->bodies[0].results[0], 0) && is(s.bodies[0].results.back(), 1) &&
         uses[static_cast<size_t>(s.outs.back())] == 1 && checks_all(b.stms[k + 1], s.args[0], s.outs.back());
}

} // namespace nova::plan
