#include "jit/foreign/linker.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"
#include <sys/stat.h>

namespace nova::plan {

namespace {

/// Returns the first error in what the C compiler has said: one line, which begins with the function's name as the
/// file, and the line in the user's text. An error in Nova's own call of the function is that the user's text defines
/// none of this name, or one of another type.
std::string first_error(const std::string& name, const std::string& said) {
  constexpr std::string_view mark = " error: ";
  const size_t at = said.find(mark);
  if (at == said.npos) return said.substr(0, said.find('\n'));
  constexpr std::string_view prefix = "cc failed: ";
  const size_t line = said.rfind('\n', at) + 1; // 0 if there is none before
  const std::string first = said.substr(line, said.find('\n', at) - line);
  const std::string error = first.starts_with(prefix) ? first.substr(prefix.size()) : first;
  if (!error.starts_with("call of " + name)) return error;
  const size_t from = error.find('"'), to = error.rfind('"'); // the text of a static assertion
  if (from < to) return "its C function should be " + error.substr(from + 1, to - from - 1);
  if (error.find("undeclared") != error.npos) return "its text defines no function " + name;
  return "its text is not complete: " + error.substr(error.find("error: ") + 7);
}

/// Returns the name of the process that calls the function: that of its text, or of its library's file as it is now. A
/// library that has been compiled anew is another one.
std::string home_of(const ForeignFunction& f, const std::string& shim) {
  if (f.library.empty()) return shim;
  struct stat file {};
  if (stat(f.library.c_str(), &file) != 0) return f.library; // the system looks for it
  std::string home = f.library;
  for (const auto part :
       {static_cast<int64_t>(file.st_ino), int64_t{file.st_mtim.tv_sec}, int64_t{file.st_mtim.tv_nsec}})
    home += " " + std::to_string(part);
  return home;
}

} // namespace

ForeignLinker::ForeignLinker(const Options& options)
    : compiler_("cc", options.cache, "-O2"), processes_(options.longest) {
  compiler_.ahead = options.ahead, compiler_.keep = options.keep;
}

void ForeignLinker::link(ForeignFunction& f) {
  std::string error;
  const std::string shim = compiler_.object(foreign_shim(f), error);
  if (shim.empty()) fail("E0430", {f.name, first_error(f.name, error)});
  const ForeignObject made{f.name, shim, f.library, f.signature, home_of(f, shim)};
  if (f.in_process) return link_here(f, made);
  const auto wait = [] { Watch::answer(); };
  processes_.load(made, wait);
  f.call = [this, made, wait](std::span<const ForeignArgument> arguments) {
    return processes_.call(made, arguments, wait);
  };
}

void ForeignLinker::link_here(ForeignFunction& f, const ForeignObject& made) {
  std::string error;
  const ForeignEntry entry = load_shim(made, error);
  if (!entry) fail("E0430", {f.name, error});
  f.call = [entry, made](std::span<const ForeignArgument> arguments) {
    return call_here(entry, made, arguments);
  };
}

} // namespace nova::plan
