// nova-kernel: cells that Jupyter sends, by xeus. A program of its own, since xeus needs twenty libraries.
#pragma once
#include "repl/session/session.hpp"

namespace nova::notebook {

/// Serves at the ports that Jupyter's file names until it is told to end; the exit status.
int serve(SessionOptions options, const std::string& connection_file);

} // namespace nova::notebook
