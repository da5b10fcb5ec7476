#include "jit/plan/column_sizes.hpp"
#include "runtime/element.hpp"

namespace nova::plan {
namespace {

bool has_columns(const Plan& plan, const Stm& s) {
  for (Var v : s.outs)
    if (plan[v].column) return true;
  return false;
}

/// Returns the size of the columns among s.outs[first ..], which have `count` elements each.
ColumnSize together(const Plan& plan, const Stm& s, size_t first, Var count) {
  ColumnSize c{.count = count};
  for (size_t k = first; k < s.outs.size(); ++k)
    if (plan[s.outs[k]].column) c.each += element_size(plan[s.outs[k]].element);
  return c;
}

/// Returns the sizes of the outs of Rows: the column of offsets, and the columns of all rows' elements.
StatementSize of_rows(const Plan& plan, const Stm& s) {
  return {{{.each = 8, .count = s.args[0], .and_one = true}, together(plan, s, 2, s.outs[1])}};
}

/// Returns the sizes of the results of a Launch, of which each has a length of its own.
StatementSize of_launch(const Plan& plan, const Stm& s) {
  StatementSize all;
  for (size_t k = 0; k < s.outs.size(); ++k)
    all.columns.push_back({.each = element_size(plan[s.outs[k]].element), .count = s.args[k]});
  return all;
}

StatementSize of_filter(const Plan& plan, const Stm& s) {
  ColumnSize kept = together(plan, s, 1, s.args[0]);
  kept.at_most = true;
  return {{kept}};
}

std::string text_of(const ColumnSize& c, const ExpressionText& text) {
  constexpr int depth = 4;
  const std::string count = text.operand(c.count, depth);
  const bool is_number = count.size() < 12 && count.find_first_not_of("0123456789") == count.npos;
  if (is_number) return std::to_string(c.each * (std::stoull(count) + c.and_one));
  return std::to_string(c.each) + " * " + (c.and_one ? "(" + text.text(c.count, depth) + " + 1)" : count);
}

} // namespace

StatementSize size_of(const Plan& plan, const Stm& s) {
  if (!has_columns(plan, s)) return {};
  switch (s.op) {
  case Op::Iota:
  case Op::Map:
  case Op::Scatter:
  case Op::Histogram:
  case Op::Copy:
  case Op::Sort: return {{together(plan, s, 0, s.args[0])}};
  case Op::Scan:
    if (sizes_of(s)) return {{}, false};
    return {{together(plan, s, 0, s.args[0])}};
  case Op::RowsScatter: return {{together(plan, s, 0, s.args[1])}};
  case Op::ScanScatter: return {{together(plan, s, 0, s.args[1 + initial_state(s).size()])}};
  case Op::Filter: return of_filter(plan, s);
  case Op::Launch: return of_launch(plan, s);
  case Op::Rows: return of_rows(plan, s);
  case Op::If:
  case Op::Shift:
  case Op::Read: return {}; // their columns exist already
  default: return {{}, false};
  }
}

std::string size_text(const Plan& plan, const Stm& s, const ExpressionText& text) {
  const StatementSize size = size_of(plan, s);
  std::string sum;
  bool at_most = false;
  for (const ColumnSize& c : size.columns) {
    if (c.each) sum += (sum.empty() ? "" : " + ") + text_of(c, text);
    at_most |= c.at_most;
  }
  if (!size.complete) return "counted as it runs";
  return sum.empty() ? "" : (at_most ? "at most " : "") + sum + " bytes";
}

} // namespace nova::plan
