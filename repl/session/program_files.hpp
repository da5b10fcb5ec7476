// The files of a session's programs: loading of their texts, and permissions to read and write.
#pragma once
#include "frontend/state/frontend.hpp"
#include "repl/session/own_names.hpp"
#include "runtime/io/permissions.hpp"
#include <functional>
#include <optional>

namespace nova {

class ProgramFiles {
 public:
  /// Installs itself as the frontend's loader of imports. `check_stop` throws if Ctrl-C was pressed or the time is
  /// over.
  ProgramFiles(Frontend& frontend, const OwnNames& names, std::function<void()> check_stop);

  /// Loads a file that the user names, and allows programs to read from its folder. Reports an error and returns
  /// nothing if it cannot be read.
  std::optional<FileId> load(const std::string& path);
  /// Writes a file with a program's permissions. Throws a Fault if it may not or cannot be written.
  void write(const std::string& path, std::string_view bytes) const;
  /// Allows programs to read from the folder, or to read the file.
  void allow_read(const std::filesystem::path& folder) { permissions_.allow_read(folder); }
  void allow_write(const std::filesystem::path& folder) { permissions_.allow_write(folder); }
  Permissions& permissions() { return permissions_; }

 private:
  std::optional<FileId> load_import(const std::string& path, Span at);
  std::optional<FileId> load_allowed(const std::string& path, Span at);
  std::optional<FileId> load_bytes(const std::string& path, Span at, const std::function<BufferRef()>& read);

  Frontend& frontend_;
  const OwnNames& names_;
  const std::function<void()> check_stop_;
  Permissions permissions_;
};

} // namespace nova
