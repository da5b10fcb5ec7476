// The class Expander, which expands data to expressions with resolved names (Expr; language.md sections 1, 3, 4, 5)
// and answers queries about names. Most callers use the function `expand` of frontend.hpp. A text is expanded in four
// steps:
//
//   scan     visits every top-level form in order: expands macro uses at its head, and defines the names that it
//            introduces. Modules and imported files are scanned where they stand.              top.hpp
//   types    expands the bodies of type declarations                                           types.hpp
//   settle   turns definitions whose value is a lambda into functions, which are visible in
//            the whole text                                                                    top.hpp
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
  /// Expands one text and returns its forms in the order in which they run. If a limit (memory, time) is reached,
  /// reports an error at the current form and returns no forms.
  std::vector<Top> expand(std::span<const Datum* const> data, Unit unit);
  /// Expands the prelude's files. Each function is read and expanded at its first use: see `body`.
  std::vector<Top> expand_prelude(std::span<const FileId> files);
  /// Returns the expression of a definition; null for inputs and foreign functions. May throw a Fault, as `body` of
  /// frontend.hpp tells.
  const Expr* body(GlobalId g);
  /// Expands a core file, the text that `--dump core` prints. Its forms have the rules of a program in a file.
  std::vector<Top> expand_core(std::span<const Datum* const> data);
  /// Returns the main function and the inputs of the text that was expanded last.
  const UnitFacts& facts() const;
  HeadFacts head_facts(std::string_view name);
  std::vector<NameInSight> names_in_sight();
  /// Whether `expand` also returns forms with errors, as far as they could be expanded, so that an editor can show
  /// types in a form that the user is still entering. Type inference then does not generalise local functions: each
  /// gets the types at which it is called.
  bool keeps_wrong = false;
  /// Defines the global `name`, whose value the prompt provides, not a form (for example `it`, an earlier result).
  /// Returns the global's id.
  GlobalId define_value(std::string_view name);
  /// Whether the first three data are an operator of another language between two operands, such as `x <- 3`
  /// (is_other_infix in foreign_words.hpp).
  bool is_infix_at_prompt(std::span<const Datum* const> data);

  struct Mark {
    Names::Mark names;
    size_t finished_later;
  };
  /// Returns how many definitions all lookups of names have examined so far.
  uint64_t name_steps() const;
  Mark mark() const;
  /// Whether a module, an import or a macro was made, or a function of the prelude expanded, since the mark `m`. `forget`
  /// cannot remove these.
  bool lasts_since(const Mark& m) const;
  /// Whether a module, an import or a macro was made since the mark `m`, in which names of the user's may stand.
  bool has_scopes_since(const Mark& m) const;
  /// Removes all definitions made since the mark `m`. Must be called before the program is truncated to the mark
  /// `program`, and the table of symbols to its first `symbols` entries.
  void forget(const Mark& m, const Program::Mark& program, uint32_t symbols);

 private:
  /// Sets the scope of lookups to the one that the session's next form will have.
  void look_from_prompt();
  std::unique_ptr<ExpanderState> state_;
};

} // namespace nova
