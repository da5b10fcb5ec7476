// nova kernel install: tells Jupyter of Nova. What Jupyter starts then is nova-kernel, which stands beside
// nova.
#include "repl/commands.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/bytes.hpp"
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace nova {
namespace {

/// Where Jupyter looks for a user's kernels.
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

void install(const std::string& program, const std::vector<std::string>& options) {
  const std::filesystem::path folder = data_folder() / "kernels/nova", file = folder / "kernel.json";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  Permissions permissions;
  permissions.allow_write(folder);
  write_whole(permissions, file.string(), kernel_spec(program, options));
  std::printf("%s\n", file.c_str());
}

} // namespace

int install_kernel(const Arguments& a) {
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").replace_filename("nova-kernel");
  if (access(program.c_str(), X_OK) != 0)
    return std::fprintf(stderr,
                        "nova: there is no %s, which Jupyter would start: Nova was built without xeus; it is "
                        "made where "
                        "xeus is installed (Debian's xeus-dev), by ./bootstrap\n",
                        program.c_str()),
           1;
  try {
    return install(program.string(), a.session_words), 0;
  } catch (const Fault& fault) {
    return std::fputs(render({fault.code, {}, fault.args, {}}, Sources()).c_str(), stderr), 1;
  }
}

} // namespace nova
