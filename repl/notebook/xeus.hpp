// The Jupyter kernel of the program nova-kernel: runs the cells that Jupyter sends, by the library xeus. nova-kernel
// is a program of its own, since xeus needs twenty libraries.
#pragma once
#include "repl/session/session.hpp"

namespace nova::notebook {

/// Serves at the ports that Jupyter's connection file lists, until Jupyter ends the kernel. Returns the exit status.
int serve(SessionOptions options, const std::string& connection_file);

} // namespace nova::notebook
