#include "runtime/loader.hpp"
#include "runtime/forks.hpp"
#include <dlfcn.h>

namespace nova {
namespace {

std::mutex& loading() {
  static std::mutex* const mutex = [] {
    auto* const made = new std::mutex; // never destroyed: a process may fork while it ends
    free_in_children(*made);
    return made;
  }();
  return *mutex;
}

} // namespace

void* load_object(const std::string& path) {
  const std::lock_guard lock(loading());
  return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
}

void unload_object(void* object) {
  const std::lock_guard lock(loading());
  dlclose(object);
}

} // namespace nova
