// The real device code of a GPU's helper on a driver that is none but has a device's limits: what is beyond them is refused
// with a reason, and no helper dies of it.
#include "tests/fake_cuda.hpp"
#include "tests/unit/gpu_help.hpp"

using namespace nova;
using namespace nova::plan;
using namespace nova::gpu_help;

namespace {

/// A session on such a device, and what its driver has counted.
struct Device {
  std::string file = once_file();
  std::shared_ptr<FakeCuda> counts = FakeCuda::open(file);
  Typed cuda;
  explicit Device(const std::string& limits)
      : cuda(Tier::Cuda, {NOVA_FAKE_CUDA, limits.empty() ? "arch=90" : limits, file}) {}
  std::string why() { return cuda.session.tiers().why(cuda.last); }
  std::string operator()(const std::string& text) { return cuda(text); }
};

/// A scan whose states are so many doubles.
std::string wide_scan(int doubles) {
  std::string pattern, other, sums, first, made;
  for (int k = 0; k < doubles; ++k) {
    const std::string n = std::to_string(k), comma = k ? ", " : "";
    pattern += comma + "a" + n, other += comma + "b" + n, sums += comma + "(+ a" + n + " b" + n + ")",
        first += comma + "0.0";
    made += comma + "(+ x " + n + ".0)";
  }
  return "(define (wide x) (" + made + ")) (length (scan (lambda ((" + pattern + ") (" + other + ")) (" +
         sums + ")) (" + first + ") (map wide (map to_double (iota 100)))))";
}

constexpr const char* squares = "(sum (map (lambda (x) (* x x)) (iota 5000)))";
constexpr const char* deep = "(define (depth n) (if (<= n 0) 0 (+ 1 (% (* 3 (depth (- n 1))) 1000003)))) ";

} // namespace

TEST_CASE("the device code runs the plans of the fake driver's device, and nothing that it asks for is "
          "beyond a limit") {
  Typed interp(Tier::Interp, {});
  for (const char* limits : {"arch=90", "arch=75,shared=65536,nvrtc=2,driver=12040,pools=0"}) {
    Device d(limits);
    for (const char* text : {squares, "(filter odd (iota 3000))", "(scan + 0 (iota 2500))", "(sort [3 1 2])",
                             "(map (lambda (n) (iota n)) [3 0 2])", "(map (lambda (x) (/ 100 x)) [1 2 5 4])",
                             "(scatter [0 0 0 0] [2 0 2] [5 7 9])"})
      CHECK(d(text) == interp(text));
    CHECK(d.cuda.said == "");
    CHECK(d.counts->launches > 0);
    CHECK(d.counts->wrong == 0);
    CHECK(d.counts->helpers == 1);
    CHECK(d.counts->stack == 0); // none of it calls itself
  }
}

TEST_CASE("a state that needs more shared memory than a block has runs on the CPU, with a reason, and no "
          "helper dies") {
  Device old("arch=75,shared=65536"), young("arch=90");
  for (Device* d : {&old, &young}) CHECK((*d)(wide_scan(140)) == "100");
  CHECK(old.why().find("bytes of shared memory, the GPU has 65536") != std::string::npos);
  CHECK(young.why().find("shared memory") == std::string::npos);
  CHECK(young.counts->launches > old.counts->launches);
  for (Device* d : {&old, &young}) {
    CHECK(d->counts->wrong == 0);
    CHECK(d->counts->helpers == 1);
    CHECK((*d)(squares) == "41654167500");
    CHECK(d->cuda.said.find("helper") == std::string::npos);
  }
}

TEST_CASE("a kernel of which no block finds room runs on the CPU") {
  Device d("blocks=0");
  CHECK(d(squares) == "41654167500");
  CHECK(d.why().find("finds room on the GPU") != std::string::npos);
  CHECK(d.counts->helpers == 1);
  CHECK(d.counts->wrong == 0);
}

TEST_CASE("the newest NVRTC that the driver takes code from and that knows the GPU compiles; where there is "
          "none, that is said once") {
  const struct {
    const char *limits, *told;
  } all[] = {{"nvrtc=7", "NVRTC 13.0"},
             {"nvrtc=7,driver=12080", "NVRTC 12.9"},
             {"nvrtc=7,driver=11080,arch=80", "NVRTC 11.8"},
             {"nvrtc=7,arch=61", "NVRTC 12.9"},
             {"nvrtc=7,arch=35", "NVRTC 11.8"},
             {"nvrtc=4,driver=12040", "NVRTC 13.0 is newer than the driver, which is for CUDA 12.4"},
             {"nvrtc=4,arch=61", "NVRTC 13.0 knows no GPU as old as sm_61"},
             {"nvrtc=0", "there is no libnvrtc"}};
  for (const auto& [limits, told] : all) {
    INFO(limits);
    GpuClient::Options o;
    o.helper = {NOVA_FAKE_CUDA, limits};
    GpuClient gpu(o);
    const bool there = gpu.wait({});
    CHECK((there ? gpu.about() : gpu.why()).find(told) != std::string::npos);
    CHECK(gpu.counts().deaths == 0);
  }
}

TEST_CASE("stacks are as large as a module's calls need, and grow; beyond what there is the CPU runs") {
  Typed interp(Tier::Interp, {});
  Device d("frames=4736,memory=2048");
  CHECK(d(squares) == interp(squares));
  CHECK(d.counts->stack == 0);
  const auto calls = [](int n) {
    return std::string(deep) + "(sum (map depth (map (lambda (k) (- " + std::to_string(n) +
           " (% k 3))) (iota 300))))";
  };
  CHECK(d(calls(5)) == interp(calls(5)));
  const uint64_t first = d.counts->stack;
  CHECK(first >= 6144 + 4736);
  CHECK(first < 16384);
  CHECK(d(calls(200)) == interp(calls(200))); // deeper than the first stack
  CHECK(d.counts->stack >= first);
  CHECK(d(calls(30000)) == interp(calls(30000))); // than any
  CHECK(d.counts->stack <= (uint64_t{2048} << 20) / 8 / (4 * 2048));
  CHECK(d.counts->wrong == 0);
  CHECK(d.counts->helpers == 1);
  CHECK(d.why().find("its calls nest deeper than the GPU's stack carries") != std::string::npos);
}

TEST_CASE("a context that an old helper still holds is waited for; code that does not load tells the "
          "driver's log") {
  {
    Device d("busy=2");
    CHECK(d(squares) == "41654167500");
    CHECK(d.counts->launches > 0);
  }
  Device d("unsound=1");
  CHECK(d(squares) == "");
  CHECK(d.cuda.said.find("ptxas fatal: there is no sound code") != std::string::npos);
  CHECK(d.counts->helpers == 1);
}

TEST_CASE("a display's watchdog is told of") {
  Device d("watchdog=1");
  CHECK(d(squares) == "41654167500"); // by the CPU
  CHECK(d.cuda.said.find("a display hangs on this GPU, whose watchdog") != std::string::npos);
}

TEST_CASE("each input goes over to the device exactly once, whatever runs on it") {
  Device d("");
  d("(define big (map to_double (iota 100000))) (define other (map to_double (range 100000)))");
  const uint64_t before = d.counts->sent;
  for (int k = 0; k < 3; ++k)
    for (const char* text : {"(sum (map (lambda (x) (* x 2.0)) big))",
                             "(sum (map (lambda (x y) (* x y)) big other))", "(maximum other)"})
      d(text);
  const uint64_t sent = d.counts->sent - before;
  CHECK(sent < 2 * 800000 + 20000); // the two vectors, where they did not come to be there, and words
  CHECK(d.counts->wrong == 0);
}
