// A derivation: which rules were applied to which expressions in which environments, with the values they
// gave. Recording is decided when a program is linked: each node then stands behind one that records it, so
// that a run without recording pays nothing (Machine::record).
#pragma once
#include "interp/eval.hpp"
#include "interp/scopes.hpp"

namespace nova {

class Derivation {
 public:
  static constexpr uint32_t none = UINT32_MAX;

  /// One judgement <form, s> => value. Its premises are the steps whose parent it is, in their order.
  struct Step {
    const Core* form;
    uint32_t parent, environment;
    enum State : uint8_t {
      Open,   ///< being evaluated, or stopped
      Waits,  ///< its tail call's value is its own
      Done,   ///< it has its value
      Failed, ///< it ended in an error
    } state = Open;
    Value value{};
  };
  /// Of an environment so many variables are told, the innermost ones.
  static constexpr size_t most_variables = 64;
  /// s: what the variables of a scope hold, innermost first (of a letrec's functions nothing).
  struct Environment {
    const Scope* scope;
    std::vector<Value> values;
  };
  /// A form of the program, and the first step of its evaluation.
  struct Root {
    CoreTop form;
    uint32_t first_step;
  };

  /// So many steps are kept; further ones are counted, but a form's first, which has its value.
  explicit Derivation(size_t limit = 100'000) : limit_(limit) {}
  const std::vector<Step>& steps() const { return steps_; }
  const std::vector<Environment>& environments() const { return environments_; }
  const std::vector<Root>& roots() const { return roots_; }
  size_t not_kept() const { return not_kept_; }
  /// The code of the error that the evaluation ended in.
  const std::string& error() const { return error_; }

  /// The names of a function's variables.
  const Scopes& scopes() const { return *scopes_; }

  // For the machine that records: whose nodes' scopes these are; what follows belongs to a form.
  void set_scopes(const Scopes& s) { scopes_ = &s; }
  void start(const CoreTop& form);

  // For the nodes that record.
  struct Opened {
    uint32_t step, around;
  };
  Opened begin(const Core& form, const Scope* scope, const Value* frame);
  void end(Opened opened, Value value);
  /// A tail call: what runs next gives the value.
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
  /// Tail calls whose bodies were not kept: the last of a chain that waits for them, and the step around it.
  std::vector<Opened> lost_;
};

/// The rule that evaluates a concrete form, by its name in docs/semantics.md.
std::string_view rule_name(const Core& form, const Types& types);

/// Moves the node to inner[0] and puts one in its place that records it. Where the node calls a function that
/// is known, inner[1] evaluates to that function: the first premise of APP, which such a call leaves out.
void record_rule(Code& code, Code* inner, const Scope* scope, bool known_call);

} // namespace nova
