// `nova build`: writes a C library with the exported functions of a program.
#pragma once
#include "repl/session/session.hpp"
#include <string>

namespace nova {

/// The options of `nova build`.
struct BuildArguments {
  std::string target = "c"; ///< c or openmp
  std::string folder;       ///< where the files are written
};

/// Runs the program's definitions, writes the files, and prints a line for each function. Returns the exit status.
int build_program(Session& session, FileId file, const BuildArguments& a,
                  const std::function<void(std::string_view)>& out);

} // namespace nova
