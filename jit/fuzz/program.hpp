// Random well-typed Nova programs, as terms that remember their types, so that a program that fails can be
// shrunk.
//
// A term is its text cut at its parts: pieces[0] parts[0] pieces[1] parts[1] .. . Variables have names of
// their own throughout a program, so a part may be moved or left out; whether what remains is a program, its
// check tells.
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
/// Characters of its text.
size_t size_of(const Term& t);

/// A program: definitions of values g0, g1, .. and an expression over them.
struct Program {
  std::vector<std::pair<std::string, Term>> definitions;
  Term expression;
};
/// The words of the language in a text of the generator's: built-ins, the prelude's names, forms.
std::set<std::string, std::less<>> words_of(std::string_view text);
/// A form a line, after the datatypes that it uses.
std::string print_program(const Program& p);

/// Numbers that depend on the seed alone (splitmix64), the same on every machine.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next();
  /// 0 <= x < n
  size_t below(size_t n) { return next() % n; }
  bool one_in(size_t n) { return below(n) == 0; }
  template <class T> const T& pick(const std::vector<T>& xs) { return xs[below(xs.size())]; }

 private:
  uint64_t state_;
};

/// The program of a seed, in which stand so many of the words that few programs have.
Program make_program(uint64_t seed, size_t rare = 1);
/// Another program that means the same.
Program rewritten(Program program, Random& random);
/// The shortest texts of a type: what shrinking puts in a term's place.
std::vector<Term> simplest(const Type& t);
/// A term of literals alone; vectors have at most `most` elements.
Term literal(const Type& t, Random& random, size_t most);

} // namespace nova::fuzz
