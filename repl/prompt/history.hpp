// The history of typed inputs, kept in an SQLite file that only its user can read. Any number of prompts may use the
// file at the same time. If the file cannot be opened or is broken, the history lasts for the session only.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nova {

/// Returns the history's path: $XDG_STATE_HOME/nova/history.db, or if that variable is not set,
/// ~/.local/state/nova/history.db. Returns "" if $HOME is not set either.
std::string history_file();

class History {
 public:
  /// Opens the file at `path` when the history is first used. If `path` is empty, there is no file. `say` receives a
  /// message if a broken file is renamed.
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
