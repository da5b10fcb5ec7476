#include "jit/foreign/included_text.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/bytes.hpp"
#include <filesystem>
#include <set>
#include <sstream>

namespace nova::plan {

namespace fs = std::filesystem;

namespace {

/// Returns the path in a line #include "path", or in #include </path>, which is no header of the system; "" for other
/// lines.
std::string included(const std::string& line) {
  size_t at = line.find_first_not_of(" \t");
  if (at == line.npos || line[at] != '#') return "";
  at = line.find_first_not_of(" \t", at + 1);
  if (at == line.npos || line.compare(at, 7, "include") != 0) return "";
  const size_t from = line.find_first_of("<\"", at + 7);
  if (from == line.npos) return "";
  const bool quoted = line[from] == '"';
  const size_t to = line.find(quoted ? '"' : '>', from + 1);
  if (to == line.npos || (!quoted && line[from + 1] != '/' && line[from + 1] != '.')) return "";
  return line.substr(from + 1, to - from - 1);
}

class Inclusion {
 public:
  Inclusion(const std::string& function, const Permissions& permissions,
            const std::function<void()>& check_stop)
      : function_(function), permissions_(permissions), check_stop_(check_stop) {}

  std::string whole(const std::string& text, const fs::path& folder, const std::string& shown) {
    constexpr int deepest = 64;
    if (++depth_ > deepest) fail("E0430", {function_, "its files include each other without end"});
    std::string out;
    std::istringstream in(text);
    size_t number = 1;
    for (std::string line; std::getline(in, line); ++number) {
      const std::string path = included(line);
      if (path.empty() || !add(path, folder, out))
        out += line;
      else
        out += "\n#line " + std::to_string(number + 1) + " \"" + shown + "\"";
      out += "\n";
    }
    --depth_;
    return out;
  }

 private:
  /// Appends the text of the file. Returns false if there is none.
  bool add(const std::string& path, const fs::path& folder, std::string& out) {
    check_stop_();
    std::error_code ignored;
    const fs::path file = folder / path;
    if (!fs::is_regular_file(file, ignored)) return false;
    const std::string found = permissions_.check_foreign(function_, file.string(), "the file " + path);
    const std::string text = text_of(read_stream(found, check_stop_));
    const bool once = text.find("#pragma once") != text.npos;
    if (once && !done_.insert(found).second) return true;
    out += "#line 1 \"" + path + "\"\n" + whole(text, fs::path(found).parent_path(), path);
    return true;
  }

  const std::string& function_;
  const Permissions& permissions_;
  const std::function<void()>& check_stop_;
  std::set<std::string> done_; ///< files with #pragma once
  int depth_ = 0;
};

} // namespace

std::string with_includes(const std::string& text, const std::string& function, const std::string& folder,
                          const std::string& shown, const Permissions& permissions,
                          const std::function<void()>& check_stop) {
  return Inclusion(function, permissions, check_stop).whole(text, fs::path(folder), shown);
}

} // namespace nova::plan
