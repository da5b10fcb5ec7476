// Replaces calls of the plan's functions by their bodies, for the passes inline and peel.
#pragma once
#include "jit/passes/rewriting.hpp"
#include <optional>
#include <vector>

namespace nova::plan {

/// Returns how many statements a body has, including nested ones.
inline size_t size_of(const Body& b) {
  size_t n = 0;
  for_each_stm(b, [&](const Stm&) { ++n; });
  return n;
}

/// Replaces calls by the bodies of their functions.
class Paster {
 public:
  explicit Paster(Plan& plan) : plan_(plan), bodies_(plan.functions.size()), renaming_(plan) {}

  /// From now on, calls of the function are replaced by its present body.
  void paste(uint32_t function) { bodies_[function] = plan_.functions[function].body; }

  /// Replaces the calls in a body. If `on_host`, only those in the body itself and in branches of its Ifs; calls in a
  /// pasted body stay.
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
  /// by function: the body that replaces its calls, if it is marked
  std::vector<std::optional<Body>> bodies_;
  Renaming renaming_;
  bool pasted_ = false;
};

} // namespace nova::plan
