// What the expander knows: of the session, of the text and of the form that are being expanded. The functions
// that expand take it, and are declared by topic: top.hpp, forms.hpp, expressions.hpp, patterns.hpp, types.hpp,
// typos.hpp. The rest of Nova sees frontend.hpp and expander.hpp.
#pragma once
#include "frontend/expand/macro.hpp"
#include "frontend/source/stack_guard.hpp"
#include <unordered_set>

namespace nova {

using Data = std::span<const Datum* const>;
/// Of one datum or more.
inline Span span_of(Data items) { return join(items.front()->span, items.back()->span); }

/// `(define ...)` taken apart.
struct ParsedDefinition {
  const Datum* name = nullptr; ///< null: malformed (reported)
  bool function = false;
  std::vector<const Datum*> parameters;
  Data type;                     ///< of a value: what it is annotated with
  Data rest;                     ///< function: [: type] body ...; value: one datum
  const Datum* single = nullptr; ///< the value, macro uses at its head expanded
};

/// A top-level form between scan and finish.
struct PendingForm {
  enum Kind : uint8_t { Define, Expression, Types, Declare } kind = Expression;
  const Datum* form = nullptr;
  std::vector<const Datum*> row; ///< Expression: evaluated in turn, macro uses at the heads expanded
  bool dropped = false;          ///< Expression: what follows it in its `begin` gives the value
  Site site;
  ParsedDefinition definition;
  std::vector<GlobalId> globals;
  std::vector<Data> declared; ///< Declare: the written types; Types: the bodies
  std::vector<TypeDeclId> types;
  bool datatype = false; ///< Types: Harlan's form
  bool failed = false;   ///< an error was reported while it was scanned
  Damage damage = Damage::None;
};

/// A local variable: where it is bound, assigned and captured.
struct VariableFacts {
  uint32_t level = 0; ///< how many lambdas enclose its binder
  Span assigned, captured;
  bool reported = false;
};

/// A loaded file.
struct LoadedFile {
  FileId file;
  SpaceId space;
  bool open = false; ///< being scanned: importing it now is a cycle
};

/// What is known of the text that is being expanded.
struct TextState {
  Unit kind{};
  bool in_file = false; ///< is the text at hand a file, and not typed at the prompt?
  std::string module{};
  std::vector<PendingForm> pending{};
  std::vector<Span> damaged{};   ///< text whose nesting is in doubt: definitions may be lost in it
  Damage damage = Damage::None;  ///< of the form that is scanned
  uint32_t suggestions_left = 0; ///< searching all names costs time
};

/// What is known of the form that is being expanded.
struct FormState {
  Span at;
  uint32_t level = 0; ///< lambdas around
  Data from_here;     ///< of its bindings, the one whose value is expanded and those behind it
  std::vector<const Datum*>
      beside;         ///< patterns of a `let` whose later values are expanded, which do not see them
  uint32_t group = 0; ///< binders from here on must have different names
  uint32_t pattern_depth = 0;
  bool depth_reported = false;
  uint32_t scan_budget = 0; ///< data that comprehensions may look at, to see what is mentioned later
  std::unordered_set<uint32_t> unknown; ///< names that were reported
  bool broken = false;                  ///< it mentions what is lost: it is left out without a word
};

/// The state of the expander for a session, and small makers and questions.
struct ExpanderState {
  explicit ExpanderState(Frontend& f);

  Expr* make(ExprKind kind, Span span);
  Expr* make(ExprKind kind, Span span, std::vector<const Expr*> items);
  /// nil: also what stands for an expression that could not be expanded (its form is left out).
  const Expr* nothing(Span span);

  std::string spelling(const Datum& symbol) const { return std::string(f.symbols.text(symbol.symbol)); }
  bool is_word(const Datum& d, Symbol word) const {
    return d.is(DatumKind::Symbol) && names.root(d.symbol) == word;
  }
  std::optional<size_t> find_word(Data items, Symbol word, size_t from = 0) const;
  size_t errors() const { return f.diagnostics.errors(); }
  size_t reports() const { return f.diagnostics.all().size(); } ///< with warnings

  Frontend& f;
  Words words;
  Names names;
  Macros macros;
  SpaceId prelude, session, harlan;
  UnitFacts facts;
  std::unordered_map<std::string, LoadedFile> loaded; ///< by the file's name
  const Datum* nil;
  std::unordered_map<uint32_t, Element> prims; ///< by symbol
  std::vector<VariableFacts> variables;        ///< by VarId
  uint32_t unit = 0, position = 0;             ///< of the text, and of the form at top level
  TextState text;
  FormState form;
};

/// Where the names of binders end: restores them when it goes out of scope.
struct Binders {
  ExpanderState& ex;
  uint32_t mark, outer_mark;
  explicit Binders(ExpanderState& ex)
      : ex(ex), mark(ex.names.mark()), outer_mark(std::exchange(ex.form.group, mark)) {}
  ~Binders() { ex.names.pop_to(mark), ex.form.group = outer_mark; }
  Binders(const Binders&) = delete;
};

/// Inside a lambda.
struct LambdaLevel {
  ExpanderState& ex;
  explicit LambdaLevel(ExpanderState& ex) : ex(ex) { ++ex.form.level; }
  ~LambdaLevel() { --ex.form.level; }
  LambdaLevel(const LambdaLevel&) = delete;
};

} // namespace nova
