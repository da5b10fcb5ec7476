// digit_sort.cpp once more, for machines with AVX2 and BMI2 (CMakeLists.txt tells the compiler): shifts by a
// count cost a third there.
#if defined(__AVX2__) && defined(__BMI2__)
#define NOVA_DIGIT_SORTS digit_sorts_v3
#include "jit/cpu/digit_sort.cpp"
#else
#include "jit/cpu/digit_sort.hpp"
namespace nova::plan {
const DigitSorts digit_sorts_v3 = digit_sorts;
}
#endif
