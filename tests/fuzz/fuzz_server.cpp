// What a session sends to its GPU's helper: frames of a kind, a length in two bytes, and a body. The helper
// ends, whatever comes. Its device has memory, and kernels that do nothing.
#include "fuzz_frames.hpp"
#include "jit/gpu/helper/server.hpp"
#include <cstring>

using namespace nova;
using namespace nova::plan;
using namespace nova::fuzzing;

namespace {

/// Memory of the host, where each access is looked at by the sanitizer.
class IdleGpu : public GpuDevice {
 public:
  std::string name() const override { return "an idle GPU"; }
  uint32_t resident_blocks(uint32_t) const override { return 8; }
  std::string whole(const std::string& kernels) const override { return kernels; }
  std::shared_ptr<GpuModule> load(const std::string&, std::string&) override {
    return std::make_shared<GpuModule>();
  }
  void* allocate(uint64_t bytes) override { return std::calloc(std::max<uint64_t>(bytes, 1), 1); }
  void release(void* place) noexcept override { std::free(place); }
  void upload(void* to, const void* from, uint64_t bytes) override { copy(to, from, bytes); }
  void download(void* to, const void* from, uint64_t bytes) override { copy(to, from, bytes); }
  void copy(void* to, const void* from, uint64_t bytes) override {
    if (bytes > 0) std::memcpy(to, from, bytes);
  }
  void fill(void* at, uint64_t bytes, uint8_t byte) override { std::memset(at, byte, bytes); }
  int64_t stack_bytes(const GpuModule&) const override { return 1 << 16; }
  const void* stop_place() override { return &stop_; }
  void launch(const GpuModule&, const std::string&, const GpuGrid&, const GpuTask&,
              std::span<const uint64_t>) override {}
  void finish() override {}

 private:
  uint64_t stop_ = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  if (size > most_frames) return 0;
  const Frames frames(bytes, size);
  const GpuRing ring;
  Memory::set_limit(uint64_t{256} << 20);
  serve_gpu(
      [] {
        GpuOpening o;
        o.device = std::make_unique<IdleGpu>(), o.about = "does nothing";
        return o;
      },
      frames.from, dup(ring.descriptor()));
  Memory::set_limit(UINT64_MAX);
  close(frames.from), close(frames.to);
  return 0;
}
