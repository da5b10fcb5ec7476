#include "jit/tiers/devices.hpp"
#include "jit/compile/disk_cache.hpp"
#include "jit/compile/host_compiler.hpp"
#include "jit/emit/c/emit_c.hpp"
#include "jit/emit/embedded_texts.hpp"
#include "jit/emit/prologue.hpp"
#include "jit/sim/sim.hpp"
#include <cstdio>
#include <cstring>

namespace nova::plan {
namespace {

using Clock = std::chrono::steady_clock;

} // namespace

CpuDevice& TierDevices::cpu() {
  if (cpu_) return *cpu_;
  cpu_.emplace(CpuDevice::Options{options_.threads, options_.cache, "cc"});
  const std::string trouble = cache_trouble(options_.cache);
  if (!trouble.empty() && options_.say)
    options_.say("nova: what is compiled is not kept for other sessions: " + trouble + "\n");
  return *cpu_;
}

GpuTier& TierDevices::gpu() {
  if (!gpu_)
    gpu_.emplace(
        GpuTier::Options{options_.gpu_helper, options_.cache, options_.say,
                         [this](const Plan& p, const FlatWords& in) { return once_more(p, in); },
                         options_.checking == Checking::All, copied_, options_.gpu_grace,
                         [this](std::byte* to, const std::byte* from, uint64_t n) { copy(to, from, n); }});
  return *gpu_;
}

/// A little does not need threads, which may not be there yet.
void TierDevices::copy(std::byte* to, const std::byte* from, uint64_t bytes) {
  constexpr uint64_t little = uint64_t{1} << 20;
  if (bytes > little) return cpu().copy(to, from, bytes);
  if (bytes > 0) std::memcpy(to, from, bytes);
}

// ---- compiling ----

/// Is it worth its plan, whose passes take some 5 us for each variable?
bool TierDevices::is_warm(TierForm& f, double work_ns) {
  constexpr double variable_ns = 5e3,
                   share = 32; // of the interpreter's time, where passes were given up before
  f.waiting_ns += work_ns;
  const double planning_ns = variable_ns * static_cast<double>(f.lowered.plan.types.size());
  return is_forced(options_.tier) || f.state == TierForm::Ready ||
         f.waiting_ns >= std::max({worth_planning_ns, planning_ns, share * f.planning_ns});
}

bool TierDevices::ready(TierForm& f, double work_ns) {
  f.work_ns = work_ns;
  if (options_.tier == Tier::Sim) return f.gpu || simulate(f);
  if (f.state == TierForm::Ready) return true;
  if (options_.tier == Tier::Cuda && load_on_gpu(f)) return true;
  if (is_forced(options_.tier)) return wait(f);
  if (find_on_disk(f)) return true;
  if (f.waiting_ns < worth_compiling_ns) return false;
  if (!f.hot) f.hot = Clock::now();
  ask_compiler(f);
  return f.state == TierForm::Ready;
}

void TierDevices::look(TierForm& f) {
  if (f.state == TierForm::Compiling) ask_compiler(f);
}

void TierDevices::ask_compiler(TierForm& f) {
  f.state = TierForm::Compiling;
  f.kernel = cpu().request(f.text, f.reason);
  if (!f.kernel && f.work_ns >= worth_compiling_ns) cpu().put_first(f.text);
  compiles_beside_ = !f.kernel && f.reason.empty();
  compiled(f);
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

/// While something runs on the CPU there is such a device.
Activity TierDevices::activity() const {
  const Does does = does_;
  Activity a;
  a.what = words_for(does, compiles_beside_);
  if (does == Does::RunsOnCpu) a.kernel = cpu_->progress();
  a.sent = copied_->sent, a.fetched = copied_->fetched;
  return a;
}

void TierDevices::compiled(TierForm& f) {
  if (f.kernel)
    f.state = TierForm::Ready;
  else if (!f.reason.empty())
    f.state = TierForm::Refused; // it was never wrong: there is no compiler, or it does not take it
}

/// Was it compiled in an earlier session? Asked once, before it is worth a compiler.
bool TierDevices::find_on_disk(TierForm& f) {
  if (f.sought) return false;
  f.sought = true;
  const auto begin = Clock::now();
  if (!(f.kernel = cpu().find(f.text))) return false;
  f.hot = begin, f.from_disk = true;
  return f.state = TierForm::Ready, true;
}

bool TierDevices::was_checked(const TierForm& f) {
  return options_.tier == Tier::Auto && f.kernel && !f.on_gpu && cpu().was_checked(f.text);
}

void TierDevices::note_checked(const TierForm& f, bool right) {
  if (f.kernel && !f.on_gpu) cpu().note_checked(f.text, right);
}

/// The compiler works beside, so that Ctrl-C and deadlines are heard.
bool TierDevices::wait(TierForm& f) {
  const Doing doing(does_, Does::Compiles);
  const auto begin = std::chrono::steady_clock::now();
  f.state = TierForm::Compiling;
  while (!(f.kernel = cpu().request(f.text, f.reason)) && f.reason.empty()) {
    cpu().put_first(f.text);
    cpu().wait(std::chrono::milliseconds(5));
    machine_.poll(65536);
  }
  const auto waited = std::chrono::steady_clock::now() - begin;
  waited_ += waited, ever_waited_ += waited;
  compiled(f);
  if (!f.kernel && options_.tier == Tier::Cpu) fail("E0426", {f.reason});
  return f.state == TierForm::Ready;
}

/// The simulator's compiler is waited for: it is no tier for speed.
bool TierDevices::simulate(TierForm& f) {
  const Doing doing(does_, Does::Compiles);
  if (!sim_) sim_ = make_sim(options_.cache), count_copies(*sim_, copied_);
  CudaText cuda = emit_cuda(f.fused);
  if (cuda.text.empty()) return f.state = TierForm::Quarantined, f.reason = "it folds whole vectors", false;
  sim_->give_up = poll();
  const auto module =
      sim_->load(sim_->whole(cuda.text), f.reason); // where it is given up, the next run asks anew
  sim_->give_up = nullptr;
  f.state = TierForm::Quarantined;
  if (module) f.gpu.emplace(GpuProgram{std::move(cuda), module});
  if (!f.gpu) fail("E0426", {f.reason});
  return f.state = TierForm::Ready, true;
}

bool TierDevices::load_on_gpu(TierForm& f) {
  const Doing doing(does_, Does::Compiles);
  if (!gpu().must_load(f.cuda, f.fused, poll())) return false;
  return f.state = TierForm::Ready, true;
}

// ---- runs ----

bool TierDevices::wants_gpu(TierForm& f, const FlatWords& inputs) {
  if (f.kernels == 0) return false;
  if (options_.tier == Tier::Cuda) return f.cuda.form.plan && f.cuda.reason.empty();
  return options_.tier == Tier::Auto && gpu().pays(f.cuda, f.fused, inputs, f.work_ns, poll());
}

Answer TierDevices::run(TierForm& f, const FlatWords& inputs) {
  f.on_gpu = false;
  if (f.gpu && options_.tier == Tier::Sim) return simulated(f, inputs);
  std::string refusal;
  if (wants_gpu(f, inputs)) {
    const Doing doing(does_, Does::RunsOnGpu);
    if (auto a = gpu().run(f.cuda, inputs, f.work_ns, poll(), refusal))
      return f.on_gpu = true, device_ns_ += f.cuda.form.device_ns, std::move(*a);
  }
  be_ready_on_cpu(f, inputs);
  const auto begin = Clock::now();
  Answer a = on_cpu(f, inputs);
  f.cuda.times.note_cpu(std::chrono::duration<double, std::nano>(Clock::now() - begin).count(), f.work_ns);
  if (!refusal.empty() && options_.say) // where the CPU can't either, its error tells enough
    options_.say("nova: " + machine_.frontend.sources.place(f.core->span) + ": " + refusal +
                 "; it runs on the CPU\n");
  return a;
}

bool TierDevices::distrust(TierForm& f, const std::string& what) {
  if (f.on_gpu && f.cuda.form.broken < GpuForm::most_broken)
    return gpu().client().distrust(f.cuda.form, "it gave " + what), true;
  return f.state = TierForm::Quarantined, f.reason = "its kernel gave " + what, false;
}

Answer TierDevices::run_again(TierForm& f, const FlatWords& inputs) {
  if (f.gpu && options_.tier == Tier::Sim) return simulated(f, inputs);
  std::string refusal;
  if (f.on_gpu)
    if (auto a = gpu().run(f.cuda, inputs, 0, poll(), refusal)) return std::move(*a);
  be_ready_on_cpu(f, inputs);
  return on_cpu(f, inputs);
}

Answer TierDevices::simulated(TierForm& f, const FlatWords& inputs) {
  const Doing doing(does_, Does::Simulates);
  watch_sim(*sim_, options_.sim_watch);
  if (options_.sim_watch) options_.sim_watch->form(*f.gpu, f.core->span);
  try {
    return run_on(*sim_, *f.gpu, inputs.words, inputs.rooms, poll());
  } catch (const DeviceError& e) {
    f.state = TierForm::Quarantined, f.reason = e.what;
    fail("E0427", {e.what});
  }
}

/// What a run needs that takes time of its own.
void TierDevices::be_ready_on_cpu(TierForm& f, const FlatWords& inputs) {
  inputs.fetch();
  if (!f.kernel && !wait(f)) fail("E0602"); // the interpreter goes on
}

Answer TierDevices::on_cpu(TierForm& f, const FlatWords& inputs) {
  CpuDevice& device = cpu();
  const Doing doing(does_, Does::RunsOnCpu);
  return device.run(*f.kernel, f.fused, inputs.words, {&machine_.interrupt(), machine_.options.deadline});
}

/// For results that were lost with a GPU's helper.
Answer TierDevices::once_more(const Plan& plan, const FlatWords& inputs) {
  const std::string text = emit_c(plan);
  std::string error;
  if (const CpuKernelRef kernel = cpu().compile(c_prologue(text) + text, error))
    return cpu().run(*kernel, plan, inputs.words, {});
  return eval_plan(plan, inputs.words);
}

std::string TierDevices::report(uint32_t mismatches) const {
  std::string out;
  if (gpu_ && gpu_->used()) out += gpu_->report();
  if (!cpu_) return out;
  const CpuDevice::Counts n = cpu_->counts();
  char text[160];
  std::snprintf(text, sizeof text, "compiled %u (%.0f ms), from the cache %u, mismatches %u\n", n.compiled,
                n.compile_ms, n.from_disk, mismatches);
  return out + text;
}

} // namespace nova::plan
