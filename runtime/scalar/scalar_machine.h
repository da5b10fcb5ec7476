// What the scalar functions ask of the machine that they are compiled for. Generated C asks anew, of its own.
#ifndef NOVA_RUNTIME_SCALAR_MACHINE_H
#define NOVA_RUNTIME_SCALAR_MACHINE_H

/// Are there instructions only for one number at a time between 64-bit integers and floating numbers?
#if defined(__AVX2__) && !defined(__AVX512DQ__)
#define NV_CONVERTS_ONE 1
#else
#define NV_CONVERTS_ONE 0
#endif

#endif
