// Where in memory a shared object lies that this process has loaded.
#pragma once
#include <utility>

namespace nova::plan {

/// Returns the address range of the loaded shared object that contains `symbol`; nulls if there is none.
std::pair<const char*, const char*> extent(void* symbol);

} // namespace nova::plan
