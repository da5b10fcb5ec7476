#include "repl/lsp/read_only_files.hpp"
#include "frontend/infer/check.hpp"
#include "jit/compile/disk_cache.hpp"
#include "repl/help/documentation.hpp"
#include <filesystem>
#include <unistd.h>

namespace nova::lsp {

std::string copy_of(const std::string& name, const std::string& text) {
  namespace fs = std::filesystem;
  const std::string folder = plan::cache_folder("");
  if (folder.empty()) return {};
  const std::string path = folder + "/" + name;
  if (plan::read_bytes(path) == text) return path;
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  const std::string fresh = path + "." + std::to_string(getpid());
  if (!plan::write_new_file(fresh, text)) return {};
  fs::permissions(fresh, fs::perms::owner_write, fs::perm_options::remove, error);
  fs::rename(fresh, path, error);
  return error ? std::string() : path;
}

Reference reference_page(Session& session) {
  Reference page{
      "# The words of Nova\n\nForms and built-ins. `nova` and `:doc NAME` tell the same at the prompt.\n",
      {}};
  for (const NameInSight& n : names_in_sight(session.frontend())) {
    const bool of_language = n.kind == NameInSight::Form || n.kind == NameInSight::Builtin;
    const auto told = of_language ? documentation_of(session.frontend(), std::string(n.name)) : std::nullopt;
    if (!told) continue;
    page.text += "\n## ";
    page.places.emplace(n.name, static_cast<uint32_t>(page.text.size()));
    page.text += std::string(n.name) + "\n\n```\n" + *told + "```\n";
  }
  return page;
}

} // namespace nova::lsp
