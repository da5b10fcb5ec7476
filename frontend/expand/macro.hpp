// Macros: syntax-rules patterns and templates (R7RS section 4.3.2) over data.
//
//   (define-macro name (literal ...) ((_ pattern ...) template) ...)        the list of literals may be left
//   out
//
// A definition is compiled once: patterns know their variables, templates know which variables drive each
// ellipsis. A use is matched against the patterns in order; the first that fits is instantiated. What the
// template inserts gets an alias per use (expand/names.hpp) and a span that knows the use; what the pattern
// bound is shared, not copied.
#pragma once
#include "frontend/expand/keywords.hpp"
#include "frontend/expand/names.hpp"
#include <deque>
#include <optional>

namespace nova {

struct SyntaxPattern {
  enum Kind : uint8_t { Anything, Variable, Literal, Same, Sequence } kind = Anything;
  const Datum* datum = nullptr; ///< Same: equal to it; Sequence: of its kind
  Symbol literal{};             ///< an alias of it, which means what it means at the definition
  uint32_t variable = 0;
  std::vector<SyntaxPattern> items;
  std::vector<uint32_t> variables;  ///< all that are bound inside
  std::optional<uint32_t> repeated; ///< the item before `...`
  bool tail = false;                ///< the last item stands behind a dot: a list of all that is left
};

struct SyntaxTemplate {
  enum Kind : uint8_t { Variable, Insert, Atom, Sequence } kind = Atom;
  const Datum* datum = nullptr;
  uint32_t number = 0; ///< Variable: which; Insert: which of the inserted symbols
  std::vector<SyntaxTemplate> items;
  bool tail = false;                          ///< the last item stands behind a dot: its items follow
  std::vector<std::vector<uint32_t>> drivers; ///< one for each `...` behind it: the variables that run there
};

struct Macro {
  struct Clause {
    const Datum* source = nullptr; ///< the pattern as written
    SyntaxPattern pattern;
    SyntaxTemplate body;
    std::vector<uint32_t> depths; ///< of the variables: under how many `...`
    std::vector<Symbol> inserted; ///< symbols that are no variables
    /// The variable whose data an item of the body gives to the macro again: `(if c a (cond clause ...))`.
    std::optional<uint32_t> rest;
    uint32_t rest_item = 0;
  };
  Symbol name{};
  Span span;
  uint32_t site = 0;
  bool broken = false; ///< a clause had errors: uses that fit no other raise none
  std::vector<Clause> clauses;
};

/// The macros of a session.
class Macros {
 public:
  Macros(Frontend& f, Names& names, const Words& words) : f_(f), names_(names), words_(words) {}

  /// Compiles `(define-macro ...)`; errors are reported, and a macro made all the same of the clauses that
  /// are good.
  uint32_t define(const Datum& form, Site site);
  /// The use's expansion; null where no clause fits or a limit is reached, which has been reported.
  const Datum* expand(uint32_t macro, const Datum& use);
  const Macro& operator[](uint32_t macro) const { return macros_[macro]; }
  /// Limits count per top-level form.
  void start_form() { made_ = 0, limit_reported_ = false; }
  /// One was reached, which has been reported: no use expands any more.
  bool exhausted() const { return limit_reported_; }

 private:
  Frontend& f_;
  Names& names_;
  const Words& words_;
  std::deque<Macro> macros_;
  std::vector<uint32_t> depth_; // by expansion: how many uses it is nested in
  uint64_t made_ = 0;
  bool limit_reported_ = false;

  struct Step;
  std::vector<Step> steps(const Macro& m, const Datum& use);
  const Datum* make(const Macro& m, const Datum& use, const Step& step, const Datum* rest);
  bool within_limits(const Macro& m, const Datum& use);
  void report_no_clause(const Macro& m, const Datum& use);
};

} // namespace nova
