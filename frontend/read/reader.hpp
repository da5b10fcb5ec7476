// read: text -> data (language.md section 1). X3 makes the tokens, a loop nests them: depth costs heap, not stack.
#pragma once
#include "frontend/diagnostics/diagnostic.hpp"
#include "frontend/read/datum.hpp"

namespace nova {

struct ReadLimits {
  uint32_t max_depth = 2'000'000; ///< nesting of brackets; more is an error at the bracket too many
};

/// All data of a file, in order. Every byte sequence gives data, or errors with spans (reported to `out`, several per
/// file); what could be read is returned all the same.
std::vector<const Datum*> read(const Sources& sources, FileId file, Symbols& symbols, DatumArena& arena,
                               Diagnostics& out, ReadLimits limits = {});

/// For the prompt: is the text complete (every bracket, string and block comment closed)? Text with other errors counts
/// as complete, so that it is reported.
bool is_complete(std::string_view text);

} // namespace nova
