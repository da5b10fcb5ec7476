// Passes spend most of their time in walks over a plan. So the walks for definitions and uses poll for interrupts,
// once per statement.
#include "jit/analysis/queries.hpp"
#include "runtime/watch.hpp"
#include <algorithm>

namespace nova::plan {

Definitions::Definitions(const Plan& plan)
    : by_var_(plan.types.size()), binder_(plan.types.size()), parameter_(plan.types.size()) {
  for_each_root(plan, [this](const Body& b) { number(b); });
}

void Definitions::number(const Body& b) {
  ++place_;
  for (Var v : b.params) binder_[index_of(v)] = parameter_[index_of(v)] = place_;
  for (const Stm& s : b.stms) {
    Watch::poll();
    for (const Body& inner : s.bodies) number(inner);
    ++place_;
    for (Var v : s.outs) by_var_[index_of(v)] = &s, binder_[index_of(v)] = place_;
  }
}

void count_uses(const Body& b, std::vector<uint32_t>& uses) {
  for (const Stm& s : b.stms) {
    Watch::poll();
    for (Var v : s.args) ++uses[index_of(v)];
    for (const Body& inner : s.bodies) count_uses(inner, uses);
  }
  for (Var v : b.results) ++uses[index_of(v)];
}

Constants constants_of(const Body& b) {
  Constants all;
  for_each_stm(b, [&](const Stm& s) {
    if (s.op == Op::Constant) all[s.outs[0]] = s.bits;
  });
  return all;
}

std::vector<uint32_t> count_uses(const Plan& plan) {
  std::vector<uint32_t> uses(plan.types.size());
  for_each_root(plan, [&](const Body& b) { count_uses(b, uses); });
  return uses;
}

std::vector<uint32_t> count_reads(const Plan& plan) {
  std::vector<uint32_t> reads(plan.types.size());
  for_each_root(plan, [&](const Body& b) {
    for_each_stm(b, [&](const Stm& s) {
      if (s.op == Op::Read) ++reads[index_of(s.args[0])];
    });
  });
  return reads;
}

bool is_any(Var v, std::span<const Var> vars) { return std::ranges::find(vars, v) != vars.end(); }

bool uses(const Stm& s, std::span<const Var> vars) {
  Watch::poll();
  return std::ranges::any_of(s.args, [&](Var v) { return is_any(v, vars); }) ||
         std::ranges::any_of(s.bodies, [&](const Body& b) { return uses(b, vars); });
}

bool uses(const Body& b, std::span<const Var> vars) {
  return std::ranges::any_of(b.results, [&](Var v) { return is_any(v, vars); }) ||
         std::ranges::any_of(b.stms, [&](const Stm& s) { return uses(s, vars); });
}

bool can_fail(const Stm& s) {
  return s.op == Op::Check || s.op == Op::Loop || s.op == Op::Foreign || s.op == Op::Launch ||
         (s.op == Op::Call && !s.plain) ||
         std::ranges::any_of(s.bodies, [](const Body& b) { return can_fail(b); });
}

bool can_fail(const Body& b) {
  return std::ranges::any_of(b.stms, [](const Stm& s) { return can_fail(s); });
}

bool is_trigonometric(BuiltinId id) {
  return id == BuiltinId::Sin || id == BuiltinId::Cos || id == BuiltinId::Tan;
}

size_t count_of(const Body& b, Op op) {
  size_t found = 0;
  for_each_stm(b, [&](const Stm& s) { found += s.op == op; });
  return found;
}

bool is_cheap(const Body& b) {
  int cost = 0, reads = 0;
  for (const Stm& s : b.stms) {
    const bool quick = s.op == Op::Scalar && s.builtin != BuiltinId::Divide &&
                       s.builtin != BuiltinId::Remainder && s.builtin < BuiltinId::Sqrt;
    if (!quick && s.op != Op::Read && s.op != Op::Constant) return false;
    cost += quick, reads += s.op == Op::Read;
  }
  return cost <= 4 && reads <= 1;
}

bool is_small(const Stm& s) {
  if (s.op == Op::If)
    return std::ranges::all_of(s.bodies, [](const Body& b) { return std::ranges::all_of(b.stms, is_small); });
  return s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::Read || s.op == Op::Check;
}

// ---- exact reductions ----

std::optional<uint64_t> neutral(BuiltinId id, Element e) {
  if (!is_integer(e) && e != Element::Bool) return {};
  const bool whole = is_integer(e);
  switch (id) {
  case BuiltinId::Add:
  case BuiltinId::BitXor:
  case BuiltinId::BitOr:
  case BuiltinId::Or: return 0;
  case BuiltinId::Multiply:
  case BuiltinId::And: return 1;
  case BuiltinId::BitAnd: return !whole ? 1 : is_signed(e) ? ~uint64_t{0} : greatest_integer(e);
  case BuiltinId::Min: return whole ? greatest_integer(e) : 1;
  case BuiltinId::Max: return whole ? static_cast<uint64_t>(least_integer(e)) : 0;
  default: return {};
  }
}

bool is_loop(Op op) { return op != Op::If && op_row(op).bodies > 0; }

bool is_heavy(const Body& b) {
  bool found = false;
  for_each_stm(b, [&](const Stm& s) { found |= is_loop(s.op) || s.op == Op::Call; });
  return found;
}

bool makes_cells_in(const Body& b) {
  bool found = false;
  for_each_stm(b, [&](const Stm& s) { found |= makes_cell(s) || (s.op == Op::Call && s.makes_cells); });
  return found;
}

namespace {

bool has_identity(BuiltinId id) {
  switch (id) {
  case BuiltinId::Add:
  case BuiltinId::Multiply:
  case BuiltinId::Min:
  case BuiltinId::Max:
  case BuiltinId::And:
  case BuiltinId::Or:
  case BuiltinId::BitAnd:
  case BuiltinId::BitOr:
  case BuiltinId::BitXor: return true;
  default: return false;
  }
}

} // namespace

bool combines_exactly(const Stm& histogram) {
  const Body& join = histogram.bodies[1];
  const auto is_exact = [&](size_t k) {
    const auto by = joined_by(join, k);
    if (!by || !has_identity(*by)) return false;
    const auto made = std::ranges::find_if(
        join.stms, [&](const Stm& s) { return s.op == Op::Scalar && s.outs[0] == join.results[k]; });
    return !is_floating(made->element);
  };
  for (size_t k = 0; k < histogram.outs.size(); ++k)
    if (!is_exact(k)) return false;
  return !histogram.outs.empty();
}

std::optional<Var> loop_index(const Stm& s) {
  if (has_flag(s.op, Counts)) return s.bodies[0].params[0];
  if (has_flag(s.op, Steps)) return s.bodies[0].params.back();
  return {};
}

Var loop_length(const Stm& s) { return s.args[has_flag(s.op, LengthSecond)]; }

bool reads_own_only(const Body& b, std::span<const Var> columns, Var j) {
  for (const Stm& s : b.stms) {
    Watch::poll();
    if (s.op == Op::Read && is_any(s.args[0], columns) && s.args[1] == j) continue;
    for (Var v : s.args)
      if (v == j || is_any(v, columns)) return false;
    for (const Body& inner : s.bodies)
      if (!reads_own_only(inner, columns, j)) return false;
  }
  return std::ranges::none_of(b.results, [&](Var v) { return v == j || is_any(v, columns); });
}

} // namespace nova::plan
