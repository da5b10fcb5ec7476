#include "jit/analysis/index_polynomials.hpp"
#include "jit/analysis/queries.hpp"
#include <algorithm>

namespace nova::plan {

void Sum::add(const Sum& other, uint64_t times) {
  constant += times * other.constant;
  for (const auto& [vars, n] : other.terms)
    if ((terms[vars] += times * n) == 0) terms.erase(vars);
}

bool Sum::has_any(std::span<const Var> vars) const {
  return std::ranges::any_of(terms, [&](const auto& term) {
    return std::ranges::any_of(term.first, [&](Var v) { return is_any(v, vars); });
  });
}

std::optional<Sum> Sum::product(const Sum& a, const Sum& b) {
  constexpr size_t most = 12;
  if ((a.terms.size() + 1) * (b.terms.size() + 1) > most) return {};
  Sum all;
  all.add(a, b.constant);
  for (const auto& [vars, n] : b.terms) {
    Sum one;
    one.terms[vars] = n * a.constant;
    if (a.constant == 0) one.terms.clear();
    for (const auto& [left, times] : a.terms) {
      std::vector<Var> both = left;
      both.insert(both.end(), vars.begin(), vars.end());
      std::ranges::sort(both);
      one.terms[both] += times * n;
    }
    all.add(one, 1);
  }
  return all;
}

void Sums::learn(const Stm& s) {
  if (s.op != Op::Scalar || s.element != Element::I64) return;
  const bool adds = s.builtin == BuiltinId::Add, takes = s.builtin == BuiltinId::Subtract;
  if (adds || takes) {
    Sum sum = of(s.args[0]);
    sum.add(of(s.args[1]), adds ? 1 : ~uint64_t{0});
    known_[s.outs[0]] = std::move(sum);
  } else if (multiplies_ && s.builtin == BuiltinId::Multiply) {
    if (auto product = Sum::product(of(s.args[0]), of(s.args[1]))) known_[s.outs[0]] = std::move(*product);
  }
}

void Sums::choose(const Stm& branch, const Body& taken) {
  for (size_t k = 0; k < branch.outs.size(); ++k) known_[branch.outs[k]] = of(taken.results[k]);
}

Sum Sums::of(Var v) const {
  if (const auto bits = constants_.find(v); bits != constants_.end()) return {{}, bits->second};
  const auto at = known_.find(v);
  return at == known_.end() ? Sum{{{{v}, 1}}, 0} : at->second;
}

Direction direction(const Sum& index, Var j, Var k) {
  const std::vector<Var> column{j}, row{k};
  bool by_column = false, beside = false;
  for (const auto& [vars, times] : index.terms) {
    by_column |= is_any(j, vars) && (vars != column || times != 1);
    beside |= is_any(j, vars) && vars == column && times == 1;
  }
  if (!by_column && !beside) return Direction::Other;
  const auto next = index.terms.find(row);
  const bool along = next != index.terms.end() && next->second == 1;
  return by_column || along ? Direction::Along : Direction::Down;
}

} // namespace nova::plan
