// A GPU's helper without a GPU: the protocol and the server of the real one, kernels run by the simulator,
// and faults where a test wants them.
//   nova_fake_gpu [FAULT [ONCE]]
//   nova_fake_gpu full FILE       allocations fail as the file says (fake_gpu.hpp)
//   nova_fake_gpu wild@SEED       some of the numbers that come back from the device are any
//   nova_fake_gpu mangle@SEED     some bytes of what the helper says are any
// FAULT is one of crash kill late broken trap sticky hang deaf garbage memory slow, each with @N for the N-th launch; or at
// the start: none (there is no GPU), mute (it never says hello). After a sticky error all that is asked of the device
// fails, as CUDA has it; late kills the helper when it has answered. ONCE names a file: where it is, nothing goes
// wrong; it is made when something does, so that the helper that takes the place of this one is sound.
#include "tests/fake_gpu.hpp"
#include "jit/gpu/helper/protocol.hpp"
#include "jit/gpu/helper/server.hpp"
#include "jit/sim/sim.hpp"
#include "jit/user_kernels/launcher.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <poll.h>
#include <random>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

using namespace nova;
using namespace nova::plan;

namespace {

/// What goes wrong, and when.
struct Plot {
  std::string fault, once;
  uint64_t at = 1;
  std::shared_ptr<FakeMemory> memory = std::make_shared<FakeMemory>();

  explicit Plot(int argc, char** argv) {
    const std::string_view last = argv[argc - 1];
    if (last == "soon" || last == "best") --argc; // how well the kernels are to be optimised
    fault = argc > 1 ? argv[1] : "", once = argc > 2 ? argv[2] : "";
    if (const size_t place = fault.find('@'); place != fault.npos)
      at = std::strtoull(fault.c_str() + place + 1, nullptr, 10), fault.resize(place);
    if (is("full"))
      memory = FakeMemory::open(once), memory->in_use = 0;
    else if (!once.empty() && std::ifstream(once).good())
      fault.clear();
  }
  bool is(const char* what) const { return fault == what; }
  void note() const {
    if (!once.empty()) std::ofstream(once).put('\n');
  }
};

class FaultyGpu : public GpuDevice {
 public:
  explicit FaultyGpu(Plot plot) : plot_(std::move(plot)), sim_(make_sim("")) {
    set_kernel_runner(*sim_, [this](const ForeignLaunch& l, const std::function<void()>& poll) {
      user_kernels_.launch(l, poll);
    });
  }
  std::string name() const override { return "a fake GPU"; }
  uint32_t resident_blocks(uint32_t threads) const override { return sim_->resident_blocks(threads); }
  int64_t stack_bytes(const GpuModule& m) const override { return sim_->stack_bytes(m); }
  /// As a GPU's first answer is computed.
  std::string whole(const std::string& kernels) const override {
    return "#define NOVA_QUICK\n" + sim_->whole(kernels);
  }
  std::shared_ptr<GpuModule> load(const std::string& whole, std::string& error) override {
    if (plot_.is("compiles")) plot_.note(), sleep(3600); // as NVRTC does with some texts
    return sim_->load(whole, error);
  }
  void* allocate(uint64_t bytes) override {
    FakeMemory& m = *plot_.memory;
    if (plot_.is("memory") && m.in_use + bytes > plot_.at) plot_.note(), fail_memory(bytes, plot_.at);
    if (m.takes_none()) fail_memory(bytes, m.in_use);
    auto* place = static_cast<char*>(sim_->allocate(bytes + head));
    *reinterpret_cast<uint64_t*>(place) = bytes;
    m.in_use += bytes;
    return place + head;
  }
  void release(void* place) noexcept override {
    char* const from = static_cast<char*>(place) - head;
    plot_.memory->in_use -= *reinterpret_cast<uint64_t*>(from);
    sim_->release(from);
  }
  void upload(void* to, const void* from, uint64_t bytes) override { works(), sim_->upload(to, from, bytes); }
  void download(void* to, const void* from, uint64_t bytes) override {
    works(), sim_->download(to, from, bytes);
    if (plot_.is("wild") && bytes > 0 && bytes != 2 * sizeof(int))
      make_wild(static_cast<char*>(to), bytes); // but for kernels' state
  }
  void copy(void* to, const void* from, uint64_t bytes) override { works(), sim_->copy(to, from, bytes); }
  void fill(void* at, uint64_t bytes, uint8_t byte) override { works(), sim_->fill(at, bytes, byte); }
  const void* stop_place() override { return sim_->stop_place(); }
  void launch(const GpuModule& module, const std::string& kernel, const GpuGrid& grid, const GpuTask& task,
              std::span<const uint64_t> words) override {
    works();
    if (++timed_, ++launches_ == plot_.at) go_wrong();
    sim_->give_up = [this] { tell_to_stop(); };
    sim_->launch(module, kernel, grid, task, words);
    sim_->give_up = nullptr;
    if (stopped_) set_stop(0), std::rethrow_exception(std::exchange(stopped_, nullptr));
  }
  void launch(const ForeignLaunch& l) override {
    works();
    if (++timed_, ++launches_ == plot_.at) go_wrong();
    sim_->launch(l);
  }
  void finish() override {
    works();
    if (give_up) give_up();
  }
  void start_clock() override { timed_ = 0; }
  double stop_clock() override {
    return finish(), 1e4 * static_cast<double>(timed_);
  } // 10 us for each kernel

 private:
  /// A word of it, or a byte.
  void make_wild(char* bytes, uint64_t count) {
    constexpr int64_t words[] = {-1, INT64_MAX, INT64_MIN, int64_t{1} << 62, int64_t{1} << 32, 255, 7, 1};
    if (dice_() % 3) return;
    const uint64_t size = std::min<uint64_t>(count, dice_() % 2 ? 8 : 1),
                   at = dice_() % (count / size) * size;
    const int64_t word = dice_() % 4 ? words[dice_() % std::size(words)] : static_cast<int64_t>(dice_());
    std::memcpy(bytes + at, &word, size);
  }
  [[noreturn]] void fail_memory(uint64_t bytes, uint64_t all) const {
    fail("E0601",
         {std::to_string(bytes) + " bytes", std::to_string(plot_.memory->in_use), std::to_string(all)});
  }
  void go_wrong() {
    if (plot_.fault.empty() || plot_.is("memory") || plot_.is("full") || plot_.is("wild") ||
        plot_.is("mangle"))
      return;
    plot_.note();
    if (plot_.is("crash")) std::abort();
    if (plot_.is("kill")) raise(SIGKILL);
    if (plot_.is("late")) ualarm(20'000, 0);
    if (plot_.is("broken")) throw GpuBroken{"CUDA_ERROR_ILLEGAL_ADDRESS"};
    if (plot_.is("trap")) throw GpuBroken{"CUDA_ERROR_LAUNCH_FAILED"};
    sticks_ = plot_.is("sticky");
    if (plot_.is("garbage")) [[maybe_unused]]
      const ssize_t n = write(gpu_socket, "no frame at all, but long enough", 32);
    while (plot_.is("deaf")) usleep(1000); // hears nothing
    while (plot_.is("hang"))
      if (usleep(1000), give_up) give_up();
    if (plot_.is("slow")) usleep(300'000);
  }

  /// As on a real device: the kernel goes on until it looks at the word, and ends by itself.
  void tell_to_stop() {
    if (!give_up || stopped_) return;
    try {
      give_up();
    } catch (...) {
      stopped_ = std::current_exception(), set_stop(1);
    }
  }
  void set_stop(int to) { sim_->upload(const_cast<void*>(stop_place()), &to, sizeof to); }
  void works() const {
    if (sticks_) throw GpuBroken{"CUDA_ERROR_ILLEGAL_ADDRESS"};
  }

  static constexpr uint64_t head = 256; ///< the size, before what is allocated
  Plot plot_;
  std::mt19937 dice_{static_cast<uint32_t>(plot_.at)};
  KernelRunner user_kernels_{""};
  std::unique_ptr<GpuDevice> sim_;
  uint64_t launches_ = 0, timed_ = 0;
  std::exception_ptr stopped_; ///< why the kernel at work has been told to stop
  bool sticks_ = false;        ///< from now on all that is asked of it fails
};

/// Bytes from the session to the helper; false at the end.
bool hand_on(int from, int to) {
  char block[65536];
  const ssize_t n = read(from, block, sizeof block);
  for (ssize_t done = 0; done < n;) {
    const ssize_t some = write(to, block + done, static_cast<size_t>(n - done));
    if (some <= 0) return false;
    done += some;
  }
  return n > 0;
}

std::string mangled(std::string body, std::mt19937& dice) {
  if (body.empty() || dice() % 3) return body;
  for (uint32_t k = dice() % 3 + 1; k > 0; --k)
    body[dice() % body.size()] = static_cast<char>(dice() % 2 ? 255 : dice());
  if (dice() % 8 == 0) body.resize(dice() % (2 * body.size()));
  return body;
}

/// Between the session and a helper that is sound.
int mangle(uint32_t seed) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return 1;
  if (fork() == 0) return dup2(ends[1], gpu_socket), close(ends[0]), close(ends[1]), -1;
  close(ends[1]);
  std::mt19937 dice(seed);
  try {
    for (pollfd both[] = {{gpu_socket, POLLIN, 0}, {ends[0], POLLIN, 0}}; poll(both, 2, -1) > 0;) {
      if (both[0].revents && !hand_on(gpu_socket, ends[0])) return 0;
      if (!both[1].revents) continue;
      const GpuFrame f = receive_frame(ends[0], {});
      send_frame(gpu_socket, f.kind, f.kind == GpuSays::Hello ? f.body : mangled(f.body, dice));
    }
  } catch (const WireError&) { // one of them is gone
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  const Plot plot(argc, argv);
  if (plot.is("mangle"))
    if (const int status = mangle(static_cast<uint32_t>(plot.at)); status >= 0) return status;
  return serve_gpu([&] {
    GpuOpening o;
    if (plot.is("none")) return o.about = "the fake driver shows no GPU", std::move(o);
    while (plot.is("mute")) usleep(1000);
    o.device = std::make_unique<FaultyGpu>(plot), o.about = "simulated";
    return o;
  });
}
