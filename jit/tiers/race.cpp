// Timed runs of the interpreter, and its races with compilers (interp/race.hpp): the interpreter works while a
// compiler prepares the form's code. So no form waits for a compiler that needs longer than the interpreter.
#include "jit/tiers/manager.hpp"
#include "runtime/lengths.hpp"

namespace nova {

using plan::FormNode;
using plan::TierForm;

/// Returns the node's form, on which the interpreter has worked for `ns` nanoseconds, and requests code for it once
/// it has cost enough. Returns null if there will be no code, or if a check is under way.
TierForm* TierManager::Impl::contender(FormNode& node, std::span<Value> frame, double ns) {
  if (checker.is_open()) return nullptr;
  TierForm* const f = table.form_of(node, planner, frame);
  if (!f || !f->may_run()) return nullptr;
  f->heat.waiting_ns = std::max(f->heat.waiting_ns, ns);
  if (!devices.is_warm(*f, 0)) return f;
  if (!planner.plan(*f)) return f->stage == TierForm::Refused ? nullptr : f;
  devices.ready(*f, std::max(f->heat.work_ns, ns));
  return f;
}

Tiers::Code TierManager::overtakes(Form& form, std::span<Value> frame, double ns) {
  Impl& m = *impl_;
  if (m.busy) return Code::None;
  const Impl::Busy busy(m.busy);
  TierForm* const f = m.contender(static_cast<FormNode&>(form), frame, ns);
  if (!f || f->stage == TierForm::Refused) return Code::None;
  if (f->stage != TierForm::Ready) return Code::Coming;
  f->heat.raced_ns = ns;
  return Code::Ready;
}

/// Does not wait if the form runs over more than about most_elements elements: compiled code has no memory for so
/// many either.
bool TierManager::waits(Form& form, std::span<Value> frame) {
  Impl& m = *impl_;
  if (m.busy) return false;
  const Impl::Busy busy(m.busy);
  TierForm* const f = m.contender(static_cast<FormNode&>(form), frame, plan::TierDevices::worth_compiling_ns);
  if (!f) return false;
  const std::optional<double> ns = m.planner.work_ns(*f, frame);
  const bool would_end = ns && *ns <= plan::FormPlanner::statement_ns * static_cast<double>(most_elements);
  if (!would_end || !m.planner.plan(*f)) return false;
  return m.machine.options.ranks ? m.devices.ready(*f, *ns) : m.devices.wait(*f);
}

// ---- timed runs ----

double TierManager::waited_ns() const { return impl_->devices.waited_ns(); }

double TierManager::kernels_ns() const { return impl_->devices.kernels_ns(); }

void TierManager::took(Form& form, double ns) {
  FormNode& node = static_cast<FormNode&>(form);
  if (!node.timed) return;
  node.timed->ns += ns, node.timed->longest = std::max(node.timed->longest, ns);
  node.quick = ns < Impl::worth_running_ns / 10 ? node.quick + 1 : 0;
}

} // namespace nova
