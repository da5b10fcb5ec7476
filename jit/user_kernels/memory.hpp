// The memory of a launch: columns, the text's global variables, and the shared memory of each block. Each array knows
// which of its bytes have been written, and who touched its elements.
#pragma once
#include "jit/user_kernels/module.hpp"
#include "jit/user_kernels/shadow.hpp"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace nova::plan {

struct KernelArray {
  enum class Kind : uint8_t { Input, Output, Shared, Global, Constant };
  std::string name;
  char* begin = nullptr;
  uint64_t bytes = 0;
  uint32_t element = 0; ///< the bytes of an element; 0: unknown
  Kind kind = Kind::Shared;
  /// Whether each byte has been written; empty if all have been.
  std::vector<uint8_t> written{};
  Shadow shadow{};

  bool holds(const char* p, uint64_t size) const { return p >= begin && p + size <= begin + bytes; }
  bool is_shared() const { return kind == Kind::Shared; }
  /// Whether threads may race here.
  bool has_shadow() const { return kind != Kind::Input && kind != Kind::Constant; }
  /// Forgets who touched it; marks its bytes as written or not.
  void reset(bool is_written);
  /// Marks its bytes as not written. Who touched it stays.
  void forget_written();
  /// Whether these bytes have been written. A struct may have gaps: of a longer access one byte of each eight is enough.
  bool is_written(uint64_t offset, uint64_t size) const;
  void mark_written(uint64_t offset, uint64_t size);
};

/// Where a block's shared variables lie: each has room of its own, with gaps between them, so that an access beyond the
/// end of one is not an access to the next.
class SharedLayout {
 public:
  SharedLayout(const ModuleSymbols& symbols, const std::string& dynamic_name, uint64_t dynamic_bytes);
  /// Returns the arrays of a block whose memory begins at `arena`. The last one is the dynamic shared memory.
  std::vector<KernelArray> arrays(char* arena) const;
  uint64_t arena_bytes() const { return arena_bytes_; }
  /// Returns where the variable with this offset lies in the arena.
  uint64_t place(uint64_t module, uint64_t offset) const { return module ? places_[offset] : dynamic_; }

 private:
  struct Variable {
    std::string name;
    uint64_t begin, bytes;
  };
  std::vector<Variable> variables_;
  std::vector<uint32_t> places_; ///< by a variable's offset in the object
  uint64_t dynamic_ = 0, arena_bytes_ = 0;
};

/// The memory of the device, outside of blocks.
class KernelMemory {
 public:
  KernelMemory() = default;
  ~KernelMemory();
  KernelMemory(const KernelMemory&) = delete;

  /// Makes room for the columns, whose names, kinds, bytes and elements are set.
  void place_columns(std::vector<KernelArray> columns);
  /// Adds the text's variables, in an object that is loaded at `base`.
  void add_globals(const std::vector<ModuleVariable>& variables, char* base);
  /// Returns the array with these bytes; null if there is none.
  KernelArray* find(const char* p, uint64_t size);
  /// Returns the array nearest to the address, null if there is none near.
  const KernelArray* nearest(const char* p) const;
  std::vector<KernelArray>& columns() { return columns_; }

 private:
  std::vector<KernelArray> columns_, globals_; ///< sorted by their addresses
  KernelArray* last_ = nullptr;
  char* room_ = nullptr;
  uint64_t room_bytes_ = 0;
};

} // namespace nova::plan
