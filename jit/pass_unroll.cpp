// Short reductions of a length known beforehand are written out, in their shape (docs/shapes.md): to 16
// elements the lane shape is a tree of single elements, the ordered shape one cell. A stencil's window, a
// vector written out and a matrix of fixed size then leave only scalars.
#include "jit/pass_tools.hpp"

namespace nova::plan {
namespace {

using Vars = std::vector<Var>;

size_t size_of(const Body& b) {
  size_t n = 0;
  for_each_stm(b, [&](const Stm&) { ++n; });
  return n;
}

class Unroller {
 public:
  Unroller(Plan& plan, std::vector<Stm>& out) : plan_(plan), out_(out) {}

  Vars unroll(const Stm& s, int64_t n) {
    const Vars init(s.args.begin() + 1, s.args.end());
    if (n == 0) return init;
    if (s.op == Op::Foldl) {
      Vars state = init;
      for (int64_t k = 0; k < n; ++k) state = step(s, std::move(state), k);
      return state;
    }
    std::vector<Vars> leaves;
    for (int64_t k = 0; k < n; ++k) leaves.push_back(step(s, s.op == Op::Accumulate ? init : Vars(), k));
    const bool cell = s.op == Op::Reduce && s.shape == Shape::Ordered;
    Vars whole = cell ? fold(s, leaves) : tree(s, leaves);
    return s.op == Op::Reduce && s.start ? combine(s, init, whole) : whole;
  }

 private:
  /// Element k, or the state after it.
  Vars step(const Stm& s, Vars params, int64_t k) {
    out_.push_back(constant_stm(plan_, Element::I64, static_cast<uint64_t>(k), s.span));
    params.push_back(out_.back().outs[0]);
    return paste_body(plan_, s.bodies[0], params, out_);
  }
  Vars combine(const Stm& s, Vars a, const Vars& b) {
    a.insert(a.end(), b.begin(), b.end());
    return paste_body(plan_, s.bodies[1], a, out_);
  }
  Vars fold(const Stm& s, std::span<const Vars> leaves) {
    Vars all = leaves[0];
    for (const Vars& leaf : leaves.subspan(1)) all = combine(s, std::move(all), leaf);
    return all;
  }
  Vars tree(const Stm& s, std::span<const Vars> leaves) {
    if (leaves.size() == 1) return leaves[0];
    size_t half = 1;
    while (2 * half < leaves.size()) half *= 2;
    Vars left = tree(s, leaves.first(half));
    return combine(s, std::move(left), tree(s, leaves.subspan(half)));
  }

  Plan& plan_;
  std::vector<Stm>& out_;
};

/// How many rounds, if they are few and known.
std::optional<int64_t> few_rounds(const Stm& s, const std::unordered_map<Var, uint64_t>& constants) {
  constexpr int64_t longest = 16;
  constexpr size_t largest = 512;
  if (s.op != Op::Reduce && s.op != Op::Accumulate && s.op != Op::Foldl) return {};
  const auto n = constants.find(s.args[0]);
  if (n == constants.end() || n->second > longest) return {};
  size_t size = 0;
  for (const Body& b : s.bodies) size += size_of(b);
  return size * n->second > largest ? std::nullopt : std::optional(static_cast<int64_t>(n->second));
}

} // namespace

bool unroll_short(Plan& plan) {
  std::unordered_map<Var, uint64_t> constants;
  for_each_stm(plan.body, [&](const Stm& s) {
    if (s.op == Op::Constant) constants[s.outs[0]] = s.bits;
  });
  bool changed = false;
  Renaming renaming(plan);
  for_each_body(plan.body, [&](Body& b) {
    std::vector<Stm> before = std::exchange(b.stms, {});
    for (Stm& s : before) {
      renaming.apply(s);
      const std::optional<int64_t> n = few_rounds(s, constants);
      if (!n) {
        b.stms.push_back(std::move(s));
        continue;
      }
      const Vars results = Unroller(plan, b.stms).unroll(s, *n);
      for (size_t k = 0; k < s.outs.size(); ++k) renaming.set(s.outs[k], results[k]);
      changed = true;
    }
    renaming.apply(b.results);
  });
  return changed;
}

} // namespace nova::plan
