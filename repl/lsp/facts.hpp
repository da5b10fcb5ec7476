// The language server's answers to queries about a document. A session checks the document, but does not run it.
#pragma once
#include "repl/help/known_names.hpp"
#include "repl/lsp/document.hpp"
#include "repl/lsp/names.hpp"
#include "repl/session/session.hpp"
#include <unordered_map>

namespace nova::lsp {

/// A range in a file. The file is the document or another one.
struct Location {
  std::string path;
  Range range;
};

/// A diagnostic of the document, with the locations of its notes.
struct Message {
  Range range;
  bool warning = false;
  std::string code, text;
  struct Related {
    Location where;
    std::string text;
  };
  std::vector<Related> related;
  std::vector<std::string> helps{}; ///< the texts of its helps, which `text` has too
};

struct Hover {
  Range range;
  std::string markdown;
};

struct Completions {
  std::vector<Completion> all;
  std::optional<Range> replaced; ///< the range that a completion replaces; if none, the word at the cursor
};

enum class OutlineKind : uint8_t {
  Module = 2,
  Enum = 10,
  Function = 12,
  Constant = 14,
  Constructor = 22,
  Macro = 15
};
struct Outline {
  std::string name, detail;
  OutlineKind kind = OutlineKind::Function;
  Range range, name_range;
  std::vector<Outline> inner;
};

/// Returns what a name of this definition is.
NameKind kind_of(const Global& g);

/// A checked document, with functions that answer queries about it.
class Facts {
 public:
  /// Checks the text. `session` must have loaded only the prelude, and must not be used for another text. `path` is
  /// the document's path; relative paths of imports start from its folder.
  Facts(Session& session, std::string path, std::string text);

  const std::vector<Message>& messages() const { return messages_; }
  std::optional<Hover> hover(Place at);
  std::optional<Location> definition(Place at);
  Completions completions(Place at);
  std::vector<Outline> outline();
  /// Returns the text in the canonical code style; nothing if it has syntax errors.
  std::optional<std::string> formatted();
  const Text& text() const { return text_; }
  Frontend& frontend() { return session_.frontend(); }
  Session& session() { return session_; }
  const std::string& path() const { return path_; }
  const std::vector<const Datum*>& data() const { return data_; }
  bool has_errors() const;

  /// Returns all names of the document, in the text's order.
  const std::vector<Name>& names();
  /// Returns the name around a byte, or before it; null if there is none.
  const Name* name_at(uint32_t byte);
  /// Returns the names in the document that mean the same, the one that defines it among them.
  std::vector<Name> uses_of(const Name& name);
  Range range(const Name& n) const { return text_.range_of(n.begin, n.end); }
  Range range(Span s) const { return text_.range_of(s.begin, s.end); }
  /// Whether a span is the document's own text.
  bool is_here(Span s) const { return s.file == file_ && s.expansion == 0; }
  /// Whether a variable is a name in the document, and not made by a form or a macro.
  bool is_written(const Variable& v) const;
  /// Returns the inferred type of each variable of the document that has one.
  const std::unordered_map<uint32_t, TypeId>& variable_types();
  std::string print(TypeId t);
  /// Returns the documentation of a name in Markdown, or "". Requires a big stack.
  std::string about_name(const std::string& name);
  size_t first_variable() const { return first_variable_; }

 private:
  Session& session_;
  std::string path_;
  Text text_;
  FileId file_;
  size_t first_expr_, first_core_, first_variable_;
  std::vector<const Datum*> data_;
  std::vector<Message> messages_;
  std::optional<std::vector<Name>> names_;
  std::optional<std::unordered_map<uint32_t, TypeId>> variable_types_;

  Frontend& f() { return session_.frontend(); }
  struct Word {
    uint32_t begin = 0, end = 0;
    std::string text;
  };
  Message convert(const Diagnostic& d) const;
  Span in_document(Span s) const;
  Location location(Span s) const;
  void note_types(const Core& c);

  std::optional<Word> word_at(uint32_t byte) const;
  const Expr* expr_of(const Word& w);
  const Core* core_at(uint32_t begin, uint32_t end);
  const Core* core_around(uint32_t byte);
  std::optional<VarId> binder_of(const Word& w);
  std::optional<TypeId> type_of(VarId v);
  std::string about_variable(VarId v);
  Completions places(uint32_t byte);
  Span definition_of(const Expr& e);
  Name meaning_of(const std::string& name);
  std::optional<Location> in_reference(const std::string& name);

  // Classes in lsp/complete.cpp and lsp/names.cpp that use these members.
  friend class LocalNames;
  friend class Outliner;
  friend class NameFinder;
};

} // namespace nova::lsp
