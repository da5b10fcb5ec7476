#include "frontend/depth.hpp"
#include <algorithm>
#include <cstddef>
#include <pthread.h>

namespace nova {

const char* StackGuard::find_limit() {
  pthread_attr_t attributes;
  void* lowest = nullptr;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return static_cast<const char*>(__builtin_frame_address(0)) - (1 << 20);
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  size_t reserve = std::clamp<size_t>(size / 16, 256 << 10, 4 << 20);
  return static_cast<const char*>(lowest) + std::min(reserve, size / 2);
}

} // namespace nova
