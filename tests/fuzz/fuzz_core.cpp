// Any bytes as a core file: it is read, checked and interpreted, or errors say where it is wrong.
#include "fuzz_session.hpp"

using namespace nova;
using namespace nova::fuzzing;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Session& session = next_session();
  session.run_program(session.add_text("fuzz", text_of(data, size)), {}, {}, Language::Core);
  return 0;
}
