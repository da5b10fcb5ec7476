// Properties of the target machine on which the scalar functions depend. Generated C includes this text anew, since it may
// be compiled for another target than Nova.
#ifndef NOVA_RUNTIME_SCALAR_MACHINE_H
#define NOVA_RUNTIME_SCALAR_MACHINE_H

/// 1 if the target has AVX2 but not AVX-512DQ, else 0. Such a target has instructions that convert between 64-bit integers
/// and floating numbers for single numbers only, not for vectors.
#if defined(__AVX2__) && !defined(__AVX512DQ__)
#define NV_CONVERTS_ONE 1
#else
#define NV_CONVERTS_ONE 0
#endif

#endif
