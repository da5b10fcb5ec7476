// Races of the interpreter with compilers (interp/race.hpp): no form waits for a compiler that needs longer than the
// interpreter.
#include "jit/tiers/manager.hpp"
#include "runtime/lengths.hpp"

namespace nova {

using plan::TierForm;

/// Can the interpreter stop within the form as if it had never begun? A form with arrays has a plan before it is overtaken,
/// and what has a plan does nothing but compute.
bool TierManager::Impl::may_race(Node& node) {
  if (!node.pure) node.pure = reaches_arrays(*node.core) ? !assigns_outside(*node.core) : is_pure(*node.core);
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

} // namespace nova
