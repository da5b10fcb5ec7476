#include "jit/plan/plan.hpp"
#include "jit/plan/call_costs.hpp"
#include <utility>

namespace nova::plan {

namespace {

struct StrategyRow {
  std::string_view word;
  std::optional<BuiltinId> builtin;
};
constexpr StrategyRow strategies[] = {{"", {}},
                                      {"by-thread", BuiltinId::RowsByThread},
                                      {"by-warp", BuiltinId::RowsByWarp},
                                      {"by-block", BuiltinId::RowsByBlock},
                                      {"flat", BuiltinId::RowsFlat}};

} // namespace

std::string_view strategy_word(Strategy s) { return strategies[static_cast<size_t>(s)].word; }

std::optional<Strategy> strategy_of(BuiltinId id) {
  for (size_t k = 0; k < std::size(strategies); ++k)
    if (strategies[k].builtin == id) return static_cast<Strategy>(k);
  return std::nullopt;
}

namespace {

/// Whether function `from` calls function `to`, directly or through other functions. `seen` marks the functions that
/// were visited already.
bool reaches(const Plan& plan, uint32_t from, uint32_t to, std::vector<bool>& seen) {
  bool found = false;
  for_each_stm(plan.functions[from].body, [&](const Stm& s) {
    if (found || s.op != Op::Call || s.function >= plan.functions.size()) return;
    found = s.function == to;
    if (found || seen[s.function]) return;
    seen[s.function] = true;
    found = reaches(plan, s.function, to, seen);
  });
  return found;
}

/// Whether the statement is anything but a constant, a scalar operation or an If.
bool is_more_than_arithmetic(const Stm& s) {
  return s.op != Op::Constant && s.op != Op::Scalar && s.op != Op::If;
}

/// Returns for each function whether its body, or a function that it calls, contains a statement for which `is_one`
/// holds. Functions that `has` marks are marked in the result, too. The inner loop goes backwards, since a function
/// mostly stands before the functions that it calls.
template <class F>
std::vector<bool> functions_with(const Plan& plan, const F& is_one, std::vector<bool> has) {
  for (bool changed = true; std::exchange(changed, false);)
    for (size_t k = has.size(); k-- > 0;)
      for_each_stm(plan.functions[k].body, [&](const Stm& s) {
        const bool one = s.op == Op::Call ? s.function < has.size() && has[s.function] : is_one(s);
        if (one && !has[k]) changed = has[k] = true;
      });
  return has;
}

} // namespace

bool makes_columns(const Stm& s) {
  return (!s.bodies.empty() && s.op != Op::If && s.op != Op::Loop) || s.op == Op::Iota || s.op == Op::Copy ||
         (s.op == Op::Foreign && s.allocates);
}

bool makes_cells(const Plan& plan) {
  bool makes = false;
  for_each_root(
      plan, [&](const Body& b) { for_each_stm(b, [&](const Stm& s) { makes = makes || makes_cell(s); }); });
  return makes;
}

void mark_calls(Plan& plan) {
  const std::vector<bool> none(plan.functions.size());
  std::vector<bool> recursive = none;
  for (uint32_t k = 0; k < none.size(); ++k) {
    std::vector<bool> seen = none;
    plan.functions[k].recursive = recursive[k] = reaches(plan, k, k, seen);
  }
  const std::vector<bool> columns = functions_with(plan, makes_columns, none),
                          cells = functions_with(plan, makes_cell, none);
  std::vector<bool> more = recursive;
  const std::vector<double> costs = call_costs(plan);
  for (uint32_t k = 0; k < more.size(); ++k) more[k] = more[k] || costs[k] > long_call;
  more = functions_with(plan, is_more_than_arithmetic, more);
  for_each_root(plan, [&](Body& b) {
    for_each_stm(b, [&](Stm& s) {
      if (s.op != Op::Call) return;
      s.plain = s.function < more.size() && !more[s.function];
      s.allocates = s.function < columns.size() && columns[s.function];
      s.makes_cells = s.function < cells.size() && cells[s.function];
    });
  });
}

namespace {

/// Marks in `found` the functions that the body calls at the host's level, and those that these call. `in_function`
/// says whether the body is in a function of the plan. In such a body, calls inside of kernels count, too.
void note_calls(const Plan& plan, const Body& b, bool in_function, std::vector<bool>& found) {
  for (const Stm& s : b.stms) {
    if (s.op == Op::Call && !found[s.function]) {
      found[s.function] = true;
      note_calls(plan, plan.functions[s.function].body, true, found);
    }
    if (in_function || is_control(s.op))
      for (const Body& inner : s.bodies) note_calls(plan, inner, in_function, found);
  }
}

} // namespace

std::vector<bool> functions_on_host(const Plan& plan) {
  std::vector<bool> found(plan.functions.size());
  note_calls(plan, plan.body, false, found);
  return found;
}

std::optional<BuiltinId> joined_by(const Body& join, size_t k, bool any_order) {
  const std::vector<Var> pair{join.params[k], join.params[join.results.size() + k]}, turned{pair[1], pair[0]};
  for (const Stm& s : join.stms)
    if (s.op == Op::Scalar && s.outs[0] == join.results[k] &&
        (s.args == pair || (any_order && s.args == turned)))
      return s.builtin;
  return {};
}

std::vector<Var> bound_variables(const Body& b) {
  std::vector<Var> out = b.params;
  for (const Stm& s : b.stms) {
    out.insert(out.end(), s.outs.begin(), s.outs.end());
    for (const Body& inner : s.bodies) {
      const std::vector<Var> more = bound_variables(inner);
      out.insert(out.end(), more.begin(), more.end());
    }
  }
  return out;
}

} // namespace nova::plan
