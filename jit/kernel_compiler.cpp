#include "jit/kernel_compiler.hpp"
#include <algorithm>
#include <sys/resource.h>
#include <unistd.h>

namespace nova::plan {
namespace {

/// What answers wait for goes first.
void yield_to_others() {
  constexpr int low = 10;
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), low);
}

} // namespace

KernelCompiler::KernelCompiler(const cuda::Nvrtc& nvrtc, const std::string& cache, int arch, cuda::Effort first)
    : nvrtc_(nvrtc), cache_(cache_folder(cache), ".cubin"), arch_(0), exact_(false), first_(first) {
  for (const int known : nvrtc.architectures())
    if (known <= arch) arch_ = std::max(arch_, known);
  exact_ = arch_ == arch;
}

KernelCompiler::~KernelCompiler() {
  {
    const std::scoped_lock lock(mutex_);
    over_ = true, jobs_.clear();
  }
  changed_.notify_one();
  if (worker_.joinable()) worker_.join();
}

std::string KernelCompiler::key(const std::string& text) const {
  return text + "\n// " + (exact_ ? "sm_" : "compute_") + std::to_string(arch_) + ", NVRTC " + std::to_string(nvrtc_.version());
}

cuda::Compiled KernelCompiler::compile(const std::string& text, cuda::Effort effort) const {
  return exact_ ? nvrtc_.cubin(text, arch_, effort) : nvrtc_.ptx(text, arch_, effort);
}

std::optional<KernelCompiler::Code> KernelCompiler::code(const std::string& text, std::string& error) const {
  if (std::optional<std::string> found = cache_.find(key(text))) return Code{std::move(*found), true};
  cuda::Compiled c = compile(text, first_);
  if (!c.good) return error = c.log, std::nullopt;
  const bool best = first_ == cuda::Effort::All;
  if (best) keep(c.output, text);
  return Code{std::move(c.output), best};
}

std::shared_ptr<const BetterCode> KernelCompiler::improve(const std::string& text) {
  auto code = std::make_shared<BetterCode>();
  {
    const std::scoped_lock lock(mutex_);
    jobs_.push_back({text, code});
    if (!worker_.joinable()) worker_ = std::thread([this] { work(); });
  }
  changed_.notify_one();
  return code;
}

void KernelCompiler::work() {
  yield_to_others();
  for (std::unique_lock lock(mutex_);;) {
    changed_.wait(lock, [this] { return over_ || !jobs_.empty(); });
    if (over_) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    if (cuda::Compiled c = compile(job.text, cuda::Effort::All); c.good) {
      keep(c.output, job.text);
      job.code->text = std::move(c.output);
    }
    job.code->ready.store(true, std::memory_order_release);
    lock.lock();
  }
}

} // namespace nova::plan
