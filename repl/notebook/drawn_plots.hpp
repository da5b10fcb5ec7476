// The plots that a session has drawn, by their SVG texts.
#pragma once
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace nova::notebook {

/// A plot is a text, its SVG. Where a cell shows one, its description in Vega-Lite is looked up by that text. The last
/// few plots are known. Any thread may draw.
class DrawnPlots {
 public:
  /// Takes a plot that is drawn as this text, if it has a description.
  void take(std::string_view svg, std::optional<std::string> description);
  /// Returns the description of the plot that was drawn as this text; "" if it is not known or has none.
  std::string vega_lite(std::string_view svg);

 private:
  struct Known {
    size_t length = 0, hash = 0; ///< of the SVG text
    std::string vega_lite{};
  };
  std::mutex mutex_;
  std::deque<Known> known_;
};

} // namespace nova::notebook
