#include "jit/explain/flow.hpp"
#include "jit/analysis/kernels.hpp"
#include "jit/emit/c/comments.hpp"
#include "jit/plan/column_sizes.hpp"
#include "jit/plan/names.hpp"
#include "jit/plan/scalar_eval.hpp"
#include <algorithm>
#include <map>
#include <set>

namespace nova::plan {
namespace {

/// A number. `n`: its value, or nothing if only the run determines it. `at_most`: whether `n` is only an upper bound.
struct Amount {
  std::optional<uint64_t> n{};
  bool at_most = false;
};

std::string words(const Amount& a, std::string_view unit) {
  if (!a.n) return "a number of " + std::string(unit) + "s that is counted as it runs";
  return (a.at_most ? "at most " : "") + grouped_digits(*a.n) + " " + std::string(unit) +
         (*a.n == 1 ? "" : "s");
}

class FlowMaker {
 public:
  FlowMaker(const Plan& plan, const FlatWords& inputs)
      : plan_(plan), inputs_(inputs), amounts_(plan.types.size()), columns_(plan.types.size()) {
    const PlanNames numbered(plan);
    for (uint32_t v = 0; v < plan.types.size(); ++v)
      names_.push_back(plan.names[v].empty() ? numbered(static_cast<Var>(v)) : plan.names[v]);
    for_each_root(plan, [this](const Body& root) {
      for_each_stm(root, [this](const Stm& s) {
        if (s.op == Op::Constant) names_[index(s.outs[0])] = constant_text(s.element, s.bits);
      });
    });
  }

  Flow run() {
    const Body& b = plan_.body;
    for (size_t k = 0; k < b.params.size(); ++k) note_input(b.params[k], k);
    Flow flow;
    Origins origins;
    for (Var v : b.params)
      if (plan_[v].column) origins[v] = {input(flow, v)};
    statements(b, flow, origins);
    const uint32_t result = add(flow, {.kind = FlowNode::Result, .title = "result"});
    connect(flow, origins, b.results, result);
    drop_unused(flow);
    return flow;
  }

 private:
  using Nodes = std::set<uint32_t>;
  using Origins = std::map<Var, Nodes>; ///< maps a variable to the nodes that it comes from

  static size_t index(Var v) { return static_cast<size_t>(v); }
  static uint32_t add(Flow& flow, FlowNode node) {
    flow.nodes.push_back(std::move(node));
    return static_cast<uint32_t>(flow.nodes.size() - 1);
  }

  // ---- sizes ----

  void note_input(Var v, size_t k) {
    if (!plan_[v].column)
      amounts_[index(v)].n = inputs_.words[k].bits;
    else
      columns_[index(v)].n = inputs_.rooms[k] / element_size(plan_[v].element);
  }

  void note_scalar(const Stm& s) {
    if (s.op == Op::Constant) amounts_[index(s.outs[0])].n = s.bits;
    if (s.op != Op::Scalar || s.args.size() > 3) return;
    uint64_t operands[3] = {};
    for (size_t k = 0; k < s.args.size(); ++k) {
      if (!amounts_[index(s.args[k])].n || amounts_[index(s.args[k])].at_most) return;
      operands[k] = *amounts_[index(s.args[k])].n;
    }
    const ScalarFunction f = scalar_function(s.builtin, s.element, plan_[s.outs[0]].element);
    if (f.call) amounts_[index(s.outs[0])].n = f.call(operands);
  }

  void note_columns(const Stm& s) {
    for (const ColumnSize& c : size_of(plan_, s).columns) {
      Amount a = amounts_[index(c.count)];
      if (a.n && c.and_one) ++*a.n;
      a.at_most |= c.at_most;
      for (Var v : s.outs)
        if (plan_[v].column && !columns_[index(v)].n) columns_[index(v)] = a;
    }
    if (s.op == Op::Filter) amounts_[index(s.outs[0])] = {amounts_[index(s.args[0])].n, true};
  }

  // ---- nodes ----

  uint32_t input(Flow& flow, Var v) {
    const std::string& name = names_[index(v)];
    if (!flow.nodes.empty() && flow.nodes.back().title == name)
      return static_cast<uint32_t>(flow.nodes.size() - 1);
    return add(flow, {.kind = FlowNode::Input, .title = name, .size = words(columns_[index(v)], "element")});
  }

  void statements(const Body& b, Flow& flow, Origins& origins) {
    for (const Stm& s : b.stms) statement(s, flow, origins);
  }

  void statement(const Stm& s, Flow& flow, Origins& origins) {
    note_scalar(s), note_columns(s);
    const bool grouped = is_control(s.op);
    if (!grouped && !is_kernel(s) && s.op != Op::Call) return pass_on(s, origins);
    FlowNode node = grouped ? group(s) : kernel(s);
    if (grouped && node.inside.nodes.empty() && s.op != Op::Foldl) return pass_on(s, origins);
    const uint32_t at = add(flow, std::move(node));
    connect(flow, origins, used_by(s), at);
    for (Var v : s.outs) origins[v] = {at};
  }

  /// Records that the results of a statement without a node come from the nodes of its operands. If the first operand
  /// is a column, columns among the results get its size and name.
  void pass_on(const Stm& s, Origins& origins) {
    Nodes from;
    for (Var v : used_by(s))
      if (const auto at = origins.find(v); at != origins.end())
        from.insert(at->second.begin(), at->second.end());
    for (Var v : s.outs) {
      if (!from.empty()) origins[v] = from;
      if (plan_[v].column && !s.args.empty() && plan_[s.args[0]].column)
        columns_[index(v)] = columns_[index(s.args[0])], names_[index(v)] = names_[index(s.args[0])];
    }
  }

  static std::vector<Var> used_by(const Stm& s) {
    std::vector<Var> used = s.args; // may also hold variables that its bodies bind, which no node makes
    for (const Body& b : s.bodies) {
      used.insert(used.end(), b.results.begin(), b.results.end());
      for_each_stm(b, [&](const Stm& in) {
        used.insert(used.end(), in.args.begin(), in.args.end());
        for (const Body& deeper : in.bodies)
          used.insert(used.end(), deeper.results.begin(), deeper.results.end());
      });
    }
    return used;
  }

  FlowNode kernel(const Stm& s) const {
    FlowNode node{.title = std::string(op_row(s.op).name), .span = s.span};
    if (s.op == Op::Call) node.title = "call of " + plan_.functions[s.function].name;
    if (s.op == Op::Reduce) node.title += s.shape == Shape::Lane ? ", lane shape" : ", ordered shape";
    if (s.op != Op::Call && !s.args.empty()) node.size = words(elements(s), "element");
    node.text = wording(plan_, names_, s);
    node.text.resize(std::min(node.text.find(" for i below "), node.text.size())); // `size` has that number
    return node;
  }

  Amount elements(const Stm& s) const {
    // These operations iterate over the new elements, not over those of the column that they change.
    const bool second = s.op == Op::Scatter || s.op == Op::RowsScatter || s.op == Op::Histogram;
    return amounts_[index(s.args[second ? 1 : 0])];
  }

  FlowNode group(const Stm& s) {
    FlowNode node{.kind = FlowNode::Group, .title = s.op == Op::If ? "if" : "loop", .span = s.span};
    if (s.op == Op::Foldl) node.title = "foldl", node.size = words(amounts_[index(s.args[0])], "step");
    Origins own;
    for (const Body& b : s.bodies) statements(b, node.inside, own);
    return node;
  }

  // ---- edges ----

  void connect(Flow& flow, const Origins& origins, const std::vector<Var>& used, uint32_t to) {
    std::map<uint32_t, std::set<Var>> by_node;
    for (Var v : used)
      if (const auto at = origins.find(v); at != origins.end())
        for (const uint32_t from : at->second) by_node[from].insert(v);
    for (const auto& [from, vars] : by_node) flow.edges.push_back(edge(from, to, vars));
  }

  /// Returns the edge that carries the variables. Variables with the same name, type and length share one
  /// description, which says how many they are.
  FlowEdge edge(uint32_t from, uint32_t to, const std::set<Var>& vars) const {
    FlowEdge e{.from = from, .to = to};
    std::vector<std::pair<std::pair<std::string, std::string>, uint32_t>> alike; ///< (name, type), number
    for (Var v : vars) {
      const std::pair<std::string, std::string> part(
          plan_.names[index(v)].empty() ? "" : names_[index(v)] + ": ", what(v));
      const auto known = std::ranges::find(alike, part, [](const auto& a) { return a.first; });
      known == alike.end() ? void(alike.emplace_back(part, 1)) : void(++known->second);
      e.bytes += (plan_[v].column ? columns_[index(v)].n.value_or(0) : 1) * element_size(plan_[v].element);
    }
    for (const auto& [part, n] : alike)
      e.parts.push_back(part.first + (n > 1 ? std::to_string(n) + " x " : "") + part.second);
    return e;
  }

  /// Returns the variable's length and type, such as "1,000 double".
  std::string what(Var v) const {
    const std::string type(element_name(plan_[v].element));
    if (!plan_[v].column) return "1 " + type;
    const Amount& a = columns_[index(v)];
    return a.n ? (a.at_most ? "at most " : "") + grouped_digits(*a.n) + " " + type : type;
  }

  /// Removes the inputs that no node uses.
  static void drop_unused(Flow& flow) {
    std::vector<uint32_t> place(flow.nodes.size());
    std::vector<FlowNode> kept;
    for (uint32_t k = 0; k < flow.nodes.size(); ++k) {
      place[k] = static_cast<uint32_t>(kept.size());
      const bool used = std::ranges::any_of(flow.edges, [k](const FlowEdge& e) { return e.from == k; });
      if (used || flow.nodes[k].kind != FlowNode::Input) kept.push_back(std::move(flow.nodes[k]));
    }
    flow.nodes = std::move(kept);
    for (FlowEdge& e : flow.edges) e.from = place[e.from], e.to = place[e.to];
  }

  const Plan& plan_;
  const FlatWords& inputs_;
  std::vector<Amount> amounts_; ///< by variable: the value of a scalar
  std::vector<Amount> columns_; ///< by variable: the number of elements of a column
  std::vector<std::string> names_;
};

} // namespace

std::string grouped_digits(uint64_t n) {
  std::string text = std::to_string(n);
  for (size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

Flow flow_of(const Plan& plan, const FlatWords& inputs) { return FlowMaker(plan, inputs).run(); }

} // namespace nova::plan
