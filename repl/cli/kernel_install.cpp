// `nova kernel install` writes a kernel specification for Jupyter, and `uninstall` removes it. Jupyter then starts
// the program nova-kernel, which is in the same folder as the program nova.
#include "repl/cli/commands.hpp"
#include "repl/cli/kernel_logo.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/bytes.hpp"
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace nova {
namespace {

/// Returns the folder in which Jupyter looks for a user's data, such as kernels.
std::filesystem::path data_folder() {
  const auto variable = [](const char* name) {
    return std::filesystem::path(std::getenv(name) ? std::getenv(name) : "");
  };
  if (const auto own = variable("JUPYTER_DATA_DIR"); !own.empty()) return own;
  if (const auto data = variable("XDG_DATA_HOME"); !data.empty()) return data / "jupyter";
  return variable("HOME") / ".local/share/jupyter";
}

std::string kernel_spec(const std::string& program, const std::vector<std::string>& options) {
  std::vector<std::string> words = {program, "-f", "{connection_file}"};
  words.insert(words.end(), options.begin(), options.end());
  const nlohmann::json spec = {
      {"argv", words}, {"display_name", "Nova"}, {"language", "nova"}, {"interrupt_mode", "message"}};
  return spec.dump(2) + "\n";
}

/// Returns the prefix of the python3 in PATH, which is the virtual environment's folder if one is active.
std::filesystem::path python_prefix() {
  const std::unique_ptr<FILE, int (*)(FILE*)> python(popen("python3 -c 'import sys; print(sys.prefix)'", "r"),
                                                     pclose);
  char text[4096] = {};
  if (!python || !std::fgets(text, sizeof text, python.get()))
    fail("E0501", {"python3", "it does not tell its prefix"});
  return std::string(text, std::strcspn(text, "\n"));
}

std::filesystem::path spec_folder(const KernelArguments& a) {
  const std::filesystem::path prefix = a.sys_prefix ? python_prefix() : std::filesystem::path(a.prefix);
  return (prefix.empty() ? data_folder() : prefix / "share/jupyter") / "kernels/nova";
}

constexpr const char* spec_name = "kernel.json";

/// The logo's files, by the names under which Jupyter looks for them.
const std::pair<const char*, std::string (*)()> logos[] = {{"logo-32x32.png", [] { return logo_png(32); }},
                                                           {"logo-64x64.png", [] { return logo_png(64); }},
                                                           {"logo-svg.svg", logo_svg}};

/// Writes the specification last: Jupyter knows a folder as a kernel's by that file.
void install(const std::filesystem::path& folder, const std::string& program,
             const std::vector<std::string>& options) {
  const std::filesystem::path file = folder / spec_name;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  Permissions permissions;
  permissions.allow_write(folder);
  for (const auto& [name, made] : logos) write_whole(permissions, (folder / name).string(), made());
  write_whole(permissions, file.string(), kernel_spec(program, options));
  std::printf("%s\n", file.c_str());
}

/// Removes the specification and the logo from the folder, then the folder itself if it is empty. Returns the exit
/// status.
int uninstall(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / spec_name;
  std::error_code error;
  if (!std::filesystem::remove(file, error))
    return std::fprintf(stderr, "nova: Jupyter was not told of Nova there: %s: %s\n", file.c_str(),
                        error ? error.message().c_str() : "there is no such file"),
           1;
  for (const auto& [name, made] : logos) std::filesystem::remove(folder / name, error);
  std::filesystem::remove(folder, error);
  std::printf("%s\n", file.c_str());
  return 0;
}

int install(const Arguments& a) {
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").replace_filename("nova-kernel");
  if (access(program.c_str(), X_OK) != 0)
    return std::fprintf(stderr,
                        "nova: there is no %s, which Jupyter would start: Nova was built without xeus; it is "
                        "made where "
                        "xeus is installed (Debian's xeus-dev), by ./bootstrap\n",
                        program.c_str()),
           1;
  return install(spec_folder(a.kernel), program.string(), a.session_words), 0;
}

} // namespace

int jupyter_kernel(const Arguments& a) {
  try {
    return a.operand == "install" ? install(a) : uninstall(spec_folder(a.kernel));
  } catch (const Fault& fault) {
    return std::fputs(render({fault.code, {}, fault.args, {}}, Sources()).c_str(), stderr), 1;
  }
}

} // namespace nova
