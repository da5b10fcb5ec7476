// `nova lsp`: the language server.
#pragma once
#include "repl/session/session.hpp"

namespace nova {

int language_server(SessionOptions options);
/// Answers an editor's messages from one descriptor on another until it leaves, and gives the exit status.
int serve_editor(Session& session, int in, int out);

} // namespace nova
