// A plan as a picture has it: its kernels, how many elements they run over, and what flows between them.
#pragma once
#include "jit/values/flat_layout.hpp"

namespace nova::plan {

struct FlowNode;

/// What one node has from another: columns, or numbers that a kernel has made.
struct FlowEdge {
  uint32_t from, to;                ///< nodes of the same flow
  std::vector<std::string> parts{}; ///< "xs: 1,000 double"
  uint64_t bytes = 0;               ///< as far as they are known
};

/// Nodes in the order in which they run, inputs first.
struct Flow {
  std::vector<FlowNode> nodes;
  std::vector<FlowEdge> edges;
};

struct FlowNode {
  enum Kind : uint8_t { Input, Kernel, Group, Result } kind = Kernel;
  std::string title{}; ///< "xs"; "map"; "loop"
  std::string size{};  ///< "1,000 elements"; empty: nothing is known of it
  std::string text{};  ///< what it computes
  Span span{};         ///< of the source
  Flow inside{};       ///< of a loop or a choice
};

/// With the sizes that the inputs' words tell before anything runs.
Flow flow_of(const Plan& plan, const FlatWords& inputs);

/// 1,234,567
std::string grouped_digits(uint64_t n);

} // namespace nova::plan
