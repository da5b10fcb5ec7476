// Inlines the outermost calls of a recursive function that loops over columns. These loops then stand at the plan's
// top level, where threads share them; inside of a function one thread runs each loop.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/scalar/paster.hpp"

namespace nova::plan {
namespace {

/// Whether the function has work that threads could share: whether it calls itself and loops over elements.
bool divides(const Function& f) {
  bool columns = false;
  for_each_stm(f.body, [&](const Stm& s) {
    columns |= s.op == Op::Map || s.op == Op::Filter || s.op == Op::Rows || s.op == Op::Reduce;
  });
  return f.recursive && columns;
}

} // namespace

bool peel_recursions(Plan& plan) {
  constexpr size_t most_size = 200;
  bool changed = false;
  for (uint32_t k = 0; k < plan.functions.size(); ++k) {
    if (!divides(plan.functions[k]) || size_of(plan.functions[k].body) > most_size) continue;
    Paster paster(plan);
    paster.paste(k);
    paster.clean(plan.body, true);
    changed |= paster.pasted();
  }
  return changed;
}

} // namespace nova::plan
