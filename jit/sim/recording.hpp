// What the simulated GPU's threads did, for a page that shows it: which of them touched which element,
// barrier by barrier.
#pragma once
#include "jit/gpu/execute.hpp"
#include "jit/sim/sim.hpp"
#include <array>
#include <map>

namespace nova::plan {

class SimRecording : public SimWatch {
 public:
  struct Memory {
    std::string name{}, type{}; ///< "xs", "double"; "" where only the kernel knows
    uint64_t element = 0;       ///< bytes of an element, or of what was touched as one
    uint64_t bytes = 0;
    bool shared = false;
  };
  struct Access {
    uint32_t barriers, block, memory, thread;
    bool writes;
    uint64_t offset, bytes;
    auto operator<=>(const Access&) const = default;
  };
  struct Launched {
    Span span{};
    std::string kernel;
    std::string_view what{}; ///< the plan's operation
    GpuGrid grid;
    std::vector<Memory> memories{};
    std::vector<Access> accesses{};
    bool whole = true; ///< false: there were more than are kept
  };

  void form(const GpuProgram& program, Span span) override;
  void launch(const std::string& kernel, const GpuGrid& grid, const GpuTask& task,
              std::span<const uint64_t> words) override;
  void touch(const SimTouch& t) override;

  std::vector<Launched> launches;
  uint32_t left_out = 0; ///< launches that are not kept
  std::string text;      ///< of all kernels, in CUDA

 private:
  struct Name {
    std::string name, type;
    uint64_t element;
  };
  Memory memory(const SimTouch& t) const;
  static constexpr size_t most_launches = 16, most_accesses = 20'000;
  const GpuProgram* program_ = nullptr;
  Span span_{};
  bool keeps_ = false;
  std::array<const void*, 2> bookkeeping_{}; ///< what failed, and whether to stop: every thread looks there
  std::map<uint64_t, Name> names_;           ///< by place
  std::map<const char*, uint32_t> numbers_;  ///< of the launch's memories; null: shared memory
};

} // namespace nova::plan
