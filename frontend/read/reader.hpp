// The function `read`, which converts text to data (language.md section 1). The lexer makes tokens, and a loop with a
// stack of its own builds nested data from them. So deep nesting takes heap memory, not call stack.
#pragma once
#include "frontend/diagnostics/diagnostic.hpp"
#include "frontend/read/datum.hpp"

namespace nova {

struct ReadLimits {
  uint32_t max_depth = 2'000'000; ///< how deep brackets may nest; deeper nesting is E0124
  /// Whether lines of other languages are told (E0130). The formatter, which moves line ends, leaves them as they are.
  bool other_lines = true;
};

/// Returns all data of a file, in order. Any bytes are accepted: errors, of which a file may have several, are
/// reported to `out`, and all data that could be read are returned.
std::vector<const Datum*> read(const Sources& sources, FileId file, Symbols& symbols, DatumArena& arena,
                               Diagnostics& out, ReadLimits limits = {});

/// Returns the datum at `form`, a span of `form_places` (form_places.hpp). A limit of memory or time throws its Fault.
const Datum* read_form(const Sources& sources, Span form, Symbols& symbols, DatumArena& arena,
                       Diagnostics& out);

/// Whether the text is complete, so that the prompt need not wait for more lines: every bracket, string and block
/// comment is closed. Text with other errors counts as complete, so that they are reported.
bool is_complete(std::string_view text);

} // namespace nova
