// Any bytes: they read or give located errors, every error renders to inert text, and what read without an error
// prints to text that reads back to the same data.
#include "frontend/read/reader.hpp"
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace nova;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fputs(what, stderr);
  std::abort();
}

void check_diagnostic(const Diagnostic& d, const Sources& sources) {
  require(find_diagnostic(d.code) != nullptr, "a code without a row");
  require(d.span.begin <= d.span.end && d.span.end <= sources.text(d.span.file).size(),
          "a span outside of the text");
  for (char c : render(d, sources))
    require((c >= ' ' && c != 127) || c == '\n' || c < 0, "a control byte got through");
}

void check_printing(const std::vector<const Datum*>& data, Sources& sources, Symbols& symbols,
                    DatumArena& arena) {
  for (const Datum* d : data) {
    FileId file = sources.add("printed", print_datum(*d, symbols));
    Diagnostics errors;
    // A datum that stands alone, f!8+=, may be a line of another language.
    auto again = read(sources, file, symbols, arena, errors, {.other_lines = false});
    require(errors.all().empty(), "printed text does not read");
    require(again.size() == 1 && same_datum(*d, *again[0]), "printed text reads to something else");
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  Sources sources;
  Symbols symbols;
  DatumArena arena;
  Diagnostics errors;
  FileId file = sources.add("fuzz.nv", std::string(reinterpret_cast<const char*>(bytes), size));
  auto data = read(sources, file, symbols, arena, errors);
  for (const Diagnostic& d : errors.all()) check_diagnostic(d, sources);
  if (!is_complete(sources.text(file))) require(errors.has_errors(), "incomplete, but read without an error");
  if (!errors.has_errors()) check_printing(data, sources, symbols, arena);
  return 0;
}
