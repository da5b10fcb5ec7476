#include "jit/cpu/device.hpp"
#include "jit/compile/host_compiler.hpp"
#include "jit/cpu/run.hpp"
#include "jit/emit/prologue.hpp"
#include "jit/foreign/child_answer.hpp"
#include "runtime/loader.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <csignal>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <unistd.h>
#include <unordered_map>

namespace nova::plan {

class CpuKernel {
 public:
  CpuKernel(std::shared_ptr<void> object, Entry entry) : entry(entry), object_(std::move(object)) {}
  /// A kernel that a child process loads from the object at `path` and runs.
  explicit CpuKernel(std::string path) : path(std::move(path)) {}
  CpuKernel(const CpuKernel&) = delete;
  const Entry entry = nullptr;
  const std::string path;                           ///< "" if this process runs the kernel
  mutable std::atomic<bool> has_long_calls = false; ///< the result of Run::has_long_calls for the last run
  mutable Division::Choices choices;                ///< which of its jobs the ranks of a job share

 private:
  std::shared_ptr<void> object_; ///< the loaded object, which is unloaded when its last kernel is destroyed
};

namespace {

/// Returns the kernel whose entry point is the function `name` of the loaded object; null if there is no such
/// function.
CpuKernelRef kernel_named(const std::shared_ptr<void>& object, const std::string& name) {
  const auto entry = reinterpret_cast<Entry>(dlsym(object.get(), name.c_str()));
  return entry ? std::make_shared<CpuKernel>(object, entry) : nullptr;
}

std::shared_ptr<void> loaded(void* handle) { return {handle, unload_object}; }

} // namespace

/// The state of a text's compilation: the kernel, or the error, or neither while the text waits or is being compiled.
struct Known {
  CpuKernelRef kernel;
  std::string error;
  bool ready() const { return kernel || !error.empty(); }
};

namespace {

/// A thread that compiles the texts in a queue, one after the other.
struct CompilerThread {
  explicit CompilerThread(const CpuDevice::Options& o) : compiler(o.compiler, o.cache, o.level) {
    compiler.ahead = o.ahead, compiler.keep = o.keep;
  }
  /// Stops the compiler and waits for the thread, whose device is ending.
  void end() {
    compiler.stop();
    wanted.notify_all();
    if (thread.joinable()) thread.join();
  }
  Compiler compiler;
  std::deque<std::string> queue;
  std::condition_variable wanted;
  std::thread thread;
};

} // namespace

struct CpuDevice::Impl {
  explicit Impl(const Options& o)
      : options(o), soon(o), pool(o.threads ? o.threads : std::max(1u, std::thread::hardware_concurrency())) {
  }
  ~Impl() {
    {
      const std::lock_guard lock(mutex);
      ending = true;
    }
    soon.end();
    if (later) later->end();
  }

  void count(Compiler::Origin origin, double ms);
  CompilerThread& thread_for(const std::string& text);
  Known look(const std::string& text);
  void work(CompilerThread& own);
  Known compile(Compiler& compiler, const std::string& text);

  const Options options;
  CompilerThread soon;
  std::optional<CompilerThread> later; ///< for texts with all effort, whose quick code runs meanwhile
  ThreadPool pool;
  std::mutex mutex, running; ///< `running` is held during a run, since the pool has only one job at a time
  std::condition_variable finished;
  std::unordered_map<std::string, Known> known; ///< the state of each text
  bool ending = false;
  Counts counts;
};

/// Counts a kernel that was loaded after `ms` milliseconds. The caller holds `mutex`.
void CpuDevice::Impl::count(Compiler::Origin origin, double ms) {
  switch (origin) {
  case Compiler::Compiled: ++counts.compiled, counts.compile_ms += ms; break;
  case Compiler::FromCache: ++counts.from_disk; break;
  case Compiler::Ahead: ++counts.ahead; break;
  }
}

/// The caller holds `mutex`.
CompilerThread& CpuDevice::Impl::thread_for(const std::string& text) {
  if (!text.starts_with(Compiler::all_effort)) return soon;
  if (!later) later.emplace(options).compiler.yields = true;
  return *later;
}

/// Returns the state of the text, and queues the text for a compiler if it is new. The caller holds `mutex`.
Known CpuDevice::Impl::look(const std::string& text) {
  const auto [at, added] = known.try_emplace(text);
  if (!added) return at->second;
  CompilerThread& by = thread_for(text);
  if (!by.compiler.can_make(text)) return at->second.error = by.compiler.no_compiler(text), at->second;
  by.queue.push_back(text);
  by.wanted.notify_one();
  if (by.thread.joinable()) return {};
  sigset_t all, before;
  sigfillset(&all); // the session's thread handles signals, so compilers' threads block them
  pthread_sigmask(SIG_SETMASK, &all, &before);
  by.thread = std::thread([this, &by] { work(by); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return {};
}

void CpuDevice::Impl::work(CompilerThread& own) {
  std::unique_lock lock(mutex);
  for (;;) {
    own.wanted.wait(lock, [&] { return ending || !own.queue.empty(); });
    if (ending) return;
    const std::string text = std::move(own.queue.front());
    own.queue.pop_front();
    lock.unlock();
    Known made = compile(own.compiler, text);
    lock.lock();
    known[text] = std::move(made);
    finished.notify_all();
  }
}

Known CpuDevice::Impl::compile(Compiler& compiler, const std::string& text) {
  Known k;
  Compiler::Origin origin{};
  if (runs_apart(text)) {
    const std::string path = compiler.object(text, k.error);
    if (!path.empty()) k.kernel = std::make_shared<CpuKernel>(path);
    return k;
  }
  const auto start = std::chrono::steady_clock::now();
  void* handle = compiler.load(text, k.error, origin);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  if (!handle) return k;
  {
    const std::lock_guard lock(mutex);
    count(origin, took.count());
  }
  k.kernel = kernel_named(loaded(handle), "nova_run");
  if (!k.kernel) k.error = "the compiled code has no entry";
  return k;
}

CpuDevice::CpuDevice(Options options) : impl_(std::make_unique<Impl>(options)) {}
CpuDevice::~CpuDevice() = default;

void CpuDevice::survive_fork() {
  Impl* const old = impl_.release(); // never destroyed, since it would wait for its threads
  impl_ = std::make_unique<Impl>(old->options);
  if (!old->mutex.try_lock()) return; // the compiler's thread held it
  for (const auto& [text, state] : old->known)
    if (state.ready()) impl_->known.emplace(text, state);
}

std::string CpuDevice::not_ahead(const std::string& c_text) const {
  return impl_->soon.compiler.not_ahead(c_text);
}
bool CpuDevice::available() const { return impl_->soon.compiler.available(); }

std::string CpuDevice::with_all_effort(const std::string& c_text) const {
  return impl_->soon.compiler.is_long(c_text) ? std::string(Compiler::all_effort) + c_text : "";
}

CpuKernelRef CpuDevice::request(const std::string& c_text, std::string& error) {
  const std::lock_guard lock(impl_->mutex);
  Known k = impl_->look(c_text);
  error = std::move(k.error);
  return k.kernel;
}

void CpuDevice::put_first(const std::string& c_text) {
  const std::lock_guard lock(impl_->mutex);
  std::deque<std::string>& queue = impl_->thread_for(c_text).queue;
  const auto at = std::ranges::find(queue, c_text);
  if (at != queue.end()) std::rotate(queue.begin(), at, at + 1);
}

CpuKernelRef CpuDevice::find(const std::string& c_text) {
  Impl& m = *impl_;
  {
    const std::lock_guard lock(m.mutex);
    if (const auto at = m.known.find(c_text); at != m.known.end()) return at->second.kernel;
  }
  if (runs_apart(c_text)) return nullptr;
  Compiler::Origin origin{};
  void* const handle = m.soon.compiler.find(c_text, origin);
  const CpuKernelRef kernel = handle ? kernel_named(loaded(handle), "nova_run") : nullptr;
  if (!kernel) return nullptr;
  const std::lock_guard lock(m.mutex);
  m.count(origin, 0);
  return m.known[c_text].kernel = kernel;
}

bool CpuDevice::was_checked(const std::string& c_text) const {
  return impl_->soon.compiler.was_checked(c_text);
}
void CpuDevice::note_checked(const std::string& c_text, bool right) {
  impl_->soon.compiler.note_checked(c_text, right);
}

CpuKernelRef CpuDevice::compile(const std::string& c_text, std::string& error) {
  std::unique_lock lock(impl_->mutex);
  Known k;
  impl_->finished.wait(lock, [&] { return (k = impl_->look(c_text)).ready(); });
  error = std::move(k.error);
  return k.kernel;
}

std::vector<CpuKernelRef> CpuDevice::compile_all(std::span<const std::string> kernels, std::string& error) {
  Compiler::Origin origin{};
  std::vector<CpuKernelRef> made;
  void* handle = impl_->soon.compiler.load(join_kernels(kernels), error, origin);
  if (!handle) return made;
  const std::shared_ptr<void> object = loaded(handle);
  for (size_t k = 0; k < kernels.size(); ++k)
    made.push_back(kernel_named(object, "nova_run_" + std::to_string(k)));
  return made;
}

void CpuDevice::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(impl_->mutex);
  impl_->finished.wait_for(lock, most);
}

Progress CpuDevice::progress() const { return impl_->pool.progress(); }

CpuDevice::Counts CpuDevice::counts() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->counts;
}

namespace {

/// Loads the kernel in the object at `path` and runs it on a pool of its own. Called in a child process.
Answer run_loaded(const std::string& path, const Plan& plan, std::span<const Word> inputs, uint32_t threads,
                  int channel) {
  void* const object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  const auto entry = object ? reinterpret_cast<Entry>(dlsym(object, "nova_run")) : nullptr;
  if (!entry) _exit(1);
  ThreadPool pool(threads);
  const Stop never;
  Run run(pool, never, false, nullptr);
  const Pulse pulse(channel, [&] { return pool.progress().done; });
  return run.run(entry, plan, inputs);
}

/// Runs the kernel in the object at `path` in a child process.
Answer run_apart(const std::string& path, const Plan& plan, const ChildInputs& inputs, const Stop& stop,
                 uint32_t threads) {
  return answer_in_child(
      plan, inputs, [&](int channel) { return run_loaded(path, plan, inputs.words, threads, channel); },
      [&] { stop.check(); }, stop.longest);
}

} // namespace

void Stop::check() const {
  if (interrupted && interrupted->load(std::memory_order_relaxed)) fail("E0603");
  if (deadline && last_tick() >= *deadline) fail("E0604");
  if (asks && std::this_thread::get_id() == asker && asks()) fail("E0603");
}

Answer CpuDevice::run(const CpuKernel& kernel, const Plan& plan, std::span<const Word> inputs,
                      const Stop& stop, std::span<const uint64_t> rooms, Ranks* ranks) {
  const std::lock_guard lock(impl_->running);
  if (!kernel.path.empty()) return run_apart(kernel.path, plan, {inputs, rooms}, stop, impl_->pool.threads());
  std::optional<Division> division;
  if (ranks) division.emplace(*ranks, kernel.choices, [&] { stop.check(); });
  Run run(impl_->pool, stop, kernel.has_long_calls, division ? &*division : nullptr);
  Answer answer = run.run(kernel.entry, plan, inputs, rooms);
  kernel.has_long_calls = run.has_long_calls();
  return answer;
}

void CpuDevice::copy(std::byte* to, const std::byte* from, uint64_t bytes) {
  constexpr uint64_t piece = uint64_t{1} << 20;
  const auto part = [&](int64_t begin, int64_t end) {
    const uint64_t at = static_cast<uint64_t>(begin) * piece;
    std::memcpy(to + at, from + at, std::min(static_cast<uint64_t>(end) * piece, bytes) - at);
  };
  const auto pieces = static_cast<int64_t>((bytes + piece - 1) / piece);
  if (pieces <= 1) return bytes ? part(0, pieces) : void();
  const std::lock_guard lock(impl_->running);
  impl_->pool.run(pieces, -1, [&](uint32_t, int64_t begin, int64_t end) { return part(begin, end), true; });
}

} // namespace nova::plan
