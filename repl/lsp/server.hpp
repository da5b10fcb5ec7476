// `nova lsp`: the language server.
#pragma once
#include "repl/session/session.hpp"
#include <string_view>

namespace nova {

/// The whole message of an answer where the process that checks a text crashed.
constexpr std::string_view crashed_check =
    "the check of this text has ended unexpectedly: this is an error in Nova";

int language_server(SessionOptions options);
/// Answers an editor's messages from one descriptor on another until it leaves, and gives the exit status.
int serve_editor(Session& session, int in, int out);

} // namespace nova
