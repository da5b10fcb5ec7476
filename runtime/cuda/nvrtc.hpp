// NVRTC, NVIDIA's compiler library, opened at run time. It compiles CUDA text to a cubin (machine code) or to PTX,
// without a GPU or a driver.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nova::cuda {

/// The resources that a kernel uses, as the log of the assembler reports them.
struct KernelUse {
  std::string kernel;
  int registers = 0;
  int spilled = 0; ///< bytes of spill stores and spill loads
  int shared = 0;  ///< bytes of shared memory that the kernel's text declares (static)
};

/// The result of a compilation.
struct Compiled {
  bool good = false;
  std::string log;     ///< error messages, or the assembler's report
  std::string output;  ///< the cubin or PTX, if `good`
  uint32_t frames = 0; ///< bytes of stack (stack_frames) for a cubin; 0 for PTX
};

/// The compiler's optimisation level: All, or Little, which compiles up to 15 times as fast. Little leaves out parts
/// of the text (NOVA_QUICK) and unrolls no loop. The results of the kernels have the same bits at both levels.
enum class Effort : uint8_t { Little, All };

class Nvrtc {
 public:
  /// Opens the newest installed version. Returns null if the library is not installed.
  static std::unique_ptr<Nvrtc> open();
  /// Opens all installed versions, the newest first.
  static std::vector<std::unique_ptr<Nvrtc>> open_all();
  /// Makes an Nvrtc: `find` is called with the name of each function and returns its address. Returns null if `find`
  /// returns null for one of them.
  static std::unique_ptr<Nvrtc> open(const std::function<void*(const char*)>& find);
  ~Nvrtc();
  Nvrtc(const Nvrtc&) = delete;

  /// Returns the version as a number: 1300 means 13.0.
  int version() const;
  /// Returns the GPU architectures for which this version compiles: 75, 80, ..
  std::vector<int> architectures() const;
  /// Compile `text` for the architecture `arch` (90 for sm_90), to a cubin or to PTX. Floating-point operations are
  /// not contracted to fused ones, and subnormals are kept.
  Compiled cubin(const std::string& text, int arch, Effort effort = Effort::All) const;
  Compiled ptx(const std::string& text, int arch, Effort effort = Effort::All) const;
  /// Tells whether NVRTC accepts `text`, without an output: with little effort, to its intermediate form (LTO), which takes two
  /// fifths of the time of PTX.
  Compiled accepts(const std::string& text, int arch) const;

 private:
  struct Functions;
  explicit Nvrtc(std::unique_ptr<Functions> f);
  enum class Target : uint8_t { Cubin, Ptx, Intermediate };
  Compiled compile(const std::string& text, int arch, Target target, Effort effort) const;
  std::unique_ptr<Functions> f_;
};

/// Returns the first error of a log as "FILE:LINE: WHAT"; the log's first line if it names no place.
std::string first_error(const std::string& log);

/// Returns the bytes of stack that a kernel needs, for the kernel that needs most, from the log of a compilation to a
/// cubin. They are the sum of the kernel's own frame and the frames of all functions that it calls, each counted
/// once. The frames of deeper recursive calls are not included; generated code checks that there is room before such
/// a call.
uint32_t stack_frames(const std::string& log);
/// Returns the resources of each kernel, from the log of a compilation to a cubin.
std::vector<KernelUse> kernel_uses(const std::string& log);

} // namespace nova::cuda
