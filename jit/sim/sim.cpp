#include "jit/sim/sim.hpp"
#include "jit/compile/host_compiler.hpp"
#include "jit/emit/prologue.hpp"
#include "jit/sim/loaded_object.hpp"
#include "jit/sim/machine.hpp"
#include "runtime/foreign/function.hpp"
#include "runtime/loader.hpp"
#include <algorithm>
#include <cstring>
#include <dlfcn.h>

namespace nova::plan {
namespace {

/// Returns C++ that defines a function NAME_sim for each kernel NAME of the text. The function takes the kernel's
/// arguments by pointer.
std::string entries(const std::string& text) {
  std::string out;
  for (size_t at = 0; (at = text.find("nova_words<", at)) != text.npos; ++at) {
    const size_t line = text.rfind('\n', at) + 1;
    const std::string head = text.substr(line, at - line);
    if (head.find("__global__") == head.npos) continue;
    const size_t open = head.find("(nova_gpu"), begin = head.rfind(' ', open) + 1;
    const std::string kernel = head.substr(begin, open - begin),
                      words = text.substr(at, text.find('>', at) + 1 - at);
    out += "extern \"C\" void " + kernel + "_sim(const nova_gpu* g, const " + words + "* w) { " + kernel +
           "(*g, *w); }\n";
  }
  return out;
}

class SimModule : public GpuModule {
 public:
  SimModule(void* handle, bool uses_heap)
      : handle(handle), uses_heap(uses_heap), calls(static_cast<SimCalls*>(dlsym(handle, "nova_sim"))),
        place(extent(calls)) {}
  ~SimModule() override { unload_object(handle); }
  void* const handle;
  const bool uses_heap; ///< whether the text has functions in C
  SimCalls* const calls;
  const std::pair<const char*, const char*> place;
};

class Sim : public GpuDevice {
 public:
  Sim(const std::string& cache, uint64_t seed, const std::string& level)
      : compiler_("cc", cache, level, Compiler::Simulated), seed_(seed), stop_(memory_.allocate(8)) {
    std::memset(stop_, 0, 8);
  }
  std::string name() const override { return "a simulated GPU"; }
  uint32_t resident_blocks(uint32_t) const override { return 5; }
  int64_t stack_bytes(const GpuModule&) const override { return sim_calls; }

  std::string whole(const std::string& kernels) const override {
    return cuda_prologue(kernels, true) + kernels + entries(kernels);
  }

  std::shared_ptr<GpuModule> load(const std::string& whole, std::string& error) override {
    Compiler::Origin origin{};
    compiler_.give_up = give_up;
    void* handle = compiler_.load(whole, error, origin);
    return handle ? std::make_shared<SimModule>(handle, whole.find(heap_mark) != whole.npos) : nullptr;
  }

  void* allocate(uint64_t bytes) override {
    void* place = memory_.allocate(bytes);
    constexpr uint64_t piece = uint64_t{64} << 20;
    for (uint64_t at = 0; at < bytes; at += piece) { // no zeros, on which kernels must not rely
      std::memset(static_cast<char*>(place) + at, 0xcd, std::min(piece, bytes - at));
      if (give_up && bytes > piece) ask_whether_to_give_up(place);
    }
    return place;
  }
  void release(void* place) noexcept override { memory_.release(place); }
  void upload(void* to, const void* from, uint64_t bytes) override {
    if (bytes) std::memcpy(to, from, bytes);
    copied->sent += bytes;
  }
  void download(void* to, const void* from, uint64_t bytes) override {
    if (!bytes) return;
    if (!memory_.holds(from, bytes)) throw DeviceError{"memory is read back out of bounds"};
    std::memcpy(to, from, bytes);
    copied->fetched += bytes;
  }
  void copy(void* to, const void* from, uint64_t bytes) override {
    if (!bytes) return;
    if (!memory_.holds(to, bytes) || !memory_.holds(from, bytes))
      throw DeviceError{"memory is copied out of bounds"};
    std::memcpy(to, from, bytes);
  }
  void fill(void* at, uint64_t bytes, uint8_t byte) override { std::memset(at, byte, bytes); }
  const void* stop_place() override { return stop_; }

  void launch(const GpuModule& module, const std::string& kernel, const GpuGrid& grid, const GpuTask& task,
              std::span<const uint64_t> words) override {
    const auto& m = static_cast<const SimModule&>(module);
    const auto entry = reinterpret_cast<void (*)(const GpuTask*, const uint64_t*)>(
        dlsym(m.handle, (kernel + "_sim").c_str()));
    if (!entry) throw DeviceError{"there is no kernel " + kernel};
    if (watch) watch->launch(kernel, grid, task, words);
    SimMachine(*m.calls, memory_, m.place, stacks_, seed_++, watch, m.uses_heap)
        .run(entry, kernel, grid, task, words, give_up);
  }
  void finish() override {
    if (give_up) give_up();
  }
  void launch(const ForeignLaunch& l) override {
    kernel_runner ? kernel_runner(l, give_up) : GpuDevice::launch(l);
  }
  SimWatch* watch = nullptr;
  std::function<void(const ForeignLaunch&, const std::function<void()>&)> kernel_runner;
  std::shared_ptr<Copied> copied = std::make_shared<Copied>();

 private:
  /// Calls give_up. If that throws, first frees `made`, which nothing uses yet.
  void ask_whether_to_give_up(void* made) {
    try {
      give_up();
    } catch (...) {
      memory_.release(made);
      throw;
    }
  }

  Compiler compiler_;
  SimMemory memory_;
  FiberStacks stacks_;
  uint64_t seed_;
  void* stop_;
};

} // namespace

std::unique_ptr<GpuDevice> make_sim(const std::string& cache, uint64_t seed, const std::string& level) {
  return std::make_unique<Sim>(cache, seed, level);
}

void set_kernel_runner(GpuDevice& sim,
                       std::function<void(const ForeignLaunch&, const std::function<void()>&)> by) {
  static_cast<Sim&>(sim).kernel_runner = std::move(by);
}

void watch_sim(GpuDevice& sim, SimWatch* by) { static_cast<Sim&>(sim).watch = by; }

void count_copies(GpuDevice& sim, std::shared_ptr<Copied> by) {
  static_cast<Sim&>(sim).copied = std::move(by);
}

} // namespace nova::plan
