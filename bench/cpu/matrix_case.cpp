// A sparse matrix in a folder (env MATRIX) as a case of the yardstick's library (`spmv_csr`), and the loop
// that a user would write in C++ for it. bench/cpu/matrices.py compiles it, strict and fast, and calls it.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

namespace {

template <class T> std::vector<T> read(const char* name) {
  std::ifstream file(std::string(std::getenv("MATRIX")) + "/" + name, std::ios::binary | std::ios::ate);
  std::vector<T> all(static_cast<size_t>(file.tellg()) / sizeof(T));
  file.seekg(0).read(reinterpret_cast<char*>(all.data()),
                     static_cast<std::streamsize>(all.size() * sizeof(T)));
  return all;
}

struct Case {
  std::vector<float> values = read<float>("values"), x = read<float>("x");
  std::vector<int32_t> offsets = read<int32_t>("offsets"), columns = read<int32_t>("columns");
  std::vector<double> reference = std::vector<double>(offsets.size() - 1);
  std::vector<float> out = std::vector<float>(reference.size());
};

void multiply(Case& c, int threads) {
  const auto rows = static_cast<int64_t>(c.out.size());
  const float *values = c.values.data(), *x = c.x.data();
  const int32_t *offsets = c.offsets.data(), *columns = c.columns.data();
  float* out = c.out.data();
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
  for (int64_t r = 0; r < rows; ++r) {
    float sum = 0;
    for (int32_t k = offsets[r]; k < offsets[r + 1]; ++k) sum += values[k] * x[columns[k]];
    out[r] = sum;
  }
}

} // namespace

extern "C" {
void* case_new(const char*, size_t, uint64_t) {
  Case* c = new Case;
  for (size_t r = 0; r < c->reference.size(); ++r)
    for (auto k = static_cast<size_t>(c->offsets[r]); k < static_cast<size_t>(c->offsets[r + 1]); ++k)
      c->reference[r] +=
          static_cast<double>(c->values[k]) * static_cast<double>(c->x[static_cast<size_t>(c->columns[k])]);
  return c;
}
void case_free(void* c) { delete static_cast<Case*>(c); }
/// Bytes, operations, whether these count, the greatest relative error.
void case_meta(void* p, double* meta) {
  const Case& c = *static_cast<Case*>(p);
  const auto n = static_cast<double>(c.values.size());
  meta[0] = 8 * n, meta[1] = 2 * n, meta[2] = 1, meta[3] = 1e-5;
}
const void* case_array(void* p, int which, size_t* length) {
  const Case& c = *static_cast<Case*>(p);
  const auto give = [&](const auto& all) -> const void* { return *length = all.size(), all.data(); };
  return which == 0    ? give(c.values)
         : which == 1  ? give(c.x)
         : which == 10 ? give(c.offsets)
         : which == 11 ? give(c.columns)
                       : give(c.reference);
}
/// The least time of the loop, in ms: of the processor for one thread, of the clock for more.
double case_loop(void* p, int threads, int rounds) {
  Case& c = *static_cast<Case*>(p);
  const auto now = [&] {
    timespec t;
    clock_gettime(threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
  };
  double least = 1e300;
  for (int k = 0; k < rounds; ++k) {
    const double start = now();
    multiply(c, threads);
    least = std::min(least, now() - start);
  }
  return least;
}
}
