// The layout of a dataflow graph as a layered drawing. Each box is above the boxes that use its results. A loop's or
// choice's box contains the layout of its own graph.
#pragma once
#include "jit/explain/flow.hpp"

namespace nova {

struct FlowBox;

/// An edge of the drawing.
struct FlowLine {
  const plan::FlowEdge* edge = nullptr;
  std::vector<std::pair<double, double>> points{}; ///< its path as points (x, y), from the top
  std::vector<std::string> label{};                ///< lines; empty if a neighbouring edge has the same label
};

struct FlowLayout {
  std::vector<FlowBox> boxes;
  std::vector<FlowLine> lines;
  double width = 0, height = 0;
};

struct FlowBox {
  const plan::FlowNode* node = nullptr; ///< null: a dummy box through which an edge passes
  std::vector<std::string> code{};      ///< the lines of code that the node computes
  double x = 0, y = 0, width = 0, height = 0;
  std::vector<FlowLayout> inside{}; ///< the layout of the node's own graph, if it has one
};

inline constexpr double flow_row = 16, flow_padding = 10; ///< height of a text line; inner margin of a box

/// Returns the layout of the graph, with pointers into it. The graph must outlive the layout.
FlowLayout lay_out(const plan::Flow& flow);

} // namespace nova
