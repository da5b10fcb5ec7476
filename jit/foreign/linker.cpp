#include "jit/foreign/linker.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"

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

} // namespace

ForeignLinker::ForeignLinker(const Options& options)
    : compiler_("cc", options.cache, "-O2"), process_(options.longest) {
  compiler_.ahead = options.ahead, compiler_.keep = options.keep;
}

void ForeignLinker::link(ForeignFunction& f) {
  std::string error;
  const ForeignObject made{f.name, compiler_.object(foreign_shim(f), error), f.library, f.signature};
  if (made.path.empty()) fail("E0430", {f.name, first_error(f.name, error)});
  if (f.in_process) return link_here(f, made);
  const auto wait = [] { Watch::answer(); };
  process_.load(made, wait);
  f.call = [this, made, wait](std::span<const ForeignArgument> arguments) {
    return process_.call(made, arguments, wait);
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
