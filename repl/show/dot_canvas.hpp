// A canvas of braille dots, each with a colour, and of texts between them: pictures for a terminal without pixels.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nova {

/// A colour of 24 bits.
struct DotColour {
  uint8_t r = 0, g = 0, b = 0;
  bool operator==(const DotColour&) const = default;
  /// Its lightness, from 0 to 255.
  int gray() const { return (r * 299 + g * 587 + b * 114) / 1000; }
};

/// A character has two by four dots. Texts cover dots, and dots cover frames. Without colours, the density of the dots
/// of an area stands for its lightness.
class DotCanvas {
 public:
  DotCanvas(size_t columns, size_t rows, bool in_colour)
      : columns_(columns), rows_(rows), in_colour_(in_colour), dots_(columns * 2 * rows * 4),
        cells_(columns * rows) {}
  int64_t width() const { return static_cast<int64_t>(columns_) * 2; }
  int64_t height() const { return static_cast<int64_t>(rows_) * 4; }

  /// Sets a dot of a line or a point. Dots outside of the canvas are left out, as in all functions below.
  void dot(int64_t x, int64_t y, DotColour c);
  /// Sets a dot of an area.
  void fill(int64_t x, int64_t y, DotColour c);
  /// Clears a dot, which an area of the background's colour covers.
  void clear(int64_t x, int64_t y);
  /// Sets the character of a frame in a cell.
  void frame(int64_t column, int64_t row, const char* character);
  /// Writes a text from a column on. Returns false, and writes nothing, if it would cover or touch another text in this
  /// row.
  bool write(int64_t column, int64_t row, std::string_view text);
  /// The canvas as lines, with the codes of colours if it has these.
  std::string lines() const;

 private:
  struct Cell {
    std::string text{};   ///< a code point
    bool covered = false; ///< whether the character before is so wide that it stands here, too
    const char* frame = nullptr;
  };
  struct Drawn {
    std::string text;
    std::optional<DotColour> front{}, back{};
  };
  bool holds(int64_t x, int64_t y) const { return x >= 0 && y >= 0 && x < width() && y < height(); }
  std::optional<DotColour>& at(int64_t x, int64_t y) { return dots_[static_cast<size_t>(y * width() + x)]; }
  /// Returns the commonest colour of the dots in some rows of a cell, and how many dots have a colour there.
  std::pair<std::optional<DotColour>, int> commonest(size_t column, size_t row, size_t from, size_t to) const;
  Drawn drawn(size_t column, size_t row) const;
  size_t columns_, rows_;
  bool in_colour_;
  std::vector<std::optional<DotColour>> dots_;
  std::vector<Cell> cells_;
};

} // namespace nova
