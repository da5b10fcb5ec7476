// `nova doctor`: reports what is installed and which execution tiers are possible. CUDA's libraries are searched for
// at run time, not when Nova is built.
#include "repl/help/doctor.hpp"
#include "jit/compile/disk_cache.hpp"
#include "jit/compile/host_compiler.hpp"
#include "jit/tiers/gpu_choice.hpp"
#include "repl/ranks/mpirun.hpp"
#include "repl/session/session.hpp"
#include "runtime/cuda/api.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/hdf5/hdf5.hpp"
#include "runtime/ranks/network.hpp"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <iterator>
#include <span>
#include <thread>
#include <unistd.h>

namespace nova {

namespace {

using Write = std::function<void(std::string_view)>;

void line(const Write& out, std::string what, const std::string& found) {
  constexpr size_t width = 12;
  what.resize(std::max(width, what.size()), ' ');
  out(what + " " + found + "\n");
}

/// Returns the first of `names` whose library can be opened, followed by the version that `version` reads from the
/// library. Returns "not found" if none can be opened.
template <class F> std::string library(std::span<const char* const> names, F version) {
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

std::string hdf5_version(void* handle) {
  auto f = reinterpret_cast<int (*)(unsigned*, unsigned*, unsigned*)>(dlsym(handle, "H5get_libversion"));
  unsigned major = 0, minor = 0, release = 0;
  if (!f || f(&major, &minor, &release) < 0) return "";
  return ", version " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release);
}

/// Whether the compiler `cc` can make a library from a text in this language. It may be installed without the headers
/// or tools that it needs.
bool compiles(const std::string& cc, const std::string& cache, plan::Compiler::Language language) {
  if (cc.empty()) return false;
  plan::Compiler compiler(cc, cache, "-O0", language);
  std::string error;
  plan::Compiler::Origin origin{};
  void* library = compiler.load("int nova_doctor;\n", error, origin);
  if (library) dlclose(library);
  return library;
}

// ---- the self-test of the GPU ----

/// The programs of the self-test. Together they use the CUDA kernel templates, with arrays whose lengths are no
/// multiples of a block's size.
constexpr const char* trials[] = {
    "(map (lambda (x) (* 3 x)) (iota 100003))",
    "(reduce + 0f (map (lambda (x) (/ 1f (to_float (+ x 1)))) (iota 100003)))",
    "(scan + 0.0 (map to_double (iota 50021)))",
    "(filter (lambda (x) (= 0 (% (* x 7919) 3))) (iota 100003))",
    "(sort (map (lambda (x) (% (* x 7919) 10007)) (iota 20011)))",
    "(map (lambda (n) (sum (iota n))) (range 0 500))",
    "(scatter (replicate 1000 0) (map (lambda (x) (% x 1000)) (iota 5003)) (iota 5003))",
};
constexpr auto trial_time = std::chrono::milliseconds(2000), last_start = std::chrono::milliseconds(1700);
/// The time within which a kernel must react to an interrupt.
constexpr auto hearing_time = std::chrono::milliseconds(900);

using Clock = std::chrono::steady_clock;

std::chrono::milliseconds ms_since(Clock::time_point t) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - t);
}

/// The result of the self-test.
struct SelfTest {
  enum End : uint8_t { Passed, Short, Failed } end;
  std::string text; ///< the result as a line of the report
};

/// Returns the first error in `told`, up to the end of its line. Without an error, returns the first line.
std::string in_a_line(const std::string& told) {
  const size_t error = told.find("error["), at = error == told.npos ? 0 : error;
  return told.substr(at, told.find('\n', at) - at);
}

/// Runs a program of the self-test within `time`. `told` collects the session's messages. Returns an error message,
/// or "". Sets `unfinished` if the time was over before a kernel ran, or was too short to judge the kernel.
std::string trial_trouble(Session& session, const char* trial, std::chrono::milliseconds time,
                          std::string& told, bool& unfinished) {
  constexpr auto telling = std::chrono::milliseconds(300);
  session.set_timeout(time);
  const bool good = session.run_forms(session.add_text("self-test", trial), [](const Outcome&) {});
  const bool ran = session.tiers().manager()->take_kernel_runs() > 0;
  const bool late = told.find("E0604") != told.npos;
  if (late && (!ran || time < telling)) return unfinished = true, "";
  if (late) return "a kernel did not end in time";
  if (!told.empty()) return in_a_line(told);
  return good && ran ? "" : in_a_line(session.tiers().manager()->report());
}

/// Runs the programs of the self-test in order, for at most two seconds. Every value is compared with the
/// interpreter's.
SelfTest self_test(SessionOptions o) {
  std::string told;
  o.tiers.tier = Tier::Cuda,
  o.tiers.checking = Checking::First; // each program runs once, in code that is compiled quickly
  o.out = [](std::string_view) {};
  o.err = [&](std::string_view t) { told += t; };
  o.tiers.gpu_grace = hearing_time;
  const auto most = std::min(o.timeout.value_or(trial_time), trial_time);
  Session session(o);
  const auto begin = Clock::now();
  size_t ran = 0;
  std::string trouble;
  bool unfinished = false;
  for (const char* trial : trials) {
    const auto took = ms_since(begin);
    if (took >= std::min(most, last_start)) break;
    trouble = trial_trouble(session, trial, most - took, told, unfinished);
    if (unfinished || !trouble.empty()) break;
    ++ran;
  }
  const std::string of = std::to_string(ran) + " of " + std::to_string(std::size(trials)) + " programs, " +
                         std::to_string(ms_since(begin).count()) + " ms";
  if (!trouble.empty())
    return {SelfTest::Failed, "FAILED: " + trouble + " (the interpreter's bits in " + of + ")"};
  if (ran < std::size(trials))
    return {SelfTest::Short,
            "cut short: the interpreter's bits in " + of + "; what is compiled now is there the next time"};
  return {SelfTest::Passed, "passed: the interpreter's bits in " + of};
}

/// Returns a poll that fails with E0604 once the time `most` has passed, which ends a wait that calls it.
std::function<void()> until(Clock::duration most) {
  return [end = Clock::now() + most] {
    if (Clock::now() > end) fail("E0604");
  };
}

/// Prints what of each MPI library was found, and whose mpirun stands in PATH.
void mpi_lines(const Write& out) {
  for (const MpiKind* kind : {&open_mpi(), &mpich()}) {
    const MpiFound found = find_mpi(*kind);
    line(out, kind->name,
         found.library.empty() ? "not found"
         : found.shim.empty()  ? found.library + ", but " + kind->shim + " is not beside nova"
                               : found.library + " by " + kind->shim);
  }
  const MpiRun run = find_mpirun("mpirun");
  line(out, "mpirun",
       run.path.empty() ? "not found"
       : run.kind       ? run.path + ", " + run.kind->name + "'s"
                        : run.path + ", neither Open MPI's nor MPICH's");
}

enum class Gpu : uint8_t { None, Works, Unsure, Fails };

/// Prints the time of a small plan and the transfer rates. Returns false if the first kernel does not end in time.
bool crossover_line(plan::GpuTier& tier, const Write& out) {
  try {
    const plan::Crossover& c = tier.crossover(until(std::chrono::seconds(10)));
    char text[160];
    std::snprintf(text, sizeof text, "%.0f us for a small plan, %.1f GB/s over, %.1f GB/s back",
                  c.round_trip_ns / 1e3, 1 / c.sent_ns, 1 / c.fetched_ns);
    return line(out, "", text), true;
  } catch (const Fault&) {
    return line(out, "self-test", "FAILED: the first kernel did not end within 10 s"), false;
  }
}

/// Prints the lines about the GPU. Returns whether there is one, and whether it passed its self-test.
Gpu gpu_lines(const SessionOptions& options, const Write& out) {
  std::string why;
  const auto none = [&](const std::string& reason) {
    line(out, "gpu", "none: " + reason);
    line(out, "self-test", "skipped: there is no GPU to test");
    return Gpu::None;
  };
  if (options.tiers.gpu_helper.empty() && !plan::has_cuda_driver(why)) return none(why);
  plan::GpuTier tier({options.tiers.gpu_helper, options.tiers.cache, {}, {}});
  try {
    if (!tier.client().wait(until(std::chrono::seconds(30)))) return none(tier.client().why());
  } catch (const Fault&) {
    return none("its helper does not start within 30 s");
  }
  line(out, "gpu", tier.client().name() + ": " + tier.client().about());
  if (!crossover_line(tier, out)) return Gpu::Fails;
  const SelfTest test = self_test(options);
  line(out, "self-test", test.text);
  return test.end == SelfTest::Passed ? Gpu::Works : test.end == SelfTest::Short ? Gpu::Unsure : Gpu::Fails;
}

} // namespace

int doctor(const SessionOptions& options, const Write& out) {
  double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE)) / (1 << 30);
  line(out, "nova", NOVA_VERSION);
  line(out, "processors", std::to_string(std::thread::hardware_concurrency()));
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GiB", memory);
  line(out, "memory", text);
  const std::string cc = plan::find_program("cc");
  line(out, "cc", cc.empty() ? "not found" : cc);
  const std::string trouble = plan::cache_trouble(options.tiers.cache);
  line(out, "cache", trouble.empty() ? plan::cache_folder(options.tiers.cache) : "none: " + trouble);
  constexpr const char *driver[] = {"libcuda.so.1"},
                       *nvrtc[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
  line(out, "libcuda", library(driver, driver_version));
  line(out, "libnvrtc", library(nvrtc, nvrtc_version));
  line(out, "libhdf5", library(hdf5::library_names, hdf5_version));
  const Gpu gpu = gpu_lines(options, out);
  mpi_lines(out);
  out("\n");
  line(out, "tier interp", "ready");
  const auto tier = [&](const char* name, plan::Compiler::Language language, const char* ready,
                        const char* needs) {
    line(out, name, compiles(cc, options.tiers.cache, language) ? ready : needs);
  };
  tier("tier cpu", plan::Compiler::C, "ready", "needs a C compiler, cc; auto goes on without");
  tier("tier sim", plan::Compiler::Simulated, "ready (a simulated GPU, for tests)",
       "needs a C and C++ compiler, cc");
  line(out, "tier cuda",
       gpu == Gpu::Works    ? "ready"
       : gpu == Gpu::Unsure ? "ready, as far as it was tested"
       : gpu == Gpu::Fails  ? "does not work: the GPU failed its self-test; --tier cpu goes on without"
                            : "needs an NVIDIA GPU, its driver and libnvrtc; auto goes on without");
  return gpu == Gpu::Fails ? 1 : 0;
}

} // namespace nova
