// A short sort becomes a network that compares neighbours and exchanges them if the second is to stand before the first.
// So elements that are equal keep their order, as a stable sort has it. The network finds the first place first, so that
// what nobody reads of the last places is dead code.
#include "jit/passes/loops/short_sorts.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

using Vars = std::vector<Var>;

constexpr uint64_t longest = 10;       ///< elements; of 10 there are 45 comparisons
constexpr size_t most_statements = 12; ///< of a comparison

/// The columns that the comparison of two indices reads, each at these indices alone. Nothing if it does anything but
/// arithmetic besides.
std::optional<Vars> compared(const Body& less) {
  Vars columns;
  if (less.stms.size() > most_statements) return {};
  for (const Stm& s : less.stms) {
    if (s.op == Op::Read && is_any(s.args[1], less.params)) {
      if (!is_any(s.args[0], columns)) columns.push_back(s.args[0]);
    } else if (s.op != Op::Scalar && s.op != Op::Constant) {
      return {};
    }
  }
  return columns;
}

/// The network of one sort, which appends its statements to `out`.
class Network {
 public:
  Network(Plan& plan, const Stm& sort, const Vars& columns, std::vector<Stm>& out)
      : plan_(plan), sort_(sort), columns_(columns), out_(out), renaming_(plan) {}

  /// Emits the sort of n elements. Returns the sorted columns.
  Vars sorted(size_t n) {
    for (size_t k = 0; k < n; ++k) places_.push_back(at(k));
    for (size_t first = 0; first + 1 < n; ++first)
      for (size_t k = n - 1; k > first; --k) exchange(places_[k - 1], places_[k]);
    store(sort_.outs[0], 0);
    Vars made;
    for (size_t c = 0; c < columns_.size(); ++c)
      store(made.emplace_back(plan_.make(plan_[columns_[c]])), c + 1);
    return made;
  }

 private:
  /// The index of an element, then its values in the columns.
  Vars at(size_t k) {
    out_.push_back(constant_stm(plan_, Element::I64, k, sort_.span));
    Vars element = out_.back().outs;
    for (Var column : columns_) {
      const Var value = plan_.make({plan_[column].element, false});
      out_.push_back({.op = Op::Read, .outs = {value}, .args = {column, element[0]}, .span = sort_.span});
      element.push_back(value);
    }
    return element;
  }

  void exchange(Vars& a, Vars& b) {
    Body less = copy_body(plan_, sort_.bodies[0], {});
    replace_reads(less, columns_, std::span(b).subspan(1), renaming_, less.params[0]);
    replace_reads(less, columns_, std::span(a).subspan(1), renaming_, less.params[1]);
    const Var swaps = paste_body(plan_, less, Vars{b[0], a[0]}, out_)[0];
    for (size_t c = 0; c < a.size(); ++c) {
      const Var first = choose(swaps, b[c], a[c]);
      b[c] = choose(swaps, a[c], b[c]), a[c] = first;
    }
  }

  Var choose(Var condition, Var yes, Var no) {
    const Var made = plan_.make(plan_[yes]);
    out_.push_back({.op = Op::If,
                    .outs = {made},
                    .args = {condition},
                    .bodies = {Body{{}, {}, {yes}}, Body{{}, {}, {no}}},
                    .span = sort_.span});
    return made;
  }

  void store(Var column, size_t part) {
    Vars elements;
    for (const Vars& place : places_) elements.push_back(place[part]);
    add_column(plan_, column, elements, out_, sort_.span);
  }

  Plan& plan_;
  const Stm& sort_;
  const Vars& columns_;
  std::vector<Stm>& out_;
  Renaming renaming_;
  std::vector<Vars> places_;
};

/// Makes reads of columns at elements of the order reads of the sorted columns.
void read_sorted(std::span<Stm> stms, Var order, const Vars& columns, const Vars& sorted) {
  std::unordered_map<Var, Var> places; // elements of the order to their indices in it
  const auto look = [&](Stm& s) {
    if (s.op != Op::Read) return;
    if (s.args[0] == order) places[s.outs[0]] = s.args[1];
    const auto column = std::ranges::find(columns, s.args[0]);
    const auto place = places.find(s.args[1]);
    if (column == columns.end() || place == places.end()) return;
    s.args = {sorted[static_cast<size_t>(column - columns.begin())], place->second};
  };
  for (Stm& s : stms) {
    look(s);
    for (Body& inner : s.bodies) for_each_stm(inner, look);
  }
}

bool write_out(Plan& plan, Body& b, const Constants& constants) {
  bool changed = false;
  std::vector<Stm> before = std::exchange(b.stms, {});
  for (size_t k = 0; k < before.size(); ++k) {
    Stm& s = before[k];
    const auto n = s.op == Op::Sort ? constants.find(s.args[0]) : constants.end();
    const std::optional<Vars> columns =
        n == constants.end() || n->second > longest ? std::nullopt : compared(s.bodies[0]);
    if (!columns) {
      b.stms.push_back(std::move(s));
      continue;
    }
    const Vars sorted = Network(plan, s, *columns, b.stms).sorted(n->second);
    read_sorted(std::span(before).subspan(k + 1), s.outs[0], *columns, sorted);
    changed = true;
  }
  return changed;
}

/// Writes out the sorts in the elements of loops: those in `host` and in the branches and loops of the host.
bool write_out_in_loops(Plan& plan, Body& host, const Constants& constants) {
  bool changed = false;
  for (Stm& s : host.stms)
    for (Body& inner : s.bodies)
      if (is_control(s.op))
        changed |= write_out_in_loops(plan, inner, constants);
      else
        for_each_body(inner, [&](Body& b) { changed |= write_out(plan, b, constants); });
  return changed;
}

} // namespace

bool write_out_sorts(Plan& plan) { return write_out_in_loops(plan, plan.body, constants_of(plan.body)); }

} // namespace nova::plan
