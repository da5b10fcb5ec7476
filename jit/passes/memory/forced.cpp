// Removes needless Copies after all fusion. A Copy, which `force` makes, prevents the statement that computes a
// column from being fused into the column's reader. When fusion is done, a column that its statement stores in memory
// anyway need not be copied.
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
