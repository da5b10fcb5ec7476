// Measures the worst error of every maths function, in units in the last place, and fails where one
// exceeds 1.
//
//   bench_ulp [--stride S] [--samples N] [--only NAME] [--type f32|f64] [--markdown] [--hard]
//
// Functions of one float run over every S-th of the 2^32 floats (S = 1 unless told) against the C library's
// double ones; functions of one double, and all of two arguments, over N random arguments (10^7 unless told)
// and all special ones, against MPFR with 110 bits (pairs of floats against the C library). The published
// hard cases of double (hard_cases.txt) follow against MPFR; --hard measures them alone. Rows are printed as
// they are done.
#include <mpfr.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "functions.hpp"
#include "hard_cases.hpp"
#include "ulp.hpp"

namespace nova::ulp {
namespace {

struct Options {
  std::uint64_t stride = 1, samples = 10'000'000;
  std::string only, type;
  bool markdown = false, hard_only = false;
};

/// The worst error so far and where it was met.
struct Worst {
  double error = -1.0; // less than any, so that the first argument is kept even where all are exact
  double x = 0.0, y = 0.0;
  std::uint64_t count = 0;

  void meet(double e, double at, double at2 = 0.0) {
    if (!(e > error)) return;
    error = e, x = at, y = at2;
  }
};

/// splitmix64: a different 64-bit number for each index.
std::uint64_t random_bits(std::uint64_t index) {
  std::uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double uniform(std::uint64_t bits, double lo, double hi) {
  return lo + (hi - lo) * (static_cast<double>(bits >> 11) * 0x1p-53);
}

/// m * 2^e with m uniform in [1, 2), e in [lowest, lowest + 24) and either sign.
double by_exponent(std::uint64_t bits, int lowest) {
  std::uint64_t more = random_bits(~bits);
  double size =
      std::ldexp(1.0 + static_cast<double>(bits >> 12) * 0x1p-52, lowest + static_cast<int>(more % 24));
  return (more >> 40 & 1) != 0 ? -size : size;
}

/// Random arguments of five kinds in turn: any bit pattern; |x| in [2^-20, 16) by exponent; |x - 1| in
/// [2^-24, 1) by exponent; and two in five uniform in [lo, hi].
double random_f64(std::uint64_t index, std::uint64_t kind, double lo, double hi) {
  std::uint64_t bits = random_bits(index);
  switch (kind % 5) {
  case 0: return std::bit_cast<double>(bits);
  case 1: return by_exponent(bits, -20);
  case 2: return 1.0 + by_exponent(bits, -24);
  default: return uniform(bits, lo, hi);
  }
}

float random_f32(std::uint64_t index, std::uint64_t kind, double lo, double hi) {
  std::uint64_t bits = random_bits(index);
  return kind % 5 == 0 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                       : static_cast<float>(random_f64(index, kind, lo, hi));
}

/// The second argument of sample i, as the first; every other time by the function's own rule, if it has one.
double second_f64(const Binary& f, std::uint64_t i, double x) {
  if (f.partner != nullptr && i % 2 != 0) return f.partner(x, uniform(random_bits(2 * i + 1), 0, 1));
  return random_f64(2 * i + 1, i / 5, f.lo2, f.hi2);
}

float second_f32(const Binary& f, std::uint64_t i, float x) {
  if (f.partner != nullptr && i % 2 != 0) return static_cast<float>(second_f64(f, i, x));
  return random_f32(2 * i + 1, i / 5, f.lo2, f.hi2);
}

float symmetric(float y, Symmetry symmetry) { return symmetry == Symmetry::odd && y == y ? -y : y; }

/// A function of one float, over a block of floats given by their bits. Where f is symmetric, the bits with
/// the sign set are compared with their mirror images, which are measured.
void measure_block(const Unary& f, const std::uint32_t* bits, int n, Worst& worst) {
  float x[4096] = {}, y[4096], mirrored[4096];
  for (int i = 0; i < n; ++i) x[i] = std::bit_cast<float>(bits[i]);
  f.f32(x, y, n);
  worst.count += static_cast<std::uint64_t>(f.symmetry == Symmetry::none ? n : 2 * n);
  if (f.symmetry == Symmetry::none) {
    for (int i = 0; i < n; ++i) worst.meet(error_f32(y[i], f.libm(x[i])), x[i]);
    return;
  }
  for (int i = 0; i < n; ++i) x[i] = std::bit_cast<float>(bits[i] ^ 0x80000000u);
  f.f32(x, mirrored, n);
  for (int i = 0; i < n; ++i) {
    bool same = std::bit_cast<std::uint32_t>(symmetric(mirrored[i], f.symmetry)) ==
                std::bit_cast<std::uint32_t>(y[i]);
    worst.meet(same ? error_f32(y[i], f.libm(-x[i])) : std::numeric_limits<double>::infinity(), -x[i]);
  }
}

Worst measure_unary_f32(const Unary& f, const Options& options) {
  Worst worst;
  std::uint32_t block[4096];
  int filled = 0;
  auto flush = [&] { measure_block(f, block, filled, worst), filled = 0; };
  std::uint64_t end = f.symmetry == Symmetry::none ? 1ull << 32 : 1ull << 31;
  for (std::uint64_t bits = 0; bits < end; bits += options.stride) {
    block[filled++] = static_cast<std::uint32_t>(bits);
    if (filled == 4096) flush();
  }
  for (double x : special_arguments()) {
    if (filled == 4096) flush();
    block[filled++] = std::bit_cast<std::uint32_t>(static_cast<float>(x));
  }
  flush();
  return worst;
}

/// The reference numbers of one run, so that MPFR allocates once.
struct Reference {
  mpfr_t x, y, result;
  Reference() { mpfr_init2(x, 53), mpfr_init2(y, 53), mpfr_init2(result, 110); }
  ~Reference() { mpfr_clear(x), mpfr_clear(y), mpfr_clear(result); }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
};

/// Whether f's error at x is so far below the worst one that MPFR need not measure it. A long double function
/// of 64 bits is trusted to 0.02 ulp of double, which is 40 of its own.
bool sieved_out(const Unary& f, double x, double y, double worst) {
  if (f.sieve == nullptr || std::numeric_limits<long double>::digits < 64) return false;
  long double exact = f.sieve(x);
  if (!(std::fabs(exact) > 0x1p-1022L) || !std::isfinite(y)) return false;
  long double error = std::scalbn(std::fabs(y - exact), 52 - std::ilogb(exact));
  return error + 0.02L < worst;
}

/// The error of y as f(x).
double error_of(const Unary& f, double x, double y, Reference& reference) {
  mpfr_set_d(reference.x, x, MPFR_RNDN);
  f.mpfr(reference.result, reference.x, MPFR_RNDN);
  return error_f64(y, reference.result);
}

/// The error of f at x, y.
double error_at(const Binary& f, double x, double y, Reference& reference) {
  mpfr_set_d(reference.x, x, MPFR_RNDN);
  mpfr_set_d(reference.y, y, MPFR_RNDN);
  f.mpfr(reference.result, reference.x, reference.y, MPFR_RNDN);
  return error_f64(f.f64(x, y), reference.result);
}

Worst measure_unary_f64(const Unary& f, const Options& options) {
  Worst worst;
  Reference reference;
  auto measure = [&](double x) {
    ++worst.count;
    double y = f.f64(x);
    if (!sieved_out(f, x, y, worst.error)) worst.meet(error_of(f, x, y, reference), x);
  };
  for (double x : special_arguments()) {
    measure(x);
    measure(std::nextafter(x, 1e308));
    measure(std::nextafter(x, -1e308));
  }
  for (std::uint64_t i = 0; i < options.samples; ++i) measure(random_f64(i, i, f.lo, f.hi));
  return worst;
}

Worst measure_binary_f32(const Binary& f, const Options& options) {
  Worst worst;
  auto measure = [&](float x, float y) {
    ++worst.count;
    worst.meet(error_f32(f.f32(x, y), f.libm(x, y)), x, y);
  };
  for (double x : special_arguments())
    for (double y : special_arguments()) measure(static_cast<float>(x), static_cast<float>(y));
  for (std::uint64_t i = 0; i < options.samples; ++i) {
    float x = random_f32(2 * i, i, f.lo1, f.hi1);
    measure(x, second_f32(f, i, x));
  }
  return worst;
}

Worst measure_binary_f64(const Binary& f, const Options& options) {
  Worst worst;
  Reference reference;
  auto measure = [&](double x, double y) {
    ++worst.count;
    worst.meet(error_at(f, x, y, reference), x, y);
  };
  for (double x : special_arguments())
    for (double y : special_arguments()) measure(x, y);
  for (std::uint64_t i = 0; i < options.samples; ++i) {
    double x = random_f64(2 * i, i, f.lo1, f.hi1);
    measure(x, second_f64(f, i, x));
  }
  return worst;
}

Worst measure_hard(const Unary& f, const std::vector<double>& arguments) {
  Worst worst;
  Reference reference;
  for (double x : arguments) worst.meet(error_of(f, x, f.f64(x), reference), x);
  worst.count = arguments.size();
  return worst;
}

Worst measure_hard(const Binary& f, const std::vector<double>& arguments) {
  Worst worst;
  Reference reference;
  for (std::size_t i = 0; i + 1 < arguments.size(); i += 2)
    worst.meet(error_at(f, arguments[i], arguments[i + 1], reference), arguments[i], arguments[i + 1]);
  worst.count = arguments.size() / 2;
  return worst;
}

/// Prints a row; true where the error is at most 1 ulp.
bool report(const char* name, const char* type, const Worst& worst, int arguments, const Options& options) {
  char where[80];
  if (arguments == 1)
    std::snprintf(where, sizeof where, "%a", worst.x);
  else
    std::snprintf(where, sizeof where, "%a, %a", worst.x, worst.y);
  const char* format =
      options.markdown ? "| %s | %s | %.4f | `%s` | %llu |\n" : "%-6s %s  %.4f ulp at %-50s of %llu\n";
  std::printf(format, name, type, worst.error, where, static_cast<unsigned long long>(worst.count));
  std::fflush(stdout);
  return worst.error <= 1.0;
}

bool wanted(const Options& options, std::string_view name, std::string_view type) {
  return (options.only.empty() || options.only == name) && (options.type.empty() || options.type == type);
}

void print_heading(const Options& options) {
  if (options.markdown)
    std::printf("| function | type | worst ulp | at | arguments |\n|---|---|---|---|---|\n");
}

/// The published hard cases of double, as rows of their own; false also where their file cannot be read.
bool run_hard(const Options& options) {
  std::optional<HardCases> cases = read_hard_cases(NOVA_SOURCE_DIR "/bench/ulp/hard_cases.txt");
  if (!cases) {
    std::fprintf(stderr, "cannot read " NOVA_SOURCE_DIR "/bench/ulp/hard_cases.txt\n");
    return false;
  }
  std::printf(options.markdown ? "\nPublished hard cases:\n\n" : "published hard cases\n");
  print_heading(options);
  bool good = true;
  auto measure = [&](const auto& f, int arguments) {
    auto found = cases->find(f.name);
    if (found != cases->end() && wanted(options, f.name, "f64"))
      good &= report(f.name, "f64", measure_hard(f, found->second), arguments, options);
  };
  for (const Unary& f : unary_functions()) measure(f, 1);
  for (const Binary& f : binary_functions()) measure(f, 2);
  return good;
}

/// Every float, random arguments and special ones.
bool run_dense(const Options& options) {
  bool good = true;
  print_heading(options);
  for (const Unary& f : unary_functions()) {
    if (wanted(options, f.name, "f32"))
      good &= report(f.name, "f32", measure_unary_f32(f, options), 1, options);
    if (wanted(options, f.name, "f64"))
      good &= report(f.name, "f64", measure_unary_f64(f, options), 1, options);
  }
  for (const Binary& f : binary_functions()) {
    if (wanted(options, f.name, "f32"))
      good &= report(f.name, "f32", measure_binary_f32(f, options), 2, options);
    if (wanted(options, f.name, "f64"))
      good &= report(f.name, "f64", measure_binary_f64(f, options), 2, options);
  }
  return good;
}

bool parse_count(std::string_view text, std::uint64_t& value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value > 0;
}

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    std::string_view key = argv[i];
    if (key == "--markdown" || key == "--hard") {
      (key == "--hard" ? options.hard_only : options.markdown) = true;
      continue;
    }
    if (++i == argc) return false;
    if (key == "--only")
      options.only = argv[i];
    else if (key == "--type")
      options.type = argv[i];
    else if (key == "--stride" && parse_count(argv[i], options.stride))
      continue;
    else if (key == "--samples" && parse_count(argv[i], options.samples))
      continue;
    else
      return false;
  }
  return true;
}

} // namespace
} // namespace nova::ulp

int main(int argc, char** argv) {
  nova::ulp::Options options;
  if (!nova::ulp::parse(argc, argv, options)) {
    std::fprintf(stderr,
                 "usage: bench_ulp [--stride S] [--samples N] [--only NAME] [--type f32|f64] [--markdown] "
                 "[--hard]\n");
    return 2;
  }
  bool good = options.hard_only || nova::ulp::run_dense(options);
  good &= nova::ulp::run_hard(options);
  return good ? 0 : 1;
}
