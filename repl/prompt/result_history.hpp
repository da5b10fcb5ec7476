// The last four results at the prompt, from the latest to the oldest: `it`, `it1`, `it2`, `it3`. A result becomes a
// definition when a form refers to it. Large results are dropped early.
#pragma once
#include "repl/session/session.hpp"
#include <deque>

namespace nova {

/// A use of a result's name, as `it`, in a text.
struct Mention {
  size_t result; ///< the result's number: 0 for `it`, 1 for `it1`, ..
  uint32_t begin, end;
};
std::vector<Mention> mentions_of_results(std::string_view text);

class Results {
 public:
  struct Use {
    size_t result; ///< the result's number: 0 for `it`, 1 for `it1`, ..
    size_t entry;  ///< index of its form in the log
  };
  /// Adds a form's value as the latest result. `bytes` is its approximate size; `entry` is its form's index in the
  /// log.
  void add(Session& session, const Outcome& o, uint64_t bytes, size_t entry);
  /// Defines the results that the text refers to, for the forms that are expanded next. If such a result was dropped,
  /// reports an error and returns nothing.
  std::optional<std::vector<Use>> define_mentioned(Session& session, std::string_view text);
  struct Known {
    std::string name;
    const Outcome* of;
    size_t entry; ///< index of its form in the log
  };
  /// Returns the results that a form may use now, the newest first.
  std::vector<Known> known() const;
  /// Notes the user's definitions of names such as `it`. These names do not refer to results any more.
  void note_definitions(Session& session, const Outcome& o);

 private:
  struct Kept {
    Outcome of; ///< has no value if that was large, or holds a function
    bool function;
    uint64_t bytes;
    size_t entry;
  };
  void drop_large(const bool* mentioned);
  std::deque<Kept> kept_; ///< the last results, newest first
  uint64_t results_ = 0;  ///< number of results so far
  bool taken_[4] = {};    ///< for each result's name, whether the user has defined it
};

} // namespace nova
