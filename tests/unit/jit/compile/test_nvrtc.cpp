// Kernels compile for every GPU that NVRTC knows, without spills, and stream by 16 bytes; what they use of a
// machine is in a table. No GPU is needed; without NVRTC these tests say so and pass.
#include "jit/compile/nvrtc_compiler.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"
#include "jit/emit/prologue.hpp"
#include "jit/passes/passes.hpp"
#include "tests/nvrtc_help.hpp"
#include "tests/unit/plan_help.hpp"
#include "tests/unit/plan_programs.hpp"
#include "tests/unit/test_folder.hpp"
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace nova;
using namespace nova::plan;

namespace {

/// What a test machine may lack.
cuda::Nvrtc* nvrtc() {
  static const std::unique_ptr<cuda::Nvrtc> found = cuda::Nvrtc::open();
  if (!found) MESSAGE("libnvrtc is not installed: kernels are not compiled for GPUs");
  return found.get();
}

/// A program's text with its prologue, and the bytes of shared memory that its kernels are launched with, by their names;
/// no text where there are no kernels.
struct Kernels {
  std::string text;
  std::map<std::string, uint32_t> shared;
};

Kernels kernels_of(PlanRun& run, const std::string& program) {
  Refusal why;
  const std::optional<Lowered> l = run.lower(run.form(program), why);
  if (!l) return {};
  Plan plan = l->plan;
  REQUIRE(optimise(plan, {{}, {}, 20}) == "");
  const CudaText cuda = emit_cuda(plan);
  if (cuda.text.empty()) return {};
  Kernels all{cuda_prologue(cuda.text) + cuda.text, {}};
  for (const auto& [statement, launch] : cuda.launches)
    for (const char* suffix : {"", "_fill", "_cut", "_long", "_claim", "_write"})
      all.shared[launch.kernel + suffix] = launch.shared;
  return all;
}

std::string cuda_text(PlanRun& run, const std::string& program) { return kernels_of(run, program).text; }

/// Loads of 16 bytes in PTX, and how many of them stand in a row, so that they are under way together.
struct Loads {
  int wide = 0, at_once = 0;
};
Loads loads(const std::string& ptx) {
  Loads all;
  std::istringstream lines(ptx);
  int run = 0;
  for (std::string line; std::getline(lines, line);) {
    const bool load = line.find("ld.global") != line.npos || line.find("ld.v") != line.npos;
    const bool address = line.find("add.s64") != line.npos || line.find("shl.b64") != line.npos ||
                         line.find("mov.") != line.npos;
    if (load && (line.find(".v4.") != line.npos || line.find(".v2.") != line.npos))
      ++all.wide, all.at_once = std::max(all.at_once, ++run);
    else if (!address)
      run = 0;
  }
  return all;
}

struct Named {
  const char *name, *program;
  int wide = 1, at_once = 1; ///< of its kernels' loads of 16 bytes, at least
};
constexpr Named streaming[] = {
    {"saxpy",
     "(define (saxpy (a : float) x y) (map (lambda (p q) (+ (* a p) q)) x y)) (define sx (map to_float (iota "
     "9))) "
     "(define sy (map to_float (iota 9))) (saxpy 2f sx sy)",
     4, 4},
    {"norm", "(define nx (map to_float (iota 9))) (reduce + 0.0f (map (lambda (x) (* x x)) nx))", 7, 7},
    {"bounding box",
     "(define bx (map to_float (iota 9))) (define by (map to_float (iota 9))) ((minimum bx), "
     "(minimum by), (maximum bx), (maximum by))",
     7, 7},
    {"dot", "(define dx (map to_float (iota 9))) (define dy (map to_float (iota 9))) (dot dx dy)", 6, 6},
    {"scan", "(define cx (map to_float (iota 9))) (scan + 0f cx)", 4, 4},
    {"filter", "(define fx (map to_float (iota 9))) (filter (lambda (x) (> x 0.5f)) fx)", 2, 2},
    {"doubles", "(define ex (map to_double (iota 9))) (map exp ex)", 2, 2},
    {"sort", "(define qx (map to_float (iota 9))) (sort qx)", 1, 1},
};
constexpr Named others[] = {
    {"matmul", "(define ma (reshape (2, 3) (map to_float (iota 6)))) (define mb (reshape (3, 2) (map "
               "to_float (iota 6)))) "
               "(matmul ma mb)"},
    {"matmul of doubles",
     "(define mc (reshape (2, 3) (map to_double (iota 6)))) (define md (reshape (3, 2) (map to_double "
     "(iota 6)))) (matmul mc md)"},
    {"n-body", "(define qx (map to_float (iota 9))) (define qm (map to_float (iota 9))) (map (lambda (p) "
               "(accumulate (lambda "
               "((a, b, c) q m) (let (d (- q p)) (r (/ 1f (sqrt (fma d d 0.01f)))) (s (* m (* r r))) in "
               "((fma d s a), (fma s s "
               "b), (fma d d c)))) (lambda ((a, b, c) (d, e, f)) ((+ a d), (+ b e), (+ c f))) (0f, 0f, 0f) "
               "qx qm)) qx)"},
    {"product of vectors", "(define va (map (lambda (i) (map to_float (iota i))) [3 3])) (map (lambda (r) "
                           "(map (lambda (c) (reduce + 0f (map * r c))) va)) va)"},
    {"stencil", "(define ia (reshape (3, 3) (map to_float (iota 9)))) (define in (length ia)) (define (im y "
                "x) (if (and (and (>= y 0) (< y in)) (and (>= x 0) (< x "
                "in))) (! ia (y, x)) 0f)) (map (lambda (y) (map (lambda (x) (+ (+ (im y (- x 1)) (im y (+ x "
                "1))) (+ (im (- y 1) x) (im (+ y 1) x)))) (iota in))) (iota in))"},
    {"row scans", "(define wv (map to_float (iota 9))) (define wo (unflatten [4 5] wv)) (map (lambda (r) "
                  "(scan + 0f r)) wo)"},
    {"row elements", "(define uv (map to_float (iota 9))) (define uo (unflatten [4 5] uv)) (map (lambda (r) "
                     "(map (lambda (x) (* x x)) r)) uo)"},
    {"row scatter", "(define tl (iota 9)) (let (all [((% k 7), (+ l k)) | l <- tl, k <- (iota l)]) in "
                    "(scatter (iota 7) (map fst all) (map snd all)))"},
    {"row sums",
     "(define rv (map to_float (iota 9))) (define ro (unflatten [4 5] rv)) (map (reduce + 0f) ro)"},
    {"sort-by", "(define ox (iota 9)) (define oy (map to_double ox)) (sort-by (lambda (i) (! oy i)) ox)"},
    {"sums by place", "(define hv (map to_float (iota 9))) (define hk (map (lambda (i) (% i 4)) (iota 9))) "
                      "(reduce-by-index hv + 0f hk hv)"},
};

std::string resources(PlanRun& run) {
  const plan::NvrtcLogs kept(*nvrtc(), nvrtc_log_folder());
  std::ostringstream out;
  std::vector<Named> all(std::begin(streaming), std::end(streaming));
  all.insert(all.end(), std::begin(others), std::end(others));
  for (const Named& s : all) {
    Kernels kernels = kernels_of(run, s.program);
    REQUIRE_MESSAGE(!kernels.text.empty(), s.name);
    for (int arch : known_architectures(*nvrtc())) {
      const cuda::Compiled c = kept.cubin(kernels.text, arch);
      REQUIRE_MESSAGE(c.good, (s.name + std::string(": ") + c.log));
      for (const cuda::KernelUse& u : cuda::kernel_uses(c.log))
        out << s.name << ", sm_" << arch << ", " << u.kernel << ": " << u.registers << " registers, "
            << u.spilled << " bytes spilled, " << static_cast<uint32_t>(u.shared) + kernels.shared[u.kernel]
            << " bytes shared\n";
    }
  }
  return out.str();
}

} // namespace

TEST_CASE("every kernel of the plans' programs compiles for a GPU and spills nothing but what calls need") {
  if (!nvrtc()) return;
  PlanRun run;
  const plan::NvrtcLogs kept(*nvrtc(), nvrtc_log_folder());
  for (const char* program : programs) {
    const std::string text = cuda_text(run, program);
    if (text.empty()) continue;
    const cuda::Compiled c = kept.cubin(text, 90);
    INFO(std::string(program));
    REQUIRE_MESSAGE(c.good, c.log);
    // A function that calls itself keeps its caller's registers on the stack, more where it goes over elements;
    // loops in loops in loops over rows of rows may keep a few.
    // So may a Fourier transform's pass by eights, whose numbers and roots are more than a thread's registers.
    const bool calls_itself = text.find("if (nova_deep(t))") != text.npos;
    const bool by_eights = std::string_view(program).starts_with("(fft");
    const int budget = by_eights ? 800 : calls_itself ? 400 : 128;
    for (const cuda::KernelUse& u : cuda::kernel_uses(c.log)) CHECK_MESSAGE(u.spilled <= budget, u.kernel);
  }
}

TEST_CASE("intermediate code tells what NVRTC does not accept") {
  if (!nvrtc()) return;
  CHECK(nvrtc()->accepts("extern \"C\" __global__ void k(int* a) { *a = 1; }\n", 90).good);
  const cuda::Compiled c = nvrtc()->accepts("extern \"C\" __global__ void k(int* a) { *a = b; }\n", 90);
  CHECK(!c.good);
  CHECK(cuda::first_error(c.log) == "nova.cu:1: identifier \"b\" is undefined");
}

TEST_CASE("streaming kernels load and store 16 bytes at a time") {
  if (!nvrtc()) return;
  PlanRun run;
  for (const Named& s : streaming) {
    const cuda::Compiled c = nvrtc()->ptx(cuda_text(run, s.program), 90);
    REQUIRE_MESSAGE(c.good, c.log);
    const Loads l = loads(c.output);
    CHECK_MESSAGE(l.wide >= s.wide, s.name);
    CHECK_MESSAGE(l.at_once >= s.at_once, s.name << ": " << l.at_once << " loads one after the other");
  }
}

// Before any code comes with little effort: NVRTC 13.0 goes on so, in the same process, with a few registers less or more.
TEST_CASE("kernels use the registers and the shared memory that the table says") {
  if (!nvrtc() || nvrtc()->version() != 1300) return; // the table is that of NVRTC 13.0
  PlanRun run;
  const std::string path = std::string(NOVA_SOURCE_DIR) + "/tests/data/kernel_resources.txt",
                    now = resources(run);
  if (std::getenv("NOVA_UPDATE")) std::ofstream(path) << now;
  std::ostringstream table;
  table << std::ifstream(path).rdbuf();
  CHECK(table.str() == now);
}

TEST_CASE(
    "a text's first code comes with little effort, better code follows, and later sessions begin with that") {
  if (!nvrtc()) return;
  PlanRun run;
  const std::string text = cuda_text(run, streaming[1].program), cache = folder();
  std::string error;
  {
    KernelCompiler compiler(*nvrtc(), cache, 90);
    const auto first = compiler.code(text, error);
    REQUIRE(first);
    CHECK(!first->best);
    REQUIRE(first->parts.size() == 1);
    const auto better = compiler.improve(text);
    while (!better->ready) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK(better->text == nvrtc()->cubin(text, 90).output);
    CHECK(better->text != first->parts[0]);
  }
  KernelCompiler later(*nvrtc(), cache, 90);
  const auto again = later.code(text, error);
  REQUIRE(again);
  CHECK(again->best);
  CHECK(!later.code("no CUDA", error));
  CHECK(error.find("nova.cu") != error.npos);
}

TEST_CASE("a text's kernels are compiled beside each other, each once") {
  if (!nvrtc()) return;
  PlanRun run;
  const std::string text = cuda_text(run, streaming[7].program);
  const std::set<std::string> all = {"nova_kernel_1",      "nova_kernel_1_counts", "nova_kernel_1_first",
                                     "nova_kernel_1_pass", "nova_kernel_1_starts", "nova_kernel_2"};
  for (const size_t threads : {1, 2, 6, 9}) {
    std::string error;
    const auto code = KernelCompiler(*nvrtc(), folder(), 90, cuda::Effort::Little, threads).code(text, error);
    REQUIRE(code);
    CHECK(code->parts.size() == std::min(threads, all.size()));
    std::multiset<std::string> names;
    for (const std::string& part : kernel_parts(text, threads))
      for (const cuda::KernelUse& u : cuda::kernel_uses(nvrtc()->cubin(part, 90, cuda::Effort::Little).log))
        names.insert(u.kernel);
    CHECK(std::ranges::equal(names, all));
  }
}

TEST_CASE("floating minima are one instruction each") {
  if (!nvrtc()) return;
  PlanRun run;
  const cuda::Compiled c =
      nvrtc()->ptx(cuda_text(run, "(define mx (map to_double (iota 9))) (reduce min 1.0 mx)"), 90);
  REQUIRE_MESSAGE(c.good, c.log);
  CHECK(c.output.find("min.f64") != c.output.npos);
  CHECK(c.output.find("setp.nan.f64") == c.output.npos);
}
