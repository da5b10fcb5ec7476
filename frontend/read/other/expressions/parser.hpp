// The parser of expressions of other languages: a part of expressions.hpp. It goes by precedence of operators, and its
// functions return the text of what they have parsed.
#pragma once
#include "frontend/read/other/expressions.hpp"
#include "frontend/read/other/operators.hpp"
#include <utility>

namespace nova {

/// The words of a text, and the place up to which they are read.
class WordCursor {
 public:
  explicit WordCursor(std::vector<OtherWord> words) : words_(std::move(words)) {}

 protected:
  std::vector<OtherWord> words_;
  size_t at_ = 0;

  OtherWord word(size_t ahead = 0) const {
    return at_ + ahead < words_.size() ? words_[at_ + ahead] : OtherWord{};
  }
  bool is(std::string_view text) const { return word().text == text && word().kind != OtherWord::String; }
  bool take(std::string_view text) { return is(text) && ++at_; }
  bool touches() const { // whether the next word stands directly behind the last one
    return at_ > 0 && at_ < words_.size() &&
           words_[at_ - 1].text.data() + words_[at_ - 1].text.size() == words_[at_].text.data();
  }
};

class Parser : private WordCursor {
 public:
  using Text = std::optional<std::string>;

  Parser(std::vector<OtherWord> words, bool forms) : WordCursor(std::move(words)), forms_(forms) {}

  Text whole();

 private:
  bool forms_;
  int depth_ = 0;
  bool in_ends_ = false; // whether the word `in` ends an expression, as in let x = 1 in e

  Text expression();
  /// Returns the range a:b of numerals, where `a` is parsed; else `a`.
  Text ranged(Text a);
  Text conditional();                  // if a then b else c, if (a) b else c; the `if` is taken
  Text behind(const std::string& a);   // a if c else b
  Text question(const std::string& c); // c ? a : b
  Text local();                        // let x = a in b

  // Functions without names: \x y -> e, lambda x, y: e, x -> e, (x, y) => e.

  bool is_function() const;
  static bool is_arrow(const OtherWord& w) { return w.text == "->" || w.text == "=>"; }
  bool is_parameter_list() const;
  Text function();

  // Operators.

  const Operator* binary_operator(int level) const;
  Text binary(int level);
  Text prefixed();

  // Calls: f x y, f(x, y); elements: xs[i].

  bool begins_operand() const;
  Text application();
  /// The number that Haskell's `read` reads, of the type behind it: read s :: Int. The type is taken.
  Text read_as(const std::string& text);
  Text operand();
  /// Parses expressions up to the word `end`, with commas between them. Those with a name, as reverse=True, are
  /// added to `named` as they are written. Returns nothing if there is something else.
  std::optional<std::vector<std::string>> expressions(std::string_view end, std::string& named);
  /// Parses an operator that is an argument: reduce(+, xs), Reduce(`+`, xs).
  Text function_word();
  static std::string joined(const std::vector<std::string>& all, const char* between);
  Text call(const std::string& f);
  /// Parses the rest of f(to ~ by, data = df, FUN = g), behind the bracket.
  Text formula(const std::string& function);
  Text element(const std::string& xs);
  /// The element at `first`, or of a matrix the one that a second place follows.
  Text one_element(const std::string& xs, const std::string& first);
  static Text one_element_of(const std::string& xs, const std::string& first);

  // Atoms.

  Text atom();
  Text form(); // its bracket is taken
  /// Parses a section of Haskell's, (+), (+ 1) or (> 1); returns nothing if none begins here.
  Text section();
  /// Parses a cast of C's, (double) n, whose bracket is taken; returns nothing if none begins here.
  Text cast();
  Text parenthesised();
  Text bracketed();
  /// Parses the rest of [1, 3..9], behind the dots.
  Text stepped(const std::string& first, const std::string& second);
  /// Parses the rest of the matrix [1 2; 3 4], whose first row is parsed.
  Text rows(const std::string& first);
  /// Parses the rest of [e for x in xs if c] or [e | x <- xs, c], behind the `for` or the bar, up to the bracket `end`.
  Text comprehension(std::string e, std::string_view arrow, std::string_view end);
};

} // namespace nova
