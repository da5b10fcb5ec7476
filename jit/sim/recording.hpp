// A trace of a simulated GPU's launches, for pages that show it: which thread accessed which element, barrier by
// barrier.
#pragma once
#include "jit/gpu/execute.hpp"
#include "jit/sim/sim.hpp"
#include <array>
#include <map>

namespace nova::plan {

/// Records launches and accesses.
class SimRecording : public SimWatch {
 public:
  /// A column in device memory, or a block's shared memory.
  struct Memory {
    std::string name{}, type{}; ///< the column's name and element type, as "xs" and "double"; "" if unknown
    uint64_t element = 0;       ///< bytes of an element; if the type is unknown, of the smallest access
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
    std::string_view what{}; ///< the name of the plan's operation
    GpuGrid grid;
    std::vector<Memory> memories{};
    std::vector<Access> accesses{};
    bool whole = true; ///< false if there were more accesses than are kept
  };

  void form(const GpuProgram& program, Span span) override;
  void launch(const std::string& kernel, const GpuGrid& grid, const GpuTask& task,
              std::span<const uint64_t> words) override;
  void touch(const SimTouch& t) override;

  std::vector<Launched> launches;
  uint32_t left_out = 0; ///< how many launches are not kept
  std::string text;      ///< the CUDA text of all kernels

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
  std::array<const void*, 2> bookkeeping_{}; ///< a task's state and stop flag, which are not recorded
  std::map<uint64_t, Name> names_;           ///< by device address
  std::map<const char*, uint32_t> numbers_;  ///< by address: index into the launch's memories; null: shared
};

} // namespace nova::plan
