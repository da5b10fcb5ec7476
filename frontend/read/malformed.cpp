#include "frontend/read/malformed.hpp"
#include "frontend/read/literal.hpp"
#include "frontend/read/nesting.hpp"
#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/expressions.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace nova {
namespace {

constexpr size_t most_utf8_errors = 10; ///< how many ranges of bytes that are not UTF-8 are reported

/// Returns the offset of the first Unicode space that does not separate words in Nova, such as a no-break space or a
/// wide space. Returns npos if there is none.
size_t find_other_blank(std::string_view text) {
  const auto is_other = [](char32_t c) {
    return c == 0xA0 || c == 0x202F || c == 0x205F || c == 0x3000 || (c >= 0x2000 && c <= 0x200A);
  };
  if (is_printable_ascii(text)) return text.npos;
  for (size_t at = 0; at < text.size(); at += decode_utf8(text, at).length)
    if (is_other(decode_utf8(text, at).value)) return at;
  return text.npos;
}

bool is_word(TokenKind k) {
  return k == TokenKind::Symbol || k == TokenKind::TypeVariable || k == TokenKind::BadNumeral;
}

} // namespace

void check_utf8(ReadState& s) {
  size_t at = find_invalid_utf8(s.text);
  for (size_t found = 0; at != s.text.npos && found < most_utf8_errors; ++found) {
    size_t end = at + 1;
    while (end < s.text.size() && !decode_utf8(s.text, end).valid) ++end;
    Span where{s.file, static_cast<uint32_t>(at), static_cast<uint32_t>(end), 0};
    s.errors.report("E0113", where, {inert(s.text.substr(at, std::min<size_t>(end - at, 8)))});
    at = find_invalid_utf8(s.text, end);
  }
}

bool take_other_blank(ReadState& s, Token t) {
  const std::string_view word = s.spelling(t);
  const size_t at = is_word(t.kind) ? find_other_blank(word) : word.npos;
  if (at == word.npos) return false;
  const CodePoint blank = decode_utf8(word, at);
  s.errors
      .report("E0114", s.span(t.begin + static_cast<uint32_t>(at), static_cast<uint32_t>(blank.length)),
              {fmt::format("\\u{:04x}", static_cast<uint32_t>(blank.value))})
      .help("this is a no-break space, or its like, as pages and word processors have it: write a blank in "
            "its place");
  s.doubtful.push_back(s.span(t)); // the words that the blank joins would only raise further errors
  add_nothing(s, t);
  return true;
}

void never_closed(ReadState& s, const char* code, Token t, uint32_t length) {
  s.errors.report(code, s.span(t.begin, length));
  s.stopped = true; // the token is the rest of the text
}

/// Returns the form that a text such as `1+2` means; nothing if it is no operator with its operands.
static std::optional<std::string> joined_by_operators(std::string_view text) {
  const auto words = other_words(text);
  if (!words || words->size() < 3) return {};
  if (words->back().text == "i") return {}; // a complex number is meant
  for (const OtherWord& w : *words)
    if (w.kind == OtherWord::Numeral && w.text.find_first_not_of("0123456789.") != w.text.npos) return {};
  const auto e = nova_expression(text);
  return e && e->starts_with('(') ? e : std::nullopt;
}

void bad_numeral(ReadState& s, Token t) {
  const auto e = joined_by_operators(s.spelling(t));
  s.errors.report("E0106", s.span(t), {s.shown(t)})
      .help(e ? "operators stand in front, with blanks between: " + *e : explain_numeral(s.spelling(t)));
  add_nothing(s, t);
}

void bad_character(ReadState& s, Token t) {
  report_bad_character(s.spelling(t), s.span(t), s.errors);
  add_nothing(s, t);
}

/// Returns the text `, the whole form (f [1 2])` where the form around the token has more in it than quoted data.
static std::string whole_form_help(const ReadState& s) {
  if (s.frames.size() < 2 || s.frames[1].bracket != '(') return {};
  const auto whole = form_without_quotes(s.text.substr(s.frames[1].open));
  return whole ? ", the whole form " + *whole : std::string();
}

void bad_hash(ReadState& s, Token t) {
  Diagnostic& d = s.errors.report("E0119", s.span(t), {s.shown(t)});
  const bool vector = s.spelling(t) == "#" && t.end < s.text.size() && s.text[t.end] == '(';
  if (vector) {
    const std::string_view list = s.text.substr(t.end, s.text.find(')', t.end) - t.end);
    std::string body(list.substr(1));
    for (size_t at = body.find(" % "); at != body.npos; at = body.find(" % ")) body.replace(at, 3, " x ");
    if (body != list.substr(1))
      d.help("a function is (lambda (x) (" + body + "))"); // #(+ % 1) of Clojure
    else
      d.help("a vector is written in brackets: [" + shorten(list.substr(1), 40) + "]" + whole_form_help(s));
    s.doubtful.push_back(s.span(t));
    return take_datum_comment(s, t);
  }
  if (s.spelling(t) == "|#") return void(d.help("a block comment is opened by `#|`"));
  const std::string_view word = s.spelling(t);
  const std::string_view behind = s.text.substr(t.end, s.text.find_first_of(" )\n", t.end) - t.end);
  if (word == "#" && behind.size() > 1 && behind[0] == '\'') // #'f of a Lisp
    d.help("a function is its name alone: " + std::string(behind.substr(1)));
  else if (word.starts_with("#!") && word.size() > 2)
    d.help("a call gives all parameters a value: none of them may be left out");
  else if (s.spelling(t) == "#true" || s.spelling(t) == "#false")
    d.help("write `" + std::string(s.spelling(t).substr(1)) + "`");
  else
    d.help("`#` begins `#t`, `#f`, a character `#\\a`, a comment `#|` or `#;`; a line's comment begins "
           "with `;`");
  add_nothing(s, t);
}

bool quotes_list(const ReadState& s, uint32_t at) {
  return at < s.text.size() && (s.text[at] == '(' || s.text[at] == '[');
}

void quoted_list(ReadState& s, Token t) {
  const auto data = quoted_data(s.text.substr(t.end));
  const std::string whole = data ? whole_form_help(s) : std::string();
  const std::string form = data ? data->form : "[1 2 3]";
  const bool tuple = form.starts_with('(');
  s.errors.report("E0127", s.span(t), {s.shown(t)})
      .help((data && data->symbols ? "symbols are texts here: " + form
             : tuple               ? "a pair is " + form
                                   : "a vector is " + form) +
            (whole.empty() ? "; a macro makes forms, (define-macro name ((_ pattern ...) template) ...)"
                           : whole));
  s.doubtful.push_back(s.span(t));
  take_datum_comment(s, t);
}

void bad_quote(ReadState& s, Token t) {
  if (quotes_list(s, t.end)) return quoted_list(s, t);
  const std::string_view before = s.text.substr(0, t.begin);
  const bool closes = before.substr(before.rfind('\n') + 1).find('\'') != before.npos; // 'text'
  if (!closes && t.begin > 0 && std::isalnum(static_cast<unsigned char>(s.text[t.begin - 1])))
    return void(s.errors.report("E0120", s.span(t), {"'"})
                    .help("a matrix's rows and columns change places by (transpose m); a text is \"a\""));
  s.errors.report("E0120", s.span(t), {"'"})
      .help("there is no quoted data; a character is written #\\a, a string \"a\"");
}

void bad_projection(ReadState& s, Token t) {
  s.errors.report("E0121", s.span(t), {s.shown(t)})
      .help("a position is a number, as in p.0; a function stands in front: (f p)");
}

void control_bytes(ReadState& s, Token t) {
  s.errors.report("E0114", s.span(t), {inert(shorten(s.spelling(t), 8))});
}

} // namespace nova
