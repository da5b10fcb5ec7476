#include "repl/show/flow_layout.hpp"
#include <algorithm>
#include <numeric>

namespace nova {
namespace {

using plan::Flow;
using plan::FlowEdge;
using plan::FlowNode;

constexpr double character = 6.8, beside = 28, gap = 28;
constexpr size_t code_columns = 46, most_code = 4, most_parts = 3;

/// Breaks the text at blanks into at most `most_code` lines. Text after these is replaced by "..".
std::vector<std::string> in_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(at + code_columns, text.size());
    if (const size_t blank = text.rfind(' ', end); end < text.size() && blank != text.npos && blank > at)
      end = blank;
    if (lines.size() == most_code) return lines.back() += " ..", lines;
    lines.push_back(text.substr(at, end - at));
    at = std::min(text.find_first_not_of(' ', end), text.size());
  }
  return lines;
}

std::vector<std::string> label_of(const FlowEdge& e) {
  std::vector<std::string> label(
      e.parts.begin(), e.parts.begin() + static_cast<std::ptrdiff_t>(std::min(e.parts.size(), most_parts)));
  if (e.parts.size() > most_parts)
    label.push_back("and " + std::to_string(e.parts.size() - most_parts) + " more");
  return label;
}

class Layering {
 public:
  explicit Layering(const Flow& flow) : flow_(flow) {}

  FlowLayout run() {
    for (const FlowNode& n : flow_.nodes) out_.boxes.push_back(box(n));
    for (const FlowEdge& e : flow_.edges) out_.lines.push_back({&e, {}, {}});
    give_labels(), find_layers(), add_passages(), order_layers(), place(), draw_lines();
    return std::move(out_);
  }

 private:
  static FlowBox box(const FlowNode& n) {
    FlowBox b{.node = &n, .code = in_lines(n.text)};
    b.width = std::max({static_cast<double>(n.title.size()) * (character + 1),
                        static_cast<double>(n.size.size()) * character, text_width(b.code)});
    b.height = flow_row * (1 + !n.size.empty() + static_cast<double>(b.code.size()));
    b.width += 2 * flow_padding, b.height += flow_padding + 4;
    if (!n.inside.nodes.empty()) {
      const FlowLayout& in = b.inside.emplace_back(lay_out(n.inside));
      b.width = std::max(b.width, in.width + 2 * flow_padding), b.height += in.height - flow_padding / 2;
    }
    return b;
  }

  /// Sets the labels of the edges, and makes boxes wide enough for the labels below them. If several edges from a box
  /// have the same label, only the first of them gets it.
  void give_labels() {
    std::vector<double> wanted(out_.boxes.size());
    for (FlowLine& l : out_.lines) {
      l.label = label_of(*l.edge);
      for (const FlowLine& other : out_.lines) {
        if (&other == &l) break;
        if (other.edge->from == l.edge->from && other.edge->parts == l.edge->parts) l.label.clear();
      }
      wanted[l.edge->from] += text_width(l.label) + 16;
    }
    for (size_t k = 0; k < wanted.size(); ++k) out_.boxes[k].width = std::max(out_.boxes[k].width, wanted[k]);
  }

  /// Assigns a layer to each box, below the layers of all boxes whose results it uses. An input is in the layer right
  /// above the first box that uses it.
  void find_layers() {
    layer_.resize(out_.boxes.size());
    for (uint32_t k = 0; k < layer_.size(); ++k)
      for (const FlowLine& l : out_.lines)
        if (l.edge->to == k) layer_[k] = std::max(layer_[k], layer_[l.edge->from] + 1);
    for (uint32_t k = 0; k < layer_.size(); ++k) {
      if (flow_.nodes[k].kind != FlowNode::Input) continue;
      uint32_t first = UINT32_MAX;
      for (const FlowLine& l : out_.lines)
        if (l.edge->from == k) first = std::min(first, layer_[l.edge->to]);
      if (first != UINT32_MAX) layer_[k] = first - 1;
    }
  }

  /// For each edge, adds a dummy box to each layer that the edge crosses. Also lists the boxes of each layer.
  void add_passages() {
    for (const FlowLine& l : out_.lines) {
      std::vector<uint32_t>& way = ways_.emplace_back(1, l.edge->from);
      for (uint32_t k = layer_[l.edge->from] + 1; k < layer_[l.edge->to]; ++k) {
        way.push_back(static_cast<uint32_t>(out_.boxes.size()));
        out_.boxes.push_back({.width = 12}), layer_.push_back(k);
      }
      way.push_back(l.edge->to);
    }
    layers_.resize(layer_.empty() ? 0 : *std::ranges::max_element(layer_) + 1);
    for (uint32_t k = 0; k < layer_.size(); ++k) layers_[layer_[k]].push_back(k);
  }

  /// Returns the mean position of the boxes in the layer above `box` that have an edge to `box`. If `above` is false,
  /// uses the layer below `box` and the edges from `box`. `place` has the position of each box within its layer, from
  /// 0 to 1. If there are no such boxes, returns the position of `box` itself.
  double mean(uint32_t box, bool above, const std::vector<double>& place) const {
    double sum = 0, n = 0;
    for (const auto& way : ways_)
      for (size_t k = 0; k + 1 < way.size(); ++k)
        if (way[above ? k + 1 : k] == box) sum += place[way[above ? k : k + 1]], ++n;
    return n > 0 ? sum / n : place[box];
  }

  void order_layers() {
    std::vector<double> place(out_.boxes.size());
    const auto number = [&](const std::vector<uint32_t>& layer) {
      for (size_t k = 0; k < layer.size(); ++k)
        place[layer[k]] = (static_cast<double>(k) + 0.5) / static_cast<double>(layer.size());
    };
    const auto sort = [&](std::vector<uint32_t>& layer, bool above) {
      std::vector<std::pair<double, uint32_t>> keys;
      for (const uint32_t b : layer) keys.emplace_back(mean(b, above, place), b);
      std::ranges::stable_sort(keys, {}, &std::pair<double, uint32_t>::first);
      std::ranges::transform(keys, layer.begin(), [](const auto& k) { return k.second; });
      number(layer);
    };
    for (const auto& layer : layers_) number(layer);
    for (int round = 0; round < 2; ++round) {
      for (auto& layer : layers_) sort(layer, true);
      for (size_t k = layers_.size(); k-- > 0;) sort(layers_[k], false);
    }
  }

  double gap_below(const std::vector<uint32_t>& layer) const {
    size_t rows = 0;
    for (size_t k = 0; k < out_.lines.size(); ++k)
      if (std::ranges::find(layer, ways_[k][0]) != layer.end())
        rows = std::max(rows, out_.lines[k].label.size());
    return gap + static_cast<double>(rows) * flow_row;
  }

  void place() {
    std::vector<double> widths;
    for (const auto& layer : layers_) {
      double all = beside * static_cast<double>(layer.size() - 1);
      for (const uint32_t b : layer) all += out_.boxes[b].width;
      widths.push_back(all), out_.width = std::max(out_.width, all);
    }
    double y = flow_padding;
    for (size_t k = 0; k < layers_.size(); ++k) {
      double x = (out_.width - widths[k]) / 2, height = 0;
      for (const uint32_t b : layers_[k]) height = std::max(height, out_.boxes[b].height);
      for (const uint32_t b : layers_[k]) {
        FlowBox& box = out_.boxes[b];
        if (!box.node) box.height = height;
        box.x = x, box.y = y, x += box.width + beside;
      }
      y += height + (k + 1 < layers_.size() ? gap_below(layers_[k]) : flow_padding);
    }
    out_.height = y;
  }

  /// Computes the points of the edges. Edges that start or end at the same box do so side by side, in the order of
  /// the boxes at their other ends.
  void draw_lines() {
    for (size_t k = 0; k < ways_.size(); ++k) {
      const auto& way = ways_[k];
      for (size_t step = 0; step + 1 < way.size(); ++step) {
        const FlowBox &from = out_.boxes[way[step]], &to = out_.boxes[way[step + 1]];
        out_.lines[k].points.emplace_back(port(k, step, true), from.y + from.height);
        out_.lines[k].points.emplace_back(port(k, step, false), to.y);
      }
    }
  }

  double port(size_t line, size_t step, bool leaves) const {
    const uint32_t at = ways_[line][leaves ? step : step + 1];
    std::vector<std::pair<double, size_t>> others;
    for (size_t k = 0; k < ways_.size(); ++k)
      for (size_t s = 0; s + 1 < ways_[k].size(); ++s)
        if (ways_[k][leaves ? s : s + 1] == at) {
          const FlowBox& end = out_.boxes[ways_[k][leaves ? s + 1 : s]];
          others.emplace_back(end.x + end.width / 2, k);
        }
    std::ranges::sort(others);
    const auto mine = std::ranges::find(others, line, &std::pair<double, size_t>::second) - others.begin();
    const FlowBox& box = out_.boxes[at];
    return box.x + box.width * (static_cast<double>(mine) + 0.5) / static_cast<double>(others.size());
  }

  const Flow& flow_;
  FlowLayout out_;
  std::vector<uint32_t> layer_;               ///< for each box, the index of its layer
  std::vector<std::vector<uint32_t>> layers_; ///< for each layer, its boxes from left to right
  std::vector<std::vector<uint32_t>> ways_;   ///< for each edge, the boxes on its path, ends included
};

} // namespace

double text_width(const std::vector<std::string>& lines) {
  size_t most = 0;
  for (const std::string& l : lines) most = std::max(most, l.size());
  return static_cast<double>(most) * character;
}

FlowLayout lay_out(const Flow& flow) { return Layering(flow).run(); }

} // namespace nova
