// The fake driver: kernels run on the simulator, in the order of a stream, and what a call may do is limited as on a device.
#include "tests/fake_driver.hpp"
#include "jit/emit/embedded_texts.hpp"
#include "jit/sim/sim.hpp"
#include "runtime/cuda/api.hpp"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

using namespace nova;
using namespace nova::cuda;

namespace {

constexpr Status good = 0, invalid_value = 1, no_memory = 2, not_initialized = 3, no_code = 209,
                 unsound_code = 218, no_context = 201, illegal_address = 700;
constexpr int multiprocessors = 4, threads_each = 2048;
constexpr unsigned plain_shared = 48u << 10;

struct Words {
  std::map<std::string, int64_t> all{{"arch", 90},      {"shared", 232448}, {"driver", 13000}, {"nvrtc", 4},
                                     {"memory", 16384}, {"blocks", 8},      {"frames", 0},     {"busy", 0},
                                     {"pools", 1},      {"watchdog", 0},    {"unsound", 0}};
  int64_t operator[](const char* name) const { return all.at(name); }
};
Words limits;
std::shared_ptr<FakeCuda> counts;
std::unique_ptr<plan::GpuDevice> sim;
bool initialized = false;
thread_local bool current = false;
int64_t stack_bytes = 1024;
std::map<Address, uint64_t> memory; // what is allocated
uint64_t in_use = 0;

// ---- a stream: launches go on by themselves, all else waits for them

std::mutex& mutex = *new std::mutex; // never deleted, since the thread that works never ends
std::condition_variable& changed = *new std::condition_variable;
std::deque<std::function<void()>>& waiting = *new std::deque<std::function<void()>>;
bool works = false;
std::atomic<Status> broken = good; // sticky

void work() {
  for (std::unique_lock lock(mutex);;) {
    changed.wait(lock, [] { return !waiting.empty(); });
    works = true;
    const auto one = std::move(waiting.front());
    waiting.pop_front();
    lock.unlock();
    one();
    lock.lock();
    works = false;
    changed.notify_all();
  }
}
void drain() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [] { return waiting.empty() && !works; });
}

Status refused(Status s) { return fake::refused(s); }
/// What every call needs.
Status ready() {
  return !initialized ? refused(not_initialized) : !current ? refused(no_context) : broken.load();
}
bool holds(Address at, uint64_t bytes) {
  auto next = memory.upper_bound(at);
  return next != memory.begin() && at + bytes <= std::prev(next)->first + std::prev(next)->second;
}
void* host(Address a) { return reinterpret_cast<void*>(a); }

// ---- the driver

struct FakeModule {
  std::string text;
  std::shared_ptr<plan::GpuModule> kernels;
};
struct FakeFunction {
  FakeModule* module;
  std::string name;
  size_t words;
  unsigned shared = plain_shared;
};

Status init(unsigned) { return ++counts->helpers, initialized = true, good; }
Status driver_version(int* v) { return *v = static_cast<int>(limits["driver"]), good; }
Status error_name(Status s, const char** name) {
  static const std::map<Status, const char*> names = {
      {1, "CUDA_ERROR_INVALID_VALUE"},       {2, "CUDA_ERROR_OUT_OF_MEMORY"},
      {209, "CUDA_ERROR_NO_BINARY_FOR_GPU"}, {218, "CUDA_ERROR_INVALID_PTX"},
      {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},   {702, "CUDA_ERROR_LAUNCH_TIMEOUT"}};
  const auto at = names.find(s);
  return *name = at == names.end() ? "CUDA_ERROR" : at->second, good;
}
Status device_count(int* n) { return *n = 1, good; }
Status device_get(Device* d, int) { return *d = 0, good; }
Status device_name(char* name, int size, Device) {
  return std::snprintf(name, static_cast<size_t>(size), "a fake CUDA device"), good;
}
Status device_memory(size_t* bytes, Device) {
  return *bytes = static_cast<size_t>(limits["memory"]) << 20, good;
}
Status device_attribute(int* v, int which, Device) {
  switch (which) {
  case attribute_shared: return *v = plain_shared, good;
  case attribute_shared_wished: return *v = static_cast<int>(limits["shared"]), good;
  case attribute_multiprocessors: return *v = multiprocessors, good;
  case attribute_threads_per_multiprocessor: return *v = threads_each, good;
  case attribute_watchdog: return *v = limits["watchdog"] != 0, good;
  case attribute_major: return *v = static_cast<int>(limits["arch"] / 10), good;
  case attribute_minor: return *v = static_cast<int>(limits["arch"] % 10), good;
  case attribute_memory_pools: return *v = limits["pools"] != 0, good;
  default: return refused(invalid_value);
  }
}
Status retain_context(Context*, Device) { return limits.all["busy"]-- > 0 ? no_memory : good; }
Status set_context(Context) { return current = true, good; }
uint64_t stacks(int64_t each) { return static_cast<uint64_t>(each) * multiprocessors * threads_each; }
uint64_t room() { return (static_cast<uint64_t>(limits["memory"]) << 20) - stacks(stack_bytes) - in_use; }
Status set_limit(int which, size_t bytes) {
  if (const Status s = ready()) return s;
  if (which != limit_stack || bytes > (512u << 10)) return refused(invalid_value);
  drain();
  if (stacks(static_cast<int64_t>(bytes)) > room() + stacks(stack_bytes)) return no_memory;
  stack_bytes = static_cast<int64_t>(bytes), counts->stack = std::max<uint64_t>(counts->stack, bytes);
  return good;
}
Status make_stream(Stream* s, unsigned) {
  static uintptr_t made = 0;
  return *s = reinterpret_cast<Stream>(++made), ready();
}
bool is_first(Stream s) { return s == reinterpret_cast<Stream>(uintptr_t{1}); }
Status query(Stream s) {
  if (const Status bad = ready()) return bad;
  const std::lock_guard lock(mutex);
  return is_first(s) && (works || !waiting.empty()) ? error_not_ready : broken.load();
}
Status synchronize(Stream s) {
  if (is_first(s)) drain();
  return ready();
}
Status make_event(Event* e, unsigned) { return *e = reinterpret_cast<Event>(uintptr_t{1}), ready(); }
Status record(Event, Stream) { return ready(); }
Status elapsed(float* ms, Event, Event) { return *ms = 1, ready(); }

/// Code is a line, `sm_90 13`, and the text behind it.
Status load_module(Module* module, const void* image, unsigned count, int* options, void** values) {
  if (const Status s = ready()) return s;
  const auto log = [&](const std::string& text) {
    for (unsigned k = 0; k + 1 < count; ++k)
      if (options[k] == jit_error_log && options[k + 1] == jit_error_log_bytes)
        std::snprintf(static_cast<char*>(values[k]), reinterpret_cast<size_t>(values[k + 1]), "%s",
                      text.c_str());
  };
  int arch = 0, major = 0;
  const std::string code = static_cast<const char*>(image);
  if (limits["unsound"]) return log("ptxas fatal: there is no sound code"), unsound_code;
  if (std::sscanf(code.c_str(), "sm_%d %d", &arch, &major) != 2 || arch != limits["arch"] ||
      major > limits["driver"] / 1000)
    return log("made for another GPU, or by a newer NVRTC than the driver's"), refused(no_code);
  std::string text = code.substr(code.find('\n') + 1);
  const bool quick = text.starts_with("#define NOVA_QUICK\n");
  size_t kernels = 0; // the device's prologue ends there, and the simulator has its own
  for (const plan::ScalarText& t : plan::scalar_texts()) { // their first lines include others
    const std::string_view end = t.text.substr(t.text.size() - std::min<size_t>(t.text.size(), 150));
    if (const size_t at = text.find(end); at != text.npos) kernels = std::max(kernels, at + end.size());
  }
  auto m = std::make_unique<FakeModule>(FakeModule{text.substr(kernels), {}});
  std::string error;
  m->kernels = sim->load((quick ? "#define NOVA_QUICK\n" : "") + sim->whole(m->text), error);
  if (!m->kernels) return log(error), refused(unsound_code);
  return ++counts->modules, *module = reinterpret_cast<Module>(m.release()), good;
}
Status unload_module(Module m) { return drain(), delete reinterpret_cast<FakeModule*>(m), good; }
Status get_function(Function* f, Module module, const char* name) {
  if (const Status s = ready()) return s;
  auto* m = reinterpret_cast<FakeModule*>(module);
  const size_t at = m->text.find(" " + std::string(name) + "(nova_gpu"),
               words = at == m->text.npos ? at : m->text.find("nova_words<", at);
  if (words == m->text.npos) return error_not_found;
  return *f = reinterpret_cast<Function>(
             new FakeFunction{m, name, std::strtoul(m->text.c_str() + words + 11, nullptr, 10)}),
         good;
}
Status set_function_attribute(Function f, int which, int value) {
  if (which != function_dynamic_shared || value > limits["shared"]) return refused(invalid_value);
  return reinterpret_cast<FakeFunction*>(f)->shared = static_cast<unsigned>(value), good;
}
Status blocks_per_multiprocessor(int* n, Function, int threads, size_t shared) {
  return *n = static_cast<int>(
             std::min<int64_t>({limits["blocks"], threads_each / threads,
                                (limits["shared"] + 1024) / static_cast<int64_t>(shared + 1024)})),
         good;
}
/// Functions that call themselves go as deep as the task says, and as their frames: that has to be there.
bool has_stack(const FakeFunction& f, const plan::GpuTask& task) {
  return f.module->text.find("if (nova_deep(t))") == f.module->text.npos ||
         task.stack + limits["frames"] <= stack_bytes;
}
Status launch(Function function, unsigned bx, unsigned by, unsigned bz, unsigned tx, unsigned ty, unsigned tz,
              unsigned shared, Stream, void** arguments, void**) {
  if (const Status s = ready()) return s;
  const auto& f = *reinterpret_cast<FakeFunction*>(function);
  const bool fits = bx >= 1 && bx <= 0x7fffffffu && by == 1 && bz == 1 && tx >= 1 && tx <= 1024 && ty == 1 &&
                    tz == 1 && shared <= f.shared;
  if (!fits) return refused(invalid_value);
  plan::GpuTask task = *static_cast<const plan::GpuTask*>(arguments[0]);
  if (!has_stack(f, task)) return broken = refused(illegal_address);
  const auto* from = static_cast<const uint64_t*>(arguments[1]);
  ++counts->launches;
  const std::lock_guard lock(mutex);
  waiting.push_back(
      [=, name = f.name, kernels = f.module->kernels, words = std::vector<uint64_t>(from, from + f.words)] {
        if (limits["watchdog"]) return void(broken = error_launch_timeout);
        try {
          sim->launch(*kernels, name, {bx, tx, shared}, task, words);
        } catch (const plan::DeviceError& e) {
          broken = refused(illegal_address);
        }
      });
  changed.notify_all();
  return good;
}

Status allocate(Address* at, size_t bytes) {
  if (const Status s = ready()) return s;
  if (bytes == 0) return refused(invalid_value);
  if (bytes > room()) return no_memory;
  *at = reinterpret_cast<Address>(sim->allocate(bytes));
  return memory[*at] = bytes, in_use += bytes, good;
}
Status release(Address at) {
  drain();
  const auto known = memory.find(at);
  if (known == memory.end()) return refused(invalid_value);
  in_use -= known->second, memory.erase(known), sim->release(host(at));
  return good;
}
Status allocate_in_order(Address* at, size_t bytes, Stream) {
  return limits["pools"] ? allocate(at, bytes) : refused(invalid_value);
}
Status release_in_order(Address at, Stream) { return release(at); }
Status default_pool(Pool* p, Device) { return *p = reinterpret_cast<Pool>(uintptr_t{1}), good; }
Status set_pool_attribute(Pool, int, void*) { return good; }
Status trim_pool(Pool, size_t) { return good; }
Status memory_info(size_t* available, size_t* total) {
  return *available = room(), *total = static_cast<size_t>(limits["memory"]) << 20, good;
}
Status pin(void*, size_t, unsigned) { return good; }
/// On the stream beside the other one it does not wait: so kernels are told to stop.
Status upload(Address to, const void* from, size_t bytes, Stream s) {
  if (const Status bad = ready()) return bad;
  if (is_first(s)) drain();
  if (!holds(to, bytes)) return refused(invalid_value);
  ++counts->uploads, counts->sent += bytes;
  return sim->upload(host(to), from, bytes), good;
}
Status download(void* to, Address from, size_t bytes, Stream) {
  if (const Status bad = ready()) return bad;
  drain();
  return holds(from, bytes) ? (sim->download(to, host(from), bytes), broken.load()) : refused(invalid_value);
}
Status copy(Address to, Address from, size_t bytes, Stream) {
  if (const Status bad = ready()) return bad;
  drain();
  return holds(from, bytes) && holds(to, bytes) ? (sim->copy(host(to), host(from), bytes), good)
                                                : refused(invalid_value);
}
Status fill(Address at, unsigned char byte, size_t bytes, Stream) {
  if (const Status bad = ready()) return bad;
  drain();
  return holds(at, bytes) ? (sim->fill(host(at), bytes, byte), good) : refused(invalid_value);
}

template <class F> void* symbol(F* f) { return reinterpret_cast<void*>(f); }

} // namespace

int fake::refused(int status) { return ++counts->wrong, status; }
int64_t fake::limit(const char* name) { return limits[name]; }

void fake::read_limits(const std::string& words) {
  for (size_t at = 0; at < words.size();) {
    const size_t end = std::min(words.find(',', at), words.size()), is = words.find('=', at);
    limits.all.at(words.substr(at, is - at)) = std::strtoll(words.c_str() + is + 1, nullptr, 10);
    at = end + 1;
  }
}

void fake::start(std::shared_ptr<FakeCuda> counted) {
  counts = std::move(counted);
  sim = plan::make_sim("");
  std::thread(work).detach();
}

void* fake::driver_function(const char* name) {
  static const std::map<std::string, void*> all = {
      {"cuInit", symbol(init)},
      {"cuDriverGetVersion", symbol(driver_version)},
      {"cuGetErrorName", symbol(error_name)},
      {"cuDeviceGetCount", symbol(device_count)},
      {"cuDeviceGet", symbol(device_get)},
      {"cuDeviceGetName", symbol(device_name)},
      {"cuDeviceGetAttribute", symbol(device_attribute)},
      {"cuDeviceTotalMem_v2", symbol(device_memory)},
      {"cuDevicePrimaryCtxRetain", symbol(retain_context)},
      {"cuCtxSetCurrent", symbol(set_context)},
      {"cuCtxSetLimit", symbol(set_limit)},
      {"cuStreamCreate", symbol(make_stream)},
      {"cuStreamQuery", symbol(query)},
      {"cuStreamSynchronize", symbol(synchronize)},
      {"cuEventCreate", symbol(make_event)},
      {"cuEventRecord", symbol(record)},
      {"cuEventElapsedTime", symbol(elapsed)},
      {"cuModuleLoadDataEx", symbol(load_module)},
      {"cuModuleUnload", symbol(unload_module)},
      {"cuModuleGetFunction", symbol(get_function)},
      {"cuFuncSetAttribute", symbol(set_function_attribute)},
      {"cuOccupancyMaxActiveBlocksPerMultiprocessor", symbol(blocks_per_multiprocessor)},
      {"cuLaunchKernel", symbol(launch)},
      {"cuMemAlloc_v2", symbol(allocate)},
      {"cuMemFree_v2", symbol(release)},
      {"cuMemAllocAsync", symbol(allocate_in_order)},
      {"cuMemFreeAsync", symbol(release_in_order)},
      {"cuDeviceGetDefaultMemPool", symbol(default_pool)},
      {"cuMemPoolSetAttribute", symbol(set_pool_attribute)},
      {"cuMemPoolTrimTo", symbol(trim_pool)},
      {"cuMemGetInfo_v2", symbol(memory_info)},
      {"cuMemHostRegister_v2", symbol(pin)},
      {"cuMemcpyHtoDAsync_v2", symbol(upload)},
      {"cuMemcpyDtoHAsync_v2", symbol(download)},
      {"cuMemcpyDtoDAsync_v2", symbol(copy)},
      {"cuMemsetD8Async", symbol(fill)}};
  const auto at = all.find(name);
  return at == all.end() ? nullptr : at->second;
}
