// The expander's face besides the verb `expand` (frontend.hpp): data -> resolved Expr (language.md sections 1,
// 3, 4, 5). One text at a time:
//
//   scan     every top-level form in order: macro uses at its head are expanded, and what it defines gets a
//            place among the names. Modules and imported files are scanned where they stand.   top.hpp
//   types    the bodies of type declarations                                                  types.hpp
//   settle   definitions whose value is a lambda are functions, seen from everywhere           top.hpp
//   finish   the expressions, in order of running                                             expressions.hpp
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
  /// A limit that is reached is an error of the form at hand, and none of the text is to be had.
  std::vector<Top> expand(std::span<const Datum* const> data, Unit unit);
  const UnitFacts& facts() const;
  HeadFacts head_facts(std::string_view name);
  std::vector<NameInSight> names_in_sight();
  /// A form with errors is not left out, but told of as far as it goes: to know what stands in it while it is typed.
  /// Local functions then have the types that they are called at.
  bool keeps_wrong = false;
  GlobalId define_value(std::string_view name);
  bool is_infix_at_prompt(std::span<const Datum* const> data);

  using Mark = Names::Mark;
  /// How many definitions all lookups of names have looked at so far.
  uint64_t name_steps() const;
  Mark mark() const;
  bool lasts_since(const Mark& m) const;
  /// Before what stands for it in the program and among the symbols is gone.
  void forget(const Mark& m, const Program::Mark& program, uint32_t symbols);

 private:
  /// As the session's next form would see names.
  void look_from_prompt();
  std::unique_ptr<ExpanderState> state_;
};

} // namespace nova
