// nova doctor: what is installed, which tiers are possible. CUDA is looked for at run time only.
#include "repl/commands.hpp"
#include "runtime/cuda/api.hpp"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <thread>
#include <unistd.h>

namespace nova {

namespace {

void line(const char* what, const std::string& found) { std::printf("%-12s %s\n", what, found.c_str()); }

/// The first of the libraries that can be opened, and the version that `version` reads from it.
template <class F> std::string library(std::initializer_list<const char*> names, F version) {
  for (const char* name : names)
    if (void* handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL)) return std::string(name) + version(handle);
  return "not found";
}

std::string nvrtc_version(void* handle) {
  auto f = reinterpret_cast<cuda::nvrtcVersion_t>(dlsym(handle, "nvrtcVersion"));
  int major = 0, minor = 0;
  if (!f || f(&major, &minor) != 0) return "";
  return ", version " + std::to_string(major) + "." + std::to_string(minor);
}

std::string driver_version(void* handle) {
  auto f = reinterpret_cast<cuda::cuDriverGetVersion_t>(dlsym(handle, "cuDriverGetVersion"));
  int v = 0;
  if (!f || f(&v) != 0) return "";
  return ", CUDA " + std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10);
}

std::string on_path(const char* program) {
  std::string path = std::getenv("PATH") ? std::getenv("PATH") : "";
  for (size_t begin = 0; begin <= path.size();) {
    size_t end = std::min(path.find(':', begin), path.size());
    std::string candidate = path.substr(begin, end - begin) + "/" + program;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    begin = end + 1;
  }
  return "not found";
}

} // namespace

int doctor() {
  double memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE)) / (1 << 30);
  line("nova", NOVA_VERSION);
  line("processors", std::to_string(std::thread::hardware_concurrency()));
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GiB", memory);
  line("memory", text);
  std::string cc = on_path("cc");
  line("cc", cc);
  std::string driver = library({"libcuda.so.1"}, driver_version);
  std::string nvrtc = library({"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"}, nvrtc_version);
  line("libcuda", driver);
  line("libnvrtc", nvrtc);
  std::printf("\n");
  line("tier interp", "ready");
  line("tier cpu", cc == "not found" ? "needs a C compiler, cc; the interpreter goes on without" : "ready");
  line("tier sim", cc == "not found" ? "needs a C and C++ compiler, cc" : "ready (a simulated GPU, for tests)");
  return 0;
}

} // namespace nova
