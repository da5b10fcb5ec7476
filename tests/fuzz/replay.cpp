// Replays kept inputs without libFuzzer: replay FILE.. or folders of them. It ends as the first bad one makes
// it end.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size);

namespace {

void replay(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::fprintf(stderr, "%s\n", path.c_str());
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

} // namespace

int main(int argc, char** argv) {
  for (int k = 1; k < argc; ++k) {
    const std::filesystem::path given = std::filesystem::absolute(argv[k]); // a target may go elsewhere
    if (!std::filesystem::is_directory(given))
      replay(given);
    else
      for (const auto& file : std::filesystem::directory_iterator(given)) replay(file.path());
  }
  return 0;
}
