// Kernels that users write run on the simulated GPU: right ones give right values in any order of threads, without an alarm;
// planted mistakes are told with thread, block and line.
#include "jit/user_kernels/program.hpp"
#include "tests/unit/test_folder.hpp"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <numeric>
#include <set>
#include <sstream>

using namespace nova::plan;

namespace {

using Kind = KernelParameter::Kind;
using Floats = std::vector<float>;

std::string text_of_file(const std::string& name) {
  std::ifstream in(std::string(NOVA_SOURCE_DIR) + "/tests/unit/jit/user_kernels/" + name);
  std::stringstream text;
  text << in.rdbuf();
  REQUIRE(!text.str().empty());
  return text.str();
}

/// A kernel that makes a vector of a vector.
KernelSource mapping(const std::string& text, const std::string& shown, const std::string& kernel) {
  return {text, shown, kernel, {{Kind::Input, "float", "x"}, {Kind::Output, "float", "y"}}};
}

std::unique_ptr<KernelProgram> loaded(const KernelSource& source) {
  std::string error;
  auto p = KernelProgram::load(source, kept_folder(), {}, error);
  REQUIRE_MESSAGE(p, error);
  return p;
}

KernelLaunch launch_on(const Floats& x, size_t m, KernelLaunch l) {
  l.arguments = {{std::as_bytes(std::span(x)), x.size()}, {{}, m}};
  return l;
}

/// How a kernel is launched: grid, block, shared memory; the elements of x and what y should be.
struct RightKernel {
  std::string name;
  Triple grid, block;
  uint64_t shared;
  size_t n;
  std::function<Floats(const Floats&)> made;
};

Floats input(size_t n) {
  Floats x(n);
  for (size_t k = 0; k < n; ++k) x[k] = static_cast<float>(k * 7 % 13);
  return x;
}

Floats doubled(const Floats& x) {
  Floats y = x;
  for (float& v : y) v *= 2;
  return y;
}

/// The sums of pieces of `size` elements.
std::function<Floats(const Floats&)> sums(size_t size) {
  return [size](const Floats& x) {
    Floats y((x.size() + size - 1) / size);
    for (size_t k = 0; k < x.size(); ++k) y[k / size] += x[k];
    return y;
  };
}

Floats scanned(const Floats& x) {
  Floats y(x.size());
  std::exclusive_scan(x.begin(), x.end(), y.begin(), 0.0f);
  return y;
}

size_t edge(const Floats& x) { return static_cast<size_t>(std::sqrt(static_cast<double>(x.size())) + 0.5); }

Floats transposed(const Floats& x) {
  Floats y(x.size());
  for (size_t k = 0; k < x.size(); ++k) y[k % edge(x) * edge(x) + k / edge(x)] = x[k];
  return y;
}

Floats squared(const Floats& x) {
  const size_t e = edge(x);
  Floats y(x.size());
  for (size_t r = 0; r < e; ++r)
    for (size_t k = 0; k < e; ++k)
      for (size_t c = 0; c < e; ++c) y[r * e + c] += x[r * e + k] * x[k * e + c];
  return y;
}

Floats counted(const Floats& x) {
  Floats y(64);
  for (const float v : x) ++y[static_cast<size_t>(v)];
  return y;
}

Floats blurred(const Floats& x) {
  const auto at = [&](size_t k) { return k < x.size() ? x[k] : 0; };
  Floats y(x.size());
  for (size_t k = 0; k < x.size(); ++k) y[k] = 0.25f * at(k - 1) + 0.5f * x[k] + 0.25f * at(k + 1);
  return y;
}

Floats odd(const Floats& x) {
  Floats y;
  for (const float v : x)
    if (static_cast<int>(v) % 2) y.push_back(v);
  std::ranges::sort(y);
  return y;
}

Floats bytes_reversed(const Floats& x) {
  Floats y(x.rbegin(), x.rend());
  ++y[0];
  return y;
}

Floats sorted(const Floats& x) {
  Floats y = x;
  std::ranges::sort(y);
  return y;
}

const std::vector<RightKernel> right = {
    {"twice", {3, 1, 1}, {64, 1, 1}, 0, 1000, doubled},
    {"sum_interleaved", {4, 1, 1}, {128, 1, 1}, 512, 500, sums(128)},
    {"sum_strided", {4, 1, 1}, {128, 1, 1}, 512, 500, sums(128)},
    {"sum_sequential", {4, 1, 1}, {128, 1, 1}, 512, 500, sums(128)},
    {"sum_warp_synchronous", {4, 1, 1}, {128, 1, 1}, 512, 500, sums(128)},
    {"sum_shuffled", {4, 1, 1}, {128, 1, 1}, 0, 500, sums(128)},
    {"sum_unrolled<256>", {2, 1, 1}, {256, 1, 1}, 0, 1000, sums(512)},
    {"sum_masked", {4, 1, 1}, {128, 1, 1}, 0, 500, sums(128)},
    {"sum_fenced", {7, 1, 1}, {64, 1, 1}, 256, 1000, sums(1000)},
    {"sum_fenced_plain", {7, 1, 1}, {64, 1, 1}, 0, 1000, sums(1000)},
    {"sum_locked", {5, 1, 1}, {32, 1, 1}, 0, 150, sums(150)},
    {"scan_rows", {1, 1, 1}, {200, 1, 1}, 1600, 200, scanned},
    {"scan_tree", {1, 1, 1}, {128, 1, 1}, 1024, 256, scanned},
    {"scan_warps", {1, 1, 1}, {224, 1, 1}, 0, 200, scanned},
    {"transpose_naive", {2, 2, 1}, {32, 8, 1}, 0, 4096, transposed},
    {"transpose_tiled", {2, 2, 1}, {32, 8, 1}, 0, 4096, transposed},
    {"transpose_padded", {2, 2, 1}, {32, 8, 1}, 0, 4096, transposed},
    {"histogram", {3, 1, 1}, {96, 1, 1}, 0, 2000, counted},
    {"square_tiled", {3, 3, 1}, {16, 16, 1}, 0, 1600, squared},
    {"twice_by_fours", {2, 1, 1}, {96, 1, 1}, 0, 400, doubled},
    {"blur", {3, 1, 1}, {64, 1, 1}, 264, 170, blurred},
    {"keep_odd", {1, 1, 1}, {96, 1, 1}, 0, 90, odd},
    {"scan_chained", {6, 1, 1}, {32, 1, 1}, 0, 192, scanned},
    {"bytes_apart", {1, 1, 1}, {64, 1, 1}, 0, 64, bytes_reversed},
    {"boxes", {2, 2, 2}, {4, 3, 2}, 0, 192, doubled},
    {"sort_bitonic", {1, 1, 1}, {256, 1, 1}, 0, 256, sorted},
    {"twice_backwards", {5, 1, 1}, {96, 1, 1}, 0, 450, doubled},
    {"twice_queued", {1, 1, 1}, {256, 1, 1}, 0, 250, doubled},
    {"sort_by_digit", {1, 1, 1}, {256, 1, 1}, 0, 256, sorted},
};

/// A planted mistake: what stands before the kernel and in its lines.
struct WrongKernel {
  std::string kind, name;
  KernelLaunch launch{};
  size_t n = 0, m = 0;
  std::set<uint32_t> lines{}; ///< where it may be told; empty: anywhere
};

std::vector<WrongKernel> wrong_kernels(const std::string& text) {
  std::vector<WrongKernel> out;
  std::istringstream in(text);
  uint32_t number = 1;
  for (std::string line; std::getline(in, line); ++number) {
    if (line.starts_with("//! ")) {
      const size_t digit = line.find_first_of("0123456789");
      WrongKernel w{line.substr(4, digit - 5), ""};
      std::istringstream sizes(line.substr(digit));
      sizes >> w.launch.grid[0] >> w.launch.block[0] >> w.launch.shared >> w.n >> w.m;
      out.push_back(w);
    } else if (line.starts_with("__global__ void ")) {
      out.back().name = line.substr(16, line.find('(') - 16);
    } else if (line.ends_with("// here")) {
      out.back().lines.insert(number);
    }
  }
  return out;
}

} // namespace

TEST_CASE("right kernels give right values, and no alarm, in any order of threads") {
  const std::string text = text_of_file("right_kernels.cu");
  for (const RightKernel& r : right) {
    const auto program = loaded(mapping(text, "right_kernels.cu", r.name));
    const Floats x = input(r.n), want = r.made(x);
    for (const uint64_t seed : {1, 2, 3, 4}) {
      INFO(r.name << ", seed " << seed);
      const KernelAnswer got = program->run(
          launch_on(x, want.size(), {.grid = r.grid, .block = r.block, .shared = r.shared, .seed = seed}),
          {});
      CHECK_MESSAGE(!got.fault, got.fault->sentence);
      if (got.fault) continue;
      Floats y(want.size());
      std::memcpy(y.data(), got.outputs.at(0).data(), 4 * y.size());
      if (r.name == "keep_odd") std::ranges::sort(y);
      CHECK(y == want);
    }
  }
}

TEST_CASE("planted mistakes are told with thread, block and line") {
  const std::string text = text_of_file("wrong_kernels.cu");
  for (WrongKernel& w : wrong_kernels(text)) {
    const auto program = loaded(mapping(text, "wrong_kernels.cu", w.name));
    for (const uint64_t seed : {1, 2}) {
      INFO(w.name << ", seed " << seed);
      w.launch.seed = seed,
      w.launch.longest =
          std::chrono::milliseconds(w.kind == "endless" || w.kind == "deadlock" ? 300 : 10'000);
      const Floats x = input(w.n);
      const KernelAnswer got = program->run(launch_on(x, w.m, w.launch), {});
      CHECK(got.fault);
      if (!got.fault) continue;
      INFO(got.fault->sentence);
      CHECK(mistake_name(got.fault->kind) == w.kind);
      if (w.lines.empty()) continue;
      CHECK(w.lines.contains(got.fault->position.line));
      if (w.name == "missing_barrier_in_two_dimensions") // not one index, as of element 12
        CHECK(got.fault->sentence.find("both touch tile[" + std::to_string(got.fault->element / 5) + "][") !=
              std::string::npos);
      CHECK(got.fault->position.file == "wrong_kernels.cu");
      if (got.fault->other && got.fault->other->line) CHECK(w.lines.contains(got.fault->other->line));
    }
  }
}
