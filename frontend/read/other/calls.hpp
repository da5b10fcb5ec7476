// Calls of functions that other languages have by another name or with other arguments: c(1, 2), int("5"), max(xs).
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nova {

/// Returns the call in Nova; nothing for a function whose call has the same name and arguments. The arguments are
/// written in Nova already.
std::optional<std::string> own_call(std::string_view function, std::span<const std::string> arguments);

/// Returns Nova's form of a call that a Lisp, Haskell or Clojure writes with brackets around it, as (foldr f i xs). The
/// arguments are Nova's.
std::optional<std::string> lisp_call(std::string_view function, std::span<const std::string> arguments);

/// Returns the fold of xs by f: with the start that f has, else from the first element on.
std::string folded(const std::string& f, const std::string& xs);

/// Returns a form of another Lisp that defines or binds names, as (defun f (x) e), in Nova.
std::optional<std::string> lisp_form(std::string_view head, std::span<const std::string> of);

/// Returns R's ifelse(condition, a, b), of each element of the vectors that the condition compares.
std::string choice_by_element(const std::string& condition, const std::string& a, const std::string& b);

/// Whether own_call knows the function.
bool has_own_call(std::string_view function);

/// Returns the call of a function that has arguments with names, as sum(x, na.rm=TRUE); `named` is their text. Returns
/// nothing where Nova has no such call.
std::optional<std::string> call_with_names(std::string_view f, std::span<const std::string> arguments,
                                           std::string_view named);

/// Returns an index, which counts from the end if it is negative, as Nova counts.
std::string place(const std::string& index, const std::string& xs);
/// Returns xs[first:to:step] as a call.
std::optional<std::string> slice(const std::string& xs, const std::optional<std::string>& first,
                                 const std::optional<std::string>& to,
                                 const std::optional<std::string>& step);
/// Returns of.f(arguments) as a call. A module's name before the dot is left out.
std::optional<std::string> method_call(const std::string& of, const std::string& f,
                                       std::span<const std::string> arguments);

/// Returns the call of a function of R's that takes a formula, `to ~ by` of the data's columns: lm(y ~ x, data = df),
/// aggregate(price ~ region, df, mean). Returns nothing for other functions.
std::optional<std::string> formula_call(std::string_view function, const std::string& to,
                                        const std::string& by, const std::string& data, const std::string& f);

/// Quoted data of a Lisp as Nova writes them: lists as vectors, pairs as tuples, symbols as texts.
struct QuotedData {
  std::string form;
  size_t size = 0;      ///< of their text
  bool symbols = false; ///< whether a symbol has become a text
};

/// Returns the quoted data that begin the text, behind the quote; nothing for those that Nova cannot write.
std::optional<QuotedData> quoted_data(std::string_view text);

/// Returns the form in Nova: the call of a Lisp's function, or with arguments that are functions by Nova's names.
std::optional<std::string> call_by_names(std::string_view head, std::span<const std::string> of);

/// Returns the form of a Lisp that begins the text, with vectors for quoted data and with Nova's names. Returns nothing
/// for a long form, and for one that has comments or data that Nova cannot write.
std::optional<std::string> form_without_quotes(std::string_view text);

/// Whether lisp_call knows the function.
bool has_lisp_call(std::string_view function);

/// Returns the elements of xs for which the comparison of xs, as (> xs 1), holds: what xs[xs > 1] means in NumPy and R.
/// Returns nothing if `condition` is no comparison of xs.
std::optional<std::string> chosen_elements(const std::string& xs, std::string_view condition);

} // namespace nova
