// From where on a GPU pays, by what was measured.
#include "jit/tiers/gpu_crossover.hpp"
#include "tests/unit/test_folder.hpp"
#include <doctest/doctest.h>

using namespace nova::plan;

namespace {

constexpr Crossover bus{100e3, 0.05, 0.1}; // 100 us; 20 GB/s over, 10 GB/s back

FormTimes measured(double cpu_ns, double gpu_ns) { return {cpu_ns, gpu_ns}; }

} // namespace

TEST_CASE("what has to move decides") {
  const FormTimes t = measured(1, 0.01);
  CHECK(guess(t, bus, 1e7, {}).gpu_pays());                             // 10 ms against 0.2
  CHECK(guess(t, bus, 1e7, {80'000'000, 0}).gpu_pays());                // 4.2 ms
  CHECK_FALSE(guess(t, bus, 1e7, {80'000'000, 80'000'000}).gpu_pays()); // 12.2 ms
  CHECK_FALSE(guess(t, bus, 1e4, {}).gpu_pays());                       // 10 us against 100
  CHECK(guess(t, bus, 1e4, {0, 0, 8'000'000}).gpu_pays()); // which 8 MB that only the GPU has outweigh
}

TEST_CASE("a GPU that was not measured is thought to be faster, and is found out") {
  FormTimes t;
  t.note_cpu(20e6, 1e7);
  CHECK(t.cpu_ns == 2);
  CHECK(guess(t, bus, 1e7, {}).gpu_pays());
  t.note_gpu(30e6, 1e7, 0, bus); // slower than the CPU
  CHECK_FALSE(guess(t, bus, 1e7, {}).gpu_pays());
  for (int k = 0; k < 20; ++k) t.note_gpu(1e6, 1e7, 0, bus); // others were using it then
  CHECK(guess(t, bus, 1e7, {}).gpu_pays());
}

TEST_CASE("transfers are not taken for the kernels' time") {
  FormTimes t;
  t.note_gpu(100e3 + 0.05 * 1e8 + 2e6, 1e6, 100'000'000, bus);
  CHECK(t.gpu_ns == doctest::Approx(2));
  FormTimes quick;
  quick.note_gpu(50e3, 1e6, 0, bus); // faster than a round trip was ever seen: still measured
  CHECK(quick.gpu_ns > 0);
}

TEST_CASE("only long runs ask for a GPU") {
  CHECK_FALSE(is_gpu_sized(1e6));
  CHECK(is_gpu_sized(1e7));
}

TEST_CASE("a machine's figures are remembered by its device") {
  const std::string in = folder() + "/crossover";
  CHECK_FALSE(remembered_crossover(in, "a GPU"));
  remember_crossover(in, "a GPU", bus);
  const auto back = remembered_crossover(in, "a GPU");
  REQUIRE(back);
  CHECK(back->round_trip_ns == doctest::Approx(100e3));
  CHECK(back->sent_ns == doctest::Approx(0.05));
  CHECK(back->fetched_ns == doctest::Approx(0.1));
  CHECK_FALSE(remembered_crossover(in, "another GPU"));
}
