// A document as an editor sees it: lines from 0, and in a line the UTF-16 units from 0.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nova::lsp {

struct Place {
  uint32_t line = 0, character = 0;
  bool operator==(const Place&) const = default;
};
struct Range {
  Place begin, end;
};

/// A text and where its lines begin. A line ends at \n, \r\n or \r.
class Text {
 public:
  explicit Text(std::string text = {}) : text_(std::move(text)) { find_lines(); }
  const std::string& all() const { return text_; }
  uint32_t size() const { return static_cast<uint32_t>(text_.size()); }

  /// The byte at a place. Beyond a line: its end; beyond the text: the text's end.
  uint32_t byte_at(Place p) const;
  /// The place of a byte; inside a character, that of the character.
  Place place_of(uint32_t byte) const;
  Range range_of(uint32_t begin, uint32_t end) const { return {place_of(begin), place_of(end)}; }
  /// What an editor tells of a change.
  void replace(Range range, std::string_view by);

 private:
  std::string text_;
  std::vector<uint32_t> lines_;
  void find_lines();
  std::string_view line(uint32_t n) const; ///< without its end
};

/// The one change that makes the second text of the first.
struct Edit {
  uint32_t begin = 0, end = 0; ///< bytes of the first
  std::string_view by;
};
std::optional<Edit> difference(std::string_view from, std::string_view to);

} // namespace nova::lsp
