// What random programs were made of.
#pragma once
#include "jit/fuzz/program.hpp"
#include <map>
#include <set>

namespace nova {

/// In how many programs each word of the language stands: built-ins, the prelude's names, forms.
class FuzzCoverage {
 public:
  /// Counts the words of one program's forms, each once.
  void add(std::string_view text);
  /// A line for each word, the rarest first; built-ins that no program had are told too.
  std::string table() const;

 private:
  std::map<std::string, uint64_t, std::less<>> programs_;
};

} // namespace nova
