// The sorts of digit_sort.cpp, compiled again for machines with AVX2 and BMI2 (by flags in CMakeLists.txt). Shifts by
// a variable count cost a third of the time there.
#if defined(__AVX2__) && defined(__BMI2__)
#define NOVA_DIGIT_SORTS digit_sorts_v3
#include "jit/cpu/digit_sort.cpp"
#else
#include "jit/cpu/digit_sort.hpp"
namespace nova::plan {
const DigitSorts digit_sorts_v3 = digit_sorts;
}
#endif
