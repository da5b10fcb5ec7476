// Prints a function for a GPU: its CUDA text, and the C that launches its kernels (kernels/c/ahead_kernels.h).
#pragma once
#include "jit/emit/ahead/device_kernels.hpp"

namespace nova::plan {

/// Prints what the host does in a run on a GPU, as gpu/execute.hpp does it: scalars, branches, loops, calls, and launches. The
/// names of columns are addresses on the GPU.
class DevicePrinter : private LaunchPrinter {
 public:
  DevicePrinter(const CudaText& cuda, const AheadFunction& f, std::string kernels)
      : LaunchPrinter(cuda, std::move(kernels)), f_(f) {}
  using TextWriter::definitions;
  using TextWriter::text;
  /// Prints the functions of the plan that are called outside of kernels.
  void functions();
  /// Prints the function that uploads the inputs, runs the plan, and downloads the results.
  void entry();

 private:
  void statements(const Body& b);
  void statement(const Stm& s);
  void block(const Body& b, const Names& arguments, const Vars& results);
  void inputs();
  void results();
  std::string signature(size_t function);

  // ---- what the host does itself ----
  void constant(const Stm&) {} // its value is printed where it is used
  void scalar(const Stm& s);
  void check(const Stm& s);
  void branch(const Stm& s);
  void loop(const Stm& s);
  void foldl(const Stm& s);
  void read(const Stm& s);
  void shift(const Stm& s);
  void copy(const Stm& s);
  void call(const Stm& s);
  [[noreturn]] void foreign(const Stm&) { throw NotOnDevice{"it calls a foreign function"}; }
  [[noreturn]] void launch(const Stm&) { throw NotOnDevice{"it launches a foreign kernel"}; }
  [[noreturn]] void cell(const Stm&) { throw NotOnDevice{"it makes values of a recursive type"}; }
  [[noreturn]] void append(const Stm& s) { cell(s); }

  const AheadFunction& f_;
  Names functions_; ///< the names of the plan's functions
};

} // namespace nova::plan
