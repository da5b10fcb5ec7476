// A CUDA driver for tests, whose kernels run on the simulator. fake_cuda.cpp has the words of its limits.
#pragma once
#include "tests/fake_cuda.hpp"
#include <memory>
#include <string>

namespace nova::fake {

/// Sets limits by words such as "arch=75,memory=100"; returns a limit.
void read_limits(const std::string& words);
int64_t limit(const char* name);
/// Makes the device, which counts what it does.
void start(std::shared_ptr<FakeCuda> counted);
/// Counts a call that a driver would refuse, and returns the status.
int refused(int status);
/// Returns the address of a function of the driver, such as cuInit; null if there is none of the name.
void* driver_function(const char* name);

} // namespace nova::fake
