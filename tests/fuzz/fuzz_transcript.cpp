// Documents whose code runs, with programs that print what the document itself says: the text that comes out
// has the document's lines that are none of its outputs, and once more gives the same.
#include "fuzz_session.hpp"
#include "repl/literate/literate.hpp"

using namespace nova;
using namespace nova::fuzzing;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string text = text_of(bytes, size);
  const std::string printed = size > 64 ? text.substr(size / 2, 32) : "[1 2 3]\n";
  const auto run = [&](const std::vector<std::string>& words, const std::string&, std::string_view input,
                       bool) {
    return Child{printed + std::string(input), "error[E0301]: no\n", static_cast<int>(words.size() % 3)};
  };
  const LiterateText once = run_document(text, own_folder(), run);
  for (const auto& [name, picture] : once.pictures)
    require(name.find('/') == name.npos && name[0] != '.', "a picture outside of the document's folder");
  run_document(once.text, own_folder(), run);
  return 0;
}
