// Recursion on the host: a call, from outside, of a function that calls itself is a form too, though it makes
// no array. What it costs no formula tells, so that the interpreter's runs are timed.
#include "frontend/depth.hpp"
#include "jit/tier_manager.hpp"
#include <algorithm>

namespace nova {

const std::vector<const Core*>& TierManager::Impl::calls_of(const Core& function) {
  const auto [at, added] = calls.try_emplace(&function);
  if (added) {
    const auto note = [&calls = at->second](const Core& c) {
      if (c.kind == CoreKind::Apply) calls.push_back(&c);
      return false;
    };
    any_of(*function.items[0], note, [](const Core&) { return !StackGuard::exhausted(); });
  }
  return at->second;
}

/// Calls as far as they lead from a function. Past `most` functions nothing more is looked for.
struct TierManager::Impl::CallWalk {
  Impl& tiers;
  const Core& from;
  bool returns = false;                             ///< some function comes to itself
  bool inside = false;                              ///< `from` is one of the calls
  std::vector<std::pair<const Core*, bool>> seen{}; ///< is it being followed?

  void follow(const Core& f) {
    if (seen.size() == most) return;
    seen.emplace_back(&f, true);
    const size_t own = seen.size() - 1;
    for (const Core* call : tiers.calls_of(f)) {
      inside |= call == &from;
      if (const Core* g = tiers.callee(*call)) meet(*g);
    }
    seen[own].second = false;
  }

  static constexpr size_t most = 64;
  void meet(const Core& g) {
    const auto known = std::ranges::find(seen, &g, &std::pair<const Core*, bool>::first);
    if (known == seen.end())
      follow(g);
    else
      returns |= known->second;
  }
};

bool TierManager::Impl::is_recursion(const Core& call) {
  const Core* f = call.kind == CoreKind::Apply ? callee(call) : nullptr;
  if (!f || plan::has_function(machine.frontend.types, call.type)) return false;
  if (const auto known = returning.find(f); known != returning.end() && !known->second) return false;
  CallWalk walk{*this, call};
  walk.follow(*f);
  returning[f] = walk.returns;
  return walk.returns && !walk.inside;
}

/// Is it time to look at the form? Until the function's calls, or the form's runs, have cost enough they are timed; of a
/// call that is quick here time after time nobody asks, and of such a form its formula is believed.
std::optional<Tiers::Then> TierManager::Impl::not_yet(Node& node) const {
  constexpr uint32_t often = 16;
  const bool hot = node.heat->ns >= plan::TierDevices::worth_planning_ns;
  if (node.quick >= often && node.timed) return node.heat = nullptr, std::nullopt;
  if (node.quick >= often) return Then::Never;
  if (is_forced(options.tier) || options.tier == Tier::Interp || hot) return {};
  return Then::Time;
}

void TierManager::took(Form& form, double ns) {
  auto& node = static_cast<Impl::Node&>(form);
  if (!node.heat) return;
  node.heat->ns += ns, node.heat->longest = std::max(node.heat->longest, ns);
  node.quick = ns < Impl::worth_running_ns / 10 ? node.quick + 1 : 0;
}

} // namespace nova
