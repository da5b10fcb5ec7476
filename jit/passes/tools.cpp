// The walks here are what passes spend their time in: each polls, once for a statement.
#include "jit/passes/tools.hpp"
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

std::vector<uint32_t> count_uses(const Plan& plan) {
  std::vector<uint32_t> uses(plan.types.size());
  for_each_root(plan, [&](const Body& b) { count_uses(b, uses); });
  return uses;
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
  return s.op == Op::Check || s.op == Op::Loop || (s.op == Op::Call && !s.plain) ||
         std::ranges::any_of(s.bodies, [](const Body& b) { return can_fail(b); });
}

bool can_fail(const Body& b) {
  return std::ranges::any_of(b.stms, [](const Stm& s) { return can_fail(s); });
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

// ---- exact reductions ----

std::optional<uint64_t> neutral(BuiltinId id, Element e) {
  if (!is_integer(e) && e != Element::Bool) return {};
  const int bits = static_cast<int>(8 * element_size(e));
  const bool is_signed = e != Element::U8;
  const int64_t largest = is_signed ? static_cast<int64_t>(~uint64_t{0} >> (65 - bits)) : 255;
  switch (id) {
  case BuiltinId::Add:
  case BuiltinId::BitXor:
  case BuiltinId::BitOr:
  case BuiltinId::Or: return 0;
  case BuiltinId::Multiply:
  case BuiltinId::And: return 1;
  case BuiltinId::BitAnd: return e == Element::Bool ? 1 : static_cast<uint64_t>(is_signed ? -1 : 255);
  case BuiltinId::Min: return e == Element::Bool ? 1 : static_cast<uint64_t>(largest);
  case BuiltinId::Max: return is_signed && e != Element::Bool ? static_cast<uint64_t>(-largest - 1) : 0;
  default: return {};
  }
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

std::optional<Var> loop_index(const Stm& s) {
  switch (s.op) {
  case Op::Map:
  case Op::Each:
  case Op::Reduce:
  case Op::Scan:
  case Op::ScanScatter:
  case Op::Filter:
  case Op::Rows:
  case Op::Scatter:
  case Op::RowsScatter:
  case Op::Histogram: return s.bodies[0].params[0];
  case Op::Accumulate:
  case Op::Foldl: return s.bodies[0].params.back();
  default: return {};
  }
}

Var loop_length(const Stm& s) { return s.args[s.op == Op::Scatter || s.op == Op::Histogram]; }

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
  /// In place, so that what is nested is copied once.
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

void replace_reads(Body& b, std::span<const Var> columns, std::span<const Var> elements, Renaming& renaming,
                   std::optional<Var> index) {
  std::erase_if(b.stms, [&](Stm& s) {
    renaming.apply(s.args);
    const auto at = s.op == Op::Read && (!index || s.args[1] == *index) ? std::ranges::find(columns, s.args[0]) : columns.end();
    if (at != columns.end())
      return renaming.set(s.outs[0], elements[static_cast<size_t>(at - columns.begin())]), true;
    for (Body& inner : s.bodies) replace_reads(inner, columns, elements, renaming, index);
    return false;
  });
  renaming.apply(b.results);
}

} // namespace nova::plan
