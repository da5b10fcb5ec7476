// What every scalar text of Nova stands on: fixed-width types, the function qualifiers, the bits of a float, the one
// NaN, fma and sqrt. Compiles as C11, as C++20 and under NVRTC (which has no headers at all).
//
// Letters: i64 i32 i16 i8 u8 f32 f64 as in element.hpp; u16 u32 u64 serve inside functions only.
#ifndef NOVA_SCALAR_BASE_H
#define NOVA_SCALAR_BASE_H

#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
#define NV_FN static __device__ __forceinline__
#else
#include <stdint.h>
#include <string.h>
#if defined(__GNUC__)
#define NV_FN static inline __attribute__((always_inline, unused))
#else
#define NV_FN static inline
#endif
#endif

#ifdef __CUDACC_RTC__
NV_FN uint32_t nv_bits_f32(float x) { return __float_as_uint(x); }
NV_FN uint64_t nv_bits_f64(double x) { return (uint64_t)__double_as_longlong(x); }
NV_FN float nv_from_bits_f32(uint32_t b) { return __uint_as_float(b); }
NV_FN double nv_from_bits_f64(uint64_t b) { return __longlong_as_double((long long)b); }
NV_FN float nv_fma_f32(float a, float b, float c) { return __fmaf_rn(a, b, c); }
NV_FN double nv_fma_f64(double a, double b, double c) { return __fma_rn(a, b, c); }
NV_FN float nv_sqrt_f32(float x) { return __fsqrt_rn(x); }
NV_FN double nv_sqrt_f64(double x) { return __dsqrt_rn(x); }
#else
NV_FN uint32_t nv_bits_f32(float x) { uint32_t b; return memcpy(&b, &x, sizeof b), b; }
NV_FN uint64_t nv_bits_f64(double x) { uint64_t b; return memcpy(&b, &x, sizeof b), b; }
NV_FN float nv_from_bits_f32(uint32_t b) { float x; return memcpy(&x, &b, sizeof x), x; }
NV_FN double nv_from_bits_f64(uint64_t b) { double x; return memcpy(&x, &b, sizeof x), x; }
NV_FN float nv_fma_f32(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
NV_FN double nv_fma_f64(double a, double b, double c) { return __builtin_fma(a, b, c); }
NV_FN float nv_sqrt_f32(float x) { return __builtin_sqrtf(x); }
NV_FN double nv_sqrt_f64(double x) { return __builtin_sqrt(x); }
#endif

/* The one NaN: quiet, positive, no payload (the C standard's NAN on x86 and ARM). */
NV_FN float nv_nan_f32(void) { return nv_from_bits_f32(0x7fc00000u); }
NV_FN double nv_nan_f64(void) { return nv_from_bits_f64(0x7ff8000000000000u); }
/* NaN made canonical wherever bits can be seen: machines give it different ones. */
NV_FN float nv_canonical_f32(float x) { return x == x ? x : nv_nan_f32(); }
NV_FN double nv_canonical_f64(double x) { return x == x ? x : nv_nan_f64(); }

#endif
