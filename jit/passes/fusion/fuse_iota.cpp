// Replaces reads of columns that an Iota makes by arithmetic: element i of the column is first + i * step.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"

namespace nova::plan {

bool fuse_iota(Plan& plan) {
  std::unordered_map<Var, std::pair<Var, Var>> counting;
  for_each_stm(plan.body, [&](const Stm& s) {
    if (s.op == Op::Iota) counting[s.outs[0]] = {s.args[1], s.args[2]};
  });
  if (counting.empty()) return false;
  bool changed = false;
  for_each_body(plan.body, [&](Body& b) {
    std::vector<Stm> before = std::exchange(b.stms, {});
    for (Stm& s : before) {
      const auto at = s.op == Op::Read ? counting.find(s.args[0]) : counting.end();
      if (at != counting.end()) {
        const auto [first, step] = at->second;
        b.stms.push_back(
            scalar_stm(plan, BuiltinId::Multiply, Element::I64, Element::I64, {s.args[1], step}, s.span));
        s = {.op = Op::Scalar,
             .outs = s.outs,
             .args = {first, b.stms.back().outs[0]},
             .builtin = BuiltinId::Add,
             .element = Element::I64,
             .span = s.span};
        changed = true;
      }
      b.stms.push_back(std::move(s));
    }
  });
  return changed;
}

} // namespace nova::plan
