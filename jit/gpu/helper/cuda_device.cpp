#include "jit/gpu/helper/cuda_device.hpp"
#include "jit/compile/disk_cache.hpp"
#include "jit/compile/nvrtc_compiler.hpp"
#include "jit/emit/prologue.hpp"
#include "jit/gpu/helper/protocol.hpp"
#include "runtime/cuda/driver.hpp"
#include "runtime/cuda/nvrtc.hpp"
#include "runtime/fault.hpp"
#include "runtime/foreign/function.hpp"
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <unistd.h>
#include <unordered_map>
#include <utility>

namespace nova::plan {
namespace {

using namespace cuda;

/// The initial bytes of a thread's stack for recursive calls, in addition to the kernel's frames.
constexpr int64_t calls_at_first = 6144;
constexpr int64_t more_for_calls = 4;        ///< factor by which the stack for calls grows if it is too small
constexpr int64_t most_stack = 512 << 10;    ///< maximal bytes of a thread's stack on any GPU
constexpr int64_t memory_for_stacks = 8;     ///< all stacks together take at most 1/8 of a GPU's memory
constexpr uint32_t unknown_frames = 6144;    ///< bytes assumed for frames of PTX, which the driver compiles
constexpr uint64_t mailbox_bytes = 4096;     ///< maximal bytes that one `fetch` reads in one round trip
constexpr uint32_t plain_shared = 48u << 10; ///< bytes of a block's shared memory that need no attribute

Address address(const void* p) { return reinterpret_cast<Address>(p); }

/// The data of a kernel that a launch needs.
struct Kernel {
  cuda::Function function = nullptr;
  uint32_t resident = 0; ///< how many blocks the GPU can run at the same time
  mutable bool ran = false;
};

/// A text's loaded kernels. Better code replaces the first code between runs, once it is compiled.
class CudaModule : public GpuModule {
 public:
  /// `deep`: whether the text has recursive functions.
  CudaModule(const Driver& d, bool deep) : is_deep(deep), driver_(d) {}
  ~CudaModule() override {
    for (const Module m : modules_) driver_.unload_module(m);
  }
  /// Loads code for some of the kernels, or better code for all. Returns "", or why that failed.
  std::string add(const std::string& code, uint32_t frames);
  void wait_for(std::shared_ptr<const BetterCode> better) { better_ = std::move(better); }
  bool improve() override;
  /// Finds the kernel of this name in the newest module that has it.
  Status find(cuda::Function& f, const std::string& name) const;
  mutable std::unordered_map<std::string, Kernel> kernels; ///< kernels of the present code that were launched
  const bool is_deep;
  mutable int64_t calls = calls_at_first; ///< bytes of a thread's stack for recursive calls
  /// Returns the bytes of stack that each thread needs.
  int64_t stack() const { return (calls + frames_ + 1023) / 1024 * 1024; }

 private:
  const Driver& driver_;
  std::vector<Module> modules_; ///< all modules, oldest first; kernels of older ones may still run
  /// Bytes of stack for a kernel's frames: its own, and one of each function that it calls. Maximum over all kernels.
  int64_t frames_ = 0;
  std::shared_ptr<const BetterCode> better_;
};

std::string CudaModule::add(const std::string& code, uint32_t frames) {
  Module m = nullptr;
  std::array<char, 4096> log{};
  std::array options = {jit_error_log, jit_error_log_bytes};
  std::array<void*, 2> values = {log.data(), reinterpret_cast<void*>(log.size() - 1)};
  const Status s = driver_.load_module(&m, code.data(), options.size(), options.data(), values.data());
  if (s != 0)
    return driver_.error_name(s) + " in loading kernels" + (log[0] ? ": " + std::string(log.data()) : "");
  modules_.push_back(m), frames_ = std::max<int64_t>(frames_, frames ? frames : unknown_frames);
  return "";
}

bool CudaModule::improve() {
  if (!better_ || !better_->ready.load(std::memory_order_acquire)) return false;
  const std::shared_ptr<const BetterCode> code = std::exchange(better_, nullptr);
  if (code->text.empty() || !add(code->text, code->frames).empty()) return false;
  kernels.clear();
  return true;
}

Status CudaModule::find(cuda::Function& f, const std::string& name) const {
  Status s = error_not_found;
  for (size_t k = modules_.size(); s == error_not_found && k-- > 0;)
    s = driver_.get_function(&f, modules_[k], name.c_str());
  return s;
}

class CudaDevice : public GpuDevice {
 public:
  CudaDevice(std::unique_ptr<Driver> d, const std::string& cache, Effort first)
      : driver_(std::move(d)), cache_(cache), first_(first) {}
  /// Opens the GPU and takes one of the compilers. Returns "", or why that failed.
  std::string open(Compilers compilers);
  std::string about() const;

  std::string name() const override { return name_; }
  uint32_t resident_blocks(uint32_t threads) const override {
    return multiprocessors_ * (threads_ / threads);
  }
  int64_t stack_bytes(const GpuModule& module) const override {
    return static_cast<const CudaModule&>(module).calls;
  }
  bool grow_stack(const GpuModule& module) override;
  std::string whole(const std::string& kernels) const override { return cuda_prologue(kernels) + kernels; }
  std::shared_ptr<GpuModule> load(const std::string& whole, std::string& error) override;

  void* allocate(uint64_t bytes) override;
  void release(void* place) noexcept override;
  void pin(void* place, uint64_t bytes) override { driver_->pin(place, bytes, 0); } // failure costs only time
  void upload(void* to, const void* from, uint64_t bytes) override {
    if (bytes) must(driver_->upload(address(to), from, bytes, stream_), "a copy to the device"), finish();
  }
  void download(void* to, const void* from, uint64_t bytes) override {
    if (bytes) must(driver_->download(to, address(from), bytes, stream_), "a copy from the device"), finish();
  }
  void fetch(std::span<const Fetch> all) override;
  void copy(void* to, const void* from, uint64_t bytes) override {
    if (bytes) must(driver_->copy(address(to), address(from), bytes, stream_), "a copy on the device");
  }
  void fill(void* at, uint64_t bytes, uint8_t byte) override {
    if (bytes) must(driver_->fill(address(at), byte, bytes, stream_), "filling memory");
  }
  const void* stop_place() override { return stop_; }
  void launch(const GpuModule& module, const std::string& kernel, const GpuGrid& grid, const GpuTask& task,
              std::span<const uint64_t> words) override;
  void launch(const ForeignLaunch& launch) override;
  void finish() override;
  void start_clock() override { must(driver_->record(clock_.begin, stream_), "an event"); }
  double stop_clock() override;

 private:
  void must(Status s, const std::string& what) const {
    if (s != 0) throw GpuBroken{told(s) + " in " + what};
  }
  int attribute(int which) const {
    int v = 0;
    driver_->device_attribute(&v, which, device_);
    return v;
  }
  Status obtain(Address& place, uint64_t bytes) {
    return pool_ ? driver_->allocate_in_order(&place, bytes, stream_) : driver_->allocate(&place, bytes);
  }
  const CudaModule& module_of(const ForeignFunction& f);
  std::string open_device();
  const Kernel& kernel_of(const CudaModule& m, const std::string& name, const GpuGrid& grid);
  void set_shared(cuda::Function f, const std::string& name, uint32_t bytes) const;
  void set_stack(const CudaModule& m);
  /// Whether the GPU has memory for a stack of so many bytes for each thread that it can run.
  bool has_memory_for(int64_t stack) const;
  std::string told(Status s) const;
  void set_stop(int to);

  std::unique_ptr<Driver> driver_;
  std::unique_ptr<Nvrtc> nvrtc_;
  std::string cache_;
  Effort first_;
  std::optional<KernelCompiler> compiler_;
  std::map<std::string, std::shared_ptr<GpuModule>>
      user_modules_; ///< the user's kernels, by their whole texts
  Device device_ = 0;
  /// `stream_`: for all work, which runs in order. `beside_`: only for stopping kernels.
  Stream stream_ = nullptr, beside_ = nullptr;
  struct {
    Event begin, end;
  } clock_ = {};
  Pool pool_ = nullptr; ///< the device's memory pool; null if it has none
  /// Pinned host memory to which `fetch` copies several small values in one round trip; empty if pinning failed.
  std::vector<std::byte> mailbox_;
  void* stop_ = nullptr;
  int arch_ = 0;
  uint32_t multiprocessors_ = 1, threads_ = 1024, shared_ = plain_shared;
  int64_t stack_ = 1024; ///< bytes of each thread's stack now; contexts begin with 1024
  bool watched_ = false; ///< whether the GPU drives a display, whose watchdog ends long kernels
  uint64_t memory_ = 0;
  std::string name_;
};

/// Retains the device's context. Tries again for a while, since the context of a helper that was just killed may
/// still hold all memory.
Status retained(const Driver& d, Context* context, Device device) {
  constexpr int attempts = 10;
  constexpr useconds_t pause = 200'000;
  Status s = 0;
  for (int k = 0; k < attempts; ++k) {
    s = d.retain_context(context, device);
    if (s != error_out_of_memory && s != error_unavailable) break;
    usleep(pause);
  }
  return s;
}

/// Chooses the newest compiler that is not newer than the driver and that supports the GPU or an older one. Returns
/// "", or why there is none.
std::string choose(Compilers& all, std::unique_ptr<Nvrtc>& chosen, int driver, int arch) {
  std::string why = "there is no libnvrtc, which compiles kernels";
  for (std::unique_ptr<Nvrtc>& n : all) {
    const std::vector<int> known = n->architectures();
    const std::string name =
        "NVRTC " + std::to_string(n->version() / 100) + "." + std::to_string(n->version() % 100 / 10);
    if (n->version() / 100 > driver / 1000)
      why = name + " is newer than the driver, which is for CUDA " + std::to_string(driver / 1000) + "." +
            std::to_string(driver % 1000 / 10);
    else if (known.empty() || *std::ranges::min_element(known) > arch)
      why = name + " knows no GPU as old as sm_" + std::to_string(arch);
    else
      return chosen = std::move(n), "";
  }
  return why;
}

std::string CudaDevice::open(Compilers compilers) {
  if (const std::string why = open_device(); !why.empty()) return why;
  if (const std::string why = choose(compilers, nvrtc_, driver_->version(), arch_); !why.empty()) return why;
  compiler_.emplace(*nvrtc_, cache_, arch_, first_);
  uint64_t keep = UINT64_MAX; // the pool keeps all released memory for the next run
  if (attribute(attribute_memory_pools) && driver_->default_pool(&pool_, device_) == 0)
    driver_->set_pool_attribute(pool_, pool_release_threshold, &keep);
  mailbox_.resize(mailbox_bytes);
  if (driver_->pin(mailbox_.data(), mailbox_.size(), 0) != 0) mailbox_.clear();
  stop_ = allocate(8);
  clear(stop_, 8), finish();
  return "";
}

std::string CudaDevice::open_device() {
  const auto no = [this](Status s, const char* what) { return driver_->error_name(s) + " in " + what; };
  int count = 0;
  if (const Status s = driver_->init(0)) return no(s, "cuInit");
  if (const Status s = driver_->device_count(&count)) return no(s, "cuDeviceGetCount");
  if (count == 0) return "the driver shows no GPU";
  char text[256] = "";
  size_t bytes = 0;
  Context context = nullptr;
  if (const Status s = driver_->device_get(&device_, 0)) return no(s, "cuDeviceGet");
  if (const Status s = retained(*driver_, &context, device_)) return no(s, "opening the GPU");
  for (const Status s :
       {driver_->device_name(text, sizeof text, device_), driver_->device_memory(&bytes, device_),
        driver_->set_context(context), driver_->make_stream(&stream_, stream_non_blocking),
        driver_->make_stream(&beside_, stream_non_blocking), driver_->make_event(&clock_.begin, 0),
        driver_->make_event(&clock_.end, 0)})
    if (s != 0) return no(s, "opening the GPU");
  name_ = text, memory_ = bytes, watched_ = attribute(attribute_watchdog) != 0;
  arch_ = attribute(attribute_major) * 10 + attribute(attribute_minor);
  multiprocessors_ = static_cast<uint32_t>(std::max(attribute(attribute_multiprocessors), 1));
  threads_ = static_cast<uint32_t>(std::max(attribute(attribute_threads_per_multiprocessor), 1024));
  shared_ =
      static_cast<uint32_t>(std::max({attribute(attribute_shared), attribute(attribute_shared_wished), 1}));
  return "";
}

/// Returns the driver's name for the error, with its cause if that is known.
std::string CudaDevice::told(Status s) const {
  const std::string name = driver_->error_name(s);
  if (s == error_launch_timeout)
    return name + ": a display hangs on this GPU, whose watchdog ends kernels that run for seconds";
  return name;
}

std::string CudaDevice::about() const {
  char text[256];
  std::snprintf(text, sizeof text,
                "sm_%d, %.1f GiB, %u multiprocessors, driver for CUDA %d.%d, NVRTC %d.%d%s", arch_,
                static_cast<double>(memory_) / (1 << 30), multiprocessors_, driver_->version() / 1000,
                driver_->version() % 1000 / 10, nvrtc_->version() / 100, nvrtc_->version() % 100 / 10,
                watched_ ? "; a display's watchdog ends kernels that run for seconds" : "");
  return text;
}

std::shared_ptr<GpuModule> CudaDevice::load(const std::string& whole, std::string& error) {
  const std::optional<KernelCompiler::Code> code = compiler_->code(whole, error);
  if (!code) return nullptr;
  auto module = std::make_shared<CudaModule>(*driver_, whole.find("if (nova_deep(t))") != whole.npos);
  for (const std::string& part : code->parts)
    if (!(error = module->add(part, code->frames)).empty()) return nullptr;
  if (!code->best) module->wait_for(compiler_->improve(whole));
  return module;
}

void* CudaDevice::allocate(uint64_t bytes) {
  Address place = 0;
  Status s = obtain(place, bytes);
  if (s == error_out_of_memory) {
    finish(); // memory that was released before is free now
    if (pool_) driver_->trim_pool(pool_, 0);
    s = obtain(place, bytes);
  }
  if (s == error_out_of_memory) {
    size_t available = 0, total = 0;
    driver_->memory_info(&available, &total);
    fail("E0601",
         {std::to_string(bytes) + " bytes", std::to_string(total - available), std::to_string(total)});
  }
  must(s, "an allocation");
  return reinterpret_cast<void*>(place);
}

void CudaDevice::release(void* place) noexcept {
  if (pool_)
    driver_->release_in_order(address(place), stream_);
  else
    driver_->release(address(place)); // waits for running kernels
}

void CudaDevice::fetch(std::span<const Fetch> all) {
  uint64_t bytes = 0;
  for (const Fetch& f : all) bytes += f.bytes;
  if (bytes > mailbox_.size()) return GpuDevice::fetch(all);
  std::byte* at = mailbox_.data();
  for (const Fetch& f : all) {
    must(driver_->download(at, address(f.from), f.bytes, stream_), "a copy from the device");
    at += f.bytes;
  }
  finish();
  at = mailbox_.data();
  for (const Fetch& f : all) std::memcpy(f.to, at, f.bytes), at += f.bytes;
}

void CudaDevice::set_shared(cuda::Function f, const std::string& name, uint32_t bytes) const {
  if (bytes > shared_)
    throw GpuUnfit{"a block of its kernels needs " + std::to_string(bytes) +
                   " bytes of shared memory, the GPU has " + std::to_string(shared_)};
  if (bytes > plain_shared)
    must(driver_->set_function_attribute(f, function_dynamic_shared, static_cast<int>(bytes)),
         "the shared memory of " + name);
}

const Kernel& CudaDevice::kernel_of(const CudaModule& m, const std::string& name, const GpuGrid& grid) {
  if (const auto known = m.kernels.find(name); known != m.kernels.end()) return known->second;
  Kernel k;
  must(m.find(k.function, name), "looking for " + name);
  set_shared(k.function, name, grid.shared);
  int per = 0;
  must(driver_->blocks_per_multiprocessor(&per, k.function, static_cast<int>(grid.threads), grid.shared),
       "the occupancy of " + name);
  if (per < 1)
    throw GpuUnfit{"no block of " + std::to_string(grid.threads) +
                   " threads of its kernels finds room on the GPU"};
  k.resident = static_cast<uint32_t>(per) * multiprocessors_;
  return m.kernels[name] = k;
}

// ---- stacks: they take memory for all threads that the GPU can run, so they grow only for modules that need it

bool CudaDevice::has_memory_for(int64_t stack) const {
  const int64_t all = stack * multiprocessors_ * threads_;
  return stack <= most_stack && all <= static_cast<int64_t>(memory_) / memory_for_stacks;
}

void CudaDevice::set_stack(const CudaModule& m) {
  if (!m.is_deep || m.stack() <= stack_) return;
  const Status s = has_memory_for(m.stack()) ? driver_->set_limit(limit_stack, static_cast<size_t>(m.stack()))
                                             : error_out_of_memory;
  if (s == error_out_of_memory)
    throw GpuUnfit{"its calls need " + std::to_string(m.stack()) + " bytes of stack for each thread"};
  must(s, "the threads' stacks");
  stack_ = m.stack();
}

bool CudaDevice::grow_stack(const GpuModule& module) {
  const auto& m = static_cast<const CudaModule&>(module);
  const int64_t before = m.calls;
  m.calls *= more_for_calls;
  try {
    if (has_memory_for(m.stack())) return finish(), set_stack(m), true;
  } catch (const GpuUnfit&) { // the driver has no memory for it
  }
  return m.calls = before, false;
}

/// Launches a kernel. Kernels loop over their elements in steps of the grid's size. So the best grid has as many
/// blocks as the device can run at the same time. The host waits for a kernel's first run, so that the error names
/// the kernel if it breaks the device.
void CudaDevice::launch(const GpuModule& module, const std::string& kernel, const GpuGrid& grid,
                        const GpuTask& task, std::span<const uint64_t> words) {
  const auto& m = static_cast<const CudaModule&>(module);
  const Kernel& k = kernel_of(m, kernel, grid);
  set_stack(m);
  void* arguments[] = {const_cast<GpuTask*>(&task), const_cast<uint64_t*>(words.data())};
  must(driver_->launch(k.function, std::min(grid.blocks, k.resident), 1, 1, grid.threads, 1, 1, grid.shared,
                       stream_, arguments, nullptr),
       "launching " + kernel);
  if (std::exchange(k.ran, true)) return;
  try {
    finish();
  } catch (const GpuBroken& e) {
    throw GpuBroken{e.what + " in " + kernel};
  }
}

// ---- kernels of the user's

/// Compiles the kernel's text and loads it, at its first launch.
const CudaModule& CudaDevice::module_of(const ForeignFunction& f) {
  const std::string whole = foreign_kernel_text(f);
  std::shared_ptr<GpuModule>& m = user_modules_[whole];
  std::string error;
  if (!m) m = load(whole, error);
  if (!m) fail("E0430", {f.name, cuda::first_error(error)});
  return static_cast<const CudaModule&>(*m);
}

void CudaDevice::launch(const ForeignLaunch& l) {
  const std::string& name = l.kernel->name;
  cuda::Function f{};
  if (module_of(*l.kernel).find(f, name) != 0)
    fail("E0430", {name, "its parameters are not those of its type"});
  if (l.shared > 0) set_shared(f, name, static_cast<uint32_t>(l.shared));
  std::vector<void*> arguments;
  for (const ForeignLaunch::Place& p : l.places) {
    const bool column = p.column != nullptr;
    arguments.push_back(const_cast<void*>(column ? static_cast<const void*>(&p.column) : &p.bits));
    if (column) arguments.push_back(const_cast<int64_t*>(&p.length));
  }
  const auto& [x, y, z] = l.threads;
  const Status s = driver_->launch(f, l.blocks[0], l.blocks[1], l.blocks[2], x, y, z,
                                   static_cast<uint32_t>(l.shared), stream_, arguments.data(), nullptr);
  if (s != 0) fail("E0432", {name, told(s)});
}

double CudaDevice::stop_clock() {
  must(driver_->record(clock_.end, stream_), "an event");
  finish();
  float milliseconds = 0;
  must(driver_->elapsed(&milliseconds, clock_.begin, clock_.end), "the time between two events");
  return 1e6 * static_cast<double>(milliseconds);
}

void CudaDevice::set_stop(int to) {
  must(driver_->upload(address(stop_), &to, sizeof to, beside_), "telling kernels to stop");
  must(driver_->synchronize(beside_), "telling kernels to stop");
}

/// Waits for all work on the GPU, first by spinning and then with sleeps. If `give_up` throws, a word in device
/// memory tells the kernels to stop.
void CudaDevice::finish() {
  constexpr uint32_t spins = 2000, between_questions = 64, nap_us = 20;
  for (uint32_t k = 1;; ++k) {
    const Status s = driver_->query(stream_);
    if (s == 0) return;
    if (s != error_not_ready) throw GpuBroken{told(s)};
    if (k > spins) usleep(nap_us);
    if (!give_up || k % between_questions) continue;
    try {
      give_up();
    } catch (...) {
      set_stop(1);
      must(driver_->synchronize(stream_), "a kernel that was to stop");
      set_stop(0);
      throw;
    }
  }
}

} // namespace

GpuOpening open_cuda(std::unique_ptr<Driver> driver, Compilers compilers, const std::string& cache,
                     Effort first) {
  GpuOpening o;
  auto device = std::make_unique<CudaDevice>(std::move(driver), cache, first);
  try {
    if (o.about = device->open(std::move(compilers)); !o.about.empty()) return o;
  } catch (const GpuBroken& e) {
    return o.about = e.what, std::move(o);
  } catch (const Fault&) {
    return o.about = "the GPU has no memory left", std::move(o);
  }
  o.about = device->about();
  o.device = std::move(device);
  return o;
}

GpuOpening open_cuda(const std::string& cache, Effort first) {
  GpuOpening o;
  std::unique_ptr<Driver> driver = Driver::open(o.about);
  return driver ? open_cuda(std::move(driver), Nvrtc::open_all(), cache, first) : std::move(o);
}

std::optional<int> cuda_helper(int argc, char** argv) {
  if (argc < 2 || std::string_view(argv[1]) != "gpu-helper") return {};
  if (fcntl(gpu_socket, F_GETFD) < 0 || fcntl(gpu_ring, F_GETFD) < 0)
    return std::fprintf(stderr, "nova: gpu-helper is started by nova itself\n"), 2;
  const bool best = argc > 3 && std::string_view(argv[3]) == "best";
  return serve_gpu([&] { return open_cuda(argc > 2 ? argv[2] : "", best ? Effort::All : Effort::Little); });
}

} // namespace nova::plan
