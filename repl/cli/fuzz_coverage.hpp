// A count of the language's words that occur in random programs.
#pragma once
#include "jit/fuzz/program.hpp"
#include <map>
#include <set>

namespace nova {

/// Counts for each word of the language (a built-in, a prelude name or a form) the programs that contain it.
class FuzzCoverage {
 public:
  /// Adds one program, given as the text of its forms. A word that it contains several times counts once.
  void add(std::string_view text);
  /// Returns a line for each word with its count, the rarest first. Includes built-ins that no program contains.
  std::string table() const;

 private:
  std::map<std::string, uint64_t, std::less<>> programs_;
};

} // namespace nova
