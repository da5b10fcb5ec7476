#include "repl/session/files/foreign_functions.hpp"
#include "jit/foreign/included_text.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/bytes.hpp"
#include <filesystem>

namespace nova {

namespace fs = std::filesystem;

ForeignFunctions::ForeignFunctions(Machine& machine, ProgramFiles& files, const OwnNames& names,
                                   const SessionOptions& options)
    : machine_(machine), files_(files), names_(names), options_(options) {
  machine.options.link_foreign = [this](GlobalId g) { link(g); };
}

/// Returns the path of the file in which the function's text or library stands, which may be that of a macro. A text
/// typed at the prompt counts as one in the working folder.
std::string ForeignFunctions::place_of(const Global& g) const {
  const FileId file = g.foreign_text.file;
  const std::string& name = machine_.frontend.sources.name(file);
  std::error_code ignored;
  return names_.is_own(file) && fs::is_regular_file(name, ignored) ? name : ".";
}

/// Returns the folder of a file; a folder's is itself.
static fs::path folder_of(const std::string& place) {
  std::error_code ignored;
  return fs::is_directory(place, ignored) ? fs::path(place) : fs::path(place).parent_path();
}

/// Reads the C text of a function that has it in a file, and the files that a text includes.
void ForeignFunctions::read_text(ForeignFunction& f, const std::string& place) {
  const bool in_file = !f.path.empty();
  const std::string file = in_file ? (folder_of(place) / f.path).string() : place;
  const std::string path = files_.permissions().check_foreign(f.name, file);
  const auto check_stop = [this] { machine_.check_stop(); };
  std::error_code ignored;
  if (in_file && !fs::is_regular_file(path, ignored)) fail("E0501", {f.path, "there is no such file"});
  if (in_file) f.text = text_of(read_stream(path, check_stop));
  f.text = plan::with_includes(f.text, f.name, folder_of(path).string(), in_file ? f.path : f.name,
                               files_.permissions(), check_stop);
  f.is_read = true;
}

/// Finds the library of a function. A path starts from the program's folder. A name alone is looked for below the
/// folders that are allowed, and where all is allowed, in the system's.
void ForeignFunctions::find_library(ForeignFunction& f, const std::string& place) {
  const bool given = f.library.empty(); // on the command line, where paths start from the working folder
  if (given) f.library = options_.foreign_library;
  if (f.library.empty() || !f.linkable || !is_c_name(f.name)) fail("E0422", {f.name});
  Permissions& permissions = files_.permissions();
  if (f.library.find('/') != f.library.npos) {
    const fs::path folder = given ? fs::path() : folder_of(place);
    const std::string path =
        permissions.check_foreign(f.name, (folder / f.library).string(), "the library " + f.library);
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) fail("E0430", {f.name, "there is no library " + f.library});
    f.library = path;
  } else if (const std::string found = permissions.find_foreign(f.library); !found.empty()) {
    f.library = found;
  } else {
    permissions.check_foreign(f.name, "/", "the library " + f.library);
  }
}

void ForeignFunctions::warn_of_unlinked() {
  Frontend& f = machine_.frontend;
  for (const Global& g : f.program.globals)
    if (g.foreign && !g.failed && g.foreign->in_library && g.foreign->library.empty() &&
        options_.foreign_library.empty())
      f.diagnostics.report("W0308", g.span, {g.foreign->name});
}

void ForeignFunctions::link(GlobalId g) {
  const Global& global = machine_.frontend.program[g];
  ForeignFunction& f = *global.foreign;
  if (f.call || f.is_read) return;
  const std::string place = place_of(global);
  if (f.cuda != CudaKind::None) return read_text(f, place); // only a GPU compiles it
  f.in_library ? find_library(f, place) : read_text(f, place);
  if (!linker_)
    linker_ = std::make_unique<plan::ForeignLinker>(
        plan::ForeignLinker::Options{options_.tiers.cache, options_.tiers.longest_foreign,
                                     options_.tiers.ahead, options_.tiers.keep_kernel});
  linker_->link(f);
}

} // namespace nova
