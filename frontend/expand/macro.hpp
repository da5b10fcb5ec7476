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

struct SyntaxPattern {
  enum Kind : uint8_t { Anything, Variable, Literal, Same, Sequence } kind = Anything;
  const Datum* datum = nullptr; ///< Same: datum to be equal to; Sequence: datum whose kind is required
  Symbol literal{};             ///< Literal: an alias, with the literal's meaning at the macro's definition
  uint32_t variable = 0;
  std::vector<SyntaxPattern> items;
  std::vector<uint32_t> variables;  ///< numbers of all variables inside
  std::optional<uint32_t> repeated; ///< Sequence: index of the item before `...`
  bool tail = false;                ///< the last item stands behind a dot and matches the list of items left
};

struct SyntaxTemplate {
  enum Kind : uint8_t { Variable, Insert, Atom, Sequence } kind = Atom;
  const Datum* datum = nullptr;
  uint32_t number = 0; ///< Variable: its number; Insert: index into Clause::inserted
  std::vector<SyntaxTemplate> items;
  bool tail = false;                          ///< the last item stands behind a dot: its items are appended
  std::vector<std::vector<uint32_t>> drivers; ///< for each `...` behind it: variables that it iterates over
};

struct Macro {
  struct Clause {
    const Datum* source = nullptr; ///< the pattern as written
    SyntaxPattern pattern;
    SyntaxTemplate body;
    std::vector<uint32_t> depths; ///< for each variable: how many `...` it stands under
    std::vector<Symbol> inserted; ///< symbols of the template that are no variables
    /// If an item of the body uses the macro again, on all data of one variable, as in `(if c a (cond clause ...))`:
    /// that variable. Then `rest_item` is the index of the item.
    std::optional<uint32_t> rest;
    uint32_t rest_item = 0;
  };
  Symbol name{};
  Span span;
  uint32_t site = 0;
  bool broken = false; ///< a clause had errors: a use that fits no other clause is not reported
  std::vector<Clause> clauses;
};

/// The macros of a session.
class Macros {
 public:
  Macros(Frontend& f, Names& names, const Words& words) : f_(f), names_(names), words_(words) {}

  /// Compiles `(define-macro ...)` and returns the number of the macro. Errors are reported; the macro then has the
  /// clauses without errors.
  uint32_t define(const Datum& form, Site site);
  /// Returns the expansion of a use. If no clause fits or a limit is reached, reports that and returns null.
  const Datum* expand(uint32_t macro, const Datum& use);
  const Macro& operator[](uint32_t macro) const { return macros_[macro]; }
  /// Begins a top-level form: the limits hold for each form anew.
  void start_form() { made_ = 0, limit_reported_ = false; }
  /// Whether the form has reached a limit, which was reported. Then no use in it is expanded any more.
  bool exhausted() const { return limit_reported_; }

 private:
  Frontend& f_;
  Names& names_;
  const Words& words_;
  std::deque<Macro> macros_;
  std::vector<uint32_t> depth_; // by expansion: how many macro uses led to it
  uint64_t made_ = 0;
  bool limit_reported_ = false;

  struct Step;
  std::vector<Step> steps(const Macro& m, const Datum& use);
  const Datum* make(const Macro& m, const Datum& use, const Step& step, const Datum* rest);
  bool within_limits(const Macro& m, const Datum& use);
  void report_no_clause(const Macro& m, const Datum& use);
};

} // namespace nova
