// The maths functions: special values bit by bit, random points against the C library's long double
// functions, and one hash of result bits per function, which holds on every machine (Nova's promise).
// bench/ulp measures further.
#include "bench/ulp/hard_cases.hpp"
#include "runtime/scalar/scalar_math.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <string_view>

namespace {

using std::string_view;
using Wide = long double;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double qnan = std::numeric_limits<double>::quiet_NaN();

/// A function in both types, its reference, the range of random arguments, and the hashes of its results.
struct Unary {
  string_view name;
  float (*f32)(float);
  double (*f64)(double);
  Wide (*reference)(Wide);
  double lo, hi;
  std::uint64_t hash32, hash64;
};

struct Binary {
  string_view name;
  float (*f32)(float, float);
  double (*f64)(double, double);
  Wide (*reference)(Wide, Wide);
  std::uint64_t hash32, hash64;
};

#define UNARY(name, lo, hi, hash32, hash64)                                                                  \
  Unary { #name, nv_##name##_f32, nv_##name##_f64, std::name, lo, hi, hash32, hash64 }
#define BINARY(name, hash32, hash64)                                                                         \
  Binary { #name, nv_##name##_f32, nv_##name##_f64, std::name, hash32, hash64 }

const Unary unary[] = {
    UNARY(exp, -100, 90, 0x3a91210ce7d76451, 0x2a4b851347f2a4f3),
    UNARY(exp2, -150, 130, 0x95cff4ba011dfd23, 0xfbee257f106404e5),
    UNARY(expm1, -20, 90, 0x3ee27847a19bf316, 0xb5ace83b32bf7c2b),
    UNARY(log, 0, 3, 0xa66500c38fc98496, 0x6ae139cc570eab03),
    UNARY(log2, 0, 3, 0x417c85d950dd72ff, 0xed2580a0abdd27b8),
    UNARY(log10, 0, 3, 0x6ba38bd1ad41f19e, 0x8238cb653b462d3c),
    UNARY(log1p, -1, 2, 0x92d792f524b8764b, 0x565acec3eef7f5d7),
    UNARY(sin, -10, 10, 0x653eccc65289b693, 0x75cd05805354fbb8),
    UNARY(cos, -10, 10, 0x7f5b061e4894ca00, 0x4952770f3797289e),
    UNARY(tan, -10, 10, 0x2bf0caef484921cf, 0x1d2db1154d2a2d79),
    UNARY(asin, -1, 1, 0xb173cea9c2aec2ca, 0xac9d76e2781719c7),
    UNARY(acos, -1, 1, 0xce6acda2036ac077, 0xcf06efb94046f6d8),
    UNARY(atan, -5, 5, 0x26ab9687fed8e051, 0xad2f39279ba6823d),
    UNARY(sinh, -90, 90, 0x8c71afe0124527ca, 0xc5df2a7e6848ee39),
    UNARY(cosh, -90, 90, 0x58ec64fea66ea5f4, 0x0d9c1c86da3ce06a),
    UNARY(tanh, -10, 10, 0x72c967326b6cae51, 0x851f9ec631160095),
    UNARY(asinh, -10, 10, 0xcc8c1397a3b65795, 0x545eafb52a809244),
    UNARY(acosh, 1, 10, 0x844faccb4014ab35, 0x1d5e52bd35fd0e2f),
    UNARY(atanh, -1, 1, 0x0cded10b6cccd1c7, 0xe4b3881122070abb),
    UNARY(erf, -6, 6, 0xb44cf8cc249e2c88, 0x7fc2d76d7c9c76dc),
    UNARY(erfc, -6, 27.5, 0xbc39ab6ca0ba06dd, 0xdf56a421f7e3dbd0),
    UNARY(cbrt, -9, 9, 0xa18affd545000039, 0x0671e6d8b18fbe16),
    UNARY(floor, -9, 9, 0x1f18cd6f090ae5f6, 0x205f1e0621ae18a5),
    UNARY(ceil, -9, 9, 0x5a4dcab838486feb, 0x778d2af5d6efd2cf),
    UNARY(trunc, -9, 9, 0x32272a040b0b69b2, 0x9c172f11eac544f1),
    UNARY(round, -9, 9, 0x7d097cd6cd82b2a6, 0x3940cd77040c6370),
    UNARY(rint, -9, 9, 0xe804b9a645f246ea, 0x3940cd77040c6370),
};

const Binary binary[] = {
    BINARY(pow, 0xebb61ac0ec974fec, 0xa4f0112ff3c04594),
    BINARY(atan2, 0xd3a1e4f6abc66e80, 0x7d4e9710c649eaa4),
    BINARY(hypot, 0xb8ffa82d6717e79a, 0x9c91e1dfaae740bf),
};

template <class F, std::size_t n> const F& named(const F (&table)[n], string_view name) {
  const F* found = std::ranges::find(table, name, &F::name);
  REQUIRE_MESSAGE(found != std::end(table), "no such function");
  return *found;
}

std::uint64_t random_bits(std::uint64_t index) {
  std::uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Odd samples are uniform in [lo, hi], even ones any bit pattern.
double sample_f64(std::uint64_t index, double lo, double hi) {
  std::uint64_t bits = random_bits(index);
  return index % 2 == 0 ? std::bit_cast<double>(bits)
                        : lo + (hi - lo) * (static_cast<double>(bits >> 11) * 0x1p-53);
}
float sample_f32(std::uint64_t index, double lo, double hi) {
  return index % 2 == 0 ? std::bit_cast<float>(static_cast<std::uint32_t>(random_bits(index)))
                        : static_cast<float>(sample_f64(index, lo, hi));
}

bool same(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }
bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

/// |got - exact| in units of the last place; infinity where kind or sign differ.
template <class T> double error_in_ulp(T got, Wide exact) {
  using Limits = std::numeric_limits<T>;
  if (std::isnan(exact)) return same(got, Limits::quiet_NaN()) ? 0.0 : inf;
  if (std::isnan(got) || std::signbit(got) != std::signbit(exact)) return inf;
  int exponent = exact == 0 || std::isinf(exact) ? Limits::min_exponent : std::ilogb(exact);
  int last =
      std::max(std::min(exponent, Limits::max_exponent - 1), Limits::min_exponent - 1) - (Limits::digits - 1);
  Wide top = std::ldexp(Wide(1), Limits::max_exponent),
       half_ulp = std::ldexp(Wide(0.5), Limits::max_exponent - Limits::digits);
  if (std::isinf(got))
    return std::fabs(exact) >= top - half_ulp
               ? 0.0
               : static_cast<double>(std::ldexp(top - std::fabs(exact), -last));
  return static_cast<double>(std::ldexp(std::fabs(Wide(got) - exact), -last));
}

/// The error of f in double at one argument, or at two.
template <class F, class... X> double error_at(const F& f, X... x) {
  return error_in_ulp(f.f64(x...), f.reference(x...));
}

/// FNV-1a over the bytes of the results, lowest first.
template <class Bits> void mix(std::uint64_t& hash, Bits bits) {
  for (unsigned shift = 0; shift < 8 * sizeof bits; shift += 8)
    hash = (hash ^ (bits >> shift & 0xff)) * 0x100000001b3u;
}

constexpr std::uint64_t hash_start = 0xcbf29ce484222325u;
constexpr int samples = 4000;

struct Special1 {
  string_view name;
  double x, expected;
};

// Every value here is the same in both types.
const Special1 specials[] = {{"exp", 0.0, 1},
                             {"exp", -0.0, 1},
                             {"exp", inf, inf},
                             {"exp", -inf, 0},
                             {"exp", 1000, inf},
                             {"exp", -1000, 0},
                             {"exp2", 0.0, 1},
                             {"exp2", inf, inf},
                             {"exp2", -inf, 0},
                             {"exp2", 10, 1024},
                             {"exp2", -20, 0x1p-20},
                             {"exp2", -149, 0x1p-149},
                             {"exp2", 127, 0x1p127},
                             {"exp2", 5000, inf},
                             {"exp2", -5000, 0},
                             {"expm1", 0.0, 0.0},
                             {"expm1", -0.0, -0.0},
                             {"expm1", inf, inf},
                             {"expm1", -inf, -1},
                             {"expm1", -100, -1},
                             {"expm1", 0x1p-100, 0x1p-100},
                             {"log", 0.0, -inf},
                             {"log", -0.0, -inf},
                             {"log", 1, 0.0},
                             {"log", inf, inf},
                             {"log", -1, qnan},
                             {"log", -inf, qnan},
                             {"log2", 0.0, -inf},
                             {"log2", -0.0, -inf},
                             {"log2", 1, 0.0},
                             {"log2", 0x1p-149, -149},
                             {"log2", 0x1p100, 100},
                             {"log2", inf, inf},
                             {"log2", -1, qnan},
                             {"log2", 8, 3},
                             {"log2", 0.125, -3},
                             {"log10", 0.0, -inf},
                             {"log10", -0.0, -inf},
                             {"log10", 1, 0.0},
                             {"log10", 1000, 3},
                             {"log10", 1e10, 10},
                             {"log10", 1e6, 6},
                             {"log10", inf, inf},
                             {"log10", -1, qnan},
                             {"log1p", 0.0, 0.0},
                             {"log1p", -0.0, -0.0},
                             {"log1p", -1, -inf},
                             {"log1p", inf, inf},
                             {"log1p", -2, qnan},
                             {"log1p", -inf, qnan},
                             {"log1p", 0x1p-100, 0x1p-100},
                             {"sin", 0.0, 0.0},
                             {"sin", -0.0, -0.0},
                             {"sin", inf, qnan},
                             {"sin", -inf, qnan},
                             {"sin", 0x1p-149, 0x1p-149},
                             {"cos", 0.0, 1},
                             {"cos", -0.0, 1},
                             {"cos", inf, qnan},
                             {"cos", -inf, qnan},
                             {"cos", 0x1p-149, 1},
                             {"tan", 0.0, 0.0},
                             {"tan", -0.0, -0.0},
                             {"tan", inf, qnan},
                             {"tan", -inf, qnan},
                             {"tan", -0x1p-149, -0x1p-149},
                             {"asin", 0.0, 0.0},
                             {"asin", -0.0, -0.0},
                             {"asin", 1.5, qnan},
                             {"asin", -1.5, qnan},
                             {"asin", inf, qnan},
                             {"acos", 1, 0.0},
                             {"acos", 1.5, qnan},
                             {"acos", -1.5, qnan},
                             {"acos", -inf, qnan},
                             {"atan", 0.0, 0.0},
                             {"atan", -0.0, -0.0},
                             {"atan", 0x1p-149, 0x1p-149},
                             {"sinh", 0.0, 0.0},
                             {"sinh", -0.0, -0.0},
                             {"sinh", inf, inf},
                             {"sinh", -inf, -inf},
                             {"sinh", -1000, -inf},
                             {"cosh", 0.0, 1},
                             {"cosh", -0.0, 1},
                             {"cosh", inf, inf},
                             {"cosh", -inf, inf},
                             {"cosh", -1000, inf},
                             {"tanh", 0.0, 0.0},
                             {"tanh", -0.0, -0.0},
                             {"tanh", inf, 1},
                             {"tanh", -inf, -1},
                             {"tanh", 50, 1},
                             {"tanh", -50, -1},
                             {"asinh", 0.0, 0.0},
                             {"asinh", -0.0, -0.0},
                             {"asinh", inf, inf},
                             {"asinh", -inf, -inf},
                             {"acosh", 1, 0.0},
                             {"acosh", inf, inf},
                             {"acosh", 0.5, qnan},
                             {"acosh", -inf, qnan},
                             {"acosh", -2, qnan},
                             {"atanh", 0.0, 0.0},
                             {"atanh", -0.0, -0.0},
                             {"atanh", 1, inf},
                             {"atanh", -1, -inf},
                             {"atanh", 1.5, qnan},
                             {"atanh", -inf, qnan},
                             {"erf", 0.0, 0.0},
                             {"erf", -0.0, -0.0},
                             {"erf", inf, 1},
                             {"erf", -inf, -1},
                             {"erf", 10, 1},
                             {"erf", -10, -1},
                             {"erfc", 0.0, 1},
                             {"erfc", -0.0, 1},
                             {"erfc", inf, 0.0},
                             {"erfc", -inf, 2},
                             {"erfc", 100, 0.0},
                             {"erfc", -100, 2},
                             {"cbrt", 0.0, 0.0},
                             {"cbrt", -0.0, -0.0},
                             {"cbrt", inf, inf},
                             {"cbrt", -inf, -inf},
                             {"cbrt", 27, 3},
                             {"cbrt", -8, -2},
                             {"cbrt", 0x1p-147, 0x1p-49},
                             {"cbrt", 1e9, 1000},
                             {"cbrt", 0x1p126, 0x1p42},
                             {"floor", -0.0, -0.0},
                             {"floor", 2.5, 2},
                             {"floor", -2.5, -3},
                             {"floor", 0.5, 0.0},
                             {"floor", -0.5, -1},
                             {"floor", -inf, -inf},
                             {"floor", 0x1p60, 0x1p60},
                             {"floor", 8388607.5, 8388607},
                             {"floor", -0x1p-149, -1},
                             {"ceil", -0.0, -0.0},
                             {"ceil", 2.5, 3},
                             {"ceil", -2.5, -2},
                             {"ceil", -0.5, -0.0},
                             {"ceil", 0.5, 1},
                             {"ceil", inf, inf},
                             {"ceil", 8388607.5, 8388608},
                             {"ceil", 0x1p-149, 1},
                             {"trunc", -0.0, -0.0},
                             {"trunc", 2.5, 2},
                             {"trunc", -2.5, -2},
                             {"trunc", -0.5, -0.0},
                             {"trunc", inf, inf},
                             {"round", -0.0, -0.0},
                             {"round", 2.5, 3},
                             {"round", -2.5, -3},
                             {"round", 0.5, 1},
                             {"round", -0.25, -0.0},
                             {"round", 0x1.fffffep-2, 0.0},
                             {"round", 8388607.5, 8388608},
                             {"round", -inf, -inf},
                             {"rint", -0.0, -0.0},
                             {"rint", 2.5, 2},
                             {"rint", 3.5, 4},
                             {"rint", -2.5, -2},
                             {"rint", 0.5, 0.0},
                             {"rint", -0.5, -0.0},
                             {"rint", 1.5, 2},
                             {"rint", 8388607.5, 8388608},
                             {"rint", inf, inf}};

struct Special2 {
  string_view name;
  double x, y, expected;
};

const Special2 specials2[] = {
    // C, annex F.10.4.4
    {"pow", 0.0, -3, inf},
    {"pow", -0.0, -3, -inf},
    {"pow", 0.0, -2, inf},
    {"pow", -0.0, -2, inf},
    {"pow", -0.0, -2.5, inf},
    {"pow", 0.0, -inf, inf},
    {"pow", -0.0, -inf, inf},
    {"pow", 0.0, 3, 0.0},
    {"pow", -0.0, 3, -0.0},
    {"pow", -0.0, 2, 0.0},
    {"pow", -0.0, 0.5, 0.0},
    {"pow", -1, inf, 1},
    {"pow", -1, -inf, 1},
    {"pow", 1, qnan, 1},
    {"pow", 1, inf, 1},
    {"pow", qnan, 0.0, 1},
    {"pow", qnan, -0.0, 1},
    {"pow", inf, 0.0, 1},
    {"pow", -8, 0.5, qnan},
    {"pow", -8, -2.5, qnan},
    {"pow", 0.5, -inf, inf},
    {"pow", -0.5, -inf, inf},
    {"pow", 2, -inf, 0.0},
    {"pow", -2, -inf, 0.0},
    {"pow", 0.5, inf, 0.0},
    {"pow", 2, inf, inf},
    {"pow", -2, inf, inf},
    {"pow", -inf, -3, -0.0},
    {"pow", -inf, -2, 0.0},
    {"pow", -inf, -0.5, 0.0},
    {"pow", -inf, 3, -inf},
    {"pow", -inf, 2, inf},
    {"pow", -inf, 0.5, inf},
    {"pow", inf, -2, 0.0},
    {"pow", inf, 2, inf},
    {"pow", -inf, inf, inf},
    {"pow", qnan, 1, qnan},
    {"pow", 2, qnan, qnan},
    {"pow", -1, qnan, qnan},
    // exact results, the largest odd integers, overflow and underflow
    {"pow", 2, 10, 1024},
    {"pow", 3, 5, 243},
    {"pow", -3, 3, -27},
    {"pow", -2, -2, 0.25},
    {"pow", 4, 0.5, 2},
    {"pow", 2, -149, 0x1p-149},
    {"pow", 10, 10, 1e10},
    {"pow", -1, 16777215, -1},
    {"pow", -1, 16777216, 1},
    {"pow", 2, 5000, inf},
    {"pow", -2, 5001, -inf},
    {"pow", 2, -5000, 0.0},
    {"pow", -2, -5001, -0.0},
    {"pow", 0.5, 0x1p100, 0.0},
    {"pow", 1.5, 0x1p100, inf},
    {"pow", 7, 1, 7},
    {"pow", -0x1p-149, 1, -0x1p-149},
    // annex F.10.1.4; the values that are not exact are below
    {"atan2", 0.0, 1, 0.0},
    {"atan2", -0.0, 1, -0.0},
    {"atan2", 0.0, 0.0, 0.0},
    {"atan2", -0.0, 0.0, -0.0},
    {"atan2", 5, inf, 0.0},
    {"atan2", -5, inf, -0.0},
    {"atan2", qnan, 1, qnan},
    {"atan2", 1, qnan, qnan},
    {"atan2", 0x1p-149, 1, 0x1p-149},
    {"atan2", -0x1p-120, 0x1p6, -0x1p-126},
    {"hypot", 3, 4, 5},
    {"hypot", -5, 12, 13},
    {"hypot", 0.0, -0.0, 0.0},
    {"hypot", inf, qnan, inf},
    {"hypot", qnan, -inf, inf},
    {"hypot", qnan, 1, qnan},
    {"hypot", 0.0, -7, 7},
    {"hypot", 0x1p-149, 0.0, 0x1p-149},
    {"hypot", 0x1.8p126, 0x1p127, 0x1.4p127},
    {"hypot", 3e-45, 4e-45, 5e-45}};

struct Known1 {
  string_view name;
  double x;
  float f32;
  double f64;
};

// Correctly rounded results, by mpmath with 300 bits.
const Known1 known[] = {{"exp", 0.3125, 0x1.5de918p0f, 0x1.5de9176045ff5p0},
                        {"exp", -0.6875, 0x1.017324p-1f, 0x1.017323fd9002p-1},
                        {"exp2", 0.3125, 0x1.3dea64p0f, 0x1.3dea64c123422p0},
                        {"exp2", -0.6875, 0x1.3dea64p-1f, 0x1.3dea64c123422p-1},
                        {"expm1", 0.3125, 0x1.77a45ep-2f, 0x1.77a45d8117fd5p-2},
                        {"expm1", -0.6875, -0x1.fd19b8p-2f, -0x1.fd19b804dffbfp-2},
                        {"log", 0.3125, -0x1.29c44p0f, -0x1.29c440606e6abp0},
                        {"log", 0.9375, -0x1.08598cp-4f, -0x1.08598b59e3a07p-4},
                        {"log2", 0.3125, -0x1.ad961ep0f, -0x1.ad961ed0cb91dp0},
                        {"log2", 0.9375, -0x1.7d604ap-4f, -0x1.7d60496cfbb4cp-4},
                        {"log10", 0.3125, -0x1.02a304p-1f, -0x1.02a30498eb0fdp-1},
                        {"log10", 0.9375, -0x1.cb38fcp-6f, -0x1.cb38fccd8bfdbp-6},
                        {"log1p", 0.3125, 0x1.1675cap-2f, 0x1.1675cababa60ep-2},
                        {"log1p", -0.6875, -0x1.29c44p0f, -0x1.29c440606e6abp0},
                        {"sin", 0.3125, 0x1.3ad12ap-2f, 0x1.3ad129769d3d8p-2},
                        {"sin", -0.6875, -0x1.44eb38p-1f, -0x1.44eb381cf386bp-1},
                        {"cos", 0.3125, 0x1.e733eap-1f, 0x1.e733ea0193d4p-1},
                        {"cos", -0.6875, 0x1.8bb106p-1f, 0x1.8bb105a5dc9p-1},
                        {"tan", 0.3125, 0x1.4ad71ep-2f, 0x1.4ad71ed51ce39p-2},
                        {"tan", -0.6875, -0x1.a46cb2p-1f, -0x1.a46cb2be6a0b2p-1},
                        {"asin", 0.3125, 0x1.457394p-2f, 0x1.457393b90e2aap-2},
                        {"asin", -0.6875, -0x1.841decp-1f, -0x1.841deb5114bb4p-1},
                        {"acos", 0.3125, 0x1.40c2dp0f, 0x1.40c2d055ff46ep0},
                        {"acos", -0.6875, 0x1.2a1756p1f, 0x1.2a17557666979p1},
                        {"atan", 0.3125, 0x1.362774p-2f, 0x1.362773707ebccp-2},
                        {"atan", -0.6875, -0x1.345f02p-1f, -0x1.345f01cce37bbp-1},
                        {"sinh", 0.3125, 0x1.453bdcp-2f, 0x1.453bdbe16906cp-2},
                        {"sinh", -0.6875, -0x1.7c6454p-1f, -0x1.7c645419678b8p-1},
                        {"cosh", 0.3125, 0x1.0c9a2p0f, 0x1.0c9a2067ebbdap0},
                        {"cosh", -0.6875, 0x1.3eebbcp0f, 0x1.3eebbc0b7bc6cp0},
                        {"tanh", 0.3125, 0x1.35f98ap-2f, 0x1.35f98a0ea650ep-2},
                        {"tanh", -0.6875, -0x1.3157ep-1f, -0x1.3157dfe9f715bp-1},
                        {"asinh", 0.3125, 0x1.3b021p-2f, 0x1.3b0210cf74a63p-2},
                        {"asinh", -0.6875, -0x1.48e824p-1f, -0x1.48e82454a7953p-1},
                        {"acosh", 1.625, 0x1.11156p0f, 0x1.1115606c9966p0},
                        {"acosh", 9.125, 0x1.7358dap1f, 0x1.7358d9f14771fp1},
                        {"atanh", 0.3125, 0x1.4b12b8p-2f, 0x1.4b12b73c1dd95p-2},
                        {"atanh", -0.6875, -0x1.afb7d8p-1f, -0x1.afb7d78197becp-1},
                        {"erf", 0.3125, 0x1.5da9f4p-2f, 0x1.5da9f415ff23fp-2},
                        {"erf", -0.6875, -0x1.569244p-1f, -0x1.569243d2b3a9bp-1},
                        {"erfc", 0.3125, 0x1.512b06p-1f, 0x1.512b05f5006e1p-1},
                        {"erfc", -0.6875, 0x1.ab4922p0f, 0x1.ab4921e959d4ep0},
                        {"cbrt", 0.3125, 0x1.5b720ap-1f, 0x1.5b7209557b0eep-1},
                        {"cbrt", -0.6875, -0x1.c3e274p-1f, -0x1.c3e27449db536p-1}};

struct Known2 {
  string_view name;
  double x, y;
  float f32;
  double f64;
};

const Known2 known2[] = {{"pow", 1.625, 2.75, 0x1.e67882p1f, 0x1.e6788275fa8ep1},
                         {"pow", 0.3125, -7.5, 0x1.80275p12f, 0x1.80274f468e3cfp12},
                         {"pow", 42.5, 1.0009765625, 0x1.553f4ap5f, 0x1.553f4ac40671p5},
                         {"pow", 9.125, -3.25, 0x1.8d0548p-11f, 0x1.8d05485a83632p-11},
                         {"pow", 1.0, -1.0, 0x1.0p0f, 0x1.0p0},
                         {"pow", 0x1.0p-10, 0.75, 0x1.6a09e6p-8f, 0x1.6a09e667f3bcdp-8},
                         {"atan2", 1.625, 2.75, 0x1.114234p-1f, 0x1.114233396556fp-1},
                         {"atan2", 0.3125, -7.5, 0x1.8ccb2ap1f, 0x1.8ccb29fe96142p1},
                         {"atan2", 42.5, 1.0009765625, 0x1.8c1876p0f, 0x1.8c1876c6e5fe7p0},
                         {"atan2", 9.125, -3.25, 0x1.e9b73cp0f, 0x1.e9b73c74d3c39p0},
                         {"atan2", 1.0, -1.0, 0x1.2d97c8p1f, 0x1.2d97c7f3321d2p1},
                         {"atan2", 0x1.0p-10, 0.75, 0x1.555548p-10f, 0x1.555548b0fdaebp-10},
                         {"hypot", 1.625, 2.75, 0x1.98dca2p1f, 0x1.98dca1357f8a3p1},
                         {"hypot", 0.3125, -7.5, 0x1.e06a9ep2f, 0x1.e06a9ed339363p2},
                         {"hypot", 42.5, 1.0009765625, 0x1.541824p5f, 0x1.5418234a4d40dp5},
                         {"hypot", 9.125, -3.25, 0x1.35f7bep3f, 0x1.35f7bdd3529f7p3},
                         {"hypot", 1.0, -1.0, 0x1.6a09e6p0f, 0x1.6a09e667f3bcdp0},
                         {"hypot", 0x1.0p-10, 0.75, 0x1.800016p-1f, 0x1.8000155554bdap-1}};

} // namespace

TEST_CASE("special values of the maths functions") {
  for (const Special1& s : specials) {
    INFO(s.name, " at ", s.x);
    const Unary& f = named(unary, s.name);
    CHECK(same(f.f64(s.x), s.expected));
    CHECK(same(f.f32(static_cast<float>(s.x)), static_cast<float>(s.expected)));
  }
  for (const Special2& s : specials2) {
    INFO(s.name, " at ", s.x, ", ", s.y);
    const Binary& f = named(binary, s.name);
    CHECK(same(f.f64(s.x, s.y), s.expected));
    CHECK(same(f.f32(static_cast<float>(s.x), static_cast<float>(s.y)), static_cast<float>(s.expected)));
  }
}

TEST_CASE("NaN results are the canonical NaN, whatever NaN went in") {
  const std::uint32_t nans32[] = {0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff, 0x7fc12345};
  const std::uint64_t nans64[] = {0x7ff8000000000000, 0xfff8000000000000, 0x7ff0000000000001,
                                  0xffffffffffffffff, 0x7ff8000080000000};
  for (const Unary& f : unary) {
    CAPTURE(f.name);
    for (std::uint32_t bits : nans32)
      CHECK(same(f.f32(std::bit_cast<float>(bits)), std::bit_cast<float>(0x7fc00000)));
    for (std::uint64_t bits : nans64) CHECK(same(f.f64(std::bit_cast<double>(bits)), qnan));
  }
  for (const Binary& f : binary) {
    CAPTURE(f.name);
    for (std::uint32_t bits : nans32) {
      CHECK(same(f.f32(std::bit_cast<float>(bits), 2.0f), std::bit_cast<float>(0x7fc00000)));
      CHECK(same(f.f32(2.0f, std::bit_cast<float>(bits)), std::bit_cast<float>(0x7fc00000)));
    }
    for (std::uint64_t bits : nans64) {
      CHECK(same(f.f64(std::bit_cast<double>(bits), 2.0), qnan));
      CHECK(same(f.f64(2.0, std::bit_cast<double>(bits)), qnan));
    }
  }
}

TEST_CASE("known values of the maths functions, to the last bit") {
  for (const Known1& k : known) {
    INFO(k.name, " at ", k.x);
    CHECK(same(named(unary, k.name).f32(static_cast<float>(k.x)), k.f32));
    CHECK(same(named(unary, k.name).f64(k.x), k.f64));
  }
  for (const Known2& k : known2) {
    INFO(k.name, " at ", k.x, ", ", k.y);
    CHECK(same(named(binary, k.name).f32(static_cast<float>(k.x), static_cast<float>(k.y)), k.f32));
    CHECK(same(named(binary, k.name).f64(k.x, k.y), k.f64));
  }
}

TEST_CASE("random points lie within 1 ulp, and their bits are the same on every machine") {
  for (const Unary& f : unary) {
    CAPTURE(f.name);
    std::uint64_t hash32 = hash_start, hash64 = hash_start;
    double worst32 = 0, worst64 = 0;
    for (int i = 0; i < samples; ++i) {
      float x = sample_f32(i, f.lo, f.hi), y = f.f32(x);
      double wide_x = sample_f64(i, f.lo, f.hi), wide_y = f.f64(wide_x);
      worst32 = std::max(worst32, error_in_ulp(y, f.reference(x)));
      worst64 = std::max(worst64, error_in_ulp(wide_y, f.reference(wide_x)));
      mix(hash32, std::bit_cast<std::uint32_t>(y)), mix(hash64, std::bit_cast<std::uint64_t>(wide_y));
    }
    CHECK(worst32 <= 1.0);
    CHECK(worst64 <= 1.0);
    CHECK(hash32 == f.hash32);
    CHECK(hash64 == f.hash64);
  }
}

TEST_CASE("random pairs lie within 1 ulp, and their bits are the same on every machine") {
  for (const Binary& f : binary) {
    CAPTURE(f.name);
    std::uint64_t hash32 = hash_start, hash64 = hash_start;
    double worst32 = 0, worst64 = 0;
    for (int i = 0; i < samples; ++i) {
      float x = sample_f32(2 * i + (i & 1), -2, 6), z = sample_f32(2 * i + (i >> 1 & 1) + samples, -9, 9),
            y = f.f32(x, z);
      double wide_x = sample_f64(2 * i + (i & 1), -2, 6),
             wide_z = sample_f64(2 * i + (i >> 1 & 1) + samples, -9, 9);
      double wide_y = f.f64(wide_x, wide_z);
      worst32 = std::max(worst32, error_in_ulp(y, f.reference(x, z)));
      worst64 = std::max(worst64, error_in_ulp(wide_y, f.reference(wide_x, wide_z)));
      mix(hash32, std::bit_cast<std::uint32_t>(y)), mix(hash64, std::bit_cast<std::uint64_t>(wide_y));
    }
    CHECK(worst32 <= 1.0);
    CHECK(worst64 <= 1.0);
    CHECK(hash32 == f.hash32);
    CHECK(hash64 == f.hash64);
  }
}

TEST_CASE("the published hard cases lie within 1 ulp") {
  auto cases = nova::ulp::read_hard_cases(NOVA_SOURCE_DIR "/bench/ulp/hard_cases.txt");
  REQUIRE(cases);
  CHECK(cases->size() == 25);
  for (const auto& [name, arguments] : *cases) {
    CAPTURE(name);
    bool pairs = std::ranges::find(binary, string_view(name), &Binary::name) != std::end(binary);
    for (std::size_t i = 0; i + pairs < arguments.size(); i += 1 + pairs) {
      double x = arguments[i], y = arguments[i + pairs];
      CAPTURE(x);
      double error = pairs ? error_at(named(binary, name), x, y) : error_at(named(unary, name), x);
      CHECK(error < 1.0);
    }
  }
}

TEST_CASE("the branch-free trigonometric functions give the same bits where they apply") {
  for (int i = 0; i < samples; ++i) {
    float x = sample_f32(2 * i + 1, -0x1p17, 0x1p17);
    CHECK((same(nv_sin_near_f32(x), nv_sin_f32(x)) && same(nv_cos_near_f32(x), nv_cos_f32(x)) &&
           same(nv_tan_near_f32(x), nv_tan_f32(x))));
    double y = sample_f64(2 * i + 1, -0x1p28, 0x1p28);
    CHECK((same(nv_sin_near_f64(y), nv_sin_f64(y)) && same(nv_cos_near_f64(y), nv_cos_f64(y)) &&
           same(nv_tan_near_f64(y), nv_tan_f64(y))));
  }
}
