// Macros: syntax-rules patterns and templates (R7RS section 4.3.2) over data.
//
//   (define-macro name (literal ...) ((_ pattern ...) template) ...)        the list of literals is optional
//
// A definition is compiled once: its patterns number their variables, its templates record which variables each
// ellipsis iterates over. A use is matched against the patterns in order, and the template of the first that fits is
// instantiated. Symbols that a template inserts are renamed for each use (expand/names.hpp) and get spans that refer
// to the use. Data that a pattern matched are shared, not copied.
#pragma once
#include "frontend/expand/keywords.hpp"
#include "frontend/expand/names.hpp"
#include <deque>
#include <optional>

namespace nova {

/// A compiled pattern of a macro. A pattern of kind Same matches a datum that equals `datum`. One of kind Sequence
/// matches a list, tuple or other datum whose items match the patterns in `items`.
struct SyntaxPattern {
  enum Kind : uint8_t { Anything, Variable, Literal, Same, Sequence } kind = Anything;
  const Datum* datum = nullptr; ///< Same: the datum to be equal to; Sequence: a datum of the required kind
  Symbol literal{};             ///< Literal: an alias that means what the literal means at the definition
  uint32_t variable = 0;        ///< Variable: its number in the clause
  std::vector<SyntaxPattern> items;
  std::vector<uint32_t> variables;  ///< numbers of all variables in the pattern
  std::optional<uint32_t> repeated; ///< Sequence: index of the item before `...`
  /// Whether the last item stands behind a dot. It then matches the list of all remaining items.
  bool tail = false;
};

/// A compiled template of a macro. A Variable is replaced by what it matched. An Insert is a symbol, which is
/// replaced by an alias. An Atom is any other datum without items.
struct SyntaxTemplate {
  enum Kind : uint8_t { Variable, Insert, Atom, Sequence } kind = Atom;
  const Datum* datum = nullptr;
  uint32_t number = 0;      ///< Variable: its number; Insert: index into Clause::inserted; see names_field
  bool names_field = false; ///< of p.x: whether x is a variable, with that number, which names the field
  std::vector<SyntaxTemplate> items;
  /// Whether the last item stands behind a dot. It must then become a list, and the items of that list are appended.
  bool tail = false;
  /// For each `...` that follows the template: the numbers of the variables that this `...` iterates over.
  std::vector<std::vector<uint32_t>> drivers;
};

struct Macro {
  struct Clause {
    const Datum* source = nullptr; ///< the pattern as written
    SyntaxPattern pattern;
    SyntaxTemplate body;
    std::vector<uint32_t> depths; ///< for each variable: how many `...` apply to it in the pattern
    std::vector<Symbol> inserted; ///< symbols in the template that are no variables
    /// Set if an item of the body is a use of this macro whose arguments are all data that a repeated variable
    /// matched, as in `(if c a (cond clause ...))`. `rest` is then the number of that variable, and `rest_item` the
    /// index of the item.
    std::optional<uint32_t> rest;
    uint32_t rest_item = 0;
  };
  Symbol name{};
  Span span;
  uint32_t site = 0;
  bool broken = false; ///< whether a clause had errors; then a use that fits no clause is not reported
  std::vector<Clause> clauses;
};

/// The macros of a session.
class Macros {
 public:
  Macros(Frontend& f, Names& names, const Words& words) : f_(f), names_(names), words_(words) {}

  /// Compiles `(define-macro ...)` and returns the number of the macro. Names in its templates are resolved in the
  /// scope `site`. Errors are reported; the macro then has only the clauses without errors.
  uint32_t define(const Datum& form, Site site);
  /// Returns the expansion of a use of the macro with number `macro`. If no clause fits or a limit is reached,
  /// reports that and returns null.
  const Datum* expand(uint32_t macro, const Datum& use);
  const Macro& operator[](uint32_t macro) const { return macros_[macro]; }
  /// Resets the counters of the limits on expansion. Called for each top-level form, since the limits are per form.
  void start_form() { made_ = 0, limit_reported_ = false; }
  /// Whether the current top-level form has reached a limit, which was reported. No further macro use in that form is
  /// then expanded.
  bool exhausted() const { return limit_reported_; }

 private:
  Frontend& f_;
  Names& names_;
  const Words& words_;
  std::deque<Macro> macros_;
  std::vector<uint32_t> depth_; // for each expansion in Sources: how many nested macro uses led to it
  uint64_t made_ = 0;
  bool limit_reported_ = false;

  struct Step;
  std::pair<std::vector<Step>, bool> steps(const Macro& m, const Datum& use);
  const Datum* make(const Macro& m, const Datum& use, const Step& step, const Datum* rest);
  bool within_limits(const Macro& m, const Datum& use);
  void report_no_clause(const Macro& m, const Datum& use);
};

} // namespace nova
