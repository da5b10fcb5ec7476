// Any bytes: read, expand and check end in typed forms or located errors, never in a crash.
#include "repl/session/session.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static std::unique_ptr<nova::Session> session;
  static int uses = 0;
  if (!session || ++uses % 200 == 0) { // definitions pile up in a session
    nova::SessionOptions options;
    options.err = [](std::string_view) {};
    options.out = [](std::string_view) {};
    session = std::make_unique<nova::Session>(options);
  }
  nova::FileId file = session->add_text("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  session->check_program(file, true);
  return 0;
}
