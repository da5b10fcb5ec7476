#include "jit/compile/nvrtc_compiler.hpp"
#include <algorithm>
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>

namespace nova::plan {
namespace {

/// Lowers the calling thread's priority, so that work that a user waits for goes first.
void yield_to_others() {
  constexpr int low = 10;
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), low);
}

} // namespace

/// A kernel is one line, or ends with a line that is `}` alone.
std::vector<std::string_view> shared_and_kernels(std::string_view text) {
  std::vector<std::string_view> all;
  const auto take = [&](size_t bytes) { text.remove_prefix(all.emplace_back(text.substr(0, bytes)).size()); };
  for (size_t at; (at = text.find("extern \"C\" __global__")) != text.npos;) {
    take(at);
    const std::string_view line = text.substr(0, text.find('\n'));
    take(line.ends_with('}') ? line.size() + 1 : text.find("\n}\n") + 3);
  }
  take(text.size());
  return all;
}

std::vector<std::string> kernel_parts(const std::string& text, size_t parts) {
  const std::vector<std::string_view> pieces = shared_and_kernels(text);
  std::vector<std::string> all(std::clamp<size_t>(parts, 1, std::max<size_t>(pieces.size() / 2, 1)));
  for (size_t k = 0; k < pieces.size(); ++k)
    if (k % 2)
      all[k / 2 % all.size()] += pieces[k];
    else
      for (std::string& part : all) part += pieces[k];
  return all;
}

KernelCompiler::KernelCompiler(const cuda::Nvrtc& nvrtc, const std::string& cache, int arch,
                               cuda::Effort first, size_t threads)
    : nvrtc_(nvrtc), cache_(cache_folder(cache), ".cubin"), arch_(0), exact_(false), first_(first),
      threads_(std::max<size_t>(threads, 1)) {
  for (const int known : nvrtc.architectures())
    if (known <= arch) arch_ = std::max(arch_, known);
  exact_ = arch_ == arch;
}

size_t KernelCompiler::some_threads() { return std::min(std::thread::hardware_concurrency(), 8u); }

KernelCompiler::~KernelCompiler() {
  {
    const std::scoped_lock lock(mutex_);
    over_ = true, jobs_.clear();
  }
  changed_.notify_one();
  if (worker_.joinable()) worker_.join();
}

std::string KernelCompiler::key(const std::string& text) const {
  return text + "\n// with its frames, " + (exact_ ? "sm_" : "compute_") + std::to_string(arch_) +
         ", NVRTC " + std::to_string(nvrtc_.version());
}

/// Stores the code in the cache, followed by the bytes of `frames`.
void KernelCompiler::keep(const cuda::Compiled& c, const std::string& text) const {
  std::string all = c.output;
  cache_.store(std::move(all.append(reinterpret_cast<const char*>(&c.frames), sizeof c.frames)), key(text));
}

namespace {

std::optional<KernelCompiler::Code> kept_code(std::optional<std::string> found) {
  KernelCompiler::Code code{{}, 0, true};
  if (!found || found->size() < sizeof code.frames) return {};
  const size_t end = found->size() - sizeof code.frames;
  std::memcpy(&code.frames, found->data() + end, sizeof code.frames);
  found->resize(end);
  code.parts.push_back(std::move(*found));
  return code;
}

} // namespace

cuda::Compiled KernelCompiler::compile(const std::string& text, cuda::Effort effort) const {
  return exact_ ? nvrtc_.cubin(text, arch_, effort) : nvrtc_.ptx(text, arch_, effort);
}

std::optional<KernelCompiler::Code> KernelCompiler::code(const std::string& text, std::string& error) const {
  if (std::optional<Code> kept = kept_code(cache_.find(key(text)))) return kept;
  Code code{{}, 0, first_ == cuda::Effort::All};
  for (cuda::Compiled& c : compile_at_once(kernel_parts(text, code.best ? 1 : threads_))) {
    if (!c.good) return error = c.log, std::nullopt;
    if (code.best) keep(c, text);
    code.parts.push_back(std::move(c.output));
    code.frames = std::max(code.frames, c.frames);
  }
  return code;
}

/// Compiles each text on a thread of its own; NVRTC can compile several programs at the same time.
std::vector<cuda::Compiled> KernelCompiler::compile_at_once(const std::vector<std::string>& texts) const {
  std::vector<cuda::Compiled> all(texts.size());
  {
    std::vector<std::jthread> others;
    const auto one = [&](size_t k) { all[k] = compile(texts[k], first_); };
    for (size_t k = 1; k < texts.size(); ++k) others.emplace_back(one, k);
    one(0);
  }
  return all;
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
      keep(c, job.text);
      job.code->text = std::move(c.output), job.code->frames = c.frames;
    }
    job.code->ready.store(true, std::memory_order_release);
    lock.lock();
  }
}

} // namespace nova::plan
