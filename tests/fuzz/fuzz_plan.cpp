// Any bytes as a plan file: its plans are checked and run in the interpreter for plans, or an error says what is wrong.
#include "fuzz_session.hpp"
#include "repl/session/files/plan_file.hpp"

using namespace nova;
using namespace nova::fuzzing;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static std::unique_ptr<Session> session;
  static int uses = 0;
  own_folder();
  if (!session || ++uses % uses_of_one == 0) session = std::make_unique<Session>(small_options());
  PlanFile(*session).run(session->add_text("fuzz", text_of(data, size)));
  return 0;
}
