// A file where a cache entry belongs: nothing is taken of it but the bytes that were stored, whole.
#include "fuzz_session.hpp"
#include "jit/compile/disk_cache.hpp"
#include <fstream>

using namespace nova;
using namespace nova::fuzzing;

namespace {

/// The sound entry, damaged as the input says: its first byte is how, the next two where.
std::string damaged(std::string entry, const uint8_t* bytes, size_t size) {
  if (size < 3) return text_of(bytes, size);
  const size_t at = (bytes[1] + 256u * bytes[2]) % entry.size();
  const std::string rest = text_of(bytes + 3, size - 3);
  switch (bytes[0] % 4) {
  case 0: return text_of(bytes, size);
  case 1: return entry.replace(at, std::min(rest.size(), entry.size() - at), rest);
  case 2: return entry.insert(at, rest);
  default: return entry.erase(at, rest.size() + 1);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const plan::DiskCache cache(plan::cache_folder(own_folder() + "/cache"), ".so");
  static const std::string key = "the text of a kernel", stored(200, 'k');
  cache.store(stored, key);
  const std::string path = cache.path(key), sound = plan::read_bytes(path);
  std::ofstream(path, std::ios::binary) << damaged(sound, bytes, size);
  const std::optional<std::string> found = cache.find(key);
  require(!found || *found == stored, "a damaged entry was taken");
  cache.is_marked(key);
  return 0;
}
