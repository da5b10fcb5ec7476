// Random well-typed Nova programs, as terms (expressions with their types), so that a program that fails can be
// shrunk.
//
// A term's text is pieces[0] parts[0] pieces[1] parts[1] .. . Each variable has a name that is unique in its program,
// so that shrinking may move a part or leave it out. The type checker then decides whether the rest is still a
// program.
#pragma once
#include "jit/fuzz/types.hpp"
#include <set>

namespace nova::fuzz {

struct Term {
  Type type;
  std::vector<std::string> pieces;
  std::vector<Term> parts;
};
std::string print_term(const Term& t);
/// Returns the length of the term's text in characters.
size_t size_of(const Term& t);

/// A program: definitions of values g0, g1, .. and an expression over them.
struct Program {
  std::vector<std::pair<std::string, Term>> definitions;
  Term expression;
};
/// Returns the words of the language in a generated text: names of built-ins, of the prelude and of special forms.
std::set<std::string, std::less<>> words_of(std::string_view text);
/// Returns the program's text: the datatypes and foreign functions that it uses, then its forms, one to a line.
std::string print_program(const Program& p);

/// A foreign function that programs may call.
struct ForeignDeclaration {
  std::string name, text; ///< its name, and the form that declares it
};
std::vector<ForeignDeclaration> foreign_declarations();

/// A generator of random numbers that depend on the seed alone (splitmix64), and so are the same on every machine.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next();
  /// Returns a number x with 0 <= x < n.
  size_t below(size_t n) { return next() % n; }
  bool one_in(size_t n) { return below(n) == 0; }
  template <class T> const T& pick(const std::vector<T>& xs) { return xs[below(xs.size())]; }

 private:
  uint64_t state_;
};

/// Returns the program that a seed determines. `rare`: how many of its terms are chosen to contain words of the
/// language that few programs contain.
Program make_program(uint64_t seed, size_t rare = 1);
/// Returns another program with the same meaning.
Program rewritten(Program program, Random& random);
/// Returns the shortest terms of a type, with which shrinking replaces other terms.
std::vector<Term> simplest(const Type& t);
/// Returns a random term that consists of literals alone. Its vectors have at most `most` elements, its matrices at
/// most 6.
Term literal(const Type& t, Random& random, size_t most);

} // namespace nova::fuzz
