// The expander's state, in three structs: for the session, for the text and for the form that are being expanded. The
// functions that expand take the state as an argument. They are declared by topic: top.hpp, forms.hpp,
// expressions.hpp, patterns.hpp, types.hpp, typos.hpp. Other folders use frontend.hpp, expander.hpp and
// foreign_words.hpp alone.
#pragma once
#include "frontend/expand/macro.hpp"
#include "frontend/source/stack_guard.hpp"
#include <unordered_set>

namespace nova {

using Data = std::span<const Datum* const>;
/// Returns the span from the first to the last of the items. There must be at least one.
inline Span span_of(Data items) { return join(items.front()->span, items.back()->span); }

/// The parts of a form `(define ...)`.
struct ParsedDefinition {
  const Datum* name = nullptr; ///< the defined name; null if the form is malformed (reported)
  bool function = false;
  std::vector<const Datum*> parameters;
  Data type;                     ///< of a value: the data of its written type, or empty
  Data rest;                     ///< function: [: type] body ...; value: one datum
  const Datum* single = nullptr; ///< of a value: its datum; later steps expand macro uses at its head
};

/// The clauses of a foreign-cuda or foreign-kernel form.
struct CudaClauses {
  const Datum* reference = nullptr;
  std::vector<const Datum*> names{};   ///< of a kernel's arguments; empty: those of the reference
  std::vector<Data> results{};         ///< the written types of a kernel's results
  std::vector<const Datum*> lengths{}; ///< the lengths of these
  const Datum *grid = nullptr, *block = nullptr, *shared = nullptr;
};

/// A top-level form between the steps scan and finish (expander.hpp).
struct PendingForm {
  enum Kind : uint8_t { Define, Expression, Types, Declare, Export, CompileNow } kind = Expression;
  const Datum* form = nullptr;
  std::vector<const Datum*>
      row; ///< CompileNow: the function; Expression: the forms of a sequence, with macro uses at heads expanded
  /// Expression: whether its value is dropped, since more of its `begin` follows.
  bool dropped = false;
  Site site;
  ParsedDefinition definition;
  std::vector<GlobalId> globals;
  std::vector<Data> declared;              ///< Declare: each global's written type; Types: each type's body
  std::shared_ptr<const CudaClauses> cuda; ///< Declare: of CUDA text; null for all others
  std::vector<TypeDeclId> types;
  bool datatype = false; ///< Types: whether the form is Harlan's `define-datatype`, or a `define-record`
  bool failed = false;   ///< whether an error was reported while it was scanned
  Damage damage = Damage::None;
};

/// A local variable: where it is bound, assigned and captured.
struct VariableFacts {
  uint32_t level = 0;      ///< how many lambdas enclose its binder
  Span assigned, captured; ///< its first assignment; its first use in a lambda that captures it; file 0: none
  bool reported = false;   ///< whether E0313 was reported for it
  bool by_element = false; ///< whether its first assignment is that of an element
};

/// An imported file.
struct LoadedFile {
  FileId file;
  SpaceId space;
  bool open = false; ///< whether it is being scanned; an import of it is then a cycle
};

/// A function of the prelude that is expanded when it is used: its definition, and the scope of that.
struct LaterForm {
  Span form;
  Site site;
};

/// State of the text that is being expanded.
struct TextState {
  Unit kind{};
  bool in_file = false; ///< whether the current text is a file, and not an input of the prompt
  std::string module{};
  std::vector<PendingForm> pending{};
  std::vector<Span> damaged{};   ///< text with uncertain nesting, in which definitions may be lost
  Damage damage = Damage::None;  ///< of the form that is being scanned
  uint32_t suggestions_left = 0; ///< how many unknown names still get a suggestion, which costs time
};

/// State of the form that is being expanded.
struct FormState {
  const Datum* datum = nullptr; ///< the whole form
  uint32_t level = 0;           ///< how many lambdas enclose the current expression
  Data from_here; ///< bindings of the current `let` whose values are not yet fully expanded, in order
  /// Patterns of the current `let` whose values are already expanded. The values of later patterns must not use the
  /// variables of these.
  std::vector<const Datum*> beside;
  uint32_t group = 0; ///< mark at which the current group of binders begins; their names must differ
  uint32_t pattern_depth = 0;
  bool depth_reported = false;
  uint32_t scan_budget = 0;             ///< number of data that comprehensions may still search for variables
  std::unordered_set<uint32_t> unknown; ///< symbols that were already reported as unknown
  /// Whether the form uses a name whose definition may be lost in damaged text. It is then dropped without an error.
  bool broken = false;
};

/// The state of the expander for a session, and small functions that make nodes or test data.
struct ExpanderState {
  explicit ExpanderState(Frontend& f);

  Expr* make(ExprKind kind, Span span);
  Expr* make(ExprKind kind, Span span, std::vector<const Expr*> items);
  /// Makes the expression nil. It also replaces an expression that has errors; the form that contains it is dropped.
  const Expr* nothing(Span span);

  std::string spelling(const Datum& symbol) const { return std::string(f.symbols.text(symbol.symbol)); }
  bool is_word(const Datum& d, Symbol word) const {
    return d.is(DatumKind::Symbol) && names.root(d.symbol) == word;
  }
  /// Returns the index of the first item, at index `from` or later, that is the symbol `word`; or nothing.
  std::optional<size_t> find_word(Data items, Symbol word, size_t from = 0) const;
  size_t errors() const { return f.diagnostics.errors(); }
  size_t reports() const { return f.diagnostics.all().size(); } ///< errors and warnings

  Frontend& f;
  Words words;
  Names names;
  Macros macros;
  SpaceId prelude, session, harlan;
  UnitFacts facts;
  std::unordered_map<std::string, LoadedFile> loaded; ///< imported files, by name
  const Datum* nil;
  std::unordered_map<uint32_t, Element> prims; ///< primitive types, by the symbols of their names
  std::vector<VariableFacts> variables;        ///< indexed by VarId
  uint32_t unit = 0, position = 0;             ///< numbers of the current text and top-level form
  std::unordered_map<GlobalId, LaterForm> later;
  size_t finished_later = 0; ///< how often the expansion of one of `later` has begun
  TextState text;
  FormState form;
};

/// A scope of local binders. Its destructor removes the binders made in it and makes the group around it current
/// again.
struct Binders {
  ExpanderState& ex;
  uint32_t mark, outer_mark;
  explicit Binders(ExpanderState& ex)
      : ex(ex), mark(ex.names.mark()), outer_mark(std::exchange(ex.form.group, mark)) {}
  ~Binders() { ex.names.pop_to(mark), ex.form.group = outer_mark; }
  Binders(const Binders&) = delete;
};

/// Counts one more enclosing lambda in `FormState::level`, for the lifetime of the object.
struct LambdaLevel {
  ExpanderState& ex;
  explicit LambdaLevel(ExpanderState& ex) : ex(ex) { ++ex.form.level; }
  ~LambdaLevel() { --ex.form.level; }
  LambdaLevel(const LambdaLevel&) = delete;
};

} // namespace nova
