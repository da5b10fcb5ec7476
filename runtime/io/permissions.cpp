#include "runtime/io/permissions.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <filesystem>
#include <optional>

namespace nova {

namespace fs = std::filesystem;

namespace {

/// Returns the absolute path without `..`, and with the links resolved in the part that exists.
fs::path resolve(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  fs::path resolved = error ? path : fs::weakly_canonical(absolute, error);
  if (error) fail("E0501", {path.string(), error.message()});
  if (!resolved.has_filename()) resolved = resolved.parent_path(); // removes the slash of `folder/`
  return resolved;
}

bool lies_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// Returns the path with all links resolved, or nothing if no folder of `allowed` covers it.
std::optional<fs::path> covered(const std::string& path, const std::vector<std::string>& allowed) {
  if (path.empty()) fail("E0501", {"\"\"", "a path has at least one character"});
  if (path.find('\0') != path.npos)
    fail("E0501", {path.substr(0, path.find('\0')), "a path holds no zero byte"});
  const fs::path resolved = resolve(path);
  const auto covers = [&](const fs::path& folder) { return lies_below(resolved, folder); };
  return std::ranges::any_of(allowed, covers) ? std::optional(resolved) : std::nullopt;
}

std::string check(const std::string& path, const std::vector<std::string>& allowed, const char* refusal) {
  if (const auto resolved = covered(path, allowed)) return resolved->string();
  fail(refusal, {path, resolve(path).parent_path().string()});
}

} // namespace

void Permissions::allow_read(const std::string& folder) { read_.push_back(resolve(folder).string()); }
void Permissions::allow_write(const std::string& folder) { write_.push_back(resolve(folder).string()); }
std::string Permissions::check_read(const std::string& path) const { return check(path, read_, "E0502"); }
std::string Permissions::check_write(const std::string& path) const { return check(path, write_, "E0503"); }

void Permissions::allow_foreign(const std::string& folder) {
  foreign_.push_back(folder == "all" ? "/" : resolve(folder).string());
}

std::string Permissions::find_foreign(const std::string& name) const {
  std::error_code ignored;
  for (const fs::path folder : foreign_) // a link in it may lead to elsewhere
    if (const auto found = covered((folder / name).string(), foreign_);
        found && fs::is_regular_file(*found, ignored))
      return found->string();
  return "";
}

std::string Permissions::check_foreign(const std::string& function, const std::string& path,
                                       const std::string& what) const {
  if (const auto resolved = covered(path, foreign_)) return resolved->string();
  fail("E0512", {function, what.empty() ? path : what});
}

} // namespace nova
