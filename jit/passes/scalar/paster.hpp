// Bodies of the plan's functions put in the place of calls: what inline and peel share.
#pragma once
#include "jit/passes/rewriting.hpp"
#include <optional>
#include <vector>

namespace nova::plan {

/// How many statements a body has, those in it counted.
inline size_t size_of(const Body& b) {
  size_t n = 0;
  for_each_stm(b, [&](const Stm&) { ++n; });
  return n;
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

} // namespace nova::plan
