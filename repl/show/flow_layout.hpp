// Where a flow's boxes stand in a picture: in layers, what is made above what uses it; loops hold their own.
#pragma once
#include "jit/explain/flow.hpp"

namespace nova {

struct FlowBox;

/// An edge as it is drawn.
struct FlowLine {
  const plan::FlowEdge* edge = nullptr;
  std::vector<std::pair<double, double>> points{}; ///< through which it runs, from above
  std::vector<std::string> label{};                ///< empty: the edge beside it tells the same
};

struct FlowLayout {
  std::vector<FlowBox> boxes;
  std::vector<FlowLine> lines;
  double width = 0, height = 0;
};

struct FlowBox {
  const plan::FlowNode* node = nullptr; ///< null: an edge passes here
  std::vector<std::string> code{};      ///< what it computes, in lines
  double x = 0, y = 0, width = 0, height = 0;
  std::vector<FlowLayout> inside{}; ///< at most one
};

inline constexpr double flow_row = 16, flow_padding = 10; ///< a line of text; a box's inner edge

/// Lives no longer than the flow.
FlowLayout lay_out(const plan::Flow& flow);

} // namespace nova
