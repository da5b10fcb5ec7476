// Completion of the text before the cursor: names in scope with their types, words of a given list, paths of files
// inside of strings, field numbers of tuples and field names of records.
#pragma once
#include "repl/complete/helpers.hpp"
#include "repl/editor/editor.hpp"
#include "repl/editor/outline.hpp"
#include "repl/session/session.hpp"
#include <unordered_set>

namespace nova {

/// A cache of the names that are in scope for the next form.
class NamesInSight {
 public:
  explicit NamesInSight(Session& session) : session_(session), helpers_(session.frontend()) {}
  Session& session() { return session_; }
  /// Marks the cached names as outdated. Must be called after a form has run.
  void change() { known_ = false; }
  /// Sets the names and types of the last results at the prompt: `it`, `it1`, ...
  void set_results(std::vector<editor::Candidate> results) { results_ = std::move(results); }
  const std::vector<editor::Candidate>& results() const { return results_; }
  bool is_result(std::string_view name) const;
  /// Returns all names in scope, sorted. A name with several meanings is included once.
  const std::vector<NameInSight>& all();
  /// Returns the names of types, sorted. Includes a type's name even if a constructor has the same name.
  const std::vector<NameInSight>& types();
  /// Whether a type has this name.
  bool is_type(std::string_view name);
  /// Whether this is the name of a core form, such as `let`, or of a macro.
  bool is_keyword(std::string_view name);
  /// Returns the text shown beside a completion: the name's type, or its kind.
  std::string note(const NameInSight& n);
  /// The sort order of completions: names defined in the session, then the language's, then helpers of prelude
  /// functions (helpers.hpp).
  enum class Rank : uint8_t { Own, Language, Part };
  Rank rank(const NameInSight& n);

 private:
  Session& session_;
  PreludeHelpers helpers_;
  bool known_ = false;
  std::vector<NameInSight> names_, types_;
  std::vector<editor::Candidate> results_;
  std::unordered_set<std::string_view> keywords_;
};

/// Completes the name or path that ends at the cursor. Symbols that occur elsewhere in `text` are candidates too. The
/// candidates have their types as notes only if `notes` is true.
editor::Completions complete_form(NamesInSight& names, std::string_view text, size_t cursor, bool notes);
/// Completes a field number or a record's field name behind an expression and a dot. Has no candidates if the
/// expression's type is not known to be a tuple, a record or a vector of records. `o` is the token structure of `text`.
editor::Completions complete_place(NamesInSight& names, const editor::Outline& o, std::string_view text,
                                   size_t cursor);
/// Completes the path of a file or folder that `text` contains from byte `begin` to the cursor.
editor::Completions complete_path(std::string_view text, size_t begin, size_t cursor);
/// Completes the text from byte `begin` to the cursor by those of `words` that start with it.
editor::Completions complete_word(std::string_view text, size_t begin, size_t cursor,
                                  const std::vector<editor::Candidate>& words);

} // namespace nova
