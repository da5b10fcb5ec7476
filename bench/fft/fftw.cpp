// Times of FFTW's transforms on one thread: for each argument, as f32:1024x4096, the nanoseconds of processor time for a number.
// Build: g++ -O2 fftw.cpp -lfftw3 -lfftw3f
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fftw3.h>

static double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

template <class Execute> static double least(long numbers, Execute execute) {
  double best = 1e300;
  const long runs = std::max(3L, 30000000 / numbers);
  for (int k = 0; k < 5; ++k) {
    const double begin = now();
    for (long i = 0; i < runs; ++i) execute();
    best = std::min(best, (now() - begin) / static_cast<double>(runs * numbers));
  }
  return best;
}

static double time_float(int n, int rows) {
  auto* x = fftwf_alloc_complex(static_cast<size_t>(n) * rows);
  auto* y = fftwf_alloc_complex(static_cast<size_t>(n) * rows);
  fftwf_plan p =
      fftwf_plan_many_dft(1, &n, rows, x, nullptr, 1, n, y, nullptr, 1, n, FFTW_FORWARD, FFTW_MEASURE);
  for (long k = 0; k < 1L * n * rows; ++k) x[k][0] = k % 17 - 8, x[k][1] = k % 13 - 6;
  return least(1L * n * rows, [&] { fftwf_execute(p); });
}

static double time_double(int n, int rows) {
  auto* x = fftw_alloc_complex(static_cast<size_t>(n) * rows);
  auto* y = fftw_alloc_complex(static_cast<size_t>(n) * rows);
  fftw_plan p =
      fftw_plan_many_dft(1, &n, rows, x, nullptr, 1, n, y, nullptr, 1, n, FFTW_FORWARD, FFTW_MEASURE);
  for (long k = 0; k < 1L * n * rows; ++k) x[k][0] = k % 17 - 8, x[k][1] = k % 13 - 6;
  return least(1L * n * rows, [&] { fftw_execute(p); });
}

int main(int count, char** words) {
  for (int k = 1; k < count; ++k) {
    int n = 0, rows = 1;
    if (std::sscanf(words[k] + 4, "%dx%d", &n, &rows) < 1 || n < 1 || rows < 1) return 2;
    std::printf("%.3f\n", std::strncmp(words[k], "f32", 3) ? time_double(n, rows) : time_float(n, rows));
  }
}
