// Decides by a bracket's head how its lines are indented, and where a line that is too long may be divided. Moves
// line ends that the author put at unusual positions: none stays before a closing bracket or a comma, or directly
// after a bar or `in`.
#include "frontend/format/items.hpp"
#include <algorithm>
#include <string_view>
#include <utility>

namespace nova::layout {
namespace {

/// Macros of the prelude whose body begins at the third datum, after the head and one more.
constexpr std::string_view macros_with_body[] = {"let*", "when", "unless", "kernel", "kernel*"};

/// Returns the position among a form's items at which its body begins, by the table of forms; 0 if the form is laid
/// out as a call.
size_t body_position(std::string_view head) {
#define NOVA_FORM(word, expand, scan, body, ...)                                                             \
  if (head == word) return body;
#include "frontend/core/forms.def"
#undef NOVA_FORM
  return std::ranges::find(macros_with_body, head) != std::end(macros_with_body) ? 2 : 0;
}

class Stylist {
 public:
  explicit Stylist(std::vector<Item>& items) : items_(items) {}

  void style_all() {
    for (uint32_t k = 0; k < items_.size(); ++k)
      if (items_[k].parent == none && items_[k].begins_datum()) items_[k].may_break = 1;
    for (uint32_t k = 0; k < items_.size(); ++k)
      if (items_[k].kind == ItemKind::Open) style(k);
    for (uint32_t k = 0; k < items_.size(); ++k) move_line_end(k);
    uint32_t line = 0;
    for (uint32_t k = 0; k < items_.size(); ++k)
      line = items_[k].newlines > 0 ? k : line, lines_.push_back(line), note_offset(k);
  }

 private:
  std::vector<Item>& items_;
  std::vector<uint32_t> lines_; // for each item: index in items_ of the first item on its line
  std::vector<uint32_t> data_;  // indices of the data directly in the current bracket

  /// Stores in data_ the indices of the data directly in the bracket `open`.
  void collect(uint32_t open) {
    data_.clear();
    for (uint32_t k = open + 1; k < items_[open].match; k = after(k))
      if (items_[k].begins_datum()) data_.push_back(k);
  }
  uint32_t after(uint32_t k) const { return items_[k].kind == ItemKind::Open ? items_[k].match + 1 : k + 1; }
  bool is_word(uint32_t k, std::string_view word) const { return items_[k].text == word; }
  bool is_list(uint32_t k) const { return items_[k].text == "("; }

  void style(uint32_t open) {
    collect(open);
    Item& o = items_[open];
    if (!data_.empty()) o.bracket.head = data_[0];
    o.bracket.filled = o.text == "[" && !o.bracket.bars && holds_atoms(open);
    if (o.bracket.commas || o.bracket.bars) return style_separated(open);
    if (o.text == "[") return allow_from(1, 1);
    if (data_.empty()) return;
    if (items_[data_[0]].kind == ItemKind::Open) return allow_from(1, 1);
    style_form(o, items_[data_[0]].text);
  }
  bool holds_atoms(uint32_t open) const {
    for (uint32_t k = open + 1; k < items_[open].match; ++k)
      if (items_[k].kind == ItemKind::Open || items_[k].is_comment()) return false;
    return true;
  }
  void style_form(Item& o, std::string_view head) {
    const auto in = std::ranges::find_if(data_, [&](uint32_t k) { return is_word(k, "in"); });
    if (head == "let" && in != data_.end()) return style_nova_let(o, *in);
    const size_t body = body_of(head);
    if (body == 0) return style_call(o);
    o.bracket.style = Style::Body, o.bracket.function = head == "lambda" || head == "mu";
    o.bracket.body = body < data_.size() ? data_[body] : o.match;
    allow_from(body, 1);
  }
  /// Returns the index in data_ of the datum that begins the body of a form with this head; 0 if the form has no
  /// body.
  size_t body_of(std::string_view head) const {
    if (head == "module") return data_.size() > 1 && is_list(data_[1]) ? 1 : 2;
    if (head == "define-macro") return macro_body();
    if (head == "lambda") return lambda_body();
    if (head == "define" && has_colon()) return std::max<size_t>(data_.size() - 1, 2);
    if (head == "let" && data_.size() > 1 && !is_list(data_[1])) return 3; // a named let
    return body_position(head);
  }
  bool has_colon() const {
    return std::ranges::any_of(data_, [&](uint32_t k) { return is_word(k, ":"); });
  }
  size_t macro_body() const {
    for (size_t n = 2; n < data_.size(); ++n)
      if (is_list(data_[n]) && is_list(data_[n] + 1)) return n;
    return 2;
  }
  size_t lambda_body() const {
    if (has_colon()) return std::max<size_t>(data_.size() - 1, 2);
    size_t n = 1;
    while (n < data_.size() && is_typed_name(data_[n])) ++n;
    return std::max<size_t>(n, 2);
  }
  bool is_typed_name(uint32_t open) const {
    if (!is_list(open)) return false;
    for (uint32_t k = open + 1; k < items_[open].match; k = after(k))
      if (is_word(k, ":")) return true;
    return false;
  }
  void style_nova_let(Item& o, uint32_t in) {
    o.bracket.style = Style::NovaLet, o.bracket.body = in;
    for (size_t n = 2; n < data_.size() && data_[n] <= in; ++n) items_[data_[n]].may_break = 1;
    items_[data_[1]].may_break = data_[1] == in ? 0 : 2;
  }
  /// Sets the style of a call. Lines are not divided at or after a colon, nor directly after `then` or `else`.
  void style_call(Item& o) {
    o.bracket.style = Style::Call;
    for (size_t n = 1; n < data_.size() && !is_word(data_[n], ":"); ++n) {
      const bool led = is_word(data_[n - 1], "then") || is_word(data_[n - 1], "else");
      items_[data_[n]].may_break = led ? 0 : n == 1 ? 2 : 1;
    }
  }
  void style_separated(uint32_t open) {
    bool separated = false;
    for (uint32_t k = open + 1; k < items_[open].match; k = after(k)) {
      Item& i = items_[k];
      if (i.kind == ItemKind::Bar)
        i.may_break = 1, separated = false;
      else if (i.kind == ItemKind::Comma)
        separated = true;
      else if (i.begins_datum() && separated)
        i.may_break = 1, separated = false;
    }
  }
  void allow_from(size_t n, uint8_t stage) {
    for (; n < data_.size(); ++n) items_[data_[n]].may_break = stage;
  }

  // Line ends.

  bool is_comment_line(uint32_t k) const {
    return k < items_.size() && items_[k].kind == ItemKind::LineComment;
  }
  void move_line_end(uint32_t k) {
    Item& i = items_[k];
    const bool forced = k > 0 && is_comment_line(k - 1);
    if (k == 0 || (i.kind == ItemKind::Close && !forced))
      i.newlines = 0;
    else if (items_[k - 1].kind == ItemKind::Open && i.kind != ItemKind::LineComment)
      i.newlines = 0;
    else if (items_[k - 1].kind == ItemKind::Open || i.kind == ItemKind::Close)
      i.newlines = std::min<uint8_t>(i.newlines, 1);
    else if (i.kind == ItemKind::Comma && !forced)
      push_line_end(i, k + 1);
    else if (leads(k))
      pull_line_end(i, k + 1);
  }
  bool leads(uint32_t k) const {
    const Item& i = items_[k];
    if (i.kind == ItemKind::Bar) return true;
    return i.parent != none && items_[i.parent].bracket.style == Style::NovaLet &&
           items_[i.parent].bracket.body == k;
  }
  void push_line_end(Item& i, uint32_t next) {
    if (next < items_.size()) items_[next].newlines = std::max(items_[next].newlines, i.newlines);
    i.newlines = 0;
  }
  void pull_line_end(Item& i, uint32_t next) {
    if (next >= items_.size() || items_[next].newlines == 0 || items_[next].is_comment()) return;
    i.newlines = std::max<uint8_t>(i.newlines, 1), items_[next].newlines = 0;
  }
  /// If item `k` begins a line inside of a bracket, stores the author's indentation of that line in `offset` and
  /// `line_offset` of the bracket, unless an earlier line has set them. In a vector, also marks the rows.
  void note_offset(uint32_t k) {
    const Item& i = items_[k];
    if (i.newlines == 0 || i.parent == none || i.kind == ItemKind::LineComment || i.kind == ItemKind::Close)
      return;
    Item& o = items_[i.parent];
    if (k <= o.bracket.head) return;
    if (o.text == "[" && !o.bracket.bars) mark_rows(i.parent);
    const uint32_t line = items_[lines_[i.parent]].column;
    if (o.bracket.line_offset < 0 && line <= o.column && i.column >= line)
      o.bracket.line_offset = static_cast<int32_t>(i.column - line);
    if (o.bracket.offset < 0 && i.column >= o.column && k < o.bracket.body)
      o.bracket.offset = static_cast<int32_t>(i.column - o.column);
  }
  void mark_rows(uint32_t open) {
    if (std::exchange(items_[open].bracket.has_lines, true)) return;
    for (uint32_t k = open + 1; k < items_[open].match; k = after(k))
      items_[k].bracket.row = items_[k].bracket.filled;
  }
};

} // namespace

void set_styles(std::vector<Item>& items) { Stylist(items).style_all(); }

} // namespace nova::layout
