#include "repl/session/session_tiers.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr const char* no_tiers =
    "interpreted, as all is in the tier interp (--tier auto or cpu for another)\n";

} // namespace

/// Makes the tier manager, if it is needed: for a tier above the interpreter, for dumps of plans, or for callbacks
/// that receive plans or dataflow graphs.
void SessionTiers::set_up() {
  const TierOptions& wanted = options_.tiers;
  if (wanted.tier == Tier::Interp && !options_.dump.plans() && !wanted.kernels && !wanted.flows) return;
  TierOptions t = wanted;
  t.threads = options_.threads;
  t.dumps.print = [this](std::string_view text) { ++dumped_, options_.out(text); }, t.say = options_.err;
  manager_ = std::make_unique<TierManager>(machine_, std::move(t));
  machine_.options.tiers = manager_.get();
  set_dump(options_.dump);
}

void SessionTiers::set_dump(Dumps dump) {
  const Dumps& d = options_.dump = std::move(dump);
  if (!manager_ && d.plans()) return set_up();
  if (!manager_) return;
  PlanDumps& p = manager_->options().dumps;
  p.plan = d.has(Phase::Plan), p.fused = d.has(Phase::Fused), p.c = d.has(Phase::C);
  p.cuda = d.has(Phase::Cuda), p.ptx = d.has(Phase::Ptx);
  p.passes = d.passes, ++p.round;
}

void SessionTiers::watch_flows(std::function<void(Span, plan::Flow)> told) {
  options_.tiers.flows = std::move(told);
  if (!manager_ && options_.tiers.flows) return set_up();
  if (manager_) manager_->options().flows = options_.tiers.flows, ++manager_->options().dumps.round;
}

void SessionTiers::watch_sim(plan::SimWatch* watch) {
  options_.tiers.sim_watch = watch;
  if (manager_) manager_->options().sim_watch = watch;
}

void SessionTiers::set_tier(Tier tier) {
  options_.tiers.tier = tier;
  if (manager_)
    manager_->options().tier = tier;
  else
    set_up();
}

void SessionTiers::set_checking(Checking checking) {
  options_.tiers.checking = checking;
  if (manager_) manager_->options().checking = checking;
}

Activity SessionTiers::activity() const {
  Activity a = manager_ ? manager_->activity() : Activity();
  a.elements = machine_.progress();
  return a;
}

void SessionTiers::note(const CoreTop& top, bool good) {
  made_ = nullptr;
  if (!manager_) return;
  const Verdict verdict = manager_->take_verdict();
  auto asked = manager_->take_asked(); // taken in any case, to clear the list
  if (good && !holds_verdicts_) made_ = verdicts_.note(top, verdict, std::move(asked));
}

MadeRef SessionTiers::made_by_call(const MadeRef& function) {
  if (!manager_) return nullptr;
  const Verdict verdict = manager_->take_verdict();
  auto asked = manager_->take_asked();
  if (asked.empty() || !function) return function;
  return std::make_shared<Made>(Made{std::max(verdict, function->verdict), function->file, std::move(asked)});
}

void SessionTiers::forget_texts(GlobalId first, FileId file) {
  made_ = nullptr, verdicts_.forget(manager_.get(), first, file);
}

std::string SessionTiers::why(FileId file) const {
  return manager_ ? verdicts_.why(*manager_, file) : no_tiers;
}

std::string SessionTiers::why(const Made& made) const {
  if (!manager_) return no_tiers;
  const std::string told = made.told + manager_->why(made.asked, made.file);
  return told.empty() ? "interpreted: there is no array expression, or a small one only\n" : told;
}

std::string SessionTiers::verdicts(size_t most) const { return manager_ ? verdicts_.list(most) : no_tiers; }

} // namespace nova
