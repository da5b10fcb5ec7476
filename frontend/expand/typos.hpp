// Slips in wrong programs: what was meant, and what to write.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// A symbol that should be a word.
struct Slip {
  const Datum* at;
  std::string word;
};

/// The first stray symbol that looks like one of the words, and the word.
std::optional<Slip> find_slip(const ExpanderState& ex, Data items, std::span<const std::string_view> words);
/// The same of the words that a form's grammar has.
std::optional<Slip> find_word_slip(const ExpanderState& ex, Data items, std::string_view grammar);
/// Data as they were written, blanks between them.
std::string written(const ExpanderState& ex, Data items);

// Words and signs of other languages
/// `[e for x in xs]`, as Python has it.
bool is_other_comprehension(const ExpanderState& ex, Data items);
/// `x -> xs`, `x = xs`, `x from xs`: x would be new, and the next symbol is no `<-`.
bool is_other_binding(const ExpanderState& ex, Data q);
/// `odrer by e`, `order e`, `order yb e`, `sort by e`: reported.
bool is_other_order(ExpanderState& ex, const Datum& q);
/// `->` or `=>` before a function's body, or before the type of its result.
bool is_other_arrow(const ExpanderState& ex, const Datum& d);
void report_arrow(ExpanderState& ex, Data rest);
/// `x <- 3`, `a && b` in one line of a text.
bool is_other_infix(const ExpanderState& ex, Data data);
void report_other_infix(ExpanderState& ex, Data three);
/// `(x == 1)`, `(map x -> x xs)`: a stray sign behind the form's first word.
const Datum* find_other_sign(const ExpanderState& ex, Data items);
/// `(x == 1)`, `(x -> e)` as they would be written.
std::optional<std::string> help_with_infix(const ExpanderState& ex, Data items, const Datum& sign);
/// `?sum`, `sum?`, `!ready`, `np.sum`, as other prompts, C and Python have them.
std::optional<std::string> help_with_sign(const ExpanderState& ex, std::string_view text);
/// At the prompt a function may call one that is to come.
void help_with_order(ExpanderState& ex, const Datum& name);

// Branches
/// `(match x (Some y) y)`: pattern and body side by side, not in one list.
std::optional<std::string> why_split_branch(const ExpanderState& ex, const Datum& form, bool match);
/// The first branch of a `case` whose pattern stands in parentheses, as those of `match` do.
const Datum* find_match_branch(Data arms);

// Definitions and binders
/// `(i 0)`, where i has no meaning.
bool is_binding(const ExpanderState& ex, const Datum& d);
/// A list that begins with a known name.
bool is_call(const ExpanderState& ex, const Datum& d);
/// `(x float)` and `(float x)` as a name with its type.
std::optional<std::string> typed_name(const ExpanderState& ex, Data items);
/// Several forms behind a definition's name: `f(x) e`, `f x e`, `x = e`, `x int e`.
std::string why_no_value(const ExpanderState& ex, Data items);
/// `(lambda x e)`, `(lambda x y e)`.
std::string why_no_parameters(const ExpanderState& ex, Data items);
/// `(let x 1)`, `(let x 1 e)`, `(let x = 1 in e)`, `(let [x 1] e)`.
std::string why_no_bindings(const ExpanderState& ex, Data form);
/// `(let (x 1) e)`, `(let (x 1) (y 2) e)`.
std::string why_no_list_of_bindings(const ExpanderState& ex, Data items);

} // namespace nova
