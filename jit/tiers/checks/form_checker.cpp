#include "jit/tiers/checks/form_checker.hpp"
#include "jit/analysis/kernels.hpp"
#include "jit/compile/disk_cache.hpp"
#include "jit/tiers/checks/mismatch_bundle.hpp"
#include "jit/tiers/form_inputs.hpp"
#include "runtime/fault.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

constexpr uint64_t sample_every = 64; ///< Checking::Sample checks each 64th run

/// How long the search for a sample, and the interpreter on it, may take.
constexpr std::chrono::milliseconds most_checking{50};
/// How long the search for the wrong stage of a mismatch may take.
constexpr std::chrono::seconds record_time{2};

using Milliseconds = std::chrono::duration<double, std::milli>;

/// Whether the formula for the form's work leaves something out, so that its estimate may be far off.
bool is_vague(const TierForm& f) { return f.planned->kernels == 0 || (f.work && !f.work->is_exact()); }

/// Returns the factor by which the interpreter may take longer than it is expected to, at most `most`. If the formula does
/// not count all work, that is up to a thousand times what the kernel took on the CPU.
double vagueness(const TierForm& f, const FormRun& run, double likely_ns, double most) {
  constexpr double seldom_more = 1000;
  if (!is_vague(f) || f.planned->tries) return 1;
  if (f.code.on_gpu || f.code.sim) return most;
  return std::clamp(seldom_more * static_cast<double>(run.took.count()) / likely_ns, 1.0, most);
}

/// Returns the time in ns that the interpreter is expected to take for a run: the estimate of the form's cost
/// formula. If the formula does not count all work, the result is at least 20 times what the kernel took on the CPU; at
/// least twice if an operator is to be tried, which a whole check does best.
double likely_ns(const TierForm& f, const FormRun& run) {
  constexpr double often = 20, always = 2; // the interpreter takes so many times a kernel's time on the CPU
  if (!is_vague(f) || f.code.on_gpu || f.code.sim) return run.work_ns;
  return std::max(run.work_ns, (f.planned->tries ? always : often) * static_cast<double>(run.took.count()));
}

/// Whether `used_texts` holds, and a function's declaration allows results that differ from its reference's.
bool has_distance(const TierForm& f) {
  return used_texts(f) && std::ranges::any_of(f.lowered.plan.foreigns,
                                              [](const auto& g) { return g->within.kind != Distance::Bits; });
}

/// Returns why a form is not run by its kernel again, which gave a wrong value, or none.
Why why_wrong(const TierForm& f, bool gave_value, bool interpreter_gave_value) {
  if (!gave_value) return {Reason::FailedAlone};
  const bool texts = used_texts(f);
  std::string names;
  for (const auto& text : f.lowered.plan.foreigns)
    if (!texts || text->cuda != CudaKind::None) names += (names.empty() ? "" : ", ") + text->name;
  if (!names.empty()) return {texts ? Reason::OtherText : Reason::OtherForeign, names};
  return {interpreter_gave_value ? Reason::OtherValue : Reason::OnlyInterpreterFails};
}

/// Returns the verdict of a value that agreed with the interpreter's.
Verdict agreed(const TierForm& f, bool whole) {
  if (used_texts(f)) return Verdict::Contract;
  return whole ? Verdict::Whole : Verdict::Sampled;
}

/// Stores the time from when the form became hot to its first value from a kernel, unless that is stored already.
void note_first(TierForm& f) {
  if (f.heat.hot && !f.counts.first_ms)
    f.counts.first_ms = Milliseconds(std::chrono::steady_clock::now() - *f.heat.hot).count();
}

} // namespace

// ---- what a run becomes ----

/// Whether the interpreter should test an operator of the form for associativity in this run. Earlier runs may have
/// had too few elements for a test. So the test is due in the first runs if they are short, and in runs that are much
/// larger than all runs that were tested before.
bool FormChecker::is_trial_due(TierForm& f, double work_ns) const {
  constexpr uint64_t few = 64;
  constexpr double short_ns = 1e5;
  if (!f.planned->tries || f.checks.unchecked) return false;
  const bool some = f.counts.runs < few && work_ns<short_ns, larger = work_ns> 2 * f.checks.tried_ns;
  if (some || larger) f.checks.tried_ns = std::max(f.checks.tried_ns, work_ns);
  return some || larger;
}

bool FormChecker::is_due(TierForm& f, double work_ns) {
  if (has_text_alone(f.lowered.plan)) return false;
  switch (options_.checking) {
  case Checking::All: return true;
  case Checking::First:
    if (!f.checks.before) f.checks.before = devices_.was_checked(f) && !f.planned->tries;
    return is_trial_due(f, work_ns) || (!f.checks.agreed() && !f.checks.unchecked && !*f.checks.before) ||
           (f.code.on_gpu && f.code.cuda.fresh);
  case Checking::Sample: return f.counts.runs % sample_every == 0;
  case Checking::Off: return false;
  }
  return false;
}

/// Short runs are checked whole. For a long run, the interpreter runs on the first elements of each input, and so
/// does the kernel once more. If nothing can be cut, the interpreter gets all inputs but little time. If it already
/// had more time in a race, it does not run, and the value stands unchecked.
Tiers::Answer FormChecker::judge_run(TierForm& f, const Core& at, std::span<Value> frame, FormRun run) {
  const bool due = is_due(f, run.work_ns);
  const double likely = due ? likely_ns(f, run) : run.work_ns;
  ++f.counts.runs, f.counts.failed += !run.value;
  if (!run.value) return watch(f, run);
  if (due) return check(f, at, frame, run, likely);
  const bool known = f.checks.agreed() || f.checks.before.value_or(false);
  return stands(f, run, known ? Verdict::Kernel : Verdict::Unchecked);
}

Tiers::Answer FormChecker::stands(TierForm& f, FormRun& run, Verdict v) {
  note_first(f), saw(used_texts(f) ? Verdict::Foreign : v);
  return {Tiers::Then::Done, std::move(*run.value)};
}

/// Returns what the interpreter does after a run that failed. The interpreter runs the form to report the error; if
/// it finds none, the kernel is wrong. That does not hold if a kernel has limits of its own: its threads share one
/// record of a failed check, so the failure may be a limit. In a recursion the inner calls are then not tried in
/// compiled code, because each of them would fail again.
Tiers::Answer FormChecker::watch(TierForm& f, FormRun& run) {
  const Plan& fused = f.planned->fused;
  if (kernels_have_limits(fused))
    return {fused.functions.empty() ? Tiers::Then::Interpret : Tiers::Then::Small, {}};
  check_ = Check{.form = &f, .sample = {std::move(run.inputs)}};
  return {Tiers::Then::Watch, {}};
}

/// Begins a check of a run that gave a value. Smaller literals of the sample replace those in `at`, which the
/// interpreter runs.
Tiers::Answer FormChecker::check(TierForm& f, const Core& at, std::span<Value> frame, FormRun& run,
                                 double likely_ns) {
  const bool all = options_.checking == Checking::All;
  constexpr double most_whole = 8, most_sampled = 64;
  const double longest = likely_ns * vagueness(f, run, likely_ns, most_whole);
  const auto quick_ns = static_cast<double>(options_.quick_check.count());
  Check c{.form = &f, .whole = all || (longest <= quick_ns && !f.checks.took_long)};
  const double slower = std::max(1.0, likely_ns / run.work_ns) * vagueness(f, run, likely_ns, most_sampled);
  if (!c.whole && !take_sample(c, frame, run.inputs, slower)) {
    if (run.raced_ns > quick_ns && !f.planned->tries)
      return f.checks.unchecked = true, stands(f, run, Verdict::Unchecked);
    c.whole = true;
  }
  if (c.whole) c.expected = has_distance(f) ? runner_.run(f, run.inputs, true) : run.value;
  if (c.whole) c.sample.inputs = std::move(run.inputs);
  if ((likely_ns > quick_ns || is_vague(f)) && !all) hurry(c, most_checking);
  check_ = std::move(c);
  Tiers::Answer answer{Tiers::Then::Check, std::move(*run.value)};
  if (!check_->sample.shorter) return answer;
  for (Tiers::Literal& literal : check_->sample.shorter->literals)
    if (const Core* own = &at == f.core ? nullptr : counterpart(at, *f.core, *literal.number))
      literal.number = own;
  answer.literals = check_->sample.shorter->literals;
  return answer;
}

/// Puts a sample that the interpreter has time for into the frame, and runs the kernel on it. A sample for which the
/// kernel has no value would check nothing, so another one is taken then. A sample may take half of the time by its
/// estimate, or a quarter by a vague one, since a form whose sample takes too long stays unchecked. Where the estimate is
/// vague, the kernel's time on the sample tells whether a shorter sample is better. Returns false if there is no sample.
/// In that case, and if the run throws, the frame holds its own values.
bool FormChecker::take_sample(Check& c, std::span<Value> frame, const std::vector<Value>& inputs,
                              double slower) {
  constexpr double interpreter_takes = 25; // times the kernel's time on the CPU, threads included
  try {
    const bool vague = is_vague(*c.form), by_kernel = vague && !c.form->code.on_gpu && !c.form->code.sim;
    const double most_ns = static_cast<double>(options_.quick_check.count()) / (vague ? 4 : 2);
    Sampler sampler(machine_, planner_, *c.form, frame, inputs, slower, vague, most_ns);
    while (auto sample = Clock::now() - c.begin < most_checking ? sampler.take(c.swapped) : std::nullopt) {
      c.sample = std::move(*sample);
      const auto start = Clock::now();
      c.expected = run_sample(c);
      const std::chrono::nanoseconds took = Clock::now() - start;
      const double longer = by_kernel ? interpreter_takes * static_cast<double>(took.count()) / most_ns : 0;
      if (c.expected && (longer <= 1 || !sampler.expect_longer(longer))) return true;
      c.swapped.put_back(machine_);
    }
    c.sample = {};
    return false;
  } catch (...) {
    c.swapped.put_back(machine_);
    throw;
  }
}

/// Whether a sample ends like this although the program's own inputs would not: a limit, or a user's text that got inputs which
/// the program never gives it.
static bool is_of_sample(const Fault& fault, bool own_deadline) {
  constexpr std::string_view codes[] = {"E0601", "E0602", "E0429", "E0432"};
  return std::ranges::count(codes, fault.code) || (fault.code == "E0604" && own_deadline);
}

/// Returns the kernel's value for the check's sample. Returns none if the kernel fails, or if it needs long: smaller
/// numbers and indices may turn a loop into one that never ends.
std::optional<Value> FormChecker::run_sample(Check& c) {
  TierForm& f = c.sample.shorter ? c.sample.shorter->form : *c.form;
  constexpr std::chrono::milliseconds on_cpu{50}, elsewhere{2000};
  const std::optional<Clock::time_point> deadline = machine_.options.deadline;
  const auto until = Clock::now() + (f.code.sim || f.code.on_gpu ? elsewhere : on_cpu);
  const bool own = until < deadline.value_or(Clock::time_point::max());
  machine_.set_deadline(own ? until : deadline);
  try {
    std::optional<Value> made = runner_.run(f, c.sample.inputs, true);
    return machine_.set_deadline(deadline), made;
  } catch (const Fault& fault) {
    machine_.set_deadline(deadline);
    if (is_of_sample(fault, own)) return {};
    throw;
  }
}

/// Sets a deadline for what the check does next, until `take_time`.
void FormChecker::hurry(Check& c, std::chrono::nanoseconds most) {
  c.hurried = true, c.deadline = machine_.options.deadline;
  const auto until = Clock::now() + most;
  machine_.set_deadline(std::min(until, c.deadline.value_or(until)));
}

/// Ends the short deadline of the check.
void FormChecker::take_time(Check& c) {
  if (std::exchange(c.hurried, false)) machine_.set_deadline(c.deadline);
}

// ---- how a check ends ----

void FormChecker::end() {
  TierForm& f = *check_->form;
  const auto took = Clock::now() - check_->begin;
  checked_ += took;
  if (!f.counts.first_ms) f.counts.check_ms = Milliseconds(took).count(), note_first(f);
  check_->swapped.put_back(machine_);
  take_time(*check_);
  check_.reset();
}

bool FormChecker::judge(const Value* interpreted) {
  Check& c = *check_;
  TierForm& f = *c.form;
  const bool agree = c.expected.has_value() == (interpreted != nullptr) &&
                     (!interpreted || same_bits(*interpreted, *c.expected));
  const bool on_value = c.expected && interpreted; // if both failed, no value was checked
  if (!agree) try {
      quarantine(c, interpreted), saw(Verdict::Differed);
    } catch (...) {
      end();
      throw;
    }
  else if (on_value) {
    ++(c.whole ? f.checks.whole : f.checks.sampled), saw(agreed(f, c.whole));
    if (f.checks.whole + f.checks.sampled == 1) devices_.note_checked(f, true);
  }
  end();
  return agree;
}

void FormChecker::abandon() {
  if (check_) end();
}

/// Handles a limit that ended a check. If the check took too long or lacked memory, the kernel's value is used
/// unchecked. But if all values have to be checked, or if the kernel failed, the interpreter runs alone: without the
/// kernel's value it may have enough memory.
/// After a whole check that took too long, the next run takes a sample.
Tiers::Limited FormChecker::limited(std::string_view code) {
  const Check& c = *check_;
  const bool late = c.deadline && Clock::now() >= *c.deadline;
  const bool short_of_time = code == "E0604" && c.hurried && !late, short_of_memory = code == "E0601";
  if (!short_of_time && !short_of_memory) return Tiers::Limited::Fails;
  const bool stands = c.hurried || !c.whole || (c.expected && options_.checking != Checking::All);
  const bool first = short_of_time && c.whole && !std::exchange(c.form->checks.took_long, true);
  c.form->checks.unchecked |= !first;
  if (stands) saw(Verdict::Unchecked);
  end();
  return stands ? Tiers::Limited::Stands : Tiers::Limited::Alone;
}

// ---- mismatches ----

std::string FormChecker::place(const TierForm& f) const {
  return machine_.frontend.sources.place(f.core->span);
}

std::string FormChecker::text_of(const TierForm& f, const Value* v) const {
  return v ? print_value(*v, f.lowered.type, machine_.frontend.types, machine_.frontend.symbols) : "an error";
}

void FormChecker::tell_mismatch(const TierForm& f, const std::string& story,
                                const std::string& bundle) const {
  if (!options_.say) return;
  options_.say("nova: " + place(f) + ": " + story +
               "; the interpreter's is used, and the kernel never again" +
               (bundle.empty() ? "" : "; nova replay " + bundle) + "\n");
}

void FormChecker::quarantine(Check& c, const Value* interpreted) {
  take_time(c);
  ++mismatches_;
  TierForm& f = *c.form;
  f.quarantine(why_wrong(f, c.expected.has_value(), interpreted != nullptr));
  devices_.note_checked(f, false);
  std::string story = f.why.text();
  const auto is_region = [](const Input& in) { return in.kind == Input::Region; };
  const bool cells = std::ranges::any_of(f.lowered.inputs, is_region); // a bundle cannot hold cells
  const std::string bundle = cells || used_texts(f) ? "" : record(c, interpreted, story);
  tell_mismatch(f, story, bundle);
}

/// Writes a bundle, and adds the first wrong stage to `story`. Returns the bundle's path, or "" if it can't be
/// written.
std::string FormChecker::record(Check& c, const Value* interpreted, std::string& story) {
  const TierForm& f = *c.form;
  const Lowered& ran = c.sample.shorter ? c.sample.shorter->form.lowered : f.lowered;
  const MarshalContext at = marshal_context(machine_, &ran.boxed);
  Bundle bundle = bundle_of(at, ran, c.sample.inputs, interpreted);
  bundle.passes_off = options_.passes_off;
  bundle.form = place(f) + ": " + std::string(machine_.frontend.sources.text(f.core->span));
  bundle.interpreted = text_of(f, interpreted);
  bundle.compiled = text_of(f, c.expected ? &*c.expected : nullptr);
  hurry(c, record_time);
  try {
    const auto again = [&](const Bundle& b) {
      return replay(b, &devices_.cpu(), planner_.passes(), options_.tamper);
    };
    const Guilt guilt = again(bundle);
    story += " (" + guilt.story + ")";
    if (!guilt.stage.empty()) // otherwise every shorter input would be taken
      shrink_inputs(bundle, at, ran, c.sample.inputs,
                    [&](const Bundle& b) { return again(b).stage == guilt.stage; });
  } catch (const Fault& limit) {                            // memory or time ran out: the inputs are not cut
    if (limit.code == "E0603") machine_.interrupt() = true; // the form is interrupted next
  }
  take_time(c);
  return write_bundle(cache_folder(options_.cache), bundle, planner_.passes());
}

} // namespace nova::plan
