// Functions of the plan stand where they are called if that costs little: those that are small or are called
// once, and those whose copies together stay below a limit. What calls itself, and what is large and used
// often, is printed once.
#include "jit/pass_tools.hpp"

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

/// Puts a function's body in the place of each call.
class Paster {
 public:
  Paster(Plan& plan, uint32_t function)
      : plan_(plan), function_(function), body_(plan.functions[function].body), renaming_(plan) {}

  /// `on_host`: only at the host's level, not in what was put there.
  void clean(Body& b, bool on_host = false) {
    std::vector<Stm> before = std::exchange(b.stms, {});
    for (Stm& s : before) {
      renaming_.apply(s.args);
      if (!on_host || s.op == Op::If)
        for (Body& inner : s.bodies) clean(inner, on_host);
      else
        renaming_.apply(s);
      if (s.op != Op::Call || s.function != function_) {
        b.stms.push_back(std::move(s));
        continue;
      }
      const std::vector<Var> results = paste_body(plan_, body_, s.args, b.stms);
      for (size_t k = 0; k < results.size(); ++k) renaming_.set(s.outs[k], results[k]);
    }
    renaming_.apply(b.results);
  }

 private:
  Plan& plan_;
  uint32_t function_;
  const Body body_;
  Renaming renaming_;
};

/// Functions that nobody calls are gone, and the others have new numbers.
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
    const size_t before = size_of(plan.body);
    Paster(plan, k).clean(plan.body, true);
    changed |= size_of(plan.body) != before;
  }
  return changed;
}

bool inline_calls(Plan& plan) {
  bool changed = false;
  const std::vector<bool> on_host = functions_on_host(plan);
  for (uint32_t k = 0; k < plan.functions.size(); ++k) {
    const size_t calls = count_calls(plan)[k], size = size_of(plan.functions[k].body);
    if (calls == 0 || (plan.functions[k].recursive && (on_host[k] || !is_link(plan, k)))) continue;
    if (size > small && size * (calls - 1) > most_growth) continue;
    Paster paster(plan, k);
    for_each_root(plan, [&](Body& b) { paster.clean(b); });
    changed = true;
  }
  return drop_unused(plan) || changed;
}

} // namespace nova::plan
