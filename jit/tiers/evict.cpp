// What is known of forms goes with their texts. A plan stays, and with it its form's text, so that it is
// found when the same is typed again; but of endlessly many texts only so many: later ones are planned anew
// each time.
#include "jit/tiers/manager.hpp"
#include <algorithm>
#include <set>

namespace nova {

TierManager::Mark TierManager::mark() const {
  return {impl_->order.size(), impl_->asked.size(), impl_->groups_made};
}

bool TierManager::lasts_since(const Mark& m) const {
  if (impl_->order.size() == m.made) return false;
  const auto is_older = [&m](const Impl::Group* g) { return g->number < m.groups; };
  return m.made < most_remembered || std::any_of(impl_->order_in.begin() + static_cast<ptrdiff_t>(m.made),
                                                 impl_->order_in.end(), is_older);
}

void TierManager::forget(const Mark& m, std::span<const Core* const> gone) {
  Impl& i = *impl_;
  for (const Core* c : gone)
    if (const auto node = i.forms.find(c); node != i.forms.end()) node->second.gone = true;
  const auto since = i.asked.begin() + static_cast<ptrdiff_t>(std::min(m.asked, i.asked.size()));
  i.asked.erase(std::remove_if(since, i.asked.end(), [](const Impl::Node* node) { return node->gone; }),
                i.asked.end());
  i.asked_now.clear(), ++i.round;
  if (i.order.size() > m.made) i.forget_plans(m.made);
  for (const Core* c : gone) i.forget_core(c);
}

void TierManager::Impl::forget_core(const Core* c) {
  finder.forget(c), hashes.forget(*c), forms.erase(c), heats.erase(c);
}

/// They are all in groups of their own. Nodes that stay, in functions that such a text called, ask for theirs
/// anew.
void TierManager::Impl::forget_plans(size_t from) {
  cells = {};
  const std::set<Group*> made(order_in.begin() + static_cast<ptrdiff_t>(from), order_in.end());
  order.resize(from), order_in.resize(from);
  for (Node* node : asked)
    if (made.contains(node->group)) node->ask_anew();
  std::erase_if(asked, [](const Node* node) { return !node->group; });
  for (Group* g : made) forget_group(*g);
}

void TierManager::Impl::forget_group(Group& g) {
  const auto [begin, end] = groups.equal_range(g.hash);
  for (auto at = begin; at != end; ++at)
    if (&at->second == &g) return void(groups.erase(at));
}

} // namespace nova
