#include "repl/show/dot_canvas.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>
#include <cstdio>

namespace nova {

namespace {

constexpr std::string_view end_of_colours = "\x1b[0m";

/// Thresholds of lightness for the dots of an area, by which it has the more dots the lighter it is.
constexpr int thresholds[4][4] = {
    {15, 135, 45, 165}, {195, 75, 225, 105}, {60, 180, 30, 150}, {240, 120, 210, 90}};

std::string code_of(const std::optional<DotColour>& c, int ground) {
  if (!c) return "";
  char code[32];
  std::snprintf(code, sizeof code, "\x1b[%d;2;%d;%d;%dm", ground, c->r, c->g, c->b);
  return code;
}

} // namespace

void DotCanvas::dot(int64_t x, int64_t y, DotColour c) {
  if (holds(x, y)) at(x, y) = c;
}

void DotCanvas::fill(int64_t x, int64_t y, DotColour c) {
  if (!holds(x, y)) return;
  if (in_colour_ || c.gray() > thresholds[y % 4][x % 4])
    at(x, y) = c;
  else
    at(x, y).reset();
}

void DotCanvas::clear(int64_t x, int64_t y) {
  if (holds(x, y)) at(x, y).reset();
}

void DotCanvas::frame(int64_t column, int64_t row, const char* character) {
  if (holds(column * 2, row * 4))
    cells_[static_cast<size_t>(row) * columns_ + static_cast<size_t>(column)].frame = character;
}

bool DotCanvas::write(int64_t column, int64_t row, std::string_view text) {
  if (row < 0 || row >= static_cast<int64_t>(rows_)) return false;
  std::vector<std::pair<std::string, int>> letters;
  int64_t end = column;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    const int wide = c.valid ? display_width(c.value) : 1;
    const std::string shown = inert(c, text.substr(at, c.length));
    if (wide > 0)
      letters.emplace_back(shown.size() > c.length ? "?" : shown, shown.size() > c.length ? 1 : wide);
    if (wide > 0) end += letters.back().second;
    at += c.length;
  }
  Cell* const line = cells_.data() + static_cast<size_t>(row) * columns_;
  const auto last = static_cast<int64_t>(columns_);
  for (int64_t k = std::max<int64_t>(column - 1, 0); k <= std::min(end, last - 1); ++k)
    if (!line[k].text.empty() || line[k].covered) return false;
  for (const auto& [letter, wide] : letters) {
    if (column >= 0 && column + wide <= last) {
      line[column].text = letter;
      if (wide == 2) line[column + 1].covered = true;
    }
    column += wide;
  }
  return true;
}

std::pair<std::optional<DotColour>, int> DotCanvas::commonest(size_t column, size_t row, size_t from,
                                                              size_t to) const {
  std::vector<std::pair<DotColour, int>> counts;
  int all = 0;
  for (size_t y = from; y < to; ++y)
    for (size_t x = 0; x < 2; ++x) {
      const auto& d = dots_[(row * 4 + y) * columns_ * 2 + column * 2 + x];
      if (!d) continue;
      ++all;
      const auto known = std::ranges::find(counts, *d, &std::pair<DotColour, int>::first);
      known == counts.end() ? void(counts.emplace_back(*d, 1)) : void(++known->second);
    }
  const auto most = std::ranges::max_element(counts, {}, &std::pair<DotColour, int>::second);
  return {most == counts.end() ? std::nullopt : std::optional(most->first), all};
}

DotCanvas::Drawn DotCanvas::drawn(size_t column, size_t row) const {
  constexpr uint32_t bits[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
  const Cell& cell = cells_[row * columns_ + column];
  if (cell.covered) return {""};
  if (!cell.text.empty()) return {cell.text};
  const auto [colour, count] = commonest(column, row, 0, 4);
  if (count == 0) return {cell.frame ? cell.frame : " "};
  if (count == 8 && in_colour_) { // half blocks have two colours
    const auto top = commonest(column, row, 0, 2).first, bottom = commonest(column, row, 2, 4).first;
    return top == bottom ? Drawn{"█", top} : Drawn{"▀", top, bottom};
  }
  char32_t braille = 0x2800;
  for (size_t y = 0; y < 4; ++y)
    for (size_t x = 0; x < 2; ++x)
      if (dots_[(row * 4 + y) * columns_ * 2 + column * 2 + x]) braille |= bits[y][x];
  return {encode_utf8(braille), in_colour_ ? colour : std::nullopt};
}

std::string DotCanvas::lines() const {
  std::string out;
  for (size_t r = 0; r < rows_; ++r) {
    std::string line;
    size_t end = 0; // behind the last character that is no blank
    std::optional<DotColour> front, back;
    for (size_t c = 0; c < columns_; ++c) {
      const Drawn d = drawn(c, r);
      if (d.front != front || d.back != back) {
        if ((front && !d.front) || (back && !d.back)) line += end_of_colours, front.reset(), back.reset();
        if (d.front != front) line += code_of(d.front, 38);
        if (d.back != back) line += code_of(d.back, 48);
        front = d.front, back = d.back;
      }
      line += d.text;
      if (d.text != " ") end = line.size();
    }
    const bool coloured = line.find('\x1b') != line.npos;
    out += line.substr(0, end) + std::string(coloured ? end_of_colours : "") + "\n";
  }
  return out;
}

} // namespace nova
