// Foreign words: words and notations of other languages in a program, and help that says what Nova has instead.
#pragma once
#include "frontend/state/frontend.hpp"
#include <optional>
#include <span>
#include <string_view>

namespace nova {

struct OtherName {
  std::string_view name;
  std::string_view help;
  bool binds = false; ///< a form that binds names: its contents would only raise further errors
};

/// Returns the help for `name`, or nullopt if it is no known word of another language.
std::optional<OtherName> find_other_name(std::string_view name);

/// Returns a help text on the arguments of a function, if its type alone does not explain them; otherwise nullopt.
std::optional<std::string_view> what_it_takes(std::string_view function);

/// Returns a help text on the missing argument of a call, given as text, that has fewer arguments in other languages:
/// (- x) and (concat rows). Returns nullopt for other calls.
std::optional<std::string_view> what_waits(std::string_view call);

/// Whether the first three data stand on one line and the second is an operator of other languages: `x <- 3`,
/// `a && b`. Such data are expanded together, so that they raise one error.
bool is_other_infix(Frontend& f, std::span<const Datum* const> data);

/// Returns the lines of a text that consist of a name, a blank and further data, as `sum [1 2]`.
std::vector<std::span<const Datum* const>> lines_behind_names(const Frontend& f,
                                                              std::span<const Datum* const> data);
/// Warns (W0306) that `line`, the name of a function with arguments behind it, is not a call: without parentheses, it
/// is two or more values.
void warn_of_bare_call(Frontend& f, std::span<const Datum* const> line);

/// Warns of notations of other languages among the data of a text: v[1] for v!1, f(x) for (f x), 2 + 3 for (+ 2 3).
/// Nova reads them as several expressions.
void warn_of_slips(Frontend& f, std::span<const Datum* const> data);

} // namespace nova
