// Inlining: replaces calls of the plan's functions by their bodies, for the passes inline and peel.
#pragma once
#include "jit/passes/rewriting.hpp"
#include <optional>
#include <vector>

namespace nova::plan {

/// Returns how many statements a body has, those of inner bodies included.
inline size_t size_of(const Body& b) {
  size_t n = 0;
  for_each_stm(b, [&](const Stm&) { ++n; });
  return n;
}

/// Replaces calls of the functions that were passed to `paste` by the bodies of these functions.
class Paster {
 public:
  explicit Paster(Plan& plan) : plan_(plan), bodies_(plan.functions.size()), renaming_(plan) {}

  /// Makes `clean` replace calls of the function by the body that the function has now.
  void paste(uint32_t function) { bodies_[function] = plan_.functions[function].body; }

  /// Replaces the calls in a body. If `on_host`, replaces only those in the body itself and in the branches of its
  /// Ifs, not those in loops. A body that replaces a call may itself contain calls; these are not replaced.
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
  /// by index of a function: the body that replaces its calls, if the function was passed to `paste`
  std::vector<std::optional<Body>> bodies_;
  Renaming renaming_;
  bool pasted_ = false;
};

} // namespace nova::plan
