// What ran at the prompt, as a script that does it again.
#pragma once
#include "repl/results.hpp"

namespace nova {

class SessionLog {
 public:
  /// A text that ran. Returns its number.
  size_t add(std::string text, std::vector<Results::Use> uses);
  size_t size() const { return entries_.size(); }
  std::string script() const;

 private:
  struct Entry {
    std::string text;
    std::vector<Results::Use> uses; ///< results of other entries that it names
    bool named = false;             ///< its own result is named by a later one
  };
  std::vector<Entry> entries_;
};

} // namespace nova
