// The reader's loop: takes tokens one by one, up to the end of the text or an error that ends reading.
#include "frontend/read/reader.hpp"
#include "frontend/read/atoms.hpp"
#include "frontend/read/braces.hpp"
#include "frontend/read/damage.hpp"
#include "frontend/read/layout.hpp"
#include "frontend/read/malformed.hpp"
#include "frontend/read/nesting.hpp"
#include "frontend/read/other/lines.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr size_t most_errors = 100; ///< after so many errors, reading ends: the text is hardly a Nova program

bool is_postfix(TokenKind k) {
  return k == TokenKind::Project || k == TokenKind::Field || k == TokenKind::Index;
}

/// Whether a token of the kind `k` may be the index after a `!`.
bool begins_datum(TokenKind k) {
  return k == TokenKind::Open || (k >= TokenKind::Symbol && k <= TokenKind::String) ||
         k == TokenKind::BadNumeral || k == TokenKind::BadCharacter || k == TokenKind::BadHash;
}

void take(ReadState& s, Token t, Lexer& lexer) {
  bool continues = is_postfix(t.kind) || (s.top().index && t.begin == s.index + 1 && begins_datum(t.kind));
  if (!continues) settle(s);
  if (take_other_blank(s, t) || take_braces(s, t, lexer)) return;
  switch (t.kind) {
  case TokenKind::Open: return open_bracket(s, t);
  case TokenKind::Close: return close_bracket(s, t);
  case TokenKind::Comma: return take_comma(s, t);
  case TokenKind::Bar: return take_bar(s, t.begin);
  case TokenKind::Symbol: return take_symbol(s, t);
  case TokenKind::TypeVariable: return take_type_variable(s, t);
  case TokenKind::Integer: return take_integer(s, t);
  case TokenKind::Floating: return take_floating(s, t);
  case TokenKind::Complex: return take_complex(s, t);
  case TokenKind::Boolean: return take_boolean(s, t);
  case TokenKind::Nil: return add_value(s, DatumKind::Nil, t, 0);
  case TokenKind::Character: return take_character(s, t);
  case TokenKind::String: return take_string(s, t);
  case TokenKind::Project: return take_projection(s, t);
  case TokenKind::Field: return take_field(s, t);
  case TokenKind::Index: return take_index(s, t);
  case TokenKind::Range: return take_range(s, t);
  case TokenKind::DatumComment: return take_datum_comment(s, t);
  case TokenKind::OpenString: return never_closed(s, "E0104", t, 1);
  case TokenKind::OpenComment: return never_closed(s, "E0105", t, 2);
  case TokenKind::BadNumeral: return bad_numeral(s, t);
  case TokenKind::BadCharacter: return bad_character(s, t);
  case TokenKind::BadHash: return bad_hash(s, t);
  case TokenKind::BadQuote: return bad_quote(s, t);
  case TokenKind::BadProjection: return bad_projection(s, t);
  case TokenKind::ControlBytes: return control_bytes(s, t);
  case TokenKind::End: return;
  }
}

/// If the token `t` begins a line at top level that is one of another language, reports the line (E0130), adds nil in its
/// place, and moves the lexer behind what belongs to it. Returns whether that was so.
bool take_other_line(ReadState& s, Token t, Lexer& lexer) {
  if (!s.limits.other_lines || s.depth() > 0 || !s.layout.first_on_line || s.top().comments > 0 ||
      s.top().index)
    return false;
  const auto other = find_other_line(s.text, t.begin);
  if (!other) return false;
  settle(s);
  const std::string_view line = s.text.substr(t.begin, other->shown - t.begin);
  const size_t size = line.find_last_not_of(" \t\r") + 1;
  Diagnostic& d = s.errors.report("E0130", s.span(t.begin, static_cast<uint32_t>(size)),
                                  {std::string(other->what), other->function});
  d.help(other->help);
  if (!other->note.empty()) d.help(other->note);
  const Token all{TokenKind::Nil, t.begin, static_cast<uint32_t>(other->end)};
  s.doubtful.push_back(s.span(all)); // names in it are not looked for
  add_nothing(s, all);
  s.layout.previous_end = all.end;
  lexer.move_to(all.end);
  return true;
}

/// Reads the text from the offset `begin` on. Leaves its data in `s.items` and its errors in `s.errors`.
void read_all(ReadState& s, uint32_t begin = 0) {
  check_utf8(s);
  s.frames.emplace_back();
  Lexer lexer(s.text);
  if (begin > 0) lexer.move_to(begin); // at 0, the lexer has left out a line `#!`
  while (!s.stopped) {
    Watch::poll();
    Token t = lexer.next(s.top().bracket == '[');
    if (t.kind == TokenKind::End) break;
    const uint32_t before = std::exchange(s.layout.previous_end, t.end);
    note_layout(s, t, before);
    if (ends_open_form(s, t)) close_open_form(s, before);
    if (!take_other_line(s, t, lexer)) take(s, t, lexer);
    if (s.errors.all().size() >= most_errors) s.stop("E0125", s.span(t), most_errors);
  }
  finish(s);
  if (!s.errors.all().empty()) mark_damage(s);
}

/// Moves all diagnostics from `errors` to `out`, in the order of their positions in the text.
void report_errors(Diagnostics& errors, Diagnostics& out) {
  auto found = errors.take();
  std::ranges::stable_sort(found, {}, [](const Diagnostic& d) { return d.span.begin; });
  for (Diagnostic& d : found) out.report(d.code, d.span, std::move(d.args)).notes = std::move(d.notes);
}

} // namespace

std::vector<const Datum*> read(const Sources& sources, FileId file, Symbols& symbols, DatumArena& arena,
                               Diagnostics& out, ReadLimits limits) {
  const std::string_view text = sources.text(file);
  if (text.size() >= nowhere)
    return out.report("E0126", {file, 0, 0, 0}, {std::to_string(text.size())}), std::vector<const Datum*>{};
  std::optional<ReadState> s;
  s.emplace(text, file, symbols, arena, limits, false);
  try {
    read_all(*s);
    if (s->left_open) {
      s.emplace(text, file, symbols, arena, limits, true);
      read_all(*s);
    }
    report_errors(s->errors, out);
    return std::move(s->items);
  } catch (const Fault& limit) {
    return out.report(limit.code, s->span(s->layout.previous_end, 0), limit.args),
           std::vector<const Datum*>{};
  }
}

const Datum* read_form(const Sources& sources, Span form, Symbols& symbols, DatumArena& arena,
                       Diagnostics& out) {
  ReadState s(sources.text(form.file).substr(0, form.end), form.file, symbols, arena, {.other_lines = false},
              false);
  read_all(s, form.begin);
  report_errors(s.errors, out);
  return s.items.front();
}

bool is_complete(std::string_view text) {
  if (const size_t at = text.find_first_not_of(" \t\n"); at != text.npos && find_other_line(text, at))
    return !goes_on_below(text);
  Lexer lexer(text);
  std::string open;
  TokenKind last = TokenKind::End;
  for (Token t = lexer.next(); t.kind != TokenKind::End; t = lexer.next()) {
    last = t.kind;
    if (t.kind == TokenKind::OpenString || t.kind == TokenKind::OpenComment) return false;
    if (t.kind == TokenKind::Open) open += text[t.begin] == '(' ? ')' : ']';
    if (t.kind != TokenKind::Close) continue;
    if (open.empty() || open.back() != text[t.begin]) return true; // this is an error, whatever follows
    open.pop_back();
  }
  return open.empty() && last != TokenKind::DatumComment;
}

} // namespace nova
