#include "repl/session/files/program_files.hpp"
#include "repl/session/files/tables.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/bytes.hpp"
#include "runtime/io/gzip.hpp"
#include "runtime/ranks/ranks.hpp"
#include <filesystem>

namespace nova {

ProgramFiles::ProgramFiles(Frontend& frontend, const OwnNames& names, std::function<void()> check_stop,
                           Ranks* ranks)
    : frontend_(frontend), names_(names), check_stop_(std::move(check_stop)), ranks_(ranks) {
  frontend_.load = [this](const std::string& path, Span at) { return load_import(path, at); };
  frontend_.load_table = [this](const std::string& name, const std::string& path,
                                const std::vector<TableOption>& options,
                                Span at) { return load_table(name, path, options, at); };
}

std::optional<FileId> ProgramFiles::load(const std::string& path) {
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  allow_read(folder.empty() ? "." : folder);
  std::error_code ec;
  bool stream = std::filesystem::exists(path, ec) && !std::filesystem::is_regular_file(path, ec) &&
                !std::filesystem::is_directory(path, ec);
  if (!stream) return load_allowed(path, {});
  return load_bytes(path, {},
                    [&] { return read_stream(path, check_stop_); }); // a pipe, as in `nova run <(generate)`
}

/// Loads an imported file. A relative path starts from the importing file's folder.
std::optional<FileId> ProgramFiles::load_import(const std::string& path, Span at) {
  std::filesystem::path importer = names_.is_own(at.file) ? frontend_.sources.name(at.file) : "";
  return load_allowed((importer.parent_path() / path).string(), at);
}

/// Returns the definitions of a table. As where a program reads it, the path starts from the current folder.
std::optional<FileId> ProgramFiles::load_table(const std::string& name, const std::string& path,
                                               const std::vector<TableOption>& options, Span at) {
  try {
    const auto open = [&] { return open_source(permissions_, path, check_stop_); };
    PolledSource file = unpacked_with_polls(ranks_ ? ranks_->file_of_first(path, open, check_stop_) : open(),
                                            [this](uint64_t) { check_stop_(); });
    return frontend_.sources.add("define-table " + name, file_definition(name, path, options, file));
  } catch (const Fault& fault) {
    frontend_.diagnostics.report(fault.code, at, fault.args);
    return {};
  }
}

std::optional<FileId> ProgramFiles::load_allowed(const std::string& path, Span at) {
  return load_bytes(path, at, [&] { return open_source(permissions_, path, check_stop_)->read_all(); });
}

std::optional<FileId> ProgramFiles::load_bytes(const std::string& path, Span at,
                                               const std::function<BufferRef()>& read) {
  try {
    return frontend_.sources.add(path, text_of(ranks_ ? ranks_->from_first(read, check_stop_) : read()));
  } catch (const Fault& fault) {
    frontend_.diagnostics.report(fault.code, at, fault.args);
    return {};
  }
}

void ProgramFiles::write(const std::string& path, std::string_view bytes) const {
  const auto write_here = [&] { write_whole(permissions_, path, bytes, check_stop_); };
  ranks_ ? ranks_->at_first(write_here, check_stop_) : write_here();
}

} // namespace nova
