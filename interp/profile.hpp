// A profile: how often each form of a program is evaluated, how long that takes and how much memory it allocates.
// Whether a program is profiled is decided when it is linked (Machine::profile): then calls, array built-ins, loops and
// bodies of functions get a node before them that measures. So a run without a profile has no extra cost.
#pragma once
#include "interp/eval.hpp"
#include <chrono>

namespace nova {

class Profile {
 public:
  using Time = std::chrono::nanoseconds;
  static constexpr uint32_t none = UINT32_MAX;
  /// The most nodes of the tree of calls. Further forms are measured as parts of those around them.
  static constexpr size_t most_nodes = 200'000;

  /// What was measured of a form, or of it below certain other ones.
  struct Measured {
    uint64_t calls = 0, bytes = 0; ///< `bytes`: allocated in the form itself, even if they were freed
    Time own{}, total{};           ///< without the forms inside of it that are measured, and with them
    uint64_t compiled = 0;         ///< how often a tier ran it
    double kernels_ns = 0;         ///< the time of the tier's kernels
    double waited_ns = 0;          ///< the time of waiting for compilers
    Time checks{};                 ///< the time in which the interpreter has checked the tier's values
  };
  /// A form below the forms that were being evaluated. A form that is evaluated inside of itself has one node.
  struct Node {
    uint32_t site = none, parent = none;
    Time own{};
    uint32_t first = none, next = none; ///< its first child, and its next sibling
  };

  explicit Profile() { nodes_.emplace_back(); }
  /// The forms that profiling nodes measure. A node has the index of its form.
  const std::vector<const Core*>& sites() const { return sites_; }
  /// What was measured of each form; an index is that of the form in sites(). Forms that never ran may lack.
  const std::vector<Measured>& measured() const { return measured_; }
  /// The tree of the forms. Node 0 is the root, which has no form; a parent stands before its children.
  const std::vector<Node>& nodes() const { return nodes_; }
  /// Returns the time of all forms.
  Time time() const;

  /// Called by the linker: adds a form that is measured. Returns its index.
  uint32_t add_site(const Core& form) {
    return sites_.push_back(&form), static_cast<uint32_t>(sites_.size() - 1);
  }

  // Called by the profiling nodes. `begin` opens the form `site` inside of those that are open, and returns their
  // number. `end` closes it. `wait` is called where the form has made a tail call: it stays open for the function that
  // is called, until another tail call takes its place, or a form around it is closed.
  size_t begin(uint32_t site, bool tail, const Eval& m);
  void end(size_t opened);
  void wait(size_t opened, const Eval& m);
  /// Called by the tiers' side: a tier ran the form that was opened last.
  void ran_compiled(double kernels_ns, double waited_ns);
  /// Called before and after the interpreter checks a tier's value. The forms of the check are not measured.
  void begin_check();
  void end_check();

 private:
  using Clock = std::chrono::steady_clock;
  struct Open {
    uint32_t node, site;
    bool outermost;                      ///< whether the form is not evaluated inside of itself
    const Function* waits_for = nullptr; ///< the function that the form has called in tail position, or null
    uint64_t depth = 0;                  ///< the number of active calls at that time
    Clock::time_point begin{};
  };
  void tell();
  void close();
  uint32_t child(uint32_t parent, uint32_t site);

  std::vector<const Core*> sites_;
  std::vector<Measured> measured_;
  std::vector<Node> nodes_;
  std::vector<Open> open_;
  std::vector<uint32_t> active_; ///< for each form: its node, while the form is open, or `none`
  Clock::time_point last_{};
  uint64_t bytes_ = 0;
  std::optional<Clock::time_point> check_begin_{}; ///< when the check that is going on began
};

/// Moves the node `code` to *inner, and replaces it by a profiling node, which measures *inner as the form `site`.
/// `tail` says that the node may make a tail call, `body` that it is the body of a function.
void profile_rule(Code& code, Code* inner, uint32_t site, bool tail, bool body);

/// Asks the tiers of a machine for it, and notes in a profile what they run.
class ProfiledTiers : public Tiers {
 public:
  ProfiledTiers(Tiers& tiers, Profile& profile) : tiers_(tiers), profile_(profile) {}
  Form* wants(const Core& form) override { return tiers_.wants(form); }
  Answer try_run(Form& form, std::span<Value> frame) override;
  std::string compile(Form& form, std::span<Value> frame) override { return tiers_.compile(form, frame); }
  void took(Form& form, double ns) override { tiers_.took(form, ns); }
  Code overtakes(Form& form, std::span<Value> frame, double ns) override {
    return tiers_.overtakes(form, frame, ns);
  }
  bool waits(Form& form, std::span<Value> frame) override { return tiers_.waits(form, frame); }
  double waited_ns() const override { return tiers_.waited_ns(); }
  double kernels_ns() const override { return tiers_.kernels_ns(); }
  bool judge(const Value* interpreted) override { return profile_.end_check(), tiers_.judge(interpreted); }
  void abandon() override { profile_.end_check(), tiers_.abandon(); }
  Limited limited(std::string_view code) override { return profile_.end_check(), tiers_.limited(code); }

 private:
  Tiers& tiers_;
  Profile& profile_;
};

} // namespace nova
