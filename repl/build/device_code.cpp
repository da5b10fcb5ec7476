#include "repl/build/device_code.hpp"
#include "runtime/cuda/nvrtc.hpp"
#include <algorithm>

namespace nova {

namespace {

constexpr int oldest = 75; // kernels wait for each other, which older GPUs can't do within a warp

std::string first_lines(const std::string& log) { return log.substr(0, 500); }

} // namespace

std::string compile_for_gpus(plan::AheadProgram& p, const std::vector<int>& archs) {
  const std::string text = plan::ahead_cuda(p);
  const std::unique_ptr<cuda::Nvrtc> nvrtc = text.empty() ? nullptr : cuda::Nvrtc::open();
  if (!nvrtc) return archs.empty() || text.empty() ? "" : "there is no libnvrtc, which compiles kernels";
  const std::vector<int> known = nvrtc->architectures();
  p.compiler =
      "NVRTC " + std::to_string(nvrtc->version() / 100) + "." + std::to_string(nvrtc->version() % 100 / 10);
  int least = 0;
  for (const int arch : known)
    if (arch >= oldest && (!least || arch < least)) least = arch;
  if (!least) return p.compiler + " knows no GPU from sm_75 on";
  for (const int arch : archs)
    if (std::ranges::find(known, arch) == known.end())
      return p.compiler + " does not know sm_" + std::to_string(arch);
  const auto add = [&](int arch, bool is_ptx) {
    const cuda::Compiled made = is_ptx ? nvrtc->ptx(text, arch) : nvrtc->cubin(text, arch);
    if (made.good) p.images.push_back({arch, is_ptx, made.output});
    return made.good ? "" : first_lines(made.log);
  };
  std::string why = add(least, true);
  for (const int arch : archs)
    if (why.empty()) why = add(arch, false);
  return why;
}

} // namespace nova
