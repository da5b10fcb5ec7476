// The table of a session's forms (expressions that are compiled as one unit): a node for each of them, and a group
// for those that are equal, which share plans.
#pragma once
#include "jit/tiers/form_equality.hpp"
#include "jit/tiers/form_finder.hpp"
#include "jit/tiers/form_planner.hpp"
#include <deque>

namespace nova::plan {

/// Forms that are equal (form_equality.hpp). They share one TierForm for each set of function values that their
/// inputs held, and up to two more for other lengths.
struct FormGroup {
  const Core* core = nullptr; ///< the first form of the group
  std::vector<std::string> passes_off;
  Tier tier{}; ///< the tier in which they run
  std::deque<TierForm> made;
  uint64_t hash = 0; ///< its key in `FormTable::groups_`
  size_t number = 0; ///< index among all groups that were ever made
};

/// The interpreter's time on a recursive function, or on a form whose cost no formula gives: the total of all runs
/// and the longest run, in ns.
struct TimedRuns {
  double ns = 0, longest = 0;
};

/// A form at one position of the program.
struct FormNode : Tiers::Form {
  const Core* core = nullptr;
  FormGroup* group = nullptr;  ///< null until `form_of` is called
  TimedRuns* timed = nullptr;  ///< the times of its runs; null while they are not measured
  bool was_timed = false;      ///< whether its runs were timed because its cost formula is inexact
  uint32_t shown = 0;          ///< `PlanDumps::round` of the dump that printed it last
  std::optional<bool> stops{}; ///< result of `FormFinder::may_stop`; none until computed
  bool gone = false;           ///< whether its text was removed
  uint32_t quick = 0;          ///< number of very short runs since the last longer one
  uint32_t round = 0;          ///< the table's `round_` when this node was last added to `asked_now_`

  /// Resets the node, so that its form is looked up anew. The measured times of recursive functions are kept.
  void ask_anew() {
    if (was_timed) timed = nullptr, was_timed = false;
    group = nullptr, small = {};
  }
};

class FormTable {
 public:
  FormTable(Machine& machine, const TierOptions& options)
      : machine_(machine), options_(options), finder_(machine), hashes_(machine.frontend.types) {}

  /// Returns the node of the expression, or null if the expression is no form.
  FormNode* node_of(const Core& c);
  /// Returns the node's form for the function values that its inputs now hold, and makes it if there is none. Returns
  /// null if there were too many such sets of functions, or if the form gets no plan of its own.
  TierForm* form_of(FormNode& node, FormPlanner& planner, std::span<Value> frame);
  /// Begins to time the node's runs.
  void time(FormNode& node) { node.timed = &times_[node.group->core]; }
  /// Whether the interpreter may abandon a run of the form at any time, because the run has no effect outside of it.
  bool may_stop(FormNode& node);
  /// Adds the node to the list that `take_asked` returns, unless the list contains it already.
  void note_asked(FormNode& node);
  /// Returns the nodes noted since the last call, and empties the list.
  std::vector<const Tiers::Form*> take_asked();
  /// Returns the nodes for which `form_of` was called, in the order of their first runs.
  std::span<FormNode* const> asked() const { return asked_; }
  /// Returns the forms that were made, in the order of their first runs.
  std::span<TierForm* const> made() const { return made_; }

  TierManager::Mark mark() const { return {made_.size(), asked_.size(), groups_made_}; }
  bool lasts_since(const TierManager::Mark& m) const;
  /// Forgets the forms made since the mark, and the nodes of the expressions in `gone`. Must not be called if
  /// `lasts_since` holds for the mark.
  void forget(const TierManager::Mark& m, std::span<const Core* const> gone);

 private:
  FormGroup& group_of(const Core& c);
  FormGroup& add_group(uint64_t hash, const Core& first);
  bool is_covered(FormNode& node);
  bool has_functions(const TierForm& f, std::span<Value> frame);
  UsedLengths first_lengths() const;
  TierForm* made_before(FormNode& node, std::span<Value> frame, UsedLengths& lengths);
  TierForm& make(FormNode& node, FormPlanner& planner, std::span<Value> frame, UsedLengths lengths);
  void forget_plans(size_t from);
  void forget_group(FormGroup& g);

  Machine& machine_;
  const TierOptions& options_;
  FormFinder finder_;
  std::unordered_map<const Core*, TimedRuns> times_; ///< times of recursive functions and other timed forms
  std::unordered_map<const Core*, FormNode> nodes_;
  std::vector<FormNode*> asked_;
  std::vector<const Tiers::Form*> asked_now_; ///< nodes noted since the last `take_asked`
  uint32_t round_ = 1;                        ///< counts the calls of `take_asked` and `forget`
  FormHashes hashes_;
  std::unordered_multimap<uint64_t, FormGroup> groups_;
  size_t groups_made_ = 0;
  std::vector<TierForm*> made_;
  std::vector<FormGroup*> made_in_; ///< the group of the form at the same index in `made_`
};

} // namespace nova::plan
