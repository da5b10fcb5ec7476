#include "jit/scalar_function.hpp"
#include "jit/tier_form.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

constexpr double call_cost = 100; ///< a function of the plan is not small, and may call itself

/// Follows the scalars at the plan's top level, as far as they are known without running anything.
class WorkEstimate {
public:
  WorkEstimate(const Plan& plan, std::span<const Word> inputs) : known_(plan.types.size()) {
    for (size_t k = 0; k < plan.body.params.size() && k < inputs.size(); ++k)
      if (!plan[plan.body.params[k]].column) known(plan.body.params[k]) = inputs[k].bits;
    for (const Stm& s : plan.body.stms) note(plan, s);
    work_ = of(plan.body);
  }
  double work() const { return work_; }

private:
  std::optional<uint64_t>& known(Var v) { return known_[static_cast<size_t>(v)]; }

  void note(const Plan& plan, const Stm& s) {
    if (s.op == Op::Constant) known(s.outs[0]) = s.bits;
    if (s.op != Op::Scalar) return;
    uint64_t operands[3] = {};
    for (size_t k = 0; k < s.args.size() && k < 3; ++k) {
      if (!known(s.args[k])) return;
      operands[k] = *known(s.args[k]);
    }
    const ScalarFunction f = scalar_function(s.builtin, s.element, plan[s.outs[0]].element);
    if (f.call) known(s.outs[0]) = f.call(operands);
  }

  double count(const Stm& s) {
    if (s.args.empty() || s.op == Op::If || s.op == Op::Loop) return s.op == Op::Loop ? 16 : 1;
    if (const auto n = known(s.args[0])) last_ = std::max(0.0, static_cast<double>(static_cast<int64_t>(*n)));
    return last_;
  }

  double of(const Body& b) {
    double sum = 0;
    for (const Stm& s : b.stms) {
      if (s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::Check || s.op == Op::Read || s.op == Op::Shift) {
        ++sum;
        continue;
      }
      if (s.op == Op::Call) {
        sum += call_cost;
        continue;
      }
      const double n = count(s), around = std::exchange(last_, 16); // what is inside and unknown is thought small
      double each = 1;
      for (const Body& inner : s.bodies) each += of(inner);
      last_ = around;
      sum += n * each;
    }
    return sum;
  }

  std::vector<std::optional<uint64_t>> known_;
  double last_ = 1, work_ = 0;
};

} // namespace

double estimate_work(const Plan& plan, std::span<const Word> inputs) { return WorkEstimate(plan, inputs).work(); }

std::optional<std::vector<Value>> cut_inputs(const std::vector<Value>& inputs, int64_t most) {
  bool cut = false;
  std::vector<Value> out = inputs;
  for (Value& v : out) {
    if (v.tag() != Tag::Vector || v.array().rank() != 1 || v.array().length() <= most) continue;
    v = Value::vector(v.array().window(0, most));
    cut = true;
  }
  if (!cut) return {};
  return out;
}

} // namespace nova::plan
