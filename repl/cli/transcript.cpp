// `nova transcript`: runs the code in documents and updates the output written below it.
#include "repl/cli/commands.hpp"
#include "repl/literate/literate.hpp"
#include "repl/session/limits.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/bytes.hpp"
#include "runtime/watch.hpp"
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <unistd.h>

namespace nova {
namespace {

void complain(const Fault& fault) {
  std::fputs(render({fault.code, {}, fault.args, {}}, Sources(), false).c_str(), stderr);
}

/// Prints the first line in which the texts differ: as it is in `before` and as it is in `now`.
void show_difference(const std::string& name, const std::string& before, const std::string& now) {
  std::istringstream a(before), b(now);
  std::string old_line, new_line;
  for (int line = 1;; ++line) {
    const bool more_a = bool(std::getline(a, old_line)), more_b = bool(std::getline(b, new_line));
    if (more_a && more_b && old_line == new_line) continue;
    if (!more_a && !more_b) return;
    std::printf("%s:%d: this is no longer so\n  written: %s\n  now:     %s\n", name.c_str(), line,
                more_a ? old_line.c_str() : "(the end)", more_b ? new_line.c_str() : "(the end)");
    return;
  }
}

std::string text_of(const Permissions& permissions, const std::string& path) {
  return text_of(open_source(permissions, path, [] { Watch::answer(); })->read_all());
}

/// Writes the picture's new bytes `now` to `path` if the file differs. With `check_only`, writes nothing.
/// Returns false if the file differs and was not written.
bool take_picture(const std::string& path, const std::string& now, bool check_only) {
  Permissions permissions;
  permissions.allow_read(path), permissions.allow_write(path);
  if (std::filesystem::exists(path) && text_of(permissions, path) == now) return true;
  if (check_only) return std::printf("%s: this picture is no longer so\n", path.c_str()), false;
  return write_whole(permissions, path, now), true;
}

/// Whether the command line allows foreign code whose text is in the document.
bool runs_foreign(const std::string& path, const Permissions& given) {
  try {
    return !given.check_foreign("", path).empty();
  } catch (const Fault&) {
    return false;
  }
}

/// Runs nova as run_nova does, but refuses to run foreign code, which a document may not allow by itself.
Child run_without_foreign(const std::vector<std::string>& arguments, const std::string& folder,
                          std::string_view input, bool together) {
  const auto allows = [](const std::string& word) { return word.starts_with("--allow-foreign"); };
  if (std::ranges::none_of(arguments, allows)) return run_nova(arguments, folder, input, together);
  const std::string why = "nova transcript was not given --allow-foreign for this document\n";
  return {together ? why : "", together ? "" : why, 1};
}

/// Runs the document's code and updates its text and pictures. With `check_only`, changes nothing. Returns false
/// if there are problems, or if `check_only` finds a difference.
bool transcribe(const std::string& path, bool check_only, const Permissions& given) {
  Permissions permissions;
  permissions.allow_read(path), permissions.allow_write(path);
  const std::string before = text_of(permissions, path);
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const RunNova run = runs_foreign(path, given) ? RunNova(run_nova) : run_without_foreign;
  const LiterateText now = run_document(before, folder.empty() ? "." : folder.string(), run);
  for (const std::string& problem : now.problems) std::printf("%s:%s\n", path.c_str(), problem.c_str());
  bool good = now.problems.empty();
  for (const auto& [name, bytes] : now.pictures)
    good &= take_picture((folder / name).string(), bytes, check_only);
  if (now.text == before) return good;
  if (check_only) return show_difference(path, before, now.text), false;
  return write_whole(permissions, path, now.text), good;
}

} // namespace

int transcribe_files(const Arguments& a) {
  bool good = true;
  Limits limits(a.session);
  Permissions given;
  for (const std::string& p : a.session.allow_foreign) given.allow_foreign(p);
  for (const std::string& path : a.files) {
    try {
      good = transcribe(path, a.check_only, given) && good;
    } catch (const Fault& fault) {
      complain(fault), good = false;
    }
  }
  return good ? 0 : 1;
}

} // namespace nova
