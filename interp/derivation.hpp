// A derivation: which rules were applied to which expressions, with the values they gave. Recording is
// decided when a program is linked: each node then stands behind one that records it, so that a run without
// recording pays nothing.
#pragma once
#include "interp/eval.hpp"

namespace nova {

class Derivation {
 public:
  /// One judgement <form, s> => value; its premises follow it, one deeper. A tail call has no value of its
  /// own: what follows at its depth goes on for it. Neither has one that failed.
  struct Step {
    const Core* form;
    uint32_t depth;
    std::optional<Value> value;
  };
  /// Further steps are not kept.
  explicit Derivation(size_t limit = 100'000) : limit_(limit) {}
  const std::vector<Step>& steps() const { return steps_; }
  /// One line per step, indented: (IF) (if c a b) => 3
  std::string print(Frontend& frontend) const;
  void clear() { steps_.clear(), depth_ = 0; }

  size_t begin(const Core& form);
  void end(size_t step, uint32_t depth, std::optional<Value> value);
  uint32_t depth() const { return depth_; }

 private:
  std::vector<Step> steps_;
  size_t limit_;
  uint32_t depth_ = 0;
};

/// The rule that evaluates a concrete form, by its name in docs/semantics.md.
std::string_view rule_name(const Core& form, const Types& types);

/// Moves the node to `inner` and puts one in its place that records it.
void record_rule(Code& code, Code* inner);

} // namespace nova
