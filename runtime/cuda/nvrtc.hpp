// NVRTC, opened at run time: CUDA text to cubin or PTX, without a GPU or a driver.
#pragma once
#include <cstdint>
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
  std::string log;    ///< errors, or what the assembler says
  std::string output; ///< cubin, or PTX
};

/// How hard the compiler tries: little is up to 15 times as fast, with less of the text (NOVA_QUICK) and no loop unrolled.
/// The bits are the same.
enum class Effort : uint8_t { Little, All };

class Nvrtc {
 public:
  /// Null where the library is not installed.
  static std::unique_ptr<Nvrtc> open();
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

/// The kernels that a cubin's log tells of.
std::vector<KernelUse> kernel_uses(const std::string& log);

} // namespace nova::cuda
