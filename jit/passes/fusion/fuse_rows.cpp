// Fuses a Rows into the only loop that uses it, if iteration i of the loop reads row i. The body of the Rows is put
// into the loop. A read at index offset + k, where offset is the start of row i, becomes a read of element k of that
// row. The difference of two successive offsets becomes the row's length. If the loop still uses offsets after that,
// nothing is changed.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Rewrites a loop that reads rows, so that it computes them itself.
class RowFuser {
 public:
  RowFuser(Plan& plan, const Stm& rows, Stm& loop) : plan_(plan), rows_(rows), loop_(loop), renaming_(plan) {
    const Definitions definitions(plan);
    for_each_stm(loop.bodies[0], [&](const Stm& s) {
      if (s.op == Op::Scalar && s.builtin == BuiltinId::Add && s.element == Element::I64)
        sums_[s.outs[0]] = {s.args[0], s.args[1]};
      if (s.op == Op::Read && s.args[0] == rows.outs[0]) offset(s, definitions);
    });
  }

  /// Rewrites the loop. Returns false, and changes nothing, if the loop does not read the offset at which row i
  /// starts.
  bool run() {
    if (!start_) return false;
    Body& b = loop_.bodies[0];
    std::vector<Stm> before = std::exchange(b.stms, {});
    const Var i = index();
    row_ = paste_body(plan_, rows_.bodies[0], std::span(&i, 1), b.stms);
    for (Stm& s : before) statement(s, b.stms);
    renaming_.apply(b.results);
    return true;
  }

 private:
  Var index() const { return *loop_index(loop_); }

  void offset(const Stm& s, const Definitions& definitions) {
    const Stm* next = definitions.scalar(s.args[1], BuiltinId::Add);
    if (s.args[1] == index())
      start_ = s.outs[0];
    else if (next && is_any(index(), next->args) &&
             (definitions.constant(next->args[0]) == 1 || definitions.constant(next->args[1]) == 1))
      end_ = s.outs[0];
  }

  void statement(Stm& s, std::vector<Stm>& out) {
    renaming_.apply(s.args);
    const bool length = s.op == Op::Scalar && s.builtin == BuiltinId::Subtract && end_ &&
                        s.args[0] == *end_ && s.args[1] == *start_;
    if (length) return renaming_.set(s.outs[0], row_[0]);
    if (s.op == Op::Read || s.op == Op::Shift) in_row(s, out);
    for (Body& b : s.bodies) {
      std::vector<Stm> before = std::exchange(b.stms, {});
      for (Stm& inner : before) statement(inner, b.stms);
      renaming_.apply(b.results);
    }
    out.push_back(std::move(s));
  }

  void in_row(Stm& s, std::vector<Stm>& out) {
    const auto column = std::ranges::find(rows_.outs.begin() + 2, rows_.outs.end(), s.args[0]);
    if (column == rows_.outs.end() || !holds_start(s.args[1])) return;
    const Var at = without_start(s.args[1], s.span, out);
    s.args = {row_[static_cast<size_t>(column - rows_.outs.begin()) - 1], at};
  }

  /// Whether `v` is the offset at which the row starts, or a sum that has this offset as a term.
  bool holds_start(Var v) const {
    if (v == *start_) return true;
    const auto sum = sums_.find(v);
    return sum != sums_.end() && (holds_start(sum->second.first) || holds_start(sum->second.second));
  }
  Var without_start(Var v, Span span, std::vector<Stm>& out) {
    if (v == *start_) {
      out.push_back(constant_stm(plan_, Element::I64, 0, span));
      return out.back().outs[0];
    }
    auto [a, b] = sums_.at(v);
    if (!holds_start(a)) std::swap(a, b);
    if (a == *start_) return b;
    const Var rest = without_start(a, span, out);
    out.push_back(scalar_stm(plan_, BuiltinId::Add, Element::I64, Element::I64, {rest, b}, span));
    return out.back().outs[0];
  }

  Plan& plan_;
  const Stm& rows_;
  Stm& loop_;
  Renaming renaming_;
  std::optional<Var> start_, end_;
  std::vector<Var> row_; ///< the variables of the row that the loop computes: its length, then its columns
  std::unordered_map<Var, std::pair<Var, Var>> sums_;
};

/// Returns the index of the only statement that uses the results of statement k, a Rows, if that is a loop with as
/// many iterations as there are rows. Returns nothing otherwise.
std::optional<size_t> only_user(const Body& b, size_t k) {
  const std::vector<Var>& outs = b.stms[k].outs;
  std::optional<size_t> user;
  for (size_t l = k + 1; l < b.stms.size(); ++l) {
    if (!uses(b.stms[l], outs)) continue;
    if (user) return {};
    user = l;
  }
  if (!user || std::ranges::any_of(b.results, [&](Var v) { return is_any(v, outs); })) return {};
  const Stm& loop = b.stms[*user];
  return loop_index(loop) && loop_length(loop) == b.stms[k].args[0] ? user : std::nullopt;
}

/// Whether iteration i of the loop always reads the offset at which row i starts.
bool in_every_round(const Stm& rows, const Stm& loop) {
  return std::ranges::any_of(loop.bodies[0].stms, [&](const Stm& s) {
    return s.op == Op::Read && s.args[0] == rows.outs[0] && s.args[1] == *loop_index(loop);
  });
}

bool fuse_with_loop(Plan& plan, Body& b, size_t k) {
  const std::optional<size_t> l = only_user(b, k);
  if (!l || !in_every_round(b.stms[k], b.stms[*l])) return false;
  const Stm rows = b.stms[k];
  const Stm loop_before = b.stms[*l];
  Stm& loop = b.stms[*l];
  if (!RowFuser(plan, rows, loop).run()) return false;
  // Reads of offsets that are no longer used are removed. If offsets are still used, the loop is restored.
  remove_unused(plan, loop.bodies[0]);
  if (uses(loop, rows.outs)) return loop = loop_before, false;
  b.stms.erase(b.stms.begin() + static_cast<ptrdiff_t>(k));
  return true;
}

} // namespace

bool fuse_rows(Plan& plan) {
  bool changed = false;
  for_each_body(plan.body, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size(); ++k)
      if (b.stms[k].op == Op::Rows && fuse_with_loop(plan, b, k)) changed = true, --k;
  });
  return changed;
}

} // namespace nova::plan
