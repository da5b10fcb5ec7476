// What a test and the fake CUDA driver that it has started (fake_cuda.cpp) both see, in a file that both have mapped.
#pragma once
#include "tests/fake_gpu.hpp"

namespace nova {

struct FakeCuda {
  std::atomic<uint64_t> uploads{0}, sent{0};     ///< copies to the device, and their bytes
  std::atomic<uint64_t> launches{0}, modules{0}; ///< so far, of all helpers
  std::atomic<uint64_t> helpers{0};              ///< that have opened the driver
  std::atomic<uint64_t> stack{0};                ///< bytes of a thread's stack, the most so far
  std::atomic<uint64_t> wrong{0};                ///< calls that a real driver would have refused

  static std::shared_ptr<FakeCuda> open(const std::string& file) { return mapped<FakeCuda>(file); }
};

} // namespace nova
