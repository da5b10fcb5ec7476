// `nova fmt`: rewrites files in the canonical code style.
#include "frontend/format/format.hpp"
#include "repl/cli/commands.hpp"
#include "repl/editor/terminal.hpp"
#include "repl/session/limits.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/bytes.hpp"
#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

namespace nova {

namespace {

class Formatter {
 public:
  explicit Formatter(const Arguments& a) : limits_(a.session), check_(a.check_only) {}

  /// Formats the file in place. If `path` is `-`, formats standard input to standard output. Returns 0, or 1 on
  /// failure. With --check, changes nothing and returns 1 if the layout differs.
  int format_file(const std::string& path) {
    try {
      Permissions permissions;
      permissions.allow_read(path), permissions.allow_write(path);
      const bool typed = path == "-";
      const std::string before = text_of(typed ? read_stream(STDIN_FILENO, "<stdin>", limits_.check())
                                               : open_source(permissions, path, limits_.check())->read_all());
      const std::optional<std::string> after = formatted(typed ? "<stdin>" : path, before);
      if (!after) return 1;
      if (check_) return *after == before ? 0 : (std::printf("%s\n", typed ? "<stdin>" : path.c_str()), 1);
      if (typed) return std::fwrite(after->data(), 1, after->size(), stdout), 0;
      if (*after != before) replace(permissions, path, *after);
      return 0;
    } catch (const Fault& fault) {
      Sources none;
      return show({fault.code, {}, fault.args, {}}, none), 1;
    }
  }

 private:
  Limits limits_;
  bool check_;

  std::optional<std::string> formatted(const std::string& name, const std::string& text) {
    Sources sources;
    Diagnostics errors;
    std::optional<std::string> out = format(sources, sources.add(name, text), errors);
    for (const Diagnostic& d : errors.all()) show(d, sources);
    if (!out || reads_alike(text, *out)) return out;
    limits_.check()(); // fails with E0604 if reads_alike returned false for lack of time
    std::fprintf(stderr,
                 "nova: %s stays as it is: formatted, it would read as something else, which is an error in "
                 "nova fmt\n",
                 name.c_str());
    return {};
  }
  static void show(const Diagnostic& d, const Sources& sources) {
    editor::write_bytes(STDERR_FILENO, render(d, sources, editor::shows_colour(STDERR_FILENO)));
  }
  /// Replaces the file's text atomically: the file has the old or the new text, never a part. Keeps its permissions.
  static void replace(const Permissions& permissions, const std::string& path, const std::string& text) {
    struct stat facts {};
    const bool known = ::stat(path.c_str(), &facts) == 0;
    write_whole(permissions, path, text);
    if (known && ::chmod(path.c_str(), facts.st_mode & 07777) != 0)
      std::fprintf(stderr, "nova: %s: its permissions are new\n", path.c_str());
  }
};

} // namespace

int format_files(const Arguments& a) {
  Formatter formatter(a);
  int status = 0;
  const std::vector<std::string> typed{"-"};
  for (const std::string& path : a.files.empty() ? typed : a.files) status |= formatter.format_file(path);
  return std::fflush(stdout) == 0 ? status : 1;
}

} // namespace nova
