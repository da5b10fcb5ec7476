// The sorts of digit_sort.cpp, compiled again for machines with AVX2 and BMI2 (by flags in CMakeLists.txt). On these,
// shifts by a variable count take a third of the time.
#if defined(__AVX2__) && defined(__BMI2__)
#define NOVA_DIGIT_SORTS digit_sorts_v3
#include "jit/cpu/digit_sort.cpp"
#else
#include "jit/cpu/digit_sort.hpp"
namespace nova::plan {
const DigitSorts digit_sorts_v3 = digit_sorts;
}
#endif
