// NVRTC, opened at run time: compiles CUDA text to a cubin or PTX, without a GPU or a driver.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nova::cuda {

/// The resources that a kernel uses, as the assembler's log reports them.
struct KernelUse {
  std::string kernel;
  int registers = 0;
  int spilled = 0; ///< bytes of spill stores and spill loads
  int shared = 0;  ///< bytes of shared memory that the kernel's text declares (static)
};

/// The result of a compilation.
struct Compiled {
  bool good = false;
  std::string log;     ///< errors, or the assembler's report
  std::string output;  ///< cubin, or PTX
  uint32_t frames = 0; ///< bytes of stack (stack_frames); 0 for PTX, where they are unknown
};

/// The compiler's optimisation level. Little compiles up to 15 times as fast: it leaves out parts of the text
/// (NOVA_QUICK) and unrolls no loop. The kernels' results have the same bits.
enum class Effort : uint8_t { Little, All };

class Nvrtc {
 public:
  /// Opens the newest installed version. Returns null if the library is not installed.
  static std::unique_ptr<Nvrtc> open();
  /// Opens all installed versions, the newest first.
  static std::vector<std::unique_ptr<Nvrtc>> open_all();
  /// Makes an Nvrtc of the functions that `find` returns for their names. Returns null if `find` returns null for
  /// one.
  static std::unique_ptr<Nvrtc> open(const std::function<void*(const char*)>& find);
  ~Nvrtc();
  Nvrtc(const Nvrtc&) = delete;

  /// Returns the version: 1300 for 13.0.
  int version() const;
  /// Returns the GPU architectures that it compiles for: 75, 80, ..
  std::vector<int> architectures() const;
  /// Compile `text` for the architecture `arch` (90 for sm_90), to a cubin or to PTX. Floating-point operations are
  /// not contracted to fused ones, and subnormals are kept.
  Compiled cubin(const std::string& text, int arch, Effort effort = Effort::All) const;
  Compiled ptx(const std::string& text, int arch, Effort effort = Effort::All) const;

 private:
  struct Functions;
  explicit Nvrtc(std::unique_ptr<Functions> f);
  Compiled compile(const std::string& text, const std::string& arch, bool to_ptx, Effort effort) const;
  std::unique_ptr<Functions> f_;
};

/// Returns the bytes of stack of the kernel that takes most, from a cubin's log: its frame and the frame of each
/// function that it calls, once. A recursive function is entered only if there is room for the frames of what it
/// calls.
uint32_t stack_frames(const std::string& log);
/// Returns the resources of each kernel that a cubin's log reports on.
std::vector<KernelUse> kernel_uses(const std::string& log);

} // namespace nova::cuda
