#include "jit/tiers/devices.hpp"
#include "jit/analysis/kernels.hpp"
#include "jit/compile/disk_cache.hpp"
#include "jit/compile/host_compiler.hpp"
#include "jit/compile/kernel_folder.hpp"
#include "jit/emit/c/emit_c.hpp"
#include "jit/emit/prologue.hpp"
#include "jit/foreign/child_answer.hpp"
#include "jit/sim/sim.hpp"
#include "jit/user_kernels/launcher.hpp"
#include "runtime/ranks/ranks.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <cstdio>
#include <cstring>

namespace nova::plan {
namespace {

using Clock = std::chrono::steady_clock;

/// Whether all ranks of a job decide alike on forms, so that they can share their work.
bool are_in_step(const Machine& machine, const TierOptions& options) {
  return machine.options.ranks && (options.tier == Tier::Auto || options.tier == Tier::Cpu);
}

} // namespace

TierDevices::TierDevices(Machine& machine, const TierOptions& options)
    : machine_(machine), options_(options) {}
TierDevices::~TierDevices() = default;

bool TierDevices::survive_fork() {
  if ((gpu_ && gpu_->has_driver()) || sim_ || kernel_runner_) return false;
  if (cpu_) cpu_->survive_fork();
  compiles_beside_ = false;
  return true;
}

CpuDevice& TierDevices::cpu() {
  if (cpu_) return *cpu_;
  cpu_.emplace(CpuDevice::Options{.threads = options_.threads,
                                  .cache = options_.cache,
                                  .level = options_.levels.cpu,
                                  .ahead = options_.ahead,
                                  .keep = options_.keep_kernel});
  const std::string trouble = cache_trouble(options_.cache);
  if (!trouble.empty() && options_.say)
    options_.say("nova: what is compiled is not kept for other sessions: " + trouble + "\n");
  return *cpu_;
}

GpuTier& TierDevices::gpu() {
  if (!gpu_)
    gpu_.emplace(GpuTier::Options{
        options_.gpu_helper, options_.cache, options_.say,
        [this](const Plan& p, const FlatWords& in) { return once_more(p, in); },
        options_.checking == Checking::All, copied_, options_.gpu_grace,
        [this](std::byte* to, const std::byte* from, uint64_t n) { copy(to, from, n); }, options_.program});
  return *gpu_;
}

/// Copies up to 1 MiB in this thread. More is copied by the CPU device's threads, which may have to be created first.
void TierDevices::copy(std::byte* to, const std::byte* from, uint64_t bytes) {
  constexpr uint64_t little = uint64_t{1} << 20;
  if (bytes > little) return cpu().copy(to, from, bytes);
  if (bytes > 0) std::memcpy(to, from, bytes);
}

// ---- compiling ----

/// Passes take about 5 us for each variable of the plan. So a form with a larger plan must have cost more time before
/// passes run.
bool TierDevices::is_warm(TierForm& f, double work_ns) {
  constexpr double variable_ns = 5e3,
                   share = 32; // passes given up after t ns are tried again once the form has cost 32 t ns
  f.heat.waiting_ns += work_ns;
  const double planning_ns = variable_ns * static_cast<double>(f.lowered.plan.types.size());
  return is_forced(options_.tier) || f.stage == TierForm::Ready ||
         f.heat.waiting_ns >= std::max({worth_planning_ns, planning_ns, share * f.heat.planning_ns});
}

bool TierDevices::ready(TierForm& f, double work_ns) {
  f.heat.work_ns = work_ns;
  if (options_.tier == Tier::Sim) return f.code.sim || simulate(f);
  if (f.stage == TierForm::Ready) return true;
  if (are_in_step(machine_, options_) && !is_forced(options_.tier) && f.heat.waiting_ns < worth_compiling_ns)
    return false;
  if (are_in_step(machine_, options_)) return wait_together(f);
  if (options_.tier == Tier::Cuda && load_on_gpu(f)) return true;
  if (is_forced(options_.tier)) return wait(f);
  if (find_on_disk(f)) return true;
  if (f.heat.waiting_ns < worth_compiling_ns) return false;
  if (!f.heat.hot) f.heat.hot = Clock::now();
  ask_compiler(f);
  return f.stage == TierForm::Ready;
}

void TierDevices::compile(TierForm& f) {
  if (are_in_step(machine_, options_)) return f.stage == TierForm::Ready ? void() : void(wait_together(f));
  const bool found = is_forced(options_.tier) ? ready(f, 0) : f.stage == TierForm::Ready || find_on_disk(f);
  if (!found && f.may_run()) wait(f);
}

void TierDevices::look(TierForm& f) {
  if (f.stage == TierForm::Compiling) ask_compiler(f);
}

/// Reports the first form that the folder of kernels lacks. Where the folder was refused as a whole, that was said
/// before.
void TierDevices::tell_missing(const TierForm& f) {
  const KernelFolder* const ahead = options_.ahead.get();
  if (!ahead || !ahead->unfit().empty() || told_missing_ || !cpu().available()) return;
  const std::string why = cpu().not_ahead(f.planned->text);
  if (told_missing_ = !why.empty(); told_missing_) machine_.warnings.report("W0404", f.core->span, {why});
}

void TierDevices::ask_compiler(TierForm& f) {
  if (f.stage != TierForm::Compiling) tell_missing(f);
  f.stage = TierForm::Compiling;
  std::string error;
  f.code.cpu = cpu().request(f.planned->text, error);
  if (!f.code.cpu && f.heat.work_ns >= worth_compiling_ns) cpu().put_first(f.planned->text);
  compiles_beside_ = !f.code.cpu && error.empty();
  compiled(f, error);
}

namespace {
std::string_view words_for(TierDevices::Does does, bool compiles_beside) {
  switch (does) {
  case TierDevices::Does::Compiles: return "a compiler works";
  case TierDevices::Does::RunsOnCpu: return "a compiled form runs on the CPU";
  case TierDevices::Does::RunsOnGpu: return "a compiled form runs on the GPU";
  case TierDevices::Does::Simulates: return "a compiled form runs on the simulated GPU";
  case TierDevices::Does::Nothing: break;
  }
  return compiles_beside ? "the interpreter runs, a compiler works beside it" : "the interpreter runs";
}
} // namespace

/// While a form runs on the CPU, `cpu_` is set, so that another thread may read it.
Activity TierDevices::activity() const {
  const Does does = does_;
  Activity a;
  a.what = words_for(does, compiles_beside_);
  if (does == Does::RunsOnCpu) a.kernel = cpu_->progress();
  a.sent = copied_->sent, a.fetched = copied_->fetched;
  return a;
}

/// Records a compiler's outcome. An error refuses the form: there is no compiler, or it does not accept the C. Unlike
/// a quarantined form, a refused one gave no wrong value.
void TierDevices::compiled(TierForm& f, const std::string& error) {
  if (f.code.cpu)
    f.stage = TierForm::Ready;
  else if (!error.empty())
    f.refuse({Reason::NotCompiled, error});
}

/// Searches the cache on disk for the form's code, before the form is worth a compiler. Returns whether code was
/// found. Only the first call for a form searches; later calls return false.
bool TierDevices::find_on_disk(TierForm& f) {
  if (f.code.sought) return false;
  f.code.sought = true;
  const auto begin = Clock::now();
  if (!find_better(f) && !(f.code.cpu = cpu().find(f.planned->text))) return false;
  f.heat.hot = begin, f.code.from_disk = true;
  return f.stage = TierForm::Ready, true;
}

/// Finds code of a long text that was compiled with all effort, on disk or ahead.
bool TierDevices::find_better(TierForm& f) {
  const std::string text = cpu().with_all_effort(f.planned->text);
  if (text.empty()) return false;
  f.code.cpu = cpu().find(text);
  return f.code.better = f.code.cpu != nullptr;
}

/// Has a long text compiled with all effort once its quick code has run for a while, and then takes the better code. Its
/// first run is checked as that of the quick code was.
void TierDevices::ask_for_better(TierForm& f) {
  constexpr double worth_ns = 1e3; // for each byte of the C, whose compilation takes about six times as long
  constexpr double again_ns = 2e6, never = 1e300;
  const std::string& quick = f.planned->text;
  const double worth = worth_ns * static_cast<double>(quick.size());
  if (f.code.better || f.code.ran_ns < std::max(worth, f.code.asks_ns)) return;
  f.code.asks_ns = f.code.ran_ns + again_ns;
  const std::string text = cpu().with_all_effort(quick);
  std::string error;
  const CpuKernelRef made = text.empty() ? nullptr : cpu().request(text, error);
  if (made) f.code.cpu = made, f.code.better = true, f.checks = {.tried_ns = f.checks.tried_ns};
  if (text.empty() || !error.empty()) f.code.asks_ns = never;
}

/// Returns the text of which the form's code is made.
std::string TierDevices::code_text(const TierForm& f) {
  return f.code.better ? cpu().with_all_effort(f.planned->text) : f.planned->text;
}

bool TierDevices::was_checked(const TierForm& f) {
  return options_.tier == Tier::Auto && f.code.cpu && !f.code.on_gpu && cpu().was_checked(code_text(f));
}

void TierDevices::note_checked(const TierForm& f, bool right) {
  if (f.code.cpu && !f.code.on_gpu) cpu().note_checked(code_text(f), right);
}

/// The compiler works in the background while this thread polls, so that Ctrl-C and deadlines take effect.
bool TierDevices::wait(TierForm& f) {
  const Doing doing(does_, Does::Compiles);
  const auto begin = std::chrono::steady_clock::now();
  f.stage = TierForm::Compiling;
  std::string error;
  if (!find_better(f)) tell_missing(f);
  f.code.better |= options_.keep_kernel && !cpu().with_all_effort(f.planned->text).empty();
  const std::string text = code_text(f);
  while (!f.code.cpu && !(f.code.cpu = cpu().request(text, error)) && error.empty()) {
    cpu().put_first(text);
    cpu().wait(std::chrono::milliseconds(5));
    machine_.check_stop();
  }
  const auto waited = std::chrono::steady_clock::now() - begin;
  waited_ += waited, ever_waited_ += waited;
  compiled(f, error);
  if (!f.code.cpu && options_.tier == Tier::Cpu) fail("E0426", {error});
  return f.stage == TierForm::Ready;
}

Answer TierDevices::by_ranks(TierForm& f, const FlatWords& inputs) {
  Ranks& ranks = *machine_.options.ranks;
  const Ranks::Counts before = ranks.counts();
  Answer a = on_cpu(f, inputs, f.heat.work_ns >= worth_sharing_ns || ranks.shares_all());
  const Ranks::Counts& after = ranks.counts();
  f.counts.shares = {ranks.size(), after.columns - before.columns,
                     static_cast<double>(after.column_bytes - before.column_bytes),
                     after.moves - before.moves, static_cast<double>(after.moved_bytes - before.moved_bytes)};
  return a;
}

bool TierDevices::wait_together(TierForm& f) {
  Ranks& ranks = *machine_.options.ranks;
  const uint64_t text = std::hash<std::string>()(f.planned->text);
  if (!ranks.is_first()) ranks.all_agree(true, text, poll());
  std::optional<Fault> failed;
  try {
    wait(f);
  } catch (const Fault& fault) {
    if (fault.code != "E0426") throw;
    failed = fault;
  }
  const bool here = f.stage == TierForm::Ready;
  if (ranks.is_first()) ranks.all_agree(true, text, poll());
  const bool all = ranks.all_agree(here, text, poll());
  if (failed) throw Fault(*failed);
  if (here && !all) f.refuse({Reason::NotCompiled, "another rank has no code"});
  if (here && !all && is_forced(options_.tier)) fail("E0426", {"another rank has no code"});
  return f.stage == TierForm::Ready;
}

void TierDevices::open_sim() {
  sim_ = make_sim(options_.cache, 1, options_.levels.sim), count_copies(*sim_, copied_);
  kernel_runner_ = std::make_unique<KernelRunner>(options_.cache);
  set_kernel_runner(*sim_,
                    [this](const ForeignLaunch& l, const Poll& poll) { kernel_runner_->launch(l, poll); });
}

/// Whether the function's text runs in the process of the kernels that call it, which then has to be a copy of this
/// one. A whole kernel has a process of its own.
static bool needs_child(const std::shared_ptr<const ForeignFunction>& f) {
  return !f->in_process && f->cuda != CudaKind::Kernel;
}

/// Compiles the form for the simulated GPU and waits for that, since this tier is not for speed. Returns false if the
/// form has no kernel for a GPU; fails with E0426 if it can't be compiled.
bool TierDevices::simulate(TierForm& f) {
  const Doing doing(does_, Does::Compiles);
  if (!sim_) open_sim();
  if (why_no_kernel(f.planned->fused, Target::Gpu)) return f.refuse({Reason::NoLaunch}), false;
  CudaText cuda = emit_cuda(f.planned->fused);
  sim_->give_up = poll();
  std::string error;
  const auto module =
      sim_->load(sim_->whole(cuda.text), error); // if a poll ends the load, the next run tries again
  sim_->give_up = nullptr;
  if (!module) f.refuse({Reason::NotCompiled, error}), fail("E0426", {error});
  f.code.sim.emplace(GpuProgram{std::move(cuda), module});
  return f.stage = TierForm::Ready, true;
}

bool TierDevices::load_on_gpu(TierForm& f) {
  const Doing doing(does_, Does::Compiles);
  if (!gpu().must_load(f.code.cuda, f.planned->fused, poll())) return false;
  return f.stage = TierForm::Ready, true;
}

// ---- runs ----

bool TierDevices::wants_gpu(TierForm& f, const FlatWords& inputs) {
  if (f.planned->kernels == 0 || are_in_step(machine_, options_)) return false;
  if (options_.tier == Tier::Cuda) return f.code.cuda.form.plan && !f.code.cuda.why;
  return options_.tier == Tier::Auto &&
         gpu().pays(f.code.cuda, f.planned->fused, inputs, f.heat.work_ns, poll());
}

Answer TierDevices::run(TierForm& f, const FlatWords& inputs) {
  f.code.on_gpu = false;
  if (f.code.sim && options_.tier == Tier::Sim) return simulated(f, inputs);
  std::string refusal;
  if (wants_gpu(f, inputs)) {
    const Doing doing(does_, Does::RunsOnGpu);
    if (auto a = gpu().run(f.code.cuda, inputs, f.heat.work_ns, poll(), refusal))
      return f.code.on_gpu = true, device_ns_ += f.code.cuda.form.device_ns,
             kernels_ns_ += f.code.cuda.form.device_ns, std::move(*a);
  }
  be_ready_on_cpu(f, inputs);
  if (!are_in_step(machine_, options_)) ask_for_better(f); // it comes at another time on each rank
  const auto begin = Clock::now();
  Answer a = are_in_step(machine_, options_) ? by_ranks(f, inputs) : on_cpu(f, inputs, false);
  const double ns = std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
  f.code.cuda.times.note_cpu(ns, f.heat.work_ns), f.code.ran_ns += ns, kernels_ns_ += ns;
  if (!refusal.empty() && options_.say) // if the CPU fails too, its error is enough
    options_.say("nova: " + machine_.frontend.sources.place(f.core->span) + ": " + refusal +
                 "; it runs on the CPU\n");
  return a;
}

bool TierDevices::distrust(TierForm& f, const std::string& what) {
  if (f.code.on_gpu && f.code.cuda.form.broken < GpuForm::most_broken)
    return gpu().client().distrust(f.code.cuda.form, "it gave " + what), true;
  return f.quarantine({Reason::NoValue, what}), false;
}

Answer TierDevices::run_again(TierForm& f, const FlatWords& inputs) {
  if (f.code.sim && options_.tier == Tier::Sim) return simulated(f, inputs);
  std::string refusal;
  if (f.code.on_gpu)
    if (auto a = gpu().run(f.code.cuda, inputs, 0, poll(), refusal)) return std::move(*a);
  be_ready_on_cpu(f, inputs);
  return on_cpu(f, inputs, false);
}

Answer TierDevices::simulated(TierForm& f, const FlatWords& inputs) {
  const Doing doing(does_, Does::Simulates);
  watch_sim(*sim_, options_.sim_watch);
  if (options_.sim_watch) options_.sim_watch->form(*f.code.sim, f.core->span);
  const Plan& plan = f.planned->fused;
  const bool apart = std::ranges::any_of(plan.foreigns, needs_child);
  const auto run = [&](int) {
    try {
      return run_on(*sim_, *f.code.sim, inputs.words, inputs.rooms, poll());
    } catch (const DeviceError& e) {
      fail("E0427", {e.what});
    }
  };
  try {
    if (apart)
      return answer_in_child(
          plan, {inputs.words, inputs.rooms}, run, [] { Watch::answer(); }, options_.longest_foreign);
    return run(0);
  } catch (const Fault& fault) {
    if (fault.code == "E0427") f.quarantine({Reason::DeviceError, fault.args[0]});
    throw;
  }
}

/// Copies inputs that are on a GPU to the host, and waits for the code, so that neither counts as time of the run.
/// Fails with E0602 if there is no code.
void TierDevices::be_ready_on_cpu(TierForm& f, const FlatWords& inputs) {
  inputs.fetch();
  if (!f.code.cpu && !wait(f)) fail("E0602"); // the interpreter then does the run
}

Answer TierDevices::on_cpu(TierForm& f, const FlatWords& inputs, bool together) {
  CpuDevice& device = cpu();
  const Doing doing(does_, Does::RunsOnCpu);
  return device.run(
      *f.code.cpu, f.planned->fused, inputs.words,
      {&machine_.interrupt(), machine_.options.deadline, options_.longest_foreign, machine_.options.stops},
      inputs.rooms, together ? machine_.options.ranks : nullptr);
}

/// Computes again a result that was lost when a GPU's helper process died. Runs the plan on the CPU, or in the
/// interpreter of plans if its C does not compile.
Answer TierDevices::once_more(const Plan& plan, const FlatWords& inputs) {
  const std::string text = emit_c(plan);
  std::string error;
  if (const CpuKernelRef kernel = cpu().compile(c_prologue(text) + text, error))
    return cpu().run(*kernel, plan, inputs.words, {}, inputs.rooms);
  return eval_plan(plan, inputs.words);
}

std::string TierDevices::report(uint32_t mismatches) const {
  std::string out;
  if (gpu_ && gpu_->used()) out += gpu_->report();
  if (!cpu_) return out;
  const CpuDevice::Counts n = cpu_->counts();
  char text[160];
  const std::string ahead = options_.ahead ? "compiled ahead " + std::to_string(n.ahead) + ", " : "";
  std::snprintf(text, sizeof text, "%scompiled %u (%.0f ms), from the cache %u, mismatches %u\n",
                ahead.c_str(), n.compiled, n.compile_ms, n.from_disk, mismatches);
  return out + text;
}

} // namespace nova::plan
