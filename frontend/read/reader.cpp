// Nests tokens with an explicit stack. Data lie on one stack of items; a frame per open bracket knows where
// its own begin, so that a million open brackets cost a million frames on the heap and nothing on the
// machine's stack.
#include "frontend/read/reader.hpp"
#include "frontend/read/lexer.hpp"
#include "frontend/read/literal.hpp"
#include "frontend/source/utf8.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace nova {
namespace {

constexpr size_t most_errors = 100;     ///< a file that is no Nova at all is not worth more
constexpr size_t most_utf8_errors = 10; ///< of these, at most so many bytes that are no UTF-8
constexpr uint32_t nowhere = std::numeric_limits<uint32_t>::max();

/// An open bracket. Places in the text are bytes; start, branch and group are places on the stack of items:
///
///   [a b, c | d, e     start = a, branch = d, group = e
struct Frame {
  uint32_t open = 0, column = 0; ///< the bracket, and its bytes from the start of its line
  uint32_t start = 0;            ///< the first item
  uint32_t branch = 0;           ///< the first item since the last |
  uint32_t group = 0;            ///< the first item since the last , or |
  uint32_t separator = nowhere;  ///< the last , or |
  uint32_t comments = 0;         ///< how many `#;` wait for their datum
  uint32_t commented = 0;        ///< where that datum will lie
  char bracket = 0;              ///< ( or [; 0 for the file itself
  bool commas = false, bars = false;
  bool index = false;  ///< a ! waits for its index
  bool faulty = false; ///< a missing datum has been reported
};

/// A bracket whose text goes on as if the bracket had been closed: where a `)` is missing, it is missing
/// here.
struct Suspect {
  uint32_t open = nowhere;
  Span at{};
};

bool is_postfix(TokenKind k) { return k == TokenKind::Project || k == TokenKind::Index; }

/// What may follow the ! of an index.
bool begins_datum(TokenKind k) {
  return k == TokenKind::Open || (k >= TokenKind::Symbol && k <= TokenKind::String) ||
         k == TokenKind::BadNumeral || k == TokenKind::BadCharacter || k == TokenKind::BadHash;
}

/// Where a blank of Unicode stands that is none of Nova's: no-break spaces, spaces of other widths; npos if
/// nowhere.
size_t find_other_blank(std::string_view text) {
  const auto is_other = [](char32_t c) {
    return c == 0xA0 || c == 0x202F || c == 0x205F || c == 0x3000 || (c >= 0x2000 && c <= 0x200A);
  };
  for (size_t at = 0; at < text.size(); at += decode_utf8(text, at).length)
    if (is_other(decode_utf8(text, at).value)) return at;
  return text.npos;
}

/// Forms that stand at top level, mostly at the start of a line.
constexpr std::string_view definition_words[] = {"define", "define-macro", "define-datatype", "types",
                                                 "module", "import",       "foreign"};

/// Errors that leave the nesting in doubt.
bool concerns_brackets(std::string_view code) {
  static constexpr std::string_view codes[] = {"E0101", "E0102", "E0103", "E0104", "E0105", "E0124", "E0125"};
  return std::ranges::find(codes, code) != std::end(codes);
}

class Reader {
 public:
  /// `recovering`: a bracket is known to be left open, so that a definition at the column of an open one ends
  /// that.
  Reader(std::string_view text, FileId file, Symbols& symbols, DatumArena& arena, ReadLimits limits,
         bool recovering)
      : text_(text), file_(file), symbols_(symbols), arena_(arena), limits_(limits), recovering_(recovering),
        lexer_(text) {}

  std::vector<const Datum*> read() {
    check_utf8();
    frames_.emplace_back();
    while (!stopped_) {
      Watch::poll();
      Token t = lexer_.next(top().bracket == '[');
      if (t.kind == TokenKind::End) break;
      const uint32_t before = std::exchange(previous_end_, t.end);
      note_layout(t, before);
      if (ends_open_form(t)) close_open_form(before);
      take(t);
      if (errors_.all().size() >= most_errors) stop("E0125", span(t), most_errors);
    }
    finish();
    if (!errors_.all().empty()) mark_damage();
    return std::move(stack_);
  }
  /// Where it is in the text.
  Span here() const { return span(previous_end_, 0); }
  /// A bracket was left open up to the end.
  bool left_open() const { return left_open_; }
  /// In the order of the text.
  std::vector<Diagnostic> errors() {
    auto errors = errors_.take();
    std::ranges::stable_sort(errors, {}, [](const Diagnostic& d) { return d.span.begin; });
    return errors;
  }

 private:
  std::string_view text_;
  FileId file_;
  Symbols& symbols_;
  DatumArena& arena_;
  ReadLimits limits_;
  bool recovering_;
  Lexer lexer_;
  Diagnostics errors_;
  std::vector<Frame> frames_;
  std::vector<const Datum*> stack_;
  size_t open_parens_ = 0, open_squares_ = 0;
  uint32_t line_start_ = 0, previous_end_ = 0;
  uint32_t comment_ = 0, index_ = 0; ///< the last `#;` and the last index operator
  Suspect suspect_;
  bool stopped_ = false, left_open_ = false, first_on_line_ = false;
  std::vector<Span> doubtful_; ///< text whose nesting is in doubt, beyond the errors' own places
  uint32_t forgiven_ = 0;      ///< closers that may be one too many, after one was taken for another

  Frame& top() { return frames_.back(); }
  uint32_t depth() const { return static_cast<uint32_t>(frames_.size() - 1); }
  uint32_t height() const { return static_cast<uint32_t>(stack_.size()); }
  Span span(uint32_t begin, uint32_t length) const { return {file_, begin, begin + length, 0}; }
  Span span(Token t) const { return {file_, t.begin, t.end, 0}; }
  std::string_view spelling(Token t) const { return text_.substr(t.begin, t.end - t.begin); }
  std::string shown(Token t) const { return shorten(spelling(t)); }
  size_t& open_brackets(char bracket) { return bracket == '(' ? open_parens_ : open_squares_; }

  void stop(const char* code, Span at, uint64_t limit) {
    errors_.report(code, at, {std::to_string(limit)});
    stopped_ = true;
  }

  void take(Token t) {
    bool continues = is_postfix(t.kind) || (top().index && t.begin == index_ + 1 && begins_datum(t.kind));
    if (!continues) settle();
    if (const size_t blank = find_other_blank(spelling(t)); blank != text_.npos && is_word(t.kind))
      return other_blank(t, blank);
    switch (t.kind) {
    case TokenKind::Open: return open(t);
    case TokenKind::Close: return close(t);
    case TokenKind::Comma: return comma(t);
    case TokenKind::Bar: return separate_branches(t.begin);
    case TokenKind::Symbol: return take_symbol(t);
    case TokenKind::TypeVariable: return take_type_variable(t);
    case TokenKind::Integer: return take_integer(t);
    case TokenKind::Floating: return take_floating(t);
    case TokenKind::Boolean:
      return take_value(DatumKind::Boolean, t, spelling(t) == "#t" || spelling(t) == "true");
    case TokenKind::Nil: return take_value(DatumKind::Nil, t, 0);
    case TokenKind::Character: return take_character(t);
    case TokenKind::String: return take_string(t);
    case TokenKind::Project: return project(t);
    case TokenKind::Index: return index(t);
    case TokenKind::DatumComment: return comment_datum(t);
    case TokenKind::OpenString: return never_closed("E0104", t, 1);
    case TokenKind::OpenComment: return never_closed("E0105", t, 2);
    case TokenKind::BadNumeral: return bad_numeral(t);
    case TokenKind::BadCharacter: return bad_character(t);
    case TokenKind::BadHash: return bad_hash(t);
    case TokenKind::BadQuote: return bad_quote(t);
    case TokenKind::BadProjection: return bad_projection(t);
    case TokenKind::ControlBytes: return control_bytes(t);
    case TokenKind::End: return;
    }
  }

  static bool is_word(TokenKind k) {
    return k == TokenKind::Symbol || k == TokenKind::TypeVariable || k == TokenKind::BadNumeral;
  }
  /// A blank of word processors and web pages, which looks like one but belongs to the word; what it has
  /// joined would only raise further errors.
  void other_blank(Token t, size_t at) {
    const Span where =
        span(t.begin + static_cast<uint32_t>(at), static_cast<uint32_t>(decode_utf8(spelling(t), at).length));
    errors_
        .report("E0114", where,
                {fmt::format("\\u{:04x}", static_cast<uint32_t>(decode_utf8(spelling(t), at).value))})
        .help("this is a no-break space, or its like, as pages and word processors have it: write a blank in "
              "its place");
    doubtful_.push_back(span(t));
    add_nothing(t);
  }

  // Atoms.

  /// A datum is there, complete but for what may touch it behind.
  void add(const Datum* d) {
    if (!top().index) return stack_.push_back(d);
    const Datum* both[] = {stack_.back(), d};
    Datum* indexed = arena_.make(DatumKind::Index, join(both[0]->span, d->span));
    indexed->items = arena_.items(both);
    stack_.back() = indexed;
    top().index = false;
  }
  void take_value(DatumKind kind, Token t, int64_t value) {
    Datum* d = arena_.make(kind, span(t));
    d->integer = value;
    add(d);
  }
  /// In place of what reads as nothing, so that no error follows from an error.
  void add_nothing(Token t) { take_value(DatumKind::Nil, t, 0); }

  Symbol name(Token t, uint32_t from) {
    std::string_view text = text_.substr(from, t.end - from);
    if (has_invisible(text)) errors_.report("E0114", span(t), {inert(shorten(text))});
    return symbols_.intern(text == "→" ? "->" : text == "←" ? "<-" : text); // as papers print them
  }
  void take_symbol(Token t) {
    if (spelling(t) == "`" && quotes_list(t.end)) return quoted_list(t);
    Datum* d = arena_.make(DatumKind::Symbol, span(t));
    d->symbol = name(t, t.begin);
    add(d);
  }
  void take_type_variable(Token t) {
    Datum* d = arena_.make(DatumKind::TypeVariable, span(t));
    d->symbol = name(t, t.begin + 1);
    if (spelling(t).find("->") != std::string_view::npos || spelling(t).find("→") != std::string_view::npos)
      errors_.report("E0120", span(t), {shown(t)}).help("an arrow stands alone: 'a -> 'b");
    add(d);
  }
  void take_integer(Token t) {
    Datum* d = arena_.make(DatumKind::Integer, span(t));
    d->text = spelling(t);
    decode_integer(*d, errors_);
    add(d);
  }
  void take_floating(Token t) {
    Datum* d = arena_.make(DatumKind::Floating, span(t));
    d->text = spelling(t);
    decode_floating(*d, errors_);
    add(d);
  }
  void take_character(Token t) {
    take_value(DatumKind::Character, t, decode_character(spelling(t), span(t), errors_));
  }
  void take_string(Token t) {
    Datum* d = arena_.make(DatumKind::String, span(t));
    std::string_view bytes = spelling(t).substr(1, t.end - t.begin - 2);
    bool plain = bytes.find('\\') == std::string_view::npos;
    d->text = plain ? bytes : arena_.text(decode_string(spelling(t), span(t), errors_));
    add(d);
  }

  // What touches a datum behind.

  void project(Token t) {
    if (height() == top().group) return bad_projection(t);
    const Datum* tuple = stack_.back();
    Datum position;
    position.text = spelling(t).substr(1), position.span = span(t);
    decode_integer(position, errors_);
    Datum* d = arena_.make(DatumKind::Project, join(tuple->span, span(t)));
    d->integer = position.integer;
    d->items = arena_.items({&tuple, 1});
    stack_.back() = d;
  }
  void index(Token t) {
    if (height() == top().group) return report_index(t.begin);
    top().index = true;
    index_ = t.begin;
  }
  void report_index(uint32_t at) { errors_.report("E0122", span(at, 1)); }

  // Brackets.

  void open(Token t) {
    if (depth() >= limits_.max_depth) return stop("E0124", span(t), limits_.max_depth);
    if (first_on_line_ && t.begin == line_start_) forgiven_ = 0;
    Frame f;
    f.open = t.begin, f.column = t.begin - line_start_, f.bracket = text_[t.begin];
    f.start = f.branch = f.group = height();
    frames_.push_back(f);
    ++open_brackets(f.bracket);
  }
  void close(Token t) {
    char bracket = text_[t.begin] == ')' ? '(' : '[';
    if (depth() == 0) return extra_closer(t);
    if (top().bracket != bracket) {
      open_brackets(bracket) == 0 ? wrong_closer(t) : missing_closer(t, bracket);
      ++forgiven_;
    }
    close_frame(t.end);
  }
  /// One too many; that it closed a form too early makes all of its line suspect.
  void extra_closer(Token t) {
    if (forgiven_ > 0) return void(--forgiven_);
    errors_.report("E0102", span(t), {std::string(spelling(t))});
    size_t first = stack_.size();
    while (first > 0 && !begins_line(stack_[--first]->span.begin)) {
    }
    if (first < stack_.size()) doubtful_.push_back(join(stack_[first]->span, span(t)));
  }
  bool begins_line(uint32_t at) const { return at == 0 || text_[at - 1] == '\n'; }
  /// No bracket of its kind is open: it stands for the right one.
  void wrong_closer(Token t) {
    errors_.report("E0103", span(t), {std::string(spelling(t)), std::string(1, top().bracket)})
        .note(std::string("the `") + top().bracket + "` is opened here", span(top().open, 1));
  }
  /// It closes a bracket further out: the one inside was forgotten.
  void missing_closer(Token t, char bracket) {
    errors_.report("E0101", span(top().open, 1), {std::string(1, top().bracket)})
        .note("the bracket around it is closed here", span(t));
    while (top().bracket != bracket) abandon_frame(t.begin);
  }
  /// The innermost bracket, which ends at byte `end`, becomes a datum of the bracket around it.
  void close_frame(uint32_t end) {
    settle();
    check_comments();
    if (top().commas || top().bars) finish_group(top().separator, "behind");
    if (top().bars) finish_branch();
    Frame f = top();
    Datum* d = arena_.make(kind_of(f), span(f.open, end - f.open));
    d->items = arena_.items(std::span(stack_).subspan(f.start));
    stack_.resize(f.start);
    frames_.pop_back();
    --open_brackets(f.bracket);
    if (depth() == 0) suspect_ = {};
    add(d);
  }
  static DatumKind kind_of(const Frame& f) {
    if (f.bracket == '(') return f.commas ? DatumKind::Tuple : DatumKind::List;
    return f.bars ? DatumKind::Comprehension : DatumKind::Vector;
  }
  /// Closes a bracket that the text leaves open: what else is wrong with it follows from that.
  void abandon_frame(uint32_t end) {
    top().faulty = true, top().index = false, top().comments = 0;
    close_frame(end);
  }

  // Separators.

  /// The data since the last separator become one: several read as if parenthesised, none is an error.
  void finish_group(uint32_t separator, const char* where) {
    Frame& f = top();
    if (height() == f.group)
      report_missing(separator, where);
    else if (height() > f.group + 1)
      collapse(f.group, DatumKind::List);
  }
  void report_missing(uint32_t separator, const char* where) {
    if (!top().faulty)
      errors_.report(text_[separator] == '|' ? "E0117" : "E0115", span(separator, 1), {where});
    top().faulty = true;
    add_nothing({TokenKind::Nil, separator, separator + 1});
  }
  void collapse(uint32_t first, DatumKind kind) {
    auto items = std::span(stack_).subspan(first);
    Datum* d = arena_.make(kind, join(items.front()->span, items.back()->span));
    d->items = arena_.items(items);
    stack_.resize(first);
    stack_.push_back(d);
  }
  void comma(Token t) {
    if (depth() == 0) return void(errors_.report("E0116", span(t)));
    separate(t.begin);
    top().commas = true;
  }
  void separate(uint32_t separator) {
    settle();
    check_comments();
    finish_group(separator, "before");
    top().separator = separator;
    top().group = height();
  }
  void separate_branches(uint32_t bar) {
    separate(bar);
    top().bars ? finish_branch() : finish_head();
    top().bars = true;
    top().branch = top().group = height();
  }
  /// Before the first bar of a comprehension stands one expression.
  void finish_head() {
    if (!top().commas) return;
    uint32_t start = top().start;
    errors_.report("E0118", join(stack_[start]->span, stack_.back()->span));
    collapse(start, DatumKind::Tuple);
  }
  void finish_branch() { collapse(top().branch, DatumKind::List); }

  // Datum comments.

  void comment_datum(Token t) {
    if (top().comments++ == 0) top().commented = height();
    comment_ = t.begin;
  }
  /// Nothing touches the last datum behind: drops it if a `#;` waits for it.
  void settle() {
    Frame& f = top();
    if (f.index) report_index(index_);
    f.index = false;
    if (f.comments == 0 || height() == f.commented) return;
    stack_.pop_back();
    --f.comments;
  }
  void check_comments() {
    if (top().comments > 0) errors_.report("E0123", span(comment_, 2));
    top().comments = 0;
  }

  // What reads as nothing.

  void never_closed(const char* code, Token t, uint32_t length) {
    errors_.report(code, span(t.begin, length));
    stopped_ = true; // the token is the rest of the text
  }
  void bad_numeral(Token t) {
    errors_.report("E0106", span(t), {shown(t)}).help(explain_numeral(spelling(t)));
    add_nothing(t);
  }
  void bad_character(Token t) {
    report_bad_character(spelling(t), span(t), errors_);
    add_nothing(t);
  }
  void bad_hash(Token t) {
    Diagnostic& d = errors_.report("E0119", span(t), {shown(t)});
    if (spelling(t) == "|#") return void(d.help("a block comment is opened by `#|`"));
    if (spelling(t) == "#true" || spelling(t) == "#false")
      d.help("write `" + std::string(spelling(t).substr(1)) + "`");
    else
      d.help("`#` begins `#t`, `#f`, a character `#\\a`, a comment `#|` or `#;`; a line's comment begins "
             "with `;`");
    add_nothing(t);
  }
  bool quotes_list(uint32_t at) const { return at < text_.size() && (text_[at] == '(' || text_[at] == '['); }
  /// What it quotes is left out: it would only raise further errors.
  void quoted_list(Token t) {
    errors_.report("E0127", span(t), {shown(t)})
        .help("a vector is [1 2 3]; a macro makes forms, (define-macro name ((_ pattern ...) template) ...)");
    doubtful_.push_back(span(t));
    comment_datum(t);
  }
  void bad_quote(Token t) {
    if (quotes_list(t.end)) return quoted_list(t);
    errors_.report("E0120", span(t), {"'"})
        .help("there is no quoted data; a character is written #\\a, a string \"a\"");
  }
  void bad_projection(Token t) {
    errors_.report("E0121", span(t), {shown(t)})
        .help("a position is a number, as in p.0; a function stands in front: (f p)");
  }
  void control_bytes(Token t) { errors_.report("E0114", span(t), {inert(shorten(spelling(t), 8))}); }

  /// Everywhere, comments and strings included: a file is UTF-8 or it is not.
  void check_utf8() {
    size_t at = find_invalid_utf8(text_);
    for (size_t found = 0; at != text_.npos && found < most_utf8_errors; ++found) {
      size_t end = at + 1;
      while (end < text_.size() && !decode_utf8(text_, end).valid) ++end;
      Span where{file_, static_cast<uint32_t>(at), static_cast<uint32_t>(end), 0};
      errors_.report("E0113", where, {inert(text_.substr(at, std::min<size_t>(end - at, 8)))});
      at = find_invalid_utf8(text_, end);
    }
  }

  // Missing closers.

  /// Keeps the start of the line, and the first bracket that the indentation says should have been closed by
  /// now.
  void note_layout(Token t, uint32_t previous_end) {
    size_t newline = text_.substr(previous_end, t.begin - previous_end).rfind('\n');
    first_on_line_ = newline != text_.npos || previous_end == 0;
    if (newline != text_.npos) line_start_ = static_cast<uint32_t>(previous_end + newline + 1);
    bool left =
        first_on_line_ && depth() > 0 && t.kind != TokenKind::Close && t.begin - line_start_ <= top().column;
    if (left && suspect_.open == nowhere) suspect_ = {top().open, span(t)};
    if (t.kind == TokenKind::String && (newline = spelling(t).rfind('\n')) != text_.npos)
      line_start_ = static_cast<uint32_t>(t.begin + newline + 1);
  }
  /// How many frames hold top-level forms: the file's and, if all stands in a module, the module's.
  size_t outer_frames() const {
    bool module = frames_.size() > 1 && stack_.size() > frames_[1].start &&
                  stack_[frames_[1].start]->is(DatumKind::Symbol) &&
                  symbols_.text(stack_[frames_[1].start]->symbol) == "module";
    return module ? 2 : 1;
  }
  bool ends_open_form(Token t) const {
    if (!recovering_ || !first_on_line_ || t.kind != TokenKind::Open || text_[t.begin] != '(') return false;
    const size_t outer = outer_frames();
    if (frames_.size() <= outer || t.begin - line_start_ != frames_[outer].column) return false;
    std::string_view rest = text_.substr(t.end);
    return std::ranges::any_of(definition_words, [&](std::string_view word) {
      return rest.starts_with(word) && rest.size() > word.size() &&
             std::string_view(" \t\r\n(").find(rest[word.size()]) != rest.npos;
    });
  }
  void close_open_form(uint32_t end) {
    settle();
    report_left_open();
    const size_t outer = outer_frames();
    while (frames_.size() > outer) abandon_frame(end);
    suspect_ = {};
  }
  void finish() {
    settle();
    check_comments();
    left_open_ = depth() > 0 && !stopped_;
    if (left_open_) {
      Diagnostic& d = report_left_open();
      if (depth() > 1 && frames_[1].open != d.span.begin)
        d.note(std::to_string(depth()) + " brackets are open at the end; the outermost is this",
               span(frames_[1].open, 1));
    }
    while (depth() > 0) abandon_frame(static_cast<uint32_t>(text_.size()));
    settle();
  }
  Diagnostic& report_left_open() {
    bool suspected = suspect_.open != nowhere;
    uint32_t at = suspected ? suspect_.open : top().open;
    Diagnostic& d = errors_.report("E0101", span(at, 1), {std::string(1, text_[at])});
    if (suspected) d.note("by its indentation, what stands here is no longer inside", suspect_.at);
    if (has_comment_behind(at)) d.help("a `;` begins a comment: nothing behind it in the line is read");
    return d;
  }
  /// In its own line, with a bracket in it.
  bool has_comment_behind(uint32_t at) const {
    const std::string_view line = text_.substr(at, text_.find('\n', at) - at);
    const size_t comment = line.find(';');
    return comment != line.npos && line.find_first_of(")]", comment) != line.npos;
  }

  // Damage.

  Damage damage_of(Span at) const {
    const auto overlaps = [&](Span s) { return s.begin < at.end && at.begin < s.end; };
    Damage damage = Damage::None;
    for (const Diagnostic& d : errors_.all())
      if (overlaps(d.span))
        damage = std::max(damage, concerns_brackets(d.code) ? Damage::Brackets : Damage::Inside);
    return std::ranges::any_of(doubtful_, overlaps) ? Damage::Brackets : damage;
  }
  /// Top-level data with errors in them say so, and so do their items: a module's are forms of their own.
  void mark_damage() {
    for (const Datum*& form : stack_) {
      if (damage_of(form->span) == Damage::None) continue;
      std::vector<const Datum*> items(form->items.begin(), form->items.end());
      for (const Datum*& item : items) item = marked(*item, damage_of(item->span));
      Datum* copy = marked(*form, damage_of(form->span));
      copy->items = arena_.items(items);
      form = copy;
    }
  }
  Datum* marked(const Datum& d, Damage damage) {
    Datum* copy = arena_.make(d.kind, d.span);
    *copy = d, copy->damage = damage;
    return copy;
  }
};

} // namespace

std::vector<const Datum*> read(const Sources& sources, FileId file, Symbols& symbols, DatumArena& arena,
                               Diagnostics& out, ReadLimits limits) {
  std::string_view text = sources.text(file);
  if (text.size() >= nowhere)
    return out.report("E0126", {file, 0, 0, 0}, {std::to_string(text.size())}), std::vector<const Datum*>{};
  auto reader = std::make_unique<Reader>(text, file, symbols, arena, limits, false);
  try {
    auto data = reader->read();
    if (reader->left_open()) {
      reader = std::make_unique<Reader>(text, file, symbols, arena, limits, true);
      data = reader->read();
    }
    for (Diagnostic& d : reader->errors())
      out.report(d.code, d.span, std::move(d.args)).notes = std::move(d.notes);
    return data;
  } catch (const Fault& limit) {
    return out.report(limit.code, reader->here(), limit.args), std::vector<const Datum*>{};
  }
}

bool is_complete(std::string_view text) {
  Lexer lexer(text);
  std::string open;
  TokenKind last = TokenKind::End;
  for (Token t = lexer.next(); t.kind != TokenKind::End; t = lexer.next()) {
    last = t.kind;
    if (t.kind == TokenKind::OpenString || t.kind == TokenKind::OpenComment) return false;
    if (t.kind == TokenKind::Open) open += text[t.begin] == '(' ? ')' : ']';
    if (t.kind != TokenKind::Close) continue;
    if (open.empty() || open.back() != text[t.begin]) return true; // wrong already
    open.pop_back();
  }
  return open.empty() && last != TokenKind::DatumComment;
}

} // namespace nova
