// The formats of files that a program's inputs and results have on the command line.
#pragma once
#include "frontend/core/builtin.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// A format of files, known by the ending of a file's name, with the built-ins that read and write it.
struct FileFormat {
  std::string_view ending;
  BuiltinId reader;
  std::optional<BuiltinId> writer{};
};
/// Returns the format of the file `path`. Returns null if its ending is that of no format.
const FileFormat* file_format(const std::string& path);
/// Returns the endings of all formats, or of those that are written, with blanks between them.
std::string file_endings(bool written = false);

} // namespace nova
