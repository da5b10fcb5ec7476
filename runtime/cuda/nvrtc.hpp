// NVRTC, opened at run time: CUDA text to cubin or PTX, without a GPU or a driver.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nova::cuda {

/// What the assembler says of a kernel.
struct KernelUse {
  std::string kernel;
  int registers = 0;
  int spilled = 0; ///< bytes stored and loaded
  int shared = 0;  ///< bytes that the text declares itself
};

struct Compiled {
  bool good = false;
  std::string log;     ///< errors, or what the assembler says
  std::string output;  ///< cubin, or PTX
  uint32_t frames = 0; ///< bytes of stack (stack_frames); of PTX it is unknown, and 0
};

/// How hard the compiler tries: little is up to 15 times as fast, with less of the text (NOVA_QUICK) and no loop unrolled.
/// The bits are the same.
enum class Effort : uint8_t { Little, All };

class Nvrtc {
 public:
  /// The newest; null where the library is not installed.
  static std::unique_ptr<Nvrtc> open();
  /// All that are installed, the newest first.
  static std::vector<std::unique_ptr<Nvrtc>> open_all();
  /// A library whose functions are found by their names; null where some are missing.
  static std::unique_ptr<Nvrtc> open(const std::function<void*(const char*)>& find);
  ~Nvrtc();
  Nvrtc(const Nvrtc&) = delete;

  /// 13.0 is 1300.
  int version() const;
  /// 75, 80, ..: what it compiles for.
  std::vector<int> architectures() const;
  /// Nothing is contracted; subnormals are kept. `arch` is 90 for sm_90.
  Compiled cubin(const std::string& text, int arch, Effort effort = Effort::All) const;
  Compiled ptx(const std::string& text, int arch, Effort effort = Effort::All) const;

 private:
  struct Functions;
  explicit Nvrtc(std::unique_ptr<Functions> f);
  Compiled compile(const std::string& text, const std::string& arch, bool to_ptx, Effort effort) const;
  std::unique_ptr<Functions> f_;
};

/// Bytes of stack, of the kernel that takes most: its frame and that of each function that it calls, since one that calls
/// itself is entered only where room is left for what it calls.
uint32_t stack_frames(const std::string& log);
/// The kernels that a cubin's log tells of.
std::vector<KernelUse> kernel_uses(const std::string& log);

} // namespace nova::cuda
