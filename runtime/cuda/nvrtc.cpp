#include "runtime/cuda/nvrtc.hpp"
#include "runtime/cuda/api.hpp"
#include <algorithm>
#include <cstdio>
#include <dlfcn.h>
#include <functional>
#include <sstream>

namespace nova::cuda {

struct Nvrtc::Functions {
  void* library = nullptr;
  nvrtcVersion_t version;
  nvrtcGetNumSupportedArchs_t count_archs;
  nvrtcGetSupportedArchs_t archs;
  nvrtcCreateProgram_t create;
  nvrtcDestroyProgram_t destroy;
  nvrtcCompileProgram_t compile;
  nvrtcGetSize_t log_size, cubin_size, ptx_size;
  nvrtcGetText_t log, cubin, ptx;

  bool find_all(const std::function<void*(const char*)>& symbol) {
    const auto find = [&](auto& f, const char* name) {
      return (f = reinterpret_cast<std::remove_reference_t<decltype(f)>>(symbol(name))) != nullptr;
    };
    return find(version, "nvrtcVersion") && find(count_archs, "nvrtcGetNumSupportedArchs") &&
           find(archs, "nvrtcGetSupportedArchs") && find(create, "nvrtcCreateProgram") &&
           find(destroy, "nvrtcDestroyProgram") && find(compile, "nvrtcCompileProgram") &&
           find(log_size, "nvrtcGetProgramLogSize") && find(log, "nvrtcGetProgramLog") &&
           find(cubin_size, "nvrtcGetCUBINSize") && find(cubin, "nvrtcGetCUBIN") &&
           find(ptx_size, "nvrtcGetPTXSize") && find(ptx, "nvrtcGetPTX");
  }
  ~Functions() {
    if (library) dlclose(library);
  }
};

std::unique_ptr<Nvrtc> Nvrtc::open(const std::function<void*(const char*)>& find) {
  auto f = std::make_unique<Functions>();
  return f->find_all(find) ? std::unique_ptr<Nvrtc>(new Nvrtc(std::move(f))) : nullptr;
}

namespace {

constexpr const char* places[] = {"libnvrtc.so.13",
                                  "libnvrtc.so.12",
                                  "libnvrtc.so",
                                  "/usr/local/cuda/lib64/libnvrtc.so",
                                  "/usr/local/cuda-13/lib64/libnvrtc.so.13",
                                  "/usr/local/cuda-12/lib64/libnvrtc.so.12"};

} // namespace

/// Returns each version only once, even if several of `places` lead to it.
std::vector<std::unique_ptr<Nvrtc>> Nvrtc::open_all() {
  std::vector<std::unique_ptr<Nvrtc>> all;
  for (const char* place : places) {
    void* const library = dlopen(place, RTLD_LAZY | RTLD_LOCAL);
    if (!library) continue;
    auto one = open([library](const char* name) { return dlsym(library, name); });
    const auto is_same = [&](const auto& other) { return other->version() == one->version(); };
    if (!one || std::ranges::any_of(all, is_same)) {
      dlclose(library);
      continue;
    }
    one->f_->library = library;
    all.push_back(std::move(one));
  }
  std::ranges::sort(all, std::greater(), [](const auto& one) { return one->version(); });
  return all;
}

std::unique_ptr<Nvrtc> Nvrtc::open() {
  std::vector<std::unique_ptr<Nvrtc>> all = open_all();
  return all.empty() ? nullptr : std::move(all[0]);
}

Nvrtc::Nvrtc(std::unique_ptr<Functions> f) : f_(std::move(f)) {}
Nvrtc::~Nvrtc() = default;

int Nvrtc::version() const {
  int major = 0, minor = 0;
  f_->version(&major, &minor);
  return major * 100 + minor * 10;
}

std::vector<int> Nvrtc::architectures() const {
  int n = 0;
  if (f_->count_archs(&n) != 0) return {};
  std::vector<int> all(static_cast<size_t>(n));
  f_->archs(all.data());
  return all;
}

Compiled Nvrtc::cubin(const std::string& text, int arch, Effort effort) const {
  return compile(text, arch, Target::Cubin, effort);
}
Compiled Nvrtc::ptx(const std::string& text, int arch, Effort effort) const {
  return compile(text, arch, Target::Ptx, effort);
}
Compiled Nvrtc::accepts(const std::string& text, int arch) const {
  constexpr int knows_intermediate = 1140;
  return compile(text, arch, version() < knows_intermediate ? Target::Ptx : Target::Intermediate,
                 Effort::Little);
}

/// Versions of NVRTC before 12.9 have no option for less optimisation. With them, Effort::Little only leaves out
/// parts of the text.
Compiled Nvrtc::compile(const std::string& text, int arch, Target target, Effort effort) const {
  constexpr int knows_effort = 1290;
  Compiled out;
  nvrtcProgram program = nullptr;
  if (f_->create(&program, text.c_str(), "nova.cu", 0, nullptr, nullptr) != 0)
    return out.log = "NVRTC can't be started", out;
  const std::string for_gpu =
      (target == Target::Cubin ? "-arch=sm_" : "-arch=compute_") + std::to_string(arch);
  std::vector<const char*> options = {for_gpu.c_str(), "--fmad=false", "--minimal", "-w",
                                      "-std=c++17",    "-Xptxas",      "-v"};
  if (target == Target::Intermediate) options.push_back("-dlto");
  // A user's text says of no function that it is for a GPU.
  if (text.find("define NOVA_FOREIGN") != text.npos) options.push_back("--device-as-default-execution-space");
  if (effort == Effort::Little) options.push_back("-DNOVA_QUICK"); // jit/kernels/cuda/gpu.h
  if (effort == Effort::Little && target != Target::Intermediate && version() >= knows_effort)
    options.push_back("--Ofast-compile=mid");
  out.good = f_->compile(program, static_cast<int>(options.size()), options.data()) == 0;
  const auto take = [&](nvrtcGetSize_t size, nvrtcGetText_t get) {
    size_t n = 0;
    std::string bytes;
    if (size(program, &n) == 0 && n > 0) bytes.resize(n), get(program, bytes.data());
    return bytes;
  };
  out.log = take(f_->log_size, f_->log);
  if (const size_t end = out.log.find('\0'); end != out.log.npos) out.log.resize(end);
  if (out.good && target == Target::Cubin)
    out.frames = stack_frames(out.log), out.output = take(f_->cubin_size, f_->cubin);
  if (out.good && target == Target::Ptx) out.output = take(f_->ptx_size, f_->ptx);
  f_->destroy(&program);
  return out;
}

/// NVRTC writes "FILE(LINE): error: WHAT".
std::string first_error(const std::string& log) {
  constexpr std::string_view mark = "): error: ";
  const size_t at = log.find(mark), open = log.rfind('(', at);
  if (at == log.npos || open == log.npos) return log.substr(0, log.find('\n'));
  const size_t begin = log.rfind('\n', open) + 1, what = at + mark.size();
  return log.substr(begin, open - begin) + ":" + log.substr(open + 1, at - open - 1) + ": " +
         log.substr(what, log.find('\n', what) - what);
}

/// In the log, the name of each kernel is followed by its own frame and the frames of the functions that it calls.
uint32_t stack_frames(const std::string& log) {
  uint32_t most = 0, of_kernel = 0;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    unsigned bytes = 0;
    if (line.find("entry function '") != line.npos) of_kernel = 0;
    if (std::sscanf(line.c_str(), "%*[^0-9]%u bytes stack frame", &bytes) == 1) of_kernel += bytes;
    most = std::max(most, of_kernel);
  }
  return most;
}

std::vector<KernelUse> kernel_uses(const std::string& log) {
  std::vector<KernelUse> all;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (const size_t at = line.find("entry function '"); at != line.npos) {
      const size_t from = at + 16;
      all.push_back({line.substr(from, line.find('\'', from) - from)});
    }
    if (all.empty()) continue;
    int stores = 0, loads = 0, frame = 0, bytes = 0;
    if (std::sscanf(line.c_str(), "%*s . %d bytes stack frame, %d bytes spill stores, %d bytes spill loads",
                    &frame, &stores, &loads) == 3)
      all.back().spilled += stores + loads;
    if (const size_t at = line.find("Used "); at != line.npos)
      all.back().registers = std::atoi(line.c_str() + at + 5);
    if (const size_t at = line.find(" bytes smem"); at != line.npos) {
      size_t from = at;
      while (from > 0 && std::isdigit(static_cast<unsigned char>(line[from - 1]))) --from;
      bytes = std::atoi(line.c_str() + from);
      all.back().shared = bytes;
    }
  }
  return all;
}

} // namespace nova::cuda
