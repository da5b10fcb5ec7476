// The files of a session's programs: their texts, and what they may read and write.
#pragma once
#include "frontend/state/frontend.hpp"
#include "repl/session/own_names.hpp"
#include "runtime/io/permissions.hpp"
#include <functional>
#include <optional>

namespace nova {

class ProgramFiles {
 public:
  /// Imports of the frontend come here. `check_stop` throws when Ctrl-C was pressed or the time is over.
  ProgramFiles(Frontend& frontend, const OwnNames& names, std::function<void()> check_stop);

  /// The text of a file that the user names; what it reads may lie in its folder. Reports what stands in the way.
  std::optional<FileId> load(const std::string& path);
  /// Writes a file where a program may; else throws what a program would end with.
  void write(const std::string& path, std::string_view bytes) const;
  /// Lets programs read what lies in the folder, or the file.
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
