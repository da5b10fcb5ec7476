#include "frontend/read/nesting.hpp"
#include "frontend/read/literal.hpp"
#include "frontend/read/malformed.hpp"

namespace nova {
namespace {

bool begins_line(const ReadState& s, uint32_t at) { return at == 0 || s.text[at - 1] == '\n'; }

void report_index(ReadState& s, uint32_t at) { s.errors.report("E0122", s.span(at, 1)); }

void collapse(ReadState& s, uint32_t first, DatumKind kind) {
  auto items = std::span(s.items).subspan(first);
  Datum* d = s.arena.make(kind, join(items.front()->span, items.back()->span));
  d->items = s.arena.items(items), d->bare = kind == DatumKind::List;
  s.items.resize(first);
  s.items.push_back(d);
}

void report_missing(ReadState& s, uint32_t separator, const char* where) {
  if (!s.top().faulty)
    s.errors.report(s.text[separator] == '|' ? "E0117" : "E0115", s.span(separator, 1), {where});
  s.top().faulty = true;
  add_nothing(s, {TokenKind::Nil, separator, separator + 1});
}

/// Makes one datum of the data after the last comma or bar: several become a list. If there are none, reports that a
/// datum is missing at the comma or bar at byte `separator`; `where` is "before" or "behind".
void finish_group(ReadState& s, uint32_t separator, const char* where) {
  ReadFrame& f = s.top();
  if (s.height() == f.group)
    report_missing(s, separator, where);
  else if (s.height() > f.group + 1)
    collapse(s, f.group, DatumKind::List);
}

/// Ends the head of a comprehension, which stands before its first bar. If the head has commas, reports that it must
/// be one expression, and makes it a tuple.
void finish_head(ReadState& s) {
  if (!s.top().commas) return;
  uint32_t start = s.top().start;
  s.errors.report("E0118", join(s.items[start]->span, s.items.back()->span));
  collapse(s, start, DatumKind::Tuple);
}

void finish_branch(ReadState& s) { collapse(s, s.top().branch, DatumKind::List); }

DatumKind kind_of(const ReadFrame& f) {
  if (f.bracket == '(') return f.commas ? DatumKind::Tuple : DatumKind::List;
  if (f.range != nowhere) return DatumKind::Range;
  return f.bars ? DatumKind::Comprehension : DatumKind::Vector;
}

std::string_view range_sign(const ReadState& s, uint32_t at) {
  return s.text.substr(at, s.text.substr(at).starts_with("..<") ? 3 : 2);
}

void report_range(ReadState& s, uint32_t at) {
  const std::string_view sign = range_sign(s, at);
  if (!s.top().faulty)
    s.errors.report("E0128", s.span(at, static_cast<uint32_t>(sign.size())), {std::string(sign)})
        .help("a range has brackets of its own: [1" + std::string(sign) + "n]");
  s.top().faulty = true, s.top().range = nowhere;
}

/// Checks that the innermost bracket, if it has a `..`, holds one datum on each side of it and nothing else.
void finish_range(ReadState& s) {
  const ReadFrame& f = s.top();
  if (f.range != nowhere && (f.commas || f.bars || s.height() != f.start + 2)) report_range(s, f.range);
}

/// Closes the innermost bracket at byte `end`: makes a datum of its items and adds this datum to the items of the
/// bracket around it.
void close_frame(ReadState& s, uint32_t end) {
  settle(s);
  check_comments(s);
  finish_range(s);
  if (s.top().commas || s.top().bars) finish_group(s, s.top().separator, "behind");
  if (s.top().bars) finish_branch(s);
  ReadFrame f = s.top();
  Datum* d = s.arena.make(kind_of(f), s.span(f.open, end - f.open));
  d->items = s.arena.items(std::span(s.items).subspan(f.start));
  d->integer = f.range != nowhere && range_sign(s, f.range).size() > 2;
  s.items.resize(f.start);
  s.frames.pop_back();
  --s.open_brackets(f.bracket);
  if (s.depth() == 0) s.layout.suspect = {};
  add(s, d);
}

/// Reports a closing bracket `t` when none is open, unless the error may follow from an earlier mismatch. A bracket
/// before `t` may have closed a form too early. So the text from the last datum that begins a line up to `t` is
/// marked as doubtful.
void extra_closer(ReadState& s, Token t) {
  if (s.forgiven > 0) return void(--s.forgiven);
  s.errors.report("E0102", s.span(t), {std::string(s.spelling(t))});
  size_t first = s.items.size();
  while (first > 0 && !begins_line(s, s.items[--first]->span.begin)) {
  }
  if (first < s.items.size()) s.doubtful.push_back(join(s.items[first]->span, s.span(t)));
}

/// Reports a closing bracket `t` of the wrong kind, when no bracket of that kind is open. The caller then treats `t`
/// as a bracket of the right kind.
void wrong_closer(ReadState& s, Token t) {
  s.errors.report("E0103", s.span(t), {std::string(s.spelling(t)), std::string(1, s.top().bracket)})
      .note(std::string("the `") + s.top().bracket + "` is opened here", s.span(s.top().open, 1));
}

/// Reports that the innermost bracket is not closed before the closing bracket `t`. `t` belongs to an outer bracket,
/// of the kind `bracket`. Closes all brackets inside of that outer bracket.
void missing_closer(ReadState& s, Token t, char bracket) {
  s.errors.report("E0101", s.span(s.top().open, 1), {std::string(1, s.top().bracket)})
      .note("the bracket around it is closed here", s.span(t));
  while (s.top().bracket != bracket) abandon_frame(s, t.begin);
}

void separate(ReadState& s, uint32_t separator) {
  settle(s);
  check_comments(s);
  finish_group(s, separator, "before");
  s.top().separator = separator;
  s.top().group = s.height();
}

} // namespace

void add(ReadState& s, const Datum* d) {
  if (!s.top().index) return s.items.push_back(d);
  const Datum* both[] = {s.items.back(), d};
  Datum* indexed = s.arena.make(DatumKind::Index, join(both[0]->span, d->span));
  indexed->items = s.arena.items(both);
  s.items.back() = indexed;
  s.top().index = false;
}

void add_value(ReadState& s, DatumKind kind, Token t, int64_t value) {
  Datum* d = s.arena.make(kind, s.span(t));
  d->integer = value;
  add(s, d);
}

void add_nothing(ReadState& s, Token t) { add_value(s, DatumKind::Nil, t, 0); }

void take_projection(ReadState& s, Token t) {
  if (s.height() == s.top().group) return bad_projection(s, t);
  const Datum* tuple = s.items.back();
  Datum position;
  position.text = s.spelling(t).substr(1), position.span = s.span(t);
  decode_integer(position, s.errors);
  Datum* d = s.arena.make(DatumKind::Project, join(tuple->span, s.span(t)));
  d->integer = position.integer;
  d->items = s.arena.items({&tuple, 1});
  s.items.back() = d;
}

void take_field(ReadState& s, Token t) {
  if (s.height() == s.top().group) return bad_projection(s, t);
  const Datum* record = s.items.back();
  Datum* d = s.arena.make(DatumKind::Field, join(record->span, s.span(t)));
  d->symbol = s.symbols.intern(s.spelling(t).substr(1));
  d->items = s.arena.items({&record, 1});
  s.items.back() = d;
}

void take_index(ReadState& s, Token t) {
  if (s.height() == s.top().group) return report_index(s, t.begin);
  s.top().index = true;
  s.index = t.begin;
}

void open_bracket(ReadState& s, Token t) {
  if (s.depth() >= s.limits.max_depth) return s.stop("E0124", s.span(t), s.limits.max_depth);
  if (s.layout.first_on_line && t.begin == s.layout.line_start) s.forgiven = 0;
  ReadFrame f;
  f.open = t.begin, f.column = t.begin - s.layout.line_start, f.bracket = s.text[t.begin];
  f.start = f.branch = f.group = s.height();
  s.frames.push_back(f);
  ++s.open_brackets(f.bracket);
}

void close_bracket(ReadState& s, Token t) {
  char bracket = s.text[t.begin] == ')' ? '(' : '[';
  if (s.depth() == 0) return extra_closer(s, t);
  if (s.top().bracket != bracket) {
    s.open_brackets(bracket) == 0 ? wrong_closer(s, t) : missing_closer(s, t, bracket);
    ++s.forgiven;
  }
  close_frame(s, t.end);
}

void abandon_frame(ReadState& s, uint32_t end) {
  s.top().faulty = true, s.top().index = false, s.top().comments = 0;
  close_frame(s, end);
}

/// Returns the numeral that the comma at `at` divides, without its commas, as 1000 for 1,000; nothing elsewhere, and for
/// a numeral that is longer than any number.
static std::optional<std::string> numeral_around(std::string_view text, size_t at) {
  constexpr size_t group = 3, longest = 40;
  const auto is_digit = [&](size_t k) { return k < text.size() && text[k] >= '0' && text[k] <= '9'; };
  size_t begin = at, end = at;
  while (begin > 0 && at - begin < longest && is_digit(begin - 1)) --begin;
  if (begin == at || at - begin == longest) return {};
  std::string numeral(text.substr(begin, at - begin));
  for (; end < text.size() && text[end] == ','; end += 1 + group) {
    if (!is_digit(end + 1) || !is_digit(end + 2) || !is_digit(end + group) || is_digit(end + group + 1))
      return {};
    if (numeral.size() > longest) return {};
    numeral += text.substr(end + 1, group);
  }
  return numeral;
}

void take_comma(ReadState& s, Token t) {
  if (s.depth() == 0) {
    const auto numeral = numeral_around(s.text, t.begin);
    constexpr size_t group = 4;                                                // a comma and three digits
    if (numeral && t.begin >= group && s.text[t.begin - group] == ',') return; // its first comma is reported
    Diagnostic& d = s.errors.report("E0116", s.span(t));
    if (numeral) d.help("digits are written without commas: " + *numeral);
    return;
  }
  separate(s, t.begin);
  s.top().commas = true;
}

void take_bar(ReadState& s, uint32_t bar) {
  separate(s, bar);
  s.top().bars ? finish_branch(s) : finish_head(s);
  s.top().bars = true;
  s.top().branch = s.top().group = s.height();
}

void take_range(ReadState& s, Token t) {
  const ReadFrame& f = s.top();
  const bool alone = !f.commas && !f.bars && f.range == nowhere && s.height() == f.start + 1;
  s.top().range = t.begin;
  if (!alone) report_range(s, t.begin);
}

void take_datum_comment(ReadState& s, Token t) {
  if (s.top().comments++ == 0) s.top().commented = s.height();
  s.comment = t.begin;
}

void settle(ReadState& s) {
  ReadFrame& f = s.top();
  if (f.index) report_index(s, s.index);
  f.index = false;
  if (f.comments == 0 || s.height() == f.commented) return;
  s.items.pop_back();
  --f.comments;
}

void check_comments(ReadState& s) {
  if (s.top().comments > 0) s.errors.report("E0123", s.span(s.comment, 2));
  s.top().comments = 0;
}

} // namespace nova
