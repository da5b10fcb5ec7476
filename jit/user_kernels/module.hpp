// The shared object that a user's CUDA text was compiled to: its variables, and the lines of its code.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace nova::plan {

/// A variable of the text. Those in shared memory have an offset among them, the others one in the loaded object.
struct ModuleVariable {
  std::string name;
  uint64_t offset, bytes;
  bool written; ///< whether it lies in memory that may be written
};

/// What the object's symbol table says.
struct ModuleSymbols {
  std::vector<ModuleVariable> shared, global; ///< sorted by their offsets
  uint64_t shared_bytes = 0; ///< of the variables in shared memory, with the gaps between them
};
/// Reads the symbol table of the object at `path`.
ModuleSymbols module_symbols(const std::string& path);

/// A place in the text. Line 0: unknown.
struct SourceLine {
  std::string file;
  uint32_t line = 0;
};
/// Returns the line of the code before this address, in an object that this process has loaded.
SourceLine line_before(const void* address);

} // namespace nova::plan
