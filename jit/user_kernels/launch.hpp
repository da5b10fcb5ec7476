// Runs one launch of a user's kernel: threads as fibers, barriers, exchanges in warps, and the checks of accesses.
#pragma once
#include "jit/sim/fibers.hpp"
#include "jit/user_kernels/fault.hpp"
#include "jit/user_kernels/memory.hpp"
#include <csignal>
#include <functional>
#include <unordered_map>

namespace nova::plan {

/// The position of a thread, as cuda_words.h declares it (nova_place).
struct KernelPlace {
  Triple thread{}, block{}, threads{}, blocks{};
};
/// The values that the lanes of a warp exchange (nova_lanes).
struct KernelLanes {
  uint64_t values[32]{};
  uint32_t present = 0;
};
/// The functions that the text calls (nova_calls).
struct KernelCalls {
  uint64_t bounded; ///< not 0 while a thread is about to convert numbers: then no other thread may run
  std::array<std::array<uint64_t, 3>, 64> bounds;
  const KernelPlace* now;
  void (*touch)(const void* place, unsigned long bytes, int how, const void* at);
  int (*barrier)(int vote, const void* at);
  const KernelLanes* (*exchange)(int kind, unsigned mask, unsigned long long value, const void* at);
  unsigned (*converged)(const void* at);
  unsigned long long (*absent)(int lane, const void* at);
  void (*fence)(int device);
  void* (*variable)(unsigned long module, unsigned long offset);
  void (*pause)();
  void (*enter)(const void* at);
  void (*fail)(int mistake, const char* text, long long number, const void* at);
};

/// An access, for a page that shows it.
struct KernelTouch {
  uint32_t block, thread, barriers;
  const KernelArray* array;
  uint64_t offset, bytes;
  bool writes;
};

/// A mistake as the machine finds it.
struct FoundMistake {
  KernelMistake kind = KernelMistake::None;
  Moment by{}, other{};
  const void *at = nullptr, *other_at = nullptr; ///< where in the code
  Touch how{}, other_how{};
  const KernelArray* array = nullptr;
  int64_t offset = 0; ///< in the array
  uint64_t bytes = 0;
  std::string text{};
  int64_t number = 0;
};

class KernelMachine {
 public:
  struct Grid {
    Triple blocks, threads;
    uint32_t block_size() const { return threads[0] * threads[1] * threads[2]; }
    uint32_t block_count() const { return blocks[0] * blocks[1] * blocks[2]; }
  };
  KernelMachine(KernelCalls& calls, KernelMemory& memory, const SharedLayout& layout,
                std::pair<char*, char*> code, Grid grid, uint64_t seed);
  ~KernelMachine();
  /// Runs the launch. Returns the first mistake, or one of the kind None.
  FoundMistake run(void (*entry)(const uint64_t*), const uint64_t* words,
                   std::function<void(const KernelTouch&)> watch);
  /// From a signal handler: ends the running thread's launch at the next access.
  void stop() { late_ = 1; }
  /// Returns the running thread's mistake of this kind, which happened at this address of the code.
  FoundMistake now(KernelMistake kind, const void* at) const;
  /// What a thread got from a lane that took no part in a shuffle; None if none did.
  const FoundMistake& doubt() const { return doubt_; }

 private:
  struct Block;
  enum class Wait : uint8_t { None, Barrier, Exchange, Convergence };
  struct Thread : SimFiber {
    KernelPlace place{};
    Block* block = nullptr;
    uint32_t number = 0; ///< in the block
    uint32_t id = 0;     ///< in the grid
    ThreadClock clock{};
    Wait waits = Wait::None;
    bool done = false;
    const void* at = nullptr; ///< the code address at which it waits
    int kind = 0; ///< the kind of warp exchange that it waits in; `mask` and `value` are its operands
    uint32_t mask = 0;
    uint64_t value = 0;
    std::shared_ptr<const KernelLanes> got{};
    uint32_t lane() const { return number % 32; }
    uint32_t warp() const { return number / 32; }
  };
  struct Block {
    uint32_t index = 0;
    std::vector<Thread> threads;
    std::unique_ptr<char[]> arena;
    std::vector<KernelArray> arrays;
    uint32_t alive = 0, waiting = 0, barriers = 0;
    int votes = 0, result = 0;
    const void* barrier_at = nullptr; ///< the code address of the barrier at which threads wait
    std::vector<uint32_t> at_work;    ///< for each warp: the threads that neither wait nor have ended
    /// Returns a mask of the warp's threads that have not ended.
    uint32_t alive_lanes(uint32_t warp) const;
    /// These lanes know now what any of them knew, and all accesses of each other.
    void order(uint32_t warp, uint32_t lanes);
  };

  static KernelMachine* current_; // the launch that runs; static, since the text's calls pass no object
  static void start(boost::context::detail::transfer_t from);
  static void touched(const void* place, unsigned long bytes, int how, const void* at);
  static int barrier(int vote, const void* at);
  static const KernelLanes* exchange(int kind, unsigned mask, unsigned long long value, const void* at);
  static unsigned converged(const void* at);
  static unsigned long long absent(int lane, const void* at);
  static void fence(int device);
  static void* variable(unsigned long module, unsigned long offset);
  static void pause();
  static void entered(const void* at);
  static void failed(int mistake, const char* text, long long number, const void* at);

  void begin(Block& b, uint32_t index);
  void end_thread();
  FoundMistake stuck() const;
  Thread& me() const { return *static_cast<Thread*>(scheduler_.running()); }
  Moment moment(const Thread& t) const { return {t.id, t.clock.clock, t.block->barriers}; }
  [[noreturn]] void report(const FoundMistake& m);
  void hear_stop(const void* at);

  void wait_for_block(int vote, const void* at);
  void report_unwritten(const Block& b);
  [[noreturn]] void report_divergence(const void* at);
  void pass_barrier(Block& b);
  void block_waits(Thread& t, Wait wait, const void* at);
  void awake(Thread& t);
  void exchange_if_complete(Block& b, uint32_t warp, uint32_t mask, int kind);
  void release_converged(Block& b, uint32_t warp);
  void settle_warp(Block& b, uint32_t warp);

  KernelArray* array_at(const char* p, uint64_t bytes);
  void touch(const char* p, uint64_t bytes, int how, const void* at);
  void check_access(KernelArray& a, uint64_t offset, uint64_t bytes, Touch how, bool reads, const void* at);
  void check_race(KernelArray& a, uint64_t offset, uint64_t bytes, Touch how, const void* at);
  void synchronise(const char* p, bool tells);
  [[noreturn]] void report_outside(const char* p, uint64_t bytes, Touch how, const void* at);

  KernelCalls& calls_;
  KernelMemory& memory_;
  const SharedLayout& layout_;
  const std::pair<char*, char*> code_; ///< the loaded object's addresses
  const Grid grid_;
  FiberStacks stacks_;
  FiberScheduler scheduler_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::unordered_map<const char*, Told> told_; ///< by the address of an atomic variable
  std::function<void(const KernelTouch&)> watch_;
  void (*entry_)(const uint64_t*) = nullptr;
  const uint64_t* words_ = nullptr;
  FoundMistake found_, doubt_;
  FoundMistake
      unwritten_; ///< the first read of what no thread had written, while a later write may race with it
  volatile std::sig_atomic_t late_ = 0;
};

} // namespace nova::plan
