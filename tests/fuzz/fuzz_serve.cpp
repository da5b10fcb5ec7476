// A program's requests, a line each: every line that is not blank gets one reply, and a request after them is
// answered.
#include "fuzz_session.hpp"
#include "repl/serve/runner.hpp"
#include "repl/serve/server.hpp"
#include <algorithm>
#include <sys/mman.h>
#include <thread>

using namespace nova;
using namespace nova::fuzzing;

namespace {

/// Returns how many lines are requests.
ptrdiff_t count_lines(const std::string& text) {
  ptrdiff_t lines = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines += std::string_view(text).substr(at, end - at).find_first_not_of(" \t\r") != std::string_view::npos;
    at = end + 1;
  }
  return lines;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static std::optional<serve::Runner> runner;
  static int uses = 0;
  if (uses++ % uses_of_one == 0) runner.emplace(small_options(), getpid());
  const std::string text =
      text_of(bytes, size) + "\n{\"id\":\"last\",\"method\":\"eval\",\"text\":\"(+ 1 2)\"}\n";
  const int in = memfd_create("nova-fuzz", MFD_CLOEXEC), out = memfd_create("nova-fuzz", MFD_CLOEXEC);
  require(in >= 0 && out >= 0 && ::write(in, text.data(), text.size()) == static_cast<ssize_t>(text.size()),
          "there is no file in memory");
  lseek(in, 0, SEEK_SET);
  serve::serve_client(*runner, {in, out});
  std::string replies(static_cast<size_t>(lseek(out, 0, SEEK_END)), '\0');
  require(pread(out, replies.data(), replies.size(), 0) == static_cast<ssize_t>(replies.size()),
          "no replies");
  close(in), close(out);
  require(std::ranges::count(replies, '\n') >= count_lines(text), "a request has no reply");
  require(replies.find("\"id\":\"last\"") != replies.npos, "the last request has no reply");
  return 0;
}
