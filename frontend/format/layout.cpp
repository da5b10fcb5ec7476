// Lays items out in lines. A walk over all items computes their positions from the current line ends. Lines that are
// too long get more line ends, and the walk is repeated, until nothing changes. So the result is a fixed point: the
// next formatting finds these line ends and adds none.
#include "frontend/format/format.hpp"
#include "frontend/format/items.hpp"
#include <algorithm>

namespace nova::layout {
namespace {

/// The largest number of times that lines are divided and the walk is repeated. Each repetition divides brackets one
/// level deeper. Brackets that begin to the right of the greatest width are not divided.
constexpr int most_rounds = 400;

/// A bracket that is open while its items are placed.
struct Frame {
  uint32_t open = none;
  uint32_t column = 0, line_column = 0; ///< columns of the bracket, and of the first item on its line
  uint32_t data = 0;                    ///< how many data directly in it have begun so far
  uint32_t first = none;                ///< column of the first argument, if it is on the head's line
  uint32_t group = 0;                   ///< column of the first datum after the last comma or bar
  uint32_t leader = none;               ///< column of the item after the last bar, or after `in`
  bool group_begins = true;             ///< whether no datum has begun since the last comma or bar
};

class Walk {
 public:
  explicit Walk(const std::vector<Item>& items) : items_(items), places_(items.size()) {}

  std::vector<Place> walk() {
    frames_.emplace_back();
    for (uint32_t k = 0; k < items_.size(); ++k) place(k), note(k), leading_ &= is_no_datum(items_[k]);
    align_comments();
    return std::move(places_);
  }

 private:
  const std::vector<Item>& items_;
  std::vector<Place> places_;
  std::vector<Frame> frames_;
  uint32_t line_ = 0, column_ = 0, line_column_ = 0;

  bool leading_ = false; ///< whether the current line has only comments so far

  static bool is_no_datum(const Item& i) { return i.is_comment() || i.kind == ItemKind::DatumComment; }
  Frame& top() { return frames_.back(); }
  bool begins_line(uint32_t k) const {
    return items_[k].newlines > 0 || (k > 0 && items_[k - 1].kind == ItemKind::LineComment);
  }
  void place(uint32_t k) {
    const Item& i = items_[k];
    if (begins_line(k))
      line_ += std::max<uint32_t>(i.newlines, 1), column_ = line_column_ = indentation(k), leading_ = true;
    else
      column_ += gap(k);
    const size_t newline = i.text.find('\n');
    places_[k] = {line_, column_, advance(column_, i.text.substr(0, newline))};
    if (newline != i.text.npos) line_ += static_cast<uint32_t>(std::ranges::count(i.text, '\n'));
    column_ = advance(column_, i.text);
  }
  uint32_t gap(uint32_t k) const {
    const Item& i = items_[k];
    if (k == 0 || i.continues || i.kind == ItemKind::Close || i.kind == ItemKind::Comma) return 0;
    if (i.parent != none && items_[i.parent].bracket.row && i.beside)
      return i.column - items_[k - 1].end_column;
    const ItemKind before = items_[k - 1].kind;
    if (before == ItemKind::Open) return i.kind == ItemKind::LineComment;
    return before == ItemKind::DatumComment && i.touches ? 0 : 1;
  }

  // Indentation.

  /// Returns the column of item `k`, which begins a line. A comment gets the column of the item after it.
  uint32_t indentation(uint32_t k) {
    while (items_[k].is_comment() && k + 1 < items_.size() && items_[k + 1].kind != ItemKind::Close) ++k;
    const Frame& f = top();
    if (f.open == none) return 0;
    const Item& o = items_[f.open];
    if (o.bracket.commas || o.bracket.bars) return separated(f, items_[k]);
    if (f.data == 0) return f.column + 1;
    switch (o.bracket.style) {
    case Style::Data: return f.column + 1;
    case Style::Call: return call(f, o);
    case Style::Body: return body(f, o, k >= o.bracket.body);
    case Style::NovaLet: return nova_let(f, o, k);
    }
    return f.column + 1;
  }
  static uint32_t separated(const Frame& f, const Item& i) {
    if (i.kind == ItemKind::Bar) return f.column + 2;
    if (!f.group_begins && i.begins_datum()) return f.group + 2;
    return f.leader != none ? f.leader : f.column + 1;
  }
  /// Returns the column of a call's argument if the argument begins a line. If the head stands alone on its line,
  /// that is two columns right of the bracket, or one column if the author indented by one. Otherwise it is the
  /// column of the first argument, or two columns right of the bracket if the author indented by two.
  static uint32_t call(const Frame& f, const Item& o) {
    if (f.first == none) return f.column + (o.bracket.offset == 1 ? 1 : 2);
    return o.bracket.offset == 2 ? f.column + 2 : f.first;
  }
  static uint32_t body(const Frame& f, const Item& o, bool in_body) {
    if (o.bracket.function && o.bracket.line_offset == 2 && f.line_column <= f.column)
      return f.line_column + 2;
    return f.column + (in_body || o.bracket.offset == 2 ? 2 : 4);
  }
  static uint32_t nova_let(const Frame& f, const Item& o, uint32_t k) {
    if (k > o.bracket.body) return f.leader != none ? f.leader : f.column + 5;
    if (k == o.bracket.body) return f.column + (f.first != none ? 2 : 0);
    return f.first != none ? f.first : f.column + 2;
  }

  /// Updates the frames with item `k`, whose position has been computed.
  void note(uint32_t k) {
    const Item& i = items_[k];
    if (i.begins_datum()) note_datum(k);
    if (i.kind == ItemKind::Comma) top().group_begins = true;
    if (i.kind == ItemKind::Bar) top().group_begins = true, top().leader = places_[k].end + 1;
    if (i.kind == ItemKind::Open)
      frames_.push_back({k, places_[k].column, line_column_, 0, none, 0, none, true});
    if (i.kind == ItemKind::Close && frames_.size() > 1) frames_.pop_back();
  }
  void note_datum(uint32_t k) {
    Frame& f = top();
    if (f.group_begins) f.group = places_[k].column, f.group_begins = false;
    if (f.data == 1 && !leading_) f.first = places_[k].column;
    if (f.open != none && items_[f.open].bracket.style == Style::NovaLet && items_[f.open].bracket.body == k)
      f.leader = places_[k].end + 1;
    ++f.data;
  }

  // Comments after code on consecutive lines stay aligned if they were aligned in the author's text.

  void align_comments() {
    for (uint32_t k = 1; k < items_.size(); ++k) {
      if (!is_trailing(k)) continue;
      uint32_t last = k;
      for (uint32_t next = k + 1; next < items_.size() && places_[next].line <= places_[last].line + 1;
           ++next)
        if (is_trailing(next)) {
          if (items_[next].column != items_[k].column) break;
          last = next;
        }
      if (last > k) align(k, last);
      k = last;
    }
  }
  bool is_trailing(uint32_t k) const { return items_[k].kind == ItemKind::LineComment && !begins_line(k); }
  void align(uint32_t first, uint32_t last) {
    uint32_t column = 0, space = UINT32_MAX;
    for (uint32_t k = first; k <= last; ++k)
      if (is_trailing(k)) {
        column = std::max(column, places_[k].column - 1);
        space = std::min(space, items_[k].column - items_[k - 1].end_column);
      }
    for (uint32_t k = first; k <= last; ++k)
      if (is_trailing(k)) places_[k].column = column + std::max(space, 1u);
  }
};

/// Divides the lines that are too long, each at its outermost bracket.
class Divider {
 public:
  Divider(std::vector<Item>& items, const std::vector<Place>& places) : items_(items), places_(places) {}

  /// Divides the lines that are too long, and returns whether any was divided. After a division, the rest of the
  /// divided bracket is skipped until the next call, since its items get new positions.
  bool divide() {
    bool changed = false;
    for (uint32_t k = 0, end; k < items_.size(); k = end) {
      end = line_end(k);
      if (!is_wide(k, end)) continue;
      const uint32_t divided = divide_line(k, end);
      if (divided == nothing) continue;
      changed = true;
      if (divided != none) end = line_end(items_[divided].match);
    }
    return changed;
  }

 private:
  static constexpr uint32_t nothing = none - 1;
  std::vector<Item>& items_;
  const std::vector<Place>& places_;

  uint32_t line_end(uint32_t k) const {
    const uint32_t line = places_[k].line;
    while (k < items_.size() && places_[k].line == line) ++k;
    return k;
  }
  bool is_wide(uint32_t k, uint32_t end) const {
    for (; k < end; ++k)
      if (!items_[k].is_comment() && places_[k].end > format_width) return true;
    return false;
  }
  /// Divides one line, which has the items [begin, end). Returns the index of the bracket that was divided (none: it
  /// was divided at top level), or `nothing` if the line can't be divided.
  uint32_t divide_line(uint32_t begin, uint32_t end) {
    std::vector<uint32_t> candidates;
    for (uint32_t k = begin + 1; k < end; ++k)
      if (is_candidate(k)) candidates.push_back(k);
    std::ranges::stable_sort(candidates, {},
                             [&](uint32_t k) { return std::pair(items_[k].may_break, items_[k].depth); });
    uint32_t tried = nothing;
    for (uint32_t k : candidates)
      if (items_[k].parent != tried && divide_bracket(tried = items_[k].parent, items_[k].may_break))
        return tried;
    return nothing;
  }
  /// Whether a line may begin with item `k`, and a line that is too long would become shorter if it did.
  bool is_candidate(uint32_t k) const {
    const Item& i = items_[k];
    if (i.may_break == 0 || i.newlines > 0) return false;
    if (i.parent == none) return true;
    const Place &open = places_[i.parent], &close = places_[items_[i.parent].match];
    const bool gains = i.may_break == 1 || places_[k].column > open.column + 4;
    const bool too_long = close.line > places_[k].line || close.end > format_width;
    return gains && too_long && open.column + 2 < format_width;
  }
  bool divide_bracket(uint32_t open, uint8_t stage) {
    if (open != none && items_[open].bracket.filled) return fill(open);
    const bool bars_first = open != none && items_[open].bracket.bars && has_inner_bar(open);
    bool changed = false;
    for_each_in(open, [&](uint32_t k) {
      Item& i = items_[k];
      if (k == 0 || i.may_break != stage || i.newlines > 0 || (bars_first && i.kind != ItemKind::Bar)) return;
      i.newlines = 1, changed = true;
    });
    return changed;
  }
  template <class F> void for_each_in(uint32_t open, F f) {
    uint32_t k = open == none ? 0 : open + 1;
    const uint32_t end = open == none ? static_cast<uint32_t>(items_.size()) : items_[open].match;
    for (; k < end; k = items_[k].kind == ItemKind::Open ? items_[k].match + 1 : k + 1) f(k);
  }
  /// Whether some bar stands directly in the bracket `open` without beginning a line.
  bool has_inner_bar(uint32_t open) {
    bool found = false;
    for_each_in(open,
                [&](uint32_t k) { found |= items_[k].kind == ItemKind::Bar && items_[k].newlines == 0; });
    return found;
  }

  /// Divides the vector of atoms `open` into lines, each with as many atoms as fit. Returns whether anything changed.
  bool fill(uint32_t open) {
    const uint32_t left = places_[open].column + 1, end = items_[open].match;
    uint32_t column = left;
    bool changed = false;
    for (uint32_t k = open + 1; k < end; ++k) {
      Item& i = items_[k];
      const uint32_t width = advance(0, i.text), behind = closers(k + 1);
      if (i.newlines > 0)
        column = left;
      else if (column > left && i.begins_datum())
        ++column;
      const bool fits = column + width + behind <= format_width || column == left;
      if (!fits && i.may_break == 1 && i.newlines == 0) i.newlines = 1, changed = true, column = left;
      column += width;
    }
    return changed;
  }
  /// Returns how many closing brackets and commas follow one another from item `k` on.
  uint32_t closers(uint32_t k) const {
    uint32_t n = 0;
    while (k + n < items_.size() &&
           (items_[k + n].kind == ItemKind::Close || items_[k + n].kind == ItemKind::Comma))
      ++n;
    return n;
  }
};

} // namespace

std::vector<Place> place_items(std::vector<Item>& items) {
  std::vector<Place> places = Walk(items).walk();
  for (int round = 0; round < most_rounds && Divider(items, places).divide(); ++round)
    places = Walk(items).walk();
  return places;
}

} // namespace nova::layout
