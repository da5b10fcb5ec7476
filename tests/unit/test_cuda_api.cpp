// Our declarations of the driver's and NVRTC's functions against the CUDA Toolkit's headers, where it is installed.
#if __has_include(<cuda.h>) && __has_include(<nvrtc.h>)
#include "runtime/cuda/api.hpp"
#include <cuda.h>
#include <doctest/doctest.h>
#include <nvrtc.h>
#include <type_traits>

namespace {

template <class Ours, class Theirs> struct Agrees : std::false_type {};
/// The same parameters; an enumeration of int's size where we say int.
template <class A, class B, class... P> struct Agrees<A (*)(P...), B (*)(P...)>
    : std::bool_constant<std::is_same_v<A, B> || (std::is_enum_v<B> && sizeof(A) == sizeof(B))> {};

} // namespace

TEST_CASE("CUDA functions are declared as the toolkit declares them") {
  CHECK(Agrees<nova::cuda::cuDriverGetVersion_t, decltype(&cuDriverGetVersion)>::value);
  CHECK(Agrees<nova::cuda::nvrtcVersion_t, decltype(&nvrtcVersion)>::value);
  using namespace nova::cuda;
  CHECK(Agrees<nvrtcGetNumSupportedArchs_t, decltype(&nvrtcGetNumSupportedArchs)>::value);
  CHECK(Agrees<nvrtcGetSupportedArchs_t, decltype(&nvrtcGetSupportedArchs)>::value);
  CHECK(sizeof(nova::cuda::nvrtcProgram) == sizeof(::nvrtcProgram));
  CHECK(std::is_same_v<decltype(&nvrtcGetProgramLogSize), decltype(&nvrtcGetCUBINSize)>);
  CHECK(std::is_same_v<decltype(&nvrtcGetProgramLogSize), decltype(&nvrtcGetPTXSize)>);
  CHECK(std::is_same_v<decltype(&nvrtcGetProgramLog), decltype(&nvrtcGetCUBIN)>);
  CHECK(std::is_same_v<decltype(&nvrtcGetProgramLog), decltype(&nvrtcGetPTX)>);
  CHECK(std::is_invocable_v<decltype(&nvrtcCreateProgram), ::nvrtcProgram*, const char*, const char*, int, const char* const*, const char* const*>);
  CHECK(std::is_invocable_v<decltype(&nvrtcCompileProgram), ::nvrtcProgram, int, const char* const*>);
  CHECK(std::is_invocable_v<decltype(&nvrtcDestroyProgram), ::nvrtcProgram*>);
  CHECK(std::is_invocable_v<decltype(&nvrtcGetCUBINSize), ::nvrtcProgram, size_t*>);
  CHECK(std::is_invocable_v<decltype(&nvrtcGetCUBIN), ::nvrtcProgram, char*>);
  CHECK(CUDA_SUCCESS == 0);
  CHECK(NVRTC_SUCCESS == 0);
}
#endif
