// The history of typed inputs, kept in an SQLite file that only its user can read. Any number of prompts may use the
// file at the same time. If the file cannot be opened or is broken, the history lasts for the session only.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nova {

/// Returns the history's path: $XDG_STATE_HOME/nova/history.db, or the same below ~/.local/state. Returns "" if
/// there is no home.
std::string history_file();

class History {
 public:
  /// The file at `path` is opened at the first use; with an empty path there is no file. `say` gets a message if a
  /// broken file is renamed.
  History(std::string path, std::function<void(const std::string&)> say);
  ~History();
  void add(const std::string& text);
  /// Returns the inputs, oldest first.
  const std::vector<std::string>& entries();

 private:
  struct File;
  void open();
  void set_aside();
  std::string path_;
  std::function<void(const std::string&)> say_;
  std::unique_ptr<File> file_;
  std::vector<std::string> entries_;
  bool opened_ = false;
};

} // namespace nova
