// The prelude's text, built into the binary (runtime/embed.cmake writes the table).
#pragma once
#include <span>
#include <string_view>

namespace nova {

struct PreludeFile {
  std::string_view name, text;
};
std::span<const PreludeFile> prelude_files();

} // namespace nova
