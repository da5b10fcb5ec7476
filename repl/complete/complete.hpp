// Completion of what is typed at the cursor: names in scope with their types, words of a given list, paths inside of
// strings, and fields of tuples.
#pragma once
#include "repl/editor/editor.hpp"
#include "repl/editor/outline.hpp"
#include "repl/session/session.hpp"
#include <unordered_set>

namespace nova {

/// A cache of the names that are in scope for the next form.
class NamesInSight {
 public:
  explicit NamesInSight(Session& session) : session_(session) {}
  Session& session() { return session_; }
  /// Marks the names as outdated, after something has run.
  void change() { known_ = false; }
  /// Sets the names of the last results, `it` and those before it, with their types.
  void set_results(std::vector<editor::Candidate> results) { results_ = std::move(results); }
  const std::vector<editor::Candidate>& results() const { return results_; }
  bool is_result(std::string_view name) const;
  /// Returns all names, sorted, each once.
  const std::vector<NameInSight>& all();
  /// Returns the names of types, sorted. Includes those that a constructor has too.
  const std::vector<NameInSight>& types();
  /// Whether a type has this name.
  bool is_type(std::string_view name);
  /// Whether a form or a macro has this name.
  bool is_keyword(std::string_view name);
  /// Returns the text shown beside a completion: the name's type, or its kind.
  std::string note(const NameInSight& n);
  /// The sort order of completions: names defined in the session, then the language's, then helper functions of
  /// prelude functions.
  enum class Rank : uint8_t { Own, Language, Part };
  Rank rank(const NameInSight& n);

 private:
  Session& session_;
  bool known_ = false;
  std::vector<NameInSight> names_, types_;
  std::vector<editor::Candidate> results_;
  std::unordered_set<std::string_view> keywords_;
};

/// Completes the name or path that ends at the cursor. Words of `text` itself are candidates too. Types are found
/// for the candidates only if `notes` is true.
editor::Completions complete_form(NamesInSight& names, std::string_view text, size_t cursor, bool notes);
/// Completes a field number behind an expression and a dot. Has no candidates if the expression's type is not known
/// to be a tuple. `o` is the token structure of `text`.
editor::Completions complete_place(NamesInSight& names, const editor::Outline& o, std::string_view text,
                                   size_t cursor);
/// Completes a path of a file or folder, which the text has from byte `begin` to the cursor.
editor::Completions complete_path(std::string_view text, size_t begin, size_t cursor);
/// Returns those of `words` that start with the text from byte `begin` to the cursor.
editor::Completions complete_word(std::string_view text, size_t begin, size_t cursor,
                                  const std::vector<editor::Candidate>& words);

} // namespace nova
