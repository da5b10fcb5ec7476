#include "repl/session/files/program_input.hpp"
#include "repl/editor/terminal.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/bytes.hpp"
#include "runtime/ranks/ranks.hpp"
#include <unistd.h>

namespace nova {
namespace {

BufferRef standard_input(const std::function<void()>& poll) {
  editor::show_what_is_typed();
  return read_stream(STDIN_FILENO, "<stdin>", poll);
}

} // namespace

std::string ProgramInput::read(Ranks* ranks, const std::function<void()>& poll) {
  struct Awaited {
    std::atomic<bool>& on;
    ~Awaited() { on = false; }
  } awaited{awaited_};
  awaited_ = true;
  if (reader_) {
    std::optional<std::string> text = reader_(poll);
    if (!text) fail("E0501", {"<stdin>", "nobody is asked for input here"});
    return std::move(*text);
  }
  const auto read = [&poll] { return standard_input(poll); };
  return text_of(ranks ? ranks->from_first(read, poll) : read());
}

} // namespace nova
