// Private to the generator: what programs are made of, one row for each way to make a value of a type.
//
//   {int}        a term of the type; letters stand for types: a b c any, n m numbers, i j integers, f floats,
//                o with an order, e with equality, s a scalar, k a scalar key, t integers and bool
//   {x:'b}       a parameter `(x : t)`, known to what follows in the list around it
//   {x-'b}       a name bound in a list of its own, known after that list to the list around it
//   {x~'b}       a name known at once, to the end of the list that it stands in
//   {x!'b}       a name that terms do not use (it is `set!`, or not bound yet); {^x} makes it known from
//   there on
//   {=x}         the name itself
//   {!'a}        a term made at the end of its list: it knows all that the list binds
//   {@t}         the type as it is written
//   {#}          a small length
//   {+} {?}      an operator that reductions know: for numbers, for integers
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
  std::string text; ///< or the name's letter
  Type type;
};

struct Row {
  Type result;
  std::vector<Part> parts;
  uint32_t weight = 1;
};

/// Those that the table of built-ins gives.
std::vector<Row> builtin_rows();
/// All rows: those by hand and the table's, read once.
const std::vector<Row>& rows();
/// For each word of the language that few rows have: these rows.
const std::vector<std::vector<const Row*>>& rare_words();
using Letters = std::map<char, Type>;
/// Does the pattern become the type, letters being bound on the way as their classes allow?
bool matches(const Type& pattern, const Type& type, Letters& letters);
/// May the letter stand for the type?
bool allows(char letter, const Type& t);

} // namespace nova::fuzz
