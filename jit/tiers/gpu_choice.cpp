#include "jit/tiers/gpu_choice.hpp"
#include "jit/analysis/kernels.hpp"
#include "jit/compile/disk_cache.hpp"
#include "runtime/cuda/driver.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <cstdio>
#include <set>

namespace nova::plan {
namespace {

using Clock = std::chrono::steady_clock;

double ns_since(Clock::time_point t) {
  return std::chrono::duration<double, std::nano>(Clock::now() - t).count();
}

GpuClient::Options client_options(const GpuTier::Options& o) {
  GpuClient::Options c;
  c.helper = o.helper;
  if (c.helper.empty())
    c.helper = {o.program, "gpu-helper", cache_folder(o.cache), o.best_at_once ? "best" : "soon"};
  c.say = o.say, c.rerun = o.rerun, c.copied = o.copied, c.grace = o.grace, c.copy = o.copy;
  return c;
}

std::string milliseconds(double ns) {
  char text[32];
  std::snprintf(text, sizeof text, ns < 1e8 ? "%.3g ms" : "%.0f ms", ns / 1e6);
  return text;
}

GpuForm& form_of(GpuWork& work, const Plan& plan) {
  if (!work.form.plan) work.form.plan = std::make_shared<const Plan>(plan);
  return work.form;
}

} // namespace

bool has_cuda_driver(std::string& error) {
  static std::string why;
  static const bool found = cuda::Driver::open(why) != nullptr;
  return error = why, found;
}

GpuTier::GpuTier(Options options)
    : options_(std::move(options)), client_(client_options(options_)), driver_(!options_.helper.empty()) {}

namespace {

/// Returns how many bytes of the inputs are in the GPU's memory only.
uint64_t away(const FlatWords& inputs) {
  std::set<const Buffer*> seen;
  uint64_t bytes = 0;
  for (const auto& b : inputs.buffers)
    if (b && b->is_away() && seen.insert(b.get()).second) bytes += b->size();
  return bytes;
}

} // namespace

bool GpuTier::must_load(GpuWork& work, const Plan& plan, const Poll& poll) {
  std::string why;
  if (!driver_ && !has_cuda_driver(why)) fail("E0426", {why});
  driver_ = true;
  GpuForm& form = form_of(work, plan);
  if (work.why) return false;
  if (why_no_kernel(plan, Target::Gpu)) return work.why = {Reason::NoLaunch}, false;
  if (client_.load(form, poll)) return true;
  if (!form.error.empty() || client_.counts().deaths == 0)
    fail("E0426", {form.error.empty() ? client_.why() : form.error});
  return work.why = {Reason::NoDevice, client_.why()}, false;
}

bool GpuTier::pays(GpuWork& work, const Plan& plan, const FlatWords& inputs, double work_ns,
                   const Poll& poll) {
  std::string why;
  if (work.why || work.times.cpu_ns == 0 || !is_gpu_sized(work.times.cpu_ns * work_ns)) return false;
  if (!work.form.plan && why_no_kernel(plan, Target::Gpu)) return work.why = {Reason::NoLaunch}, false;
  if (!driver_ && !(driver_ = has_cuda_driver(why))) return false;
  if (client_.state() == GpuClient::Off) return work.why = {Reason::NoDevice, client_.why()}, false;
  if (!client_.request(form_of(work, plan))) {
    if (!work.form.error.empty()) work.why = {Reason::NoDevice, work.form.error};
    return false;
  }
  Moves moves{client_.missing(inputs), work.result_bytes, away(inputs)};
  for (const auto& r : work.results)
    if (const auto b = r.lock(); b && b->is_away())
      moves.back -= std::min(moves.back, b->size()); // the host never read it, so it is not fetched
  work.last = guess(work.times, crossover(poll), work_ns, moves);
  return work.last.gpu_pays();
}

std::optional<Answer> GpuTier::run(GpuWork& work, const FlatWords& inputs, double work_ns, const Poll& poll,
                                   std::string& refusal) {
  const auto begin = Clock::now();
  const uint64_t sent = client_.counts().sent;
  try {
    Answer a = client_.run(work.form, inputs, poll);
    work.refused.clear();
    if (crossover_ && work_ns > 0)
      work.times.note_gpu(ns_since(begin), work_ns, client_.counts().sent - sent, *crossover_);
    work.fresh = work.runs++ == 0 || work.form.better;
    work.result_bytes = 0, work.results.clear();
    for (const ResultColumn& c : a.columns)
      if (c.buffer && c.buffer->is_away())
        work.result_bytes += c.buffer->size(), work.results.push_back(c.buffer);
    return a;
  } catch (const GpuRefusal& r) {
    refusal = work.refused = r.why;
    if (r.for_ever) work.why = {Reason::NoDevice, r.why};
    return {};
  }
}

// ---- what it costs ----

const Crossover& GpuTier::crossover(const Poll& poll) {
  if (crossover_) return *crossover_;
  const std::string device = client_.name() + ", " + client_.about();
  if (!(crossover_ = remembered_crossover(options_.cache, device))) {
    crossover_ = measure(poll);
    remember_crossover(options_.cache, device, *crossover_);
  }
  return *crossover_;
}

/// Measures the costs of the GPU as the minimum of some runs, since other work on the machine only adds time.
Crossover GpuTier::measure(const Poll& poll) {
  constexpr const char* one_kernel =
      "(plan (body ((n : int)) (let (a : int) (constant 0)) (let (b : int) (constant 1)) "
      "(let (c : [int]) (iota n a b)) (results c)))";
  constexpr uint64_t elements = uint64_t{4} << 20, bytes = elements * 8;
  constexpr int runs = 5;
  Crossover best{1e9, 1e3, 1e3};
  Plan plan;
  std::string error;
  GpuWork work;
  if (!read_plan(one_kernel, plan, error)) return best;
  GpuForm& form = form_of(work, plan);
  try {
    if (!client_.load(form, poll)) return best;
    for (int k = 0; k < runs; ++k) {
      FlatWords n;
      n.add_scalar(16);
      auto begin = Clock::now();
      client_.run(form, n, poll);
      best.round_trip_ns = std::min(best.round_trip_ns, ns_since(begin));
      n = {};
      n.add_scalar(elements);
      const Answer a = client_.run(form, n, poll);
      begin = Clock::now();
      const std::byte* from = a.columns[0].buffer->bytes();
      best.fetched_ns = std::min(best.fetched_ns, ns_since(begin) / static_cast<double>(bytes));
      best.sent_ns = std::min(best.sent_ns, client_.time_to_send(from, bytes) / static_cast<double>(bytes));
    }
  } catch (const GpuRefusal&) { // the high initial costs remain
  }
  return best;
}

// ---- reports ----

std::string why(const GpuWork& work) {
  if (work.why) return "; not on the GPU: " + work.why.text();
  if (!work.refused.empty()) return "; its last run not on the GPU: " + work.refused;
  const double device_ns = work.form.device_ns;
  const std::string device = device_ns > 0 ? "; " + milliseconds(device_ns) + " on the device" : "";
  if (work.last.cpu_ns == 0) return device;
  return device + "; " + milliseconds(work.last.cpu_ns) + " on the CPU, " + milliseconds(work.last.gpu_ns) +
         " on the GPU with what has to move";
}

std::string GpuTier::report() const {
  const GpuCounts n = client_.counts();
  char text[200];
  std::snprintf(text, sizeof text,
                "cuda: %llu runs, %.1f MB sent, %.1f MB fetched, %llu helpers died, %llu columns spilled\n",
                static_cast<unsigned long long>(n.runs), static_cast<double>(n.sent) / 1e6,
                static_cast<double>(n.fetched) / 1e6, static_cast<unsigned long long>(n.deaths),
                static_cast<unsigned long long>(n.spilled));
  return text;
}

} // namespace nova::plan
