// Definitions of other languages as Nova writes them: `x = 5`, `def f(x): return x + 1`, `f x = x + 1`, `int x = 3;`,
// `data T = A | B Int`. A part of other_lines.hpp.
#pragma once
#include "frontend/read/other/expressions.hpp"
#include <algorithm>
#include <span>

namespace nova {

/// A line of another language, without the semicolon at its end, and what follows it.
struct OtherText {
  static constexpr size_t none = std::string_view::npos;
  std::string_view line;
  std::string_view block; ///< the line with the lines of its body
  std::vector<OtherWord> words;

  std::string_view word(size_t k) const { return k < words.size() ? words[k].text : std::string_view{}; }
  bool is_name(size_t k) const { return k < words.size() && words[k].kind == OtherWord::Name; }
  /// Whether word k stands directly behind the word before it.
  bool touches(size_t k) const;
  /// Returns the text from word k to the end of the line.
  std::string_view from(size_t k) const;
};

/// What a line is, and how Nova writes it.
struct OtherMeaning {
  std::string_view what;
  std::string help;
  std::string function{}; ///< of a call: the name of its function
  std::string note{};     ///< a further help; empty if there is none
};

/// Whether the word is one of these.
template <size_t N> bool is_one_of(std::string_view word, const std::string_view (&all)[N]) {
  return std::ranges::find(all, word) != std::end(all);
}

/// Whether the word begins a declaration in C or its like: a type, or a word before one.
bool is_type_word(std::string_view word);
std::string_view without_blanks(std::string_view text);
/// Returns the names of a list of parameters, each with a blank before it and without its type: `int x`, `x: int`, `x::Int`, `float *x`.
std::string parameter_names(std::string_view list);
/// Returns an expression as Nova writes it, or `otherwise` if it is not understood.
std::string expression_or(std::string_view text, std::string_view otherwise);
/// Splits a text at those of the `signs` that stand in no brackets and in no string.
std::vector<std::string_view> split_at(std::string_view text, std::string_view signs);

/// Whether the word binds a name in another language: `const`, `let`, `var`.
bool is_binding_word(std::string_view word);
/// Returns the one expression that a body consists of, as Nova writes it, or `body`.
std::string body_of(std::string_view body, std::string_view parameters = {}, std::string_view whole = {});
/// Returns the meaning of a function whose name is word k, with its parameters in parentheses behind it.
OtherMeaning meaning_of_function(const OtherText& t, size_t k);
/// Returns the meaning of a function's definition that begins with a word for it or with a type: `def`, `function`,
/// `int f(int x) {`.
std::optional<OtherMeaning> function_meaning(const OtherText& t);
/// Returns the meaning of a definition or assignment, with `=`, `:=`, `<-` or `+=` in it.
std::optional<OtherMeaning> assignment_meaning(const OtherText& t);
/// Returns the vector of all values that the threads of a kernel give to its elements: of a[threadIdx.x] = b[threadIdx.x] * 2.
std::optional<std::string> nova_thread_elements(std::string_view target, std::string_view value);
/// Returns the meaning of an assignment of a kernel's line, whose place is its thread's number: a[threadIdx.x] = 0.
std::optional<OtherMeaning> thread_meaning(const OtherText& t);
/// Returns the meaning of a type's declaration: `data`, `struct`, `class`, `f :: Int -> Int`.
std::optional<OtherMeaning> type_meaning(const OtherText& t);
/// Returns the meaning of a statement that changes a vector in place: `xs.append(1)`, `sort!(xs)`, `del xs[0]`.
std::optional<OtherMeaning> change_meaning(const OtherText& t);
/// Returns the meaning of an import, a module or a directive: `import x`, `#include <x>`, `library(x)`.
std::optional<OtherMeaning> import_meaning(const OtherText& t);
/// Returns the meaning of a line that prints: `print(x)`, `std::cout << x`, `printf("%d", x)`.
std::optional<OtherMeaning> printing_meaning(const OtherText& t);
/// Returns the meaning of a line that is an expression or a call, with signs that Nova's have not: `x + 1`, `f(x)`, `p->x`.
std::optional<OtherMeaning> expression_meaning(const OtherText& t);
/// Returns the meaning of a line, whichever it is.
std::optional<OtherMeaning> meaning_of(const OtherText& t);
/// Returns the meaning of a loop: `for (int i = 0; ..)`, `for x in xs:`, `while c {`.
std::optional<OtherMeaning> loop_meaning(const OtherText& t);
/// Returns the meaning of a condition or a choice: `if c then a else b`, `case x of`, `switch (x) {`, `try:`, `return x`.
std::optional<OtherMeaning> choice_meaning(const OtherText& t);
/// Returns the lines of `if x > 0 f(x) else g(x) end`, each part on a line of its own; nothing for other lines.
std::optional<std::string> with_lines_of_its_own(const OtherText& t);
/// Returns the meaning of a choice among values: `switch (x) {..}`, R's `switch(x, a = 1)`, `match x:`, `match x {..}`.
std::optional<OtherMeaning> switch_meaning(const OtherText& t);
/// Returns the meaning of what raises or catches errors: `raise ValueError("bad")`, `throw x`, `try:`.
std::optional<OtherMeaning> failure_meaning(const OtherText& t);
/// Returns the meaning of an array expression: APL's and J's glyphs, `1 2 3 + 4`.
std::optional<OtherMeaning> array_meaning(const OtherText& t);
/// Returns the meaning of a line of one word, if it has a glyph of APL's before a numeral or a name.
std::optional<OtherMeaning> glyph_meaning(const OtherText& t);

/// Returns Nova's name of a type, or an empty text for a type that has none.
std::string_view nova_type(std::string_view type);

/// Returns the meaning of a declaration of C's that is no function's: `int x, y;`, `double a[10];`, `typedef int number`,
/// `struct point p = {1, 2}`.
std::optional<OtherMeaning> declaration_meaning(const OtherText& t);

/// Returns the definitions of the names that C's scanf("%d %lf", &n, &x) reads.
std::optional<OtherMeaning> scanning_meaning(const OtherText& t);

/// Returns the vector for which C's `float *a = malloc(n * sizeof(float))` has memory.
std::optional<std::string> allocation(const OtherText& t, std::string_view value);

/// Returns the definitions of R's df <- data.frame(a = c(1, 2), b = c("x", "y")): of the record, and of its rows. `rows`:
/// these as tuples. Returns nothing if the type of a column is not known.
std::optional<std::string> table_of_records(const std::string& name, const std::string& rows);

/// Returns the record of Haskell's `data P = P { name :: String, age :: Int }`.
std::optional<std::string> braces_as_record(const OtherText& t);

/// Returns the record that `struct P { int x; double y; }` declares. Returns nothing if a field is declared otherwise.
std::optional<std::string> struct_as_record(const OtherText& t);

/// Returns the record of Julia's struct, whose lines are `x::Float64`.
std::optional<std::string> fields_as_record(const OtherText& t);

} // namespace nova
