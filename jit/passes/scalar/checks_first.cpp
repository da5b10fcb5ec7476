// Moves Checks and scalar operations to the earliest point at which their operands are known. Otherwise one of them
// could stand between two loops and prevent their fusion. Which Check fails first does not matter, since the
// interpreter repeats a failed run and reports the error.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

bool floats_up(const Stm& s) {
  return s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::Shift || s.op == Op::Check;
}

class Order {
 public:
  explicit Order(const Plan& plan) : behind_(plan.types.size()) {}
  bool changed = false;

  void clean(Body& b) {
    std::vector<std::pair<uint32_t, size_t>> places;
    uint32_t fixed = 0;
    for (const Stm& s : b.stms) {
      uint32_t place = 0;
      for (Var v : s.args) place = std::max(place, behind_[index_of(v)]);
      if (!floats_up(s)) place = ++fixed;
      for (Var v : s.outs) behind_[index_of(v)] = place;
      places.emplace_back(place, places.size());
    }
    for (const Stm& s : b.stms)
      // In inner bodies, all variables of outer bodies are known from the start.
      for (Var v : s.outs) behind_[index_of(v)] = 0;
    const bool sorted = std::ranges::is_sorted(places);
    if (!sorted) sort(b, places);
    changed |= !sorted;
    for (Stm& s : b.stms)
      for (Body& inner : s.bodies) clean(inner);
  }

 private:
  static void sort(Body& b, std::vector<std::pair<uint32_t, size_t>>& places) {
    std::ranges::sort(places);
    std::vector<Stm> stms;
    for (const auto& [place, k] : places) stms.push_back(std::move(b.stms[k]));
    b.stms = std::move(stms);
  }
  /// by Var: the number of the last fixed statement that the variable's value depends on. Fixed statements are those
  /// that are not moved; they are numbered in order.
  std::vector<uint32_t> behind_;
};

} // namespace

bool order_checks(Plan& plan) {
  Order o(plan);
  for_each_root(plan, [&](Body& b) { o.clean(b); });
  return o.changed;
}

} // namespace nova::plan
