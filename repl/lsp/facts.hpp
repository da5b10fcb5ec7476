// The language server's answers to queries about a document. A session checks the document, but does not run it.
#pragma once
#include "repl/help/known_names.hpp"
#include "repl/lsp/document.hpp"
#include "repl/session/session.hpp"

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

 private:
  Session& session_;
  std::string path_;
  Text text_;
  FileId file_;
  size_t first_expr_, first_core_, first_variable_;
  std::vector<const Datum*> data_;
  std::vector<Message> messages_;

  Frontend& f() { return session_.frontend(); }
  struct Word {
    uint32_t begin = 0, end = 0;
    std::string text;
  };
  Message convert(const Diagnostic& d) const;
  Span in_document(Span s) const;
  Range range(Span s) const { return text_.range_of(s.begin, s.end); }
  Location location(Span s) const;

  std::optional<Word> word_at(uint32_t byte) const;
  const Expr* expr_of(const Word& w);
  const Core* core_at(uint32_t begin, uint32_t end);
  const Core* core_around(uint32_t byte);
  std::optional<VarId> binder_of(const Word& w);
  std::optional<TypeId> type_of(VarId v);
  std::string print(TypeId t);
  std::string about_variable(VarId v);
  std::string about_name(const std::string& name);
  Completions places(uint32_t byte);
  Span definition_of(const Expr& e);
  Span definition_of(const std::string& name);
  std::optional<Location> in_reference(const std::string& name);

  // Classes in lsp/complete.cpp that use these members.
  friend class LocalNames;
  friend class Outliner;
};

} // namespace nova::lsp
