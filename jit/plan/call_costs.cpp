#include "jit/plan/call_costs.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

constexpr double recursive_call = 100; ///< in statements; arbitrary, since the recursion's depth is unknown

class Costs {
 public:
  explicit Costs(const Plan& plan) : plan_(plan), known_(plan.functions.size(), unknown) {}

  double of(uint32_t function) {
    if (function >= known_.size()) return recursive_call;
    if (known_[function] != unknown) return known_[function];
    known_[function] = recursive_call; // until the cost is known, so that a cycle of calls ends
    return known_[function] =
               plan_.functions[function].recursive ? recursive_call : of(plan_.functions[function].body);
  }

 private:
  static constexpr double unknown = -1;
  double of(const Body& b) {
    double sum = 0;
    for (const Stm& s : b.stms) sum += of(s);
    return sum;
  }
  double of(const Stm& s) {
    if (s.op == Op::Call) return of(s.function);
    double inside = 0;
    for (const Body& b : s.bodies) inside = s.op == Op::If ? std::max(inside, of(b)) : inside + of(b);
    return 1 + inside;
  }

  const Plan& plan_;
  std::vector<double> known_;
};

} // namespace

std::vector<double> call_costs(const Plan& plan) {
  Costs costs(plan);
  std::vector<double> all;
  for (uint32_t k = 0; k < plan.functions.size(); ++k) all.push_back(costs.of(k));
  return all;
}

} // namespace nova::plan
