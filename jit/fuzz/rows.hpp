// Private to the generator: rows. Each row is one way to make a term of a type (a weighted grammar production). A
// row's text may contain these marks, which the generator replaces:
//
//   {int}        a term of the type. Letters are type variables: a b c any type, n m numbers, i j integers,
//                f floats, o types with an order, e types with equality, s scalars, k scalars that are keys,
//                t integers and bool
//   {x:'b}       a parameter `(x : t)`, in scope up to the end of the list that contains it
//   {x~'b}       a name with the same scope
//   {x-'b}       a name that is bound in a list of its own; in scope after that list, up to the end of the list that
//                encloses it
//   {x!'b}       a name that terms in holes do not use, because it is assigned, recursive, or not bound yet; {^x}
//                brings it into scope
//   {=x}         the name x, which an earlier mark of the row has introduced
//   {!'a}        a term that is made at the end of its list, when all names that the list binds are in scope
//   {@t}         the text of the type t
//   {#}          a small length
//   {+} {?}      a built-in operator for reductions: of numbers, of integers
#pragma once
#include "jit/fuzz/program.hpp"
#include <map>

namespace nova::fuzz {

/// A part of a row's text: plain text or a mark.
struct Part {
  enum Kind : uint8_t {
    Text,
    Hole,
    Late,
    Parameter,
    After,
    AtOnce,
    Hidden,
    Known,
    Name,
    Spelled,
    Size,
    Operator,
    BitOperator
  };
  Kind kind = Text;
  std::string text; ///< for Text: the text itself; for a mark with a name: the name's letter
  Type type;
};

struct Row {
  Type result;
  std::vector<Part> parts;
  uint32_t weight = 1;
};

/// Returns the rows that are derived from the table of built-ins.
std::vector<Row> builtin_rows();
/// Returns the rows that call the functions of `foreign_declarations`.
std::vector<Row> foreign_rows();
/// Reads a row's text.
Row read_row(uint32_t weight, std::string_view result, std::string_view text);
/// Returns all rows: those written by hand, those of `builtin_rows`, and those of `foreign_rows`. They are made in the first call.
const std::vector<Row>& rows();
/// Returns a list for each word of the language that occurs in few rows: the rows that contain the word.
const std::vector<std::vector<const Row*>>& rare_words();
using Letters = std::map<char, Type>;
/// Whether the type is an instance of the pattern. Adds to `letters` the types for which the pattern's letters stand.
/// The letters' classes must allow these types.
bool matches(const Type& pattern, const Type& type, Letters& letters);
/// Whether the letter may stand for the type: whether the type is in the letter's class, such as the numbers for n.
bool allows(char letter, const Type& t);

} // namespace nova::fuzz
