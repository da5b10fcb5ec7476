// What other languages call things: the help for a foreign word in a program.
#pragma once
#include "frontend/state/frontend.hpp"
#include <optional>
#include <span>
#include <string_view>

namespace nova {

struct OtherName {
  std::string_view name;
  std::string_view help;
  bool binds = false; ///< a form that binds names: what stands in it would only raise further errors
};

/// What Nova has instead of `name`; nullopt where no other language says `name` either.
std::optional<OtherName> find_other_name(std::string_view name);

/// What a function asks for, where its type alone does not tell.
std::optional<std::string_view> what_it_takes(std::string_view function);

/// A call's text that other languages know with fewer arguments, (- x) and (concat rows): what it waits for.
std::optional<std::string_view> what_waits(std::string_view call);

/// Do three data in a line come first, the second of which is an operator of other languages: `x <- 3`, `a &&
/// b`? They are one thought, and expanded together one error.
bool is_other_infix(Frontend& f, std::span<const Datum* const> data);

/// Lines of a text that begin with a name and have data behind it, a blank between them: `sum [1 2]`.
std::vector<std::span<const Datum* const>> lines_behind_names(const Frontend& f,
                                                              std::span<const Datum* const> data);
/// The name is a function, the rest are arguments: two or more values, where one was meant.
void warn_of_bare_call(Frontend& f, std::span<const Datum* const> line);

/// Warns of v[1] and f(x) among these data of a text, which other languages have for v!1 and (f x): they are read as two
/// expressions.
void warn_of_slips(Frontend& f, std::span<const Datum* const> data);

} // namespace nova
