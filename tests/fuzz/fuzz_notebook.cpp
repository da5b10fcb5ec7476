// What Jupyter asks of a kernel, behind the sockets and the JSON, which are xeus': cells to run, to complete,
// to explain, to look at. The first byte says what is asked, the next two where the cursor is.
#include "fuzz_session.hpp"
#include "repl/notebook/cells.hpp"

using namespace nova;
using namespace nova::fuzzing;

namespace {

/// What is shown has its text.
const Page page{[](const RichResult& r) { require(!r.text.empty(), "a result without a text"); },
                [](const RichResult&) {}};

void check_names(const notebook::Found& f, const std::string& code) {
  require(f.begin <= f.end && f.end <= code.size(), "names for what is outside of the cell");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static std::unique_ptr<notebook::Cells> cells;
  static int uses = 0;
  if (size < 3) return 0;
  if (!cells || ++uses % uses_of_one == 0) cells = std::make_unique<notebook::Cells>(small_options(), page);
  const std::string code = text_of(bytes + 3, size - 3);
  const uint32_t cursor = bytes[1] == 255 ? UINT32_MAX : bytes[1] + 256u * bytes[2];
  switch (bytes[0] % 4) {
  case 0:
    if (code.find(":s") == code.npos && code.find(":b") == code.npos) // limits stay as they are
      for (const notebook::Failure& f : cells->run(code, uses, bytes[1] & 1))
        require(!f.text.empty(), "a failure without a text");
    return 0;
  case 1: return check_names(cells->complete(code, cursor), code), 0;
  case 2: return cells->inspect(code, cursor), 0;
  default: return cells->is_whole(code), 0;
  }
}
