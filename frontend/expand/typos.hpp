// Detects common mistakes in wrong programs: misspelt words, notations of other languages, malformed binders. Makes
// help texts that say what to write instead.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// A misspelt word of a form: the symbol, and the word that it should be.
struct Slip {
  const Datum* at;
  std::string word;
};

/// Returns the first of the items that is a symbol without a meaning and is spelt nearly like one of `words`,
/// together with that word. Returns nothing if there is none.
std::optional<Slip> find_slip(const ExpanderState& ex, Data items, std::span<const std::string_view> words);
/// Like find_slip, for those of the words `in`, `then` and `else` that occur in `grammar`, the text of a form's
/// grammar.
std::optional<Slip> find_word_slip(const ExpanderState& ex, Data items, std::string_view grammar);
/// Returns the source text of the items, joined by blanks. A long text is shortened.
std::string written(const ExpanderState& ex, Data items);

// Words and signs of other languages
/// Whether the items of a vector look like Python's `[e for x in xs]`.
bool is_other_comprehension(const ExpanderState& ex, Data items);
/// Reports `[e for x in xs]`, and shows the comprehension that it stands for.
[[gnu::noinline]] void report_other_comprehension(ExpanderState& ex, const Datum& d);
/// Whether the items `q` of a qualifier bind a variable by a sign other than `<-`, as in `x -> xs`, `x = xs` or
/// `x from xs`, where x has no meaning.
bool is_other_binding(const ExpanderState& ex, Data q);
/// Returns the qualifier `x <- xs` for one without blanks around its arrow: `x<-xs`, `x<-[1 2]`, `x <-xs`. Returns null
/// for other qualifiers.
const Datum* joined_drawing(ExpanderState& ex, const Datum& q);
/// Whether the qualifier `q` is a wrong `order by` or `group by`, such as `odrer by e`, `order e`, `order yb e` or
/// `sort by e`. If so, reports it.
bool is_other_order(ExpanderState& ex, const Datum& q);
/// Whether `d` is `->` or `=>` without a meaning. Other languages write it before a function's body or result type.
bool is_other_arrow(const ExpanderState& ex, const Datum& d);
/// Reports an arrow `->` or `=>` that stands after a function's parameters. `rest` are the data from the arrow on.
void report_arrow(ExpanderState& ex, Data rest);
/// Whether the first three data stand on one line and the second is an operator of other languages without a meaning
/// in Nova: `x <- 3`, `a && b`.
bool is_other_infix(const ExpanderState& ex, Data data);
/// Reports three data of which is_other_infix is true.
void report_other_infix(ExpanderState& ex, Data three);
/// Returns the first operator of other languages, without a meaning in Nova, that stands between two of the items, as
/// in `(x == 1)` or `(map x -> x xs)`. Returns null if there is none.
const Datum* find_other_sign(const ExpanderState& ex, Data items);
/// Returns a help text that says how `(x == 1)` or `(x -> e)` is written in Nova; `sign` is the operator among the
/// items. Returns nothing if there is no such help.
std::optional<std::string> help_with_infix(const ExpanderState& ex, Data items, const Datum& sign);
/// Returns a help text for a name with a sign in it, as it is written at other prompts, in C or in Python: `?sum`,
/// `sum?`, `!ready`, `np.sum`. Returns nothing for other names.
std::optional<std::string> help_with_sign(const ExpanderState& ex, std::string_view text);
/// Returns a help text for a call whose head is an operator without a blank behind it, as in `(-n 1)` or `(*x 2)`,
/// where n and x are known. Returns nothing for other calls.
std::optional<std::string> help_with_joined_head(const ExpanderState& ex, Data items);
/// If the last error says that a function defined at the prompt calls the unknown function `name`, adds a help to
/// that error. The help says that a function must be entered together with later functions that it calls.
void help_with_order(ExpanderState& ex, const Datum& name);

// Branches
/// Returns a message if a branch's pattern and body stand side by side, not in one list, as in
/// `(match x (Some y) y)`; otherwise nothing. `match` says whether the form is a `match` and not a `case`.
std::optional<std::string> why_split_branch(const ExpanderState& ex, const Datum& form, bool match);
/// If a branch of the form `form`, a `case`, begins with a list of literals as in Scheme, ((1 2) e), reports that, and
/// shows the `match`. Returns whether it did.
bool report_literal_case(ExpanderState& ex, const Datum& form);
/// If a branch of the form `match` has a pattern of vectors, as `[]` or `(x . r)`, reports that vectors have none, and how
/// they are taken apart. Returns whether it did.
bool report_vector_patterns(ExpanderState& ex, const Datum& match);
/// Returns the first branch of a `case` whose pattern stands in parentheses, as patterns of `match` do; or null.
const Datum* find_match_branch(Data arms);

// Bodies
/// Warns (W0309) of names and literals among the forms of a body whose values are dropped: of all but the last, and but
/// of those before a last nil. Forms with an operator between them, as `x * 2`, are shown as one form.
void warn_of_dropped(ExpanderState& ex, Data forms);
/// Warns (W0310) of a call of `filter`, `map` or the like, with the items `items`, whose function is an operator that cares
/// for the order and has its first operand, a name or a literal, as in (filter (> 3) xs).
[[gnu::noinline]] void warn_of_partial_operator(ExpanderState& ex, Data items);

// Definitions and binders
/// Whether `d` looks like a binding: a list of two data such as `(i 0)`, where i has no meaning.
bool is_binding(const ExpanderState& ex, const Datum& d);
/// Whether `d` is a list that begins with a known name.
bool is_call(const ExpanderState& ex, const Datum& d);
/// Returns the text `(x : float)` if the items are `x float` or `float x`; nothing for other items.
std::optional<std::string> typed_name(const ExpanderState& ex, Data items);
/// Returns a message for a definition with several forms behind its name: `f(x) e`, `f x e`, `x = e`, `x int e`.
std::string why_no_value(const ExpanderState& ex, Data items);
/// Returns a message for a lambda without a list of parameters: `(lambda x e)`, `(lambda x y e)`.
std::string why_no_parameters(const ExpanderState& ex, Data items);
/// Returns a message for a `let` without bindings in parentheses: `(let x 1)`, `(let x 1 e)`,
/// `(let x = 1 in e)`, `(let [x 1] e)`.
std::string why_no_bindings(const ExpanderState& ex, Data form);

} // namespace nova
