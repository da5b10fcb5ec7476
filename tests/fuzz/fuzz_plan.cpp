// Any bytes as a plan file: its plans are checked and run in the interpreter for plans, or an error says what is wrong.
#include "fuzz_session.hpp"
#include "repl/session/files/plan_file.hpp"

using namespace nova;
using namespace nova::fuzzing;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Session& session = next_session();
  PlanFile(session).run(session.add_text("fuzz", text_of(data, size)));
  return 0;
}
