#include "jit/tiers/tiers.hpp"
#include "frontend/source/label.hpp"
#include "jit/compile/disk_cache.hpp"
#include "jit/tiers/manager.hpp"
#include <algorithm>

namespace nova {
namespace {

using namespace plan;

} // namespace

TierManager::TierManager(Machine& machine, TierOptions options)
    : impl_(std::make_unique<Impl>(machine, std::move(options))) {
  sweep_cache(impl_->options.cache);
}
TierManager::~TierManager() = default;
TierOptions& TierManager::options() { return impl_->options; }
Activity TierManager::activity() const { return impl_->devices.activity(); }

Tiers::Form* TierManager::wants(const Core& c) {
  if (!impl_->finder.is_form(c)) return nullptr;
  Impl::Node& node = impl_->forms[&c];
  node.core = &c;
  if (!impl_->finder.reaches_arrays(c)) node.heat = &impl_->heats[c.kind == CoreKind::Apply ? impl_->finder.callee(c) : &c];
  return &node;
}

// ---- forms that read alike ----

/// What is known of forms that read like this one. A closure that a form makes runs the text that it was made
/// from, so that such forms share nothing.
TierManager::Impl::Group& TierManager::Impl::group(const Core& c) {
  if (!finder.is_compilable(c) || reaches_function(machine.frontend.types, c.type)) return add_group(0, c);
  const uint64_t hash = hashes.of(c);
  const auto [begin, end] = groups.equal_range(hash);
  for (auto at = begin; at != end; ++at)
    if (at->second.passes_off == options.passes_off && at->second.tier == options.tier &&
        same_form(machine.frontend.types, *at->second.core, c))
      return at->second;
  return add_group(hash, c);
}

TierManager::Impl::Group& TierManager::Impl::add_group(uint64_t hash, const Core& first) {
  return groups.emplace(hash, Group{&first, options.passes_off, options.tier, {}, hash, groups_made++})
      ->second;
}

namespace {

/// Has the form a plan, with all that is in it, or is it too large for one?
bool holds_inner(const TierForm& f) {
  return f.state == TierForm::Refused ? f.too_large : f.state != TierForm::Quarantined;
}

bool is_large(const TierForm& f) {
  constexpr size_t large = 2000; // variables: making the plan takes a millisecond
  return f.too_large || f.lowered.plan.types.size() > large;
}

} // namespace

/// Is the form most of one around it whose plan is large? Then it gets none of its own: the plans of all n forms of a
/// chain would have n^2 statements.
bool TierManager::Impl::is_covered(Node& node) {
  for (const Form* at = node.outer; at; at = at->outer) {
    const Node& outer = static_cast<const Node&>(*at);
    if (!finder.is_compilable(*outer.core)) return false;
    const TierForm* const made =
        outer.group && !outer.group->made.empty() ? &outer.group->made.back() : nullptr;
    if (!made || !holds_inner(*made)) continue;
    node.outer = at; // those between have none either: the next look is one step
    return is_large(*made) && 2 * finder.size(*node.core) > finder.size(*outer.core);
  }
  return false;
}

/// The form as it was made for the functions that it meets now; null if it has met too many, or has no plan of its own.
TierForm* TierManager::Impl::form(Node& node, std::span<Value> frame) {
  constexpr size_t most = 8;
  if (!node.group && is_covered(node)) return nullptr;
  const bool known = node.group;
  if (known && node.group->tier != options.tier)
    node.ask_anew(); // what another tier did says nothing of this one
  if (!node.group) node.group = &group(*node.core);
  if (!known) asked.push_back(&node);
  const auto holds = [&](const KnownFunction& known) {
    const auto now = function_at(known.at, frame);
    return now && now->lambda == known.lambda && now->supplied == known.supplied;
  };
  for (TierForm& f : node.group->made)
    if (std::ranges::all_of(f.lowered.functions, holds) &&
        std::ranges::all_of(f.lowered.inputs, [&](const Input& in) { return takes(f, in, frame); }))
      return &f;
  if (node.group->made.size() == most) {
    if (node.group->core == node.core) return nullptr;
    node.group = &add_group(0, *node.core); // others have met them
  }
  TierForm& f = node.group->made.emplace_back();
  f.core = node.core;
  order.push_back(&f), order_in.push_back(node.group);
  try {
    make(f, frame);
  } catch (...) { // there was no time for it: the next run makes it
    order.pop_back(), order_in.pop_back(), node.group->made.pop_back();
    throw;
  }
  return &f;
}

// ---- runs ----

Tiers::Answer TierManager::try_run(Form& form, std::span<Value> frame) {
  Impl& m = *impl_;
  if (m.check) return {};
  const Impl::Busy busy(m.busy);
  Impl::Node& node = static_cast<Impl::Node&>(form);
  if (node.heat)
    if (const auto then = m.not_yet(node)) return {*then, {}};
  TierForm* const found = m.form(node, frame);
  if (!found) return {};
  if (std::exchange(node.round, m.round) != m.round) m.asked_now.push_back(&node);
  TierForm& f = *found;
  const bool shown = m.dumps() && m.dump(node, f, frame);
  Answer answer = m.answer(node, f, frame);
  m.address_literals(node, f, answer);
  // Nothing of it is shown once more.
  if (shown && (answer.then == Then::Interpret || answer.then == Then::Never || answer.then == Then::Time ||
                answer.then == Then::Race))
    answer.then = Then::Small;
  return answer;
}

/// The form may be of another text, or stand at another place of this one: its smaller numbers are the node's own.
void TierManager::Impl::address_literals(const Node& node, const TierForm& f, Answer& answer) {
  if (answer.literals.empty() || node.core == f.core) return;
  for (Tiers::Literal& literal : check->shorter->literals)
    if (const Core* own = counterpart(*node.core, *f.core, *literal.number)) literal.number = own;
}

/// Of loops and rows no formula tells how often they turn and how long they are: runs of such a form are timed.
Tiers::Answer TierManager::Impl::by_time(Node& node, TierForm& f, std::span<Value> frame) {
  node.heat = &heats[node.group->core];
  if (const auto then = not_yet(node)) return ++f.interpreted, Answer{*then, {}};
  return answer(node, f, frame);
}

/// The formula says that it is not yet worth more.
Tiers::Answer TierManager::Impl::interpret(Node& node, TierForm& f, std::span<Value> frame) {
  if (!node.heat && !f.work->is_exact() && !std::exchange(node.timed, true)) return by_time(node, f, frame);
  const bool compiling = f.state == TierForm::Compiling, races = (node.heat || compiling) && may_race(node);
  return ++f.interpreted, Answer{races ? Then::Race : Then::Interpret, {}, {}, compiling};
}

Tiers::Answer TierManager::Impl::answer(Node& node, TierForm& f, std::span<Value> frame) {
  const bool runs = options.tier != Tier::Interp; // otherwise plans are only printed
  if (!runs || f.state == TierForm::Refused || f.state == TierForm::Quarantined)
    return refused(node, f, frame);
  const std::optional<double> work_ns = node.heat && node.heat->ns > 0 ? node.heat->longest : work(f, frame);
  if (!work_ns) return {}; // the interpreter says so
  if (!is_forced(options.tier) && !node.heat && *work_ns <= worth_running_ns) {
    if (f.work->is_exact() || std::exchange(node.timed, true)) return too_small(node, f, frame);
    return by_time(node, f, frame);
  }
  if (node.heat) f.waiting_ns = std::max(f.waiting_ns, node.heat->ns);
  if (!devices.is_warm(f, *work_ns)) return interpret(node, f, frame);
  if (!finish(f) && f.state == TierForm::Refused) return refused(node, f, frame);
  if (f.text.empty())
    return ++f.interpreted,
           Answer{Then::Small, {}}; // its passes take too long, and so would those of what is in it
  if (!devices.ready(f, *work_ns)) return interpret(node, f, frame);
  try {
    return run_checked(f, frame, inputs(f, frame), *work_ns);
  } catch (const Fault& fault) {
    cells = {};
    const bool too_deep = fault.code == "E0602" && !f.fused.functions.empty();
    if (too_deep) // each call in it would be tried again, and come as far
      return ++f.interpreted, Answer{Then::Small, {}};
    if (fault.code == "E0601" || fault.code == "E0602")
      return ++f.interpreted, Answer{}; // the interpreter may need less
    if (fault.code == "E0603") machine.interrupt() = false;
    throw;
  }
}

// ---- what happened ----

std::string TierManager::report() const {
  std::string out;
  for (TierForm* f : impl_->order) impl_->devices.look(*f);
  for (const TierForm* f : impl_->order)
    out += line(*f, label(impl_->machine.frontend.sources, f->core->span));
  return out + first_results(impl_->order) + impl_->devices.report(impl_->mismatches);
}

namespace {

bool was_compiled(const TierForm& f) { return f.state != TierForm::Refused && f.state != TierForm::Lowered; }

} // namespace

std::string TierManager::why(Span within) const {
  std::string out;
  for (const Impl::Node* node : impl_->asked) {
    const Span s = node->core->span;
    if (s.file == within.file && s.begin >= within.begin && s.end <= within.end) out += impl_->lines(*node);
  }
  return out;
}

std::string TierManager::why(std::span<const Form* const> asked, FileId file) const {
  constexpr size_t most_elsewhere = 8;
  std::string out;
  size_t elsewhere = 0;
  for (const Form* form : asked) {
    const Impl::Node& node = static_cast<const Impl::Node&>(*form);
    const bool here = impl_->machine.frontend.sources.user_span(node.core->span).file == file;
    if (!here && std::ranges::none_of(node.group->made, was_compiled)) continue;
    if (here || ++elsewhere <= most_elsewhere) out += impl_->lines(node);
  }
  if (elsewhere > most_elsewhere)
    out += "and " + std::to_string(elsewhere - most_elsewhere) +
           " forms more in what it calls (:tiers lists all)\n";
  return out;
}

std::vector<const Tiers::Form*> TierManager::take_asked() {
  ++impl_->round;
  return std::exchange(impl_->asked_now, {});
}

/// One for each set of functions that it met.
std::string TierManager::Impl::lines(const Node& node) {
  std::string out;
  const std::string where = label_with_text(machine.frontend.sources, node.core->span);
  if (node.group->tier == Tier::Interp) return where + ": interpreted, as all is in the tier interp\n";
  for (TierForm& f : node.group->made) devices.look(f), out += line(f, where);
  return out;
}

Verdict TierManager::take_verdict() { return std::exchange(impl_->verdict, Verdict::Interpreted); }

std::string_view describe(Verdict v) {
  constexpr std::string_view words[] = {"interpreted",
                                        "checked whole",
                                        "checked on first elements",
                                        "its kernels were checked in other runs",
                                        "unchecked",
                                        "interpreted, for a kernel gave another value"};
  return words[static_cast<size_t>(v)];
}

TierManager::Prepared TierManager::take_prepared() {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const Milliseconds waited = impl_->devices.take_waited(), checked = std::exchange(impl_->checked, {});
  return {waited.count(), checked.count()};
}

uint32_t TierManager::take_kernel_runs() { return std::exchange(impl_->kernel_runs, 0); }

double TierManager::take_device_ns() { return impl_->devices.take_device_ns(); }

} // namespace nova
