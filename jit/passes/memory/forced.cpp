// A Copy keeps others from being fused with what they read. When all is fused that will be, a column that a
// statement of the plan has stored for itself needs no second place.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
bool keep_stored(Plan& plan) {
  const Definitions definitions(plan);
  Renaming renaming(plan);
  for_each_stm(plan.body, [&](Stm& s) {
    if (s.op != Op::Copy) return;
    for (size_t k = s.outs.size(); k-- > 0;) {
      const Stm* made = definitions[s.args[k + 1]];
      if (!made || !stores(made->op)) continue;
      renaming.set(s.outs[k], s.args[k + 1]);
      s.outs.erase(s.outs.begin() + static_cast<ptrdiff_t>(k));
      s.args.erase(s.args.begin() + static_cast<ptrdiff_t>(k) + 1);
    }
  });
  if (!renaming.changed()) return false;
  for_each_body(plan.body, [](Body& b) {
    std::erase_if(b.stms, [](const Stm& s) { return s.op == Op::Copy && s.outs.empty(); });
  });
  renaming.apply(plan.body);
  return true;
}

} // namespace nova::plan
