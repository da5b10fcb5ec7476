// NVRTC whose logs are kept on disk, for tests that only ask whether a text compiles, and what it uses.
#pragma once
#include "jit/compile/disk_cache.hpp"
#include "runtime/cuda/nvrtc.hpp"
#include <optional>
#include <string>

namespace nova::plan {

/// NVRTC with a cache of its logs on disk. A text that compiled is not compiled again: its log comes back without machine
/// code. Any thread may call it.
class NvrtcLogs {
 public:
  /// `folder`: where logs are kept; "" keeps none.
  NvrtcLogs(const cuda::Nvrtc& nvrtc, const std::string& folder)
      : nvrtc_(nvrtc), logs_(folder.empty() ? "" : cache_folder(folder), ".log") {}
  const cuda::Nvrtc& nvrtc() const { return nvrtc_; }
  cuda::Compiled cubin(const std::string& text, int arch, cuda::Effort effort = cuda::Effort::All) const {
    const char* const what = effort == cuda::Effort::All ? ", all" : ", little";
    return logged(text, arch, what, [&] { return nvrtc_.cubin(text, arch, effort); });
  }
  /// Tells whether NVRTC accepts the text, in a fifth of the time.
  cuda::Compiled accepts(const std::string& text, int arch) const {
    return logged(text, arch, ", intermediate", [&] { return nvrtc_.accepts(text, arch); });
  }

 private:
  template <class F>
  cuda::Compiled logged(const std::string& text, int arch, const char* what, const F& compile) const {
    const std::string key =
        text + "\n// sm_" + std::to_string(arch) + ", NVRTC " + std::to_string(nvrtc_.version()) + what;
    if (std::optional<std::string> log = logs_.find(key)) return {true, std::move(*log), ""};
    cuda::Compiled c = compile();
    if (c.good) logs_.store(c.log + "\n", key);
    return c;
  }
  const cuda::Nvrtc& nvrtc_;
  DiskCache logs_;
};

} // namespace nova::plan
