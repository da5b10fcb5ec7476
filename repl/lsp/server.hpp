// `nova lsp`: the language server, and its loop over an editor's messages.
#pragma once
#include "repl/session/session.hpp"
#include <string_view>

namespace nova {

/// The message shown when the process that checks a document has crashed.
constexpr std::string_view crashed_check =
    "the check of this text has ended unexpectedly: this is an error in Nova";

/// Serves an editor on standard input and output. Returns the exit status.
int language_server(SessionOptions options);
/// Reads an editor's messages from descriptor `in` and writes the answers to `out`, until the editor ends the
/// connection. Returns the exit status.
int serve_editor(Session& session, int in, int out);

} // namespace nova
