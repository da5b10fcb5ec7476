// NVRTC for tests, each of whose logs is kept on disk: a text that compiled once isn't compiled again.
#pragma once
#include "jit/compile/disk_cache.hpp"
#include "runtime/cuda/nvrtc.hpp"
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace nova {

/// Returns the architectures that tests compile for, without those that this NVRTC does not support.
inline std::vector<int> known_architectures(const cuda::Nvrtc& nvrtc) {
  const std::vector<int> known = nvrtc.architectures();
  std::vector<int> wanted;
  for (const int a : {75, 80, 90, 100, 120})
    if (std::ranges::find(known, a) != known.end()) wanted.push_back(a);
  return wanted;
}

/// NVRTC whose log of each text that compiles is kept in $XDG_CACHE_HOME/nova-nvrtc; nothing is kept without that
/// variable. A log found there comes back without machine code.
class KeptNvrtc {
 public:
  explicit KeptNvrtc(const cuda::Nvrtc& nvrtc) : nvrtc_(nvrtc), said_(folder(), ".log") {}
  const cuda::Nvrtc& nvrtc() const { return nvrtc_; }
  cuda::Compiled cubin(const std::string& text, int arch, cuda::Effort effort = cuda::Effort::All) const {
    const char* const what = effort == cuda::Effort::All ? ", all" : ", little";
    return kept(text, arch, what, [&] { return nvrtc_.cubin(text, arch, effort); });
  }
  /// The same without machine code, which takes half of the time.
  cuda::Compiled ptx(const std::string& text, int arch) const {
    return kept(text, arch, ", ptx", [&] { return nvrtc_.ptx(text, arch, cuda::Effort::Little); });
  }

 private:
  template <class F>
  cuda::Compiled kept(const std::string& text, int arch, const char* what, const F& compile) const {
    const std::string key =
        text + "\n// sm_" + std::to_string(arch) + ", NVRTC " + std::to_string(nvrtc_.version()) + what;
    if (std::optional<std::string> log = said_.find(key)) return {true, std::move(*log), ""};
    cuda::Compiled c = compile();
    if (c.good) said_.store(c.log + "\n", key);
    return c;
  }
  /// The folder is not Nova's own, which is swept more often the more lies there.
  static std::string folder() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    return cache ? plan::cache_folder(std::string(cache) + "/nova-nvrtc") : "";
  }
  const cuda::Nvrtc& nvrtc_;
  plan::DiskCache said_;
};

} // namespace nova
