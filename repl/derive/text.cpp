// Prints a derivation as lines of text.
#include "repl/derive/derive.hpp"
#include <algorithm>

namespace nova {
namespace {

class Outline {
 public:
  Outline(const Proof& p, const ProofLimits& limits) : p_(p), limits_(limits) {}
  std::vector<ProofLine> lines(const std::vector<uint32_t>& roots, size_t most);

 private:
  void tree(uint32_t root, size_t most);
  void open(const ProofLine& line);
  void rest();
  ProofLine ellipsis(uint32_t of, size_t hidden, uint32_t depth) const {
    return {of, static_cast<uint32_t>(hidden), depth};
  }

  const Proof& p_;
  ProofLimits limits_;
  std::vector<ProofLine> out_, todo_; ///< out_: finished lines; todo_: stack of lines to process
};

/// Pushes lines for the premises of a shown judgement on `todo_`. If there are too many premises, pushes the first
/// ones, an ellipsis and the last one. If they are too deep, pushes only an ellipsis.
void Outline::open(const ProofLine& line) {
  const std::vector<uint32_t> all = p_.premises(line.judgement);
  const uint32_t depth = line.depth + 1;
  if (all.empty()) return;
  if (depth > limits_.depth)
    return todo_.push_back(ellipsis(line.judgement, p_.judgements[line.judgement].size - 1, depth));
  size_t from = all.size(), to = all.size(); // range of the premises that are left out
  if (all.size() > limits_.width) from = std::max<size_t>(limits_.width, 2) - 1, to = all.size() - 1;
  for (size_t k = all.size(); k-- > to;) todo_.push_back({all[k], 0, depth});
  size_t hidden = 0;
  for (size_t k = from; k < to; ++k) hidden += p_.judgements[all[k]].size;
  if (hidden) todo_.push_back(ellipsis(line.judgement, hidden, depth));
  for (size_t k = std::min(from, to); k-- > 0;) todo_.push_back({all[k], 0, depth});
}

/// Replaces the lines that are left in `todo_` by ellipses, one for each sequence of lines of the same depth.
void Outline::rest() {
  const size_t shown = out_.size();
  for (; !todo_.empty(); todo_.pop_back()) {
    const ProofLine& line = todo_.back();
    const uint32_t hidden = line.hidden ? line.hidden : p_.judgements[line.judgement].size;
    if (out_.size() > shown && out_.back().depth == line.depth)
      out_.back().hidden += hidden;
    else
      out_.push_back(ellipsis(line.judgement, hidden, line.depth));
  }
}

void Outline::tree(uint32_t root, size_t most) {
  const size_t end = out_.size() + most;
  todo_.push_back({root, 0, 0});
  while (!todo_.empty() && out_.size() < end) {
    const ProofLine line = todo_.back();
    todo_.pop_back();
    out_.push_back(line);
    if (!line.hidden) open(line);
  }
  rest();
}

/// Returns about `most` lines for the trees of `roots`. The limit for a tree is the number of lines that are left,
/// divided by the number of trees that are left.
std::vector<ProofLine> Outline::lines(const std::vector<uint32_t>& roots, size_t most) {
  constexpr size_t least = 10;
  for (size_t k = 0; k < roots.size(); ++k) {
    const size_t left = most - std::min(most, out_.size());
    tree(roots[k], std::max(least, left / (roots.size() - k)));
  }
  return std::move(out_);
}

std::string plural(size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::string text_of(const Proof& p, const ProofLine& line, std::vector<bool>& told) {
  if (line.hidden) return ".. " + plural(line.hidden, "judgement") + " more";
  const Judgement& j = p.judgements[line.judgement];
  std::string out = j.rule + "  " + p.judgement(j);
  if (j.environment != Judgement::none && !told[j.environment]) {
    told[j.environment] = true;
    out += "    " + p.name(j.environment) + " = " + p.extension(j.environment);
  }
  if (j.left_out) out += "    (" + plural(j.left_out, "judgement") + " inside the prelude)";
  return out;
}

} // namespace

std::vector<ProofLine> lines_of(const Proof& p, const ProofLimits& limits, size_t most, uint32_t root) {
  return Outline(p, limits).lines(root == Judgement::none ? p.premises(root) : std::vector<uint32_t>{root},
                                  most);
}

void write_text(const Proof& p, const ProofLimits& limits, const Write& out, uint32_t root) {
  std::vector<bool> told(p.environments.size());
  for (const ProofLine& line : lines_of(p, limits, limits.lines, root))
    out(std::string(2 * line.depth, ' ') + text_of(p, line, told) + "\n");
  if (p.not_kept && root == Judgement::none)
    out(".. " + plural(p.not_kept, "judgement") + " more were not recorded\n");
}

} // namespace nova
