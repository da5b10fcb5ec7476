// Runs a simulated launch: blocks and threads as fibers, barriers, warp shuffles, and the checks of memory accesses.
#pragma once
#include "jit/gpu/device.hpp"
#include "jit/sim/fibers.hpp"
#include "jit/sim/sim.hpp"
#include <map>
#include <vector>

namespace nova::plan {

/// The position of a simulated thread in its launch. sim/cuda_shim.h declares this struct and SimCalls again, for the
/// kernels.
struct SimThread {
  uint32_t thread, block, threads, blocks;
  unsigned char* shared;
};
/// The simulator's functions that kernels call, and the position of the running thread (`now`).
struct SimCalls {
  const SimThread* now;
  int (*barrier)(int vote, int number);
  unsigned (*shuffle)(unsigned value, int by);
  unsigned (*pick)(unsigned value, int lane);
  unsigned (*ballot)(int vote);
  void (*pause)();
  void (*touch)(const void* at, unsigned long bytes, int writes);
};

/// The device's memory: its allocations and their sizes.
class SimMemory {
 public:
  ~SimMemory();
  void* allocate(uint64_t bytes);
  void release(void* place) noexcept;
  /// Whether the `bytes` bytes at `at` lie within one allocation.
  bool holds(const void* at, uint64_t bytes);
  bool owns(const void* at) const;
  /// Returns the allocation that `holds` has found last: its address and its bytes.
  const std::pair<const char*, uint64_t>& found() const { return last_; }

 private:
  std::map<const char*, uint64_t> all_; ///< the bytes of each allocation, by its address
  std::pair<const char*, uint64_t> last_{nullptr, 0};
};

/// Runs one launch of a kernel.
class SimMachine {
 public:
  SimMachine(SimCalls& calls, SimMemory& memory, std::pair<const char*, const char*> module,
             FiberStacks& stacks, uint64_t seed, SimWatch* watch = nullptr, bool uses_heap = false);
  void run(void (*kernel)(const GpuTask*, const uint64_t*), const std::string& name, const GpuGrid& grid,
           const GpuTask& task, std::span<const uint64_t> words, const std::function<void()>& give_up);

 private:
  struct Block;
  enum class Exchange : uint8_t { Shuffle, Pick, Ballot }; ///< an operation that a warp's threads do together
  struct Fiber : SimFiber {
    SimThread info{};
    Block* block = nullptr;
    Exchange exchange{};
    unsigned passed = 0; ///< the value that the thread passes to an exchange, and then the exchange's result
    int by = 0;          ///< the distance of a shuffle, or the lane of a pick
    int waits_at = 0;    ///< the number of the barrier at which the thread waits; 0 if it does not wait
    bool done = false;
  };
  struct Block {
    std::vector<Fiber> fibers;
    std::vector<unsigned char> shared;
    std::vector<bool> written; ///< whether each byte of shared memory has been written
    uint32_t alive = 0, waiting = 0, barriers = 0;
    int barrier = 0; ///< the number of the barrier at which the waiting threads wait
    int votes = 0, result = 0;
    std::vector<uint32_t> in_exchange; ///< for each warp: how many threads wait in an exchange
  };

  static SimMachine* current_; // the launch that runs; static, since the shim's calls pass no object
  static void enter(boost::context::detail::transfer_t from);
  static int barrier(int vote, int number);
  static unsigned shuffle(unsigned value, int by) { return current_->exchange(Exchange::Shuffle, value, by); }
  static unsigned pick(unsigned value, int lane) { return current_->exchange(Exchange::Pick, value, lane); }
  static unsigned ballot(int vote) { return current_->exchange(Exchange::Ballot, vote != 0, 0); }
  static void pause();
  static void touch(const void* at, unsigned long bytes, int writes);

  void begin(Block& b, uint32_t index);
  Fiber& running() const { return *static_cast<Fiber*>(scheduler_.running()); }
  unsigned exchange(Exchange kind, unsigned value, int by);
  std::vector<unsigned> exchanged(const Fiber* warp, uint32_t size);
  void wait_for_block(int vote, int number);
  [[noreturn]] void report_divergence(int number);
  static bool is_written(const Block& b, size_t first, uint64_t bytes);
  void look_at_shared(const void* at, uint64_t bytes, bool writes);
  void tell(const char* memory, uint64_t size, uint64_t offset, uint64_t bytes, bool writes) const;
  [[noreturn]] void report(const std::string& what);
  void release_waiting(Block& b);

  SimCalls& calls_;
  SimMemory& memory_;
  std::pair<const char*, const char*> module_;
  FiberStacks& stacks_;
  FiberScheduler scheduler_;
  SimWatch* const watch_;
  const bool uses_heap_; ///< whether the text has functions in C: their own memory is not the simulator's
  std::vector<std::unique_ptr<Block>> blocks_;
  void (*kernel_)(const GpuTask*, const uint64_t*) = nullptr;
  const GpuTask* task_ = nullptr;
  /// The kernel's arguments, with spare words behind them: the kernel's parameter may be a struct of more words.
  std::vector<uint64_t> words_;
  std::string name_, error_;
  GpuGrid grid_;
  /// The number of pauses since any thread last reached a barrier, called an exchange, or ended.
  uint64_t pauses_ = 0;
};

} // namespace nova::plan
