// Functions of the plan stand where they are called if that costs little: those that are small or are called
// once, and those whose copies together stay below a limit. What calls itself, and what is large and used
// often, is printed once.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "jit/plan/call_costs.hpp"

namespace nova::plan {
namespace {

constexpr size_t small = 16, most_growth = 300; ///< statements

size_t size_of(const Body& b) {
  size_t n = 0;
  for_each_stm(b, [&](const Stm&) { ++n; });
  return n;
}

std::vector<size_t> count_calls(const Plan& plan) {
  std::vector<size_t> calls(plan.functions.size());
  for_each_root(plan, [&](const Body& b) {
    for_each_stm(b, [&](const Stm& s) {
      if (s.op == Op::Call) ++calls[s.function];
    });
  });
  return calls;
}

/// Puts functions' bodies in the place of their calls.
class Paster {
 public:
  explicit Paster(Plan& plan) : plan_(plan), bodies_(plan.functions.size()), renaming_(plan) {}

  /// From now on the function's body, as it is now, stands in the place of its calls.
  void paste(uint32_t function) { bodies_[function] = plan_.functions[function].body; }

  /// `on_host`: only at the host's level, not in what was put there.
  void clean(Body& b, bool on_host = false) {
    std::vector<Stm> before = std::exchange(b.stms, {});
    for (Stm& s : before) {
      renaming_.apply(s.args);
      if (!on_host || s.op == Op::If)
        for (Body& inner : s.bodies) clean(inner, on_host);
      else
        renaming_.apply(s);
      if (s.op != Op::Call || !bodies_[s.function]) {
        b.stms.push_back(std::move(s));
        continue;
      }
      const std::vector<Var> results = paste_body(plan_, *bodies_[s.function], s.args, b.stms);
      for (size_t k = 0; k < results.size(); ++k) renaming_.set(s.outs[k], results[k]);
      pasted_ = true;
    }
    renaming_.apply(b.results);
  }
  bool pasted() const { return pasted_; }

 private:
  Plan& plan_;
  std::vector<std::optional<Body>> bodies_; ///< by function
  Renaming renaming_;
  bool pasted_ = false;
};

/// Appends function k to `order`, behind those that it calls; circles are cut.
void add_behind_callees(const Plan& plan, uint32_t k, std::vector<bool>& seen, std::vector<uint32_t>& order) {
  if (seen[k]) return;
  seen[k] = true;
  for_each_stm(plan.functions[k].body, [&](const Stm& s) {
    if (s.op == Op::Call) add_behind_callees(plan, s.function, seen, order);
  });
  order.push_back(k);
}

/// The functions' numbers, callees first.
std::vector<uint32_t> callees_first(const Plan& plan) {
  std::vector<bool> seen(plan.functions.size());
  std::vector<uint32_t> order;
  for (uint32_t k = 0; k < seen.size(); ++k) add_behind_callees(plan, k, seen, order);
  return order;
}

/// Removes functions without calls, and numbers the others anew.
bool drop_unused(Plan& plan) {
  const std::vector<size_t> calls = count_calls(plan);
  std::vector<uint32_t> number(calls.size());
  std::vector<Function> kept;
  for (size_t k = 0; k < calls.size(); ++k) {
    number[k] = static_cast<uint32_t>(kept.size());
    if (calls[k]) kept.push_back(std::move(plan.functions[k]));
  }
  const bool changed = kept.size() < calls.size();
  plan.functions = std::move(kept);
  for_each_root(plan, [&](Body& b) {
    for_each_stm(b, [&](Stm& s) {
      if (s.op == Op::Call) s.function = number[s.function];
    });
  });
  return changed;
}

/// Is there work that threads could share? It calls itself, and goes over elements.
bool divides(const Function& f) {
  bool columns = false;
  for_each_stm(f.body, [&](const Stm& s) {
    columns |= s.op == Op::Map || s.op == Op::Filter || s.op == Op::Rows || s.op == Op::Reduce;
  });
  return f.recursive && columns;
}

/// Does it call itself by others alone, and make no columns? Then these call themselves where it stands in
/// them. On the host it stays: calls side by side are shared by threads.
bool is_link(const Plan& plan, uint32_t k) {
  bool link = size_of(plan.functions[k].body) <= small && plan.functions[k].sizes.params.empty();
  for_each_stm(plan.functions[k].body, [&](const Stm& s) {
    link &= s.op == Op::Call ? s.function != k && !s.allocates
                             : s.op == Op::If || (!is_loop(s.op) && s.op != Op::Iota && s.op != Op::Copy);
  });
  return link;
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

/// Callees first: what a function grows to by those that stand in it says whether it may stand in others.
/// Otherwise functions that are small, and call such functions twice, would grow to the power of their
/// number.
bool inline_calls(Plan& plan) {
  const std::vector<bool> on_host = functions_on_host(plan);
  const std::vector<size_t> calls = count_calls(plan);
  Paster paster(plan);
  for (const uint32_t k : callees_first(plan)) {
    nova::plan::Function& f = plan.functions[k];
    paster.clean(f.body), paster.clean(f.sizes);
    const size_t size = size_of(f.body);
    if (calls[k] == 0 || is_kept(f.name) || (f.recursive && (on_host[k] || !is_link(plan, k)))) continue;
    if (size > small && size * (calls[k] - 1) > most_growth) continue;
    paster.paste(k);
  }
  paster.clean(plan.body);
  return drop_unused(plan) || paster.pasted();
}

} // namespace nova::plan
