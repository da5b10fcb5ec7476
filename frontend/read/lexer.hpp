// Lexer: splits a text into tokens. Its grammar is written with Boost.Spirit X3, which lexer.cpp alone includes.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace nova {

enum class TokenKind : uint8_t {
  End,
  Open,  // ( or [
  Close, // ) or ]
  Comma,
  Bar,    // | that separates the parts of a comprehension
  Symbol, // `:` is a symbol by itself
  TypeVariable,
  Integer,
  Floating, // also `inf` and `nan`
  Complex,  // 1.0+2.0i, 2i
  Boolean,
  Nil,
  Character,
  String,
  Project,      // .2 directly after a datum
  Field,        // .x directly after a datum that is no name: a name has it in itself
  Index,        // ! between two data, without blanks
  Range,        // .. or ..< directly inside of [ ]
  DatumComment, // #;
  // malformed tokens:
  OpenString,  // a string that is never closed: the rest of the text
  OpenComment, // a block comment that is never closed: the rest of the text
  BadNumeral,
  BadCharacter,
  BadHash,
  BadQuote,
  BadProjection,
  ControlBytes
};

struct Token {
  TokenKind kind = TokenKind::End;
  uint32_t begin = 0, end = 0; ///< offsets in bytes, `end` exclusive
};

/// Returns the tokens of a text one by one, and after the last one End each time. The text must outlive the lexer.
class Lexer {
 public:
  explicit Lexer(std::string_view text);
  /// Returns the next token. `in_brackets`: whether it stands directly inside of [ ]. There a bar, `..` and `..<` are
  /// tokens of their own, even inside of a word: [x|x <- xs], [0..n]. `...` is none.
  Token next(bool in_brackets = false);
  /// Goes on at the offset `at`, which lies behind the last token.
  void move_to(size_t at) { cursor_ = first_ + at, previous_ = TokenKind::End; }

 private:
  const char *first_, *cursor_, *last_;
  void cut_at_bar(const char* begin, Token& t);
  void cut_at_range(const char* begin, Token& t);
  void take_infinite(const char* begin, Token& t);
  TokenKind previous_ = TokenKind::End; ///< kind of the last token: what `.0` and `!` mean depends on it
};

/// The parts of the spelling of a complex number: of 1.0-2.0fi, "1.0" and "-2.0f". `real` is empty where it is not
/// written.
struct ComplexSpelling {
  std::string_view real, imaginary;
};
/// Returns the parts of the word if it spells a complex number.
std::optional<ComplexSpelling> complex_parts(std::string_view word);
/// Whether the text is one name, without anything around it.
bool is_name(std::string_view text);
/// Returns Integer or Floating if the word is a numeral of this kind, otherwise another kind.
TokenKind numeral_kind(std::string_view word);

} // namespace nova
