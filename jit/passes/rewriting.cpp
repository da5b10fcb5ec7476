#include "jit/passes/rewriting.hpp"
#include "runtime/watch.hpp"
#include <algorithm>

namespace nova::plan {

void Renaming::apply(Stm& s) const {
  Watch::poll();
  if (!changed_) return;
  apply(s.args);
  for (Body& b : s.bodies) apply(b);
}

void Renaming::apply(Body& b) const {
  for (Stm& s : b.stms) apply(s);
  apply(b.results);
}

std::optional<std::vector<Stm>> neutrals(Plan& plan, const Body& combiner) {
  const size_t n = combiner.results.size();
  std::vector<Stm> all;
  if (combiner.stms.size() != n) return {};
  for (size_t k = 0; k < n; ++k) {
    const Element e = plan[combiner.params[k]].element;
    const std::optional<BuiltinId> by = joined_by(combiner, k, true);
    const std::optional<uint64_t> bits = by ? neutral(*by, e) : std::nullopt;
    if (!bits) return {};
    all.push_back(constant_stm(plan, e, *bits, combiner.stms[0].span));
  }
  return all;
}

void take_strategy(Stm& loop, const Stm& taken) {
  if (loop.strategy == Strategy::BySize) loop.strategy = taken.strategy;
}

// ---- copies ----

namespace {

class Copier {
 public:
  Copier(Plan& plan, std::unordered_map<Var, Var> renaming) : plan_(plan), to_(std::move(renaming)) {}

  Var use(Var v) const {
    auto at = to_.find(v);
    return at == to_.end() ? v : at->second;
  }
  std::vector<Var> use(std::vector<Var> vars) const {
    for (Var& v : vars) v = use(v);
    return vars;
  }
  Stm copy(Stm s) {
    rename(s);
    return s;
  }
  Body copy(Body b) {
    rename(b);
    return b;
  }

 private:
  /// Renames the variables of a copy in place, nested bodies included.
  void rename(Stm& s) {
    Watch::poll();
    s.args = use(std::move(s.args));
    for (Body& b : s.bodies) rename(b);
    bind(s.outs);
  }
  void rename(Body& b) {
    bind(b.params);
    for (Stm& s : b.stms) rename(s);
    b.results = use(std::move(b.results));
  }
  void bind(std::vector<Var>& vars) {
    for (Var& v : vars) {
      const Var fresh = plan_.make(plan_[v], plan_.names[index_of(v)]);
      to_[v] = fresh, v = fresh;
    }
  }
  Plan& plan_;
  std::unordered_map<Var, Var> to_;
};

} // namespace

Body copy_body(Plan& plan, const Body& b, std::unordered_map<Var, Var> renaming) {
  return Copier(plan, std::move(renaming)).copy(b);
}

std::vector<Var> paste_body(Plan& plan, const Body& b, std::span<const Var> args, std::vector<Stm>& out) {
  std::unordered_map<Var, Var> renaming;
  for (size_t k = 0; k < args.size(); ++k) renaming[b.params[k]] = args[k];
  Copier copier(plan, std::move(renaming));
  for (const Stm& s : b.stms) out.push_back(copier.copy(s));
  return copier.use(b.results);
}

namespace {

/// Adds statements that select element i of the elements, of which the first has the number `first`, by halves.
Var choose_element(Plan& plan, Var i, std::span<const Var> elements, size_t first, std::vector<Stm>& out,
                   Span span) {
  if (elements.size() == 1) return elements[0];
  const size_t half = elements.size() / 2;
  out.push_back(constant_stm(plan, Element::I64, first + half, span));
  out.push_back(
      scalar_stm(plan, BuiltinId::Less, Element::I64, Element::Bool, {i, out.back().outs[0]}, span));
  Stm branch{.op = Op::If, .args = out.back().outs, .span = span};
  Body left, right;
  left.results = {choose_element(plan, i, elements.first(half), first, left.stms, span)};
  right.results = {choose_element(plan, i, elements.subspan(half), first + half, right.stms, span)};
  branch.bodies = {std::move(left), std::move(right)};
  branch.outs = {plan.make({plan[elements[0]].element, false})};
  out.push_back(std::move(branch));
  return out.back().outs[0];
}

} // namespace

void add_column(Plan& plan, Var column, const std::vector<Var>& elements, std::vector<Stm>& out, Span span) {
  Body b{{plan.make({Element::I64, false})}, {}, {}};
  if (elements.empty()) {
    b.stms = {constant_stm(plan, plan[column].element, 0, span)};
    b.results = b.stms[0].outs;
  } else {
    b.results = {choose_element(plan, b.params[0], elements, 0, b.stms, span)};
  }
  out.push_back(constant_stm(plan, Element::I64, elements.size(), span));
  out.push_back(
      {.op = Op::Map, .outs = {column}, .args = out.back().outs, .bodies = {std::move(b)}, .span = span});
}

Stm constant_stm(Plan& plan, Element e, uint64_t bits, Span span) {
  Stm s{.op = Op::Constant, .element = e, .bits = bits, .span = span};
  s.outs = {plan.make({e, false})};
  return s;
}

Stm scalar_stm(Plan& plan, BuiltinId id, Element operand, Element result, std::vector<Var> args, Span span) {
  Stm s{.op = Op::Scalar, .args = std::move(args), .builtin = id, .element = operand, .span = span};
  s.outs = {plan.make({result, false})};
  return s;
}

void replace_reads(Body& b, std::span<const Var> columns, std::span<const Var> elements, Renaming& renaming,
                   std::optional<Var> index) {
  std::erase_if(b.stms, [&](Stm& s) {
    renaming.apply(s.args);
    const auto at = s.op == Op::Read && (!index || s.args[1] == *index)
                        ? std::ranges::find(columns, s.args[0])
                        : columns.end();
    if (at != columns.end())
      return renaming.set(s.outs[0], elements[static_cast<size_t>(at - columns.begin())]), true;
    for (Body& inner : s.bodies) replace_reads(inner, columns, elements, renaming, index);
    return false;
  });
  renaming.apply(b.results);
}

} // namespace nova::plan
