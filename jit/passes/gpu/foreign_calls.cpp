// Moves calls of foreign functions from the host's level into kernels, since C text that is compiled for a GPU runs
// there alone. Such a call becomes a Map of one element, which is read back.
#include "jit/analysis/kernels.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"

namespace nova::plan {
namespace {

class ForeignCalls {
 public:
  explicit ForeignCalls(Plan& plan) : plan_(plan) {}
  bool found = false;

  void move(Body& b) {
    std::vector<Stm> all;
    for (Stm& s : b.stms) {
      if (runs_on_host(s))
        for (Body& inner : s.bodies) move(inner);
      if (s.op == Op::Foreign)
        put(std::move(s), all);
      else
        all.push_back(std::move(s));
    }
    b.stms = std::move(all);
  }

 private:
  Var constant(int64_t n, Span span, std::vector<Stm>& to) {
    const Var v = plan_.make({Element::I64, false});
    to.push_back({.op = Op::Constant, .outs = {v}, .bits = static_cast<uint64_t>(n), .span = span});
    return v;
  }

  /// Appends the Map that makes the call, and the reads of its results.
  void put(Stm call, std::vector<Stm>& to) {
    found = true;
    const Var one = constant(1, call.span, to), first = constant(0, call.span, to);
    Stm map{.op = Op::Map, .args = {one}, .span = call.span};
    map.bodies.emplace_back().params = {plan_.make({Element::I64, false})};
    const std::vector<Var> outs = std::exchange(call.outs, {});
    for (const Var v : outs) {
      call.outs.push_back(plan_.make(plan_[v]));
      map.outs.push_back(plan_.make({plan_[v].element, true}));
    }
    map.bodies[0].results = call.outs;
    map.bodies[0].stms.push_back(std::move(call));
    const std::vector<Var> columns = map.outs;
    const Span span = map.span;
    to.push_back(std::move(map));
    for (size_t k = 0; k < outs.size(); ++k)
      to.push_back({.op = Op::Read, .outs = {outs[k]}, .args = {columns[k], first}, .span = span});
  }

  Plan& plan_;
};

} // namespace

bool launch_foreign_calls(Plan& plan) {
  ForeignCalls calls(plan);
  if (plan.foreigns.empty()) return false;
  const std::vector<bool> on_host = functions_on_host(plan);
  for (size_t k = 0; k < plan.functions.size(); ++k)
    if (on_host[k]) calls.move(plan.functions[k].body);
  calls.move(plan.body);
  plan.names.resize(plan.types.size());
  return calls.found;
}

} // namespace nova::plan
