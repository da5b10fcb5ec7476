#include "jit/tiers/tiers.hpp"
#include "frontend/source/label.hpp"
#include "jit/compile/disk_cache.hpp"
#include "jit/tiers/form_inputs.hpp"
#include "jit/tiers/manager.hpp"
#include "jit/values/value_shape.hpp"
#include "runtime/fault.hpp"
#include <algorithm>

namespace nova {

using namespace plan;

TierManager::TierManager(Machine& machine, TierOptions options)
    : impl_(std::make_unique<Impl>(machine, std::move(options))) {
  sweep_cache(impl_->options.cache);
}
TierManager::~TierManager() = default;
TierOptions& TierManager::options() { return impl_->options; }
Activity TierManager::activity() const { return impl_->devices.activity(); }
Tiers::Form* TierManager::wants(const Core& c) { return impl_->table.node_of(c); }

// ---- from a form to its value ----

namespace {

/// Whether the interpreter, after this answer for a form, calls the tiers at the forms inside of it.
bool goes_on_inside(Tiers::Then then) {
  return then == Tiers::Then::Interpret || then == Tiers::Then::Never || then == Tiers::Then::Time ||
         then == Tiers::Then::Race;
}

} // namespace

/// If `--dump` printed the form, the forms inside of it are not printed again.
Tiers::Answer TierManager::try_run(Form& form, std::span<Value> frame) {
  Impl& m = *impl_;
  if (m.checker.is_open()) return {};
  const Impl::Busy busy(m.busy);
  FormNode& node = static_cast<FormNode&>(form);
  if (const auto then = m.recognise(node)) return {*then, {}};
  TierForm* const made = m.plan_form(node, frame);
  if (!made) return {};
  const Impl::Asked asked{node, *made, frame};
  const bool shown = m.dump(asked);
  const Decision decision = m.decide(asked, m.estimate(asked));
  if (!decision.has_code()) made->note(decision.reason);
  Answer answer = decision.has_code() ? m.run_and_judge(asked, decision.work_ns)
                                      : Answer{decision.then, {}, {}, decision.alone};
  if (shown && goes_on_inside(answer.then)) answer.then = Then::Small;
  return answer;
}

/// Returns what the interpreter does with a node whose runs are timed. Returns none if the caller has to make the
/// decision with the node's plan: the runs are not timed, or have cost enough, or the user chose the tier. After 16
/// quick runs in a row, a recursive call is never tried in compiled code again, and any other form is no longer
/// timed.
std::optional<Tiers::Then> TierManager::Impl::recognise(FormNode& node) {
  constexpr uint32_t often = 16;
  if (!node.timed) return {};
  const bool hot = node.timed->ns >= TierDevices::worth_planning_ns;
  if (node.quick >= often && node.was_timed) return node.timed = nullptr, std::nullopt;
  if (node.quick >= often) return Then::Never;
  if (is_forced(options.tier) || options.tier == Tier::Interp || hot) return {};
  return table.may_stop(node) ? Then::Race : Then::Time;
}

/// Returns the node's form, with its plan before passes, or null if it gets no plan of its own.
TierForm* TierManager::Impl::plan_form(FormNode& node, std::span<Value> frame) {
  TierForm* const made = table.form_of(node, planner, frame);
  if (made) table.note_asked(node);
  return made;
}

bool TierManager::Impl::dump(const Asked& a) {
  if (!planner.dumps() || a.form.lowered.plan.body.results.empty()) return false; // nothing to print
  const bool again = std::exchange(a.node.shown, options.dumps.round) == options.dumps.round;
  return planner.dump(a.form, a.node.core->span, again, a.frame);
}

/// Returns the interpreter's estimated time for the run, in ns. Returns none if compiled code may not run in any
/// case, or if a definition that the form reads has not run.
std::optional<double> TierManager::Impl::estimate(const Asked& a) {
  if (options.tier == Tier::Interp || !a.form.may_run()) return {};
  if (a.node.timed && a.node.timed->ns > 0) return a.node.timed->longest;
  return planner.work_ns(a.form, a.frame);
}

FormRun TierManager::Impl::run(const Asked& a, double work_ns) {
  FormRun run{.inputs = inputs_of(machine, a.form.lowered, a.frame), .work_ns = work_ns};
  planner.note_bytes(a.form, a.frame);
  run.raced_ns = std::exchange(a.form.heat.raced_ns, 0);
  const auto begin = std::chrono::steady_clock::now();
  run.value = runner.run(a.form, run.inputs);
  run.took = std::chrono::steady_clock::now() - begin;
  return run;
}

Tiers::Answer TierManager::Impl::judge(const Asked& a, FormRun run) {
  return checker.judge_run(a.form, *a.node.core, a.frame, std::move(run));
}

/// Runs the form's code and checks the value. If a kernel reaches a limit, the interpreter does the run, since it may
/// stay below the limit. In a recursion the inner calls are then not tried in compiled code, because each of them
/// would reach the limit again.
Tiers::Answer TierManager::Impl::run_and_judge(const Asked& a, double work_ns) {
  try {
    return judge(a, run(a, work_ns));
  } catch (const Fault& fault) {
    runner.drop_cells();
    if (fault.code == "E0603") machine.interrupt() = false;
    if (fault.code != "E0601" && fault.code != "E0602") throw;
    ++a.form.counts.interpreted;
    const bool recursion = !a.form.planned->fused.functions.empty();
    return {fault.code == "E0602" && recursion ? Then::Small : Then::Interpret, {}};
  }
}

// ---- compile-now ----

namespace {

/// Whether a value that the call takes or returns holds a function. Which function it is, only a run tells.
bool has_functions(Types& types, const Core& call) {
  const auto has = [&](const Core* c) { return reaches_function(types, c->type); };
  return reaches_function(types, call.type) || std::any_of(call.items.begin() + 1, call.items.end(), has);
}

} // namespace

/// Where the runs of such forms are timed (recursion without arrays), the form counts as hot from now on.
std::string TierManager::compile(Form& form, std::span<Value> frame) {
  Impl& m = *impl_;
  FormNode& node = static_cast<FormNode&>(form);
  if (m.options.tier == Tier::Interp) return "";
  if (has_functions(m.machine.frontend.types, *node.core)) return "a parameter or its result is a function";
  const Impl::Busy busy(m.busy);
  TierForm* const f = m.plan_form(node, frame);
  if (!f) return "it has too many plans";
  if (f->may_run() && m.planner.plan_whole(*f)) m.devices.compile(*f);
  if (!f->may_run()) return f->why.text();
  if (node.timed) node.timed->ns = std::max(node.timed->ns, TierDevices::worth_planning_ns);
  return "";
}

// ---- decisions ----

/// Decides whether compiled code or the interpreter does the run. `work_ns` is the result of `estimate`. It is none
/// if a definition that the form reads has not run; the interpreter then reports that error.
Decision TierManager::Impl::decide(const Asked& a, std::optional<double> work_ns) {
  TierForm& f = a.form;
  if (options.tier == Tier::Interp || !f.may_run()) return refused(a);
  if (!work_ns) return {Reason::NotYet};
  if (is_small(a, *work_ns))
    return f.work->is_exact() || std::exchange(a.node.was_timed, true) ? too_small(a) : by_time(a);
  if (a.node.timed) f.heat.waiting_ns = std::max(f.heat.waiting_ns, a.node.timed->ns);
  if (!devices.is_warm(f, *work_ns)) return not_hot(a);
  if (!planner.plan(f)) // if passes take too long, so do those of inner forms
    return f.stage == TierForm::Refused ? refused(a) : interpreted(a, Then::Small, Reason::NotYet);
  return devices.ready(f, *work_ns) ? Decision{.work_ns = *work_ns} : not_hot(a);
}

bool TierManager::Impl::is_small(const Asked& a, double work_ns) const {
  return !is_forced(options.tier) && !a.node.timed && work_ns <= worth_running_ns;
}

Decision TierManager::Impl::interpreted(const Asked& a, Then then, Reason reason, bool alone) {
  ++a.form.counts.interpreted;
  return {reason, then, alone};
}

/// Returns the decision for a refused form, or for any form in the tier `interp`, where plans are only printed.
Decision TierManager::Impl::refused(const Asked& a) {
  const Reason reason = a.form.may_run() ? Reason::NotYet : a.form.why.reason;
  if (!a.form.lowered.functions.empty()) return ask_no_more(a, {}), Decision{reason};
  const bool for_all = a.form.lowered.rows.empty() && a.form.lowered.dimensions.empty();
  return {reason, a.form.always && for_all ? Then::Never : Then::Interpret};
}

/// Makes the interpreter skip the call of the tiers at this node, as long as the bounds hold and the functions are
/// the same.
void TierManager::Impl::ask_no_more(const Asked& a, std::vector<Form::Small::Bound> bounds) {
  a.node.small = {{}, std::move(bounds), {}, &a.form.counts.interpreted, false};
  for (const KnownFunction& known : a.form.lowered.functions) {
    if (known.at.kind == Input::Global) continue; // a definition's value does not change
    const NumberPlace at{.slot = known.at.index, .path = known.at.path};
    a.node.small.functions.push_back({at, at.value(a.frame.data()).code()});
  }
}

namespace {

/// Adds to the conditions that the inputs have the lengths for which the plan was made.
void add_lengths(const Lowered& made, Tiers::Form::Small& small) {
  for (const KnownDimension& known : made.dimensions) {
    const auto d = static_cast<int32_t>(known.dimension);
    const NumberPlace at{.slot = known.at.index, .dimension = d, .path = known.at.path};
    small.bounds.push_back({at, static_cast<uint64_t>(known.length)});
  }
  for (const KnownRows& known : made.rows)
    if (known.length)
      small.rows.push_back({{.slot = known.at.index, .path = known.at.path}, known.column, *known.length});
}

} // namespace

Decision TierManager::Impl::too_small(const Asked& a) {
  TierForm& f = a.form;
  Form::Small& small = a.node.small;
  if (small.passed == &f.counts.interpreted)
    return interpreted(a, small.whole ? Then::Small : Then::Interpret, Reason::NotYet);
  auto bounds = f.work->bounds(worth_running_ns / FormPlanner::statement_ns);
  if (!bounds) return interpreted(a, Then::Interpret, Reason::NotYet);
  ask_no_more(a, std::move(*bounds));
  add_lengths(f.lowered, small);
  const bool ever = small.bounds.empty() && small.rows.empty() && f.lowered.functions.empty();
  small.whole = f.work->is_exact();
  return interpreted(a, small.whole ? Then::Small : Then::Interpret,
                     ever ? Reason::TooSmall : Reason::NotYet);
}

/// Begins to time the runs of a form whose formula is inexact: it does not give the number of iterations of a loop,
/// or the length of rows.
Decision TierManager::Impl::by_time(const Asked& a) {
  table.time(a.node);
  if (const auto then = recognise(a.node)) return interpreted(a, *then, Reason::NotYet);
  return decide(a, estimate(a));
}

/// Returns the decision for a form that has not cost enough for passes or a compiler, or whose code is not ready.
Decision TierManager::Impl::not_hot(const Asked& a) {
  TierForm& f = a.form;
  if (!a.node.timed && !f.work->is_exact() && !std::exchange(a.node.was_timed, true)) return by_time(a);
  const bool compiling = f.stage == TierForm::Compiling,
             races = (a.node.timed || compiling) && table.may_stop(a.node);
  return interpreted(a, races ? Then::Race : Then::Interpret,
                     compiling ? Reason::BeingCompiled : Reason::NotYet, compiling);
}

// ---- checks ----

bool TierManager::judge(const Value* interpreted) { return impl_->checker.judge(interpreted); }
bool TierManager::survive_fork() { return impl_->devices.survive_fork(); }
void TierManager::abandon() { impl_->checker.abandon(); }
Tiers::Limited TierManager::limited(std::string_view code) { return impl_->checker.limited(code); }
Verdict TierManager::take_verdict() { return impl_->checker.take_verdict(); }

std::string_view describe(Verdict v) {
  constexpr std::string_view words[] = {"interpreted",
                                        "checked whole",
                                        "checked on first elements",
                                        "by contract",
                                        "its kernels were checked in other runs",
                                        "unchecked",
                                        "interpreted, for a kernel gave another value",
                                        "foreign, unchecked"};
  return words[static_cast<size_t>(v)];
}

// ---- reports ----

std::string TierManager::report() const {
  std::string out;
  const auto made = impl_->table.made();
  for (TierForm* f : made) impl_->devices.look(*f);
  for (const TierForm* f : made) out += line(*f, label(impl_->machine.frontend.sources, f->core->span));
  return out + first_results(made) + impl_->devices.report(impl_->checker.mismatches());
}

namespace {

bool was_compiled(const TierForm& f) { return f.stage != TierForm::Refused && f.stage != TierForm::Lowered; }

} // namespace

std::string TierManager::why(Span within) const {
  std::string out;
  for (const FormNode* node : impl_->table.asked()) {
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
    const FormNode& node = static_cast<const FormNode&>(*form);
    const bool here = impl_->machine.frontend.sources.user_span(node.core->span).file == file;
    if (!here && std::ranges::none_of(node.group->made, was_compiled)) continue;
    if (here || ++elsewhere <= most_elsewhere) out += impl_->lines(node);
  }
  if (elsewhere > most_elsewhere)
    out += "and " + std::to_string(elsewhere - most_elsewhere) +
           " forms more in what it calls (:tiers lists all)\n";
  return out;
}

/// Returns the lines about a node for `:why`: one for each set of functions that its inputs held.
std::string TierManager::Impl::lines(const FormNode& node) {
  std::string out;
  const std::string where = label_with_text(machine.frontend.sources, node.core->span);
  if (node.group->tier == Tier::Interp) return where + ": interpreted, as all is in the tier interp\n";
  for (TierForm& f : node.group->made) devices.look(f), out += line(f, where);
  return out;
}

std::vector<const Tiers::Form*> TierManager::take_asked() { return impl_->table.take_asked(); }

TierManager::Prepared TierManager::take_prepared() {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const Milliseconds waited = impl_->devices.take_waited(), checked = impl_->checker.take_checked();
  return {waited.count(), checked.count()};
}

uint32_t TierManager::take_kernel_runs() { return impl_->runner.take_kernel_runs(); }
double TierManager::take_device_ns() { return impl_->devices.take_device_ns(); }

// ---- removed forms ----

TierManager::Mark TierManager::mark() const { return impl_->table.mark(); }
bool TierManager::lasts_since(const Mark& m) const { return impl_->table.lasts_since(m); }

void TierManager::forget(const Mark& m, std::span<const Core* const> gone) {
  if (impl_->table.made().size() > m.made) impl_->runner.drop_cells();
  impl_->table.forget(m, gone);
}

} // namespace nova
