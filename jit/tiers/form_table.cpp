#include "jit/tiers/form_table.hpp"
#include "jit/tiers/form_inputs.hpp"
#include <algorithm>
#include <set>

namespace nova::plan {

FormNode* FormTable::node_of(const Core& c) {
  if (!finder_.is_form(c)) return nullptr;
  FormNode& node = nodes_[&c];
  node.core = &c;
  if (!finder_.reaches_arrays(c)) node.timed = &times_[c.kind == CoreKind::Apply ? finder_.callee(c) : &c];
  return &node;
}

bool FormTable::may_stop(FormNode& node) {
  if (!node.stops) node.stops = finder_.may_stop(*node.core);
  return *node.stops;
}

void FormTable::note_asked(FormNode& node) {
  if (std::exchange(node.round, round_) != round_) asked_now_.push_back(&node);
}

std::vector<const Tiers::Form*> FormTable::take_asked() {
  ++round_;
  return std::exchange(asked_now_, {});
}

// ---- equal forms ----

/// Returns the group of the forms that are equal to `c`, or makes one. A form that is too large, or whose value holds
/// a function, always gets a group of its own: a closure refers to the text from which it was made.
FormGroup& FormTable::group_of(const Core& c) {
  const Types& types = machine_.frontend.types;
  if (!finder_.is_compilable(c) || reaches_function(machine_.frontend.types, c.type)) return add_group(0, c);
  const uint64_t hash = hashes_.of(c);
  const auto [begin, end] = groups_.equal_range(hash);
  for (auto at = begin; at != end; ++at)
    if (at->second.passes_off == options_.passes_off && at->second.tier == options_.tier &&
        same_form(types, *at->second.core, c))
      return at->second;
  return add_group(hash, c);
}

FormGroup& FormTable::add_group(uint64_t hash, const Core& first) {
  return groups_
      .emplace(hash, FormGroup{&first, options_.passes_off, options_.tier, {}, hash, groups_made_++})
      ->second;
}

namespace {

/// Whether the form has a plan, which also computes the forms inside of it, or would have one if it were smaller.
bool holds_inner(const TierForm& f) {
  return f.stage == TierForm::Refused ? f.too_large : f.stage != TierForm::Quarantined;
}

bool is_large(const TierForm& f) {
  constexpr size_t large = 2000; // variables of a plan; to make such a plan takes a millisecond
  return f.too_large || f.lowered.plan.types.size() > large;
}

} // namespace

/// Whether the form makes up most of an enclosing form whose plan is large. Such a form gets no plan of its own:
/// otherwise the plans of a chain of n nested forms would have n^2 statements.
bool FormTable::is_covered(FormNode& node) {
  for (const Tiers::Form* at = node.outer; at; at = at->outer) {
    const FormNode& outer = static_cast<const FormNode&>(*at);
    if (!finder_.is_compilable(*outer.core)) return false;
    const TierForm* const made =
        outer.group && !outer.group->made.empty() ? &outer.group->made.back() : nullptr;
    if (!made || !holds_inner(*made)) continue;
    node.outer = at; // the next search skips the forms between, which have no plan
    return is_large(*made) && 2 * finder_.size(*node.core) > finder_.size(*outer.core);
  }
  return false;
}

/// Whether the form's plan was made for the function values that the node's inputs now hold.
bool FormTable::has_functions(const TierForm& f, std::span<Value> frame) {
  const auto holds = [&](const KnownFunction& known) {
    const auto now = function_at(machine_, known.at, frame);
    return now && now->lambda == known.lambda && now->supplied == known.supplied;
  };
  const auto knows = [&](const Input& in) { return knows_functions(machine_, f.lowered, in, frame); };
  return std::ranges::all_of(f.lowered.functions, holds) && std::ranges::all_of(f.lowered.inputs, knows);
}

/// Returns what the first plan for some functions may use of lengths: nothing if its code is for other sessions, too.
UsedLengths FormTable::first_lengths() const {
  return options_.keep_kernel || options_.ahead ? UsedLengths::None : UsedLengths::All;
}

/// Returns the group's form for what the node's inputs now hold. If there is none yet, sets what a new plan may use of
/// their lengths, the less the more plans there are for the same functions and other lengths, and returns null.
TierForm* FormTable::made_before(FormNode& node, std::span<Value> frame, UsedLengths& lengths) {
  lengths = first_lengths();
  for (TierForm& f : node.group->made) {
    if (!has_functions(f, frame)) continue;
    if (has_lengths(machine_, f.lowered, frame)) return &f;
    const bool may_be_even = f.used_lengths == UsedLengths::All && !f.lowered.rows.empty();
    lengths = may_be_even ? UsedLengths::Even : UsedLengths::None;
  }
  return nullptr;
}

TierForm* FormTable::form_of(FormNode& node, FormPlanner& planner, std::span<Value> frame) {
  constexpr ptrdiff_t most = 8;
  const bool known = node.group;
  if (!known && is_covered(node)) return nullptr;
  if (known && node.group->tier != options_.tier) node.ask_anew(); // results of another tier do not apply
  if (!node.group) node.group = &group_of(*node.core);
  if (!known) asked_.push_back(&node);
  UsedLengths lengths{};
  if (TierForm* const f = made_before(node, frame, lengths)) return f;
  const auto is_first = [this](const TierForm& f) { return f.used_lengths == first_lengths(); };
  if (lengths == first_lengths() && std::ranges::count_if(node.group->made, is_first) == most) {
    if (node.group->core == node.core) return nullptr;
    node.group = &add_group(0, *node.core); // other forms of the group used up its plans
  }
  return &make(node, planner, frame, lengths);
}

/// Makes and lowers a form for the node. If an exception ends that, for example at a time limit, the form is removed,
/// so that the next run makes it again.
TierForm& FormTable::make(FormNode& node, FormPlanner& planner, std::span<Value> frame, UsedLengths lengths) {
  TierForm& f = node.group->made.emplace_back();
  f.core = node.core, f.used_lengths = lengths;
  made_.push_back(&f), made_in_.push_back(node.group);
  try {
    if (!finder_.is_compilable(*f.core))
      f.refuse({Reason::TooLarge});
    else if (planner.lower(f, frame) && options_.kernels)
      planner.plan(f); // so that `kernels` is called for small forms too
  } catch (...) {
    made_.pop_back(), made_in_.pop_back(), node.group->made.pop_back();
    throw;
  }
  return f;
}

// ---- removed forms ----

// When a text is removed, the table drops what it knows of the text's forms. But a form with a plan stays, and so
// does its text, so that the plan is found when the same text is entered again. The number of such plans is limited;
// later texts are planned anew each time.

bool FormTable::lasts_since(const TierManager::Mark& m) const {
  if (made_.size() == m.made) return false;
  const auto is_older = [&m](const FormGroup* g) { return g->number < m.groups; };
  return m.made < TierManager::most_remembered ||
         std::any_of(made_in_.begin() + static_cast<ptrdiff_t>(m.made), made_in_.end(), is_older);
}

void FormTable::forget(const TierManager::Mark& m, std::span<const Core* const> gone) {
  for (const Core* c : gone)
    if (const auto node = nodes_.find(c); node != nodes_.end()) node->second.gone = true;
  const auto since = asked_.begin() + static_cast<ptrdiff_t>(std::min(m.asked, asked_.size()));
  asked_.erase(std::remove_if(since, asked_.end(), [](const FormNode* node) { return node->gone; }),
               asked_.end());
  asked_now_.clear(), ++round_;
  if (made_.size() > m.made) forget_plans(m.made);
  for (const Core* c : gone) finder_.forget(c), hashes_.forget(*c), nodes_.erase(c), times_.erase(c);
}

/// Removes the forms from index `from` of `made_` on, and their groups, which contain no older forms. Resets the
/// nodes of these groups that are not removed, such as nodes in a function that the removed text called.
void FormTable::forget_plans(size_t from) {
  const std::set<FormGroup*> gone(made_in_.begin() + static_cast<ptrdiff_t>(from), made_in_.end());
  made_.resize(from), made_in_.resize(from);
  for (FormNode* node : asked_)
    if (gone.contains(node->group)) node->ask_anew();
  std::erase_if(asked_, [](const FormNode* node) { return !node->group; });
  for (FormGroup* g : gone) forget_group(*g);
}

void FormTable::forget_group(FormGroup& g) {
  const auto [begin, end] = groups_.equal_range(g.hash);
  for (auto at = begin; at != end; ++at)
    if (&at->second == &g) return void(groups_.erase(at));
}

} // namespace nova::plan
