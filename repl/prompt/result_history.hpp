// The last results at the prompt: `it`, and before it `it1`, `it2`, `it3`. A form that mentions one of them
// gets it as a definition; until then it is only kept here, and large ones not for long.
#pragma once
#include "repl/session/session.hpp"
#include <deque>

namespace nova {

/// Where a text names a result: `it`, ..
struct Mention {
  size_t result; ///< 0: it, 1: it1, ..
  uint32_t begin, end;
};
std::vector<Mention> mentions_of_results(std::string_view text);

class Results {
 public:
  struct Use {
    size_t result; ///< 0: it, 1: it1, ..
    size_t entry;  ///< of the log
  };
  /// A form's value. `bytes`: what it takes, roughly; `entry`: which of the log's forms it is.
  void add(Session& session, const Outcome& o, uint64_t bytes, size_t entry);
  /// Defines those that the text mentions, for what is expanded next. Nothing, and a diagnostic, where one is
  /// not to be had any more: it would be an older one.
  std::optional<std::vector<Use>> define_mentioned(Session& session, std::string_view text);
  struct Known {
    std::string name;
    const Outcome* of;
    size_t entry; ///< of the log
  };
  /// Those that a form may use now, the newest first.
  std::vector<Known> known() const;
  /// The user has definitions of these names: they are left alone.
  void note_definitions(Session& session, const Outcome& o);

 private:
  struct Kept {
    Outcome of; ///< without a value: it was large, or it holds a function
    bool function;
    uint64_t bytes;
    size_t entry;
  };
  void drop_large(const bool* mentioned);
  std::deque<Kept> kept_; ///< newest first
  uint64_t results_ = 0;  ///< how many there were
  bool taken_[4] = {};    ///< by the user's definitions
};

} // namespace nova
