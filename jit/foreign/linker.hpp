// Links foreign functions: compiles the C text of each, and lets the interpreter call it in a process of its own.
#pragma once
#include "jit/compile/host_compiler.hpp"
#include "runtime/foreign/process.hpp"

namespace nova::plan {

class ForeignLinker {
 public:
  struct Options {
    std::string cache;                         ///< the cache's folder; "" for the user's default
    std::chrono::milliseconds longest{60'000}; ///< how long one call may take
    std::shared_ptr<KernelFolder> ahead{};     ///< shims that were compiled ahead, or null
    /// Receives the objects of all shims (Compiler::keep). May be empty.
    std::function<void(const std::string& key, const std::string& object)> keep{};
  };
  explicit ForeignLinker(const Options& options);

  /// Compiles the function's shim and sets its `call`. Fails with E0430 if the shim does not compile or load.
  void link(ForeignFunction& f);

 private:
  void link_here(ForeignFunction& f, const ForeignObject& made);

  Compiler compiler_;
  ForeignProcesses processes_;
};

} // namespace nova::plan
