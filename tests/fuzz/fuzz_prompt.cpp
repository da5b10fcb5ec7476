// Lines as they are typed at the prompt, forms and commands: all end in a value, a listing or located errors.
#include "fuzz_session.hpp"
#include "repl/prompt/prompt.hpp"
#include <sstream>

using namespace nova;
using namespace nova::fuzzing;

namespace {

/// Commands that lift the limits, or take seconds by what they are for.
bool lifts_limits(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const size_t colon = line.find(':');
    if (colon == line.npos) continue;
    const Command* c =
        find_command(std::string_view(line).substr(colon + 1, line.find(' ', colon) - colon - 1));
    if (c && (c->name == "set" || c->name == "bench")) return true;
  }
  return false;
}

/// The prompt and its session.
struct Typed {
  Session session{small_options()};
  Output output;
  Prompt prompt{session, &output};
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static std::unique_ptr<Typed> typed;
  static int uses = 0;
  const std::string text = text_of(bytes, size);
  if (lifts_limits(text)) return 0;
  if (!typed || ++uses % uses_of_one == 0) typed = std::make_unique<Typed>();
  typed->prompt.run_pieces(text);
  complete_typed(typed->prompt, text, text.size() / 2, true);
  is_whole(text);
  return 0;
}
