// A replay bundle from anybody, one text: its files stand behind lines `=== NAME`. It is no bundle, or its
// replay ends in a story or a fault; C is not made of it.
#include "frontend/source/big_stack.hpp"
#include "fuzz_session.hpp"
#include "jit/tiers/checks/mismatch_bundle.hpp"
#include "runtime/fault.hpp"
#include <filesystem>
#include <fstream>
#include <new>
#include <sstream>

using namespace nova;
using namespace nova::fuzzing;

namespace {

/// Its folder, which takes the place of the last one.
std::string unpacked(const std::string& text) {
  const std::string folder = own_folder() + "/bundle";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  std::ofstream file;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::string head = "=== ";
    if (!line.starts_with(head)) {
      file << line << "\n";
      continue;
    }
    file.close();
    for (const char* name : {"form", "plan", "values", "passes-off"})
      if (line.substr(head.size()) == name) file.open(folder + "/" + name, std::ios::binary);
  }
  return folder;
}

void replay_text(const std::string& text) {
  std::string error;
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
  const auto poll = [&] {
    if (std::chrono::steady_clock::now() > until) fail("E0604", {"500 ms"});
  };
  try {
    const std::optional<plan::Bundle> bundle = plan::read_bundle(unpacked(text), error);
    require(bundle || !error.empty(), "no bundle, and no reason");
    if (bundle)
      require(!plan::replay(*bundle, nullptr, {}, {}, poll).story.empty(), "a replay without a story");
  } catch (const Fault&) {
  } catch (const std::bad_alloc&) {
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  Memory::set_limit(Memory::used() + (uint64_t{256} << 20));
  run_on_big_stack([&] { replay_text(text_of(bytes, size)); });
  return 0;
}
