// `nova build`: writes a C library with the exported functions of a program.
#pragma once
#include "repl/session/session.hpp"
#include <string>
#include <vector>

namespace nova {

/// The options of `nova build`.
struct BuildArguments {
  std::string target = "c"; ///< c, openmp or cuda
  std::string folder;       ///< where the files are written
  // ---- cuda ----
  std::vector<int> archs{};     ///< architectures for which there are cubins: 90 for sm_90
  int block_size = 256;         ///< the most threads of a block, where a kernel leaves the choice
  int max_blocks = most_blocks; ///< the most blocks of a launch
  static constexpr int most_blocks = 0x7fffffff;
};

/// Runs the program's definitions, writes the files, and prints a line for each function. Returns the exit status.
int build_program(Session& session, FileId file, const BuildArguments& a,
                  const std::function<void(std::string_view)>& out);

} // namespace nova
