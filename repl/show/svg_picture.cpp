#include "repl/show/svg_picture.hpp"
#include "frontend/source/utf8.hpp"
#include "repl/show/dot_canvas.hpp"
#include "repl/show/svg_elements.hpp"
#include "repl/show/table.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/base64.hpp"
#include "runtime/io/bytes.hpp"
#include "runtime/io/images/image.hpp"
#include <algorithm>
#include <charconv>
#include <cmath>

namespace nova {

namespace {

constexpr double largest_side = 100'000; ///< of a picture, in its own pixels
constexpr size_t most_groups = 64;       ///< that have a pattern of their own

std::optional<DotColour> colour_of(std::string_view text) {
  if (!text.starts_with('#') || (text.size() != 7 && text.size() != 4)) return {};
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  const auto part = [&](int k) {
    return static_cast<uint8_t>(text.size() == 7 ? value >> 8 * k & 255 : (value >> 4 * k & 15) * 17);
  };
  return DotColour{part(2), part(1), part(0)};
}

/// What an element has of itself or of the groups around it.
struct Paint {
  std::optional<DotColour> fill{DotColour{}}, stroke{};
  bool of_groups = false; ///< whether the colours of areas stand for groups, not for numbers
};

/// Whether a dot is set in the area of the k-th group, where there are no colours.
bool is_set(size_t k, int64_t x, int64_t y) {
  switch (k % 8) {
  case 0: return true;
  case 1: return (x + y) % 2 == 0;
  case 2: return y % 2 == 0;
  case 3: return x % 2 == 0 && y % 2 == 0;
  case 4: return x % 2 == 0;
  case 5: return y % 4 != 0;
  case 6: return (x + y) % 4 == 0;
  default: return y % 4 == 0;
  }
}

Paint inherited(Paint p, const SvgElement& e) {
  if (const auto fill = e.get("fill")) p.fill = colour_of(*fill);
  if (const auto stroke = e.get("stroke")) p.stroke = colour_of(*stroke);
  if (e.get("class") == "bars") p.of_groups = true;
  return p;
}

/// A rectangle, in a picture's pixels.
struct Area {
  double left = 0, top = 0, right = 0, bottom = 0;
};

Area area_of(const SvgElement& e) {
  const double x = e.number("x"), y = e.number("y");
  return {x, y, x + e.number("width"), y + e.number("height")};
}

class Drawing {
 public:
  Drawing(double width, double height, size_t columns, size_t rows, bool colour)
      : canvas_(columns, rows, colour), in_colour_(colour),
        across_(static_cast<double>(canvas_.width()) / width),
        down_(static_cast<double>(canvas_.height()) / height), part_{0, 0, width, height} {}

  /// Draws all elements. Returns whether there were any.
  bool draw(SvgElements& elements);
  std::string lines() const { return canvas_.lines(); }

 private:
  /// The dot in which a place lies.
  int64_t dot_x(double x) const {
    return static_cast<int64_t>(std::floor(std::clamp(x, -largest_side, largest_side) * across_));
  }
  int64_t dot_y(double y) const {
    return static_cast<int64_t>(std::floor(std::clamp(y, -largest_side, largest_side) * down_));
  }
  bool is_seen(double x, double y) const {
    return x >= part_.left && x <= part_.right && y >= part_.top && y <= part_.bottom;
  }
  void element(const SvgElement& e, const Paint& p);
  void line(double x0, double y0, double x1, double y1, DotColour c);
  void area(const Area& a, const Paint& p);
  void edges(const Area& a, DotColour c);
  void frame(const Area& a);
  void circle(const SvgElement& e, DotColour c);
  void path(std::string_view commands, DotColour c);
  void text(const SvgElement& e);
  void turned_text(const SvgElement& e, double degrees);
  void image(const SvgElement& e);

  DotCanvas canvas_;
  bool in_colour_;
  double across_, down_;            ///< dots for each of the picture's pixels
  Area part_;                       ///< outside of it nothing is drawn
  std::vector<DotColour> groups_{}; ///< colours of the bars, in the order in which they appear
};

bool Drawing::draw(SvgElements& elements) {
  std::vector<Paint> around{{}};
  std::vector<Area> parts{part_};
  bool some = false;
  while (const auto e = elements.next()) {
    if (e->name == "svg" || e->name == "g") {
      if (e->opens) around.push_back(inherited(around.back(), *e));
      if (e->opens && e->name == "svg") parts.push_back(part_ = area_of(*e));
      if (e->closes && around.size() > 1) around.pop_back();
      if (e->closes && e->name == "svg" && parts.size() > 1) parts.pop_back(), part_ = parts.back();
      continue;
    }
    if (!e->opens) continue;
    element(*e, inherited(around.back(), *e));
    some |= e->name == "line" || e->name == "path" || e->name == "circle" || e->name == "image" ||
            e->name == "text";
  }
  return some;
}

void Drawing::element(const SvgElement& e, const Paint& p) {
  const std::string_view kind = e.get("class").value_or("");
  if (kind == "grid") return;
  if (kind == "frame") return frame(area_of(e));
  if (e.name == "text") return text(e);
  if (e.name == "image") return image(e);
  if (e.name == "rect") {
    if (e.number("fill-opacity", 1) >= 0.5) area(area_of(e), p);
    if (p.stroke && p.stroke != DotColour{255, 255, 255}) edges(area_of(e), *p.stroke);
  } else if (e.name == "line" && p.stroke) {
    line(e.number("x1"), e.number("y1"), e.number("x2"), e.number("y2"), *p.stroke);
  } else if (e.name == "circle" && (p.fill || p.stroke)) {
    circle(e, p.fill ? *p.fill : *p.stroke);
  } else if (e.name == "path" && p.stroke) {
    path(e.get("d").value_or(""), *p.stroke);
  }
}

void Drawing::line(double x0, double y0, double x1, double y1, DotColour c) {
  const double span = std::max(std::abs(x1 - x0) * across_, std::abs(y1 - y0) * down_);
  const int steps = static_cast<int>(
      std::clamp(std::ceil(span), 1.0, 4.0 * static_cast<double>(canvas_.width() + canvas_.height())));
  for (int k = 0; k <= steps; ++k) {
    const double part = static_cast<double>(k) / steps, x = x0 + part * (x1 - x0), y = y0 + part * (y1 - y0);
    if (is_seen(x, y)) canvas_.dot(dot_x(x), dot_y(y), c);
  }
}

/// Fills the dots whose middles lie in an area, and those of its upper left corner if there are none. White is the
/// background.
void Drawing::area(const Area& a, const Paint& p) {
  if (!p.fill || a.right <= a.left || a.bottom <= a.top) return;
  const Area seen{std::max(a.left, part_.left), std::max(a.top, part_.top), std::min(a.right, part_.right),
                  std::min(a.bottom, part_.bottom)};
  if (seen.right < seen.left || seen.bottom < seen.top) return;
  const int64_t x0 = dot_x(seen.left + 0.5 / across_), y0 = dot_y(seen.top + 0.5 / down_);
  const int64_t x1 = std::max(x0 + 1, dot_x(seen.right + 0.5 / across_)),
                y1 = std::max(y0 + 1, dot_y(seen.bottom + 0.5 / down_));
  const bool white = *p.fill == DotColour{255, 255, 255};
  auto group = std::ranges::find(groups_, *p.fill);
  if (p.of_groups && group == groups_.end() && groups_.size() < most_groups)
    group = groups_.insert(group, *p.fill);
  const auto number = static_cast<size_t>(group - groups_.begin());
  const bool by_pattern = !in_colour_ && number < groups_.size();
  for (int64_t y = std::max<int64_t>(y0, 0); y < std::min(y1, canvas_.height()); ++y)
    for (int64_t x = std::max<int64_t>(x0, 0); x < std::min(x1, canvas_.width()); ++x)
      if (white || (by_pattern && !is_set(number, x, y)))
        canvas_.clear(x, y);
      else
        by_pattern ? canvas_.dot(x, y, *p.fill) : canvas_.fill(x, y, *p.fill);
}

void Drawing::edges(const Area& a, DotColour c) {
  line(a.left, a.top, a.right, a.top, c), line(a.left, a.bottom, a.right, a.bottom, c);
  line(a.left, a.top, a.left, a.bottom, c), line(a.right, a.top, a.right, a.bottom, c);
}

/// Draws the axes of a panel: its left and its lower edge.
void Drawing::frame(const Area& a) {
  const int64_t left = dot_x(a.left) / 2, right = dot_x(a.right) / 2, top = dot_y(a.top) / 4;
  const int64_t bottom = static_cast<int64_t>(std::ceil(a.bottom * down_ / 4)) - 1;
  for (int64_t row = top; row < bottom; ++row) canvas_.frame(left, row, "│");
  canvas_.frame(left, bottom, "└");
  for (int64_t column = left + 1; column <= right; ++column) canvas_.frame(column, bottom, "─");
}

void Drawing::circle(const SvgElement& e, DotColour c) {
  const double x = e.number("cx"), y = e.number("cy");
  if (!is_seen(x, y)) return;
  const int64_t side = e.number("r") >= 3 ? 2 : 1;
  const int64_t left = dot_x(x - static_cast<double>(side - 1) * 0.5 / across_),
                top = dot_y(y - static_cast<double>(side - 1) * 0.5 / down_);
  for (int64_t k = 0; k < side * side; ++k) canvas_.dot(left + k % side, top + k / side, c);
}

/// Draws a path of the commands M and L, with coordinates behind each.
void Drawing::path(std::string_view commands, DotColour c) {
  double x = 0, y = 0;
  const auto number = [&](double& to) {
    const size_t from = commands.find_first_not_of(" ,");
    if (from == commands.npos) return false;
    const auto [end, error] = std::from_chars(commands.data() + from, commands.data() + commands.size(), to);
    if (error != std::errc()) return false;
    commands.remove_prefix(static_cast<size_t>(end - commands.data()));
    return std::isfinite(to);
  };
  while (!commands.empty()) {
    const char command = commands[0];
    commands.remove_prefix(1);
    double to_x = 0, to_y = 0;
    if ((command != 'M' && command != 'L') || !number(to_x) || !number(to_y)) return;
    if (command == 'L')
      line(x, y, to_x, to_y, c);
    else if (is_seen(to_x, to_y))
      canvas_.dot(dot_x(to_x), dot_y(to_y), c);
    x = to_x, y = to_y;
  }
}

/// The angle of an attribute such as rotate(-90 14 200); 0 without one.
double turn_of(const SvgElement& e) {
  const std::string_view turn = e.get("transform").value_or("");
  constexpr std::string_view head = "rotate(";
  if (!turn.starts_with(head)) return 0;
  double degrees = 0;
  std::from_chars(turn.data() + head.size(), turn.data() + turn.size(), degrees);
  return degrees;
}

void Drawing::text(const SvgElement& e) {
  if (const double turn = turn_of(e); turn != 0) return turned_text(e, turn);
  constexpr double baseline = 4; // a line of letters stands above it
  const std::string_view kind = e.get("class").value_or("");
  const auto length = static_cast<int64_t>(width_of(e.text));
  int64_t column = dot_x(e.number("x")) / 2;
  if (kind == "x" || kind == "title") column -= length / 2;
  if (kind == "y") column -= length - 1;
  column = std::clamp<int64_t>(column, 0, std::max<int64_t>(0, canvas_.width() / 2 - length));
  canvas_.write(column, dot_y(e.number("y") - baseline) / 4, e.text);
}

/// An axis' name that stands upright is written downwards, letter by letter. Names of ticks that are turned stand below
/// each other, where there is room.
void Drawing::turned_text(const SvgElement& e, double degrees) {
  const auto length = static_cast<int64_t>(width_of(e.text));
  const int64_t column = dot_x(e.number("x")) / 2, row = dot_y(e.number("y")) / 4;
  if (degrees != -90) {
    for (int64_t down = 0; down < 3; ++down)
      if (canvas_.write(
              std::clamp<int64_t>(column - length / 2, 0, std::max<int64_t>(0, canvas_.width() / 2 - length)),
              row + down, e.text))
        return;
    return;
  }
  int64_t at = std::max<int64_t>(0, row - length / 2);
  for (size_t from = 0; from < e.text.size();) {
    const size_t size = decode_utf8(e.text, from).length;
    canvas_.write(column, at++, std::string_view(e.text).substr(from, size));
    from += size;
  }
}

void Drawing::image(const SvgElement& e) {
  constexpr std::string_view head = "data:image/png;base64,";
  const std::string_view link = e.get("href").value_or("");
  const auto bytes = link.starts_with(head) ? from_base64(link.substr(head.size())) : std::nullopt;
  const Area a = area_of(e);
  if (!bytes || a.right <= a.left || a.bottom <= a.top) return;
  Layouts layouts;
  MemorySource source("image", std::as_bytes(std::span(*bytes)));
  const Array pixels = read_image(source, layouts);
  if (pixels.element() != Element::U8 || pixels.count() == 0) return;
  const int64_t high = pixels.dimension(0), wide = pixels.dimension(1),
                channels = pixels.rank() > 2 ? pixels.dimension(2) : 1;
  const uint8_t* const data = pixels.data<uint8_t>();
  for (int64_t y = std::max<int64_t>(0, dot_y(a.top)); y < std::min(canvas_.height(), dot_y(a.bottom)); ++y)
    for (int64_t x = std::max<int64_t>(0, dot_x(a.left)); x < std::min(canvas_.width(), dot_x(a.right));
         ++x) {
      const double down = ((static_cast<double>(y) + 0.5) / down_ - a.top) / (a.bottom - a.top);
      const double across = ((static_cast<double>(x) + 0.5) / across_ - a.left) / (a.right - a.left);
      const int64_t row =
          std::clamp<int64_t>(static_cast<int64_t>(down * static_cast<double>(high)), 0, high - 1);
      const int64_t column =
          std::clamp<int64_t>(static_cast<int64_t>(across * static_cast<double>(wide)), 0, wide - 1);
      const uint8_t* const p = data + (row * wide + column) * channels;
      canvas_.fill(x, y, channels < 3 ? DotColour{p[0], p[0], p[0]} : DotColour{p[0], p[1], p[2]});
    }
}

} // namespace

std::optional<std::string> dotted_picture(std::string_view svg, size_t columns, size_t rows, bool colour) {
  SvgElements elements(svg);
  const auto whole = elements.next();
  if (!whole || whole->name != "svg") return {};
  const double width = whole->number("width"), height = whole->number("height");
  if (!(width >= 1 && height >= 1 && width <= largest_side && height <= largest_side)) return {};
  // A character is twice as high as wide. The picture keeps its proportions, unless it has too few lines then.
  const double lines = static_cast<double>(columns) * height / width / 2;
  rows = std::clamp(static_cast<size_t>(std::lround(lines)), std::min<size_t>(rows, 8), rows);
  Drawing drawing(width, height, columns, rows, colour);
  try {
    if (!drawing.draw(elements)) return {};
  } catch (const Fault&) {
    return {}; // an image in it is none
  }
  const std::string text = drawing.lines(); // without the empty lines at its ends
  const size_t begin = text.find_first_not_of('\n');
  return begin == text.npos ? "\n" : text.substr(begin, text.find_last_not_of('\n') + 2 - begin);
}

} // namespace nova
