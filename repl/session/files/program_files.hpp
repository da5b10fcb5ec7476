// The files of a session's programs: loads source texts, and keeps the programs' permissions to read and write.
#pragma once
#include "frontend/state/frontend.hpp"
#include "repl/session/own_names.hpp"
#include "runtime/io/permissions.hpp"
#include <functional>
#include <optional>

namespace nova {

class Ranks; // runtime/ranks

class ProgramFiles {
 public:
  /// Installs itself as the frontend's loader of imports. `check_stop` throws if Ctrl-C was pressed or the time is
  /// over.
  ProgramFiles(Frontend& frontend, const OwnNames& names, std::function<void()> check_stop, Ranks* ranks);

  /// Loads a source file that the user names, and allows programs to read from its folder. If the file cannot be
  /// read, reports an error and returns nothing.
  std::optional<FileId> load(const std::string& path);
  /// From now on rank 0 of a job reads and writes the files; null: this process.
  void share_by(Ranks* ranks) { ranks_ = ranks; }
  /// Writes a file if programs are permitted to write it. Throws a Fault if they are not, or if the file cannot be
  /// written.
  void write(const std::string& path, std::string_view bytes) const;
  /// Allows programs to read the files in `folder`. If it is the path of a file, allows them to read that file.
  void allow_read(const std::string& folder) { permissions_.allow_read(folder); }
  void allow_write(const std::string& folder) { permissions_.allow_write(folder); }
  Permissions& permissions() { return permissions_; }

 private:
  std::optional<FileId> load_import(const std::string& path, Span at);
  std::optional<FileId> load_table(const std::string& name, const std::string& path,
                                   const std::vector<TableOption>& options, Span at);
  std::optional<FileId> load_allowed(const std::string& path, Span at);
  std::optional<FileId> load_bytes(const std::string& path, Span at, const std::function<BufferRef()>& read);

  Frontend& frontend_;
  const OwnNames& names_;
  const std::function<void()> check_stop_;
  Ranks* ranks_; ///< rank 0 reads and writes the files; null: no job
  Permissions permissions_;
};

} // namespace nova
