// Runs CUDA kernel text on the CPU: every thread of a few resident blocks is a fiber, and which fiber goes on
// is drawn at random, so that a missing barrier shows. Enough of CUDA for kernels.cu.
#pragma once

#include <ucontext.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <vector>

#define __global__
#define __device__
#define __forceinline__ inline
#define __restrict__
#define SHARED(type, name, count) type* name = fibers::shared<type>(__LINE__, count)

struct float4 {
  float x, y, z, w;
};

namespace fibers {

struct Block;

// Threads that wait for each other; the last to arrive lets all go on.
struct Barrier {
  size_t members = 0;
  std::vector<struct Fiber*> waiting;
};

struct Fiber {
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  Block* block = nullptr;
  unsigned thread = 0;
};

struct Block {
  unsigned index = 0;
  size_t alive = 0;
  Barrier all;
  std::vector<Barrier> warps;
  std::vector<uint64_t> exchange; // one word for each thread: what shuffles pass on
  std::map<int, std::vector<char>> memory;
};

struct Machine {
  ucontext_t scheduler;
  std::mt19937 random{1};
  std::vector<Fiber*> runnable;
  Fiber* running = nullptr;
  std::function<void()> kernel;
  unsigned threads = 0, blocks = 0;
};
inline Machine machine;

inline void leave() { swapcontext(&machine.running->context, &machine.scheduler); }

inline void arrive(Barrier& barrier) {
  if (barrier.waiting.size() + 1 == barrier.members) {
    for (Fiber* fiber : barrier.waiting) machine.runnable.push_back(fiber);
    barrier.waiting.clear();
    return;
  }
  barrier.waiting.push_back(machine.running);
  leave();
}

inline void yield() {
  machine.runnable.push_back(machine.running);
  leave();
}

template <class T> T* shared(int line, size_t count) {
  auto& bytes = machine.running->block->memory[line];
  if (bytes.empty()) bytes.resize(count * sizeof(T));
  return reinterpret_cast<T*>(bytes.data());
}

template <class T> T shuffle(T value, unsigned from) {
  Block& block = *machine.running->block;
  const unsigned me = machine.running->thread, warp = me / 32;
  std::memcpy(&block.exchange[me], &value, sizeof value);
  arrive(block.warps[warp]);
  std::memcpy(&value, &block.exchange[warp * 32 + from % 32], sizeof value);
  arrive(block.warps[warp]);
  return value;
}

inline void enter() {
  machine.kernel();
  --machine.running->block->alive;
  leave();
}

inline void start(Block& block, std::vector<std::unique_ptr<Fiber>>& pool) {
  constexpr size_t stack = 32 << 10;
  block.alive = block.all.members = machine.threads;
  block.warps.resize(machine.threads / 32);
  for (Barrier& warp : block.warps) warp.members = 32;
  block.exchange.resize(machine.threads);
  for (unsigned t = 0; t < machine.threads; ++t) {
    Fiber& fiber = *pool[t];
    if (!fiber.stack) fiber.stack = std::make_unique<char[]>(stack);
    fiber.block = &block, fiber.thread = t;
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.get();
    fiber.context.uc_stack.ss_size = stack;
    makecontext(&fiber.context, enter, 0);
    machine.runnable.push_back(&fiber);
  }
}

// Three blocks are resident at a time; they start in the order of their numbers, as a GPU may.
inline void launch(unsigned blocks, unsigned threads, std::function<void()> kernel) {
  machine.kernel = std::move(kernel), machine.threads = threads, machine.blocks = blocks;
  struct Slot {
    Block block;
    std::vector<std::unique_ptr<Fiber>> pool;
  };
  std::vector<Slot> slots(blocks < 3 ? blocks : 3);
  unsigned next = 0;
  const auto refill = [&](Slot& slot) {
    slot.block = Block{};
    slot.block.index = next++;
    start(slot.block, slot.pool);
  };
  for (Slot& slot : slots) {
    for (unsigned t = 0; t < threads; ++t) slot.pool.push_back(std::make_unique<Fiber>());
    refill(slot);
  }
  while (!machine.runnable.empty()) {
    std::swap(machine.runnable[machine.random() % machine.runnable.size()], machine.runnable.back());
    machine.running = machine.runnable.back();
    machine.runnable.pop_back();
    Block* block = machine.running->block;
    swapcontext(&machine.scheduler, &machine.running->context);
    if (block->alive > 0 || next == blocks) continue;
    for (Slot& slot : slots)
      if (&slot.block == block) refill(slot);
  }
}

struct Index {
  unsigned x;
};

} // namespace fibers

#define threadIdx (fibers::Index{fibers::machine.running->thread})
#define blockIdx (fibers::Index{fibers::machine.running->block->index})
#define blockDim (fibers::Index{fibers::machine.threads})

inline void __syncthreads() { fibers::arrive(fibers::machine.running->block->all); }
template <class T> T __shfl_down_sync(unsigned, T value, unsigned by) {
  return fibers::shuffle(value, threadIdx.x % 32 + by);
}
template <class T> T __shfl_xor_sync(unsigned, T value, unsigned with) {
  return fibers::shuffle(value, (threadIdx.x % 32) ^ with);
}
inline unsigned atomicAdd(unsigned* counter, unsigned by) { return (*counter += by) - by; }
inline void __nanosleep(unsigned) { fibers::yield(); }
inline float __uint_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
inline unsigned __float_as_uint(float value) { return std::bit_cast<unsigned>(value); }
