// Any bytes: either they do not read, or formatting keeps what is read, and formatting once more changes nothing.
#include "frontend/format/format.hpp"
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace nova;
  const auto formatted = [](const std::string& text) {
    Sources sources;
    Diagnostics errors;
    return format(sources, sources.add("fuzz.nv", text), errors);
  };
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto once = formatted(text);
  if (!once) return 0;
  if (!reads_alike(text, *once) || formatted(*once) != once) std::abort();
  return 0;
}
