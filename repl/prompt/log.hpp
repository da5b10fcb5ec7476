// What ran at the prompt, as a script that does it again. It is kept as one text, which is as long as what
// was typed.
#pragma once
#include "repl/prompt/result_history.hpp"
#include <map>

namespace nova {

class SessionLog {
 public:
  /// A text that ran. Returns its number.
  size_t add(std::string_view text, std::vector<Results::Use> uses);
  std::string_view text(size_t entry) const {
    const size_t begin = entry == 0 ? 0 : ends_[entry - 1];
    return std::string_view(texts_).substr(begin, ends_[entry] - begin);
  }
  size_t size() const { return ends_.size(); }
  std::string script() const;

 private:
  struct Links {
    std::vector<Results::Use> uses{}; ///< results of other entries that it names
    bool named = false;               ///< its own result is named by a later one
  };
  std::string texts_;             ///< one after the other
  std::vector<size_t> ends_;      ///< of each
  std::map<size_t, Links> links_; ///< of the entries that have some
};

} // namespace nova
