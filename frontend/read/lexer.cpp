// The grammar of tokens (language.md section 1). A lookahead tests that a token really ends, so that no valid token
// is taken from the beginning of a malformed one: `12ab` is one wrong numeral, not a numeral and a name.
#include "frontend/read/lexer.hpp"
#include <algorithm>
#include <boost/spirit/home/x3.hpp>

namespace nova {
namespace {

namespace x3 = boost::spirit::x3;
using namespace std::string_view_literals;
using x3::attr, x3::char_, x3::digit, x3::eoi, x3::lit, x3::omit, x3::xdigit;

/// Parses a block comment, `#| ... |#`. Nested comments are counted, not parsed recursively, so that deep nesting
/// takes no call stack. Fails if the comment is never closed.
struct BlockComment : x3::parser<BlockComment> {
  using attribute_type = x3::unused_type;
  static constexpr bool has_attribute = false;

  template <class Iterator, class Context, class Rules, class Attribute>
  bool parse(Iterator& first, const Iterator& last, const Context&, Rules&, Attribute&) const {
    std::string_view text(first, static_cast<size_t>(last - first));
    if (!text.starts_with("#|")) return false;
    size_t depth = 1, at = text.find_first_of("#|", 2);
    for (; at < text.size() - 1; at = text.find_first_of("#|", at)) {
      std::string_view pair = text.substr(at, 2);
      depth += pair == "#|", depth -= pair == "|#";
      at += pair == "#|" || pair == "|#" ? 2 : 1;
      if (depth == 0) return first += at, true;
    }
    return false;
  }
};

// Characters. Bytes of 0x80 and above are name characters: names may be in any script.
const auto blank = char_(" \t\n\r\f\v");
const auto control = char_("\x01-\x08\x0e-\x1f\x7f") | char_('\0');
const auto delimiter = char_("][()\",;:'") | blank | control;
const auto name_char = ~char_("][()\",;:' \t\n\r\f\v\x01-\x08\x0e-\x1f\x7f") - lit('\0');
const auto plain_char = ~char_("][()\",;:' \t\n\r\f\v\x01-\x08\x0e-\x1f\x7f.!") - lit('\0');

// `!` is part of a name if no index can follow it, and otherwise the sign of an index.
const auto no_index = eoi | char_("])\",;:'") | blank | control;
const auto index_mark = lit('!') >> !no_index;
const auto end = &(eoi | delimiter | lit('|') | index_mark);
const auto projection_follows = &(lit('.') >> digit);
const auto field_start = x3::alpha | char_('_') | char_("\x80-\xff");
const auto field_follows = &(lit('.') >> field_start);
const auto range_follows = &(lit("..") >> !lit('.'));

const auto name = name_char >> *(plain_char | (lit('.') >> !digit) | (lit('!') >> &no_index));

const auto ranked = lit("vector#'") >> name; // a vector type whose rank is a type variable

// Numerals.
const auto sign = -char_("+-");
const auto int_suffix =
    lit("i8") | lit("i16") | lit("i32") | lit("i64") | lit("u8") | lit("u16") | lit("u32") | lit("u64");
const auto float_suffix = lit("bf") | char_("fLh");
const auto exponent = char_("eE") >> sign >> +digit;
const auto fraction = (+digit >> '.' >> *digit) | ('.' >> +digit);
const auto prefixed = lit('0') >> ((char_("xX") >> +xdigit) | (char_("bB") >> +char_("01")));
const auto integer = sign >> (prefixed | +digit) >> -int_suffix;
const auto floating = sign >> ((fraction >> -exponent >> -float_suffix) |
                               (+digit >> ((exponent >> -float_suffix) | float_suffix)));
const auto operator_name = sign >> +digit >> +char_("-+*/<>="); // names such as 1+
const auto numeral_start = &(sign >> -lit('.') >> digit);

const auto character = lit("#\\") >> ((lit('x') >> +xdigit >> -lit(';')) | +x3::alnum | char_(" -~"));
const auto string = lit('"') >> *(~char_("\\\"") | (lit('\\') >> char_)) >> '"';

template <class Parser> auto token(TokenKind kind, Parser p) { return attr(kind) >> omit[p]; }

const auto comment = (lit(';') >> *(char_ - '\n')) | BlockComment{};
const auto gap = *(+blank | comment);

const auto numeral = omit[numeral_start] >> (token(TokenKind::Integer, integer >> end) |
                                             token(TokenKind::Floating, floating >> end) |
                                             token(TokenKind::Symbol, operator_name >> end) |
                                             token(TokenKind::BadNumeral, +name_char));

const auto hash = token(TokenKind::Character, character >> (end | projection_follows)) |
                  token(TokenKind::BadCharacter, lit("#\\") >> *name_char) |
                  token(TokenKind::DatumComment, lit("#;")) |
                  token(TokenKind::Boolean, lit('#') >> char_("tf") >> (end | projection_follows)) |
                  token(TokenKind::OpenComment, lit("#|") >> *char_) |
                  token(TokenKind::BadHash, (lit('#') >> *name_char) | lit("|#"));

const auto any_token = x3::rule<class any_token_, TokenKind>{} =
    token(TokenKind::Open, char_("[(")) | token(TokenKind::Close, char_("])")) |
    token(TokenKind::Comma, lit(',')) | token(TokenKind::Symbol, lit(':')) | numeral | hash |
    token(TokenKind::Symbol, ranked | name) | token(TokenKind::String, string) |
    token(TokenKind::OpenString, lit('"') >> *char_) | token(TokenKind::TypeVariable, lit('\'') >> name) |
    token(TokenKind::BadQuote, lit('\'')) | token(TokenKind::ControlBytes, +control);

// Tokens that stand directly after a datum.
const auto postfix_token = x3::rule<class postfix_token_, TokenKind>{} =
    token(TokenKind::Project,
          lit('.') >> +digit >> (end | projection_follows | field_follows | range_follows)) |
    token(TokenKind::Field, lit('.') >> field_start >> *plain_char) |
    token(TokenKind::BadProjection, !(lit("...") >> end) >> lit('.') >> +name_char) |
    token(TokenKind::Index, index_mark);

// An integer directly after `!` and directly before `.`: v!0.1 is field 1 of v!0, since 0.1 would be no index.
const auto index_token = x3::rule<class index_token_, TokenKind>{} =
    token(TokenKind::Integer, sign >> +digit >> (projection_follows | field_follows));

bool ends_datum(TokenKind k) {
  return k == TokenKind::Close || k == TokenKind::Project || k == TokenKind::Field ||
         (k >= TokenKind::Symbol && k <= TokenKind::String);
}

/// Returns the kind of the token `word`, which the grammar took for a name. Some are literals: true, false, nil, inf,
/// nan.
TokenKind classify(std::string_view word) {
  if (word == "true"sv || word == "false"sv) return TokenKind::Boolean;
  if (word == "nil"sv) return TokenKind::Nil;
  std::string_view number = word.substr(word.starts_with('-') || word.starts_with('+'));
  for (const std::string_view suffix : {"bf"sv, "f"sv, "L"sv, "h"sv})
    if (number.size() == 3 + suffix.size() && number.ends_with(suffix)) number.remove_suffix(suffix.size());
  bool infinite = number == "inf"sv, not_a_number = number == "nan"sv && word[0] == 'n';
  return infinite || not_a_number ? TokenKind::Floating : TokenKind::Symbol;
}

/// Returns where the imaginary part of the word begins: at its last sign that does not belong to an exponent, or at 0.
size_t imaginary_start(std::string_view word) {
  for (size_t k = word.size(); k-- > 1;)
    if ((word[k] == '+' || word[k] == '-') && word[k - 1] != 'e' && word[k - 1] != 'E') return k;
  return 0;
}

bool is_numeral(std::string_view word) {
  const TokenKind kind = numeral_kind(word);
  return kind == TokenKind::Integer || kind == TokenKind::Floating;
}

} // namespace

TokenKind numeral_kind(std::string_view word) {
  TokenKind kind = TokenKind::Symbol;
  const char* at = word.data();
  if (x3::parse(at, word.data() + word.size(), numeral, kind)) return kind;
  const bool negative_nan = word.ends_with("nan"sv) && word.starts_with('-');
  return classify(negative_nan ? word.substr(1) : word);
}

std::optional<ComplexSpelling> complex_parts(std::string_view word) {
  if (word.size() < 2 || !word.ends_with('i')) return {};
  word.remove_suffix(1);
  const size_t start = imaginary_start(word);
  const ComplexSpelling parts{word.substr(0, start), word.substr(start)};
  const std::string_view digits = parts.imaginary.substr(parts.imaginary.find_first_of("+-") == 0);
  if (digits.empty()) return {};
  if (start == 0 && !(digits[0] == '.' || (digits[0] >= '0' && digits[0] <= '9')))
    return {}; // infi is a name
  if (!is_numeral(parts.imaginary.starts_with('+') ? digits : parts.imaginary)) return {};
  if (start > 0 && !is_numeral(parts.real)) return {};
  return parts;
}

Lexer::Lexer(std::string_view text) : first_(text.data()), cursor_(first_), last_(first_ + text.size()) {
  if (text.starts_with("\xEF\xBB\xBF")) cursor_ += 3; // skips a byte order mark
  if (text.substr(static_cast<size_t>(cursor_ - first_)).starts_with("#!"))
    cursor_ = std::find(cursor_, last_, '\n'); // skips a first line that names the interpreter
}

/// Ends the name `t`, whose text begins at `begin`, before its first bar. If the name begins with a bar, makes `t`
/// the token of that bar alone.
void Lexer::cut_at_bar(const char* begin, Token& t) {
  size_t bar = std::string_view(begin, cursor_).find('|');
  if (bar == std::string_view::npos) return;
  cursor_ = begin + std::max<size_t>(bar, 1);
  if (bar == 0) t.kind = TokenKind::Bar;
  if (bar == 1 && t.kind == TokenKind::TypeVariable) t.kind = TokenKind::BadQuote;
}

/// Ends the name or numeral `t`, whose text begins at `begin`, before its first `..`.
void Lexer::cut_at_range(const char* begin, Token& t) {
  const std::string_view rest(begin, last_);
  const auto size = static_cast<size_t>(cursor_ - begin);
  size_t dots = 0, after = 0; // a row of dots
  do {
    dots = rest.find('.', after);
    if (dots >= size) return;
    after = std::min(rest.find_first_not_of('.', dots), rest.size());
  } while (dots == 0 || after - dots != 2);
  cursor_ = begin + dots;
  const char* from = begin;
  if (t.kind == TokenKind::BadNumeral) x3::parse(from, cursor_, numeral, t.kind);
}

/// Extends the name `t`, whose text begins at `begin`, to a complex number such as inf+1.5i, if it is the begin of one.
void Lexer::take_infinite(const char* begin, Token& t) {
  const std::string_view rest(begin, last_);
  const size_t sign = rest.starts_with('-') || rest.starts_with('+');
  if (rest.substr(sign, 3) != "inf"sv && rest.substr(sign, 3) != "nan"sv) return;
  const std::string_view word = rest.substr(0, rest.find_first_of("][()\",;:' \t\n\r\f\v|"));
  if (!complex_parts(word)) return;
  cursor_ = begin + word.size(), t.kind = TokenKind::Complex;
}

Token Lexer::next(bool in_brackets) {
  const char* before = cursor_;
  x3::parse(cursor_, last_, gap);
  const char* begin = cursor_;
  bool touches = begin == before;
  Token t{TokenKind::End, static_cast<uint32_t>(begin - first_), 0};
  const std::string_view rest(cursor_, last_);
  if (in_brackets && rest.starts_with("..") && !rest.starts_with("...")) {
    cursor_ += rest.starts_with("..<") ? 3 : 2;
    t.kind = TokenKind::Range, t.end = static_cast<uint32_t>(cursor_ - first_);
    return previous_ = t.kind, t;
  }
  bool found = (touches && ends_datum(previous_) && x3::parse(cursor_, last_, postfix_token, t.kind)) ||
               (touches && previous_ == TokenKind::Index && x3::parse(cursor_, last_, index_token, t.kind)) ||
               x3::parse(cursor_, last_, any_token, t.kind);
  if (!found) t.kind = TokenKind::End;
  bool named = t.kind == TokenKind::Symbol || t.kind == TokenKind::TypeVariable;
  if (named && in_brackets) cut_at_bar(begin, t);
  if ((named || t.kind == TokenKind::BadNumeral) && in_brackets) cut_at_range(begin, t);
  if (t.kind == TokenKind::Symbol) take_infinite(begin, t);
  const std::string_view word(begin, cursor_);
  if ((t.kind == TokenKind::Symbol || t.kind == TokenKind::BadNumeral) && complex_parts(word))
    t.kind = TokenKind::Complex;
  if (t.kind == TokenKind::Symbol) t.kind = classify(word);
  t.end = static_cast<uint32_t>(cursor_ - first_);
  return previous_ = t.kind, t;
}

bool is_name(std::string_view text) {
  Lexer lexer(text);
  const Token t = lexer.next();
  return t.kind == TokenKind::Symbol && t.begin == 0 && t.end == text.size();
}

} // namespace nova
