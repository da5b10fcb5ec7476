#include "repl/show/temporary_file.hpp"
#include "repl/editor/terminal.hpp"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace nova {

TemporaryFile::TemporaryFile(std::string_view text, std::string_view suffix) {
  std::error_code none;
  std::string name = (std::filesystem::temp_directory_path(none) / "nova-XXXXXX").string();
  name += suffix;
  const int fd = mkstemps(name.data(), static_cast<int>(suffix.size()));
  if (fd < 0) return;
  path_ = name;
  editor::write_bytes(fd, text);
  ::close(fd);
}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

std::string TemporaryFile::text() const {
  std::ostringstream out;
  out << std::ifstream(path_, std::ios::binary).rdbuf();
  return out.str();
}

} // namespace nova
