// A log of the texts that ran at the prompt. It can be written as a script that repeats the session. The texts of all
// entries are kept in one string.
#pragma once
#include "frontend/source/source.hpp"
#include "repl/prompt/result_history.hpp"
#include <map>

namespace nova {

class SessionLog {
 public:
  /// Where a text stood when it ran.
  struct Origin {
    std::string place{}; ///< the name of the input, or the path of the file
    Position at{};       ///< of the text's first character there
  };
  /// Adds an entry for a text that ran. `uses` are the earlier results that it uses. Returns the entry's index.
  size_t add(std::string_view text, const Origin& from, std::vector<Results::Use> uses);
  std::string_view text(size_t entry) const {
    const size_t begin = entry == 0 ? 0 : ends_[entry - 1];
    return std::string_view(texts_).substr(begin, ends_[entry] - begin);
  }
  Origin origin(size_t entry) const;
  size_t size() const { return ends_.size(); }
  std::string script() const;

 private:
  struct Links {
    std::vector<Results::Use> uses{}; ///< results of earlier entries that the text refers to
    bool named = false;               ///< whether a later entry refers to this entry's result
  };
  std::string texts_;                    ///< the texts of all entries, concatenated
  std::vector<size_t> ends_;             ///< for each entry, the end of its text in `texts_`
  std::vector<Position> begins_;         ///< for each entry, where its text began
  std::map<size_t, std::string> places_; ///< for the first entry of each input or file, its name
  std::map<size_t, Links> links_;        ///< the links of each entry that has any, by the entry's index
};

} // namespace nova
