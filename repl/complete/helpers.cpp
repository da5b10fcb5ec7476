#include "repl/complete/helpers.hpp"
#include "frontend/infer/check.hpp"
#include <algorithm>
#include <unordered_set>

namespace nova {

/// Notes the uses in the prelude's definitions, once: they do not change.
void PreludeHelpers::find_uses() {
  if (!uses_.empty()) return;
  for (uint32_t k = 1; k < f_.program.globals.size() && f_.program.globals[k].prelude; ++k) {
    const GlobalId user{k};
    if (const Expr* const value = body(f_, user))
      for (const GlobalId used : references(*value))
        if (used != user) uses_[user].push_back(used), users_[used].push_back(user);
  }
}

bool PreludeHelpers::reaches(GlobalId from, GlobalId g) const {
  std::unordered_set<GlobalId> seen{from};
  for (std::vector<GlobalId> left{from}; !left.empty();) {
    const auto uses = uses_.find(left.back());
    left.pop_back();
    if (uses == uses_.end()) continue;
    for (const GlobalId used : uses->second) {
      if (used == g) return true;
      if (seen.insert(used).second) left.push_back(used);
    }
  }
  return false;
}

bool PreludeHelpers::is_helper(GlobalId g, GlobalId whole) {
  find_uses();
  const auto users = users_.find(g);
  const std::string beginning = std::string(name_of(whole)) + "-";
  if (users == users_.end()) return false;
  const auto is_of_whole = [&](GlobalId u) { return u == whole || name_of(u).starts_with(beginning); };
  return std::ranges::all_of(users->second, is_of_whole) && reaches(whole, g);
}

} // namespace nova
