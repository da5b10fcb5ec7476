// What tests of NVRTC share.
#pragma once
#include "jit/compile/nvrtc_logs.hpp"
#include <algorithm>
#include <cstdlib>
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

/// Returns the folder where tests keep NVRTC's logs: $XDG_CACHE_HOME/nova-nvrtc; "" without that variable. It is not Nova's
/// own folder, which is swept more often the more lies there.
inline std::string nvrtc_log_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  return cache ? std::string(cache) + "/nova-nvrtc" : "";
}

} // namespace nova
