#include "jit/analysis/static_arguments.hpp"
#include "jit/analysis/queries.hpp"
#include <algorithm>
#include <unordered_map>
#include <utility>

namespace nova::plan {

bool is_fold(const Plan& plan, const Stm& s) {
  return (s.op == Op::Reduce || s.op == Op::Foldl) &&
         std::ranges::none_of(s.outs, [&](Var v) { return plan[v].column; }) &&
         std::ranges::none_of(s.bodies, [](const Body& b) { return count_of(b, Op::Call) > 0; });
}

namespace {

constexpr size_t least = 3; // fewer static arguments are passed in registers

bool is_scalar(const Plan& plan, const Stm& s) {
  return (!makes_columns(s) || is_fold(plan, s)) && s.op != Op::Append && s.op != Op::Sort;
}

/// Returns, for each function, whether it is recursive and computes only scalars, and whether all recursive functions
/// that it calls compute only scalars too.
std::vector<bool> scalar_functions(const Plan& plan) {
  std::vector<bool> is(plan.functions.size(), true);
  for (bool changed = true; std::exchange(changed, false);)
    for (size_t k = 0; k < is.size(); ++k) {
      bool scalar = plan.functions[k].recursive;
      for_each_stm(plan.functions[k].body, [&](const Stm& s) {
        const bool called = s.op != Op::Call || !plan.functions[s.function].recursive || is[s.function];
        scalar = scalar && is_scalar(plan, s) && called;
      });
      changed |= is[k] && !scalar, is[k] = is[k] && scalar;
    }
  return is;
}

/// A union-find over the parameters of functions. If a call passes a parameter of the caller for a parameter of the
/// callee, both are in the same class. A class is not static (`falls`) if, for one of its
/// parameters, a call passes a value other than a parameter of the caller.
class Classes {
 public:
  Classes(const Plan& plan, const std::vector<std::vector<bool>>& used, const std::vector<bool>& counts)
      : plan_(plan), used_(used) {
    for (size_t f = 0; f < plan.functions.size(); ++f) {
      firsts_.push_back(parent_.size());
      const std::vector<Var>& params = plan.functions[f].body.params;
      for (size_t p = 0; p < params.size(); ++p) {
        falls_.push_back(!counts[f] || !used[f][p]), parent_.push_back(parent_.size());
        node_of_.emplace(params[p], parent_.back());
      }
    }
    for (size_t f = 0; f < plan.functions.size(); ++f)
      if (counts[f])
        for_each_stm(plan.functions[f].body, [&](const Stm& s) {
          if (s.op == Op::Call && counts[s.function]) call(s);
        });
    for (size_t f = 0; f < plan.functions.size(); ++f) part(f);
  }
  size_t of(size_t f, size_t p) { return root(firsts_[f] + p); }
  bool falls(size_t c) const { return falls_[c]; }

 private:
  size_t root(size_t n) {
    while (parent_[n] != n) n = parent_[n] = parent_[parent_[n]];
    return n;
  }
  void call(const Stm& s) {
    for (size_t p = 0; p < s.args.size(); ++p) {
      if (!used_[s.function][p]) continue;
      const size_t to = of(s.function, p);
      const auto from = node_of_.find(s.args[p]);
      if (from == node_of_.end()) {
        falls_[to] = true;
        continue;
      }
      const size_t own = root(from->second);
      falls_[own] = falls_[own] || falls_[to], parent_[to] = own;
    }
  }
  /// Marks as not static each class that has two parameters of function f.
  void part(size_t f) {
    std::unordered_map<size_t, size_t> seen;
    for (size_t p = 0; p < plan_.functions[f].body.params.size(); ++p)
      if (!seen.emplace(of(f, p), p).second) falls_[of(f, p)] = true;
  }

  const Plan& plan_;
  const std::vector<std::vector<bool>>& used_;
  std::vector<size_t> parent_, firsts_;
  std::vector<bool> falls_;
  std::unordered_map<Var, size_t> node_of_;
};

} // namespace

StaticArguments find_static_arguments(const Plan& plan, const std::vector<std::vector<bool>>& used) {
  const size_t n = plan.functions.size();
  const std::vector<bool> counts = scalar_functions(plan);
  Classes classes(plan, used, counts);
  StaticArguments all;
  std::unordered_map<size_t, uint32_t> numbers; // the index in `types` of each class
  for (size_t f = 0; f < n; ++f) {
    const std::vector<Var>& params = plan.functions[f].body.params;
    all.number.emplace_back(params.size(), StaticArguments::none);
    for (size_t p = 0; p < params.size(); ++p) {
      if (classes.falls(classes.of(f, p))) continue;
      const auto [at, added] = numbers.emplace(classes.of(f, p), all.types.size());
      if (added) all.types.push_back(plan[params[p]]);
      all.number[f][p] = at->second;
    }
  }
  all.any = counts;
  if (all.types.size() < least) all.clear();
  return all;
}

void StaticArguments::clear() {
  for (auto& own : number) std::ranges::fill(own, none);
  any.assign(any.size(), false), types.clear();
}

} // namespace nova::plan
