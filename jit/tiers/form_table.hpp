// The forms of a session: nodes of its programs, and what is known of those that read alike.
#pragma once
#include "jit/tiers/form_equality.hpp"
#include "jit/tiers/form_finder.hpp"
#include "jit/tiers/form_planner.hpp"
#include <deque>

namespace nova::plan {

/// A form as it was made, once for each set of functions that it met; all who read alike share it.
struct FormGroup {
  const Core* core = nullptr; ///< the first
  std::vector<std::string> passes_off;
  Tier tier{}; ///< in which they run
  std::deque<TierForm> made;
  uint64_t hash = 0; ///< where it is found
  size_t number = 0; ///< of those that were ever made
};

/// What timed runs cost in the interpreter: of a function that calls itself, or of a form that no formula tells of.
struct TimedRuns {
  double ns = 0, longest = 0;
};

/// A form where it stands.
struct FormNode : Tiers::Form {
  const Core* core = nullptr;
  FormGroup* group = nullptr;  ///< once it was asked for
  TimedRuns* timed = nullptr;  ///< while its runs are timed
  bool was_timed = false;      ///< as a form, and not for the function that it calls
  uint32_t shown = 0;          ///< the dump that it is in
  std::optional<bool> stops{}; ///< `FormFinder::may_stop`; once asked
  bool gone = false;           ///< with its text
  uint32_t quick = 0;          ///< runs of it that took next to nothing, since one that did not
  uint32_t round = 0;          ///< when it was asked for last

  /// As if it had never been; the times of a recursion are its function's.
  void ask_anew() {
    if (was_timed) timed = nullptr, was_timed = false;
    group = nullptr, small = {};
  }
};

class FormTable {
 public:
  FormTable(Machine& machine, const TierOptions& options)
      : machine_(machine), options_(options), finder_(machine), hashes_(machine.frontend.types) {}

  /// The expression's node; null where it is no form.
  FormNode* node_of(const Core& c);
  /// The node's form as it was made for the functions that it meets now, or is made now; null if it has met too many, or has no
  /// plan of its own.
  TierForm* form_of(FormNode& node, FormPlanner& planner, std::span<Value> frame);
  /// From now on its runs are timed.
  void time(FormNode& node) { node.timed = &times_[node.group->core]; }
  /// Can the interpreter stop within it as if it had never begun?
  bool may_stop(FormNode& node);
  /// It is asked for, for `take_asked`.
  void note_asked(FormNode& node);
  std::vector<const Tiers::Form*> take_asked();
  /// All that were asked for, in the order of their first runs.
  std::span<FormNode* const> asked() const { return asked_; }
  /// All that were made, in the order of their first runs.
  std::span<TierForm* const> made() const { return made_; }

  TierManager::Mark mark() const { return {made_.size(), asked_.size(), groups_made_}; }
  bool lasts_since(const TierManager::Mark& m) const;
  /// Forgets what was made since the mark, unless it lasts, and the nodes that are gone.
  void forget(const TierManager::Mark& m, std::span<const Core* const> gone);

 private:
  FormGroup& group_of(const Core& c);
  FormGroup& add_group(uint64_t hash, const Core& first);
  bool is_covered(FormNode& node);
  TierForm* made_before(FormNode& node, std::span<Value> frame);
  TierForm& make(FormNode& node, FormPlanner& planner, std::span<Value> frame);
  void forget_plans(size_t from);
  void forget_group(FormGroup& g);

  Machine& machine_;
  const TierOptions& options_;
  FormFinder finder_;
  std::unordered_map<const Core*, TimedRuns> times_; ///< by function, or form
  std::unordered_map<const Core*, FormNode> nodes_;
  std::vector<FormNode*> asked_;
  std::vector<const Tiers::Form*> asked_now_; ///< since the last `take_asked`
  uint32_t round_ = 1;                        ///< the number of the list `asked_now_`
  FormHashes hashes_;
  std::unordered_multimap<uint64_t, FormGroup> groups_;
  size_t groups_made_ = 0;
  std::vector<TierForm*> made_;
  std::vector<FormGroup*> made_in_; ///< and whose each is
};

} // namespace nova::plan
