// The last four results at the prompt, from the latest to the oldest: `it`, `it1`, `it2`, `it3`. A result becomes a
// definition when a form refers to it. A large result may be dropped before there are four newer ones.
#pragma once
#include "repl/session/session.hpp"
#include <deque>

namespace nova {

/// An occurrence of a result's name, such as `it`, in a text.
struct Mention {
  size_t result; ///< the result's number: 0 for `it`, 1 for `it1`, ..
  uint32_t begin, end;
};
std::vector<Mention> mentions_of_results(std::string_view text);

class Results {
 public:
  struct Use {
    size_t result; ///< the result's number: 0 for `it`, 1 for `it1`, ..
    size_t entry;  ///< index of the log entry of the form that made the result
  };
  /// Adds a form's value as the latest result. `bytes` is the value's approximate size. `entry` is the index of the
  /// form's entry in the log.
  void add(Session& session, const Outcome& o, uint64_t bytes, size_t entry);
  /// Defines the results that the text refers to, so that the forms that are expanded next can use them. If such a
  /// result was dropped, reports an error and returns nothing.
  std::optional<std::vector<Use>> define_mentioned(Session& session, std::string_view text);
  struct Known {
    std::string name;
    const Outcome* of;
    size_t entry; ///< index of the log entry of the form that made the result
  };
  /// Returns the results that the next form can use, the newest first.
  std::vector<Known> known() const;
  /// Records that the user's form `o` defines a name such as `it`, if it does. Such a name does not refer to a result
  /// any more.
  void note_definitions(Session& session, const Outcome& o);

 private:
  struct Kept {
    Outcome of;          ///< has no value if the result was large and is dropped, or could not be kept
    const char* why_not; ///< why it could not be kept, or null
    uint64_t bytes;
    size_t entry;
  };
  void drop_large(const bool* mentioned);
  std::deque<Kept> kept_; ///< the last results, newest first
  uint64_t results_ = 0;  ///< number of results so far, dropped ones included
  bool taken_[4] = {};    ///< for each result's name, whether the user has defined it
};

} // namespace nova
