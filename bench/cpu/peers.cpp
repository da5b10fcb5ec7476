#include "bench/cpu/peers.hpp"
#include "runtime/scalar/scalar_math.h"
#include <cmath>
#include <cstring>
#include <omp.h>
#include <vector>

namespace peers {
namespace {

constexpr int64_t block = 16384;

int64_t blocks(const Data& d) { return (d.n + block - 1) / block; }
int64_t end_of(const Data& d, int64_t b) { return std::min(d.n, (b + 1) * block); }

/// f(begin, end) of each block on the threads, added up.
template <class F> float add_blocks(const Data& d, F f) {
  std::vector<float> part(static_cast<size_t>(blocks(d)));
#pragma omp parallel for num_threads(d.threads) schedule(dynamic, 8)
  for (int64_t b = 0; b < blocks(d); ++b) part[static_cast<size_t>(b)] = f(b * block, end_of(d, b));
  float sum = 0;
  for (const float p : part) sum += p;
  return sum;
}

/// Partial sums side by side, so that they become SIMD.
template <class F> float lanes(int64_t begin, int64_t end, F step) {
  constexpr int width = 64;
  float acc[width] = {};
  int64_t i = begin;
  for (; i + width <= end; i += width)
    for (int l = 0; l < width; ++l) acc[l] = step(acc[l], i + l);
  for (; i < end; ++i) acc[0] = step(acc[0], i);
  for (int w = width / 2; w > 0; w /= 2)
    for (int l = 0; l < w; ++l) acc[l] += acc[l + w];
  return acc[0];
}

/// Flat, with pointers of its own: captured ones are not known to differ.
template <class F>
__attribute__((noinline)) void loop(float* __restrict out, const float* __restrict x,
                                    const float* __restrict y, int64_t n, F f) {
  for (int64_t i = 0; i < n; ++i) out[i] = f(x[i], y[i]);
}

template <class F> float each(const Data& d, F f) {
#pragma omp parallel for num_threads(d.threads) schedule(dynamic, 4)
  for (int64_t b = 0; b < blocks(d); ++b) {
    const int64_t at = b * block;
    loop(d.out + at, d.x + at, d.y + at, end_of(d, b) - at, f);
  }
  return d.out[d.n / 2];
}

template <class Exp, class Log, class Erf> float price(float s, float k, Exp e, Log l, Erf erf) {
  const float r = 0.02f, v = 0.3f, t = 1.5f, root = v * std::sqrt(t);
  const float d1 = (l(s / k) + (r + v * v * 0.5f) * t) / root, d2 = d1 - root;
  const auto normal = [&](float x) { return 0.5f * (1.0f + erf(x * 0.70710678f)); };
  return s * normal(d1) - k * e(-r * t) * normal(d2);
}

} // namespace

float map(const Data& d) {
  return each(d, [](float x, float) { return 2.0f * x + 1.0f; });
}

float saxpy(const Data& d) {
  return each(d, [](float x, float y) { return 2.5f * x + y; });
}

float sum(const Data& d) {
  const float* const x = d.x;
  return add_blocks(
      d, [=](int64_t b, int64_t e) { return lanes(b, e, [=](float s, int64_t i) { return s + x[i]; }); });
}

float sum_in_order(const Data& d) {
  float s = 0;
  for (int64_t i = 0; i < d.n; ++i) s += d.x[i];
  return s;
}

float dot(const Data& d) {
  const float *const x = d.x, *const y = d.y;
  return add_blocks(d, [=](int64_t b, int64_t e) {
    return lanes(b, e, [=](float s, int64_t i) { return std::fma(x[i], y[i], s); });
  });
}

float scan(const Data& d) {
  std::vector<float> before(static_cast<size_t>(blocks(d)));
#pragma omp parallel for num_threads(d.threads) schedule(static)
  for (int64_t b = 0; b < blocks(d); ++b) {
    float s = 0;
    for (int64_t i = b * block; i < end_of(d, b); ++i) d.out[i] = s += d.x[i];
    before[static_cast<size_t>(b)] = s;
  }
  float s = 0;
  for (float& b : before) s += b, b = s - b;
#pragma omp parallel for num_threads(d.threads) schedule(static)
  for (int64_t b = 0; b < blocks(d); ++b)
    for (int64_t i = b * block; i < end_of(d, b); ++i) d.out[i] += before[static_cast<size_t>(b)];
  return d.out[d.n - 1];
}

float filter(const Data& d) {
  std::vector<int64_t> at(static_cast<size_t>(blocks(d)) + 1);
#pragma omp parallel for num_threads(d.threads) schedule(static)
  for (int64_t b = 0; b < blocks(d); ++b) {
    int64_t kept = 0;
    for (int64_t i = b * block; i < end_of(d, b); ++i) kept += d.x[i] > 0.5f;
    at[static_cast<size_t>(b) + 1] = kept;
  }
  for (size_t b = 1; b < at.size(); ++b) at[b] += at[b - 1];
#pragma omp parallel for num_threads(d.threads) schedule(static)
  for (int64_t b = 0; b < blocks(d); ++b) {
    float part[block + 1];
    int64_t kept = 0;
    for (int64_t i = b * block; i < end_of(d, b); ++i) part[kept] = d.x[i], kept += d.x[i] > 0.5f;
    std::memcpy(d.out + at[static_cast<size_t>(b)], part, static_cast<size_t>(kept) * sizeof *part);
  }
  return static_cast<float>(at.back());
}

float black_scholes(const Data& d) {
  return each(d, [](float x, float y) {
    return price(
        x + 1.0f, y + 1.0f, [](float a) { return std::exp(a); }, [](float a) { return std::log(a); },
        [](float a) { return std::erf(a); });
  });
}

float black_scholes_own(const Data& d) {
  return each(d, [](float x, float y) {
    return price(
        x + 1.0f, y + 1.0f, [](float a) { return nv_exp_f32(a); }, [](float a) { return nv_log_f32(a); },
        [](float a) { return nv_erf_f32(a); });
  });
}

float mandelbrot(const Data& d) {
  return each(d, [](float x, float y) {
    const float a = 3.0f * x - 2.0f, b = 2.0f * y - 1.0f;
    float u = 0, v = 0;
    int k = 0;
    while (k < 100 && u * u + v * v <= 4.0f) {
      const float w = u * u - v * v + a;
      v = 2.0f * u * v + b, u = w, ++k;
    }
    return static_cast<float>(k);
  });
}

float together(const Data& d) {
  Data first = d, second = d;
  second.x = d.y, second.out = d.out + d.n;
  const auto job = [](float x, float) { return 2.0f * x + 1.0f; };
  return each(first, job) + each(second, job);
}

} // namespace peers
