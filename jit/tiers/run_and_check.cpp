// Runs of kernels, and whether the interpreter agrees with them.
#include "frontend/infer/reduction_shape.hpp"
#include "jit/compile/disk_cache.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"
#include "jit/tiers/manager.hpp"
#include "jit/tiers/mismatch_bundle.hpp"
#include "jit/values/checked_answer.hpp"
#include "runtime/buffer.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <bit>

namespace nova {
namespace {

using namespace plan;
using Clock = std::chrono::steady_clock;

constexpr double quick_check_ns = 50e6; ///< a check so long is made on everything
constexpr int64_t sample = 3000; ///< elements of each input in a longer one: all shapes' parts, and a tail
constexpr int64_t least_sample = 40;  ///< where more would take too long
constexpr uint64_t sample_every = 64; ///< runs between checks

} // namespace

std::vector<Value> TierManager::Impl::inputs(const TierForm& f, std::span<Value> frame) const {
  std::vector<Value> values;
  for (const Input& in : f.lowered.inputs)
    values.push_back(in.kind == Input::Region ? Value() : *at(in, frame));
  return values;
}

namespace {

/// A limit of the kernel's own, where the interpreter may go on.
bool is_limit(const Site& s) { return s.code.starts_with("E06") || s.code == out_of_room; }

bool has_limit(const Plan& plan, const Body& b, bool in_kernel) {
  return std::ranges::any_of(b.stms, [&](const Stm& s) {
    const bool may_fail = s.op == Op::Check || s.op == Op::Call || s.op == Op::Cell || s.op == Op::Append;
    if (in_kernel && may_fail && is_limit(plan.sites[s.site])) return true;
    return std::ranges::any_of(
        s.bodies, [&](const Body& in) { return has_limit(plan, in, in_kernel || !is_control(s.op)); });
  });
}

/// May a kernel's element, or a function, come to such a limit?
bool kernels_have_limits(const Plan& plan) {
  return has_limit(plan, plan.body, false) ||
         std::ranges::any_of(plan.functions,
                             [&](const plan::Function& f) { return has_limit(plan, f.body, true); });
}

} // namespace

/// The cells of the last run that had some; they go, where they are not the form's.
KeptCells TierManager::Impl::cells_kept_for(const TierForm& f) {
  if (std::ranges::none_of(f.lowered.inputs, [](const Input& in) { return in.kind == Input::Region; }))
    return {};
  return std::exchange(cells, {});
}

/// Those of a run's inputs and of what it gave; only where they are few beside what there is.
void TierManager::Impl::keep_cells(const TierForm& f, KeptCells&& kept, const plan::Answer& answer,
                                   const Value& made) {
  const uint64_t bytes = kept.bytes();
  if (!bytes || bytes > Memory::limit() / 8) return;
  keep_result(border(&f.lowered.boxed), f.lowered, made, answer.scalars, answer.columns, kept);
  cells = std::move(kept);
}

/// The kernel's value, or nothing where a check in it failed. Where its cells had no room it runs again with
/// more. The sample of a check, which runs again, leaves alone what is kept.
std::optional<Value> TierManager::Impl::run(TierForm& f, const std::vector<Value>& inputs, bool again) {
  constexpr int64_t first_room = 1 << 14, more = 8;
  if (f.room == 0 && makes_cells(f.fused)) f.room = first_room;
  const bool keeps = !again && !f.on_gpu && !f.gpu; // the CPU adds to them in place
  KeptCells kept = keeps ? cells_kept_for(f) : KeptCells();
  const FlatWords flat =
      words_of(border(&f.lowered.boxed), f.lowered.inputs, inputs, f.room, true, keeps ? &kept : nullptr);
  if (!again) kernel_runs += f.kernels;
  if (!again && std::has_single_bit(f.runs + 1)) f.rows = row_sizes(f.fused, flat);
  const plan::Answer answer = again ? devices.run_again(f, flat) : devices.run(f, flat);
  if (!answer.failed) try {
      Value made = build_value(border(&f.lowered.boxed), f.lowered.shape, answer.scalars, answer.columns,
                               f.lowered.regions);
      if (keeps) keep_cells(f, std::move(kept), answer, made);
      return made;
    } catch (const BadAnswer& bad) {
      if (!devices.distrust(f, bad.what)) fail("E0602"); // the interpreter goes on
      return run(f, inputs, again);
    }
  if (answer.site >= f.fused.sites.size()) return {};
  const Site& site = f.fused.sites[answer.site];
  if (site.code == out_of_room) {
    if (keeps) cells = std::move(kept);
    return run_with_room(f, f.room * more, inputs, again);
  }
  if (is_limit(site)) fail("E0602");
  return {};
}

/// Where there is no memory for so many cells, the next run begins with as few as before.
std::optional<Value> TierManager::Impl::run_with_room(TierForm& f, int64_t room,
                                                      const std::vector<Value>& inputs, bool again) {
  const int64_t before = std::exchange(f.room, room);
  try {
    return run(f, inputs, again);
  } catch (const Fault&) {
    f.room = before;
    throw;
  }
}

namespace {

/// Does the interpreter try an operator of the plan (interp/associativity.hpp)? What it warns of must not depend on what
/// earlier sessions found right.
bool tries_operators(const Plan& plan) {
  bool tries = false;
  const auto look = [&](const Stm& s) {
    if (s.op != Op::Reduce && s.op != Op::Scan && s.op != Op::ScanScatter) return;
    const Body& join = s.bodies[1];
    for (size_t k = 0; k < join.results.size(); ++k) {
      const std::optional<BuiltinId> by = joined_by(join, k, true);
      tries = tries || !by || !commutes(*by);
    }
  };
  for_each_root(plan, [&](const Body& b) { for_each_stm(b, look); });
  return tries;
}

/// Does the formula for its work leave something out?
bool is_vague(const TierForm& f) { return f.kernels == 0 || (f.work && !f.work->is_exact()); }

} // namespace

/// `tries_operators`, found once.
bool TierManager::Impl::tries(TierForm& f) {
  if (!f.tries) f.tries = tries_operators(f.fused);
  return *f.tries;
}

/// A run may have had too few elements for the interpreter to try an operator on: so it gets some of the next short ones too,
/// and those that are much larger than all before.
bool TierManager::Impl::is_trial_due(TierForm& f, double work_ns) {
  constexpr uint64_t few = 64;
  constexpr double short_ns = 1e5;
  if (!tries(f) || f.unchecked) return false;
  const bool some = f.runs < few && work_ns<short_ns, larger = work_ns> 2 * f.tried_ns;
  if (some || larger) f.tried_ns = std::max(f.tried_ns, work_ns);
  return some || larger;
}

bool TierManager::Impl::check_is_due(TierForm& f, double work_ns) {
  switch (options.checking) {
  case Checking::All: return true;
  case Checking::First:
    if (!f.before) f.before = devices.was_checked(f) && !tries(f);
    return is_trial_due(f, work_ns) || (f.whole + f.sampled == 0 && !f.unchecked && !*f.before) ||
           (f.on_gpu && f.cuda.fresh);
  case Checking::Sample: return f.runs % sample_every == 0;
  case Checking::Off: return false;
  }
  return false;
}

/// The form has a value that a kernel made.
void TierManager::Impl::note_first(TierForm& f) {
  if (f.hot && !f.first_ms)
    f.first_ms = std::chrono::duration<double, std::milli>(Clock::now() - *f.hot).count();
}

/// The interpreter's time for a run, where its formula tells only a part of it: by that which the kernel took.
double TierManager::Impl::likely_ns(TierForm& f, double work_ns, std::chrono::nanoseconds took) {
  constexpr double often = 20; // times a kernel's time on the CPU: what the interpreter takes at least
  return is_vague(f) && !f.on_gpu && !f.gpu && !tries(f)
             ? std::max(work_ns, often * static_cast<double>(took.count()))
             : work_ns;
}

/// Short runs are checked whole; of long ones the interpreter sees the first elements of each input, and so
/// does the kernel once more; where there is nothing to cut, it sees all and has little time, unless it had more in a race.
/// Of a run that failed the interpreter tells the error, and has to find one.
Tiers::Answer TierManager::Impl::run_checked(TierForm& f, std::span<Value> frame, std::vector<Value> inputs,
                                             double work_ns) {
  if (!f.memory) f.memory.emplace(f.fused, places(f), WorkFormula::Bytes);
  f.bytes = f.memory->amount(frame.data());
  const double raced_ns = std::exchange(f.raced_ns, 0);
  const auto begin = Clock::now();
  std::optional<Value> value = run(f, inputs);
  const auto took = Clock::now() - begin;
  const bool due = check_is_due(f, work_ns);
  const double likely = due ? likely_ns(f, work_ns, took) : work_ns;
  ++f.runs, f.failed += !value;
  Check c;
  c.form = &f, c.whole = !value || options.checking == Checking::All || likely <= quick_check_ns;
  c.slower = std::max(1.0, likely / work_ns);
  if (!value) {
    // Several threads' checks share one place. Each call of a recursion would be tried again, and come as far.
    if (kernels_have_limits(f.fused)) return {f.fused.functions.empty() ? Then::Interpret : Then::Small, {}};
    c.inputs = std::move(inputs), check = std::move(c);
    return {Then::Watch, {}};
  }
  const bool known = f.whole + f.sampled > 0 || f.before.value_or(false);
  const auto stands = [&](Verdict v) {
    return note_first(f), saw(v), Tiers::Answer{Then::Done, std::move(*value)};
  };
  if (!due) return stands(known ? Verdict::Kernel : Verdict::Unchecked);
  const auto has_sample = [&] {
    try {
      return take_sample(c, frame, inputs);
    } catch (...) {
      put_back(c);
      throw;
    }
  };
  if (!c.whole && !has_sample()) {
    if (raced_ns > quick_check_ns && !tries(f)) return f.unchecked = true, stands(Verdict::Unchecked);
    c.whole = true;
  }
  if (c.whole) c.expected = *value, c.inputs = std::move(inputs);
  if ((likely > quick_check_ns || is_vague(f)) && options.checking != Checking::All) hurry(c);
  check = std::move(c);
  return {Then::Check, std::move(*value),
          check->shorter ? check->shorter->literals : std::span<const Literal>{}};
}

/// The function value with another item at the end of the path; without a path, the item.
Value with_item(const Value& f, std::span<const uint32_t> path, const Value& item) {
  if (path.empty()) return item;
  std::vector<Value> items(f.items().begin(), f.items().end());
  items[path[0]] = with_item(items[path[0]], path.subspan(1), item);
  return Value::function(f.code(), items);
}

/// Has the interpreter the time for the form, by its estimate?
bool TierManager::Impl::is_short(const Check& c, TierForm& f, std::span<Value> frame) {
  return c.slower * *work(f, frame) <= quick_check_ns;
}

/// The first elements of each input, in place, and with `numbers` smaller whole numbers: as many as the interpreter has the
/// time for.
std::optional<std::vector<Value>> TierManager::Impl::sampled(Check& c, std::span<Value> frame,
                                                             const std::vector<Value>& inputs, bool numbers) {
  for (int64_t n = sample; n >= least_sample; n /= 3) {
    auto cut = cut_inputs(inputs, n, numbers);
    if (!cut) continue; // all are shorter
    begin_sample(c, frame, *cut);
    if (is_short(c, *c.form, frame)) return cut;
    put_back(c);
  }
  return {};
}

/// A function that a definition's expression gives is part of the plan, which makes it of the inputs that are cut: so
/// does the interpreter then.
void TierManager::Impl::begin_sample(Check& c, std::span<Value> frame, const std::vector<Value>& cut) {
  for (size_t k = 0; k < cut.size(); ++k) {
    const Input& in = c.form->lowered.inputs[k];
    if (in.kind == Input::Region) continue;
    if (in.kind == Input::Slot) {
      c.slots.emplace_back(&frame[in.index], frame[in.index]);
      frame[in.index] = with_item(frame[in.index], in.path, cut[k]);
      continue;
    }
    const Value now = *machine.defined_value(in.index);
    c.globals.emplace_back(in.index, now);
    if (in.path.empty() && now.tag() == Tag::Function)
      machine.forget_global(in.index);
    else
      machine.set_global(in.index, with_item(now, in.path, cut[k]));
  }
}

/// Another form is the same but for its literals: has it the same kernel?
bool TierManager::Impl::same_kernel(const TierForm& f, TierForm& other, std::span<Value> frame) {
  if (!find_plan(other, frame) || !print(other) || other.text != f.text) return false;
  other.kernel = f.kernel, other.state = f.state, other.room = f.room;
  if (!f.gpu) return true;
  CudaText cuda = emit_cuda(other.fused);
  if (cuda.text != f.gpu->cuda.text) return false;
  return other.gpu.emplace(GpuProgram{std::move(cuda), f.gpu->module}), true;
}

/// With smaller numbers in its text, where they are arguments of the kernel; null where none is.
std::shared_ptr<ShorterForm> TierManager::Impl::shorter_form(const TierForm& f, int64_t most,
                                                             std::span<Value> frame) {
  constexpr size_t few = 8;
  auto all = with_smaller_numbers(*f.core, most);
  if (!all->form.core || same_kernel(f, all->form, frame)) return all->form.core ? all : nullptr;
  std::vector<const Core*> arguments;
  for (const auto& literal : all->literals) {
    const std::vector<const Core*> one = {literal.number};
    if (all->literals.size() <= few && same_kernel(f, with_smaller_numbers(*f.core, most, &one)->form, frame))
      arguments.push_back(literal.number);
  }
  auto some = with_smaller_numbers(*f.core, most, &arguments);
  return some->form.core && same_kernel(f, some->form, frame) ? some : nullptr;
}

/// Smaller numbers in the form's text too. Not where its functions call themselves: they would meet them in the
/// interpreter, but not in the kernel.
std::optional<std::vector<Value>> TierManager::Impl::shortened(Check& c, std::span<Value> frame,
                                                               const std::vector<Value>& inputs) {
  const TierForm& f = *c.form;
  if (f.on_gpu || f.recursive) return {};
  for (int64_t n = sample; n >= least_sample; n /= 8) {
    auto cut = cut_inputs(inputs, n, true).value_or(inputs);
    begin_sample(c, frame, cut);
    auto shorter = shorter_form(f, n, frame);
    if (shorter && is_short(c, shorter->form, frame)) return c.shorter = std::move(shorter), cut;
    put_back(c);
  }
  return {};
}

/// Runs the kernel on as much as the interpreter has the time for. False where that can't be had. Whatever happens, the
/// frame holds its own values or is the check's.
bool TierManager::Impl::take_sample(Check& c, std::span<Value> frame, const std::vector<Value>& inputs) {
  TierForm& f = *c.form;
  if (auto cut = sampled(c, frame, inputs, false)) return run_sample(c, f, std::move(*cut));
  if (!tries(f)) { // which smaller numbers may leave without three elements to try
    if (auto cut = sampled(c, frame, inputs, true)) return run_sample(c, f, std::move(*cut));
    if (auto cut = shortened(c, frame, inputs)) return run_sample(c, c.shorter->form, std::move(*cut));
  }
  auto cut = cut_inputs(inputs, least_sample);
  return cut && (begin_sample(c, frame, *cut), run_sample(c, f, std::move(*cut)));
}

bool TierManager::Impl::run_sample(Check& c, TierForm& f, std::vector<Value> cut) {
  c.expected = run(f, cut, true);
  return c.inputs = std::move(cut), true;
}

void TierManager::Impl::hurry(Check& c) {
  c.hurried = true, c.deadline = machine.options.deadline;
  const auto until = Clock::now() + std::chrono::nanoseconds(static_cast<int64_t>(quick_check_ns));
  machine.set_deadline(std::min(until, c.deadline.value_or(until)));
}

/// In reverse, so that of two changes to one place the older is undone last.
void TierManager::Impl::put_back(Check& c) {
  for (; !c.slots.empty(); c.slots.pop_back()) *c.slots.back().first = std::move(c.slots.back().second);
  for (; !c.globals.empty(); c.globals.pop_back())
    machine.set_global(c.globals.back().first, std::move(c.globals.back().second));
}

void TierManager::Impl::end_check() {
  TierForm& f = *check->form;
  const auto took = Clock::now() - check->begin;
  checked += took;
  if (!f.first_ms) f.check_ms = std::chrono::duration<double, std::milli>(took).count(), note_first(f);
  put_back(*check);
  if (check->hurried) machine.set_deadline(check->deadline);
  check.reset();
}

bool TierManager::judge(const Value* interpreted) {
  Impl& m = *impl_;
  Impl::Check& c = *m.check;
  TierForm& f = *c.form;
  const bool agree = c.expected.has_value() == (interpreted != nullptr) &&
                     (!interpreted || same_bits(*interpreted, *c.expected));
  const bool on_value = c.expected && interpreted; // errors that agree say nothing of values
  if (!agree) try {
      m.quarantine(c, interpreted), m.saw(Verdict::Differed);
    } catch (...) {
      m.end_check();
      throw;
    }
  else if (on_value) {
    ++(c.whole ? f.whole : f.sampled), m.saw(c.whole ? Verdict::Whole : Verdict::Sampled);
    if (f.whole + f.sampled == 1) m.devices.note_checked(f, true);
  }
  m.end_check();
  return agree;
}

void TierManager::abandon() {
  if (impl_->check) impl_->end_check();
}

/// Where a check took too long, or lacked memory, the value stands unchecked; but where all is to be checked, or the kernel
/// failed, the interpreter may have enough memory without the value.
Tiers::Limited TierManager::limited(std::string_view code) {
  Impl& m = *impl_;
  const Impl::Check& c = *m.check;
  const bool late = c.deadline && Clock::now() >= *c.deadline;
  const bool short_of_time = code == "E0604" && c.hurried && !late, short_of_memory = code == "E0601";
  if (!short_of_time && !short_of_memory) return Limited::Fails;
  const bool stands = c.hurried || !c.whole || (c.expected && m.options.checking != Checking::All);
  c.form->unchecked = true;
  if (stands) m.saw(Verdict::Unchecked);
  m.end_check();
  return stands ? Limited::Stands : Limited::Alone;
}

void TierManager::Impl::quarantine(const Check& c, const Value* interpreted) {
  ++mismatches;
  TierForm& f = *c.form;
  f.state = TierForm::Quarantined;
  devices.note_checked(f, false);
  f.reason = c.expected ? "its kernel gave another value than the interpreter"
                        : "its kernel failed where the interpreter gives a value";
  const auto tell = [&](const std::string& story, const std::string& path) {
    if (!options.say) return;
    options.say("nova: " + place(f) + ": " + story +
                "; the interpreter's is used, and the kernel never again" +
                (path.empty() ? "" : "; nova replay " + path) + "\n");
  };
  const auto is_region = [](const Input& in) { return in.kind == Input::Region; };
  if (std::ranges::any_of(f.lowered.inputs, is_region)) return tell(f.reason, ""); // a bundle has no cells
  const Lowered& ran = c.shorter ? c.shorter->form.lowered : f.lowered;
  Bundle bundle = bundle_of(border(&ran.boxed), ran, c.inputs, interpreted);
  bundle.passes_off = options.passes_off;
  bundle.form = place(f) + ": " + std::string(machine.frontend.sources.text(f.core->span));
  bundle.interpreted = text_of(f, interpreted),
  bundle.compiled = text_of(f, c.expected ? &*c.expected : nullptr);
  std::string story = f.reason;
  try {
    const auto again = [&](const Bundle& b) {
      return replay(b, &devices.cpu(), plain_passes(), options.tamper);
    };
    const Guilt guilt = again(bundle);
    story += " (" + guilt.story + ")";
    if (!guilt.stage.empty()) // else any smaller input would do
      shrink_inputs(bundle, border(&ran.boxed), ran, c.inputs,
                    [&](const Bundle& b) { return again(b).stage == guilt.stage; });
  } catch (const Fault& limit) {                           // memory or time: the bundle keeps what there is
    if (limit.code == "E0603") machine.interrupt() = true; // the form hears of it next
  }
  tell(story, write_bundle(cache_folder(options.cache), bundle, plain_passes()));
}

std::string TierManager::Impl::text_of(const TierForm& f, const Value* v) const {
  return v ? print_value(*v, f.lowered.type, machine.frontend.types, machine.frontend.symbols) : "an error";
}

} // namespace nova
