// Runs Nova programs on the inputs of a library of cases and checks what they give against its references:
//
//     LIBCASE=libcase.so bench_yardstick FOLDER bench=n ..
//
// FOLDER has bench.nv for each: its first form declares its inputs, its last one, `(job)`, is what is timed,
// A line for each: bench, implementation, n, median and least ms, rate, its unit, check,
// error, sum of the reference. The rate is the necessary traffic, or the useful arithmetic, over the least
// time. Environment: TIER=cuda (inputs and results stay on the device; the
// time is the clock's, from the form to the helper's answer, and two fields more have the median and least ms of the kernels by the
// device's own clock, 0 where it has none); THREADS; TIMER=cpu for this process's processor time; BUDGET_MS; SEED.
#include "bench/cpu/prompt.hpp"
#include "frontend/source/big_stack.hpp"
#include "jit/compile/disk_cache.hpp"
#include "jit/gpu/helper/cuda_device.hpp"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>

namespace {

using namespace nova;

constexpr int size_itself = -1;

/// An input: its name in the program and its array in the case (0-6 floats, 10-13 int32, 20 bytes), or the size, an int.
struct Given {
  const char* name;
  int array;
};
struct Job {
  const char* bench;
  std::vector<Given> inputs;
  bool square = false; ///< inputs are n by n
};

const Job jobs[] = {
    {"bbox", {{"x", 0}, {"y", 1}}},
    {"dot3", {{"a0", 0}, {"a1", 1}, {"a2", 2}, {"b0", 3}, {"b1", 4}, {"b2", 5}}},
    {"norm", {{"x", 0}}},
    {"gridred", {{"cells", 0}}},
    {"sumstats", {{"x", 0}}},
    {"sumrows", {{"elements", 0}, {"offsets", 10}}},
    {"sumrows_skew", {{"elements", 0}, {"offsets", 10}}},
    {"wordcount", {{"text", 20}}},
    {"blackscholes", {{"prices", 0}, {"strikes", 1}, {"years", 2}}},
    {"nbody", {{"x", 0}, {"y", 1}, {"z", 2}, {"m", 3}}},
    {"spmv_ell", {{"values", 0}, {"x", 1}, {"columns", 10}}},
    {"spmv_csr", {{"values", 0}, {"x", 1}, {"offsets", 10}, {"columns", 11}}},
    {"vadd", {{"x", 0}, {"y", 1}}},
    {"dot", {{"x", 0}, {"y", 1}}},
    {"sort", {{"keys", 10}}},
    {"matmul", {{"a", 0}, {"b", 1}}, true},
    {"blur", {{"image", 0}}, true},
    {"sobel", {{"image", 0}}, true},
    {"fft", {{"values", 0}}},
    {"scan", {{"x", 10}}},
    {"filter", {{"x", 0}}},
    {"gather", {{"x", 0}, {"indices", 10}}},
    {"permute", {{"x", 0}, {"indices", 10}}},
    {"raytrace",
     {{"x", 0},
      {"y", 1},
      {"z", 2},
      {"radius", 3},
      {"red", 4},
      {"green", 5},
      {"blue", 6},
      {"n", size_itself}}},
    {"bfs", {{"edges", 10}}},
    {"pyth", {{"n", size_itself}}},
    {"lines", {{"x1", 10}, {"y1", 11}, {"x2", 12}, {"y2", 13}}},
    {"sieve", {{"n", size_itself}}},
};

/// The library of cases, by its C interface.
struct Library {
  void* handle = dlopen(std::getenv("LIBCASE") ? std::getenv("LIBCASE") : "libcase.so", RTLD_NOW);
  template <class F> F* get(const char* name) const { return reinterpret_cast<F*>(dlsym(handle, name)); }
};

class Case {
 public:
  Case(const Library& l, const char* name, size_t n)
      : library_(l), case_(l.get<void*(const char*, size_t, uint64_t)>("case_new")(name, n, seed())) {
    l.get<void(void*, double*)>("case_meta")(case_, meta_);
  }
  ~Case() { library_.get<void(void*)>("case_free")(case_); }
  const void* array(int k, size_t& length) const {
    return library_.get<const void*(void*, int, size_t*)>("case_array")(case_, k, &length);
  }
  std::span<const double> reference() const {
    size_t n = 0;
    const void* p = array(30, n);
    return {static_cast<const double*>(p), n};
  }
  double work() const { return meta_[2] ? meta_[1] : meta_[0]; }
  const char* unit() const { return meta_[2] ? "GFLOP/s" : "GB/s"; }
  double tolerance() const { return meta_[3]; }

 private:
  static uint64_t seed() { return std::getenv("SEED") ? std::strtoull(std::getenv("SEED"), nullptr, 0) : 42; }
  const Library& library_;
  void* case_;
  double meta_[4];
};

void write_npy(const std::filesystem::path& path, const void* data, size_t count, int array, size_t columns) {
  const char* type = array < 7 ? "<f4" : array < 20 ? "<i4" : "|u1";
  const std::string shape = columns ? std::to_string(count / columns) + ", " + std::to_string(columns)
                                    : std::to_string(count) + ",";
  std::string header =
      "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 11, ' ');
  header += "\n";
  const auto size = static_cast<uint16_t>(header.size());
  std::ofstream out(path, std::ios::binary);
  out.write("\x93NUMPY\x01\x00", 8).write(reinterpret_cast<const char*>(&size), 2) << header;
  out.write(static_cast<const char*>(data), static_cast<std::streamsize>(count * (array < 20 ? 4 : 1)));
}

double relative_error(const Value& v, std::span<const double> reference) {
  std::vector<double> got;
  numbers(v, got);
  if (got.size() != reference.size()) return NAN;
  double difference = 0, whole = 0;
  for (size_t k = 0; k < got.size(); ++k)
    difference += (got[k] - reference[k]) * (got[k] - reference[k]), whole += reference[k] * reference[k];
  return std::sqrt(difference) / (std::sqrt(whole) + 1e-300);
}

double now_ms() {
  static const char* const timer = std::getenv("TIMER");
  timespec t;
  clock_gettime(timer && *timer == 'c' ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

double number_of(const char* variable, double otherwise) {
  return std::getenv(variable) ? std::atof(std::getenv(variable)) : otherwise;
}

bool on_gpu() {
  const char* const tier = std::getenv("TIER");
  return tier && std::string_view(tier) == "cuda";
}

/// One whose kernels are compiled with all effort before they run.
std::vector<std::string> gpu_helper() {
  if (const char* helper = std::getenv("GPU_HELPER"); helper && *helper) return {helper};
  return {"/proc/self/exe", "gpu-helper", plan::cache_folder(""), "best"};
}

SessionOptions options(uint32_t threads) {
  SessionOptions o = cpu_options(threads);
  if (on_gpu()) o.tiers.tier = Tier::Cuda, o.tiers.gpu_helper = gpu_helper();
  o.abbreviate = true;
  o.out = [](std::string_view) {};
  return o;
}

class Runner {
 public:
  Runner(const std::string& program, const std::filesystem::path& inputs, const Job& job, size_t n,
         uint32_t threads)
      : session_(options(threads)) {
    session_.files().allow_read(inputs);
    std::vector<std::pair<std::string, std::string>> given;
    for (const Given& g : job.inputs)
      given.emplace_back(g.name, g.array == size_itself ? std::to_string(n)
                                                        : (inputs / (std::string(g.name) + ".npy")).string());
    const auto file = session_.load_file(program);
    ok_ = file && session_.run_program(*file, given) == 0;
    // What is typed is a form of its own each time, planned anew; `again` cannot be planned, and the call in it is one form.
    if (ok_)
      session_.run_forms(session_.add_text("again", "(define (again) (begin (print \"\") (job)))"),
                         [](const Outcome&) {});
    if (std::getenv("STATS")) std::fputs(session_.tiers().manager()->report().c_str(), stderr);
  }
  bool ok() const { return ok_; }
  /// No verdicts from now on.
  void trust() { session_.tiers().manager()->options().checking = Checking::Off; }
  /// What the GPU's own clock says of the runs since the last call, in ms.
  double take_device_ms() { return session_.tiers().manager()->take_device_ns() * 1e-6; }
  Value run() {
    Value last;
    session_.run_forms(session_.add_text("job", "(again)"), [&](const Outcome& o) { last = *o.value; });
    return last;
  }

 private:
  Session session_;
  bool ok_;
};

/// Of some runs, in ms.
struct Times {
  std::vector<double> clock, device;
};

void report(const Case& c, const Job& job, size_t n, uint32_t threads, Times times, double error) {
  auto& [ms, device] = times;
  std::sort(ms.begin(), ms.end()), std::sort(device.begin(), device.end());
  double sum = 0;
  for (double r : c.reference()) sum += r;
  const std::string who = on_gpu() ? "nova-cuda" : "nova" + std::to_string(threads);
  std::printf("%s\t%s\t%zu\t%.5f\t%.5f\t%.2f\t%s\t%s\t%.2e\t%.9g", job.bench, who.c_str(), n,
              ms[ms.size() / 2], ms[0], c.work() / ms[0] * 1e-6, c.unit(),
              error <= c.tolerance() ? "ok" : "FAIL", error, sum);
  if (on_gpu()) std::printf("\t%.5f\t%.5f", device[device.size() / 2], device[0]);
  std::printf("\n");
  std::fflush(stdout);
}

void measure(const std::string& folder, const Library& library, const Job& job, size_t n) {
  const auto threads = static_cast<uint32_t>(number_of("THREADS", 1));
  char scratch[] = "/tmp/nova-yardstick-XXXXXX";
  if (!mkdtemp(scratch)) return;
  const Case c(library, job.bench, n);
  for (const Given& g : job.inputs) {
    if (g.array == size_itself) continue;
    size_t count = 0;
    const void* data = c.array(g.array, count);
    write_npy(std::filesystem::path(scratch) / (std::string(g.name) + ".npy"), data, count, g.array,
              job.square ? n : 0);
  }
  Runner nova(folder + "/" + job.bench + ".nv", scratch, job, n, threads);
  std::filesystem::remove_all(scratch);
  if (!nova.ok()) return;
  const double error = relative_error(nova.run(), c.reference());
  nova.trust();
  nova.take_device_ms();
  Times times;
  for (double end = now_ms() + number_of("BUDGET_MS", 300);
       times.clock.size() < 5 || (times.clock.size() < 200 && now_ms() < end);) {
    const double start = now_ms();
    { const Value kept = nova.run(); }
    times.clock.push_back(now_ms() - start), times.device.push_back(nova.take_device_ms());
  }
  report(c, job, n, threads, std::move(times), error);
}

} // namespace

int main(int argc, char** argv) {
  if (const auto status = nova::plan::cuda_helper(argc, argv)) return *status;
  const Library library;
  if (!library.handle) return std::fprintf(stderr, "%s\n", dlerror()), 2;
  for (int k = 2; k < argc; ++k) {
    const std::string argument = argv[k], name = argument.substr(0, argument.find('='));
    for (const Job& job : jobs)
      if (name ==
          job.bench) // each form would make a stack of its own otherwise, which is no part of a kernel's time
        nova::run_on_big_stack([&] {
          measure(argv[1], library, job, std::strtoull(argument.c_str() + name.size() + 1, nullptr, 10));
        });
  }
}
