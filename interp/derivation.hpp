// A derivation: the record of which rules were applied to which expressions in which environments, with the resulting
// values. Recording is decided when a program is linked: then a recording node is put before each node. So a run
// without recording costs nothing more (Machine::record).
#pragma once
#include "interp/eval.hpp"
#include "interp/scopes.hpp"

namespace nova {

class Derivation {
 public:
  static constexpr uint32_t none = UINT32_MAX;

  /// One judgement <form, s> => value. Its premises are the steps whose `parent` it is, in order.
  struct Step {
    const Core* form;
    uint32_t parent, environment;
    enum State : uint8_t {
      Open,   ///< being evaluated, or stopped
      Waits,  ///< it waits for the value of its tail call, which is its own value
      Done,   ///< it has its value
      Failed, ///< it ended in an error
    } state = Open;
    Value value{};
  };
  /// The most variables that are recorded of an environment: only the innermost ones are kept.
  static constexpr size_t most_variables = 64;
  /// The environment s of a judgement: the values of a scope's variables, innermost first. A letrec's functions have
  /// no value in it.
  struct Environment {
    const Scope* scope;
    std::vector<Value> values;
  };
  /// A form of the program, and the index of the first step of its evaluation.
  struct Root {
    CoreTop form;
    uint32_t first_step;
  };

  /// Keeps at most `limit` steps and only counts further ones. A form's first step is always kept, since it has the
  /// form's value.
  explicit Derivation(size_t limit = 100'000) : limit_(limit) {}
  const std::vector<Step>& steps() const { return steps_; }
  const std::vector<Environment>& environments() const { return environments_; }
  const std::vector<Root>& roots() const { return roots_; }
  size_t not_kept() const { return not_kept_; }
  /// Returns the code of the error that ended the evaluation, or "" if there was none.
  const std::string& error() const { return error_; }

  /// Returns the scopes, which name the variables at each node.
  const Scopes& scopes() const { return *scopes_; }

  // For the machine: set_scopes sets the scopes of its nodes; the steps that follow start(form) belong to `form`.
  void set_scopes(const Scopes& s) { scopes_ = &s; }
  void start(const CoreTop& form);

  // For the recording nodes: `begin` opens a step; `end`, `wait` or `fail` closes it.
  struct Opened {
    uint32_t step, around;
  };
  Opened begin(const Core& form, const Scope* scope, const Value* frame);
  void end(Opened opened, Value value);
  /// Closes a step that ends in a tail call: the function that runs next returns the step's value.
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
  /// Tail calls whose bodies were not kept: the last step of the chain that waits for the value, and the step around
  /// the chain.
  std::vector<Opened> lost_;
};

/// Returns the rule that evaluates a concrete form, by its name in docs/semantics.md.
std::string_view rule_name(const Core& form, const Types& types);

/// Moves the node `code` to inner[0] and replaces it by a node that records it. If `known_call`, the node is a direct
/// call, and inner[1] evaluates to the called function: the first premise of APP, which a direct call does not
/// evaluate.
void record_rule(Code& code, Code* inner, const Scope* scope, bool known_call);

} // namespace nova
