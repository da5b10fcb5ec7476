// An editor's messages, a line each, or a stream of bytes where the first byte is a 0: the server answers
// with whole messages, says goodbye, and no text's check ends in a crash.
#include "fuzz_session.hpp"
#include "repl/lsp/server.hpp"
#include <csignal>
#include <sstream>
#include <sys/mman.h>

using namespace nova;
using namespace nova::fuzzing;

namespace {

std::string framed(const std::string& json) {
  return "Content-Length: " + std::to_string(json.size()) + "\r\n\r\n" + json;
}

std::string stream_of(const uint8_t* bytes, size_t size) {
  if (size > 0 && bytes[0] == 0) return text_of(bytes + 1, size - 1);
  std::string all = framed(R"({"id":0,"method":"initialize"})");
  std::istringstream lines(text_of(bytes, size));
  for (std::string line; std::getline(lines, line);) all += framed(line);
  return all + framed(R"({"id":1,"method":"shutdown"})") + framed(R"({"method":"exit"})");
}

/// A file in memory.
class Scratch {
 public:
  explicit Scratch(const std::string& text = "") : descriptor_(memfd_create("nova-fuzz", MFD_CLOEXEC)) {
    require(descriptor_ >= 0 &&
                ::write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size()),
            "there is no file in memory");
    lseek(descriptor_, 0, SEEK_SET);
  }
  ~Scratch() { close(descriptor_); }
  Scratch(const Scratch&) = delete;
  int descriptor() const { return descriptor_; }
  std::string text() const {
    std::string all(static_cast<size_t>(lseek(descriptor_, 0, SEEK_END)), '\0');
    all.resize(static_cast<size_t>(std::max<ssize_t>(pread(descriptor_, all.data(), all.size(), 0), 0)));
    return all;
  }

 private:
  int descriptor_;
};

/// Whether a message of `answers` is the server's word for a crash. A text that is quoted in another message does
/// not count: its quotation marks stand behind a backslash there.
bool has_crash(const std::string& answers) {
  return answers.find("\"message\":\"" + std::string(crashed_check) + '"') != std::string::npos;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static Session session(small_options()); // texts are checked in forks of it
  std::signal(SIGPIPE, SIG_IGN);
  const Scratch in(stream_of(bytes, size)), out;
  serve_editor(session, in.descriptor(), out.descriptor());
  require(!has_crash(out.text()), "the check of a text crashed");
  return 0;
}
