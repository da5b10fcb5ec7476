// nova-kernel: runs the cells that Jupyter sends, with the library xeus. It is a program of its own, since xeus needs
// twenty libraries.
#pragma once
#include "repl/session/session.hpp"

namespace nova::notebook {

/// Serves at the ports in Jupyter's connection file, until Jupyter ends the kernel. Returns the exit status.
int serve(SessionOptions options, const std::string& connection_file);

} // namespace nova::notebook
