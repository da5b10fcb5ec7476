// A GPU's helper with its real device code (jit/gpu/helper/cuda_device.cpp), on a driver and an NVRTC that are none: kernels run on the
// simulator, and what a call may do is limited as on a device. A call beyond a limit fails as the driver's does, and is counted.
//   nova_fake_cuda [LIMITS [FILE]]
// FILE: what tests read (fake_cuda.hpp). LIMITS are words as arch=75,driver=12040,nvrtc=12 ..:
//   arch=N      of sm_N (90)                    shared=BYTES   of a block at most (232448)
//   driver=N    12040 is CUDA 12.4 (13000)      nvrtc=N        bits: 1 for 11.8, 2 for 12.9, 4 for 13.0 (4)
//   memory=MIB  of the device (16384)           blocks=N       of a kernel on a multiprocessor at most (8)
//   frames=N    bytes of stack of functions (0) busy=N         attempts to get a context that fail
//   pools=0     memory in order is not there    watchdog=1     ends each kernel
//   unsound=1   code does not load, with a log
#include "jit/gpu/helper/cuda_device.hpp"
#include "tests/fake_driver.hpp"
#include <algorithm>
#include <cstring>
#include <map>

using namespace nova;
using namespace nova::cuda;

namespace {

constexpr Status good = 0;
using fake::refused;
template <class F> void* symbol(F* f) { return reinterpret_cast<void*>(f); }

// ---- NVRTC: the text is the code

struct FakeProgram {
  std::string text, code, log;
};
FakeProgram& program(nvrtcProgram p) { return *reinterpret_cast<FakeProgram*>(p); }
Status create_program(nvrtcProgram* p, const char* text, const char*, int, const char* const*,
                      const char* const*) {
  return *p = reinterpret_cast<nvrtcProgram>(new FakeProgram{text, {}, {}}), good;
}
Status destroy_program(nvrtcProgram* p) { return delete reinterpret_cast<FakeProgram*>(*p), good; }
Status log_size(nvrtcProgram p, size_t* n) { return *n = program(p).log.size(), good; }
Status code_size(nvrtcProgram p, size_t* n) { return *n = program(p).code.size(), good; }
Status log_text(nvrtcProgram p, char* to) {
  return std::memcpy(to, program(p).log.data(), program(p).log.size()), good;
}
Status code_text(nvrtcProgram p, char* to) {
  return std::memcpy(to, program(p).code.data(), program(p).code.size()), good;
}

template <int Version> struct FakeNvrtc {
  static const std::vector<int>& known() {
    static const std::vector<int> all = Version >= 1300   ? std::vector{75, 80, 86, 89, 90, 100, 120}
                                        : Version >= 1200 ? std::vector{50, 61, 70, 75, 80, 86, 90}
                                                          : std::vector{35, 50, 61, 70, 75, 80};
    return all;
  }
  static Status version(int* major, int* minor) {
    return *major = Version / 100, *minor = Version / 10 % 10, good;
  }
  static Status count_archs(int* n) { return *n = static_cast<int>(known().size()), good; }
  static Status archs(int* to) { return std::ranges::copy(known(), to), good; }
  static Status compile(nvrtcProgram p, int count, const char* const* options) {
    FakeProgram& own = program(p);
    int arch = 0;
    std::string quick;
    for (int k = 0; k < count; ++k) {
      if (std::sscanf(options[k], "-arch=sm_%d", &arch) != 1)
        std::sscanf(options[k], "-arch=compute_%d", &arch);
      if (std::string_view(options[k]) == "-DNOVA_QUICK") quick = "#define NOVA_QUICK\n";
    }
    own.log = "ptxas info    : Compiling entry function 'k' for 'sm_90'\nptxas         .     " +
              std::to_string(fake::limit("frames")) +
              " bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n";
    if (std::ranges::find(known(), arch) == known().end()) return refused(5);
    own.code =
        "sm_" + std::to_string(arch) + " " + std::to_string(Version / 100) + "\n" + quick + own.text + '\0';
    return good;
  }
  static void* function(const char* name) {
    static const std::map<std::string, void*> all = {{"nvrtcVersion", symbol(version)},
                                                     {"nvrtcGetNumSupportedArchs", symbol(count_archs)},
                                                     {"nvrtcGetSupportedArchs", symbol(archs)},
                                                     {"nvrtcCreateProgram", symbol(create_program)},
                                                     {"nvrtcDestroyProgram", symbol(destroy_program)},
                                                     {"nvrtcCompileProgram", symbol(compile)},
                                                     {"nvrtcGetProgramLogSize", symbol(log_size)},
                                                     {"nvrtcGetProgramLog", symbol(log_text)},
                                                     {"nvrtcGetCUBINSize", symbol(code_size)},
                                                     {"nvrtcGetCUBIN", symbol(code_text)},
                                                     {"nvrtcGetPTXSize", symbol(code_size)},
                                                     {"nvrtcGetPTX", symbol(code_text)}};
    const auto at = all.find(name);
    return at == all.end() ? nullptr : at->second;
  }
};

plan::Compilers compilers() {
  plan::Compilers all;
  if (fake::limit("nvrtc") & 4) all.push_back(Nvrtc::open(FakeNvrtc<1300>::function));
  if (fake::limit("nvrtc") & 2) all.push_back(Nvrtc::open(FakeNvrtc<1290>::function));
  if (fake::limit("nvrtc") & 1) all.push_back(Nvrtc::open(FakeNvrtc<1180>::function));
  return all;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 1) fake::read_limits(argv[1]);
  fake::start(argc > 2 ? FakeCuda::open(argv[2]) : std::make_shared<FakeCuda>());
  const int status = plan::serve_gpu([] {
    plan::GpuOpening none;
    std::unique_ptr<Driver> driver = Driver::open(fake::driver_function, none.about);
    return driver ? plan::open_cuda(std::move(driver), compilers(), "", Effort::All) : std::move(none);
  });
  std::_Exit(status); // a kernel may be at work
}
