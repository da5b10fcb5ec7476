// The class Expander: data -> resolved Expr (language.md sections 1, 3, 4, 5), and queries about names. Most callers
// use the function `expand` of frontend.hpp. A text is expanded in four steps:
//
//   scan     visits every top-level form in order: expands macro uses at its head, and defines the names that it
//            introduces. Modules and imported files are scanned where they stand.              top.hpp
//   types    expands the bodies of type declarations                                           types.hpp
//   settle   turns definitions whose value is a lambda into functions, visible everywhere      top.hpp
//   finish   expands the expressions, in the order in which they run                           expressions.hpp
//
// Each core form has a function, found through the table of forms (forms.hpp).
#pragma once
#include "frontend/expand/names.hpp"

namespace nova {

struct ExpanderState;

class Expander {
 public:
  explicit Expander(Frontend& f);
  ~Expander();
  /// Expands one text. If a limit (memory, time) is reached, reports an error at the
  /// current form and returns nothing.
  std::vector<Top> expand(std::span<const Datum* const> data, Unit unit);
  const UnitFacts& facts() const;
  HeadFacts head_facts(std::string_view name);
  std::vector<NameInSight> names_in_sight();
  /// Whether forms with errors are returned, too, as far as they could be expanded. So an editor can
  /// show types in a form that is being typed. Local functions are then not generalised: they have the
  /// types at which they are called.
  bool keeps_wrong = false;
  GlobalId define_value(std::string_view name);
  bool is_infix_at_prompt(std::span<const Datum* const> data);

  using Mark = Names::Mark;
  /// Returns how many definitions all lookups of names have examined so far.
  uint64_t name_steps() const;
  Mark mark() const;
  bool lasts_since(const Mark& m) const;
  /// Removes all definitions since the mark `m`. Must be called before the program is cut to `program` and the
  /// symbols to the first `symbols`.
  void forget(const Mark& m, const Program::Mark& program, uint32_t symbols);

 private:
  /// Lets lookups see the names that the session's next form will see.
  void look_from_prompt();
  std::unique_ptr<ExpanderState> state_;
};

} // namespace nova
