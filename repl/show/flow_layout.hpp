// The layout of a dataflow graph as a layered drawing, with a box for each node. Each box is above the boxes that use
// its results. The box of a loop or an If contains the layout of the graph inside of it.
#pragma once
#include "jit/explain/flow.hpp"

namespace nova {

struct FlowBox;

/// An edge of the drawing.
struct FlowLine {
  const plan::FlowEdge* edge = nullptr;
  std::vector<std::pair<double, double>> points{}; ///< its path as points (x, y), from top to bottom
  /// Lines of text beside the edge. Empty if an earlier edge from the same box has the same label.
  std::vector<std::string> label{};
};

struct FlowLayout {
  std::vector<FlowBox> boxes;
  std::vector<FlowLine> lines;
  double width = 0, height = 0;
};

struct FlowBox {
  const plan::FlowNode* node = nullptr; ///< null: a dummy box through which an edge passes
  std::vector<std::string> code{};      ///< what the node computes, as lines of code
  double x = 0, y = 0, width = 0, height = 0;
  std::vector<FlowLayout> inside{}; ///< the layout of the node's own graph, if it has one
};

/// `flow_row`: height of a line of text. `flow_padding`: inner margin of a box.
inline constexpr double flow_row = 16, flow_padding = 10;

/// Returns the width of the longest line.
double text_width(const std::vector<std::string>& lines);
/// Returns the layout of the graph. It has pointers into the graph, so the graph must outlive it.
FlowLayout lay_out(const plan::Flow& flow);

} // namespace nova
