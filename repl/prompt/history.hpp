// What was typed at prompts, kept for later ones in an SQLite file that is its user's alone. Any number of
// prompts may have it open. Where there is no such file to be had, or it is broken, what is typed is
// remembered for the session.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nova {

/// $XDG_STATE_HOME/nova/history.db, or below ~/.local/state; empty where there is no home.
std::string history_file();

class History {
 public:
  /// `say` is told of a file that had to be set aside. Nothing is opened before it is needed; no path: no
  /// file.
  History(std::string path, std::function<void(const std::string&)> say);
  ~History();
  void add(const std::string& text);
  /// Oldest first.
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
