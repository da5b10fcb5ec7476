// A trace of a simulated GPU's launches, for pages that show it: which thread accessed which element, barrier by
// barrier.
#pragma once
#include "jit/gpu/execute.hpp"
#include "jit/sim/sim.hpp"
#include <array>
#include <map>

namespace nova::plan {

/// An observer that records launches and memory accesses.
class SimRecording : public SimWatch {
 public:
  /// A column in device memory, or a block's shared memory.
  struct Memory {
    /// The column's name and element type, such as "xs" and "double"; "" if unknown.
    std::string name{}, type{};
    /// The bytes of an element. If the type is unknown: the bytes of the smallest access.
    uint64_t element = 0;
    uint64_t bytes = 0;
    bool shared = false;
  };
  /// A memory access of a thread. `barriers` is how many barriers its block has passed, and `memory` an index into
  /// Launched::memories. `offset` and `bytes` say which bytes of that memory it accesses.
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
    bool whole = true; ///< whether `accesses` is complete; false if there were too many
  };

  void form(const GpuProgram& program, Span span) override;
  void launch(const std::string& kernel, const GpuGrid& grid, const GpuTask& task,
              std::span<const uint64_t> words) override;
  void touch(const SimTouch& t) override;

  std::vector<Launched> launches;
  uint32_t left_out = 0; ///< how many launches were not recorded, since there were too many
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
  /// The addresses of the task's state and stop flag. Accesses to these are not recorded.
  std::array<const void*, 2> bookkeeping_{};
  /// The names of columns, by their device addresses.
  std::map<uint64_t, Name> names_;
  /// For each allocation's address, its index in the launch's `memories`. Shared memory has the address null.
  std::map<const char*, uint32_t> numbers_;
};

} // namespace nova::plan
