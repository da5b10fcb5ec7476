// Describes in one line what a kernel computes, for readers of the C: "sum of xs_1[i] * ys_2[i] for i below n_0".
#include "jit/emit/c/comments.hpp"
#include "jit/emit/c/plan_writer.hpp"
#include "jit/plan/describe.hpp"

namespace nova::plan {

namespace {

constexpr size_t longest = 100;

/// Returns the first words of a comment on a reduction by one operation, such as "sum of ".
std::string reduction_name(BuiltinId by) {
  switch (by) {
  case BuiltinId::Add: return "sum of ";
  case BuiltinId::Multiply: return "product of ";
  case BuiltinId::Max: return "largest of ";
  case BuiltinId::Min: return "smallest of ";
  default: return std::string(builtin(by).spelling) + " over ";
  }
}

/// Prints the results of a statement's first body as expressions over its index.
class Wording {
 public:
  Wording(const Plan& plan, const Names& names, const Stm& s)
      : names_(names), s_(s),
        index_(s.op == Op::Accumulate ? s.bodies[0].params.back() : s.bodies[0].params[0]),
        expressions_(
            plan, [this](Var v) { return v == index_ ? "i" : names_[static_cast<size_t>(v)]; }, true) {
    for_each_stm(plan.body, [this](const Stm& c) {
      if (c.op == Op::Constant) expressions_.note(c);
    });
    for (const Stm& inner : s.bodies[0].stms) expressions_.note(inner);
  }

  std::string all() const {
    const Body& b = s_.bodies[0];
    const std::string range = " for i below " + names_[static_cast<size_t>(s_.args[0])];
    switch (s_.op) {
    case Op::Map: return list(b.results, 0) + range;
    case Op::Filter: return "those of " + list(b.results, 1) + " where " + text(b.results[0]) + range;
    case Op::Scan: return (s_.after ? "what is made of the running " : "running ") + reductions() + range;
    case Op::ScanScatter:
      return "what is made of the running " + reductions() + range + ", each at its place";
    case Op::Reduce: return reductions() + range;
    default: return "";
    }
  }

 private:
  std::string text(Var v) const { return expressions_.text(v, 6); }

  std::string list(const Vars& results, size_t from) const {
    std::string out;
    for (size_t k = from; k < results.size(); ++k) out += (k > from ? ", " : "") + text(results[k]);
    return out.empty() ? "nothing" : out;
  }

  std::string reductions() const {
    const Body &b = s_.bodies[0], &join = s_.bodies[1];
    std::string out;
    for (size_t k = 0; k < b.results.size(); ++k) {
      std::string name = "reduction of ";
      if (const auto by = joined_by(join, k)) name = reduction_name(*by);
      out += (k ? ", " : "") + name + text(b.results[k]);
    }
    return out;
  }

  const Names& names_;
  const Stm& s_;
  const Var index_;
  ExpressionText expressions_;
};

} // namespace

std::string wording(const Plan& plan, const Names& names, const Stm& s) {
  const bool counts = s.op == Op::Map || s.op == Op::Filter || s.op == Op::Scan || s.op == Op::ScanScatter ||
                      s.op == Op::Reduce;
  if (!counts) return "";
  std::string all = Wording(plan, names, s).all();
  if (all.size() > longest) all = all.substr(0, longest) + " ..";
  return all;
}

} // namespace nova::plan
