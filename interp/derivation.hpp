// A derivation: the record of which rules were applied to which expressions in which environments, with the resulting
// values. Whether rules are recorded is decided when a program is linked (Machine::record): then each node is
// replaced by a recording node, which runs the original one. So a run without recording has no extra cost.
#pragma once
#include "interp/eval.hpp"
#include "interp/scopes.hpp"

namespace nova {

class Derivation {
 public:
  static constexpr uint32_t none = UINT32_MAX;

  /// One judgement <form, s> => value: in the environment s, `form` evaluates to `value`. `parent` is the index in
  /// steps() of the step whose premise this one is, or `none`. `environment` is the index of s in environments(). The
  /// premises of a step stand in order of evaluation.
  struct Step {
    const Core* form;
    uint32_t parent, environment;
    enum State : uint8_t {
      Open,   ///< the evaluation of `form` has not ended
      Waits,  ///< `form` has made a tail call, whose value will be the value of this step
      Done,   ///< `form` has been evaluated to `value`
      Failed, ///< the evaluation of `form` ended in an error
    } state = Open;
    Value value{};
  };
  /// The most variables that an Environment records: the innermost ones; all others are left out.
  static constexpr size_t most_variables = 64;
  /// The environment s of a judgement: the values of the variables in scope, innermost first. A function that a
  /// letrec defines has no entry in `values`.
  struct Environment {
    const Scope* scope;
    std::vector<Value> values;
  };
  /// A top-level form that has run, and the index in steps() of the first step of its evaluation.
  struct Root {
    CoreTop form;
    uint32_t first_step;
  };

  /// Makes a derivation that keeps at most `limit` steps; further steps are only counted (not_kept). The first step
  /// of a top-level form is always kept, since it holds the form's value.
  explicit Derivation(size_t limit = 100'000) : limit_(limit) {}
  const std::vector<Step>& steps() const { return steps_; }
  const std::vector<Environment>& environments() const { return environments_; }
  const std::vector<Root>& roots() const { return roots_; }
  size_t not_kept() const { return not_kept_; }
  /// Returns the code of the error that ended the evaluation, or "" if there was none.
  const std::string& error() const { return error_; }

  /// Returns the variables in scope at each node, with their names.
  const Scopes& scopes() const { return *scopes_; }

  // Called by the machine. set_scopes sets what scopes() returns. start begins a top-level form: the steps that are
  // recorded afterwards belong to `form`.
  void set_scopes(const Scopes& s) { scopes_ = &s; }
  void start(const CoreTop& form);

  // Called by the recording nodes. `begin` opens a step for `form`, which becomes the current one; `end`, `wait` or
  // `fail` closes it. Opened is the index of the opened step (`none` if it is not kept), and the index of the step
  // around it.
  struct Opened {
    uint32_t step, around;
  };
  Opened begin(const Core& form, const Scope* scope, const Value* frame);
  void end(Opened opened, Value value);
  /// Closes a step whose form ends in a tail call. The called function runs afterwards, and its value is the step's
  /// value.
  void wait(Opened opened);
  void fail(Opened opened, std::string_view code);

 private:
  void lose(uint32_t tail_call);
  uint32_t environment(uint32_t parent, const Scope* scope, const Value* frame);
  void settle(uint32_t step, Step::State state, const Value& value);

  std::vector<Step> steps_;
  std::vector<Environment> environments_;
  std::vector<Root> roots_;
  const Scopes* scopes_ = nullptr;
  size_t limit_, not_kept_ = 0;
  std::string error_;
  uint32_t current_ = none, tail_call_ = none;
  /// Tail calls whose steps were not kept. `step` is the last step of the chain of steps that wait for the value of
  /// the call; `around` is the step that surrounds the chain.
  std::vector<Opened> lost_;
};

/// Returns the name of the rule that evaluates a concrete form, as docs/semantics.md spells it: "IF", "APP", ..
std::string_view rule_name(const Core& form, const Types& types);

/// Moves the node `code` to inner[0], and replaces it by a recording node, which runs inner[0] and records its value.
/// `scope` is the innermost variable in scope at the node. `known_call` says that the node is a direct call, which
/// does not evaluate the called function. That evaluation is the first premise of APP, so the recording node does it:
/// the caller has linked the called function as the node inner[1].
void record_rule(Code& code, Code* inner, const Scope* scope, bool known_call);

} // namespace nova
