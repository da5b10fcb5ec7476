#include "repl/literate/child_process.hpp"
#include "runtime/fault.hpp"
#include <cstdio>
#include <memory>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nova {
namespace {

/// A temporary file without a name. It is used in place of a pipe, since a process can write any amount to it before
/// it is read.
struct Scratch {
  std::unique_ptr<FILE, int (*)(FILE*)> file{std::tmpfile(), std::fclose};
  Scratch() {
    if (!file) fail("E0501", {"a temporary file", "there is no room for one"});
  }
  int descriptor() const { return fileno(file.get()); }
  std::string text() const {
    std::rewind(file.get());
    std::string all;
    char block[65536];
    for (size_t n; (n = std::fread(block, 1, sizeof block, file.get())) > 0;) all.append(block, n);
    return all;
  }
};

} // namespace

Child run_nova(const std::vector<std::string>& arguments, const std::string& folder, std::string_view input,
               bool together) {
  Scratch in, out, err;
  std::fwrite(input.data(), 1, input.size(), in.file.get());
  std::rewind(in.file.get());
  std::vector<char*> words = {const_cast<char*>("nova")};
  for (const std::string& a : arguments) words.push_back(const_cast<char*>(a.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_adddup2(&actions, in.descriptor(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, together ? out.descriptor() : err.descriptor(), STDERR_FILENO);
  pid_t child = 0;
  const int failed = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) return {"", "nova cannot be run once more\n", 127};
  int status = 0;
  waitpid(child, &status, 0);
  return {out.text(), err.text(), WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

namespace {

/// Reads the words of a line one by one.
class WordReader {
 public:
  explicit WordReader(std::string_view line) : left_(line) {}
  bool blank() {
    while (!left_.empty() && left_[0] == ' ') left_.remove_prefix(1);
    return left_.empty();
  }
  /// Appends the next word to `word`. Returns false if only a shell can interpret the word.
  bool read(std::string& word) {
    if (stands_alone(left_[0])) return word += left_[0], left_.remove_prefix(1), true;
    while (!left_.empty() && left_[0] != ' ' && !stands_alone(left_[0]))
      if (!piece(word)) return false;
    return true;
  }

 private:
  static bool stands_alone(char c) { return c == '|' || c == '>'; }
  bool piece(std::string& word) {
    const char c = left_[0];
    left_.remove_prefix(1);
    if (c == '\'' || c == '"') return quoted(c, word);
    if (c == '\\') return !left_.empty() && (word += left_[0], left_.remove_prefix(1), true);
    if (std::string_view("<;&$`*?()~#{}").find(c) != std::string_view::npos) return false;
    return word += c, true;
  }
  bool quoted(char quote, std::string& word) {
    for (; !left_.empty() && left_[0] != quote; left_.remove_prefix(1)) {
      if (quote == '"' && (left_[0] == '$' || left_[0] == '`')) return false;
      if (quote == '"' && left_[0] == '\\' && left_.size() > 1 &&
          std::string_view("\"\\$`").find(left_[1]) != std::string_view::npos)
        left_.remove_prefix(1);
      word += left_[0];
    }
    if (left_.empty()) return false;
    return left_.remove_prefix(1), true;
  }

  std::string_view left_;
};

} // namespace

std::optional<std::vector<std::string>> shell_words(std::string_view line) {
  std::vector<std::string> words;
  for (WordReader reader(line); !reader.blank();)
    if (!reader.read(words.emplace_back())) return {};
  return words;
}

} // namespace nova
