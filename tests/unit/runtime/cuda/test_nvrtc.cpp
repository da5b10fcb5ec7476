// What is read from the logs of NVRTC.
#include "runtime/cuda/nvrtc.hpp"
#include <doctest/doctest.h>

TEST_CASE("the first error of NVRTC's log") {
  using nova::cuda::first_error;
  CHECK(first_error("k.cu(31): error: identifier \"f\" is undefined\n      f(x);\n      ^\n\n1 error "
                    "detected in k.cu.\n") == "k.cu:31: identifier \"f\" is undefined");
  CHECK(first_error("k.cu(3): warning #177-D: unused\n\nk.cu(4): error: expected a \";\"\n") ==
        "k.cu:4: expected a \";\"");
  CHECK(first_error("nvrtc: error: invalid value for --gpu-architecture (-arch)\n") ==
        "nvrtc: error: invalid value for --gpu-architecture (-arch)");
  CHECK(first_error("").empty());
}
