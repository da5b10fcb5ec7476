// What a kernel computes, in a line for who reads the C: "sum of xs_1[i] * ys_2[i] for i below n_0".
#include "jit/emitter.hpp"
#include <unordered_map>

namespace nova::plan {
namespace {

constexpr size_t longest = 100;

/// How a reduction by one operation is called.
std::string reduction_name(BuiltinId by) {
  switch (by) {
  case BuiltinId::Add: return "sum of ";
  case BuiltinId::Multiply: return "product of ";
  case BuiltinId::Max: return "largest of ";
  case BuiltinId::Min: return "smallest of ";
  default: return std::string(builtin(by).spelling) + " over ";
  }
}

bool is_infix(BuiltinId id) {
  const std::string_view name = builtin(id).spelling;
  return !std::isalpha(static_cast<unsigned char>(name[0]));
}

/// Expressions of what a statement's first body binds.
class Wording {
 public:
  Wording(const Plan& plan, const Names& names, const Stm& s) : plan_(plan), names_(names), s_(s) {
    for_each_stm(plan.body, [this](const Stm& c) {
      if (c.op == Op::Constant) note(c);
    });
    for (const Stm& inner : s.bodies[0].stms) note(inner);
    const Vars& params = s.bodies[0].params;
    index_ = s.op == Op::Accumulate ? params.back() : params[0];
  }

  std::string all() const {
    const Body& b = s_.bodies[0];
    const std::string range = " for i below " + names_[at(s_.args[0])];
    switch (s_.op) {
    case Op::Map: return list(b.results, 0) + range;
    case Op::Filter: return "those of " + list(b.results, 1) + " where " + text(b.results[0], 6) + range;
    case Op::Scan: return "running " + reductions() + range;
    case Op::Reduce: return reductions() + range;
    default: return "";
    }
  }

 private:
  static size_t at(Var v) { return static_cast<size_t>(v); }
  void note(const Stm& s) {
    for (Var v : s.outs) by_var_[at(v)] = &s;
  }

  std::string list(const Vars& results, size_t from) const {
    std::string out;
    for (size_t k = from; k < results.size(); ++k) out += (k > from ? ", " : "") + text(results[k], 6);
    return out.empty() ? "nothing" : out;
  }

  std::string reductions() const {
    const Body &b = s_.bodies[0], &join = s_.bodies[1];
    std::string out;
    for (size_t k = 0; k < b.results.size(); ++k) {
      std::string name = "reduction of ";
      if (const auto by = joined_by(join, k)) name = reduction_name(*by);
      out += (k ? ", " : "") + name + text(b.results[k], 6);
    }
    return out;
  }

  std::string text(Var v, int depth) const {
    const auto found = by_var_.find(at(v));
    if (v == index_) return "i";
    if (found == by_var_.end()) return names_[at(v)];
    const Stm& s = *found->second;
    if (depth == 0) return "..";
    switch (s.op) {
    case Op::Constant: return constant(s);
    case Op::Read: return names_[at(s.args[0])] + "[" + text(s.args[1], depth - 1) + "]";
    case Op::Scalar: return operation(s, depth);
    case Op::Call: return plan_.functions[s.function].name + arguments(s, depth);
    default: return names_[at(v)];
    }
  }
  std::string operation(const Stm& s, int depth) const {
    if (!is_infix(s.builtin) || s.args.size() != 2)
      return std::string(builtin(s.builtin).spelling) + arguments(s, depth);
    return operand(s.args[0], depth) + " " + std::string(builtin(s.builtin).spelling) + " " +
           operand(s.args[1], depth);
  }
  std::string operand(Var v, int depth) const {
    const auto found = by_var_.find(at(v));
    const bool infix =
        found != by_var_.end() && found->second->op == Op::Scalar && is_infix(found->second->builtin);
    const std::string inner = text(v, depth - 1);
    return infix && inner != ".." ? "(" + inner + ")" : inner;
  }
  std::string arguments(const Stm& s, int depth) const {
    std::string out;
    for (Var v : s.args) out += (out.empty() ? "(" : ", ") + text(v, depth - 1);
    return out + ")";
  }
  /// Numbers that are arguments of the text keep their names, so that another number gives the same text.
  std::string constant(const Stm& s) const {
    const auto v = static_cast<int64_t>(s.bits);
    if (s.element == Element::Bool) return v ? "true" : "false";
    const bool in_text = !is_floating(s.element) && v > -256 && v < 256;
    return in_text ? std::to_string(v) : names_[at(s.outs[0])];
  }

  const Plan& plan_;
  const Names& names_;
  const Stm& s_;
  Var index_{};
  std::unordered_map<size_t, const Stm*> by_var_;
};

} // namespace

std::string wording(const Plan& plan, const Names& names, const Stm& s) {
  const bool counts = s.op == Op::Map || s.op == Op::Filter || s.op == Op::Scan || s.op == Op::Reduce;
  if (!counts) return "";
  std::string all = Wording(plan, names, s).all();
  if (all.size() > longest) all = all.substr(0, longest) + " ..";
  return all;
}

} // namespace nova::plan
