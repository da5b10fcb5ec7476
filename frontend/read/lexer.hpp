// Tokens: the words of the text with their places. The grammar is Boost.Spirit X3, in lexer.cpp alone.
#pragma once
#include <cstdint>
#include <string_view>

namespace nova {

enum class TokenKind : uint8_t {
  End,
  Open,
  Close,
  Comma,
  Bar, // ( [    ) ]    ,    | where it separates
  Symbol,
  TypeVariable,
  Integer,
  Floating, // `:` is a symbol of its own; `inf` and `nan` are floating
  Boolean,
  Nil,
  Character,
  String,
  Project,      // .2 touching the datum before it
  Index,        // ! between two data that touch it
  DatumComment, // #;
  // what reads as nothing:
  OpenString,
  OpenComment, // never closed: the token is the rest of the text
  BadNumeral,
  BadCharacter,
  BadHash,
  BadQuote,
  BadProjection,
  ControlBytes
};

struct Token {
  TokenKind kind = TokenKind::End;
  uint32_t begin = 0, end = 0; ///< bytes of the text
};

/// Hands out the tokens one by one; after the last one, End for ever. Needs the text to stay where it is.
class Lexer {
 public:
  explicit Lexer(std::string_view text);
  /// With `bars_separate` (directly in [ ]) a bar is a token of its own, also where it touches a name: [x|x <- xs].
  Token next(bool bars_separate = false);

 private:
  const char *first_, *cursor_, *last_;
  void cut_at_bar(const char* begin, Token& t);
  TokenKind previous_ = TokenKind::End; ///< `.0` and `!` mean something else directly after a datum
};

} // namespace nova
