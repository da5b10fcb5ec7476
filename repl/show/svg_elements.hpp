// The elements of an SVG text, as far as Nova's own pictures have them.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// A tag with its attributes. Its text, up to the next tag, follows the tag that opens it.
struct SvgElement {
  std::string_view name{};
  bool opens = false, closes = false; ///< <g> opens, </g> closes, <rect/> does both
  std::map<std::string_view, std::string_view> attributes{};
  std::string text{};

  /// Returns an attribute, or nothing.
  std::optional<std::string_view> get(std::string_view key) const;
  /// Returns an attribute that is a finite number, or another value.
  double number(std::string_view key, double otherwise = 0) const;
};

/// Reads the elements of an SVG text one after the other. The text may be anybody's: what is no element is passed over.
class SvgElements {
 public:
  explicit SvgElements(std::string_view text) : text_(text) {}
  /// Returns the next element, or nothing at the end.
  std::optional<SvgElement> next();

 private:
  std::string_view text_;
  size_t at_ = 0;
};

} // namespace nova
