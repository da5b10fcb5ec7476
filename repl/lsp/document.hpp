// A document with positions as in the language server protocol: line and UTF-16 code unit, both counted from 0.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nova::lsp {

/// A position in a document.
struct Place {
  uint32_t line = 0, character = 0;
  bool operator==(const Place&) const = default;
};
struct Range {
  Place begin, end;
};

/// A text with an index of its lines. A line ends at \n, \r\n or \r.
class Text {
 public:
  explicit Text(std::string text = {}) : text_(std::move(text)) { find_lines(); }
  const std::string& all() const { return text_; }
  uint32_t size() const { return static_cast<uint32_t>(text_.size()); }

  /// Returns the byte offset of a position. For a position behind the end of its line, returns the line's end. For a
  /// line that the text does not have, returns the text's end.
  uint32_t byte_at(Place p) const;
  /// Returns the position of a byte. For a byte inside of a character, returns the character's position.
  Place place_of(uint32_t byte) const;
  /// Returns the number of the line that has a byte.
  uint32_t line_of(uint32_t byte) const;
  Range range_of(uint32_t begin, uint32_t end) const { return {place_of(begin), place_of(end)}; }
  /// Replaces a range of the text by the text `by`. An editor reports a change in this form.
  void replace(Range range, std::string_view by);

 private:
  std::string text_;
  std::vector<uint32_t> lines_;
  void find_lines();
  std::string_view line(uint32_t n) const; ///< line n without its line end
};

/// Finds the places of bytes that come in ascending order, in one pass over the text. So a long line costs its length
/// once, and not for each byte.
class PlaceFinder {
 public:
  explicit PlaceFinder(const Text& text) : text_(text) {}
  /// Requires that `byte` is not below the last one, and begins a character.
  Place place_of(uint32_t byte);
  Range range_of(uint32_t begin, uint32_t end) {
    const Place from = place_of(begin);
    return {from, place_of(end)};
  }

 private:
  const Text& text_;
  uint32_t byte_ = 0;
  Place last_;
};

/// A change of a text: the bytes from `begin` to `end` are replaced by `by`.
struct Edit {
  uint32_t begin = 0, end = 0; ///< byte offsets in the old text
  std::string_view by;
};
/// Returns one edit that turns `from` into `to`. Returns nothing if they are equal.
std::optional<Edit> difference(std::string_view from, std::string_view to);

} // namespace nova::lsp
