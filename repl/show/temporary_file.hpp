// A file in the folder of temporary files that holds a text for another program.
#pragma once
#include <string>
#include <string_view>

namespace nova {

/// The destructor removes the file.
class TemporaryFile {
 public:
  /// `suffix`: the end of its name, such as ".nv".
  explicit TemporaryFile(std::string_view text, std::string_view suffix = {});
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; } ///< "" if it could not be made
  /// Returns its text, which another program may have changed.
  std::string text() const;

 private:
  std::string path_;
};

} // namespace nova
