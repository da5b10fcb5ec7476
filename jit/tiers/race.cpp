// Runs of the interpreter that are timed, and its races with compilers (interp/race.hpp): no form waits for a compiler that
// needs longer than the interpreter.
#include "jit/tiers/manager.hpp"
#include "runtime/lengths.hpp"

namespace nova {

using plan::TierForm;

/// `FormFinder::may_stop`, asked once.
bool TierManager::Impl::may_race(Node& node) {
  if (!node.pure) node.pure = finder.may_stop(*node.core);
  return *node.pure;
}

/// Asks for the code of a form that the interpreter has worked on for `ns`, once it is worth its plan; null where there will
/// be none.
TierForm* TierManager::Impl::contender(Node& node, std::span<Value> frame, double ns) {
  if (check) return nullptr;
  TierForm* const f = form(node, frame);
  if (!f || f->state == TierForm::Refused || f->state == TierForm::Quarantined) return nullptr;
  f->waiting_ns = std::max(f->waiting_ns, ns);
  if (!devices.is_warm(*f, 0)) return f;
  if (!finish(*f)) return f->state == TierForm::Refused ? nullptr : f;
  devices.ready(*f, std::max(f->work_ns, ns));
  return f;
}

Tiers::Code TierManager::overtakes(Form& form, std::span<Value> frame, double ns) {
  Impl& m = *impl_;
  if (m.busy) return Code::None;
  const Impl::Busy busy(m.busy);
  TierForm* const f = m.contender(static_cast<Impl::Node&>(form), frame, ns);
  if (!f || f->state == TierForm::Refused) return Code::None;
  if (f->state != TierForm::Ready) return Code::Coming;
  f->raced_ns = ns;
  return Code::Ready;
}

/// Compiled code has no room for more than most_elements either.
bool TierManager::waits(Form& form, std::span<Value> frame) {
  Impl& m = *impl_;
  if (m.busy) return false;
  const Impl::Busy busy(m.busy);
  TierForm* const f =
      m.contender(static_cast<Impl::Node&>(form), frame, plan::TierDevices::worth_compiling_ns);
  if (!f) return false;
  const std::optional<double> ns = m.work(*f, frame);
  const bool would_end = ns && *ns <= Impl::statement_ns * static_cast<double>(most_elements);
  return would_end && m.finish(*f) && m.devices.wait(*f);
}

// ---- timed runs ----

/// Is it time to look at the form? Until the function's calls, or the form's runs, have cost enough they are timed; of a
/// call that is quick here time after time nobody asks, and of such a form its formula is believed.
std::optional<Tiers::Then> TierManager::Impl::not_yet(Node& node) {
  constexpr uint32_t often = 16;
  const bool hot = node.heat->ns >= plan::TierDevices::worth_planning_ns;
  if (node.quick >= often && node.timed) return node.heat = nullptr, std::nullopt;
  if (node.quick >= often) return Then::Never;
  if (is_forced(options.tier) || options.tier == Tier::Interp || hot) return {};
  return may_race(node) ? Then::Race : Then::Time;
}

double TierManager::waited_ns() const { return impl_->devices.waited_ns(); }

void TierManager::took(Form& form, double ns) {
  auto& node = static_cast<Impl::Node&>(form);
  if (!node.heat) return;
  node.heat->ns += ns, node.heat->longest = std::max(node.heat->longest, ns);
  node.quick = ns < Impl::worth_running_ns / 10 ? node.quick + 1 : 0;
}

} // namespace nova
