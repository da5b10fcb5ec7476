// Private to the generator: rows, each of which is one way to make a term of a type (a weighted grammar production).
// A row's text contains these marks, which the generator replaces:
//
//   {int}        a term of the type. Letters are type variables: a b c any type, n m numbers, i j integers,
//                f floats, o types with an order, e types with equality, s scalars, k scalars that are keys,
//                t integers and bool
//   {x:'b}       a parameter `(x : t)`, in scope up to the end of the list that contains it
//   {x~'b}       a name with the same scope
//   {x-'b}       a name that is bound in a list of its own, and in scope after that list, in the list around it
//   {x!'b}       a name that is not in scope (it is `set!`, or not bound yet); {^x} brings it into scope
//   {=x}         the name itself
//   {!'a}        a term that is made at the end of its list, when all names that the list binds are in scope
//   {@t}         the type as it is written
//   {#}          a small length
//   {+} {?}      a built-in operator for reductions: of numbers, of integers
#pragma once
#include "jit/fuzz/program.hpp"
#include <map>

namespace nova::fuzz {

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
  std::string text; ///< Text: the text itself; else the letter of a name
  Type type;
};

struct Row {
  Type result;
  std::vector<Part> parts;
  uint32_t weight = 1;
};

/// Returns the rows that are derived from the table of built-ins.
std::vector<Row> builtin_rows();
/// Returns all rows: those written by hand, and those of the table of built-ins. They are read once.
const std::vector<Row>& rows();
/// Returns the rows of each word of the language that occurs in few rows.
const std::vector<std::vector<const Row*>>& rare_words();
using Letters = std::map<char, Type>;
/// Whether the type is an instance of the pattern. Binds the pattern's letters to types that their classes allow.
bool matches(const Type& pattern, const Type& type, Letters& letters);
/// Whether the letter's class contains the type.
bool allows(char letter, const Type& t);

} // namespace nova::fuzz
