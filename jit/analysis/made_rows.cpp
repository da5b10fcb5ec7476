#include "jit/analysis/made_rows.hpp"
#include "jit/analysis/queries.hpp"
#include <algorithm>
#include <span>

namespace nova::plan {

bool is_of_head(const Stm& s) { return s.op == Op::Shift || is_small(s); }

bool makes_elements(const Stm& s) {
  return s.op == Op::Map || s.op == Op::Iota || (s.op == Op::Scan && !sizes_of(s));
}

std::optional<MadeRows> made_rows(const Stm& s) {
  const Body& b = s.bodies[0];
  MadeRows m{{b.params, {}, {b.results[0]}}};
  std::vector<Var> made;
  for (const Stm& inner : b.stms) {
    if (uses(inner, made)) return {};
    if (is_of_head(inner)) {
      m.head.stms.push_back(inner);
      continue;
    }
    if (!makes_elements(inner) || inner.args[0] != b.results[0]) return {};
    if (inner.op == Op::Scan) m.scan = &inner;
    m.makers.push_back(&inner);
    made.insert(made.end(), inner.outs.begin(), inner.outs.end());
  }
  const bool one_scan =
      m.scan && m.makers.size() == 1 && std::ranges::equal(m.scan->outs, std::span(b.results).subspan(1));
  return m.scan && !one_scan ? std::nullopt : std::optional(std::move(m));
}

bool is_cheap_head(const Body& head) {
  constexpr size_t most = 64, of_sine = 16;
  size_t cost = 0;
  for_each_stm(head, [&](const Stm& s) {
    const bool slow = s.op == Op::Scalar && s.builtin >= BuiltinId::Sqrt && s.builtin < BuiltinId::ToInt;
    cost += slow ? of_sine : 1;
  });
  return cost <= most && std::ranges::all_of(head.stms, is_of_head);
}

} // namespace nova::plan
