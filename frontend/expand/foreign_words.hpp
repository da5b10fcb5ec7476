// Detects foreign words, which are words and notations of other languages, in a program. Makes help texts that say
// what Nova has instead.
#pragma once
#include "frontend/state/frontend.hpp"
#include <optional>
#include <span>
#include <string_view>

namespace nova {

/// A word of another language, and a help text that says what Nova has instead.
struct OtherName {
  std::string_view name;
  std::string_view help;
  /// Whether the word is the head of a form that binds names. The expander skips the other parts of such a form,
  /// since they would only raise more errors.
  bool binds = false;
};

/// Returns the entry of the table for `name`, or nullopt if it is no known word of another language.
std::optional<OtherName> find_other_name(std::string_view name);

/// Returns Nova's type for a name of types in other languages, as `vector char` for `string`; nothing for other names.
std::optional<std::string_view> find_other_type(std::string_view name);

/// Returns a help text that explains the arguments of the built-in or prelude function `function`; `of_integers`: whether
/// it is given integers. Returns nullopt for functions without a help text, whose types say enough.
std::optional<std::string_view> what_it_takes(std::string_view function, bool of_integers);

/// Returns a help text for a call, with one argument, of a function that takes two in Nova but one in other
/// languages: `(- x)` and `(concat rows)`. `call` is the text of the call. Returns nullopt for other calls.
std::optional<std::string_view> what_waits(std::string_view call);

/// Returns what a call with too few arguments waits for, as "waits for 2 more arguments: at the prompt :doc lag tells what
/// it takes". `type` is the value's, `call` its text. Returns nothing for other expressions, also for a lambda.
std::optional<std::string> what_it_lacks(const Types& types, TypeId type, std::string_view call);

/// Whether the first three data stand on one line and the second is an operator of other languages without a meaning
/// in Nova: `x <- 3`, `a && b`. Such data are expanded together, so that they raise one error.
bool is_other_infix(Frontend& f, std::span<const Datum* const> data);

/// Finds the lines that consist of a name, a blank and further data, such as `sum [1 2]`. `data` are all data of a
/// text. Returns the data of each of these lines.
std::vector<std::span<const Datum* const>> lines_behind_names(const Frontend& f,
                                                              std::span<const Datum* const> data);
/// Warns (W0306) that `line` is not a call. It consists of a function's name and arguments, but without parentheses
/// these are two or more values. `call` is the text of the call that is meant.
void warn_of_bare_call(Frontend& f, std::span<const Datum* const> line, const std::string& call);

/// Returns the text of a call of `name` in Nova, `(f x y)`; long ones are shortened.
std::string call_text(const Frontend& f, const std::string& name, std::span<const Datum* const> arguments);

/// Whether the second datum stands directly behind the first, as in f(x) and xs[i].
bool touch(const Datum& a, const Datum& b);

/// Warns of notations of other languages among the data of a text: v[1] for v!1, f(x) for (f x), 2 + 3 for (+ 2 3).
/// Nova reads them as several expressions.
void warn_of_slips(Frontend& f, std::span<const Datum* const> data);

} // namespace nova
