// Completion: what may stand where the cursor is. Names in scope with their types, commands, paths inside
// strings.
#pragma once
#include "repl/editor/editor.hpp"
#include "repl/editor/outline.hpp"
#include "repl/session/session.hpp"
#include <unordered_set>

namespace nova {

/// The names that the next form may use.
class NamesInSight {
 public:
  explicit NamesInSight(Session& session) : session_(session) {}
  Session& session() { return session_; }
  /// Something has run: there may be others.
  void change() { known_ = false; }
  /// The last results, `it` and those before it, with their types.
  void set_results(std::vector<editor::Candidate> results) { results_ = std::move(results); }
  const std::vector<editor::Candidate>& results() const { return results_; }
  bool is_result(std::string_view name) const;
  /// Sorted by name, each once.
  const std::vector<NameInSight>& all();
  /// Those of types, also such as a constructor has too. Sorted.
  const std::vector<NameInSight>& types();
  /// Is it a type's name?
  bool is_type(std::string_view name);
  /// Is it a form or a macro?
  bool is_keyword(std::string_view name);
  /// What is shown beside a name: its type, or what it is.
  std::string note(const NameInSight& n);
  /// Where it stands among those that fit: the session's own names first, what the prelude's functions are
  /// made of last.
  enum class Rank : uint8_t { Own, Language, Part };
  Rank rank(const NameInSight& n);

 private:
  Session& session_;
  bool known_ = false;
  std::vector<NameInSight> names_, types_;
  std::vector<editor::Candidate> results_;
  std::unordered_set<std::string_view> keywords_;
};

/// Completes a beginning of a name in a text; further words of the text itself are names too.
editor::Completions complete_form(NamesInSight& names, std::string_view text, size_t cursor, bool notes);
/// A tuple's places, behind the dot that follows what it is; none where nothing is known of a tuple there.
/// `o`: the text's.
editor::Completions complete_place(NamesInSight& names, const editor::Outline& o, std::string_view text,
                                   size_t cursor);
/// Files and folders; `begin`: where the path begins that ends at the cursor.
editor::Completions complete_path(std::string_view text, size_t begin, size_t cursor);
/// Those of the words that begin with text from `begin` to the cursor.
editor::Completions complete_word(std::string_view text, size_t begin, size_t cursor,
                                  const std::vector<editor::Candidate>& words);

} // namespace nova
