// The dataflow graph of a plan, for pictures: its kernels, the number of elements that they process, and the data
// that flow between them.
#pragma once
#include "jit/values/flat_layout.hpp"

namespace nova::plan {

struct FlowNode;

/// The data that one node takes from another: columns, or scalars that a kernel has computed.
struct FlowEdge {
  uint32_t from, to;                ///< indices of nodes of the same flow
  std::vector<std::string> parts{}; ///< descriptions of the data, such as "xs: 1,000 double"
  uint64_t bytes = 0;               ///< bytes of those data whose size is known
};

/// Nodes in the order in which they run, inputs first.
struct Flow {
  std::vector<FlowNode> nodes;
  std::vector<FlowEdge> edges;
};

struct FlowNode {
  enum Kind : uint8_t { Input, Kernel, Group, Result } kind = Kernel;
  std::string title{}; ///< the name of an input or of an operation, such as "xs", "map" or "loop"
  std::string size{};  ///< how many elements the node has or processes, such as "1,000 elements"; or ""
  std::string text{};  ///< a description of what the node computes
  Span span{};         ///< the source form that the node comes from
  Flow inside{};       ///< the nodes of a loop or of an If
};

/// Returns the dataflow graph of the plan, with those sizes that the inputs determine before the plan runs.
Flow flow_of(const Plan& plan, const FlatWords& inputs);

/// Returns n with commas between groups of three digits, such as "1,234,567".
std::string grouped_digits(uint64_t n);

} // namespace nova::plan
