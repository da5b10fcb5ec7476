// Loading of objects that Nova has made. A fork while another thread loads one would leave the system's loader locked
// in the child for ever, where the next function that is loaded would wait.
#pragma once
#include <string>

namespace nova {

/// Loads the object, for dlsym. Returns null if it can't be loaded; dlerror says why. Forks wait meanwhile. Not for
/// libraries of others, which may fork while they are loaded.
void* load_object(const std::string& path);
void unload_object(void* object);

} // namespace nova
