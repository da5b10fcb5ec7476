// Kernels are compared with a reference; what fails is told on a small input.
#include "jit/user_kernels/check.hpp"
#include "tests/unit/test_folder.hpp"
#include <cstring>

using namespace nova::plan;

namespace {

using Kind = KernelParameter::Kind;

std::vector<float> floats(const KernelValue& v) {
  std::vector<float> x(v.count());
  if (!x.empty()) std::memcpy(x.data(), v.bytes.data(), v.bytes.size());
  return x;
}

std::vector<std::byte> bytes_of(const std::vector<float>& x) {
  const auto bytes = std::as_bytes(std::span(x));
  return {bytes.begin(), bytes.end()};
}

/// a * x + y, in blocks of 128 threads.
std::optional<KernelExpectation> saxpy(const KernelInputs& in) {
  const float a = floats(in[0])[0];
  std::vector<float> z = floats(in[1]);
  const std::vector<float> y = floats(in[2]);
  for (size_t k = 0; k < z.size(); ++k) z[k] = a * z[k] + y[k];
  return KernelExpectation{{bytes_of(z)}, {static_cast<uint32_t>((z.size() + 127) / 128), 1, 1}, {128, 1, 1}};
}

KernelCheckResult check(const std::string& body, const KernelReference& reference = saxpy,
                        nova::Distance distance = {}) {
  const std::string text =
      "#include <stdint.h>\n__global__ void saxpy(float a, const float *x, int64_t n, const float *y,"
      " int64_t m, float *z, int64_t k) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
      body + "\n}\n";
  std::string error;
  const auto program = KernelProgram::load({text,
                                            "saxpy.cu",
                                            "saxpy",
                                            {{Kind::Scalar, "float", "a"},
                                             {Kind::Input, "float", "x"},
                                             {Kind::Input, "float", "y"},
                                             {Kind::Output, "float", "z"}}},
                                           kept_folder(), {}, error);
  REQUIRE_MESSAGE(program, error);
  return check_kernel(*program, reference, distance, {}, {});
}

} // namespace

TEST_CASE("a right kernel passes on all inputs, edges included") {
  const KernelCheckResult r = check("  if (i < n) z[i] = a * x[i] + y[i];");
  CHECK_MESSAGE(!r.failure, r.failure->fault.sentence);
  CHECK(r.inputs == 40);
  CHECK(r.skipped == 0);
  CHECK(r.runs > 100);
}

TEST_CASE("a wrong value is told on a small input") {
  const KernelCheckResult r = check("  if (i < n) z[i] = i == 200 ? x[i] + y[i] : a * x[i] + y[i];");
  REQUIRE(r.failure);
  CHECK(r.failure->fault.kind == KernelMistake::Difference);
  CHECK(r.failure->fault.sentence.starts_with("z[200] is "));
  CHECK(r.failure->inputs[1].count() == 201);
}

TEST_CASE("a fault at an edge is told with its line, on the shortest input") {
  const KernelCheckResult r = check("  if (i < n || i == 32) z[i] = a * x[i] + y[i];");
  REQUIRE(r.failure);
  CHECK(r.failure->fault.sentence ==
        "line 4: thread (32,0,0) of block (0,0,0) reads x[32], but x has 1 element");
  CHECK(printed(r.failure->inputs[1]) == "[0]");
}

TEST_CASE("a distance is allowed, and no more") {
  const std::string other = "  if (i >= n) return;\n  float v = a * x[i] + y[i];\n"
                            "  z[i] = isinf(v) ? v : nextafterf(v, 0.0f);";
  CHECK(check(other).failure);
  CHECK(!check(other, saxpy, {nova::Distance::Ulps, 1}).failure);
  CHECK(!check(other, saxpy, {nova::Distance::Absolute, 1e32}).failure);
}

TEST_CASE("inputs that the reference does not take are skipped") {
  const KernelReference none = [](const KernelInputs&) -> std::optional<KernelExpectation> { return {}; };
  const KernelCheckResult r = check("  z[0] = 1;", none);
  CHECK(!r.failure);
  CHECK(r.inputs == 0);
  CHECK(r.skipped > 100);
}
