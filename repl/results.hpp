// The last results at the prompt: `it`, and before it `it1`, `it2`, `it3`. A form that mentions one of them
// gets it as a definition; until then it is only kept here, and large ones not for long.
#pragma once
#include "repl/session.hpp"
#include <deque>

namespace nova {

/// How results that are named later are called in a saved session.
inline constexpr std::string_view saved_result = "result-";

class Results {
 public:
  struct Use {
    std::string name; ///< it, it1, ..
    size_t entry;     ///< of the log
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
  static constexpr std::string_view names_[] = {"it", "it1", "it2", "it3"};
  std::deque<Kept> kept_;              ///< newest first
  uint64_t results_ = 0;               ///< how many there were
  bool taken_[std::size(names_)] = {}; ///< by the user's definitions
};

} // namespace nova
