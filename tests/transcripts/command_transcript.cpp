// Transcripts of shell commands (.cmd).
#include "transcript.hpp"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <sys/wait.h>

namespace nova {

namespace {

std::string quoted(const std::string& s) {
  std::string out = "'";
  for (char c : s) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string run_shell(const std::string& command, const std::string& folder, const std::string& path) {
  std::string line = "cd " + quoted(folder) + " && PATH=" + quoted(path) + ":$PATH timeout 300 bash -c " +
                     quoted(command) + " 2>&1";
  FILE* pipe = popen(line.c_str(), "r");
  if (!pipe) return "popen failed\n";
  std::string out;
  std::array<char, 4096> block;
  for (size_t n; (n = fread(block.data(), 1, block.size(), pipe)) > 0;) out.append(block.data(), n);
  int status = pclose(pipe);
  if (!out.empty() && out.back() != '\n') out += "\n";
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
    out += "[exit " + std::to_string(WEXITSTATUS(status)) + "]\n";
  if (WIFSIGNALED(status)) out += "[signal " + std::to_string(WTERMSIG(status)) + "]\n";
  return out;
}

} // namespace

std::string replay_commands(const std::string& text, const std::string& folder, const std::string& nova) {
  std::istringstream in(text);
  std::string out, path = std::filesystem::absolute(nova).parent_path();
  bool seen = false; // lines above the first command are a comment and stay
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("$ "))
      out += line + "\n" + run_shell(line.substr(2), folder, path), seen = true;
    else if (!seen || line.starts_with("# "))
      out += line + "\n";
  }
  return out;
}

} // namespace nova
